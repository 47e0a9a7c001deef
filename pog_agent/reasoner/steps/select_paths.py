"""Precise path selection: the paths most likely to hold the answer (paper section 4.3)."""

from dataclasses import dataclass
from typing import ClassVar

from pog_agent.config import PogConfig
from pog_agent.models import ShownPath
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.numbers import existing
from pog_agent.reasoner.replies import PathNumbers, ReplyModel
from pog_agent.reasoner.reply_schema import JsonSchema, schema_of
from pog_agent.reasoner.shown import TOKENS_OF_CANDIDATE, QuestionContext
from pog_agent.reasoner.writing import path_lines, question_values


class SelectionReply(ReplyModel):
    """Reply of select_paths."""

    list_field: ClassVar[str | None] = "selected"
    cuttable: ClassVar[frozenset[str]] = frozenset({"selected", "reason"})
    selected: PathNumbers


@dataclass(frozen=True)
class SelectPaths(LlmStep[tuple[int, ...]]):
    """Numbers of the best `width` paths, best first."""

    name = "select_paths"
    reply = SelectionReply
    reply_tokens = 30
    exploring = True

    context: QuestionContext
    paths: tuple[ShownPath, ...]
    width: int

    def values(self) -> dict[str, object]:
        """The question and the candidates."""
        return {**question_values(self.context), "paths": path_lines(self.paths), "width": self.width}

    def reply_schema(self) -> JsonSchema:
        """At most `width` numbers that are shown."""
        schema = schema_of(self.reply, {"selected": [path.number for path in self.paths]})
        schema["properties"]["selected"]["maxItems"] = self.width
        return schema

    def convert(self, reply: SelectionReply) -> Converted[tuple[int, ...]]:
        """The numbers that exist, at most `width`; None when there are none."""
        kept, warnings = existing(reply.selected, self.paths)
        return Converted(kept[: self.width] or None, (*warnings, *(() if kept else ("no path selected",))))

    def fallback(self) -> Fallback[tuple[int, ...]]:
        """The first `width` paths in the order given."""
        ranked = tuple(path.number for path in self.paths[: self.width])
        return Fallback(ranked, "the order of the ranking is kept")

    def without_call(self) -> tuple[int, ...] | None:
        """No paths, no call."""
        return None if self.paths else ()

    @classmethod
    def shown_tokens(cls, config: PogConfig) -> int:
        """As many candidates as fuzzy selection keeps."""
        return config.w1 * TOKENS_OF_CANDIDATE
