"""Path summarizing: the facts that matter, and a chain of thought over them (paper section 4.4)."""

from dataclasses import dataclass
from typing import ClassVar

from pog_agent.config import PogConfig
from pog_agent.models import ShownPath, Summary
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.replies import FactNumber, ReplyModel, Text
from pog_agent.reasoner.shown import TOKENS_OF_JUDGED_PATH, QuestionContext
from pog_agent.reasoner.writing import all_facts, path_lines, question_values


class SummaryReply(ReplyModel):
    """Reply of summarize_paths."""

    cuttable: ClassVar[frozenset[str]] = frozenset({"chain"})
    facts: list[FactNumber]
    chain: Text = ""


@dataclass(frozen=True)
class SummarizePaths(LlmStep[Summary]):
    """The facts that matter, by numbers, and a chain of thought. Facts are numbered from 1 within their path."""

    name = "summarize_paths"
    reply = SummaryReply
    reply_tokens = 150

    context: QuestionContext
    paths: tuple[ShownPath, ...]

    def values(self) -> dict[str, object]:
        """The question and the paths with all their facts."""
        return {**question_values(self.context), "paths": path_lines(self.paths, all_facts(self.paths))}

    def convert(self, reply: SummaryReply) -> Converted[Summary]:
        """The facts that exist, per path in the order given, and the chain."""
        counts = {path.number: len(path.facts) for path in self.paths}
        facts: dict[int, tuple[int, ...]] = {}
        unknown: list[str] = []
        for path, fact in dict.fromkeys(reply.facts):
            if 1 <= fact <= counts.get(path, 0):
                facts[path] = (*facts.get(path, ()), fact)
            else:
                unknown.append(f"{path}.{fact}")
        warnings = (f"dropped facts that do not exist: {', '.join(unknown)}",) if unknown else ()
        return Converted(Summary(chain=reply.chain.strip(), facts=facts), warnings)

    def fallback(self) -> Fallback[Summary]:
        """An empty summary."""
        return Fallback(Summary(), "the paths are used without a summary")

    def without_call(self) -> Summary | None:
        """No paths, no call."""
        return None if self.paths else Summary()

    @classmethod
    def shown_tokens(cls, config: PogConfig) -> int:
        """The kept paths with their facts."""
        return config.w_max * TOKENS_OF_JUDGED_PATH
