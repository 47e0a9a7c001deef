"""Encoders that several tests share."""

import pytest

from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder, open_encoder


@pytest.fixture(scope="session")
def spelling() -> LexicalEncoder:
    """Compares texts by their letters."""
    return LexicalEncoder()


@pytest.fixture(scope="session")
def meaning() -> CachedEncoder:
    """Compares texts by what they mean (MiniLM)."""
    return open_encoder("auto", pytest.fail)
