"""Names of a graph by their words: who may be meant by a part of a name, or by words that are almost one."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pog_agent.asking.tokens import name_stems
from pog_agent.kg.base import Entity, KnowledgeGraph
from pog_agent.language.cues import CueBook
from pog_agent.terms import Term
from pog_agent.words import stem

MOST_NAMES: Final = 20_000
"""The words of the names of a graph with more of them are not held: parts of names are searched for."""
MOST_BEARERS: Final = 4
"""A word of more names than this names nothing by itself."""


@dataclass(frozen=True)
class PartOfName:
    """Words of a question, from one place up to another, that are a part of some names; how large a part."""

    start: int
    end: int
    bearers: tuple[Term, ...]
    share: float


@dataclass
class NameParts:
    """Which things have a word in one of their names, by its stem; empty for a graph with too many names."""

    names: Mapping[Term, Sequence[tuple[str, ...]]] = field(default_factory=dict)
    is_complete: bool = False

    def __post_init__(self) -> None:
        self._by_stem: defaultdict[str, set[Term]] = defaultdict(set)
        for iri, names in self.names.items():
            for words in names:
                for word in words:
                    self._by_stem[word].add(iri)

    @classmethod
    async def of(cls, kg: KnowledgeGraph, besides: frozenset[Term]) -> "NameParts":
        """The names of a graph as far as it lists them, without those of `besides` (classes and relations)."""
        listed = await kg.catalog(MOST_NAMES)
        found: defaultdict[Term, list[tuple[str, ...]]] = defaultdict(list)
        for item in listed or ():
            if item.iri not in besides:
                found[item.iri].append(name_stems(item.label))
        return cls(dict(found), is_complete=listed is not None)

    def parts(self, stems: Sequence[str], is_content: Sequence[bool]) -> list[PartOfName]:
        """The runs of words of a question that stand in few names, each with the things that have it."""
        found: dict[tuple[int, int, tuple[Term, ...]], PartOfName] = {}
        for start in range(len(stems)):
            bearers = self._by_stem.get(stems[start], set()) if is_content[start] else set()
            end = start + 1
            while end < len(stems) and bearers:
                both = bearers & self._by_stem.get(stems[end], set())
                if not both:
                    break
                bearers, end = both, end + 1
            while end > start + 1 and not is_content[end - 1]:
                end -= 1
            if 0 < len(bearers) <= MOST_BEARERS:
                own = tuple(sorted(bearers))
                size = min(len(words) for iri in own for words in self.names[iri] if stems[start] in words)
                found.setdefault((start, end, own), PartOfName(start, end, own, (end - start) / size))
        return list(found.values())


async def searched_parts(
    kg: KnowledgeGraph, texts: Sequence[tuple[int, int, str]], cues: CueBook, languages: Sequence[str]
) -> list[PartOfName]:
    """The same of a graph with too many names: what its own search finds for some capitalised words."""
    found = []
    for start, end, text in texts:
        wanted = {stem(word) for word in text.lower().split()} - cues.function_words
        shares: dict[Term, float] = {}
        for item in await kg.search(text, limit=2 * MOST_BEARERS, languages=languages):
            shares[item.iri] = max(shares.get(item.iri, 0.0), _share(wanted, item))
        best = sorted(shares.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_BEARERS]
        found += [PartOfName(start, end, (iri,), share) for iri, share in best if share > 0]
    return found


def _share(wanted: set[str], entity: Entity) -> float:
    words = set(name_stems(entity.label))
    return len(words & wanted) / len(words | wanted) if words else 0.0
