"""The schema summary of a few triples, counted one instance after the other."""

from collections.abc import Callable, Iterable
from itertools import product

from pog_agent.kg.preset import Preset, generic
from pog_agent.kg.schema.summary import (
    NO_CLASS,
    NO_CLASS_NO_LABEL,
    TAGGED,
    SchemaAttribute,
    SchemaClass,
    SchemaLink,
    SchemaName,
    SchemaNames,
    SchemaShape,
    SchemaSummary,
)
from pog_agent.terms import (
    XSD,
    Term,
    Triple,
    is_blank,
    is_literal,
    literal_datatype,
    literal_language,
    literal_value,
)

NAMED = Callable[[Term], bool]


def summary_of(triples: Iterable[Triple], named: NAMED, preset: Preset | None = None) -> SchemaSummary:
    """The summary of a graph whose labels are all ``"name"@en``; `named` are nodes that go by their IRIs."""
    return _Oracle(set(triples), named, preset or generic()).summary()


class _Oracle:
    def __init__(self, triples: set[Triple], named: NAMED, preset: Preset) -> None:
        edges = {triple for triple in triples if preset.is_edge(*triple)}
        self.named = named
        self.types = {(s, o) for s, p, o in edges if p in preset.types and is_iri(o)}
        self.parents = {(s, o) for s, p, o in edges if p in preset.subclasses and is_iri(s) and is_iri(o)}
        others = {*preset.types, *preset.subclasses}
        self.edges = {(s, p, o) for s, p, o in edges if p not in others}
        self.labelled = {s for s, p, o in triples if p in preset.labels and is_literal(o) and is_iri(s)}
        ends = {end for s, _, o in self.edges for end in (s, o) if not is_literal(end)}
        self.nodes = ends | {s for s, _ in self.types}

    def own(self, node: Term) -> set[Term]:
        classes = {c for s, c in self.types if s == node}
        return classes or {NO_CLASS if node in self.labelled else NO_CLASS_NO_LABEL}

    def all(self, node: Term) -> set[Term]:
        found = self.own(node)
        while fresh := {above for below, above in self.parents if below in found} - found:
            found |= fresh
        return found

    def classes(self) -> set[Term]:
        return {c for node in self.nodes for c in self.all(node)}

    def summary(self) -> SchemaSummary:
        links = {
            (c, p, d) for s, p, o in self.edges if not is_literal(o) for c, d in product(self.all(s), self.all(o))
        }
        attributes = {(c, p, datatype(o)) for s, p, o in self.edges if is_literal(o) for c in self.all(s)}
        relations = {p for _, p, _ in self.edges}
        return SchemaSummary.ordered(
            map(self.class_, self.classes()),
            (SchemaNames(iri=p) for p in relations),
            (self.link(*key) for key in links),
            (self.attribute(*key) for key in attributes),
            shapes=set(filter(None, map(self.shape, self.nodes))),
        )

    def shape(self, node: Term) -> SchemaShape | None:
        incoming, outgoing = {p for _, p, o in self.edges if o == node}, {p for s, p, _ in self.edges if s == node}
        if self.own(node) != {NO_CLASS_NO_LABEL} or not incoming | outgoing:
            return None
        return SchemaShape(incoming=tuple(sorted(incoming)), outgoing=tuple(sorted(outgoing)))

    def class_(self, name: Term) -> SchemaClass:
        instances = [node for node in self.nodes if name in self.all(node)]
        named = [node for node in instances if node in self.labelled or self.named(node)]
        return SchemaClass(
            iri=name,
            labels=tuple(SchemaName(text="name", language="en") for _ in self.labelled & {name}),
            instances=len(instances),
            own_instances=sum(name in self.own(node) for node in instances),
            named=len(named),
            mediator=len(named) < len(instances) / 2,
            superclasses=tuple(sorted({above for below, above in self.parents if below == name} - {name})),
        )

    def link(self, source: Term, relation: Term, target: Term) -> SchemaLink:
        edges = [
            (s, o)
            for s, p, o in self.edges
            if p == relation and not is_literal(o) and source in self.all(s) and target in self.all(o)
        ]
        return SchemaLink(
            source=source,
            relation=relation,
            target=target,
            edges=len(edges),
            sources=len({s for s, _ in edges}),
            targets=len({o for _, o in edges}),
            own_edges=sum(source in self.own(s) and target in self.own(o) for s, o in edges),
        )

    def attribute(self, source: Term, relation: Term, kind: Term) -> SchemaAttribute:
        edges = [
            (s, o)
            for s, p, o in self.edges
            if p == relation and is_literal(o) and datatype(o) == kind and source in self.all(s)
        ]
        values = sorted({o for _, o in edges})
        size = len(values)
        shown = values if size <= 3 else [values[size // 6], values[size // 2], values[size * 5 // 6]]
        extremes = extremes_of(values, kind)
        return SchemaAttribute(
            source=source,
            relation=relation,
            datatype=kind,
            edges=len(edges),
            sources=len({s for s, _ in edges}),
            values=size,
            own_edges=sum(source in self.own(s) for s, _ in edges),
            languages=tuple(sorted({literal_language(o) or "" for o in values} - {""})),
            smallest=extremes[0],
            greatest=extremes[1],
            examples=tuple(map(literal_value, shown)),
        )


def extremes_of(values: list[Term], kind: Term) -> tuple[str | None, str | None]:
    """The first and last of integers and years that are well formed."""
    readers = {XSD + "integer": int, XSD + "gYear": int}
    read = []
    for term in values if kind in readers else []:
        try:
            read.append((readers[kind](literal_value(term)), term))
        except ValueError:
            continue
    return (literal_value(min(read)[1]), literal_value(max(read)[1])) if read else (None, None)


def datatype(term: Term) -> Term:
    return TAGGED if literal_language(term) else literal_datatype(term) or XSD + "string"


def is_iri(term: Term) -> bool:
    return not is_literal(term) and not is_blank(term)
