"""What the cited paths and the graph tell against an answer."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from pog_agent.answering.guards.answers import (
    answers_of_other_classes,
    answers_that_are_named,
    answers_without_a_class_said,
    classes_as_answers,
    counted_numbers,
    restrictions_not_asked_for,
    several_values,
)
from pog_agent.answering.guards.compared import values_not_compared
from pog_agent.answering.guards.event_parts import parts_not_asked_for
from pog_agent.answering.guards.examined import Examined
from pog_agent.answering.guards.names import (
    namesakes_with_the_same_step,
    topics_not_named,
)
from pog_agent.answering.guards.participants import roles_of_others
from pog_agent.answering.guards.paths import (
    against_a_paraphrase,
    against_the_wording,
    doers_not_told,
    members_of_a_class_between,
    members_of_narrower_classes,
    nameless_detours,
    other_end_asked,
    over_siblings,
    relations_united,
    uncertain_sides,
    unlike_paths,
    untold_sides,
)
from pog_agent.answering.guards.populations import stated_populations
from pog_agent.answering.guards.presents import ends_not_looked_at, pasts_not_looked_at, plans_not_spoken_of
from pog_agent.answering.guards.small_words import small_words_of_facts
from pog_agent.deadline import is_late, while_in_time
from pog_agent.models.findings.finding import Finding
from pog_agent.run.context import RunContext

_GUARDS: Final = "guards on paths and the graph"
_OF_PATHS: Final[tuple[Callable[[Examined], Iterable[Finding]], ...]] = (
    answers_that_are_named,
    restrictions_not_asked_for,
    nameless_detours,
    over_siblings,
    counted_numbers,
    several_values,
    classes_as_answers,
    unlike_paths,
    relations_united,
    members_of_a_class_between,
    doers_not_told,
    other_end_asked,
    uncertain_sides,
    untold_sides,
    against_a_paraphrase,
)
_OF_GRAPH: Final[tuple[Callable[[Examined, RunContext], Awaitable[Iterable[Finding]]], ...]] = (
    members_of_narrower_classes,
    namesakes_with_the_same_step,
    answers_of_other_classes,
    values_not_compared,
    answers_without_a_class_said,
)


async def graph_flaws(answer: Examined, run: RunContext) -> list[Finding]:
    """The findings of all guards that look at paths or at the graph, in the order in which they are told.

    Those that look for English words find none in a question of another language.
    """
    flaws = [] if run.config.topics else [*topics_not_named(answer)]
    for guard in while_in_time(_OF_PATHS, _GUARDS):
        flaws += guard(answer)
    for look in while_in_time(_OF_GRAPH, _GUARDS):
        flaws += await look(answer, run)
    if is_late(_GUARDS):
        return flaws
    relations = {step.relation for item in answer.resolution.cited for step in item.pattern.key.steps}
    flaws += await ends_not_looked_at(answer.question, relations, {topic.iri for topic in answer.topics}, run)
    flaws += await pasts_not_looked_at(answer.rest, relations, run)
    flaws += await plans_not_spoken_of(answer.rest, relations, run)
    carried = {item.value.text.casefold() for item in answer.resolution.conditions}
    flaws += await small_words_of_facts(answer.rest, relations, run, carried, named=answer.named)
    if answer.draft.operation == "count":
        flaws += await stated_populations(answer.question, answer.topics, run)
    flaws += await roles_of_others(answer, run)
    flaws += await parts_not_asked_for(answer, run)
    return flaws + await against_the_wording(answer, run)
