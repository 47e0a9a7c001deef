"""Whether an answer is right: the one definition that measures, reports and benchmarks share.

It looks at the whole set of answers. An answer that has a gold one among others is a hit (Hits@1) and not right.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.data.gold import GoldItem
from pog_agent.models import Answer, AnswerItem
from pog_agent.values.spellings import same_value

Judgement = Literal["right", "too_wide", "too_narrow", "other", "none"]
JUDGEMENTS: Mapping[Judgement, str] = {
    **{"right": "right", "too_wide": "too wide", "too_narrow": "too narrow", "other": "other"},
    "none": "no answer",
}
"""What reports call them."""


def judgement(answer: Answer, question: Question) -> Judgement:
    """What an answer is beside the gold ones; a claim is judged by its verdict alone.

    right: exactly the gold answers, or none where there is none. too_wide: all of them, and more. too_narrow: some
    of them, and nothing else. other: any other answer, and any at all where there is none. none: no answer,
    though there is one.
    """
    if answer.verdict is not None:
        if answer.verdict == question.verdict:
            return "right"
        return "none" if answer.verdict == "not enough" else "other"
    if answer.status == "abstained":
        return "none" if question.answers else "right"
    return judged_rows(answer.table, question.answers) if question.answers else "other"


def judged_rows(rows: Sequence[Sequence[AnswerItem | None]], gold: Sequence[GoldItem]) -> Judgement:
    """What rows of answers, in any order, are beside the gold ones, of which there are some."""
    has_all = all(any(same_row(row, target) for row in rows) for target in gold)
    has_no_other = all(any(same_row(row, target) for target in gold) for row in rows)
    if has_all:
        return "right" if has_no_other else "too_wide"
    return "too_narrow" if has_no_other and rows else "other"


def same_row(row: Sequence[AnswerItem | None], target: GoldItem) -> bool:
    """Whether a row of cells is a gold answer, cell by cell; a gold answer without `cells` is a row of one.

    A cell is the same if its IRI is gold, or its value or label in plain form; numbers may differ by rounding. An
    empty cell (None) is only the same as an empty one.
    """
    cells = target.cells or (target,)
    return len(row) == len(cells) and all(map(_same_cell, row, cells))


def _same_cell(item: AnswerItem | None, target: GoldItem | None) -> bool:
    if item is None or target is None:
        return item is None and target is None
    if target.iri is not None and item.iri is not None:
        return target.iri == item.iri
    given = [name for name in (item.value, item.label) if name]
    return any(same_value(name, other) for name in given for other in target.names)
