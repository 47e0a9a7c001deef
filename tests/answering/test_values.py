"""Extremes and counts over literal values, asked of the whole system: answers, and what is said of the rest."""

import pytest
import rdflib

from pog_agent import Answer
from tests.llm_server import Body, Scripted
from tests.pipeline_fixtures import YES, analysis, citing, mentions, replies, run, shown

PREFIXES = """
@prefix : <urn:test:> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:length rdfs:label "length" . :river rdfs:label "river" . :motto rdfs:label "motto" .
:Tarnland rdfs:label "Tarnland" .
"""


def rivers(*values: str) -> rdflib.Graph:
    """Rivers of Tarnland, named Anna, Bode, Cher, Drau, with these values in Turtle as their lengths."""
    names = ("Anna", "Bode", "Cher", "Drau")
    lines = [
        f':Tarnland :river :{name} . :{name} rdfs:label "{name}" ; :length {value} .'
        for name, value in zip(names, values, strict=False)
    ]
    return rdflib.Graph().parse(data=PREFIXES + "\n".join(lines), format="turtle")


def citing_path(relation: str, position: int, **fields: object) -> object:
    """An answer step that cites the longest shown path which ends in this relation."""

    def reply(body: Body) -> Scripted:
        found = [number for number, text in shown(body).items() if f" - {relation} -> " in text]
        best = max(found, key=lambda number: shown(body)[number].count(" -> "))
        return citing((best, position), **fields)(body)

    return reply


def longest(*values: str, operation: str = "largest") -> Answer:
    script = replies(
        recognize_topics=mentions("Tarnland"),
        analyze_question=analysis("!Tarnland", "river", "some river", "length", "?length"),
        judge_sufficiency=YES,
        answer=citing_path("length", 1, operation=operation, key_position=2),
    )
    word = "longest" if operation == "largest" else "shortest"
    return run(f"Which river of Tarnland has the {word} length?", script, rivers(*values)).answer


def labels(answer: Answer) -> list[str]:
    return [item.label for item in answer.answers]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (('"12 km"', '"3000 m"', '"5 km"'), ["Anna"]),
        (('"2,25"', '"3"', '"2,5"'), ["Bode"]),
        (('"9"^^xsd:integer', '"10.0"^^xsd:decimal', '"1e1"^^xsd:double'), ["Bode", "Cher"]),
        (('"1990-05-02T09:00:00Z"^^xsd:dateTime', '"1990-05-02T12:30:00+02:00"^^xsd:dateTime'), ["Bode"]),
        (('"12 km"@en, "12 Kilometer"@de', '"3000 m"@en, "3000 Meter"@de'), ["Anna"]),
        (('"1,234,567"', '"987"', '"2,345"'), ["Anna"]),
    ],
)
def test_an_extreme_is_taken_by_what_the_values_mean(values: tuple[str, ...], expected: list[str]) -> None:
    answer = longest(*values)
    assert (labels(answer), answer.status) == (expected, "supported"), answer.warnings


@pytest.mark.parametrize(
    ("values", "expected", "said"),
    [
        (('"12 km"', '"3000 m"', '"900"'), ["Anna"], "'900' (a number beside a quantity in meter)"),
        (('"5"', '"7"', '"Infinity"'), ["Bode"], "'Infinity' (no number, date or quantity)"),
        (
            ('"5"^^xsd:double', '"7"^^xsd:double', '"NaN"^^xsd:double'),
            ["Bode"],
            "1 of 3 values cannot be compared: 'nan' (not a number)",
        ),
        (('"5"', '"7"', '"about 9"'), ["Bode"], "1 of 3 values cannot be compared: 'about 9'"),
        (('"€5"', '"€7"', '"$9"'), ["Bode"], "'$9' (a quantity in $ beside a quantity in EUR)"),
        (
            ('"1990"^^xsd:gYear', '"1990-05-02"^^xsd:date', '"1980"^^xsd:integer'),
            ["Anna", "Bode"],
            "it is not certain which is the largest: '1990', '1990-05-02'",
        ),
    ],
)
def test_what_cannot_be_compared_makes_it_partial(values: tuple[str, ...], expected: list[str], said: str) -> None:
    answer = longest(*values)
    assert (labels(answer), answer.status) == (expected, "partial")
    assert any(said in warning for warning in answer.warnings), answer.warnings


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (('"12 km"', '"3 kg"'), "2 of 2 values cannot be compared: '12 km' (a quantity in meter, and no kind"),
        (('"2,250"', '"3"', '"x"'), "'2,250' (its comma or point may be a decimal mark or group digits)"),
        (('"c. 1850"', '"1850-1860"'), "2 of 2 values cannot be compared: '1850-1860', 'c. 1850' (no number"),
    ],
)
def test_where_nothing_compares_there_is_no_answer_and_it_is_said_why(values: tuple[str, ...], said: str) -> None:
    answer = longest(*values)
    assert (answer.status, answer.answers) == ("abstained", ())
    assert said in answer.reason
    assert answer.reason in answer.warnings


def mottos(*objects: str) -> Answer:
    graph = rdflib.Graph().parse(data=PREFIXES + f":Tarnland :motto {', '.join(objects)} .", format="turtle")
    script = replies(
        recognize_topics=mentions("Tarnland"),
        analyze_question=analysis("!Tarnland", "motto", "?motto"),
        judge_sufficiency=YES,
        answer=citing_path("motto", 1, operation="count"),
    )
    return run("How many mottos does Tarnland have?", script, graph).answer


@pytest.mark.parametrize(
    ("objects", "count"),
    [
        (('"Onward"@en', '"Vorwärts"@de', '"En avant"@fr'), "1"),
        (('"Onward"@en', '"Upward"@en'), "2"),
        (('"1"^^xsd:integer', '"1.0"^^xsd:decimal', '"01"^^xsd:integer', '"2"^^xsd:integer'), "2"),
    ],
)
def test_a_value_is_counted_once_however_it_is_written(objects: tuple[str, ...], count: str) -> None:
    answer = mottos(*objects)
    assert (labels(answer), answer.status) == ([count], "supported"), answer.warnings


def test_a_count_of_texts_that_may_be_translations_is_partial() -> None:
    answer = mottos('"Onward"@en', '"Upward"@en', '"Vorwärts"@de')
    assert (labels(answer), answer.status) == (["2"], "partial")
    assert any("some values may be the same" in warning for warning in answer.warnings)


def test_a_count_of_texts_of_which_some_have_a_language_is_partial() -> None:
    answer = mottos('"Onward"', '"Onward"@en', '"Upward"')
    assert (labels(answer), answer.status) == (["2"], "partial")
