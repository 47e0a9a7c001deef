"""From a draft to answers over small graphs: positions, joins, extremes, and what is refused."""

from typing import Any

import pytest
import rdflib

from pog_agent.answering.resolution import Resolution, resolve, triples_of
from pog_agent.answering.shown_paths import MAX_LABEL_LENGTH
from pog_agent.config import PogConfig
from pog_agent.kg.local.rdf_store import RdfStore
from pog_agent.linking import EntityLinker
from pog_agent.models import (
    Anchor,
    AnswerDraft,
    Citation,
    Indicator,
    IndicatorNode,
    PatternKey,
    PatternRef,
    QuestionAnalysis,
    TopicEntity,
)
from pog_agent.models import Step as PathStep
from pog_agent.ranking.encoder import LexicalEncoder
from pog_agent.reasoner.offline.reasoner import OfflineReasoner
from pog_agent.run.context import RunContext
from pog_agent.run.workspace import Workspace
from tests.pipeline_fixtures import T, small_graph


def key(start: str, *steps: str, anchors: dict[int, str] | None = None) -> PatternKey:
    """A pattern; ``parent`` is a step along the relation, ``<parent`` one against it."""
    fixed = {0: start, **(anchors or {})}
    return PatternKey(
        anchors=tuple(Anchor(entity=T + name, position=place) for place, name in sorted(fixed.items())),
        steps=tuple(PathStep(relation=T + step.lstrip("<"), forward=not step.startswith("<")) for step in steps),
    )


async def resolved(
    graph: rdflib.Graph, topics: str, keys: list[PatternKey], *places: tuple[int, int], **fields: Any
) -> Resolution:
    """A draft that cites these (path, position) pairs, resolved over the graph."""
    return await resolved_question("", graph, topics, keys, *places, **fields)


async def resolved_question(
    question: str,
    graph: rdflib.Graph,
    topics: str,
    keys: list[PatternKey],
    *places: tuple[int, int],
    **fields: Any,
) -> Resolution:
    """The same for a question with words."""
    kg, config, encoder = RdfStore(graph), PogConfig.create({}), LexicalEncoder()
    run = RunContext(
        config, kg, encoder, EntityLinker(kg, encoder), OfflineReasoner(encoder), Workspace(kg, config)
    )
    state: Any = {
        "question": question,
        "topics": [TopicEntity(iri=T + name, label=name) for name in topics.split()],
        "analysis": fields.pop("analysis", None),
    }
    citations = tuple(Citation(path=path, position=position) for path, position in places)
    draft = AnswerDraft(citations=citations, **fields)
    return await resolve(draft, [PatternRef(key=item) for item in keys], state, run)


def indicated(*stops: str) -> QuestionAnalysis:
    """An analysis whose indicator runs through these topics, with ``?`` for the answer."""
    nodes = tuple(IndicatorNode(text=stop, kind="answer" if stop == "?" else "topic") for stop in stops)
    return QuestionAnalysis(
        split_questions=("?",), indicator=Indicator(nodes=nodes, relations=("friend",) * (len(stops) - 1))
    )


def names(result: Resolution) -> list[str]:
    return [result.labels[term] for term in result.terms]


FAMILY = small_graph("Ann parent Bob", "Ann parent Cid", "Bob born_in Tarn", "Cid born_in Osk", "Dan parent Cid")
GRAND = key("Ann", "parent", "born_in")


