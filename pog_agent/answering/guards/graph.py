"""What the cited paths and the graph tell against an answer."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final

from pog_agent.answering.guards.answers import (
    answers_without_a_class_said,
    counted_numbers,
    half_periods,
    restrictions_not_asked_for,
    several_values,
)
from pog_agent.answering.guards.asking import asking_flaws
from pog_agent.answering.guards.compared import values_not_compared
from pog_agent.answering.guards.event_parts import parts_not_asked_for
from pog_agent.answering.guards.examined import Examined
from pog_agent.answering.guards.names import topics_not_named
from pog_agent.answering.guards.participants import roles_of_others
from pog_agent.answering.guards.paths import (
    against_a_paraphrase,
    members_of_narrower_classes,
    over_siblings,
    uncertain_sides,
)
from pog_agent.answering.guards.wording import wording_flaws
from pog_agent.deadline import while_in_time
from pog_agent.models import SpanReading
from pog_agent.models.findings.finding import Finding
from pog_agent.reading.alignment import Strictness
from pog_agent.run.context import RunContext

_GUARDS: Final = "guards on paths and the graph"
_OF_PATHS: Final[tuple[Callable[[Examined], Iterable[Finding]], ...]] = (
    restrictions_not_asked_for,
    over_siblings,
    counted_numbers,
    several_values,
    half_periods,
    uncertain_sides,
    against_a_paraphrase,
)
_OF_GRAPH: Final[tuple[Callable[[Examined, RunContext], Awaitable[Iterable[Finding]]], ...]] = (
    members_of_narrower_classes,
    values_not_compared,
    answers_without_a_class_said,
    roles_of_others,
    parts_not_asked_for,
)


async def walk_flaws(
    answer: Examined, spans: Sequence[SpanReading], strictness: Strictness, run: RunContext
) -> list[Finding]:
    """The findings of all guards, in the order in which they are told. Some read English words."""
    flaws = [] if run.config.topics else [*topics_not_named(answer)]
    for guard in while_in_time(_OF_PATHS, _GUARDS):
        flaws += guard(answer)
    for look in while_in_time(_OF_GRAPH, _GUARDS):
        flaws += await look(answer, run)
    if not run.reads(answer.question, answer.topics):
        return flaws
    return [*flaws, *wording_flaws(answer), *asking_flaws(answer, spans, strictness)]
