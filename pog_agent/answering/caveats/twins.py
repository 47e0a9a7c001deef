"""Things that an answer lists or counts apart although the graph declares them to be the same."""

from collections.abc import Sequence
from itertools import pairwise, permutations

from pog_agent.answering.shown_paths import term_labels
from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.base import SAME_AS, TwinsKnown
from pog_agent.models import Answer
from pog_agent.run.context import RunContext
from pog_agent.terms import Term, is_iri

MOST_PAIRED = 20
"""Of so many things any other store than a compiled graph is asked, pair by pair."""
MOST_NAMED = 3


async def with_twins(answer: Answer, run: RunContext) -> Answer:
    """The answer, with a warning where some of its things are declared to be the same: nothing is merged."""
    things = _things_of(answer)
    if len(things) < 2:
        return answer
    try:
        pairs = await declared_twins(things, run)
        note = await _note(pairs, run) if pairs else ""
    except GraphUnavailableError as error:
        note = f"whether some of the things are declared to be the same could not be looked up: {error}"
    return answer.model_copy(update={"warnings": (*answer.warnings, note)}) if note else answer


def _things_of(answer: Answer) -> list[Term]:
    """What an answer lists; of a count what stands in its evidence."""
    if answer.kind == "count":
        cited = [path.triples for path in answer.paths] + [item.triples for item in answer.computations]
        terms = [term for triples in cited for head, _, tail in triples for term in (head, tail)]
    else:
        cells = [*answer.answers, *(cell for row in answer.rows for cell in row if cell is not None)]
        terms = [cell.iri for cell in cells if cell.iri is not None]
    return [term for term in dict.fromkeys(terms) if is_iri(term)]


async def declared_twins(things: Sequence[Term], run: RunContext) -> list[tuple[Term, Term]]:
    """The pairs that are declared to be the same, or the same as a third thing."""
    if isinstance(run.kg, TwinsKnown):
        found = await run.kg.same_as(things)
        known_as: dict[Term, list[Term]] = {}
        for thing in things:
            for twin in {thing, *found.get(thing, ())}:
                known_as.setdefault(twin, []).append(thing)
        same = (pair for things in known_as.values() for pair in pairwise(things))
        return [*dict.fromkeys(same)]
    pairs = [*permutations(things[:MOST_PAIRED], 2)]
    there = await run.kg.contains([(one, SAME_AS, other) for one, other in pairs])
    return [pair for pair, is_there in zip(pairs, there, strict=True) if is_there]


async def _note(pairs: Sequence[tuple[Term, Term]], run: RunContext) -> str:
    labels = await term_labels(run, [term for pair in pairs[:MOST_NAMED] for term in pair])
    named = [" and ".join(f"{labels[term]} <{term}>" for term in pair) for pair in pairs[:MOST_NAMED]]
    more = f" and {len(pairs) - MOST_NAMED} more pairs" if len(pairs) > MOST_NAMED else ""
    return f"the graph declares things to be the same that are listed or counted apart: {', '.join(named)}{more}"
