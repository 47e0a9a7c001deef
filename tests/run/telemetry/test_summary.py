"""A state in short: counts and the first few of what is long, secrets blotted out, never more than some kB."""

import json

from langchain_core.messages import HumanMessage
from langgraph.types import Overwrite

from pog_agent.models import Anchor, Answer, AnswerItem, GraphSize, PatternKey, PatternRef, Step, SubgraphSizes
from pog_agent.run.telemetry.summary import FIRST_ITEMS, MOST_CHARACTERS, summarized, summarized_update

KEY = PatternKey(
    anchors=(Anchor(entity="http://e/acme", position=0),),
    steps=(Step(relation="http://r/founder", forward=False),),
)


def test_a_long_list_is_its_count_and_its_first_items():
    assert summarized(list(range(100))) == {"count": 100, "first": [0, 1, 2]}
    assert summarized([1, 2]) == [1, 2]


def test_a_pattern_is_a_line_and_a_message_its_text():
    assert summarized(PatternRef(key=KEY, score=0.5)) == {"key": "acme / <- founder", "score": 0.5}
    assert summarized(HumanMessage("Who?")) == "human: Who?"


def test_texts_are_cut_and_lose_their_secrets():
    shown = summarized("http://ann:hunter2@e.org/ " + "x" * 10_000)
    assert len(shown) < MOST_CHARACTERS + 50
    assert "hunter2" not in shown and "characters" in shown


def test_what_is_empty_or_known_anyway_is_left_out():
    update = {"warnings": Overwrite([]), "claim": None, "run_id": "x", "started": 1.0, "topics": ["a"]}
    assert summarized_update(update) == {"topics": ["a"]}


def test_what_stands_elsewhere_in_the_trace_is_told_in_a_few_words():
    paths = [PatternRef(key=KEY, score=0.5)]
    sizes = SubgraphSizes(detected=GraphSize(entities=3, triples=2), reduced=GraphSize(entities=2, triples=1))
    answer = Answer(question="Who?", answers=(AnswerItem(iri="http://e/ann", label="Ann"),), status="partial")
    told = summarized_update({"shortlist": paths, "kept": {"topic": paths}, "sizes": sizes, "answer": answer})
    assert told["kept"] == {"topic": 1} and told["shortlist"][0]["key"] == "acme / <- founder"
    assert told["sizes"] == {"detected": "2 triples", "reduced": "1 triples"}
    assert told["answer"] == {"status": "partial", "kind": "entities", "text": "Ann"}
    assert summarized_update({"kept": {"topic": paths}})["kept"]["topic"][0]["score"] == 0.5


def test_a_summary_is_small_and_json_however_large_the_value():
    answer = Answer(
        question="Who?", answers=[AnswerItem(iri=f"http://e/{n}", label="x" * 900) for n in range(5_000)]
    )
    text = json.dumps(summarized({"answer": answer, "deep": [[[[[[["x"] * 50] * 50]]]]] * 40}))
    assert len(text) < 5_000
    assert json.loads(text)["answer"]["answers"]["count"] == 5_000
    assert len(json.loads(text)["answer"]["answers"]["first"]) == FIRST_ITEMS
