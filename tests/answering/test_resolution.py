"""From a draft to what it cites in small graphs: positions, joins, and what is refused."""

from typing import Any

import pytest
import rdflib

from pog_agent.answering.resolution import Resolution, resolve, triples_of
from pog_agent.answering.shown_paths import MAX_LABEL_LENGTH
from pog_agent.config import PogConfig
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.local.rdflib_graph import compile_rdflib
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
from tests.finding_ids import ids
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
    return (await followed(question, run_over(graph), topics, keys, *places, **fields))[1]


def run_over(graph: rdflib.Graph | KnowledgeGraph) -> RunContext:
    """A run over a store, or over a graph that is compiled."""
    kg = compile_rdflib(graph) if isinstance(graph, rdflib.Graph) else graph
    config, encoder = PogConfig.create({}), LexicalEncoder()
    return RunContext(
        config, kg, encoder, EntityLinker(kg, encoder), OfflineReasoner(encoder), Workspace(kg, config)
    )


async def followed(
    question: str,
    run: RunContext,
    topics: str,
    keys: list[PatternKey],
    *places: tuple[int, int],
    **fields: Any,
) -> tuple[AnswerDraft, Resolution]:
    """A draft that cites these (path, position) pairs, and what it comes to in the graph of a run."""
    state: Any = {
        "question": question,
        "topics": [TopicEntity(iri=T + name, label=name) for name in topics.split()],
        "analysis": fields.pop("analysis", None),
    }
    citations = tuple(Citation(path=path, position=position) for path, position in places)
    draft = AnswerDraft(citations=citations, **fields)
    return draft, await resolve(draft, [PatternRef(key=item) for item in keys], state, run)


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
        assert (result.terms, ids(result.flaws)) == ([], ["position-refused"])

    async def test_an_inner_position_of_it_cites_the_path_up_to_there(self) -> None:
        graph = small_graph("Ann parent Bob", "Ann parent Cid", "Bob born_in Tarn", "Tarn in Ost")
        result = await resolved(graph, "Ann", [key("Ann", "parent", "born_in", "in")], (1, 1))
        assert names(result) == ["Bob"]
        assert ids(result.flaws) == ["place-on-the-way"]
        assert triples_of(result) == [[(T + "Ann", T + "parent", T + "Bob")]]

    async def test_an_inner_position_behind_a_joint_path_cites_all_topics(self) -> None:
        graph = small_graph("Ann parent Cid", "Dan parent Cid", "Dan parent Eve", "Eve born_in Osk")
        tail = key("Ann", "parent", "<parent", "parent", "born_in", anchors={2: "Dan"})
        result = await resolved(graph, "Ann Dan", [tail], (1, 3))
        assert (names(result), ids(result.flaws)) == (["Eve"], ["place-on-the-way"])
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
        assert ids(result.flaws) == ["position-refused"]

    async def test_between_three_topics_the_indicator_says_which_segment(self) -> None:
        graph = small_graph("Ann friend Bob", "Bob friend Cid", "Cid friend Dan", "Dan friend Eve")
        joint = key("Ann", "friend", "friend", "friend", "friend", anchors={2: "Cid", 4: "Eve"})
        analysis = indicated("Ann", "?", "Cid", "Eve")
        right = await resolved(graph, "Ann Cid Eve", [joint], (1, 1), analysis=analysis)
        wrong = await resolved(graph, "Ann Cid Eve", [joint], (1, 3), analysis=analysis)
        assert (names(right), right.flaws) == (["Bob"], [])
        assert wrong.terms == []
        assert ids(wrong.flaws) == ["position-refused"]

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
        assert ids(result.flaws) == ["position-refused"]

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
        assert ids(result.flaws) == ["position-refused", "position-refused"]

    async def test_a_pattern_that_the_graph_does_not_have_is_refused(self) -> None:
        result = await resolved(FAMILY, "Ann", [key("Ann", "sibling")], (1, 1))
        assert ids(result.flaws) == ["position-refused"]

    async def test_no_citation_is_no_answer(self) -> None:
        result = await resolved(FAMILY, "Ann", [GRAND])
        assert (result.terms, result.paths) == ([], [])


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
        assert len(result.showing) == 1

    async def test_a_label_that_does_not_stand_there_is_a_flaw(self) -> None:
        result = await resolved(self.GRAPH, "Ann", [key("Ann", "friend")], (1, 1), only=("Yan", "Zoe"))
        assert (names(result), ids(result.flaws)) == (["Yan"], ["labels-not-there"])

    async def test_every_answer_gets_its_own_path(self) -> None:
        result = await resolved(FAMILY, "Ann", [GRAND], (1, 2))
        assert [path for _, path in result.paths] == [
            (T + "Ann", T + "Cid", T + "Osk"),
            (T + "Ann", T + "Bob", T + "Tarn"),
        ]


class TestWhatShowsAYes:
    @pytest.mark.parametrize(
        ("topics", "path", "only", "shows"),
        [
            ("Ann Bob", key("Ann", "parent", anchors={1: "Bob"}), (), True),
            ("Ann Bob", key("Ann", "parent"), (), False),
            ("Ann", key("Ann", "parent"), ("bob",), True),
            ("Ann", key("Ann", "parent"), ("Dan",), False),
            ("Ann", key("Ann", "parent", "born_in", anchors={2: "Tarn"}), (), False),
        ],
    )
    async def test_it_is_a_path_that_joins_topics_or_ends_in_what_the_question_names(
        self, topics: str, path: PatternKey, only: tuple[str, ...], shows: bool
    ) -> None:
        result = await resolved(FAMILY, topics, [path], (1, path.length), operation="exists", only=only)
        assert bool(result.showing) == bool(result.paths) == shows
        assert (result.flaws == []) == shows
