"""Two heads are joined by chains of the schema summary that the words of the question ask for."""

from pog_agent.reading.composing.asking import LEAST_ASKED
from pog_agent.reading.composing.joins import Join, Joiner
from tests.reading.composing.cases import EX, QuestionedGraph


def joins(graph: QuestionedGraph, question: str, *names: str, near: int = 0, far: int = 1) -> tuple[Join, ...]:
    return Joiner(graph.scan(question, *names), graph.lexicon()).between(near, far)


def steps(join: Join) -> list[str]:
    return [("" if step.forward else "^") + step.relation.removeprefix(EX) for step in join.steps]


def test_the_relation_that_the_words_ask_for_is_the_best(bakeries: QuestionedGraph) -> None:
    question = "Which bakers {} Kornhof?"
    for verb, relation in (("work at", "worksAt"), ("owned", "owns")):
        (best, *others) = joins(bakeries, question.format(verb), "Kornhof")
        assert steps(best) == [relation]
        assert (best.unasked, best.near_class, best.far_class) == ((), EX + "Baker", EX + "Bakery")
        assert best.score >= LEAST_ASKED
        assert all(other.score < best.score for other in others)


def test_the_words_that_ask_for_a_relation_are_kept(bakeries: QuestionedGraph) -> None:
    best = joins(bakeries, "Which breads were baked by Ida Brandt?", "Ida Brandt")[0]
    assert best.words == {3}


def test_the_order_of_words_gives_the_direction(rowing: QuestionedGraph) -> None:
    question = "Which boats were rowed by Mara Lund?"
    assert steps(joins(rowing, question, "Mara Lund")[0]) == ["rowedBy"]
    assert steps(joins(rowing, question, "Mara Lund", near=1, far=0)[0]) == ["^rowedBy"]


def test_an_attribute_is_joined_by_its_own_relation(bakeries: QuestionedGraph) -> None:
    best = joins(bakeries, "What is the price of the rye breads?", near=1, far=0)[0]
    assert (steps(best), best.far_class) == (["price"], None)
    assert best.measure is not None
    assert best.words == frozenset()


def test_a_mediator_on_the_way_is_no_further_step(bakeries: QuestionedGraph) -> None:
    best = joins(bakeries, "Which bakery does the mill Auemill supply?", "Auemill")[0]
    assert steps(best) == ["hasSupply", "ofMill"]
    assert best.unasked == ()


def test_what_usually_joins_two_classes_need_not_be_asked_for(rowing: QuestionedGraph) -> None:
    best = joins(rowing, "Which boats has Otter Club?", "Otter Club")[0]
    assert (steps(best), best.unasked) == (["belongsTo"], ())
    assert 0 < best.score < LEAST_ASKED


def test_a_relation_of_a_few_is_not_asked_for_by_no_word(bakeries: QuestionedGraph) -> None:
    found = joins(bakeries, "Which bakers of Kornhof are there?", "Kornhof")
    assert {steps(join)[0]: join.unasked for join in found if len(join.steps) == 1} == {
        "worksAt": (),
        "owns": (EX + "owns",),
    }


def test_a_role_is_joined_from_the_thing_that_has_it(rowing: QuestionedGraph) -> None:
    best = joins(rowing, "Who is the coach of Elsa Rude?", "Elsa Rude", near=1, far=0)[0]
    assert (steps(best), best.far_class) == (["coach"], EX + "Rower")


def test_a_namesake_is_joined_in_the_class_that_fits(bakeries: QuestionedGraph) -> None:
    town = joins(bakeries, "Which bakeries are located in Linde?", "Linde")[0]
    bakery = joins(bakeries, "Which bakers work at Linde?", "Linde")[0]
    assert (town.far_class, bakery.far_class) == (EX + "Town", EX + "Bakery")


def test_things_that_no_link_leads_to_are_not_joined(rowing: QuestionedGraph) -> None:
    assert joins(rowing, "Which boats are on the lakes?") == ()


def test_joins_are_found_once(rowing: QuestionedGraph) -> None:
    joiner = Joiner(rowing.scan("Which boats does the club have?"), rowing.lexicon())
    assert joiner.between(0, 1) is joiner.between(0, 1)
