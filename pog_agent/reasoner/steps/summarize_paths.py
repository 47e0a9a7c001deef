"""Path summarizing: the facts that matter, and a chain of thought over them (paper section 4.4)."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pog_agent.config import PogConfig
from pog_agent.models import ShownPath, Summary
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.replies import WHOLE_PATH, AsList, FactNumber, ReplyModel, Text
from pog_agent.reasoner.reply_schema import JsonSchema, schema_of
from pog_agent.reasoner.shown import TOKENS_OF_JUDGED_PATH, QuestionContext
from pog_agent.reasoner.writing import all_facts, path_lines, question_values


class SummaryReply(ReplyModel):
    """Reply of summarize_paths."""

    cuttable: ClassVar[frozenset[str]] = frozenset({"chain"})
    facts: Annotated[list[FactNumber], AsList]
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

    def reply_schema(self) -> JsonSchema:
        """Names only facts that are shown."""
        facts = [f"{path.number}.{fact}" for path in self.paths for fact in range(1, len(path.facts) + 1)]
        return schema_of(self.reply, {"facts": facts})

    def convert(self, reply: SummaryReply) -> Converted[Summary]:
        """The facts per path in the order given, and the chain; None where it rests on a fact that does not exist.

        A small model that invents numbers of facts invents the facts of its chain, too.
        """
        counts = {path.number: len(path.facts) for path in self.paths}
        facts: dict[int, tuple[int, ...]] = {}
        unknown: list[str] = []
        for path, fact in reply.facts:
            own = facts.get(path, ())
            if fact == WHOLE_PATH and counts.get(path):
                facts[path] = tuple(dict.fromkeys((*own, *range(1, counts[path] + 1))))
            elif 1 <= fact <= counts.get(path, 0):
                facts[path] = tuple(dict.fromkeys((*own, fact)))
            else:
                unknown.append(str(path) if fact == WHOLE_PATH else f"{path}.{fact}")
        unknown = [*dict.fromkeys(unknown)]
        if unknown:
            return Converted(None, (f"it rests on facts that do not exist: {', '.join(unknown)}",))
        return Converted(Summary(chain=reply.chain.strip(), facts=facts))

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
