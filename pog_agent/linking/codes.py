"""Things that are called by a code: the local name of an IRI (`exp102`, `miniSeqOne`), or what identifies them.

Who keeps the books of a graph speaks of "HM-0302", which stands there as an identifier, and not as a name.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from pog_agent.kg.base import AnnotatedGraph, IndexedGraph, KnowledgeGraph, SummarizedGraph
from pog_agent.language.lexicon import english_words
from pog_agent.terms import Term, humanize, is_blank, is_iri, is_literal, literal_value, local_name

MAX_TERMS: Final = 200_000
"""In larger graphs nothing is looked for by its code."""
MOST_BEARERS: Final = 5
_WITH_NUMBER: Final = re.compile(r"(?=.*\d)(?=.*[^\W\d_])\w[\w./-]{0,38}\w")
_OF_WORDS: Final = re.compile(r"[a-z]+(?:[A-Z][a-z\d]*)+|[^\W_]+(?:_[^\W_]+)+")
"""Words that nobody writes so but in a graph: `miniSeqOne`, `old_mill`."""


def is_code(text: str) -> bool:
    """Whether a text is no word: letters and digits together, or words that are joined as in an IRI."""
    return bool(_WITH_NUMBER.fullmatch(text) or _OF_WORDS.fullmatch(text))


class CodedNames:
    """Who is called by a code in a small local graph, whatever else it is called."""

    def __init__(self, kg: KnowledgeGraph) -> None:
        self._kg = kg

    async def bearers(self, texts: Iterable[str]) -> dict[str, tuple[Term, ...]]:
        """The things that each text identifies, whatever its case; texts that identify nothing are left out."""
        found: dict[str, tuple[Term, ...]] = {}
        for text in filter(is_code, texts):
            known = self._known.get(text.casefold(), ())
            iris = [term for term in known if not is_literal(term)]
            iris += await self._identified([term for term in known if is_literal(term)])
            if 0 < len(set(iris)) <= MOST_BEARERS:
                found[text] = tuple(dict.fromkeys(iris))
        return found

    async def _identified(self, values: list[Term]) -> list[Term]:
        """The things that have one of some literals as what tells them apart."""
        around = await self._kg.neighbors(values, limit=MOST_BEARERS + 1) if values else None
        edges = around.triples if around is not None else ()
        return [head for head, relation, _ in edges if _identifies(relation) and not is_blank(head)]

    @cached_property
    def _known(self) -> dict[str, list[Term]]:
        """By its code in small letters: what has it as its local name, and the literals that are this code."""
        found: dict[str, list[Term]] = {}
        for code, term in self._codes():
            found.setdefault(code.casefold(), []).append(term)
        return found

    def _codes(self) -> Iterator[tuple[str, Term]]:
        kg = self._kg
        if not isinstance(kg, IndexedGraph) or len(kg.terms) > MAX_TERMS:
            return
        relations = set(kg.relations)
        for term in map(kg.terms.__getitem__, range(len(kg.terms))):
            code = literal_value(term) if is_literal(term) else local_name(term) if is_iri(term) else ""
            if is_code(code) and term not in relations:
                yield code, term
        if isinstance(kg, AnnotatedGraph) and isinstance(kg, SummarizedGraph):
            for predicate in filter(_identifies, kg.preset.skip):
                subjects, values = kg.annotation_edges(predicate) or ((), ())
                for subject, value in zip(subjects, values, strict=True):
                    term = kg.annotation_values[int(value)]
                    code = literal_value(term) if is_literal(term) else ""
                    if is_code(code):
                        yield code, kg.terms[int(subject)]


def _identifies(predicate: Term) -> bool:
    return not english_words("identifying").isdisjoint(humanize(local_name(predicate)).split()[-1:])
