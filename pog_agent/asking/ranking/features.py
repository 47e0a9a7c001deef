"""What speaks for and against each candidate as numbers: words spent, likeness, and what its shape tells."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pog_agent.asking.generating.bench import Bench
from pog_agent.asking.generating.shapes import CandidateQuery
from pog_agent.asking.likeness import Floats
from pog_agent.asking.ranking.alignment import WordAlignment, aligned
from pog_agent.asking.ranking.shape_features import CUE_OF, ShapeFeatures
from pog_agent.asking.schema import SchemaWay

_COVERED: Final = 0.35
_UNSAID: Final = 0.3
_LIKENESS: Final = ("best", "masked", "lexical", "whole", "said", "meant_best", "meant_whole")
"""What is told of each class and relation: attributes of `SchemaLikeness`."""
_KIND_NUMBERS: Final = {"link": 1, "step": 2, "class": 3, "value": 4, "operation": 5}


@dataclass
class FeatureTable:
    """Named columns, one entry per candidate."""

    columns: dict[str, NDArray[np.float32]]

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return list(self.columns)

    @property
    def matrix(self) -> Floats:
        """One row per candidate."""
        return np.stack(list(self.columns.values()), axis=1).astype(np.float32)


class FeatureWriter:
    """Writes the features of the candidates of one question."""

    def __init__(self, bench: Bench) -> None:
        self._bench, self._question = bench, bench.question
        self._affinity, self._scores, self._kinds = self._parts()
        self._capitals = np.array(
            [
                place > 0 and self._question.text[token.start].isupper()
                for place, token in enumerate(self._question.tokens)
            ],
            bool,
        )

    def table(self, candidates: Sequence[CandidateQuery]) -> FeatureTable:
        """All features that need no result."""
        parts = _padded([item.parts for item in candidates], len(self._bench.parts))
        alignment = aligned(self._affinity, parts)
        columns: dict[str, NDArray[np.float32]] = {}
        columns.update(self._coverage(alignment))
        columns.update(self._likeness(parts, alignment))
        columns.update(ShapeFeatures(self._bench).columns(candidates))
        columns["prior"] = np.array([item.prior for item in candidates])
        return FeatureTable({name: np.asarray(values, np.float32) for name, values in columns.items()})

    def _parts(self) -> tuple[Floats, Floats, NDArray[np.int64]]:
        """Of each part which words it is like, its likeness to the question in some ways, and its kind."""
        bench, question = self._bench, self._question
        size = len(bench.parts)
        affinity = np.zeros((size + 1, len(question)), np.float32)
        scores = np.zeros((size + 1, len(_LIKENESS)), np.float32)
        kinds = np.zeros(size + 1, np.int64)
        likeness = bench.likeness
        columns = [getattr(likeness, name) for name in _LIKENESS]
        for place, (kind, key) in enumerate(bench.parts):
            kinds[place] = _KIND_NUMBERS[kind]
            if kind == "link":
                link = bench.links[int(key)]  # type: ignore[call-overload]
                affinity[place, list(link.places)] = 0.5 + link.score / 2
                scores[place, 0] = link.score
            elif kind in ("step", "class"):
                row = likeness.names.place[key.relation if isinstance(key, SchemaWay) else str(key)]
                affinity[place] = likeness.cover[row]
                scores[place] = [column[row] for column in columns]
            elif kind == "value":
                affinity[place, list(self._places_of_value(key))] = 1
            elif key in CUE_OF:
                affinity[place, list(question.cues[CUE_OF[str(key)]])] = 1
        return affinity, scores, kinds

    def _places_of_value(self, key: object) -> tuple[int, ...]:
        """The places of a number or time of the question."""
        assert isinstance(key, tuple)
        kind, place = key
        if kind == "number":
            return self._question.numbers[place].places
        return self._question.times[place].places

    def _coverage(self, alignment: WordAlignment) -> dict[str, NDArray[np.float32]]:
        bench, question = self._bench, self._question
        cues = question.cues["denial"] | question.cues["extreme"] | question.cues["count"]
        content = np.array([question.is_content[place] or place in cues for place in range(len(question))], bool)
        if not content.any():
            content[:] = True
        linked = np.array([place in bench.likeness.linked for place in range(len(question))], bool)
        values = {place for number in question.numbers for place in number.places}
        values |= {place for time in question.times for place in time.places}
        valued = np.array([place in values for place in range(len(question))], bool)
        cover, size = alignment.cover, content.sum()
        missed = (cover < _COVERED) & content
        everything = np.ones(len(cover), np.float32)
        regret = np.maximum(bench.likeness.cover.max(axis=0, initial=0) - cover, 0)[:, content]
        return {
            "cover": cover[:, content].sum(1) / size,
            "missed": missed.sum(1),
            "missed_share": (missed & ~linked).sum(1) / max(1, (content & ~linked).sum()),
            "link_cover": cover[:, linked].mean(1) if linked.any() else everything,
            "value_cover": cover[:, valued].mean(1) if valued.any() else everything,
            # How much better the words are covered by other names of the schema than by those of a candidate.
            "regret": regret.sum(1) / size,
            "regret_most": regret.max(axis=1, initial=0),
            "names_missed": (missed & self._capitals).sum(1),
            "spent": alignment.got.sum(1) / size,
            "spent_twice": (alignment.wished - alignment.got).sum(1),
        }

    def _likeness(self, parts: NDArray[np.int64], alignment: WordAlignment) -> dict[str, NDArray[np.float32]]:
        kinds, scores = self._kinds[parts], self._scores[parts]
        found: dict[str, NDArray[np.float32]] = {}
        for name in ("step", "class"):
            own = kinds == _KIND_NUMBERS[name]
            count = own.sum(1)
            found[f"{name}s"] = count
            for column, of in enumerate(_LIKENESS):
                found |= _statistics(f"{name}_{of}", own, count, scores[..., column])
            found |= _statistics(f"{name}_got", own, count, alignment.got)
            found[f"{name}_unsaid"] = (own & (alignment.got < _UNSAID)).sum(1)
        links = kinds == _KIND_NUMBERS["link"]
        found["links"] = links.sum(1)
        found["link_least"] = np.where(links.any(1), np.where(links, scores[..., 0], 9).min(1), 0)
        found["values"] = (kinds == _KIND_NUMBERS["value"]).sum(1)
        found["parts"] = (parts < len(self._bench.parts)).sum(1)
        return found


def _padded(parts: Sequence[Sequence[int]], padding: int) -> NDArray[np.int64]:
    """The parts of each candidate in rows of one width. What is used twice stands twice: it needs two words."""
    own = [list(row) for row in parts]
    found = np.full((len(own), max(map(len, own), default=1)), padding)
    for row, items in enumerate(own):
        found[row, : len(items)] = items
    return found


def _statistics(name: str, own: NDArray[np.bool_], count: NDArray[np.int64], values: Floats) -> dict[str, Floats]:
    """Mean, least and sum of some values over the own parts of each candidate."""
    total = np.where(own, values, 0).sum(1)
    return {
        f"{name}_mean": total / np.maximum(count, 1),
        f"{name}_least": np.where(count > 0, np.where(own, values, 9).min(1), 0),
        f"{name}_sum": total,
    }


def null_features(bench: Bench, table: FeatureTable | None) -> dict[str, float]:
    """What speaks for no candidate at all: capitals that nothing explains, and words that no candidate covers."""
    question = bench.question
    linked = {place for link in bench.links for place in link.places}
    unexplained = [
        place
        for place, token in enumerate(question.tokens)
        if place
        and question.text[token.start].isupper()
        and place not in linked
        and token.stem not in bench.likeness.names.all_stems
        and question.is_content[place]
    ]
    best = table.columns if table is not None else {}
    top = {name: float(values[:100].max()) if len(values) else 0.0 for name, values in best.items()}
    return {
        "one": 1.0,
        "capitals": float(bool(unexplained)),
        "more_capitals": float(len(unexplained)),
        "no_link": float(not bench.links),
        "no_sure_link": float(not bench.likeness.linked),
        "best_cover": top.get("cover", 0.0),
        "best_spent": top.get("spent", 0.0),
        "best_step": top.get("step_best_mean", 0.0),
        "best_got": top.get("step_got_least", 0.0),
        "best_masked": top.get("step_masked_mean", 0.0),
        "best_prior": top.get("prior", 0.0),
        "length": sum(question.is_content) / 10,
        "none": float(table is None),
    }
