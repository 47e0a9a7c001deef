"""SPARQL text of the store's methods: pure functions from preset and terms to read-only queries.

IRIs are written in full, text is escaped, and nothing else from outside reaches a query. A query is a
`Select`, so that paging, ordering and limits are added in one place and not by editing text.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pog_agent.kg.preset import Preset
from pog_agent.kg.sparql.terms import casings, checked_tag, spellings, write_iri, write_text
from pog_agent.terms import RDF_OBJECT, RDF_PREDICATE, RDF_SUBJECT, Term, Triple, literal


@dataclass(frozen=True)
class Select:
    """The distinct rows of some variables (`columns`, without question mark) over a graph pattern.

    `given` is the VALUES clause of the variable that the pattern starts from, if there is one.
    """

    columns: tuple[str, ...]
    where: str
    given: str = ""

    def text(
        self,
        limit: int | None = None,
        offset: int = 0,
        *,
        ordered: bool = False,
        nested: bool = False,
        given_first: bool = False,
    ) -> str:
        """The query, or `limit` of its rows from `offset` on.

        `ordered` sorts by all columns, which makes pages disjoint. `nested` sorts in a subquery: Virtuoso refuses
        to sort beyond its row cap otherwise. `given_first` puts the values into a subquery, from which Virtuoso
        always starts. Beside the pattern, it sometimes reads all edges or all labels of the graph before the
        values. Other engines are fastest with the values as they are.
        """
        names = " ".join(f"?{name}" for name in self.columns)
        pattern = self.pattern
        if given_first and self.given:
            variable = self.given.split()[1]
            pattern = f"{{ SELECT {variable} WHERE {{ {self.given} }} }} {self.where}"
        query = f"SELECT DISTINCT {names} WHERE {{ {pattern} }}"
        if ordered:
            query += f" ORDER BY {names}"
        if nested:
            query = f"SELECT {names} WHERE {{ {{ {query} }} }}"
        if offset:
            query += f" OFFSET {offset}"
        return query if limit is None else f"{query} LIMIT {limit}"

    def count(self) -> str:
        """Column n: how many rows match, each as often as it does."""
        return f"SELECT (COUNT(*) AS ?n) WHERE {{ {self.pattern} }}"

    @property
    def pattern(self) -> str:
        """The whole graph pattern."""
        return f"{self.given} {self.where}" if self.given else self.where


def with_kinds(query: str, columns: Sequence[str]) -> str:
    """The query with columns (`kinds_of`) that say what its terms are: ``en^`` or ``^datatype``, empty for an IRI.

    One conditional is many times as fast in Virtuoso as a column each for language and datatype, and DATATYPE of a
    single IRI is xsd:anyURI there. Of labels (l) only the language is asked for, which is faster still.
    """
    kinds = [
        f'(IF(isLiteral(?{column}), CONCAT(LANG(?{column}), "^"{_datatype(column)}), "") AS ?{kind})'
        for column, kind in zip(columns, kinds_of(columns), strict=True)
        if kind
    ]
    names = " ".join((*(f"?{column}" for column in columns), *kinds))
    return f"SELECT {names} WHERE {{ {{ {query} }} }}"


def kinds_of(columns: Sequence[str]) -> list[str | None]:
    """The column with the kinds of each column; None for s and p, which are never literals."""
    return [None if column in {"s", "p"} else f"{column}_kind" for column in columns]


def edges(preset: Preset, nodes: Sequence[Term], incoming: bool = False) -> Select:
    """Columns s, p, o: edges out of the nodes, or into them. Annotations are no edges.

    A self-loop is an outgoing edge only. A literal has incoming edges only.
    """
    if incoming:
        return Select(("s", "p", "o"), f"{any_edge(preset)} FILTER(!sameTerm(?s, ?o))", _values("o", nodes))
    return Select(("s", "p", "o"), any_edge(preset), _values("s", nodes))


def edges_along(preset: Preset, node: Term, incoming: bool, relations: Sequence[Term]) -> Select:
    """What `edges` gives for one node and some relations."""
    query = edges(preset, [node], incoming)
    return Select(query.columns, f"{query.where} {_only(relations)}", query.given)


def relation_counts(preset: Preset, node: Term, incoming: bool) -> str:
    """Columns p, n: how many edges of each relation `edges` gives for one node."""
    return f"SELECT ?p (COUNT(*) AS ?n) WHERE {{ {edges(preset, [node], incoming).pattern} }} GROUP BY ?p"


def edges_between(preset: Preset, heads: Sequence[Term], tails: Sequence[Term]) -> Select:
    """Columns s, p, o: edges from one of the heads to one of the tails. Annotations are no edges."""
    return Select(("s", "p", "o"), f"{_values('s', heads)} {_values('o', tails)} {any_edge(preset)}")


def labels(
    preset: Preset,
    nodes: Sequence[Term],
    languages: Sequence[str] | None = None,
    predicates: Sequence[str] = (),
) -> Select:
    """Columns s, p, l: labels of the nodes, in the languages and without language; in any if None.

    `predicates` are those of the preset that the graph has, all by default.
    """
    return Select(("s", "p", "l"), f"{_values('s', nodes)} {_labelled(preset, languages, predicates)}")


def labels_around(
    preset: Preset,
    nodes: Sequence[Term],
    incoming: bool,
    languages: Sequence[str] | None = None,
    predicates: Sequence[str] = (),
) -> Select:
    """Columns s, p, l: what `labels` gives for the other ends of the nodes' edges, outgoing or incoming."""
    ends = ("s", "edge", "node") if incoming else ("node", "edge", "s")
    where = f"{any_edge(preset, *ends)} {_labelled(preset, languages, predicates)}"
    return Select(("s", "p", "l"), where, _values("node", nodes))


