"""The encoder that all agents of a test process share; what it has embedded is kept for other processes."""

import hashlib
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest

from pog_agent.ranking import bert_model
from pog_agent.ranking.bert import BertEncoder
from pog_agent.ranking.embedding_file import EmbeddingFile
from pog_agent.ranking.encoder import CachedEncoder, open_encoder

FOLDER = Path(__file__).parents[1] / "build" / "test-vectors"


class SharedEncoder(CachedEncoder):
    """An encoder that no agent closes."""

    def close(self) -> None:
        """Leaves the file open for the other agents."""


@cache
def one_encoder() -> SharedEncoder:
    """MiniLM, whose vector of a text is the same whatever was asked for with it and before it."""
    (local,) = {part for part in vars(open_encoder("auto", pytest.fail)).values() if isinstance(part, BertEncoder)}
    FOLDER.mkdir(parents=True, exist_ok=True)
    return SharedEncoder(local, file=EmbeddingFile(_file(), local.fingerprint))


def copied_vectors(folder: Path) -> Path:
    """A copy of what is embedded so far, for a process that may embed many texts at a time."""
    copy = folder / _file().name
    if _file().exists():
        with closing(sqlite3.connect(_file())) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    return copy


def _file() -> Path:
    return FOLDER / f"{_code_of_the_model()}.sqlite"


def _code_of_the_model() -> str:
    """A digest of the code that computes vectors: another code has a file of its own."""
    return hashlib.blake2b(Path(bert_model.__file__).read_bytes(), digest_size=8).hexdigest()
