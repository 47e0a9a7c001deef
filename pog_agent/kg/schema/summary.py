"""What a schema summary says: classes, the links between them and their attributes, with counts."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, Literal, TypeVar

from pog_agent.kg.iri_names import iri_text
from pog_agent.kg.names import language_rank
from pog_agent.kg.schema.classes import upward_closure
from pog_agent.models import Value
from pog_agent.terms import RDF, XSD, Term, local_name
from pog_agent.words import folded

NO_CLASS: Final = "no class"
"""Stands for the class of all nodes that have a label but no class."""
NO_CLASS_NO_LABEL: Final = "no class, no label"
"""Stands for the class of all nodes that have neither."""
PSEUDO_CLASSES: Final = (NO_CLASS, NO_CLASS_NO_LABEL)
MOST_EXAMPLES: Final = 3

STRING: Final = XSD + "string"
TAGGED: Final = RDF + "langString"
"""The datatype of texts with a language."""

R = TypeVar("R", "SchemaLink", "SchemaAttribute")
N = TypeVar("N", bound="SchemaNames")


class SchemaName(Value):
    """A label or alias, with its language tag if it has one."""

    text: str
    language: str | None = None


class SchemaNames(Value):
    """The names that a graph has for a class or relation, in all languages, sorted by predicate and language."""

    iri: Term
    labels: tuple[SchemaName, ...] = ()
    aliases: tuple[SchemaName, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """Labels, then aliases, each once; the words of the IRI where there are none."""
        given = tuple(dict.fromkeys(name.text for name in (*self.labels, *self.aliases)))
        return given or (self.iri if self.iri in PSEUDO_CLASSES else iri_text(self.iri),)

    def shown(self, languages: Sequence[str] = ("en",)) -> str:
        """The label in the first language that has one; the words of the IRI where there is no label."""
        best = min(self.labels, key=lambda name: language_rank(languages, name.language), default=None)
        if best is not None:
            return best.text
        return self.iri if self.iri in PSEUDO_CLASSES else iri_text(self.iri)


class SchemaClass(SchemaNames):
    """A class, or one of the `PSEUDO_CLASSES`.

    `instances` are the distinct instances of the class and its subclasses, `own_instances` those that have the
    class itself as a type, `named` those of the instances that have a name. Instances of a `mediator` mostly have
    none: they stand for statements, and a path leads through them. `superclasses` are the direct ones. `sampled`
    is the number of instances that links and attributes were counted of; None means all of them.
    """

    instances: int
    own_instances: int
    named: int
    mediator: bool = False
    superclasses: tuple[Term, ...] = ()
    sampled: int | None = None


class SchemaLink(Value):
    """A relation from instances of one class to instances of another.

    Counted are distinct edges, sources and targets, instances of subclasses included. `own_edges` are the edges
    whose ends both have the classes themselves as types.
    """

    source: Term
    relation: Term
    target: Term
    edges: int
    sources: int
    targets: int
    own_edges: int


class SchemaAttribute(Value):
    """A relation from instances of a class to literals of one datatype (`TAGGED` for texts with a language).

    Counted are distinct edges, sources and values. `units` are the units that quantities are converted to.
    `smallest` and `greatest` are the lexical forms of numbers, quantities, dates and times, or None: values of
    several units have no order, and what the datatype does not allow is left out. `examples` are spread evenly
    over the values in code point order.
    """

    source: Term
    relation: Term
    datatype: Term
    edges: int
    sources: int
    values: int
    own_edges: int
    languages: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    smallest: str | None = None
    greatest: str | None = None
    examples: tuple[str, ...] = ()


SchemaUnitSource = Literal["statement", "name", "description"]


class SchemaUnit(Value):
    """The unit or currency that all numbers of a relation are in, and what of the relation says so."""

    relation: Term
    unit: str
    source: SchemaUnitSource


class SchemaUnitTerm(Value):
    """How a graph names a unit: an IRI or a literal, with its label. `unit` is empty if it is not known."""

    term: Term
    label: str
    unit: str


class SchemaQuantity(Value):
    """A relation that leads to nameless nodes with a number and a unit (`schema:QuantitativeValue`).

    `number` and `unit` are the relations of these nodes to both, `units` all that `unit` leads to there. With
    `is_complete`, each node has exactly one number and one unit; with `is_plain`, nothing else but further units.
    """

    relation: Term
    number: Term
    unit: Term
    units: tuple[SchemaUnitTerm, ...]
    is_complete: bool
    is_plain: bool


class SchemaShape(Value):
    """The relations that lead to and from some nodes with neither class nor label, which have just these."""

    incoming: tuple[Term, ...]
    outgoing: tuple[Term, ...]


class SchemaSummary(Value):
    """Classes, relations, links and attributes of a graph, in an order that depends on their content alone.

    Edges between a node and its class, or a class and its superclass, are no links. `units` are those of
    attributes, `quantities` the links to numbers with a unit of their own. `shapes` tell which relations meet at
    nodes with neither class nor label; there are none where this is not known. `warnings` say what was not
    counted, or only of a sample.
    """

    classes: tuple[SchemaClass, ...] = ()
    relations: tuple[SchemaNames, ...] = ()
    links: tuple[SchemaLink, ...] = ()
    attributes: tuple[SchemaAttribute, ...] = ()
    warnings: tuple[str, ...] = ()
    units: tuple[SchemaUnit, ...] = ()
    quantities: tuple[SchemaQuantity, ...] = ()
    shapes: tuple[SchemaShape, ...] = ()

    @classmethod
    def ordered(
        cls,
        classes: Iterable[SchemaClass],
        relations: Iterable[SchemaNames],
        links: Iterable[SchemaLink],
        attributes: Iterable[SchemaAttribute],
        warnings: Iterable[str] = (),
        *,
        units: Iterable[SchemaUnit] = (),
        quantities: Iterable[SchemaQuantity] = (),
        shapes: Iterable[SchemaShape] = (),
    ) -> "SchemaSummary":
        """A summary of these parts: classes by falling number of instances, all else by IRI."""
        return cls(
            classes=tuple(sorted(classes, key=lambda item: (-item.instances, item.iri))),
            relations=tuple(sorted(relations, key=lambda item: item.iri)),
            links=tuple(sorted(links, key=lambda item: (item.source, item.relation, item.target))),
            attributes=tuple(sorted(attributes, key=lambda item: (item.source, item.relation, item.datatype))),
            warnings=tuple(warnings),
            units=tuple(sorted(units, key=lambda item: item.relation)),
            quantities=tuple(sorted(quantities, key=lambda item: (item.relation, item.number, item.unit))),
            shapes=tuple(sorted(shapes, key=lambda item: (item.incoming, item.outgoing))),
        )

    @property
    def has_classes(self) -> bool:
        """Whether the graph has any class at all."""
        return any(item.iri not in PSEUDO_CLASSES for item in self.classes)

    def class_of(self, iri: Term) -> SchemaClass | None:
        """The class with this IRI; None if the graph has no instance of it."""
        return self._classes.get(iri)

    def names_of(self, relation: Term) -> SchemaNames:
        """The names of a relation."""
        return self._relations.get(relation) or SchemaNames(iri=relation)

    def with_aliases(self, aliases: Mapping[Term, Sequence[SchemaName]]) -> "SchemaSummary":
        """The same with further names of its classes and relations."""
        if not aliases:
            return self
        return self.model_copy(
            update={
                "classes": tuple(_with_aliases(item, aliases.get(item.iri, ())) for item in self.classes),
                "relations": tuple(_with_aliases(item, aliases.get(item.iri, ())) for item in self.relations),
            }
        )

    def links_from(self, iri: Term) -> tuple[SchemaLink, ...]:
        """The links out of a class."""
        return self._outgoing.get(iri, ())

    def links_to(self, iri: Term) -> tuple[SchemaLink, ...]:
        """The links into a class."""
        return self._incoming.get(iri, ())

    def attributes_of(self, iri: Term) -> tuple[SchemaAttribute, ...]:
        """The attributes of a class."""
        return self._attributes.get(iri, ())

    @cached_property
    def above(self) -> Mapping[Term, frozenset[Term]]:
        """Each class with all its superclasses and itself; cycles are allowed."""
        return upward_closure(
            [item.iri for item in self.classes], {item.iri: item.superclasses for item in self.classes}
        )

    def unit_of(self, relation: Term) -> str:
        """The unit that all numbers of a relation are in; empty where it is not known."""
        return self._units.get(relation, "")

    def find_classes(self, text: str) -> tuple[SchemaClass, ...]:
        """The classes that a text names, ignoring case: by IRI, label, alias or local name; largest first."""
        exact = self.class_of(text)
        if exact is not None:
            return (exact,)
        wanted = folded(text)
        return tuple(
            item
            for item in self.classes
            if wanted in {folded(name) for name in (*item.texts, local_name(item.iri))}
        )

    def around(self, classes: Sequence[Term]) -> "SchemaSummary":
        """Some classes only, with the links out of and into them, their attributes, and the relations of these."""
        chosen = frozenset(classes)
        links = [link for link in self.links if not chosen.isdisjoint((link.source, link.target))]
        attributes = [item for item in self.attributes if item.source in chosen]
        used = {link.relation for link in links} | {item.relation for item in attributes}
        return SchemaSummary.ordered(
            (item for item in self.classes if item.iri in chosen),
            (item for item in self.relations if item.iri in used),
            links,
            attributes,
            self.warnings,
            units=(item for item in self.units if item.relation in used),
            quantities=(item for item in self.quantities if item.relation in used),
        )

    @cached_property
    def _classes(self) -> Mapping[Term, SchemaClass]:
        return {item.iri: item for item in self.classes}

    @cached_property
    def _relations(self) -> Mapping[Term, SchemaNames]:
        return {item.iri: item for item in self.relations}

    @cached_property
    def _units(self) -> Mapping[Term, str]:
        return {item.relation: item.unit for item in self.units}

    @cached_property
    def _outgoing(self) -> Mapping[Term, tuple[SchemaLink, ...]]:
        return _by(self.links, "source")

    @cached_property
    def _incoming(self) -> Mapping[Term, tuple[SchemaLink, ...]]:
        return _by(self.links, "target")

    @cached_property
    def _attributes(self) -> Mapping[Term, tuple[SchemaAttribute, ...]]:
        return _by(self.attributes, "source")


def _with_aliases(named: N, aliases: Sequence[SchemaName]) -> N:
    more = dict.fromkeys([*named.aliases, *aliases])
    return named.model_copy(update={"aliases": tuple(more)}) if aliases else named


def is_mediator(instances: int, named: int) -> bool:
    """Whether most instances of a class have no name."""
    return 2 * named < instances


def _by(items: Iterable[R], end: str) -> Mapping[Term, tuple[R, ...]]:
    found: defaultdict[Term, list[R]] = defaultdict(list)
    for item in items:
        found[getattr(item, end)].append(item)
    return {iri: tuple(own) for iri, own in found.items()}
