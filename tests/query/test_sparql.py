"""The SPARQL text of queries: readable, whole, and safe whatever names and texts it has."""

import pyoxigraph
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pog_agent.models.query import ConstantValue, Edge, Query, TermCase, TermNumber, TextTest, VariableValue
from pog_agent.query.limits import QueryLimits
from pog_agent.query.local.evaluate import evaluate_locally
from pog_agent.query.sparql.names import VariableNames, variable_name
from pog_agent.query.sparql.select import sparql_of, written_query
from pog_agent.query.sparql.unread import unread_values
from pog_agent.terms import RDFS_LABEL, XSD, literal
from tests.query.engines import Engines
from tests.query.written import (
    EX,
    aggregate,
    column,
    compared,
    constant,
    count,
    edge,
    instance,
    number,
    one_of,
    pattern,
    rows,
    scalar,
)

HOSTILE = st.text(
    st.one_of(
        st.sampled_from("\"'\\\n\r\t{}<>?$#.;^@*()[]|u0041 \u200b\u202e\u0000"),
        st.characters(exclude_categories=("Cs",)),
    ),
    max_size=30,
)
SECRET = (EX + "secret", EX + "is", EX + "here")


def test_the_text_reads_like_the_question():
    query = rows(
        pattern(
            instance("supplier", "Supplier"),
            edge("supplier", "country", "country"),
            one_of("country", "France"),
            edge("supplier", "employees", "employees"),
        ),
        column("supplier"),
        column("employees", number("employees")),
        order_by=["-employees"],
        ranks=(1, 1),
    )
    body = f"""?supplier a/<http://www.w3.org/2000/01/rdf-schema#subClassOf>* <{EX}Supplier> .
  ?supplier <{EX}country> <{EX}France> .
  ?supplier <{EX}employees> ?employees .
  FILTER(isNumeric(?employees) && ?employees = ?employees)"""
    border = body.replace("?supplier", "?supplier_2").replace("?employees", "?employees_2").replace("\n", "\n  ")
    assert (
        sparql_of(query)
        == f"""SELECT DISTINCT ?supplier ?employees WHERE {{
  {{ SELECT (MAX(?employees_2) AS ?border_of_employees) WHERE {{
    {border}
  }} }}
  {body}
  FILTER(?employees = ?border_of_employees)
}} ORDER BY DESC(?employees)"""
    )


def test_a_count_is_over_distinct_rows():
    query = scalar(pattern(edge("order", "part", "part")), count("part"))
    assert (
        sparql_of(query)
        == f"""SELECT (COUNT(?part) AS ?result) WHERE {{
  {{ SELECT DISTINCT ?part WHERE {{
    ?order <{EX}part> ?part .
  }} }}
}}"""
    )


@given(text=HOSTILE)
@settings(max_examples=300, deadline=None)
def test_no_text_leaves_its_place(text):
    """A store with one triple more than the query asks for never gives it away, and the query stays one query."""
    store = pyoxigraph.Store()
    store.add(pyoxigraph.Quad(*map(pyoxigraph.NamedNode, SECRET)))
    named = edge("thing", "name", "name")
    is_constant = scalar(pattern(named, one_of("name", literal(text))), count("thing"))
    is_like = scalar(pattern(named, TextTest(variable="name", test="contains", text=text or "x")), count("thing"))
    same = compared(VariableValue(variable="name", type="text"), "=", ConstantValue(term=literal(text)))
    for query in (is_constant, is_like, scalar(pattern(named, same), count("thing"))):
        [row] = store.query(sparql_of(query))
        assert row["result"].value == "0"
        assert Query.model_validate_json(query.model_dump_json()) == query


@given(text=HOSTILE.filter(lambda text: text and "\x00" not in text))
@settings(max_examples=100, deadline=None)
def test_a_text_finds_exactly_what_has_it(text, tmp_path_factory):
    triples = [(EX + "a", RDFS_LABEL, literal(text)), (EX + "b", RDFS_LABEL, literal(text + "x")), SECRET]
    engines = Engines.holding(triples, tmp_path_factory.mktemp("texts"), for_rdflib=False)
    label = edge("thing", "name", "name").model_copy(update={"relation": RDFS_LABEL})
    query = rows(pattern(label, one_of("name", literal(text))), column("thing"))
    assert evaluate_locally(query, engines.index, QueryLimits()).rows == ((EX + "a",),)
    assert engines.differences(query) == []


