"""Where engines differ from this package, and why: each case that random graphs and queries leave out."""

from pog_agent.models.query import Arithmetic, Query, TermCase, TermNumber
from pog_agent.query.limits import QueryLimits
from pog_agent.query.local.evaluate import evaluate_locally
from pog_agent.query.sparql.select import written_query
from pog_agent.terms import RDF_TYPE, XSD, Triple, literal
from tests.query.engines import Engines, Outcome, comparable, local_outcome, oxigraph_outcome, rdflib_outcome
from tests.query.written import (
    EX,
    after,
    aggregate,
    column,
    compared,
    constant,
    count,
    edge,
    exists,
    number,
    pattern,
    rows,
    scalar,
    variable,
)

HAS = pattern(edge("thing", "has", "value"))
TOTAL = scalar(HAS, aggregate("sum", "thing", number("value")))


def values(*texts: tuple[str, str]) -> list[Triple]:
    """Things with one value each."""
    return [
        (f"{EX}thing{place}", EX + "has", literal(text, XSD + kind)) for place, (text, kind) in enumerate(texts)
    ]


def outcomes(triples: list[Triple], query: Query, tmp_path) -> dict[str, Outcome | str]:
    """The result of each engine, or the name of the exception that it raises."""
    engines = Engines.holding(triples, tmp_path, for_rdflib=True)
    written = written_query(query)
    found: dict[str, Outcome | str] = {
        "here": local_outcome(evaluate_locally(query, engines.index, QueryLimits())),
        "oxigraph": oxigraph_outcome(engines.oxigraph, written),
    }
    try:
        found["rdflib"] = rdflib_outcome(engines.rdf, written)
    except (TypeError, AttributeError) as error:
        found["rdflib"] = type(error).__name__
    return found


def things(outcome: Outcome | str) -> object:
    """The numbers of the things in the first column."""
    if isinstance(outcome, str):
        return outcome
    return sorted(str(row[0]).removeprefix(EX + "thing") for row in outcome.rows)


def test_oxigraph_fails_to_divide_zero_by_a_fraction(tmp_path):
    quotient = Arithmetic(operation="/", left=number("value"), right=constant(literal("1.5", XSD + "decimal")))
    found = outcomes(
        values(("0", "integer"), ("3", "integer")), rows(HAS, column("thing"), column("q", quotient)), tmp_path
    )
    assert things(found["here"]) == things(found["rdflib"]) == ["0", "1"]
    assert things(found["oxigraph"]) == ["1"]


def test_oxigraph_has_integers_of_64_bits_and_decimals_of_18_digits_behind_the_point(tmp_path):
    square = Arithmetic(operation="*", left=number("value"), right=number("value"))
    large = values(("9007199254740993", "integer"), ("100000000000000000.5", "decimal"), ("2", "integer"))
    found = outcomes(large, rows(HAS, column("thing"), column("square", square)), tmp_path)
    assert things(found["here"]) == things(found["rdflib"]) == ["0", "1", "2"]
    assert things(found["oxigraph"]) == ["2"]


def test_oxigraph_replaces_spellings_by_others_of_the_same_value(tmp_path):
    spelled = [(EX + "thing0", EX + "has", literal(text, XSD + "decimal")) for text in ("1.0", "1.00")]
    found = outcomes(spelled, TOTAL, tmp_path)
    assert found["here"].rows == [(comparable(literal("2", XSD + "integer")),)]
    assert found["oxigraph"].rows == [(comparable(literal("1", XSD + "integer")),)]


def test_rdflib_fails_at_values_that_their_datatype_does_not_allow(tmp_path):
    found = outcomes(
        values(("many", "integer"), ("2", "integer")),
        TOTAL,
        tmp_path,
    )
    assert found["here"] == found["oxigraph"]
    assert found["rdflib"] == "TypeError"


def test_rdflib_has_no_year_of_a_calendar_year(tmp_path):
    found = outcomes(values(("1990", "gYear")), rows(HAS, column("year", after("year", "value"))), tmp_path)
    assert found["here"] == found["oxigraph"]
    assert found["rdflib"].rows == []


def test_rdflib_drops_the_time_zones_of_days(tmp_path):
    query = rows(HAS, column("thing"), column("day", variable("value", "date", zoned=True)))
    found = outcomes(values(("2000-01-01Z", "date"), ("2000-01-01", "date")), query, tmp_path)
    assert things(found["here"]) == things(found["oxigraph"]) == ["0"]
    assert things(found["rdflib"]) == []


def test_rdflib_orders_points_in_time_with_and_without_a_zone(tmp_path):
    """XML Schema does not: without a zone it may be up to 14 hours earlier or later."""
    noon = constant(literal("2000-01-01T12:00:00Z", XSD + "dateTime"))
    query = rows(
        pattern(edge("thing", "has", "value"), compared(variable("value", "dateTime"), "<=", noon)),
        column("thing"),
    )
    close = values(("2000-01-01T11:00:00", "dateTime"), ("1999-01-01T11:00:00", "dateTime"))
    found = outcomes(close, query, tmp_path)
    assert things(found["here"]) == things(found["oxigraph"]) == ["1"]
    assert things(found["rdflib"]) != ["1"]


def test_rdflib_divides_no_double_by_zero(tmp_path):
    quotient = Arithmetic(operation="/", left=number("value"), right=constant("0"))
    found = outcomes(values(("2.5E0", "double")), rows(HAS, column("thing"), column("q", quotient)), tmp_path)
    assert things(found["here"]) == things(found["oxigraph"]) == ["0"]
    assert things(found["rdflib"]) == []


def test_oxigraph_computes_with_floats_in_32_bits(tmp_path):
    found = outcomes(values(("0.1", "decimal"), ("0.2", "float")), TOTAL, tmp_path)
    assert found["here"].rows != found["oxigraph"].rows
    assert found["here"].rows[0][0][1].startswith("0.30000")


def test_rdflib_finds_nothing_by_a_test_that_reads_the_outer_variable_as_a_number(tmp_path):
    """Its guard stands in a group of its own inside of the existence test."""
    cases = (TermCase(term=EX + "thing0", number="2"), TermCase(term=EX + "thing1", number="3"))
    known = exists(
        edge("thing", "has", "other"), compared(TermNumber(variable="thing", cases=cases), ">", constant("0"))
    )
    found = outcomes(
        values(("1", "integer"), ("2", "integer"), ("3", "integer")),
        rows(pattern(edge("thing", "has", "value"), known), column("thing")),
        tmp_path,
    )
    assert things(found["here"]) == things(found["oxigraph"]) == ["0", "1"]
    assert things(found["rdflib"]) == []


def test_rdflib_makes_a_group_of_nothing(tmp_path):
    query = rows(pattern(edge("thing", "lacks", "value")), column("thing"), column("n", count("value")))
    engines = Engines.holding([(EX + "thing0", RDF_TYPE, EX + "Thing")], tmp_path, for_rdflib=True)
    text = written_query(query).text
    assert len(list(engines.oxigraph.query(text))) == 0
    assert len(engines.rdf.query(text).bindings) == 1
    assert local_outcome(evaluate_locally(query, engines.index, QueryLimits())).rows == []


def test_a_number_that_is_none_is_read_by_no_engine(tmp_path):
    found = outcomes(values(("NaN", "double"), ("2.5E0", "double")), TOTAL, tmp_path)
    assert found["here"] == found["oxigraph"] == found["rdflib"]
