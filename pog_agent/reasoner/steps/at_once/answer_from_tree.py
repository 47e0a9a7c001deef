"""Selection, judgement and answer in one call, from the candidates as a tree. It is not in the paper."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Final

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema

from pog_agent.config import PogConfig
from pog_agent.language.lexicon import english_words
from pog_agent.models import AnswerDraft, AskedOperation, Operation, PathCitation, PatternKey, Value
from pog_agent.reading.cues import unasked_operation
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.path_tree import PathTree, TreeLine, line_code, read_line_code
from pog_agent.reasoner.replies import AsList, OwnText, ReplyModel, Text
from pog_agent.reasoner.reply_schema import JsonSchema, schema_of
from pog_agent.reasoner.shown import QuestionContext
from pog_agent.reasoner.steps.answer import unasked_in
from pog_agent.words import LANGUAGE, folded

TOKENS_OF_TREE: Final = 350
"""How many tokens a tree of candidates usually takes."""
_OPERATIONS: Final[Mapping[str, Operation]] = {
    **dict.fromkeys(("count",), "count"),
    **dict.fromkeys(("exists", "yes/no", "boolean"), "exists"),
    **dict.fromkeys(("most", "max", "largest", "latest"), "largest"),
    **dict.fromkeys(("least", "min", "smallest", "earliest"), "smallest"),
}
MOST_LINES: Final = 8
"""A reply that points at more lines points at nothing."""
_EXTREME: Final = ("largest", "smallest")
_COMPARING: Final[tuple[AskedOperation, ...]] = ("most", "least", "compare", "other")

_TO_DO: Final = r"^(list|count|exists|(most|least)( n[0-9]{1,4})?)$"


def _code_list(value: Any) -> Any:
    """Models also write one code, or several in one text."""
    if isinstance(value, str):
        value = value.replace(",", " ").split() if "{" not in value else [value]
    parts = value if isinstance(value, list) else [] if value is None else [value]
    found = [read_line_code(part) for part in parts]
    return [number for number in found if number is not None]


LineCodes = Annotated[
    list[int],
    BeforeValidator(_code_list),
    WithJsonSchema({"type": "array", "items": {"type": "string"}, "maxItems": MOST_LINES}),
]
"""Lines by their numbers, which a model writes as codes."""


def _is_true(value: Any) -> bool:
    """Models also write the word, or nothing."""
    return value is True or (isinstance(value, str) and value.strip().casefold() in ("true", "yes"))


def _lacking(missing: str) -> str:
    """Models also write that nothing is missing."""
    return "" if folded(missing).strip(" .-") in {"", *english_words("nothing_missing")} else missing


class TreeReply(ReplyModel):
    """Reply of answer_from_tree."""

    cuttable: ClassVar[frozenset[str]] = frozenset({"own_answer", "open"})
    droppable: ClassVar[frozenset[str]] = frozenset({"own_answer", "reason"})
    omittable: ClassVar[frozenset[str]] = frozenset({"some", "open", "own_answer"})
    reason: Text = ""
    answer: Annotated[list[Text], AsList] = Field(default_factory=list)
    at: LineCodes
    do: Annotated[Text, WithJsonSchema({"type": "string", "pattern": _TO_DO})] = "list"
    some: Annotated[bool, BeforeValidator(_is_true)] = False
    missing: Annotated[OwnText, AfterValidator(_lacking)] = ""
    open: LineCodes = Field(default_factory=list)
    own_answer: OwnText = ""

    @property
    def operation(self) -> Operation:
        """What code is to do with what stands at the lines."""
        first = self.do.strip().casefold().partition(" ")[0]
        return _OPERATIONS.get(first, "none")

    @property
    def compared_at(self) -> int | None:
        """The line that an extreme is decided by; None where it is the answer's own."""
        return read_line_code(self.do.strip().partition(" ")[2])


class TreeAnswer(Value):
    """An answer in terms of the patterns `keys`, which its citations number from 1.

    `missing` says what the tree does not state; the search may go on from the patterns that are `opened`.
    """

    draft: AnswerDraft = AnswerDraft()
    keys: tuple[PatternKey, ...] = ()
    missing: str = ""
    opened: tuple[PatternKey, ...] = ()

    @property
    def suffices(self) -> bool:
        """Whether the tree states all that the question asks. That nothing shows a "yes" is no "no" by itself."""
        return bool(self.draft.citations) and not self.missing


