"""The sufficiency check over paths and passages of documents. It is not in the paper."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from pog_agent.config import PogConfig
from pog_agent.models import ShownPath, SplitVerdict, Sufficiency, Summary
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.numbers import existing
from pog_agent.reasoner.replies import AsList, Number, ReplyModel, Text
from pog_agent.reasoner.reply_schema import JsonSchema, schema_of
from pog_agent.reasoner.shown import TOKENS_OF_PASSAGE, QuestionContext, ShownPassage
from pog_agent.reasoner.steps.judge_sufficiency import JudgeSufficiency, SplitReply, judged_choices
from pog_agent.reasoner.writing import passage_lines


class HybridSplitReply(SplitReply):
    """The verdict on one split question, with the passages that settle it."""

    passages: Annotated[list[Number], AsList] = Field(default_factory=list)


class HybridSufficiencyReply(ReplyModel):
    """Reply of judge_with_passages."""

    cuttable: ClassVar[frozenset[str]] = frozenset({"reason"})
    splits: Annotated[list[HybridSplitReply], AsList] = Field(default_factory=list)
    paths_suffice: bool = False
    sufficient: bool
    reason: Text = ""


@dataclass(frozen=True)
class JudgeWithPassages(LlmStep[Sufficiency]):
    """Whether paths and passages answer each split question and the question, and whether the paths alone do."""

    name = "judge_with_passages"
    reply = HybridSufficiencyReply
    reply_tokens = 170

    context: QuestionContext
    paths: tuple[ShownPath, ...]
    passages: tuple[ShownPassage, ...]
    summary: Summary

    @property
    def of_paths(self) -> JudgeSufficiency:
        """The same check without the passages."""
        return JudgeSufficiency(self.context, self.paths, self.summary)

    def values(self) -> dict[str, object]:
        """The question, the paths and the passages."""
        return {**self.of_paths.values(), "passages": passage_lines(self.passages)}

    def reply_schema(self) -> JsonSchema:
        """Judges by the split questions, paths and passages that are shown."""
        passages = [passage.number for passage in self.passages]
        choices = judged_choices(self.context, self.paths)
        return schema_of(self.reply, {**choices, "splits.passages": passages})

    def convert(self, reply: HybridSufficiencyReply) -> Converted[Sufficiency]:
        """One verdict per split question: not covered without a path or passage that exists.

        The paths alone suffice only if they settle each split question that is covered.
        """
        verdicts: dict[int, SplitVerdict] = {}
        warnings: list[str] = []
        shown = {passage.number for passage in self.passages}
        for split in reply.splits:
            cited, dropped = existing(split.paths, self.paths)
            warnings += dropped
            settled = bool(cited) or not shown.isdisjoint(split.passages)
            verdicts[split.question] = SplitVerdict(covered=split.covered and settled, paths=cited)
        questions = range(1, len(self.context.split_questions) + 1)
        splits = tuple(verdicts.get(number, SplitVerdict(covered=False)) for number in questions)
        by_paths = reply.paths_suffice and all(item.paths for item in splits if item.covered)
        value = Sufficiency(
            sufficient=reply.sufficient,
            needs_passages=reply.sufficient and not by_paths,
            splits=splits,
            reason=reply.reason.strip(),
        )
        return Converted(value, tuple(dict.fromkeys(warnings)))

    def fallback(self) -> Fallback[Sufficiency]:
        """Not sufficient."""
        return Fallback(Sufficiency(sufficient=False), "paths and passages are taken as insufficient")

    @classmethod
    def shown_tokens(cls, config: PogConfig) -> int:
        """What is shown without passages, and these."""
        return JudgeSufficiency.shown_tokens(config) + config.contexts * TOKENS_OF_PASSAGE
