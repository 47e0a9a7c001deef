"""Counts the links of a graph: edges, sources and targets by class, relation and class."""

from dataclasses import dataclass

from pog_agent.kg.adjacency import Ints
from pog_agent.kg.schema.classes import ClassExtents
from pog_agent.kg.schema.grouping import distinct_rows, summed_rows


@dataclass(frozen=True, eq=False)
class LinkCounts:
    """One row per link: numbers of class, relation and class, and the four counts of a `SchemaLink`."""

    sources: Ints
    relations: Ints
    targets: Ints
    edge_counts: Ints
    source_counts: Ints
    target_counts: Ints
    own_counts: Ints


def count_links(extents: ClassExtents, heads: Ints, relations: Ints, tails: Ints) -> LinkCounts:
    """Counts the links that distinct edges between nodes make; all edges of a relation must be given at once."""
    # Classes are counted over type sets, since nodes with the same classes count for the same links. Only for
    # distinct sources the other ends are spread over their classes first, and the same for distinct targets.
    set_of, sets = extents.set_of, extents.sets
    (source_sets, by, target_sets), edges = distinct_rows((set_of[heads], relations, set_of[tails]))
    rows, sources, own_source = sets.spread(source_sets)
    further, targets, own_target = sets.spread(target_sets[rows])
    rows = rows[further]
    edges = edges[rows]
    (sources, by, targets), (edge_counts, own_counts) = summed_rows(
        (sources[further], by[rows], targets), (edges, edges * (own_source[further] & own_target))
    )
    return LinkCounts(
        sources,
        by,
        targets,
        edge_counts,
        _distinct_ends(extents, heads, relations, tails),
        _distinct_ends(extents, tails, relations, heads, against=True),
        own_counts,
    )


def _distinct_ends(
    extents: ClassExtents, ends: Ints, relations: Ints, others: Ints, against: bool = False
) -> Ints:
    """The number of distinct `ends` of each link; `against` says that they are its targets."""
    set_of, sets = extents.set_of, extents.sets
    (nodes, by, other_sets), _ = distinct_rows((ends, relations, set_of[others]))
    rows, other_classes, _ = sets.spread(other_sets)
    (nodes, by, other_classes), _ = distinct_rows((nodes[rows], by[rows], other_classes))
    (own_sets, by, other_classes), counts = distinct_rows((set_of[nodes], by, other_classes))
    rows, own_classes, _ = sets.spread(own_sets)
    columns = (own_classes, by[rows], other_classes[rows])
    _, (sums,) = summed_rows(columns[::-1] if against else columns, (counts[rows],))
    return sums
