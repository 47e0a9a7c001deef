"""The measures of an answer: whether it is right, how near it is, and what papers count as a hit."""

from collections.abc import Iterable, Sequence

from pydantic import BaseModel, ConfigDict, computed_field

from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.data.gold import GoldItem
from pog_agent.evaluation.measures.judgement import Judgement, judgement, same_row
from pog_agent.models import Answer
from pog_agent.terms import local_name
from pog_agent.values.spellings import plain


class Measures(BaseModel):
    """The measures of one answer; what is not a number is 0 or 1 when it is averaged.

    `judged` is what it is beside the gold answers, and decides alone whether it is right. `confident_wrong` is a
    supported answer that is wrong; `path_overlap` the share of the gold query's relations that the cited paths
    have, None where the gold relations are unknown.
    """

    model_config = ConfigDict(frozen=True)

    judged: Judgement
    hits1_strict: bool = False
    precision: float = 0.0
    recall: float = 0.0
    f1: float = 0.0
    hits1_lenient: bool = False
    supported: bool = False
    abstained: bool = False
    path_overlap: float | None = None

    @computed_field  # type: ignore[prop-decorator]
    @property
    def right(self) -> bool:
        """Whether exactly the gold answers were given."""
        return self.judged == "right"

    @computed_field  # type: ignore[prop-decorator]
    @property
    def supported_right(self) -> bool:
        """Whether the answer is supported, and right."""
        return self.supported and self.right

    @computed_field  # type: ignore[prop-decorator]
    @property
    def confident_wrong(self) -> bool:
        """Whether the answer is supported, and wrong."""
        return self.supported and not self.right


def measure(answer: Answer, question: Question) -> Measures:
    """All measures of an answer. A claim is right or wrong by its verdict alone.

    "Not enough" counts as an abstention, whatever speaks for the claim.
    """
    gold, judged = question.answers, judgement(answer, question)
    claimed = answer.verdict is not None
    hit = judged == "right" if claimed else hits_strict(answer, gold)
    precision, recall = (float(hit), float(hit)) if claimed else precision_recall(answer, gold)
    return Measures(
        judged=judged,
        hits1_strict=hit,
        precision=precision,
        recall=recall,
        f1=2 * precision * recall / (precision + recall) if precision + recall else 0.0,
        hits1_lenient=hit if claimed else hits_lenient(answer, gold),
        supported=answer.status == "supported",
        abstained=answer.verdict == "not enough" if claimed else answer.status == "abstained",
        path_overlap=path_overlap(answer, question.relations),
    )


def hits_strict(answer: Answer, gold: Iterable[GoldItem]) -> bool:
    """Hits@1: any gold answer is among the answers; for an unanswerable question, none is given."""
    wanted = list(gold)
    if not wanted:
        return not answer.answers
    return any(same_row(row, target) for row in answer.table for target in wanted)


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