@pytest.mark.parametrize(
    "bad", ["http://e/a> ?x ?y . <b", "http://e/a b", 'http://e/"', "http://e/{", "e", "", "\n"]
)
def test_an_iri_that_could_end_its_brackets_is_no_part_of_a_query(bad):
    with pytest.raises(ValueError, match="absolute IRI"):
        ConstantValue(term=bad)
    with pytest.raises(ValueError, match="absolute IRI"):
        Edge(source="thing", relation=bad, target="other")


@given(label=HOSTILE)
def test_a_label_makes_a_safe_variable_name(label):
    name = variable_name(label)
    assert VariableValue(variable=name)
    assert variable_name(label, {name}) != name


def test_names_are_readable_and_never_those_of_other_queries():
    assert variable_name("Größe (in m²)") == "groe_in_m2"
    assert variable_name("2nd price") == "n2nd_price"
    assert variable_name("山") == "thing"
    names = VariableNames()
    assert [names.fresh("s"), names.fresh("x"), names.fresh("x"), names.fresh("x_kind")] == [
        "s_",
        "x",
        "x_2",
        "x_kind_",
    ]


def test_what_cannot_be_read_is_counted_by_a_query_of_its_own():
    query = scalar(pattern(edge("thing", "size", "size")), aggregate("sum", "thing", number("size")))
    [(read, written)] = unread_values(query)
    assert read == number("size")
    store = pyoxigraph.Store()
    for value in ('"many"', "5", '"5"'):
        store.update(f"INSERT DATA {{ <{EX}a> <{EX}size> {value} }}")
    [row] = store.query(written.text)
    assert row[written.columns[0]].value == "2"


def test_virtuoso_gets_its_own_text():
    query = rows(pattern(instance("thing", "Thing")), column("thing"))
    text = written_query(query, for_virtuoso=True).text
    assert "LIMIT 1000000" in text
    assert "a/<" not in text
    assert len(pyoxigraph.Store().query(text).variables) == 1


def test_virtuoso_is_told_that_a_boolean_is_no_number():
    query = rows(pattern(edge("thing", "has", "value")), column("value", number("value")))
    assert "isNumeric(?value) && ?value = ?value)" in written_query(query).text
    assert "DATATYPE(?value) != <http://www.w3.org/2001/XMLSchema#boolean>" in (
        written_query(query, for_virtuoso=True).text
    )


@pytest.mark.parametrize("many", [12, pytest.param(60, marks=pytest.mark.slow)])
def test_a_table_of_many_texts_is_one_sum_that_all_engines_read(tmp_path, many):
    """rdflib does not parse as many IFs in one another."""
    texts = [literal(f"{place},5 kg") for place in range(many)]
    triples = [(f"{EX}thing{place}", EX + "weight", text) for place, text in enumerate(texts)]
    triples.append((f"{EX}thing{many}", EX + "weight", literal("heavy")))
    cases = tuple(TermCase(term=text, number=f"{place}.5") for place, text in enumerate(texts))
    weight = TermNumber(variable="text", cases=cases)
    heavy = pattern(edge("thing", "weight", "text"), compared(weight, ">", constant(str(many - 3))))
    engines = Engines.holding(triples, tmp_path, for_rdflib=True)
    query = rows(heavy, column("thing"), column("weight", weight), order_by=["weight"])
    assert engines.differences(query) == []
    result = evaluate_locally(query, engines.index, QueryLimits())
    assert [row[1] for row in result.rows] == [
        literal(f"{place}.5", XSD + "decimal") for place in range(many - 3, many)
    ]
    assert [item.count for item in result.skipped] == [1]
    assert engines.differences(scalar(heavy, aggregate("sum", "thing", weight))) == []
