"""Values that travel between layers: what they derive, and the JSON they become."""

import json

import hypothesis.strategies as st
import pytest
from hypothesis import given
from pydantic import ValidationError

from pog_agent.models import (
    MOST_ALTERNATIVES,
    Alternative,
    Anchor,
    Answer,
    AnswerItem,
    CitedComputation,
    CitedPath,
    GraphSize,
    Indicator,
    IndicatorNode,
    PatternKey,
    Step,
    StepUsage,
    SubgraphSizes,
    TopicEntity,
    Usage,
)

KINDS = {"t": "topic", "a": "answer", "u": "unknown"}


def chain(letters: str) -> Indicator:
    """An indicator of topics (t), answers (a) and unknowns (u), such as ``tua``."""
    nodes = tuple(
        IndicatorNode(text=f"{letter}{place}", kind=KINDS[letter]) for place, letter in enumerate(letters)
    )
    return Indicator(nodes=nodes, relations=tuple(f"r{place}" for place in range(len(letters) - 1)))


def pattern(relations: str, **anchors: int) -> PatternKey:
    """A pattern that walks the relations forward, with the named entities at their positions."""
    return PatternKey(
        anchors=tuple(Anchor(entity=entity, position=place) for entity, place in anchors.items()),
        steps=tuple(Step(relation=relation, forward=True) for relation in relations),
    )


def test_an_indicator_reads_as_a_chain_that_marks_the_answer():
    assert chain("tuat").text == "t0 - r0 - u1 - r1 - answer(a2) - r2 - t3"


def test_a_missing_relation_phrase_leaves_the_chain_readable():
    indicator = Indicator(nodes=chain("ta").nodes, relations=())
    assert indicator.text == "t0 - answer(a1)"


@pytest.mark.parametrize(
    ("letters", "depth"),
    [
        ("ta", 1),
        ("tua", 2),
        ("tuuat", 3),
        ("tatu", 1),
        ("ttua", 3),
        ("tuauat", 2),
        ("tuuaa", 3),
        ("tu", 1),
        ("ua", 1),
        ("", 1),
    ],
)
def test_the_predicted_depth_is_the_farthest_topic_from_its_nearest_answer(letters, depth):
    assert chain(letters).predicted_depth == depth


@given(st.text("tau", max_size=8))
def test_the_predicted_depth_is_at_least_one_and_fits_into_the_chain(letters):
    assert 1 <= chain(letters).predicted_depth <= max(len(letters) - 1, 1)


@pytest.mark.parametrize(("letters", "slot"), [("at", 0), ("tuat", 1), ("ttua", 2), ("tata", 1), ("tu", None)])
def test_the_answer_slot_counts_the_topics_before_the_first_answer(letters, slot):
    assert chain(letters).answer_slot == slot


def test_a_prefix_keeps_the_steps_and_anchors_up_to_its_position():
    key = pattern("xyz", a=0, b=2, c=3)
    assert key.prefix(2) == pattern("xy", a=0, b=2)
    assert key.prefix(1) == pattern("x", a=0)
    assert key.prefix(0) == pattern("", a=0)
    assert key.prefix(3) == key


@given(st.text("xy", max_size=5), st.integers(0, 5), st.integers(0, 5))
def test_a_prefix_of_a_prefix_is_the_shorter_prefix(relations, first, second):
    key = pattern(relations, a=0, b=len(relations))
    low, high = sorted((min(first, len(relations)), min(second, len(relations))))
    assert key.prefix(high).prefix(low) == key.prefix(low)
    assert key.prefix(low).length == low


def test_a_pattern_is_open_unless_its_end_is_anchored():
    assert pattern("xy", a=0).length not in pattern("xy", a=0).fixed
    assert pattern("xy", a=0, b=1).length not in pattern("xy", a=0, b=1).fixed
    joint = pattern("xy", a=0, b=2)
    assert joint.length in joint.fixed
    assert joint.fixed == {0: "a", 2: "b"}
    assert joint.topics == {"a", "b"}
    assert joint.length == 2


