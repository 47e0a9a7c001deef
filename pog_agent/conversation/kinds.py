"""What the graph tells of the things that a conversation was about: their classes, people and places, gender."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal, get_args

from pog_agent.deadline import while_in_time
from pog_agent.language.lexicon import english_words
from pog_agent.models import Referent
from pog_agent.ranking.encoder import Encoder
from pog_agent.reading.answer_type import answers_who_or_where, is_called
from pog_agent.run.context import RunContext
from pog_agent.terms import is_iri, is_literal, literal_value
from pog_agent.words import folded

CLEARLY: Final = 0.15
EDGES_READ: Final = 200
Gender = Literal["female", "male", ""]


@dataclass(frozen=True)
class ThingKind:
    """The classes of a thing, by IRI and label, and its gender, as far as the graph tells.

    `is_person` and `is_place` are None where the classes do not tell.
    """

    classes: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    is_person: bool | None = None
    is_place: bool | None = None
    gender: Gender = ""

    def shares_class(self, other: "ThingKind") -> bool | None:
        """Whether both are of one class; None where one has none."""
        if not self.classes or not other.classes:
            return None
        return not set(self.classes).isdisjoint(other.classes)

    def is_named(self, noun: str) -> bool:
        """Whether a noun is the label of one of the classes."""
        return is_called(noun, self.labels)

    @cached_property
    def label(self) -> str:
        """The label of the first class, empty where there is none."""
        return next(iter(self.labels), "")


class ThingKinds:
    """Looks up kinds once for each thing of one question."""

    def __init__(self, run: RunContext) -> None:
        self._run = run
        self._known: dict[str, ThingKind] = {}

    async def of(self, iri: str) -> ThingKind:
        """The kind of a thing that was looked up, or is now."""
        await self.look_up([iri])
        return self._known[iri]

    async def look_up(self, iris: Iterable[str]) -> None:
        """Looks up all that are not known yet at once. Raises `GraphUnavailableError`.

        Whether something is a person or a place is left open where there is no time to see it.
        """
        new = [iri for iri in dict.fromkeys(iris) if iri not in self._known]
        if not new:
            return
        run = self._run
        types = {iri: [kind for kind in kinds if is_iri(kind)] for iri, kinds in (await run.kg.types(new)).items()}
        labels = await run.labels({kind for kinds in types.values() for kind in kinds})
        found: dict[tuple[str, ...], ThingKind] = {}
        for iri in new:
            kinds = tuple(types.get(iri, ()))
            found[kinds] = self._known[iri] = ThingKind(
                kinds, tuple(labels[one] for one in kinds if one in labels)
            )
        read = {
            kinds: _with_sort(kind, run.encoder)
            for kinds, kind in while_in_time(found.items(), "kinds of things spoken of")
        }
        self._known.update((iri, read.get(self._known[iri].classes, self._known[iri])) for iri in new)

    async def gender_of(self, referent: Referent) -> Gender:
        """The gender that the graph states of a thing, empty where it states none or several."""
        around = await self._run.kg.neighbors([referent.iri], limit=EDGES_READ)
        stated = [(relation, tail) for head, relation, tail in around.triples if head == referent.iri]
        words = await self._run.relation_labels(sorted({relation for relation, _ in stated}))
        ends = [tail for relation, tail in stated if folded(words[relation]) in english_words("of_gender")]
        labels = await self._run.kg.labels([end for end in ends if not is_literal(end)], ("en",))
        said = {folded(literal_value(end) if is_literal(end) else labels.get(end, "")) for end in ends}
        found = [gender for gender in get_args(Gender) if gender and said & english_words(gender)]
        return found[0] if len(found) == 1 else ""

    async def common_class(self, referents: Sequence[Referent]) -> str:
        """The label of the first class that all have, empty where there is none."""
        await self.look_up(item.iri for item in referents)
        kinds = [self._known[item.iri] for item in referents]
        if not kinds:
            return ""
        shared = set(kinds[0].labels).intersection(*(kind.labels for kind in kinds[1:]))
        return next((label for label in kinds[0].labels if label in shared), "")


def _with_sort(kind: ThingKind, encoder: Encoder) -> ThingKind:
    """A kind with people and places told by the names of its classes: what is neither clearly is left open."""
    if not kind.labels:
        return kind
    names = [folded(label) for label in kind.labels]
    vectors = encoder.encode(names)
    sorts = [encoder.encode(sorted(english_words(sort))) for sort in ("person", "other_than_person")]
    person, other = (float((vectors @ sort.T).max()) for sort in sorts)
    answers_who = answers_who_or_where(("person",), names, encoder)
    answers_where = answers_who_or_where(("place",), names, encoder)
    is_person: bool | None = None
    if answers_who and person > other:
        is_person = True
    elif other - person > (CLEARLY if answers_who else 0):
        is_person = False
    return replace(kind, is_person=is_person, is_place=answers_where)
