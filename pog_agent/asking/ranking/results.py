"""What the results of the best candidates tell: whether there are any, of which kind, and who else gives them."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from pog_agent.asking.generating.bench import Bench
from pog_agent.asking.generating.shapes import CandidateQuery
from pog_agent.asking.likeness import Floats
from pog_agent.asking.question import KINDS
from pog_agent.asking.ranking.shape_features import ANSWER_KINDS
from pog_agent.models.query import Query, QueryResult
from pog_agent.query.local.literals import DATE, DOUBLE, INTEGER, parse_literal
from pog_agent.terms import Term, is_blank, is_literal

MOST_ROWS: Final = 500
_MANY: Final = 15

AnswerKey = Hashable
"""What two candidates have in common that give the same answers; None for one that gives none."""


@dataclass(frozen=True)
class ReadCandidate:
    """A candidate with its query and result; neither where it cannot be written, or failed."""

    candidate: CandidateQuery
    query: Query | None = None
    result: QueryResult | None = None

    @property
    def answers(self) -> tuple[Term, ...]:
        """The terms of the first column of its result, each once."""
        rows = self.result.rows if self.result is not None else ()
        return tuple(dict.fromkeys(row[0] for row in rows if row[0] is not None))

    @property
    def key(self) -> AnswerKey:
        """What it answers."""
        if self.result is None:
            return None
        if self.result.truth is not None:
            return self.result.truth
        return frozenset(self.answers) or None


def result_features(bench: Bench, read: Sequence[ReadCandidate]) -> dict[str, Floats]:
    """The features of some results, each by itself."""
    asked = bench.question.asked_for
    kinds = [_kind(item) for item in read]
    sizes = np.array([len(item.answers) for item in read], np.float32)
    is_told = np.array([item.result is not None and item.result.truth is not None for item in read])
    named = frozenset(term for link in bench.links for term in link.terms)
    found: dict[str, Floats] = {
        "gave_nothing": np.array([item.key is None for item in read], np.float32),
        "gave_one": (sizes == 1).astype(np.float32),
        "gave_size": np.log1p(sizes),
        "gave_many": (sizes > _MANY).astype(np.float32),
        "gave_no": np.array([item.key is False for item in read], np.float32),
        "gave_yes": np.array([item.key is True for item in read], np.float32),
        "gave_zero": np.array([_is_zero(item) for item in read], np.float32),
        "gave_named": np.array([bool(named.intersection(item.answers)) for item in read], np.float32),
        "gave_blank": np.array(
            [bool(item.answers) and all(map(is_blank, item.answers)) for item in read], np.float32
        ),
        "failed": np.array([item.result is None for item in read], np.float32),
        "is_told": is_told.astype(np.float32),
    }
    for kind in ANSWER_KINDS:
        own = np.array([kind == known for known in kinds], np.float32)
        for name in KINDS:
            found[f"gets_{name}_{kind}"] = own * (name == asked)
    return found


def _kind(item: ReadCandidate) -> str:
    if item.result is not None and item.result.truth is not None:
        return "truth"
    if not item.answers:
        return "none"
    term = item.answers[0]
    if not is_literal(term):
        return "node"
    kind = parse_literal(term).kind
    return "date" if kind >= DATE else "number" if INTEGER <= kind <= DOUBLE else "text"


def _is_zero(item: ReadCandidate) -> bool:
    if item.candidate.form != "count" or len(item.answers) != 1:
        return False
    return parse_literal(item.answers[0]).mantissa == 0
