"""Questions with the replies that a chat model gives to them, right and erring, as files keep them."""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field

from pog_agent.evaluation.data.gold import GoldItem
from pog_agent.models import AnswerKind, Operation
from pog_agent.models.value import Value

FOLDER = Path(__file__).parent
NAMES = tuple(sorted(file.stem for file in FOLDER.glob("*.jsonl")))
MISREAD = tuple(f"misread/{file.stem}" for file in sorted(FOLDER.glob("misread/*.jsonl")))
"""Sets whose wrong replies give paraphrases that share their misreading."""
FOREIGN = tuple(f"foreign/{file.stem}" for file in sorted(FOLDER.glob("foreign/*.jsonl")))
"""Sets of German, French and Spanish questions, of the same kind."""
BUNDLED = FOLDER.parents[1] / "pog_agent" / "demo" / "world.ttl"

RIGHT = "right"
Half = Literal["odd", "even"]


class ModelReply(Value):
    """What a model says in the steps of one run; what is left out, the question says.

    A path is named by its text without position numbers: ``{Lund} <- crosses - {?} - opened -> {#}`` cites the
    position of ``?`` and compares at that of ``#``; ``*`` stands for anything. `cites` are the paths of the
    answer; `beside` are selected and judged with them, but not cited. `covers` names for each split question the
    paths that settle it, counted from 1 over `cites` and `beside`; without it all paths settle all of them.
    `at_once` calls the first paths sufficient, whatever they are. With `predictions` nothing suffices before these
    were asked for. `copied` names steps that repeat an example of their prompt, by the example's number.
    """

    kind: str
    paraphrases: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    topics: tuple[str, ...] | None = None
    splits: tuple[str, ...] | None = None
    cites: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    covers: tuple[tuple[int, ...], ...] = ()
    answer_kind: AnswerKind = "entities"
    operation: Operation = "none"
    only: tuple[str, ...] = ()
    own: str | None = None
    predictions: tuple[str, ...] = ()
    at_once: bool = False
    copied: dict[str, int] = Field(default_factory=dict)


class ErringQuestion(Value):
    """A question, its gold answers and the query that yields them, and replies to it.

    Without a query the graph has no answer, and none is right. `topics` are the mentions that a good model finds.
    """

    id: str
    question: str
    type: str
    topics: tuple[str, ...]
    splits: tuple[str, ...] = ()
    answers: tuple[GoldItem, ...]
    sparql: str | None
    note: str = ""
    replies: tuple[ModelReply, ...]

    def completed(self, reply: ModelReply) -> ModelReply:
        """The reply with what a good model gives before it errs: topics, split questions, paraphrases."""
        return reply.model_copy(
            update={
                "paraphrases": reply.paraphrases or paraphrases().get(self.question, {}),
                "topics": self.topics if reply.topics is None else reply.topics,
                "splits": (self.splits or (self.question,)) if reply.splits is None else reply.splits,
            }
        )


@cache
def paraphrases() -> dict[str, dict[str, tuple[str, ...]]]:
    """The paraphrases of each question, written by someone who saw the questions alone."""
    found: dict[str, dict[str, tuple[str, ...]]] = json.loads((FOLDER / "paraphrases.json").read_text("utf-8"))
    return found


def graph_file(name: str) -> Path:
    """The graph of a set: beside its questions, that of the everyday questions of the name, or the bundled one."""
    graph = name.rpartition("/")[2]
    files = (FOLDER / f"{graph}.ttl", FOLDER.parent / "everyday" / graph / "kg.ttl")
    return next((file for file in files if file.exists()), BUNDLED)


def read_scenarios(name: str, half: Half | None = None) -> list[ErringQuestion]:
    """The questions of a set: all, or those on odd or even lines. Raises `ValidationError` for a bad line."""
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    chosen: Iterable[str] = lines if half is None else lines[0 if half == "odd" else 1 :: 2]
    return [ErringQuestion.model_validate_json(line) for line in chosen]
