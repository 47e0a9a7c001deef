"""Branch reduced selection (paper section 4.3, BranchReduceSelect of Algorithm 2)."""

from pog_agent.answering.selection import choose
from pog_agent.models import PatternKey, PatternRef
from pog_agent.reasoner.steps.select_paths import SelectPaths
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.progress import kept_paths
from pog_agent.run.topics import topic_iris
from pog_agent.state import PogState
from pog_agent.subgraph.patterns.branch import heads, survivors


@Declares(
    shows=kept_paths,
    traces=("shortlist",),
    asks=SelectPaths,
    calls=lambda config: config.d_max + 1,
    counts="shortlist",
    stage="branch",
)
async def branch_reduce_select(state: PogState, run: RunContext) -> PogState:
    """Prunes whole branches: the reasoner chooses among the first D steps around each entity of the list.

    The heads of all entities form one pool. A candidate survives if for every listed entity on it one of its
    heads was chosen. The width is W2 in the three-step strategy, else W_max. Deviations from the paper: a depth
    that would leave no candidate is undone, with a warning; the list is the same for all candidates of a round,
    all topics, optional ones too, and from the supplement phase on all predictions, where the paper's is List_S
    in that phase and List_T in later ones.
    """
    three_step = run.config.strategy == "three-step"
    width = run.config.w2 if three_step else run.config.w_max
    entities = [*topic_iris(state), *(item.iri for item in state.get("supplements", ()) if item.iri)]
    refs, usage, warnings = list(state["shortlist"]), [], []
    depth = 1
    while len(refs) >= width and depth <= run.config.d_max:
        pool: dict[PatternKey, PatternRef] = {}
        for ref in refs:
            for entity in entities:
                for head in heads(ref.key, entity, depth):
                    pool.setdefault(head, PatternRef(key=head, score=ref.score))
        kept = await choose(run, state, list(pool.values()), width)
        usage += kept.usage
        warnings += kept.warnings
        left = set(survivors([ref.key for ref in refs], entities, depth, {ref.key for ref in kept.refs}))
        if left:
            refs = [ref for ref in refs if ref.key in left]
        else:
            warnings.append(f"branch selection at depth {depth} would have left no path and was undone")
        depth += 1
    if len(refs) > width:
        final = await choose(run, state, refs, width)
        refs, usage, warnings = final.refs, usage + final.usage, warnings + final.warnings
    return {"shortlist": refs, "usage": usage, "warnings": warnings}