def used(predicates: Sequence[str]) -> Select:
    """Column p: which of the predicates the graph has. Cheap: one triple each."""
    found = (
        f"SELECT ?p WHERE {{ ?s {write_iri(name)} ?o . BIND({write_iri(name)} AS ?p) }} LIMIT 1"
        for name in predicates
    )
    return Select(("p",), " UNION ".join(f"{{ {{ {query} }} }}" for query in found))


def exact_labels(preset: Preset, texts: Iterable[str], languages: Sequence[str]) -> Select:
    """Columns s, p, l: what has one of the texts as label or alias, in the usual casings.

    The texts are looked up as plain and as language-tagged literals: an index finds those at once, while
    ignoring case in a filter reads every label of the graph.
    """
    variants = dict.fromkeys(variant for text in texts for variant in casings(text))
    literals = [
        spelling
        for variant in variants
        for tag in (None, *languages)
        for spelling in spellings(literal(variant, language=tag and checked_tag(tag)))
    ]
    where = f"VALUES ?l {{ {' '.join(literals)} }} {_by_one_of(preset.names)} {is_entity(preset)}"
    return Select(("s", "p", "l"), where)


def labels_containing(preset: Preset, words: Sequence[str]) -> Select:
    """Columns s, p, l: what has a label or alias that contains all the words, ignoring case.

    It reads every label of the graph: run it with a limit.
    """
    tests = " && ".join(f"CONTAINS(LCASE(STR(?l)), {write_text(word.lower())})" for word in words)
    where = f"{_values('p', preset.names)} ?s ?p ?l . FILTER({tests}) {is_entity(preset)}"
    return Select(("s", "p", "l"), where)


def among_names(preset: Preset) -> str:
    """The filters for ?s ?p ?l to be a name of an entity, for patterns that find names in another way."""
    return f"{_only(preset.names)} {is_entity(preset)}"


def named(preset: Preset, languages: Sequence[str] | None = None) -> Select:
    """Columns s, p, l: all labels and aliases, in the languages and without language; in any if None."""
    where = f"{_values('p', preset.names)} ?s ?p ?l . {is_entity(preset)}"
    return Select(("s", "p", "l"), where + _in_languages(languages))


def types(preset: Preset, nodes: Sequence[Term]) -> Select:
    """Columns s, t: classes of the nodes by the type predicates."""
    return Select(
        ("s", "t"), f"{_values('s', nodes)} ?s ?p ?t . {_only(preset.types)}{outside('t', preset.skip_nodes)}"
    )


def classes(preset: Preset, nodes: Sequence[Term]) -> Select:
    """Column c: the nodes that something else has as its type."""
    path = "|".join(write_iri(predicate) for predicate in preset.types)
    return Select(("c",), f"{_values('c', nodes)} FILTER EXISTS {{ ?x {path} ?c . FILTER(!sameTerm(?x, ?c)) }}")


def existing(numbered: Iterable[tuple[int, Triple]]) -> Select:
    """Column i: the numbers (as strings) of the triples that are in the graph.

    Numbers and not terms come back, since an endpoint may write a literal differently than it was asked.
    """
    rows = " ".join(
        f'("{number}" {write_iri(head)} {write_iri(relation)} {spelling})'
        for number, (head, relation, tail) in numbered
        for spelling in spellings(tail)
    )
    return Select(("i",), f"VALUES (?i ?s ?p ?o) {{ {rows} }} ?s ?p ?o .")


def statements(preset: Preset, numbered: Iterable[tuple[int, Triple]]) -> Select:
    """Columns i, r, p, o: the edges out of the statements (rdf:Statement and its like) about numbered triples."""
    rows = " ".join(
        f'("{number}" {write_iri(head)} {write_iri(relation)} {spelling})'
        for number, (head, relation, tail) in numbered
        for spelling in spellings(tail)
    )
    subject, predicate, object_ = map(write_iri, (RDF_SUBJECT, RDF_PREDICATE, RDF_OBJECT))
    about = f"?r {subject} ?s . ?r {predicate} ?q . ?r {object_} ?t ."
    where = f"VALUES (?i ?s ?q ?t) {{ {rows} }} {about} ?r ?p ?o . {_is_relation(preset, 'p')}"
    return Select(("i", "r", "p", "o"), f"{where} FILTER(!isBlank(?o)){outside('o', preset.skip_nodes)}")


