"""What several steps show of their updates, in a few words, for people who watch a run."""

from pog_agent.state import PogState, RunState


def new_paths(update: PogState) -> str:
    """How many candidates an exploration has found."""
    return f"{update['new_candidates']:,} new paths"


def kept_paths(update: PogState) -> str:
    """How many candidates a selection has kept."""
    return f"{len(update['shortlist'])} paths kept" if update["shortlist"] else "nothing found"


def subgraph_size(update: PogState) -> str:
    """The size of the question subgraph, after reduction where it is known."""
    sizes = update["sizes"]
    size = sizes.reduced if sizes.reduced.triples else sizes.detected
    return f"{size.entities:,} entities, {size.triples:,} triples"


def own_answer(update: RunState) -> str:
    """Whether a model without a graph has an answer."""
    return "own knowledge" if update["draft"].own_answer else "no answer"
