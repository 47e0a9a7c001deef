"""Which answers of the graph a candidate names: the same entity, or the same number, date or text."""

from collections.abc import Sequence

from pog_agent.answering.candidates.said import SaidThing
from pog_agent.answering.caveats.twins import declared_twins
from pog_agent.models import AnswerItem
from pog_agent.run.context import RunContext
from pog_agent.values import fulfils, read_text
from pog_agent.values.spellings import plain


async def matching_answers(thing: SaidThing, items: Sequence[AnswerItem], run: RunContext) -> list[AnswerItem]:
    """The answers that a candidate names: by IRI or name, as declared to be the same, or by an equal value."""
    found = [item for item in items if _is_same(thing, item)]
    if found or not thing.iris:
        return found
    iris = [item.iri for item in items if item.iri is not None]
    pairs = await declared_twins([*dict.fromkeys((*thing.iris, *iris))], run)
    twins = {term for pair in pairs if not set(thing.iris).isdisjoint(pair) for term in pair}
    return [item for item in items if item.iri in twins]


def surely_differs(thing: SaidThing, item: AnswerItem) -> bool:
    """Whether a number, date or quantity surely does not compare so with an answer."""
    return item.value is not None and _fulfils(thing, item) is False


def _is_same(thing: SaidThing, item: AnswerItem) -> bool:
    if item.iri is not None:
        return item.iri in thing.iris or (not thing.iris and plain(thing.text) == plain(item.label))
    if any(plain(thing.text) == plain(name) for name in (item.value, item.shown) if name):
        return True
    return _fulfils(thing, item) is True


def _fulfils(thing: SaidThing, item: AnswerItem) -> bool | None:
    """Whether an answer compares so with a value; a number without a unit is in that of the answer."""
    known, value = item.value or "", thing.value
    if item.unit and value.kind == "number":
        value = read_text(f"{value.text} {item.unit}")
    return fulfils(read_text(f"{known} {item.unit}" if item.unit else known), value, thing.comparator)