def nested_select(query: str, columns: Sequence[str]) -> Select:
    """The distinct rows of some variables of another SELECT query, which must have been written safely."""
    return Select(tuple(columns), f"{{ {query} }}")


def uses(numbered: Sequence[tuple[str, Term]]) -> str:
    """Columns i, s, o: for each IRI, by its name, a triple that it is the relation of, or one end of."""
    parts = []
    for name, term in numbered:
        named, written = write_text(name), write_iri(term)
        parts += [
            f"{{ SELECT ({named} AS ?i) ?s ?o WHERE {{ {pattern} }} LIMIT 1 }}"
            for pattern in (f"?s {written} ?o", f"{written} ?s ?x", f"?s ?x {written}")
        ]
    return f"SELECT ?i ?s ?o WHERE {{ {' UNION '.join(parts)} }}"


def any_triple() -> str:
    """Asks whether the graph has any triple."""
    return "ASK { ?s ?p ?o }"


def length_of_percent_41() -> str:
    """Column n: 3, or 1 where the query is decoded once more than it was encoded."""
    return 'SELECT (STRLEN("%41") AS ?n) WHERE { }'


def count_triples() -> str:
    """Column n: the number of triples."""
    return "SELECT (COUNT(*) AS ?n) WHERE { ?s ?p ?o }"


def _datatype(column: str) -> str:
    return "" if column == "l" else f", STR(DATATYPE(?{column}))"


def any_edge(preset: Preset, head: str = "s", relation: str = "p", tail: str = "o") -> str:
    """The pattern for an edge between two variables."""
    ends = (outside(end, preset.skip_nodes) for end in (head, tail))
    return f"?{head} ?{relation} ?{tail} . {_is_relation(preset, relation)}{''.join(ends)}"


def _labelled(preset: Preset, languages: Sequence[str] | None, predicates: Sequence[str]) -> str:
    """The pattern for ?l to be the label of ?s by ?p."""
    return f"{_by_one_of(predicates or preset.labels)} FILTER(isLiteral(?l)){_in_languages(languages)}"


def _by_one_of(predicates: Sequence[str]) -> str:
    """The pattern for ?s to have ?l by one of the predicates, which is ?p.

    The predicates stand in the pattern. With a variable and a filter instead, Virtuoso looked texts up five times
    as slowly, and read the whole graph whenever its samples misled it (a hundred times as long); Oxigraph read all
    triples of ?s.
    """
    ways = " UNION ".join(f"{{ ?s {write_iri(name)} ?l . BIND({write_iri(name)} AS ?p) }}" for name in predicates)
    return f"{{ {ways} }}"


def _in_languages(languages: Sequence[str] | None) -> str:
    """A filter for ?l to be in one of the languages or without one; nothing for any."""
    if languages is None:
        return ""
    choices = ['LANG(?l) = ""']
    choices += [f"LANGMATCHES(LANG(?l), {write_text(checked_tag(tag))})" for tag in languages]
    return f" FILTER({' || '.join(choices)})"


def _is_relation(preset: Preset, variable: str) -> str:
    """The filter for a variable to be an edge; it does not name predicates that a namespace decides about."""
    tests = [f"!{_begins(variable, preset.skip_prefixes)}"] if preset.skip_prefixes else []
    if preset.edge_prefixes:
        tests.append(_begins(variable, preset.edge_prefixes))
    barred = sorted(filter(preset.allows, preset.annotations))
    if barred:
        tests.append(f"?{variable} NOT IN ({', '.join(map(write_iri, barred))})")
    rule = " && ".join(tests)
    further = [predicate for predicate in preset.types if not preset.allows(predicate)]
    if further:
        rule = f"?{variable} IN ({', '.join(map(write_iri, further))}) || ({rule})"
    return f"FILTER({rule})"


def is_entity(preset: Preset) -> str:
    """The filter for ?s to be what a name may lead to: no relation, and in no namespace without names."""
    return "FILTER NOT EXISTS { ?head ?s ?tail }" + outside("s", (*preset.skip_nodes, *preset.mediators))


def outside(variable: str, namespaces: Sequence[str]) -> str:
    """A filter that keeps literals and what is outside of the namespaces; nothing where there are none."""
    if not namespaces:
        return ""
    return f" FILTER(!(isIRI(?{variable}) && {_begins(variable, namespaces)}))"


def _begins(variable: str, namespaces: Sequence[str]) -> str:
    tests = (f"STRSTARTS(STR(?{variable}), {write_text(namespace)})" for namespace in namespaces)
    return f"({' || '.join(tests)})"


def _only(predicates: Iterable[str]) -> str:
    # A second VALUES would be shorter, but rdflib then reads the whole graph before it joins the two.
    return f"FILTER(?p IN ({', '.join(map(write_iri, predicates))}))"


def _values(variable: str, terms: Iterable[Term]) -> str:
    return f"VALUES ?{variable} {{ {' '.join(spelling for term in terms for spelling in spellings(term))} }}"
