"""Who bears a name, for all stores that are held locally."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from rapidfuzz import fuzz, process

from pog_agent.kg.adjacency import Ints
from pog_agent.kg.local.strings import SortedStrings
from pog_agent.kg.names import bare_name, normalize

LAST_ASCII = 0x7F


@dataclass(frozen=True, eq=False)
class NameIndex:
    """Who bears a name: normalised names in order, and for each the numbers of its bearers.

    The bearers of name ``i`` are ``bearers[pointers[i]:pointers[i + 1]]``, those that have it
    as a label before those that have it as an alias, then by number.
    """

    names: SortedStrings
    pointers: Ints
    bearers: Ints

    @classmethod
    def build(cls, texts: Iterable[str], rows: Ints, places: Ints, bearers: Ints) -> "NameIndex":
        """Indexes names given as rows: place in `texts`, rank of the kind of name, number of the bearer."""
        # Rows sorted by name, kind and bearer have the best kind of each name and bearer first, so that the first
        # row of each pair is the one to keep. A name's bearers begin where its rank first appears.
        normalized = [normalize(text) for text in texts]
        names = sorted(set(normalized))
        number = {name: position for position, name in enumerate(names)}
        ranks = np.fromiter(map(number.__getitem__, normalized), dtype=np.int64, count=len(normalized))[rows]
        order = np.lexsort((bearers, places, ranks))
        ranks, bearers = ranks[order], bearers[order].astype(np.int32)
        _, first = np.unique(ranks << 32 | bearers, return_index=True)
        first.sort()
        used, pointers = np.unique(ranks[first], return_index=True)
        pointers = np.append(pointers, len(first)).astype(np.int64)
        kept = names if len(used) == len(names) else [names[position] for position in used.tolist()]
        return cls(SortedStrings.from_texts(kept), pointers, bearers[first])

    def find(self, text: str) -> list[int]:
        """The bearers of a name, whatever its case and spacing."""
        place = self.names.id_of(normalize(text))
        return [] if place is None else self._bearers_of(place)

    def find_unaccented(self, text: str) -> list[int]:
        """The bearers of the names that equal a text where both are without accents."""
        bare = bare_name(text)
        plain = self.names.id_of(bare)
        places = ([] if plain is None else [plain]) + self._accented.get(bare, [])
        return list(dict.fromkeys(bearer for place in places for bearer in self._bearers_of(place)))

    def search(self, text: str, limit: int) -> list[tuple[int, str]]:
        """The bearers of the names most alike in characters and words, best first, each with that name."""
        found: dict[int, str] = {}
        for name, _, place in process.extract(normalize(text), self._texts, scorer=fuzz.WRatio, limit=limit):
            for bearer in self._bearers_of(place):
                found.setdefault(bearer, name)
        return list(found.items())[:limit]

    def catalog(self, limit: int) -> list[tuple[int, str]] | None:
        """Every name with each of its bearers; None if there are more than `limit` names."""
        if len(self.names) > limit:
            return None
        return [(bearer, name) for place, name in enumerate(self._texts) for bearer in self._bearers_of(place)]

    def _bearers_of(self, place: int) -> list[int]:
        bearers: list[int] = self.bearers[self.pointers[place] : self.pointers[place + 1]].tolist()
        return bearers

    @cached_property
    def _accented(self) -> dict[str, list[int]]:
        """The places of the names with accents, by what they are without them."""
        # Only a name with a byte beyond ASCII can have one, so that few names of a large graph are decoded.
        beyond = np.flatnonzero(np.frombuffer(self.names.blob, dtype=np.uint8) > LAST_ASCII)
        places = np.unique(np.searchsorted(self.names.offsets, beyond, side="right") - 1)
        found: dict[str, list[int]] = {}
        for place, name in zip(places.tolist(), self.names.decode(places), strict=True):
            if (bare := bare_name(name)) != name:
                found.setdefault(bare, []).append(place)
        return found

    @cached_property
    def _texts(self) -> list[str]:
        return self.names.all()
