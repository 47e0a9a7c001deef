"""Entity search of ToG-R: all that the kept relations lead to is reasoned over (Think-on-Graph section 2.2)."""

from pog_agent.answering.walked_paths import targets
from pog_agent.models import PatternRef
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.progress import kept_paths
from pog_agent.state import TogState
from pog_agent.subgraph.patterns.single import walked


@Declares(shows=kept_paths, traces=("shortlist", "new_candidates"), counts="new_candidates")
async def search_entities(state: TogState, run: RunContext) -> TogState:
    """Each kept relation becomes a path that ends in everything it leads to; no call.

    Earlier paths stay to be answered from.
    """
    branches = state["branches"]
    paths = [PatternRef(key=walked(item.stem, item.step, None), score=item.score) for item in branches]
    return {
        "shortlist": [*paths, *state.get("shortlist", ())],
        "new_candidates": sum(map(len, await targets(run, branches))),
    }
