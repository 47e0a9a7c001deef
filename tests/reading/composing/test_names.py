"""What a question names becomes a head: things, classes, attributes, roles and texts."""

from pog_agent.models import TopicEntity
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.composing.scanner import scanned
from tests.reading.composing.cases import EX, QuestionedGraph


def named(scan: Scan) -> list[tuple[str, str]]:
    return [(head.kind, head.text) for head in scan.heads]


def test_heads_stand_in_the_order_of_the_question(bakeries: QuestionedGraph) -> None:
    scan = bakeries.scan("What is the price of the rye breads that Ida Brandt bakes?", "Ida Brandt")
    assert named(scan) == [("attribute", "price"), ("class", "rye breads"), ("entity", "Ida Brandt")]
    assert [head.place for head in scan.heads] == [(3, 4), (6, 8), (9, 11)]
    assert scan.heads[0].measures[0].relation == EX + "price"
    assert scan.heads[1].classes == (EX + "Rye",)
    assert scan.heads[2].terms == (EX + "ida",)


def test_a_thing_keeps_its_namesakes_by_class(bakeries: QuestionedGraph) -> None:
    (_, head) = bakeries.scan("Which bakeries are near Linde?", "Linde").heads
    assert {name.removeprefix(EX): iris for name, iris in head.bearers.items()} == {
        "Town": (EX + "linde",),
        "Bakery": (EX + "lindenbakery",),
    }
    assert sorted(head.terms) == [EX + "linde", EX + "lindenbakery"]


def test_an_optional_topic_is_a_thing_where_it_is_spelt_as_in_the_graph(bakeries: QuestionedGraph) -> None:
    question, hollen = "Which bakeries are in Hollen?", bakeries.topics("Hollen")[0]
    for mention, expected in (("Hollen", "entity"), ("Hollens", "class")):
        topic = TopicEntity(iri=hollen.iri, label="Hollen", mention=mention, optional=True)
        vocabulary = bakeries.vocabulary(question)
        scan = scanned(question, (topic,), vocabulary)
        assert scan.heads[-1].kind == expected


def test_a_noun_that_is_like_an_attribute_stands_for_it(bakeries: QuestionedGraph) -> None:
    heads = bakeries.scan("What is the area of Krume?", "Krume").heads
    assert (heads[0].kind, heads[0].text) == ("attribute", "area")
    assert heads[0].measures[0].relation == EX + "floorArea"
    assert 0.6 <= heads[0].score < 1
