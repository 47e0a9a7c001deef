"""A candidate is proven where the graph has it, contradicted where the graph excludes it, else undecided."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from pog_agent import PathsOverGraph, SettingError
from pog_agent.answering.candidates.checked import CheckedCandidate
from pog_agent.ranking.encoder import CachedEncoder
from tests.pipeline_fixtures import YES, E, T, analysis, citing, demo, mentions, replies, scripted, small_graph

BIRTHPLACES = ("Ann born_in Ulm", "Bob born_in Bonn", "Cid born_in Kiel", "Dan born_in Ulm", "Eve born_in Bonn")


@pytest.fixture(scope="module")
def agent() -> Iterator[PathsOverGraph]:
    with PathsOverGraph(demo()) as agent:
        yield agent


def checked(agent: PathsOverGraph, question: str, *candidates: str, **settings: Any) -> Sequence[CheckedCandidate]:
    return agent.check_answer(question, candidates, **settings).candidates


@pytest.mark.parametrize(
    ("question", "candidate"),
    [
        ("Where was Niels Bohr born?", "Copenhagen"),
        ("Where was Niels Bohr born?", " **copenhagen.**"),
        ("Berlin is the capital of which country?", "Federal Republic of Germany"),  # an alias
        ("Where was Niels Bohr born?", "http://example.org/world/e/Copenhagen"),
        ("When was Niels Bohr born?", "7 October 1885"),
        ("When was Niels Bohr born?", "1885"),
        ("How many moons does Mars have?", "two"),
        ("How many moons does Mars have?", "2 moons"),
        ("Was Niels Bohr born in Copenhagen?", "Yes, he was."),
        ("Which moons does Mars have?", "Phobos"),
        ("Which moons does Mars have?", "Deimos and Phobos"),
    ],
)
def test_what_the_graph_has_is_proven(agent: PathsOverGraph, question: str, candidate: str) -> None:
    (item,) = checked(agent, question, candidate)
    assert (item.verdict, item.candidate, item.instead) == ("proven", candidate, ())
    assert item.matched and item.cited


@pytest.mark.parametrize(
    ("question", "candidate"),
    [
        ("Where was Niels Bohr born?", "Ulm"),  # people have one place of birth
        ("When was Niels Bohr born?", "1886"),
        ("How many moons does Mars have?", "3"),
        ("Was Niels Bohr born in Copenhagen?", "no"),
        ("Which moons does Mars have?", "Ganymede"),  # it orbits Jupiter, and nothing else
        ("Which moons does Mars have?", "Phobos, Deimos and Ganymede"),
    ],
)
def test_what_the_graph_excludes_is_contradicted(agent: PathsOverGraph, question: str, candidate: str) -> None:
    (item,) = checked(agent, question, candidate)
    assert (item.verdict, item.matched) == ("contradicted", ())
    assert item.instead and item.cited


@pytest.mark.parametrize(
    ("question", "candidate", "reason"),
    [
        ("Where was Niels Bohr born?", "Denmark", "does not make it wrong"),  # Copenhagen is in Denmark
        ("Where was Niels Bohr born?", "Atlantis", "knows no 'Atlantis'"),
        ("Where was Niels Bohr born?", "Copenhagn", "nearest names are Copenhagen"),
        ("How many moons does Mars have?", "about two", "knows no 'about two'"),
        ("Was Niels Bohr born in Copenhagen?", "perhaps", "is neither"),
        ("What do you know about Niels Bohr?", "Copenhagen", "more than a candidate"),
        ("Where was Annabelle Smithers born?", "Ulm", "Annabelle"),
    ],
)
def test_everything_else_is_undecided(agent: PathsOverGraph, question: str, candidate: str, reason: str) -> None:
    (item,) = checked(agent, question, candidate)
    assert (item.verdict, item.cited) == ("undecided", ())
    assert reason in item.reason


def test_a_part_of_several_answers_says_so(agent: PathsOverGraph) -> None:
    one, both = checked(agent, "Which moons does Mars have?", "Phobos", "Phobos & Deimos")
    assert (one.reason, both.reason) == (
        *("it names 1 of 2 answers of the graph", "it names 2 of 2 answers of the graph"),
    )
    assert [item.iri for item in one.matched] == [f"{E}Phobos"]
    assert all(any("Phobos" in term for term in triple) for path in one.paths for triple in path.triples)


class TestOpenWorld:
    """What the graph lacks is not wrong, unless it has another in its only place."""

    @staticmethod
    def verdicts(meaning: CachedEncoder, *lines: str, candidates: Sequence[str], **settings: Any) -> list[str]:
        with PathsOverGraph(small_graph(*lines), encoder=meaning) as agent:
            return [item.verdict for item in checked(agent, "Where was Ann born?", *candidates, **settings)]

    def test_a_relation_of_one_value_excludes_its_other_values(self, meaning: CachedEncoder) -> None:
        assert self.verdicts(meaning, *BIRTHPLACES, candidates=["Ulm", "Bonn"]) == ["proven", "contradicted"]

    @pytest.mark.parametrize(
        "more",
        [
            ("Fay born_in Ulm", "Fay born_in Kiel"),  # somebody has two
            ("Ulm lies_in Bonn",),  # the known one is a part of the other
            ("Ulm a town", "Bonn a country"),
        ],
    )
    def test_there_may_be_another(self, meaning: CachedEncoder, more: tuple[str, ...]) -> None:
        assert self.verdicts(meaning, *BIRTHPLACES, *more, candidates=["Bonn"]) == ["undecided"]

    def test_few_things_show_no_rule(self, meaning: CachedEncoder) -> None:
        assert self.verdicts(meaning, *BIRTHPLACES[:4], candidates=["Bonn"]) == ["undecided"]

    def test_a_graph_taken_for_complete_excludes_what_it_lacks(self, meaning: CachedEncoder) -> None:
        lines = (*BIRTHPLACES[:4], "Lahr has_mayor Tim")
        candidates = ["Ulm", "Bonn", "Lahr", "Atlantis", "http://elsewhere.example/Q64"]
        assert self.verdicts(meaning, *lines, candidates=candidates, complete=True) == (
            ["proven", "contradicted", "contradicted", "undecided", "undecided"]
        )

    def test_a_thing_of_another_kind_is_not_excluded_even_then(self, meaning: CachedEncoder) -> None:
        lines = (*BIRTHPLACES[:4], "Ulm a town", "Bonn a town", "Hesse a region")
        assert self.verdicts(meaning, *lines, candidates=["Bonn", "Hesse"], complete=True) == (
            ["contradicted", "undecided"]
        )

    def test_texts_exclude_each_other_unless_one_has_the_words_of_the_other(self, meaning: CachedEncoder) -> None:
        colours = ("red", "blue", "dark red", "green", "grey")
        graph = small_graph(*(f'Boat{number} colour "{text}"' for number, text in enumerate(colours)))
        with PathsOverGraph(graph, encoder=meaning) as agent:
            found = checked(agent, "What is the colour of Boat0?", "red", "blue", "dark red", "scarlet")
        assert [item.verdict for item in found] == ["proven", "contradicted", "undecided", "undecided"]

    def test_what_is_declared_the_same_is_the_same(self, meaning: CachedEncoder) -> None:
        graph = small_graph(*BIRTHPLACES, "Ulma has_mayor Tim")
        same = "http://www.w3.org/2002/07/owl#sameAs"
        graph.update(f"INSERT DATA {{ <{T}Ulm> <{same}> <{T}Ulma>, <http://elsewhere.example/Q3012> }}")
        with PathsOverGraph(graph, encoder=meaning) as agent:
            found = checked(agent, "Where was Ann born?", "Ulma", "http://elsewhere.example/Q3012")
        assert [item.verdict for item in found] == ["proven", "proven"]


class TestModel:
    """What a language model answers decides as far as code has proven it."""

    @staticmethod
    def checked(cite: Any, question: str = "Where was Albert Einstein born?") -> Sequence[CheckedCandidate]:
        script = replies(
            recognize_topics=mentions("Albert Einstein"),
            analyze_question=analysis("!Albert Einstein", "born in", "city"),
            judge_sufficiency=YES,
            answer=cite,
        )
        with scripted(script, compose="off") as (agent, _):
            return agent.check_answer(question, ["Ulm", "Warsaw"]).candidates

    def test_a_cited_path_decides(self) -> None:
        right, wrong = self.checked(citing(("{Albert Einstein} - born in -> {Ulm}", 1)))
        assert (right.verdict, wrong.verdict) == ("proven", "contradicted")
        assert [path.text for path in wrong.paths] == ["{Albert Einstein} - born in -> {Ulm}"]

    def test_what_it_cites_beside_the_question_decides_nothing(self) -> None:
        cite = citing(("{Albert Einstein} - born in -> {Ulm}", 1))
        right, wrong = self.checked(cite, "Where did Albert Einstein learn to sail?")
        assert (right.verdict, wrong.verdict) == ("undecided", "undecided")
        assert [item.label for item in right.matched] == ["Ulm"] and "not certain" in right.reason


@pytest.mark.parametrize(
    ("candidates", "told"),
    [
        ([], "there is no candidate"),
        (["Ulm", " "], "candidate 2 is empty"),
        (["Ulm"] * 101, "there are 101 candidates: give 100 at most"),
        (["x" * 2001], "a text has 2,001 characters"),
        ("Ulm", "a list of texts"),
        ([1885], "a candidate is a text, not 1885"),
    ],
)
def test_what_cannot_be_checked_is_refused_before_the_graph_is_asked(candidates: Any, told: str) -> None:
    with PathsOverGraph("no-such-file.ttl") as agent, pytest.raises(SettingError, match=told):
        agent.check_answer("Where was Ann born?", candidates)


async def test_asynchronous_callers_get_the_same(agent: PathsOverGraph) -> None:
    asked = ("Which moons does Mars have?", ["Phobos", "Ganymede"])
    assert (await agent.acheck_answer(*asked)).candidates == agent.check_answer(*asked).candidates