class TestPositions:
    async def test_an_open_path_has_its_answer_at_the_end(self) -> None:
        result = await resolved(FAMILY, "Ann", [GRAND], (1, 2))
        assert (names(result), result.flaws) == (["Osk", "Tarn"], [])

    @pytest.mark.parametrize("position", [0, 3])
    async def test_a_position_that_is_not_on_it_is_refused(self, position: int) -> None:
        result = await resolved(FAMILY, "Ann", [GRAND], (1, position))
        assert (result.terms, result.flaws) == ([], [f"path 1: position {position} is not on the path"])

    async def test_an_inner_position_of_it_cites_the_path_up_to_there(self) -> None:
        graph = small_graph("Ann parent Bob", "Ann parent Cid", "Bob born_in Tarn", "Tarn in Ost")
        result = await resolved(graph, "Ann", [key("Ann", "parent", "born_in", "in")], (1, 1))
        assert names(result) == ["Bob"]
        assert result.flaws == ["path 1: position 1 is on the way, so the path is cited up to 1"]
        assert triples_of(result) == [[(T + "Ann", T + "parent", T + "Bob")]]

    async def test_an_inner_position_behind_a_joint_path_cites_all_topics(self) -> None:
        graph = small_graph("Ann parent Cid", "Dan parent Cid", "Dan parent Eve", "Eve born_in Osk")
        tail = key("Ann", "parent", "<parent", "parent", "born_in", anchors={2: "Dan"})
        result = await resolved(graph, "Ann Dan", [tail], (1, 3))
        assert (names(result), len(result.flaws)) == (["Eve"], 1)
        assert [len(path) for path in triples_of(result)] == [3]

    async def test_an_answer_between_topics_is_not_on_the_way_to_what_hangs_off_them(self) -> None:
        graph = small_graph("Ann parent Cid", "Dan parent Cid", "Dan parent Eve")
        tail = key("Ann", "parent", "<parent", "parent", anchors={2: "Dan"})
        result = await resolved(graph, "Ann Dan", [tail], (1, 1))
        assert (names(result), result.flaws) == (["Cid"], [])
        assert {len(path) for path in triples_of(result)} == {3}

    async def test_between_topics_every_inner_position_may_hold_it(self) -> None:
        joint = key("Ann", "parent", "<parent", anchors={2: "Dan"})
        result = await resolved(FAMILY, "Ann Dan", [joint], (1, 1))
        assert (names(result), result.flaws) == (["Cid"], [])
        result = await resolved(FAMILY, "Ann Dan", [joint], (1, 2))
        assert result.flaws == ["path 1: position 2 is a topic entity"]

    async def test_between_three_topics_the_indicator_says_which_segment(self) -> None:
        graph = small_graph("Ann friend Bob", "Bob friend Cid", "Cid friend Dan", "Dan friend Eve")
        joint = key("Ann", "friend", "friend", "friend", "friend", anchors={2: "Cid", 4: "Eve"})
        analysis = indicated("Ann", "?", "Cid", "Eve")
        right = await resolved(graph, "Ann Cid Eve", [joint], (1, 1), analysis=analysis)
        wrong = await resolved(graph, "Ann Cid Eve", [joint], (1, 3), analysis=analysis)
        assert (names(right), right.flaws) == (["Bob"], [])
        assert wrong.terms == []
        assert wrong.flaws == ["path 1: position 3 is not between the topics where the question has the answer"]

    async def test_a_predicted_entity_at_the_end_may_be_the_answer(self) -> None:
        result = await resolved(FAMILY, "Ann", [key("Ann", "parent", "born_in", anchors={2: "Tarn"})], (1, 2))
        assert (names(result), result.flaws) == (["Tarn"], [])

    async def test_a_predicted_entity_behind_the_topics_may_be_the_answer_between_them(self) -> None:
        graph = small_graph("Ann friend Bob", "Bob friend Cid", "Cid friend Dan")
        joint = key("Ann", "friend", "friend", "friend", anchors={2: "Cid", 3: "Dan"})
        analysis = indicated("Ann", "?", "Cid")
        result = await resolved(graph, "Ann Cid", [joint], (1, 3), analysis=analysis)
        assert (names(result), result.flaws) == (["Dan"], [])
        result = await resolved(graph, "Ann Cid", [joint], (1, 1), analysis=analysis)
        assert (names(result), result.flaws) == (["Bob"], [])

    async def test_a_predicted_entity_moves_no_topic_to_another_segment(self) -> None:
        graph = small_graph("Ann friend Bob", "Bob friend Cid", "Cid friend Dan", "Dan friend Eve")
        joint = key("Ann", "friend", "friend", "friend", "friend", anchors={2: "Cid", 4: "Eve"})
        result = await resolved(graph, "Ann Cid", [joint], (1, 3), analysis=indicated("Ann", "?", "Cid"))
        assert result.flaws == ["path 1: position 3 is not between the topics where the question has the answer"]

    async def test_a_path_through_some_of_the_topics_has_no_segment_of_the_indicator(self) -> None:
        graph = small_graph("Ann friend x", "x friend Cid", "Cid friend y", "y friend Eve")
        subset = key("Ann", "friend", "friend", "friend", "friend", anchors={2: "Cid", 4: "Eve"})
        analysis = indicated("Ann", "Bob", "?", "Cid", "Eve")
        for position, name in ((1, "x"), (3, "y")):
            result = await resolved(graph, "Ann Bob Cid Eve", [subset], (1, position), analysis=analysis)
            assert (names(result), result.flaws) == ([name], [])

    async def test_an_answer_may_hang_off_a_joint_path(self) -> None:
        tail = key("Ann", "parent", "<parent", "parent", anchors={2: "Dan"})
        graph = small_graph("Ann parent Cid", "Dan parent Cid", "Dan parent Eve")
        result = await resolved(graph, "Ann Dan", [tail], (1, 3))
        assert result.flaws == []
        assert "Eve" in names(result)

    async def test_a_path_that_was_not_kept_is_refused(self) -> None:
        result = await resolved(FAMILY, "Ann", [GRAND], (2, 1), (0, 1))
        assert result.flaws == ["path 2 is not among the kept paths", "path 0 is not among the kept paths"]

    async def test_a_pattern_that_the_graph_does_not_have_is_refused(self) -> None:
        result = await resolved(FAMILY, "Ann", [key("Ann", "sibling")], (1, 1))
        assert result.flaws == ["path 1 is not among the kept paths"]

    async def test_no_citation_is_no_answer(self) -> None:
        result = await resolved(FAMILY, "Ann", [GRAND])
        assert (result.terms, result.paths, result.value) == ([], [], None)


