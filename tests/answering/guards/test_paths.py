"""Paths that lead elsewhere than a question goes keep an answer from being supported, and no others do."""

import pytest
import rdflib
from rdflib import RDFS, URIRef

from pog_agent import PathsOverGraph
from pog_agent.models import Answer, QueryDraft
from pog_agent.ranking.encoder import CachedEncoder
from pog_agent.reasoner.offline import reasoner
from tests.finding_ids import ids
from tests.pipeline_fixtures import T, small_graph


class TestSubclasses:
    LINES = (
        "Ann a employee", "Ann born_on \"1970-01-01\"", "Bob a gardener", "Bob born_on \"1999-01-01\"",
        "Ann works_in Ulm", "Bob works_in Bonn",
    )  # fmt: skip

    @staticmethod
    def answer(kg: rdflib.Graph, monkeypatch: pytest.MonkeyPatch) -> Answer:
        """The answer of paths, as no query is composed."""
        monkeypatch.setattr(reasoner, "composed_query", lambda *_, **__: QueryDraft(reason="not read"))
        with PathsOverGraph(kg, "offline:guess", encoder="lexical") as agent:
            return agent.ask("Which employee has the latest born on?")

    def test_members_of_subclasses_are_missed_by_a_path(self, monkeypatch: pytest.MonkeyPatch) -> None:
        kg = small_graph(*self.LINES)
        kg.add((URIRef(T + "gardener"), RDFS.subClassOf, URIRef(T + "employee")))
        answer = self.answer(kg, monkeypatch)
        assert answer.status != "supported"
        assert any(
            "'employee' themselves were looked at, not those of its subclasses" in x for x in answer.warnings
        )

    def test_a_class_without_subclasses_is_whole(self, monkeypatch: pytest.MonkeyPatch) -> None:
        answer = self.answer(small_graph(*self.LINES), monkeypatch)
        assert answer.answers and not any("subclasses" in text for text in answer.warnings)


class TestDoers:
    GRAPH = small_graph("Rose bought_from Grove", "Rose a plant", "Grove a nursery")

    @pytest.mark.parametrize(
        ("question", "supported"),
        [("Which nursery bought Rose?", False), ("From which nursery was Rose bought?", True)],
    )
    def test_what_is_behind_from_is_no_doer(self, question: str, supported: bool, meaning: CachedEncoder) -> None:
        with PathsOverGraph(self.GRAPH, "offline:guess", encoder=meaning, compose="off") as agent:
            answer = agent.ask(question)
        assert answer.text == "Grove"
        assert (answer.status == "supported") is supported
        assert ("doer-not-told" in ids(answer.findings)) is not supported


class TestYesOverAClass:
    """What two things have in common as things of one class says nothing of either."""

    @pytest.mark.parametrize(
        ("question", "text"),
        [
            ("Is the euro the currency of Germany?", "yes"),
            ("Is the euro the currency of Denmark?", "no"),
            ("Is the Danish krone the currency of Germany?", "no"),
        ],
    )
    def test_the_thing_that_is_asked_about_stands_on_the_path(
        self, question: str, text: str, meaning: CachedEncoder
    ) -> None:
        with PathsOverGraph(encoder=meaning) as agent:
            answer = agent.ask(question)
        assert answer.text == text
