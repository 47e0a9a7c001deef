"""What can be chosen on the page, and what was chosen for a question."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Annotated, Any, Final, Self, get_args

from pydantic import Field, TypeAdapter, ValidationError

from pog_agent.config import PogConfig, Strategy
from pog_agent.errors import SettingError
from pog_agent.models import ChosenReading, Paraphrase, Turn
from pog_agent.redaction import redacted
from pog_agent.systems.registry import SYSTEMS
from pog_agent.urls import is_http_url
from pog_agent.words import one_line

OFFLINE: Final = "offline"
MOST_DIGITS: Final = 9
MOST_MEANT: Final = 50
NUMBERS: Final = ("d_max", "w_max")
_MEANT: Final = TypeAdapter(Annotated[tuple[Paraphrase, ...], Field(max_length=MOST_MEANT)])
_TURNS: Final = TypeAdapter(tuple[Turn, ...])


@dataclass(frozen=True)
class Option:
    """One of several: the value that the page sends, and the words that it shows."""

    value: str
    shown: str


@dataclass(frozen=True)
class GraphOption(Option):
    """A graph; by its `key` the browser knows it again, whichever number it has then."""

    key: str


@dataclass(frozen=True)
class NumberField:
    """A setting that is a number between two bounds."""

    name: str
    value: int
    least: int
    most: int
    description: str


@dataclass(frozen=True)
class Choice:
    """A question with the system and settings that were chosen for it, the graph and the model among these.

    `earlier` are the turns of its conversation, which the browser keeps, as it keeps what somebody said there that
    words mean (`meant`). `reading` is the reading that it is asked by, where one was chosen.
    """

    question: str
    system: str
    settings: Mapping[str, Any]
    earlier: tuple[Turn, ...] = ()
    meant: tuple[Paraphrase, ...] = ()
    reading: ChosenReading | None = None


@dataclass(frozen=True)
class PersonReply:
    """What a person says to what a run shows, which waits on a thread."""

    thread: str
    reply: Any

    @classmethod
    def sent(cls, sent: object) -> Self:
        """What the page has sent. Raises `SettingError` where it is no reply."""
        if not isinstance(sent, Mapping) or not isinstance(sent.get("thread"), str):
            raise SettingError("the page sent no reply: reload it")
        return cls(sent["thread"], sent.get("reply"))


class PageChoices:
    """What the command allows to choose: its graphs, the systems, some settings, and its model or none.

    Whoever opens the page can choose among the graphs and models of the command, and name no others.
    """

    def __init__(self, graphs: Sequence[str], system: str, config: PogConfig) -> None:
        self.graphs = tuple(dict.fromkeys(graphs))
        self.system = system
        self.config = config
        self.models = tuple(dict.fromkeys((config.model, OFFLINE)))

    @property
    def graph_options(self) -> list[GraphOption]:
        """The graphs by number: their paths stay on the server as far as the names differ without."""
        names = [graph_name(graph) for graph in self.graphs]
        pairs = zip(self.graphs, names, strict=True)
        shown = [redacted(graph) if names.count(name) > 1 else name for graph, name in pairs]
        return [
            GraphOption(str(number), one_line(name), _key(graph))
            for number, (graph, name) in enumerate(zip(self.graphs, shown, strict=True))
        ]

    @property
    def model_options(self) -> list[Option]:
        """The reasoners by number."""
        words = {OFFLINE: "offline (no language model)"}
        return [Option(str(number), words.get(name, one_line(name))) for number, name in enumerate(self.models)]

    @property
    def system_options(self) -> list[Option]:
        """The systems whose settings the command gives, by name."""
        return [Option(system.name, f"{system.name}: {system.summary}") for system in SYSTEMS.values()]

    @property
    def strategies(self) -> tuple[str, ...]:
        """The strategies of the beam search."""
        return get_args(Strategy)

    @property
    def numbers(self) -> list[NumberField]:
        """The settings that are numbers."""
        return [self._number(name) for name in NUMBERS]

    def chosen(self, sent: object) -> Choice:
        """What the page has sent. Raises `SettingError` for what cannot be chosen."""
        if not isinstance(sent, Mapping):
            raise SettingError("the page sent no choices: reload it")
        question = str(sent.get("question") or "").strip()
        if not question:
            raise SettingError("there is no question: write one")
        system = str(sent.get("system") or self.system)
        settings = {name: sent[name] for name in (*NUMBERS, "strategy") if sent.get(name) not in (None, "")}
        settings |= {
            "kg": self.graph(sent.get("graph")),
            "model": _one_of(self.models, sent.get("model"), "reasoner"),
        }
        PogConfig.create({}, **settings)
        earlier, meant = _turns(sent.get("earlier", ())), _meant(sent.get("meant", ()))
        return Choice(question, system, settings, earlier, meant, _reading(sent, question))

    def graph(self, number: object) -> str:
        """The graph that was chosen, the first one without a choice. Raises `SettingError` for one not offered."""
        return _one_of(self.graphs, number, "graph")

    def _number(self, name: str) -> NumberField:
        field = PogConfig.model_fields[name]
        bounds = {type(part).__name__: part for part in field.metadata}
        return NumberField(
            name, getattr(self.config, name), bounds["Ge"].ge, bounds["Le"].le, field.description or ""
        )


def graph_name(spec: str) -> str:
    """A graph as the page calls it: the address of an endpoint, the name of a file or folder."""
    return redacted(spec) if is_http_url(spec) else PurePath(spec).name or spec


def _key(spec: str) -> str:
    """A graph without its path: other files of the same name have another key."""
    known = redacted(spec) if is_http_url(spec) else str(Path(spec).absolute())
    return sha256(known.encode()).hexdigest()[:16]


def _turns(sent: object) -> tuple[Turn, ...]:
    try:
        return _TURNS.validate_python(sent)
    except ValidationError as error:
        raise SettingError("the page sent a conversation that cannot be read: begin a new one") from error


def _meant(sent: object) -> tuple[Paraphrase, ...]:
    try:
        return _MEANT.validate_python(sent)
    except ValidationError as error:
        raise SettingError("the page sent meanings that cannot be read: begin a new conversation") from error


def _reading(sent: Mapping[Any, Any], question: str) -> ChosenReading | None:
    if sent.get("reading") is None:
        return None
    try:
        chosen = ChosenReading.model_validate(sent["reading"])
    except ValidationError as error:
        raise SettingError("the page sent a reading that cannot be read: ask the question again") from error
    if chosen.question != question:
        raise SettingError("the page sent a reading of another question: ask the question again")
    return chosen


def _one_of(known: Sequence[str], number: object, what: str) -> str:
    text = str(number if number not in (None, "") else 0)
    if not text.isdecimal() or len(text) > MOST_DIGITS or int(text) >= len(known):
        raise SettingError(f"there is no {what} {one_line(text, 40)!r} on this page: reload it")
    return known[int(text)]
