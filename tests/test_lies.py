"""The lies are well-formed, their graphs have what they cite, and none of a sample comes out `supported`."""

import re

import pytest
import rdflib

from pog_agent.models import Answer, AnswerItem
from tests.benchmarks.lies import FOLDER, NAMES, outcomes, read_questions, report, seen_of_honest, seen_of_lie

CITED = re.compile(r"\{(?P<start>.+?)\} (?P<arrow>-|<-) (?P<relation>.+?) (?:->|-) \{\?\}")
LABEL = rdflib.RDFS.label


def cited_ends(graph, start, arrow, relation):
    """What the relation of a name joins with the thing of a name; a class may have the name of a relation."""
    (thing,) = graph.subjects(LABEL, rdflib.Literal(start))
    for predicate in set(graph.subjects(LABEL, rdflib.Literal(relation))):
        yield from graph.objects(thing, predicate) if arrow == "-" else graph.subjects(predicate, thing)


@pytest.mark.parametrize("name", NAMES)
def test_graphs_have_what_is_cited_and_only_honest_questions_have_answers(name):
    graph = rdflib.Graph().parse(FOLDER / f"{name}.ttl")
    lies, honest = read_questions(name, "lies"), read_questions(name, "honest")
    assert len(lies) == len(honest) == 20
    assert len({item.id for item in (*lies, *honest)}) == 40
    for item in (*lies, *honest):
        (cited,) = item.cites
        ends = {str(end) for end in cited_ends(graph, **CITED.fullmatch(cited).groupdict())}
        gold = {answer.iri or answer.value for answer in item.answers}
        assert ends, item.id
        assert gold == (set() if item in lies else ends), item.id
        assert all(phrase in item.question for phrase in (*item.paraphrases, *item.topics)), item.id


def test_an_answer_is_judged_by_its_status_and_what_it_says():
    lie, honest = read_questions("court", "lies")[0], read_questions("court", "honest")[0]
    right = AnswerItem(iri=honest.answers[0].iri, label=honest.answers[0].label)
    answer = Answer(question=honest.question, kind="entities", answers=(right,), status="supported")
    partial = answer.model_copy(update={"status": "partial"})
    assert (seen_of_lie(answer, lie), seen_of_lie(partial, lie)) == ("wrong, supported", "partial")
    assert (seen_of_honest(answer, honest), seen_of_honest(partial, honest)) == ("supported", "demoted")
    assert seen_of_honest(partial.model_copy(update={"answers": ()}), honest) == "not right"
    assert seen_of_honest(answer, honest, reached=False) == "not reached"


def test_no_lie_of_a_sample_is_supported_and_right_answers_still_are(monkeypatch):
    monkeypatch.setenv("POG_AGENT_READER", "rules")  # what a ranker proposes is never supported
    found = list(outcomes(["zoo"], "odd", ["cited"]))
    assert {item.seen for item in found if item.honesty == "lies"} == {"partial"}
    honest = [item.seen for item in found if item.honesty == "honest"]
    assert honest.count("supported") >= 8
    assert "cited, lies: all odd" in report(found)