class TestJoins:
    GRAPH = small_graph("Ann friend Xia", "Ann friend Yan", "Bob friend Yan", "Ann likes Zoe", "Bob likes Wim")

    async def test_citations_of_the_same_topic_add_up(self) -> None:
        keys = [key("Ann", "friend"), key("Ann", "likes")]
        assert names(await resolved(self.GRAPH, "Ann", keys, (1, 1), (2, 1))) == ["Xia", "Yan", "Zoe"]

    async def test_citations_of_different_topics_are_intersected(self) -> None:
        keys = [key("Ann", "friend"), key("Bob", "friend")]
        result = await resolved(self.GRAPH, "Ann Bob", keys, (1, 1), (2, 1))
        assert names(result) == ["Yan"]
        assert sorted(triple for path in triples_of(result) for triple in path) == [
            (T + "Ann", T + "friend", T + "Yan"),
            (T + "Bob", T + "friend", T + "Yan"),
        ]

    async def test_nothing_in_common_is_no_answer(self) -> None:
        keys = [key("Ann", "likes"), key("Bob", "likes")]
        result = await resolved(self.GRAPH, "Ann Bob", keys, (1, 1), (2, 1))
        assert (result.terms, result.paths) == ([], [])

    async def test_only_restricts_by_label_whatever_its_case(self) -> None:
        result = await resolved(self.GRAPH, "Ann", [key("Ann", "friend")], (1, 1), only=("  xia",))
        assert (names(result), result.flaws) == (["Xia"], [])

    async def test_only_takes_a_long_label_as_it_was_shown(self) -> None:
        text = "a long story " * 20
        graph = small_graph(f'Ann abstract "{text}"', 'Ann abstract "a short one"')
        label = text[: MAX_LABEL_LENGTH - 1] + "…"
        for spelled in (label, text):
            result = await resolved(graph, "Ann", [key("Ann", "abstract")], (1, 1), only=(spelled,))
            assert (names(result), result.flaws) == ([text], [])
        result = await resolved(graph, "Ann", [key("Ann", "abstract")], (1, 1), only=(label,), operation="exists")
        assert result.value == "true"

    async def test_a_label_that_does_not_stand_there_is_a_flaw(self) -> None:
        result = await resolved(self.GRAPH, "Ann", [key("Ann", "friend")], (1, 1), only=("Yan", "Zoe"))
        assert (names(result), result.flaws) == (["Yan"], ["not at the cited position: zoe"])

    async def test_every_answer_gets_its_own_path(self) -> None:
        result = await resolved(FAMILY, "Ann", [GRAND], (1, 2))
        assert [path for _, path in result.paths] == [
            (T + "Ann", T + "Cid", T + "Osk"),
            (T + "Ann", T + "Bob", T + "Tarn"),
        ]


