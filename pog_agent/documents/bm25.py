"""BM25 over texts, by the library bm25s (sparse, as Lucene counts)."""

import logging
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pog_agent.errors import SettingError
from pog_agent.kg.names import without_accents
from pog_agent.sentences import UNSPACED
from pog_agent.words import FUNCTION_WORDS, stem

if TYPE_CHECKING:
    import bm25s

FOLDER = "documents.bm25"

_TOKEN = re.compile(rf"[{UNSPACED}]|[^\W_{UNSPACED}]+")


def bm25_tokens(text: str) -> list[str]:
    """The words that BM25 counts: stems without case and accents, no function words.

    A character of Chinese or Japanese is a word.
    """
    return [stem(word) for word in _TOKEN.findall(without_accents(text)) if word not in FUNCTION_WORDS]


class Bm25:
    """BM25 scores of a fixed list of texts."""

    def __init__(self, model: "bm25s.BM25 | None", count: int) -> None:
        self._model, self._count = model, count

    @classmethod
    def over(cls, texts: Sequence[str]) -> "Bm25":
        """Indexes texts."""
        return cls.over_tokens([bm25_tokens(text) for text in texts])

    @classmethod
    def over_tokens(cls, tokens: Sequence[list[str]]) -> "Bm25":
        """Indexes texts by their words, as `bm25_tokens` gives them."""
        import bm25s  # noqa: PLC0415 (SciPy: only where documents are ranked)

        if not any(tokens):
            return cls(None, len(tokens))
        logging.getLogger("bm25s").setLevel(logging.WARNING)  # the library sets DEBUG, and notes every call
        model = bm25s.BM25()
        model.index(tokens, show_progress=False)
        return cls(model, len(tokens))

    @classmethod
    def load(cls, directory: Path, count: int) -> "Bm25":
        """The saved index over `count` texts. Raises `SettingError` if it is damaged or over others."""
        import bm25s  # noqa: PLC0415 (SciPy: only where documents are ranked)

        folder = directory / FOLDER
        if (folder / "empty").is_file():
            return cls(None, count)
        try:
            model = bm25s.BM25.load(folder, mmap=True, show_progress=False)
            known = model.scores["num_docs"]
        except (OSError, ValueError, KeyError, EOFError) as error:
            raise SettingError(f"{folder}: missing or damaged; run pog-agent index-docs again") from error
        if known != count:
            raise SettingError(f"{folder}: does not fit the texts beside it; run pog-agent index-docs again")
        return cls(model, count)

    def save(self, directory: Path) -> None:
        """Writes the index into its folder, in place of an earlier one."""
        folder = directory / FOLDER
        fresh = folder.with_name(f"{FOLDER}.new")
        try:
            for path in (fresh, folder):
                shutil.rmtree(path, ignore_errors=True)
            fresh.mkdir(parents=True)
            if self._model is None:
                (fresh / "empty").touch()
            else:
                self._model.save(fresh, show_progress=False)
            fresh.rename(folder)
        except OSError as error:
            raise SettingError(f"{folder}: cannot be written ({error})") from error

    def scores(self, query: str) -> NDArray[np.float32]:
        """The score of each text, 0 for those without a word of the query."""
        known = [word for word in bm25_tokens(query) if self._model and word in self._model.vocab_dict]
        if self._model is None or not known:
            return np.zeros(self._count, dtype=np.float32)
        scores: NDArray[np.float32] = self._model.get_scores(known)
        return scores
