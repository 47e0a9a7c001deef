"""How right an answer is: strict measures, and the papers' lenient one under its own name."""

from collections.abc import Iterable, Sequence

from pydantic import BaseModel, ConfigDict

from pog_agent.evaluation.data.dataset import GoldItem, Question
from pog_agent.evaluation.measures.normal import plain, same_value
from pog_agent.models import Answer, AnswerItem
from pog_agent.terms import local_name


class Measures(BaseModel):
    """The measures of one answer; what is not a number is 0 or 1 when it is averaged.

    `confident_wrong` is a supported answer that is wrong; `path_overlap` the share of the gold query's relations
    that the cited paths have, None where the gold relations are unknown.
    """

    model_config = ConfigDict(frozen=True)

    hits1_strict: bool = False
    all_gold: bool = False
    precision: float = 0.0
    recall: float = 0.0
    f1: float = 0.0
    hits1_lenient: bool = False
    supported: bool = False
    supported_right: bool = False
    abstained: bool = False
    confident_wrong: bool = False
    path_overlap: float | None = None


def measure(answer: Answer, question: Question) -> Measures:
    """All measures of an answer. A claim is right or wrong by its verdict alone."""
    if answer.verdict is not None:
        return _measure_claim(answer, question)
    gold = question.answers
    right = hits_strict(answer, gold)
    precision, recall = precision_recall(answer, gold)
    supported = answer.status == "supported"
    return Measures(
        hits1_strict=right,
        all_gold=all_gold(answer, gold),
        precision=precision,
        recall=recall,
        f1=2 * precision * recall / (precision + recall) if precision + recall else 0.0,
        hits1_lenient=hits_lenient(answer, gold),
        supported=supported,
        supported_right=supported and right,
        abstained=answer.status == "abstained",
        confident_wrong=supported and not right,
        path_overlap=path_overlap(answer, question.relations),
    )


def _measure_claim(answer: Answer, question: Question) -> Measures:
    """The measures of a verdict; "not enough" counts as an abstention, whatever speaks for the claim."""
    right, supported = answer.verdict == question.verdict, answer.status == "supported"
    share = float(right)
    return Measures(
        hits1_strict=right,
        all_gold=right,
        precision=share,
        recall=share,
        f1=share,
        hits1_lenient=right,
        supported=supported,
        supported_right=supported and right,
        abstained=answer.verdict == "not enough",
        confident_wrong=supported and not right,
        path_overlap=path_overlap(answer, question.relations),
    )


def hits_strict(answer: Answer, gold: Iterable[GoldItem]) -> bool:
    """Hits@1: any gold answer is among the answers; for an unanswerable question, none is given.

    An answer is right if its IRI is gold, or its value or label in plain form; numbers may differ by rounding.
    """
    wanted = list(gold)
    if not wanted:
        return not answer.answers
    return any(same_row(row, target) for row in answer.table for target in wanted)


def all_gold(answer: Answer, gold: Iterable[GoldItem]) -> bool:
    """Whether the answers are exactly the gold ones."""
    wanted = list(gold)
    return all_rows(answer.table, wanted)


def all_rows(rows: Sequence[Sequence[AnswerItem | None]], gold: Sequence[GoldItem]) -> bool:
    """Whether rows of answers, in any order, are exactly the gold ones. A row of one cell is an answer."""
    found = all(any(same_row(row, target) for row in rows) for target in gold)
    return found and all(any(same_row(row, target) for target in gold) for row in rows)


def precision_recall(answer: Answer, gold: Sequence[GoldItem]) -> tuple[float, float]:
    """Shares of right answers and of gold answers found; both 1 where none is gold and none is given."""
    if not gold or not answer.answers:
        empty = float(not gold and not answer.answers)
        return empty, empty
    right = sum(any(same_row(row, target) for target in gold) for row in answer.table)
    found = sum(any(same_row(row, target) for row in answer.table) for target in gold)
    return right / len(answer.table), found / len(gold)


def hits_lenient(answer: Answer, gold: Sequence[GoldItem]) -> bool:
    """What published figures count: a gold name anywhere in the answer or its reason, or an answer in a gold name.

    It counts "Paris" for "Paris Hilton", and a refusal that names the gold answer.
    """
    if not gold:
        return hits_strict(answer, gold)
    labels = [plain(item.label or item.value or "") for row in answer.table for item in row if item]
    text = plain(f"{', '.join(labels)} {answer.reason}")
    names = [plain(name) for target in gold for name in target.names]
    inside = any(label and label in name for label in labels for name in names)
    return hits_strict(answer, gold) or inside or any(name and name in text for name in names)


def path_overlap(answer: Answer, gold: frozenset[str]) -> float | None:
    """Share of the gold relations in what is cited, by the last part of their IRIs; None without gold ones."""
    if not gold:
        return None
    cited = {local_name(relation) for _, relation, _ in answer.cited_triples}
    wanted = {local_name(relation) for relation in gold}
    return len(wanted & cited) / len(wanted)


def same_row(row: Sequence[AnswerItem | None], target: GoldItem) -> bool:
    """Whether a row of cells is a gold answer, cell by cell; a gold answer without `cells` is a row of one.

    An empty cell (None) is only the same as an empty one.
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
