"""The sufficiency check: whether the paths answer each split question and the question (paper section 4.4)."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from pog_agent.config import PogConfig
from pog_agent.models import ShownPath, SplitVerdict, Sufficiency, Summary
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.numbers import existing
from pog_agent.reasoner.replies import AsList, Number, PathNumbers, ReplyModel, Text
from pog_agent.reasoner.reply_schema import Choices, JsonSchema, schema_of
from pog_agent.reasoner.shown import TOKENS_OF_JUDGED_PATH, QuestionContext
from pog_agent.reasoner.writing import evidence_values, question_values


class SplitReply(ReplyModel):
    """The verdict on one split question."""

    question: Number
    covered: bool
    paths: PathNumbers = Field(default_factory=list)


class SufficiencyReply(ReplyModel):
    """Reply of judge_sufficiency."""

    cuttable: ClassVar[frozenset[str]] = frozenset({"reason"})
    splits: Annotated[list[SplitReply], AsList] = Field(default_factory=list)
    sufficient: bool
    reason: Text = ""


@dataclass(frozen=True)
class JudgeSufficiency(LlmStep[Sufficiency]):
    """Whether the paths answer each split question and the question."""

    name = "judge_sufficiency"
    reply = SufficiencyReply
    reply_tokens = 150

    context: QuestionContext
    paths: tuple[ShownPath, ...]
    summary: Summary

    def values(self) -> dict[str, object]:
        """The question and the evidence."""
        evidence = evidence_values(self.paths, self.summary)
        return {**question_values(self.context), **evidence, "claim": self.context.claim}

    def reply_schema(self) -> JsonSchema:
        """Judges by the split questions and paths that are shown."""
        return schema_of(self.reply, judged_choices(self.context, self.paths))

    def convert(self, reply: SufficiencyReply) -> Converted[Sufficiency]:
        """One verdict per split question: not covered where the reply has none or cites no path that exists."""
        verdicts: dict[int, SplitVerdict] = {}
        warnings: list[str] = []
        for split in reply.splits:
            cited, dropped = existing(split.paths, self.paths)
            warnings += dropped
            verdicts[split.question] = SplitVerdict(covered=split.covered and bool(cited), paths=cited)
        questions = range(1, len(self.context.split_questions) + 1)
        splits = tuple(verdicts.get(number, SplitVerdict(covered=False)) for number in questions)
        value = Sufficiency(sufficient=reply.sufficient, splits=splits, reason=reply.reason.strip())
        return Converted(value, tuple(dict.fromkeys(warnings)))

    def fallback(self) -> Fallback[Sufficiency]:
        """Not sufficient."""
        return Fallback(Sufficiency(sufficient=False), "the paths are taken as insufficient")

    def without_call(self) -> Sufficiency | None:
        """No paths, no call."""
        return None if self.paths else Sufficiency(sufficient=False)

    @classmethod
    def shown_tokens(cls, config: PogConfig) -> int:
        """The kept paths with their facts."""
        return config.w_max * TOKENS_OF_JUDGED_PATH


def judged_choices(context: QuestionContext, paths: tuple[ShownPath, ...]) -> Choices:
    """The split questions and paths that a verdict may name."""
    return {
        "splits.question": range(1, len(context.split_questions) + 1),
        "splits.paths": [path.number for path in paths],
    }
