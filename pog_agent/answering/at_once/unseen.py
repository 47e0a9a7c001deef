"""Which candidates a round shows as a tree that no earlier round has shown."""

from collections.abc import Collection

from pog_agent.kg.base import SummarizedGraph
from pog_agent.run.context import RunContext
from pog_agent.state import PogState, SeenTrees
from pog_agent.subgraph.exploration.candidates import Candidates
from pog_agent.terms import RDF_TYPE
from pog_agent.words import folded


async def unseen(patterns: Candidates, state: PogState, run: RunContext) -> Candidates:
    """The candidates that are new; of these, where there are any, those below the lines that were opened.

    What goes on over the class of something tells nothing that was asked, unless the reading follows such a
    relation.
    """
    seen = state.get("seen") or SeenTrees()
    fresh = patterns.without(seen.shown, await _idle_relations(state, run))
    opened = fresh.below(seen.opened) if seen.opened else Candidates()
    return opened if len(opened) else fresh


def class_relations(run: RunContext) -> Collection[str]:
    """The relations that lead to the class of something."""
    return run.kg.preset.types if isinstance(run.kg, SummarizedGraph) else (RDF_TYPE,)


async def _idle_relations(state: PogState, run: RunContext) -> Collection[str]:
    """The relations to classes; none where what is asked for is at the end of one."""
    relations = class_relations(run)
    reading = state.get("question_reading")
    ends = {folded(way.relations[-1]) for way in (reading.ways if reading is not None else ()) if way.relations}
    words = await run.relation_labels([*relations])
    return () if ends.intersection(map(folded, words.values())) else relations
