"""Queries of others: what is written anew gives the same, only reads, and is bounded; what is wrong says where."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import QueryBoolean, RdfFormat, Store

from pog_agent.errors import PogError, QueryTextError
from pog_agent.kg.foreign_queries.query import LONGEST_QUERY, ForeignQuery, UnknownPrefixError, types_of
from pog_agent.query.sparql.select import written_query
from tests.query.engines import ntriples
from tests.query.random_graphs import random_graph
from tests.query.random_queries import RandomQueries

P = "PREFIX : <http://x/>\n"
STORE = Store()
STORE.update(
    P + 'INSERT DATA { :a :p :b, "x"@en, 5 ; :q 3.5 , :c ; a :K . :b :p :c ; :q "say \\"hi\\"" . '
    ':c a :K ; :n "Ann"@en , "Äé" }'
)
QUERIES = (
    "SELECT * { ?s ?p ?o }",
    "SELECT DISTINCT ?s WHERE { ?s :p|:q ?o . }",
    "SELECT REDUCED ?s { ?s :p/:p* ?o ; a :K . FILTER NOT EXISTS { ?o a :K } }",
    "SELECT (COUNT(DISTINCT ?s) AS ?n) (GROUP_CONCAT(?o ; SEPARATOR=', ') AS ?g) { ?s :n ?o } GROUP BY ?s",
    "SELECT ?p (AVG(?o) AS ?m) { ?s ?p ?o FILTER(isNumeric(?o)) } GROUP BY ?p HAVING (COUNT(*) > 0) "
    "ORDER BY DESC(?m) ?p LIMIT 3 OFFSET 0",
    "ASK { :a :p ?x }",
    "ASK WHERE { VALUES ?x { :a UNDEF } ?x ?y 'x'@en }",
    "SELECT * { { ?s :p ?o } UNION { ?s :q ?o } OPTIONAL { ?o :n ?n FILTER(LANG(?n)='en') } MINUS { ?s :p 5 } }",
    "SELECT * { { SELECT ?s { ?s a :K } ORDER BY ?s LIMIT 1 } BIND(STRLEN(STR(?s)) + 1 - -1 * 2 AS ?l) }",
    "SELECT ?x { ?x ^:p ?y . ?x !(:q|^:p) ?z }",
    "SELECT ?x { [] :p ?x . _:b :q ?x }",
    "SELECT ?x { ?x :p [ :q ?z ; :p :c ] }",
    "SELECT (IF(BOUND(?x), 'a', \"b\") AS ?r) (COALESCE(?z, 1) AS ?c) { ?x :p ?y } "
    "VALUES (?y ?q) { (5 1) (UNDEF '''l\nong''') }",
    "SELECT ?s { ?s :n ?n FILTER REGEX(?n, '^a', \"i\") }",
    "SELECT ?s { ?s :q ?n FILTER(?n IN (3.5, 4) && !(?n = 2) || ?n NOT IN (1)) }",
    "SELECT ?s { ?s :p ?n FILTER(<http://www.w3.org/2001/XMLSchema#integer>(?n) >= 3) }",
    "SELECT ?s { ?s :q 'say \"hi\"' } # done",
    'SELECT ?s { ?s :p "5"^^<http://www.w3.org/2001/XMLSchema#integer> ; :q ?x ; }',
    "SELECT ?a {?a<http://x/p>?b FILTER(?a<?b)}",
)


def rows(query: str, store: Store = STORE) -> object:
    found = store.query(query)
    return bool(found) if isinstance(found, QueryBoolean) else sorted(map(str, found))


@pytest.mark.parametrize("query", QUERIES)
def test_a_query_that_is_written_anew_gives_the_same(query):
    assert rows(ForeignQuery.read(P + query).written(1000)) == rows(P + query)


@pytest.mark.parametrize("seed", range(6))
def test_what_this_package_writes_itself_gives_the_same_when_it_is_written_anew(seed):
    random = Random(seed)
    store = Store()
    store.load(ntriples(random_graph(random, False)).encode(), format=RdfFormat.N_TRIPLES)
    for for_virtuoso in (True, False) * 8:
        text = written_query(RandomQueries(random, zones=True).query(), for_virtuoso=for_virtuoso).text
        if len(text) <= LONGEST_QUERY:
            written = ForeignQuery.read(text).written(1_000_000)
            assert for_virtuoso or rows(written, store) == rows(text, store), text


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("INSERT DATA { <http://a> <http://b> 1 }", "line 1, column 1, at 'INSERT': a query begins with SELECT"),
        ("LOAD <http://evil/>", "a query begins with SELECT or ASK"),
        ("SELECT * {}; DELETE WHERE { ?s ?p ?o }", "at ';'"),
        ("SELECT * FROM <http://evil/> { ?s ?p ?o }", "at 'FROM': this word has no place"),
        ("SELECT * { SERVICE <http://evil/> { ?s ?p ?o } }", "at 'SERVICE': this word has no place"),
        ("SELECT * { service silent ?x { ?s ?p ?o } }", "at 'service': this word has no place"),
        # Oxigraph takes this for SERVICE x:y, and this package's first reading would be a name.
        ("PREFIX x: <http://evil/> SELECT * { SERVICEx:y { ?s ?p ?o } }", "'SERVICEx' is not declared"),
        # One parser reads an IRI here, the next one an operator, SERVICE, and a comment.
        ("SELECT * { ?a ?b ?c FILTER(?a<?b)SERVICE?x#>\n{ ?s ?p ?o } }", "is no absolute IRI"),
        ("SELECT * { \\u0053ERVICE <http://evil/> { } }", "write the character itself"),
        ("SELECT * { ?s ?p '\\u0027 . }", "this text does not end"),
        ("PREFIX bif: <bif:> SELECT * { ?s ?p ?o FILTER(bif:sleep(9)) }", "code of an engine"),
        ("SELECT * { ?s <java:java.lang.Runtime> ?o }", "code of an engine"),
        (
            "SELECT * { ?s ?p ?o FILTER(<http://jena.apache.org/ARQ/js#run>(?o)) }",
            "no function that may be called",
        ),
        ("BASE <http://evil/> SELECT * { ?s <p> ?o }", "BASE is not read"),
        ("SELECT *\nWHERE { ?s ?p }", "line 2, column 15, at '}': here may stand ?variable"),
        ("SELECT ?s\nWHERE {\n  ?s ?p ?o\n", "line 3, column 9, behind '?o': the query ends too early"),
        ("SELECT ?s WHERE { ?s ?p ?o } ORDER ?s", "column 36, at '?s': here may stand BY"),
        ("SELECT * " + "{" * 5_000 + "}" * 5_000, "nested more than 30 deep"),
        ("SELECT * { ?s ?p ?o FILTER(" + "!(" * 40 + "1" + ")" * 40 + ") }", "nested more than 30 deep"),
        ('SELECT * { ?s ?p "' + "x" * 20_000 + '" }', "at most 20,000 are read"),
        ("", "the query is empty"),
        ("\ud800", "nothing in SPARQL begins"),
    ],
)
def test_what_does_more_than_read_or_is_wrong_is_refused_with_the_place(query, told):
    with pytest.raises(QueryTextError) as error:
        ForeignQuery.read(query)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


PIECES = (
    *(
        "SELECT",
        "*",
        "?s",
        "{",
        "}",
        "(",
        ")",
        "<",
        ">",
        "<http://x/a>",
        "<http://x/SERVICE>",
        "#",
        "\n",
        " ",
        "a",
    ),
    *("SERVICE", "service", "SILENT", "FROM", "LOAD", "INSERT", "x:y", "SERVICEx:y", "PREFIX x: <http://x/>"),
    *(
        "'",
        '"',
        '"""',
        "'SERVICE'",
        "\\",
        "\\u0053ERVICE",
        "@en",
        "^^",
        ".",
        ";",
        "FILTER",
        "LIMIT",
        "1",
        "-",
        "=",
    ),
)