@dataclass(frozen=True)
class _Pointed:
    """The lines that a reply points at, once its names are held against them; what was wrong, and is still."""

    lines: tuple[TreeLine, ...]
    notes: tuple[str, ...] = ()
    unclear: str = ""


@dataclass(frozen=True)
class AnswerFromTree(LlmStep[TreeAnswer]):
    """The answer by the codes of lines, and in words: where both disagree, one of them is a slip.

    The words say which place is meant where they stand on one other line alone, or on one next to the line that is
    named; else the model is asked once more. `asked` is the operation that the question was read to ask for.
    """

    name = "answer_from_tree"
    reply = TreeReply
    reply_tokens = 80
    answers = True

    context: QuestionContext
    tree: PathTree
    asked: AskedOperation = "list"

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes that a reply may name."""
        return self.tree.codes

    def values(self) -> dict[str, object]:
        """The question, its claim and the tree."""
        return {
            "question": self.context.question,
            "claim": self.context.claim,
            "graph": self.tree.text,
            "language": self.context.language,
        }

    def reply_schema(self) -> JsonSchema:
        """Points only at lines that are shown."""
        return schema_of(self.reply, {"at": self.codes, "open": self.codes})

    def problem(self, reply: TreeReply) -> str:
        """Why names and codes of a reply cannot both hold, where code cannot tell which is meant."""
        return self._pointed(reply).unclear

    def convert(self, reply: TreeReply) -> Converted[TreeAnswer]:
        """The draft; lines that do not exist are dropped. None where nothing is left of a yes."""
        pointed = self._pointed(reply)
        notes = [*pointed.notes, *([pointed.unclear] if pointed.unclear else [])]
        operation, unasked = self._operation(reply)
        if unasked:
            notes.append(f"{unasked}: the cited places are taken as the answer")
        if operation == "exists" and reply.at and not pointed.lines:
            return Converted(None, tuple(notes))
        draft, keys = self._drafted(reply, operation, pointed.lines)
        missing = reply.missing.strip()
        if not draft.citations and not missing:
            missing = "no line shows it" if operation == "exists" else "no line is named"
        by_number = {line.number: line for line in self.tree.lines}
        opened = tuple(by_number[number].key for number in dict.fromkeys(reply.open) if number in by_number)
        return Converted(TreeAnswer(draft=draft, keys=keys, missing=missing, opened=opened), tuple(notes))

    def fallback(self) -> Fallback[TreeAnswer]:
        """No answer."""
        return Fallback(TreeAnswer(missing="no reply could be read"), "no answer is given", is_loss=True)

    def without_call(self) -> TreeAnswer | None:
        """No call where there is nothing new to show."""
        return None if any(line.new for line in self.tree.lines) else TreeAnswer(missing="nothing new was found")

    @classmethod
    def shown_tokens(cls, config: PogConfig) -> int:
        """The tree."""
        del config
        return TOKENS_OF_TREE

    def _operation(self, reply: TreeReply) -> tuple[Operation, str]:
        """What code is to do, and why it is not what the reply says: then nothing but to read off the places.

        An extreme has to be asked for by the words of the question, or by what it was read as.
        """
        operation = reply.operation
        unasked = unasked_in(self.context, operation)
        is_english = self.context.language == LANGUAGE
        if operation in _EXTREME and self.asked not in _COMPARING and is_english:
            found = unasked_operation(self.context.question, operation)
            unasked = found.message if found is not None else ""
        return ("none", unasked) if unasked and reply.at else (operation, "")

    def _pointed(self, reply: TreeReply) -> _Pointed:
        by_number = {line.number: line for line in self.tree.lines}
        asked = tuple(dict.fromkeys(reply.at))
        unknown = [line_code(number) for number in asked if number not in by_number]
        notes = (f"dropped lines that do not exist: {', '.join(unknown)}",) if unknown else ()
        found = _Pointed(tuple(by_number[number] for number in asked if number in by_number), notes)
        if len(found.lines) > MOST_LINES:
            return self._fewer(reply, found)
        return found if self._operation(reply)[0] in ("count", *_EXTREME) else self._agreed(reply, found)

    def _fewer(self, reply: TreeReply, found: _Pointed) -> _Pointed:
        """Those of too many lines where a name of the answer stands, if these are few."""
        names = frozenset(map(folded, reply.answer))
        naming = tuple(line for line in found.lines if not names.isdisjoint(line.names))
        what = f'"at" names {len(found.lines)} lines, where only those of the answer are meant'
        if 0 < len(naming) <= MOST_LINES:
            return replace(found, lines=naming, notes=(*found.notes, f"{what}: those with its names are taken"))
        return replace(found, lines=(), unclear=what)

    def _agreed(self, reply: TreeReply, found: _Pointed) -> _Pointed:
        """The lines where the answer's names stand, if none of these stand at the lines that are named.

        A name that no line has says nothing: it may stand where a list is cut, or be written in another way.
        """
        known = [name for name in map(folded, reply.answer) if self.tree.knows(name)]
        at = frozenset[str]().union(*(line.names for line in found.lines))
        if not known or not at.isdisjoint(known) or any(line.is_cut for line in found.lines):
            return found
        if reply.operation == "exists" and not found.lines:
            return found
        places = self.tree.standing(known)
        beside = [line for line in places if any(_are_next(line, other) for other in found.lines)]
        places = tuple(beside) if len(beside) == 1 else places
        said, named = ", ".join(reply.answer), ", ".join(line.code for line in found.lines) or "no line"
        if len(places) == 1:
            note = f"the answer {said!r} does not stand at {named}: it is taken from {places[0].code}"
            return replace(found, lines=places, notes=(*found.notes, note))
        where = " and ".join(line.code for line in places) or "several lines"
        unclear = f'the answer {said!r} does not stand at {named} but at {where}: "at" must name the line meant'
        return replace(found, unclear=unclear)

    def _drafted(
        self, reply: TreeReply, operation: Operation, lines: Sequence[TreeLine]
    ) -> tuple[AnswerDraft, tuple[PatternKey, ...]]:
        """The draft over the patterns of the lines; of an extreme, over those that reach what decides it."""
        by = next((line for line in self.tree.lines if line.number == reply.compared_at), None)
        places = [(line.key, line.position) for line in lines]
        key_position = None
        if operation in _EXTREME and by is not None and lines:
            places, key_position = _compared(lines, by)
        keys = tuple(dict.fromkeys(key for key, _ in places))
        citations = tuple(PathCitation(path=keys.index(key) + 1, position=position) for key, position in places)
        draft = AnswerDraft(
            kind={"count": "count", "exists": "boolean"}.get(operation, "entities"),
            citations=citations,
            only=_only(reply, operation, lines),
            operation=operation,
            key_position=key_position,
            own_answer=reply.own_answer.strip() or None if not citations else None,
            reason=reply.reason.strip(),
        )
        return draft, keys


def _are_next(one: TreeLine, other: TreeLine) -> bool:
    """Whether one line leads on from the other."""
    return one.above == other.number or other.above == one.number


def _compared(lines: Sequence[TreeLine], by: TreeLine) -> tuple[list[tuple[PatternKey, int]], int | None]:
    """The places on the pattern that leads on from them to what decides, and the position of that."""
    leading = [line.position for line in lines if by.key.prefix(line.position) == line.key.prefix(line.position)]
    below = [position for position in leading if position < by.position]
    if below:
        return [(by.key, position) for position in below[:1]], by.position
    return [(line.key, line.position) for line in lines], None


def _only(reply: TreeReply, operation: Operation, lines: Sequence[TreeLine]) -> tuple[str, ...]:
    """The names that are meant of more that stand there; what a yes stands on."""
    if operation in ("count", *_EXTREME) or not (reply.some or operation == "exists"):
        return ()
    wanted = set(map(folded, reply.answer))
    named = [label for line in lines for label in line.node.labels if folded(label) in wanted]
    if operation == "exists" and not named:
        named = [line.node.labels[0] for line in lines if line.node.total == 1 and line.node.kind != "topic"]
    return tuple(dict.fromkeys(named))