def test_values_compare_by_content_and_do_not_change():
    assert len({pattern("xy", a=0), pattern("xy", a=0), pattern("yx", a=0)}) == 2
    with pytest.raises(ValidationError):
        pattern("x", a=0).steps = ()
    with pytest.raises(ValidationError, match="extra"):
        Step(relation="x", forward=True, weight=1)


parts = st.builds(
    StepUsage,
    step=st.sampled_from(["answer", "select_paths", "repair"]),
    llm_calls=st.integers(0, 5),
    prompt_tokens=st.integers(0, 1000),
    cached_tokens=st.integers(0, 1000),
    completion_tokens=st.integers(0, 1000),
)


@given(st.lists(parts))
def test_the_total_usage_adds_up_per_step_and_overall(rows):
    total = Usage.total(rows)
    for count in ("llm_calls", "prompt_tokens", "cached_tokens", "completion_tokens"):
        assert getattr(total, count) == sum(getattr(row, count) for row in rows)
        for step, used in total.by_step.items():
            assert getattr(used, count) == sum(getattr(row, count) for row in rows if row.step == step)
    assert set(total.by_step) == {row.step for row in rows}


def full_answer() -> Answer:
    return Answer(
        question="q",
        answers=(AnswerItem(iri="http://e/a", label="A"), AnswerItem(value="1990", label="1990")),
        status="supported",
        evidence="kg_only",
        phase="topic",
        depth=2,
        reason="because",
        paths=(CitedPath(text="a - p -> b", triples=(("http://e/a", "http://e/p", '"x"@en'),)),),
        topic_entities=(TopicEntity(iri="http://e/t", label="T", mention="t", score=0.5),),
        subgraph=SubgraphSizes(
            detected=GraphSize(entities=5, triples=7), reduced=GraphSize(entities=2, triples=3)
        ),
        candidates={"fuzzy_select": 3},
        usage=Usage.total([StepUsage(step="answer", llm_calls=1, prompt_tokens=2, completion_tokens=3)]),
        seconds={"fuzzy_select": 0.5},
        warnings=("w",),
        computations=(
            CitedComputation(text="number = 1: A", triples=(("http://e/a", "http://e/p", "http://e/b"),)),
        ),
        confidence=0.75,
        alternatives=(
            Alternative(answers=(AnswerItem(value="12", label="12"),), path="number of parts", confidence=0.1),
        ),
    )


def test_the_json_of_an_answer_has_the_documented_fields():
    record = json.loads(json.dumps(full_answer().to_json()))
    documented = {
        *("question", "answers", "status", "evidence", "phase", "depth", "reason", "paths", "topic_entities"),
        *("subgraph", "candidates", "usage", "seconds", "truncated", "warnings"),
        *("confidence", "alternatives"),
    }
    assert documented <= set(record)
    assert record["answers"] == [{"iri": "http://e/a", "label": "A"}, {"value": "1990", "label": "1990"}]
    assert (record["status"], record["evidence"]) == ("supported", "kg_only")
    assert (record["phase"], record["depth"]) == ("topic", 2)
    assert record["paths"] == [
        {
            "text": "a - p -> b",
            "triples": [["http://e/a", "http://e/p", '"x"@en']],
            "graphs": [],
            "qualifiers": [],
            "sources": [],
        }
    ]
    (topic,) = record["topic_entities"]
    assert {name: topic[name] for name in ("iri", "label", "mention", "score")} == {
        "iri": "http://e/t",
        "label": "T",
        "mention": "t",
        "score": 0.5,
    }
    assert {"entities": 5, "triples": 7}.items() <= record["subgraph"]["detected"].items()
    assert {"entities": 2, "triples": 3}.items() <= record["subgraph"]["reduced"].items()
    assert record["candidates"] == {"fuzzy_select": 3}
    assert record["seconds"] == {"fuzzy_select": 0.5}
    usage = record["usage"]
    assert (usage["llm_calls"], usage["prompt_tokens"], usage["completion_tokens"]) == (1, 2, 3)
    assert usage["by_step"]["answer"]["llm_calls"] == 1
    assert record["truncated"] is False
    assert record["warnings"] == ["w"]
    assert record["confidence"] == 0.75
    assert record["alternatives"] == [
        {"answers": [{"value": "12", "label": "12"}], "path": "number of parts", "confidence": 0.1, "query": None}
    ]