class TestExtremes:
    GRAPH = small_graph(
        "Ann child Bob",
        "Ann child Cid",
        "Ann child Dan",
        'Bob born "1999-12-31"',
        'Cid born "2000-01-01"',
        'Dan born "1000"',
    )
    BORN = key("Ann", "child", "born")

    @pytest.mark.parametrize(
        ("operation", "winner"),
        [("latest", ["Cid"]), ("largest", ["Cid"]), ("earliest", ["Dan"]), ("smallest", ["Dan"])],
    )
    async def test_they_are_taken_by_size_not_by_spelling(self, operation: str, winner: list[str]) -> None:
        result = await resolved(self.GRAPH, "Ann", [self.BORN], (1, 1), operation=operation, key_position=2)
        assert (names(result), result.flaws) == (winner, [])

    async def test_numbers_are_compared_as_numbers(self) -> None:
        graph = small_graph("Ann child Bob", "Ann child Cid", 'Bob height "9"', 'Cid height "10"')
        height = key("Ann", "child", "height")
        result = await resolved(graph, "Ann", [height], (1, 1), operation="largest", key_position=2)
        assert names(result) == ["Cid"]

    async def test_answers_that_tie_all_stay(self) -> None:
        graph = small_graph("Ann child Bob", "Ann child Cid", 'Bob height "9"', 'Cid height "9"')
        height = key("Ann", "child", "height")
        result = await resolved(graph, "Ann", [height], (1, 1), operation="largest", key_position=2)
        assert names(result) == ["Bob", "Cid"]

    async def test_the_largest_value_itself_may_be_asked_for(self) -> None:
        result = await resolved(self.GRAPH, "Ann", [self.BORN], (1, 2), operation="latest")
        assert names(result) == ["2000-01-01"]
        assert result.kind == "literal"

    async def test_years_inside_labels_are_compared(self) -> None:
        graph = small_graph("Ann won 2008_Games", "Ann won 2012_Games", "Ann won 996_Games")
        result = await resolved(graph, "Ann", [key("Ann", "won")], (1, 1), operation="latest")
        assert names(result) == ["2012 Games"]

    async def test_a_candidate_without_a_value_is_a_flaw(self) -> None:
        graph = small_graph("Ann won 2008_Games", "Ann won Winter_Games")
        result = await resolved(graph, "Ann", [key("Ann", "won")], (1, 1), operation="latest")
        assert (names(result), result.flaws) == (
            ["2008 Games"],
            ["1 of 2 values cannot be compared: 'Winter Games' (no date or number in the name)"],
        )

    async def test_of_several_candidates_without_a_value_none_is_the_answer(self) -> None:
        graph = small_graph("Ann won Summer_Games", "Ann won Winter_Games")
        result = await resolved(graph, "Ann", [key("Ann", "won")], (1, 1), operation="latest")
        assert names(result) == []
        assert result.flaws[-1] == "no date or number to find the latest by"
        assert result.failure == (
            "no date or number to find the latest by: 2 of 2 values cannot be compared: "
            "'Summer Games', 'Winter Games' (no date or number in the name)"
        )


class TestCountsAndExistence:
    async def test_a_count_is_the_number_of_answers(self) -> None:
        result = await resolved(FAMILY, "Ann", [key("Ann", "parent")], (1, 1), operation="count")
        assert (result.kind, result.value, len(result.paths)) == ("count", "2", 2)

    async def test_a_count_of_several_citations_counts_nothing_twice(self) -> None:
        graph = small_graph("Ann friend Bob", "Ann likes Bob", "Ann likes Cid")
        keys = [key("Ann", "friend"), key("Ann", "likes")]
        result = await resolved(graph, "Ann", keys, (1, 1), (2, 1), operation="count")
        assert result.value == "2"

    async def test_a_yes_needs_a_path_that_joins_topics(self) -> None:
        joint = key("Ann", "parent", anchors={1: "Bob"})
        result = await resolved(FAMILY, "Ann Bob", [joint], (1, 1), operation="exists")
        assert (result.kind, result.value, result.flaws) == ("boolean", "true", [])
        assert triples_of(result) == [[(T + "Ann", T + "parent", T + "Bob")]]

    async def test_an_open_path_is_no_yes(self) -> None:
        result = await resolved(FAMILY, "Ann Bob", [key("Ann", "parent")], (1, 1), operation="exists")
        assert (result.kind, result.value, result.paths) == ("boolean", None, [])
        assert result.flaws == ["no cited path joins two topics or ends in what the question names"]

    async def test_an_open_path_that_ends_in_what_the_question_names_is_a_yes(self) -> None:
        graph = small_graph("Ann parent Bob", "Ann parent Cid", 'Ann born "1999-12-31"')
        for path, name in (("parent", "Bob"), ("born", "1999-12-31")):
            result = await resolved(graph, "Ann", [key("Ann", path)], (1, 1), operation="exists", only=(name,))
            assert (result.value, result.flaws, len(result.paths)) == ("true", [], 1)
        result = await resolved(graph, "Ann", [key("Ann", "parent")], (1, 1), operation="exists", only=("Dan",))
        assert result.value is None

    async def test_a_predicted_entity_is_no_topic_that_a_path_joins(self) -> None:
        predicted = key("Ann", "parent", "born_in", anchors={2: "Tarn"})
        result = await resolved(FAMILY, "Ann", [predicted], (1, 2), operation="exists")
        assert (result.value, result.paths) == (None, [])

    async def test_nothing_cited_is_a_no_that_is_not_proven(self) -> None:
        result = await resolved(FAMILY, "Ann Bob", [GRAND], operation="exists")
        assert (result.kind, result.value, result.paths) == ("boolean", "false", [])
        assert result.flaws == ["the graph has no such path, which does not prove that there is none"]

    async def test_a_path_that_does_not_exist_is_no_yes(self) -> None:
        absent = key("Ann", "sibling", anchors={1: "Bob"})
        result = await resolved(FAMILY, "Ann Bob", [absent], (1, 1), operation="exists")
        assert result.value is None
        assert "path 1 is not among the kept paths" in result.flaws
