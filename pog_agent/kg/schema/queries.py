"""SPARQL text of the schema summary: pure functions to read-only queries that count by class and relation."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pog_agent.kg.preset import Preset
from pog_agent.kg.sparql.query import Select, any_edge, outside
from pog_agent.kg.sparql.terms import write_iri, write_text
from pog_agent.terms import RDF, Term


@dataclass(frozen=True)
class EndPattern:
    """What binds one end of an edge and its class, in the query before and after the edge."""

    before: str = ""
    after: str = ""


@dataclass(frozen=True)
class UsedVocabulary:
    """The predicates of classes and labels that the graph has, and the preset that they are from."""

    preset: Preset
    types: tuple[Term, ...]
    labels: tuple[Term, ...]


def class_sizes(used: UsedVocabulary, most: int) -> str:
    """Columns c, n: the classes with the most nodes that have them as a type, and the numbers of these."""
    where = f"?s {_path(used.types)} ?c . {_is_class(used, 'c')}{outside('s', used.preset.skip_nodes)}"
    counted = f"SELECT ?c (COUNT(DISTINCT ?s) AS ?n) WHERE {{ {where} }} GROUP BY ?c"
    return f"{counted} ORDER BY DESC(?n) ?c LIMIT {int(most)}"


def some_types(used: UsedVocabulary) -> Select:
    """Columns s, c: nodes and their classes."""
    return Select(("s", "c"), f"?s {_path(used.types)} ?c . {_is_class(used, 'c')}")


def superclasses(used: UsedVocabulary, classes: Sequence[Term]) -> Select:
    """Columns s, o: classes and their direct superclasses."""
    given = f"VALUES ?s {{ {' '.join(map(write_iri, classes))} }}"
    return Select(("s", "o"), f"?s {_path(used.preset.subclasses)} ?o . {_is_class(used, 'o')}", given)


def members(used: UsedVocabulary, pairs: Iterable[tuple[Term, Term]]) -> EndPattern:
    """Instances ?s of classes ?c: pairs of a type, and a class whose instances are those of the type."""
    return EndPattern(before=f"{_pairs('sc', 'c', pairs)} ?s {_path(used.types)} ?sc .")


def listed(owner: Term, instances: Sequence[Term]) -> EndPattern:
    """These instances ?s of one class ?c, which may be one of those that stand for nodes without a class."""
    return EndPattern(before=_pairs("c", "s", ((owner, instance) for instance in instances)))


def typed(used: UsedVocabulary) -> EndPattern:
    """The targets ?o with their types ?d."""
    return EndPattern(after=f"?o {_path(used.types)} ?d . {_is_class(used, 'd')}")


def inherited(used: UsedVocabulary, owner: Term, types: Sequence[Term]) -> EndPattern:
    """The targets ?o of one class ?d, whose instances have one of these types."""
    # Pairs of type and class for all classes at once, as for sources, are too much for Virtuoso.
    only = f"FILTER(?dc IN ({', '.join(map(write_iri, types))}))"
    return EndPattern(after=f"?o {_path(used.types)} ?dc . {only} BIND({write_iri(owner)} AS ?d)")


def unclassed(used: UsedVocabulary, name: str, *, labelled: bool, end: str = "s", owner: str = "c") -> EndPattern:
    """Nodes without a class that have a label, or have none; `name` is bound as their class."""
    bare = _untyped(used, end) + _label_filter(used, end, labelled)
    return EndPattern(after=f"{bare} BIND({write_text(name)} AS ?{owner})")


def sizes(used: UsedVocabulary, source: EndPattern, *, labelled: bool = False) -> Select:
    """Columns c, n: the number of instances of each class, or of those that have a label."""
    where = f"{source.before} {outside('s', used.preset.skip_nodes)}"
    where += _label_filter(used, "s", True) if labelled else ""
    return Select(("c", "n"), f"{{ SELECT ?c (COUNT(DISTINCT ?s) AS ?n) WHERE {{ {where} }} GROUP BY ?c }}")


def unclassed_size(used: UsedVocabulary, source: EndPattern) -> Select:
    """Column n: the number of nodes without a class."""
    where = f"{_at_an_edge(used)} {source.after}"
    return Select(("n",), f"{{ SELECT (COUNT(DISTINCT ?s) AS ?n) WHERE {{ {where} }} }}")


def instances(used: UsedVocabulary, source: EndPattern, *, unlabelled: bool = False) -> Select:
    """Column s: IRIs of instances, or of those without a label."""
    where = source.before or _at_an_edge(used)
    where += f" {source.after} FILTER(isIRI(?s)){outside('s', used.preset.skip_nodes)}"
    return Select(("s",), where + (_label_filter(used, "s", False) if unlabelled else ""))


def links(used: UsedVocabulary, source: EndPattern, target: EndPattern) -> Select:
    """Columns c, p, d, n, ns, no: classes and relation; numbers of edges, distinct sources, distinct targets."""
    where = f"{source.before} {_edge(used)} FILTER(!isLiteral(?o)) {target.after} {source.after}"
    return _counted(("c", "p", "d"), where)


def attributes(used: UsedVocabulary, source: EndPattern) -> Select:
    """Columns c, p, t, n, ns, no: class, relation, datatype (a text); numbers of edges, sources, values."""
    return _counted(("c", "p", "t"), f"{_attribute(used, source)} {_datatype()}")


def tags(used: UsedVocabulary, source: EndPattern) -> Select:
    """Columns c, p, g: the language tags of each attribute."""
    where = f'{_attribute(used, source)} FILTER(LANG(?o) != "") BIND(LANG(?o) AS ?g)'
    return Select(("c", "p", "g"), where)


def values(
    used: UsedVocabulary,
    source: EndPattern,
    chosen: Sequence[tuple[Term, Term]],
    literal_type: Term | None = None,
) -> Select:
    """Columns c, p, o: the values of some attributes, given by class and relation, or those of one datatype."""
    only = f"FILTER({' || '.join(_is_attribute(owner, relation) for owner, relation in chosen)})"
    if literal_type is not None:
        only += f" {_datatype()} FILTER(?t = {write_text(literal_type)})"
    return Select(("c", "p", "o"), f"{_attribute(used, source)} {only}")


def extremes(used: UsedVocabulary, source: EndPattern, chosen: Sequence[tuple[Term, Term, Term]]) -> Select:
    """Columns c, p, t, low, high: the extremes of some attributes, as the endpoint orders values.

    The attributes are given by class, relation and datatype: the extremes of texts are an error in Virtuoso.
    """
    tests = (
        f"({_is_attribute(owner, relation)} && DATATYPE(?o) = {write_iri(kind)})"
        for owner, relation, kind in chosen
    )
    inner = f"{_attribute(used, source)} FILTER({' || '.join(tests)}) {_datatype()}"
    counted = f"SELECT ?c ?p ?t (MIN(?o) AS ?low) (MAX(?o) AS ?high) WHERE {{ {inner} }} GROUP BY ?c ?p ?t"
    return Select(("c", "p", "t", "low", "high"), f"{{ {counted} }}")


def stated_units(ways: Sequence[Term], relations: Sequence[Term]) -> Select:
    """Columns s, o: relations, and what relations to units say of them."""
    given = f"VALUES ?s {{ {' '.join(map(write_iri, relations))} }}"
    return Select(("s", "o"), f"?s {_path(ways)} ?o .", given)


def measured_units(unit: Term, relations: Sequence[Term]) -> Select:
    """Columns r, v, u: relations that lead to nodes with a number, the relations to it, and the units there."""
    given = f"VALUES ?r {{ {' '.join(map(write_iri, relations))} }}"
    where = f"?q {write_iri(unit)} ?u . ?s ?r ?q . ?q ?v ?n . FILTER(isNumeric(?n) && ?v != {write_iri(unit)})"
    return Select(("r", "v", "u"), f"{{ SELECT DISTINCT ?r ?v ?u WHERE {{ {given} {where} }} }}")


def relations_around(relations: Sequence[Term]) -> Select:
    """Column p: the relations of all that a relation leads to."""
    where = f"?s {_path(relations)} ?q . ?q ?p ?o ."
    return Select(("p",), f"{{ SELECT DISTINCT ?p WHERE {{ {where} }} }}")


def measured_counts(relation: Term, number: Term, unit: Term) -> str:
    """Columns reached, measured, ways: what a relation leads to, what of it has number and unit, and how often."""
    reached = f"?s {write_iri(relation)} ?q ."
    both = f"{reached} ?q {write_iri(unit)} ?u . ?q {write_iri(number)} ?n ."
    counted = (
        f"{{ SELECT (COUNT(DISTINCT ?q) AS ?reached) WHERE {{ {reached} }} }}",
        f"{{ SELECT (COUNT(DISTINCT ?q) AS ?measured) WHERE {{ {both} FILTER(isNumeric(?n)) }} }}",
        f"{{ SELECT (COUNT(*) AS ?ways) WHERE {{ SELECT DISTINCT ?q ?u ?n WHERE {{ {both} }} }} }}",
    )
    return f"SELECT ?reached ?measured ?ways WHERE {{ {' '.join(counted)} }}"


def _counted(keys: Sequence[str], where: str) -> Select:
    names = " ".join(f"?{key}" for key in keys)
    edges = " ".join(f"?{name}" for name in dict.fromkeys((*keys, "s", "o")))
    counts = "(COUNT(*) AS ?n) (COUNT(DISTINCT ?s) AS ?ns) (COUNT(DISTINCT ?o) AS ?no)"
    inner = f"{{ SELECT DISTINCT {edges} WHERE {{ {where} }} }}"
    return Select((*keys, "n", "ns", "no"), f"{{ SELECT {names} {counts} WHERE {{ {inner} }} GROUP BY {names} }}")


def _edge(used: UsedVocabulary, head: str = "s", tail: str = "o") -> str:
    """An edge that is no class and no superclass."""
    others = ", ".join(map(write_iri, (*used.preset.types, *used.preset.subclasses)))
    return f"{any_edge(used.preset, head, 'p', tail)} FILTER(?p NOT IN ({others}))"


def _attribute(used: UsedVocabulary, source: EndPattern) -> str:
    return f"{source.before} {_edge(used)} FILTER(isLiteral(?o)) {source.after}"


def _at_an_edge(used: UsedVocabulary) -> str:
    """Nodes ?s at either end of an edge."""
    return f"{{ {_edge(used)} }} UNION {{ {_edge(used, 'o', 's')} FILTER(!isLiteral(?s)) }}"


def _datatype() -> str:
    tagged = write_text(RDF + "langString")
    return f'BIND(IF(LANG(?o) = "", STR(DATATYPE(?o)), {tagged}) AS ?t)'


def _is_attribute(owner: Term, relation: Term) -> str:
    written = write_iri(owner) if ":" in owner else write_text(owner)
    return f"(?c = {written} && ?p = {write_iri(relation)})"


def _untyped(used: UsedVocabulary, end: str) -> str:
    if not used.types:
        return ""
    return f"FILTER NOT EXISTS {{ ?{end} {_path(used.types)} ?kind . {_is_class(used, 'kind')} }}"


def _label_filter(used: UsedVocabulary, end: str, labelled: bool) -> str:
    """A filter for nodes that have a label, or for those that have none; blank nodes and mediators have none."""
    if not used.labels:
        return " FILTER(1 = 0)" if labelled else ""
    nameable = f"FILTER(isLiteral(?name) && isIRI(?{end})){outside(end, used.preset.mediators)}"
    way = "EXISTS" if labelled else "NOT EXISTS"
    return f" FILTER {way} {{ ?{end} {_path(used.labels)} ?name . {nameable} }}"


def _is_class(used: UsedVocabulary, variable: str) -> str:
    return f"FILTER(isIRI(?{variable})){outside(variable, used.preset.skip_nodes)}"


def _path(predicates: Sequence[Term]) -> str:
    return "|".join(map(write_iri, predicates))


def _pairs(first: str, second: str, pairs: Iterable[tuple[Term, Term]]) -> str:
    # Virtuoso starts from values in a subquery. Without it some queries lost rows, and some never ended.
    # What stands for nodes without a class is no IRI, and has no colon.
    owners = ((write_iri(one) if ":" in one else write_text(one), other) for one, other in pairs)
    rows = " ".join(f"({one} {write_iri(other)})" for one, other in owners)
    return f"{{ SELECT ?{first} ?{second} WHERE {{ VALUES (?{first} ?{second}) {{ {rows} }} }} }}"
