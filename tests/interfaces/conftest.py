"""The command line sets up the log of the process; no test leaves that to the next."""

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def log_as_before() -> Iterator[None]:
    """Leaves the log of the package as it was."""
    logger = logging.getLogger("pog_agent")
    level, handlers = logger.level, list(logger.handlers)
    yield
    logger.setLevel(level)
    logger.handlers = handlers