def table() -> Answer:
    ann, bob = AnswerItem(iri="http://e/ann", label="Ann"), AnswerItem(iri="http://e/bob", label="Bob")
    rows = ((ann, AnswerItem(value="3", label="3")), (bob, None))
    return Answer(question="q", answers=(ann, bob), columns=("director", "museums"), rows=rows, status="supported")


def test_a_table_has_its_rows_in_its_json_and_its_text():
    record = json.loads(json.dumps(table().to_json()))
    assert record["columns"] == ["director", "museums"]
    assert record["rows"] == [
        [{"iri": "http://e/ann", "label": "Ann"}, {"value": "3", "label": "3"}],
        [{"iri": "http://e/bob", "label": "Bob"}, None],
    ]
    assert table().text == "Ann, 3; Bob, -"
    assert Answer.model_validate(record) == table()


def test_any_answer_has_rows():
    assert table().table == table().rows
    assert full_answer().table == tuple((item,) for item in full_answer().answers)
    assert Answer(question="q").table == ()


def test_what_an_answer_stands_on_is_of_two_kinds():
    assert [item.kind for item in full_answer().cited] == ["computation", "path"]
    assert [item.kind for item in full_answer().model_copy(update={"kind": "paths"}).cited] == [
        "path",
        "computation",
    ]
    assert full_answer().to_json()["computations"] == [
        {"text": "number = 1: A", "triples": [["http://e/a", "http://e/p", "http://e/b"]]}
    ]


def test_an_answer_without_anything_is_an_abstention_with_every_field():
    record = Answer(question="q").to_json()
    assert set(record) == set(full_answer().to_json())
    assert (record["answers"], record["status"], record["evidence"]) == ([], "abstained", None)
    assert (record["confidence"], record["alternatives"]) == (None, [])


@pytest.mark.parametrize("confidence", [0.0, 1.0])
def test_a_confidence_may_be_none_or_certain(confidence):
    assert Answer(question="q", confidence=confidence).confidence == confidence


@pytest.mark.parametrize("confidence", [-0.01, 1.01, float("nan")])
def test_a_confidence_is_a_probability(confidence):
    with pytest.raises(ValidationError):
        Answer(question="q", confidence=confidence)
    with pytest.raises(ValidationError):
        Alternative(answers=(), confidence=confidence)


def test_an_answer_has_few_alternatives():
    other = Alternative(answers=(AnswerItem(value="1", label="1"),), confidence=0.5)
    assert len(Answer(question="q", alternatives=(other,) * MOST_ALTERNATIVES).alternatives) == 3
    with pytest.raises(ValidationError):
        Answer(question="q", alternatives=(other,) * (MOST_ALTERNATIVES + 1))


def test_an_answer_reads_back_from_its_json():
    answer = full_answer()
    assert Answer.model_validate(answer.to_json()) == answer


def test_the_text_of_an_answer_is_its_labels_or_why_there_is_none():
    assert full_answer().text == "A, 1990"
    assert Answer(question="q", reason="out of reach").text == "out of reach"
    assert Answer(question="q").text == "The knowledge graph does not answer this question."


@pytest.mark.parametrize(
    ("cached", "estimated", "words"),
    [
        (0, False, ""),
        (80, False, " (80 cached)"),
        (0, True, " (estimated)"),
        (80, True, " (estimated, 80 cached)"),
    ],
)
def test_a_summary_of_usage_says_what_was_cached_and_what_is_estimated(cached, estimated, words):
    used = StepUsage(step="answer", llm_calls=1, prompt_tokens=100, completion_tokens=10, cached_tokens=cached)
    total = Usage.total([used.model_copy(update={"estimated": estimated})])
    assert total.summary == f"1 LLM calls, 110 tokens{words}"