@given(
    st.lists(st.sampled_from(PIECES), max_size=14).map(
        lambda parts: "SELECT * { ?s ?p ?o " + "".join(parts) + " }"
    )
)
def test_nothing_that_is_written_calls_another_server(query):
    try:
        written = ForeignQuery.read(query).written(10)
    except PogError:
        return
    # Words inside of a text or a variable call nothing: each stands on a line of its own.
    free = re.compile(r'PREFIX i\d+: <[^<>\s]+>|"(?:[^"\\]|\\.)*"\S*|\?\w+')
    body = [line for line in written.split("\n") if not free.fullmatch(line)]
    assert not [line for line in body if re.search("service|from|load|insert|silent|#|<.", line, re.IGNORECASE)]


@pytest.mark.parametrize(
    ("query", "end"),
    [
        ("SELECT * { ?s ?p ?o }", ["LIMIT", "7"]),
        ("SELECT * { ?s ?p ?o } limit 3", ["limit", "3"]),
        ("SELECT * { ?s ?p ?o } LIMIT 99999 OFFSET 2", ["LIMIT", "7", "OFFSET", "2"]),
        ("SELECT * { { SELECT ?s { ?s ?p 1 } LIMIT 50 } }", ["}", "LIMIT", "7"]),
        ("SELECT * { ?s ?p ?o } VALUES ?o { 1 }", ["LIMIT", "7", "VALUES", "?o", "{", "1", "}"]),
        ("ASK { ?s ?p ?o }", ["?o", "}"]),
    ],
)
def test_the_rows_of_the_whole_query_are_bounded(query, end):
    assert ForeignQuery.read(query).written(7).split("\n")[-len(end) :] == end


def test_a_prefix_that_is_not_declared_says_what_stands_behind_it():
    with pytest.raises(UnknownPrefixError) as error:
        ForeignQuery.read("SELECT * { ?s ex:population ?n ; ex:name ?m ; rdfs:label ?l }")
    assert error.value.names == ("population", "name")


def test_what_a_query_names_is_known_with_its_classes():
    query = ForeignQuery.read(P + "SELECT * { ?s a :K ; :p\\,q ?o FILTER(?o > '1'^^xsd:integer) }")
    assert query.used == ("http://x/K", "http://x/p,q")
    assert types_of(query) == ("http://x/K",)
