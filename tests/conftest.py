"""What several tests share: encoders, of which a process loads and asks one, and no look at certificates."""

import gc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pog_agent.kg.sparql import http, store
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder, open_encoder
from pog_agent.run import resources
from tests.shared_encoder import one_encoder

gc.disable()


def pytest_collection_finish() -> None:
    """Until here nothing becomes garbage: to look for none of it takes a third off the time of collecting.

    Then little does: to look for it seldom takes 4% off the time of the tests.
    """
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


@pytest.fixture(scope="session")
def spelling() -> LexicalEncoder:
    """Compares texts by their letters."""
    return LexicalEncoder()


@pytest.fixture(scope="session")
def meaning() -> CachedEncoder:
    """Compares texts by what they mean (MiniLM)."""
    return one_encoder()


@pytest.fixture(scope="session", autouse=True)
def agents_share_an_encoder() -> Iterator[None]:
    """An agent that is to find a model itself gets the one of this process, unless a test replaces it."""

    def opened(spec: str, warn: Callable[[str], None], file: Path | str | None = None) -> CachedEncoder:
        return one_encoder() if spec in ("auto", "exact") and file is None else open_encoder(spec, warn, file)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(resources, "open_encoder", opened)
        yield


@pytest.fixture(scope="session", autouse=True)
def no_certificates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A client of HTTP reads hundreds of certificates when it is opened. The servers of tests have none."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SSL_CERT_FILE", raising=False)
        patch.setenv("SSL_CERT_DIR", str(tmp_path_factory.mktemp("certificates")))
        yield


@pytest.fixture(scope="session", autouse=True)
def busy_machines_have_time() -> Iterator[None]:
    """A query that an endpoint is to answer in a few seconds may take longer beside other tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "_SHORT_SECONDS", 60.0)
        yield


@pytest.fixture(scope="session", autouse=True)
def nobody_waits_long_between_tries() -> Iterator[None]:
    """Endpoints and models that do not answer are asked again in a moment, as often as ever."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(http, "_FIRST_PAUSE", 0.02)
        patch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.02)
        yield
