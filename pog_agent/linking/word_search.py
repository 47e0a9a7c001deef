"""Full-text search of names by their words, or by similarly spelled words where no name has them."""

from collections.abc import Iterable, Sequence

from rapidfuzz import fuzz

from pog_agent.linking.candidates import words_of
from pog_agent.linking.index_file import EntityIndexFile

MOST_SIMILAR_WORDS = 5
SPELLINGS_COMPARED = 100
LEAST_SPELLING = 70
LEAST_WORD = 3
MOST_POSTINGS = 20_000


def texts_with_words(database: EntityIndexFile, text: str, limit: int) -> list[int]:
    """The numbers of about `limit` names with words of a text; names with all of its words come first."""
    return _WordSearch(database, limit).find(text)


class _WordSearch:
    def __init__(self, database: EntityIndexFile, limit: int) -> None:
        self._database, self._limit = database, limit

    def find(self, text: str) -> list[int]:
        """The texts with all words of the mention, or words spelled like them; then those with the rarest."""
        words = words_of(text)
        groups = self._groups(words, spelled=False)
        found = self._with_all(groups)
        if words and not found:
            groups = self._groups(words, spelled=True)
            found = self._with_all(groups)
        rare: list[dict[str, int]] = []
        postings = 0
        for group in groups:
            postings += sum(group.values())
            if not rare or postings <= MOST_POSTINGS:
                rare.append(group)
        if len(groups) > 1 and len(found) < self._limit:
            found += self._match(" OR ".join(map(_any_of, rare)), postings)
        return list(dict.fromkeys(found))

    def _with_all(self, groups: Sequence[dict[str, int]]) -> list[int]:
        return self._match(" AND ".join(map(_any_of, groups)), sum(groups[0].values())) if groups else []

    def _groups(self, words: Sequence[str], *, spelled: bool) -> list[dict[str, int]]:
        """For each word the words that may stand for it, the rarest group first; no group for an unknown word."""
        groups = [group for word in words if (group := self._alike(word, spelled=spelled))]
        return sorted(groups, key=lambda group: sum(group.values()))

    def _alike(self, word: str, *, spelled: bool) -> dict[str, int]:
        """The word and, if it is unknown or `spelled` is set, words like it; each with its number of names."""
        known = self._counts([word])
        if (known and not spelled) or len(word) < LEAST_WORD:
            return known
        marked = f"<{word}>"
        trigrams = " OR ".join(_quoted(marked[place : place + 3]) for place in range(len(word)))
        query = "SELECT word FROM spellings WHERE spellings MATCH ? ORDER BY rank LIMIT ?"
        near = [str(found)[1:-1] for (found,) in self._database.rows(query, (trigrams, SPELLINGS_COMPARED))]
        scored = sorted((-fuzz.ratio(word, other), other) for other in near)
        alike = [other for score, other in scored if -score >= LEAST_SPELLING][:MOST_SIMILAR_WORDS]
        return known | self._counts(alike)

    def _counts(self, words: Sequence[str]) -> dict[str, int]:
        marks = ", ".join("?" * len(words))
        rows = self._database.rows(f"SELECT word, texts FROM vocabulary WHERE word IN ({marks})", words)
        return {str(word): int(str(count)) for word, count in rows}

    def _match(self, query: str, postings: int) -> list[int]:
        """The texts that match, ranked by BM25, or in any order if ranking them would take long."""
        order = "ORDER BY rank" if postings <= 10 * MOST_POSTINGS else ""
        rows = self._database.rows(
            f"SELECT rowid FROM words WHERE words MATCH ? {order} LIMIT ?", (query, self._limit)
        )
        return [int(str(number)) for (number,) in rows]


def _any_of(words: Iterable[str]) -> str:
    return "(" + " OR ".join(map(_quoted, words)) + ")"


def _quoted(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'
