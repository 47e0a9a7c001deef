"""What a schema tells of classes by their labels: the superclasses of what stands on paths, and who is somebody.

A tree is a plant, so the question for plants asks for it. Who has a date of birth is somebody.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pog_agent.kg.base import IndexedGraph
from pog_agent.models import ShownNode, ShownPath
from pog_agent.reading.answer_type import is_had_by_people
from pog_agent.run.context import RunContext


@dataclass(frozen=True)
class KnownClasses:
    """What the schema of a graph tells of its classes, by their labels in lower case.

    `above` has the labels of all superclasses of a class, `labels` are those of all classes. Some members of the
    classes of `people` have a date of birth or a profession.
    """

    above: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    people: frozenset[str] = frozenset()
    labels: frozenset[str] = frozenset()

    def widened(self, kinds: Iterable[str]) -> tuple[str, ...]:
        """Classes by their labels, and behind them their superclasses."""
        given = tuple(kinds)
        return tuple(
            dict.fromkeys([*given, *(wide for kind in given for wide in self.above.get(kind.casefold(), ()))])
        )

    def with_superclasses(self, paths: Sequence[ShownPath]) -> tuple[ShownPath, ...]:
        """The paths with the superclasses of all classes on them."""
        return tuple(
            path.model_copy(update={"nodes": tuple(self._widened_node(node) for node in path.nodes)})
            for path in paths
        )

    def _widened_node(self, node: ShownNode) -> ShownNode:
        types = self.widened(node.types)
        return node if types == node.types else node.model_copy(update={"types": types})


async def known_classes(run: RunContext) -> KnownClasses:
    """What the schema of a graph on this machine tells; nothing of an endpoint. Raises `GraphUnavailableError`."""
    schema = await run.graph_schema() if isinstance(run.kg, IndexedGraph) else None
    if schema is None:
        return KnownClasses()
    summary, languages = schema.summary, run.config.language_list
    names = {item.iri: item.shown(languages) for item in summary.classes}
    above: dict[str, list[str]] = {}
    for iri, wider in summary.above.items():
        own = names.get(iri, "").casefold()
        above.setdefault(own, []).extend(sorted(names[other] for other in wider - {iri} if other in names))
    said = {item.relation: " ".join(summary.names_of(item.relation).texts) for item in summary.attributes}
    of_people = {relation for relation, text in said.items() if is_had_by_people(text)}
    people = frozenset(
        names[item.source].casefold()
        for item in summary.attributes
        if item.relation in of_people and item.source in names
    )
    labels = frozenset(name.casefold() for name in names.values())
    return KnownClasses({own: tuple(found) for own, found in above.items()}, people, labels)
