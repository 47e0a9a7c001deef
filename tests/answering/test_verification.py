"""What a run calls supported: the answer stands at the answer position of cited paths that are in the graph."""

import re
from dataclasses import replace
from typing import Any

import pytest

from pog_agent.run.context import RunContext
from pog_agent.subgraph.patterns.pattern import PathPattern
from tests.finding_ids import ids
from tests.pipeline_fixtures import (
    FIGURE_1,
    NO,
    YES,
    E,
    R,
    T,
    Traced,
    analysis,
    choosing,
    citing,
    demo,
    figure_1_analysis,
    mentions,
    replies,
    run,
    shown,
    small_graph,
    verdict,
)

AIRPORT = (
    "{France} - adjoining / adjoining -> {Germany} <- contained by - {Weeze Airport} - serves city -> {Nijmegen}"
)
WITHIN = "{Nijmegen} - contained by -> {Netherlands} - member of -> {European Union}"
LOU_SEAL = "Which World Series was the most recent one won by the team that has Lou Seal as its mascot?"
TITLES = (
    "{Lou Seal} - mascot of -> {San Francisco Giants} - championship won -> "
    "{2010 World Series, 2012 World Series, 2014 World Series}"
)
DATED_TITLES = TITLES + " - decided on -> {2010-11-01, 2012-10-28, 2014-10-29}"
NEIGHBOURS = [
    "Austria",
    "Belgium",
    "Czech Republic",
    "Denmark",
    "France",
    "Luxembourg",
    "Netherlands",
    "Poland",
    "Switzerland",
]


def figure_1(
    judged: dict[str, Any] | None = None, selected: tuple[str, ...] = (AIRPORT,), **answer: Any
) -> Traced:
    """Figure 1's question, judged sufficient, answered as given."""
    script = replies(
        recognize_topics=mentions("France", "Nijmegen"),
        analyze_question=figure_1_analysis(),
        select_paths=choosing(*selected),
        judge_sufficiency=judged or verdict(True, splits=2),
        answer=citing(*answer.pop("places", [(AIRPORT, 2)]), **answer),
    )
    return run(FIGURE_1, script)


def one_topic(
    topic: str, path: str, depth: int, answer: Any, judged: Any = YES, *, asks: str = "What is", **settings: Any
) -> Traced:
    """A question about one topic of the bundled graph, for all relations of the `path` that gets selected."""
    relations = re.findall(r"- ([^{}]*?) (?:->|-)", path)
    steps = [part for index in range(depth - 1) for part in ("leads to", f"stop {index}")]
    script = replies(
        recognize_topics=mentions(topic),
        analyze_question=analysis(f"!{topic}", *steps, "leads to", "?answer"),
        select_paths=choosing(path),
        judge_sufficiency=judged,
        answer=answer,
    )
    spoken = " of the ".join(relation.replace(" / ", " ") for relation in reversed(relations))
    return run(f"{asks} the {spoken} of {topic}?", script, **settings)


class TestFigure1:
    async def test_the_right_answer_is_supported_by_triples_that_exist(self) -> None:
        answer = figure_1().answer
        assert (answer.status, answer.evidence, answer.text) == ("supported", "kg_only", "Germany")
        assert [path.triples for path in answer.paths] == [
            (
                (E + "France", R + "adjoining", E + "border_DE_FR"),
                (E + "Germany", R + "adjoining", E + "border_DE_FR"),
                (E + "Weeze_Airport", R + "contained_by", E + "Germany"),
                (E + "Weeze_Airport", R + "serves_city", E + "Nijmegen"),
            )
        ]
        assert all(await demo().contains(list(answer.paths[0].triples)))
        assert answer.warnings == ()

    def test_netherlands_is_not_on_the_airport_path(self) -> None:
        answer = figure_1(only=["Netherlands"]).answer
        assert (answer.status, answer.evidence) == ("abstained", None)
        assert answer.answers == answer.paths == ()

    def test_a_label_beside_the_right_one_does_not_get_in(self) -> None:
        answer = figure_1(only=["Germany", "Netherlands"]).answer
        assert (answer.text, answer.status) == ("Germany", "partial")
        assert "labels-not-there" in ids(answer.findings)

    def test_a_topic_entity_is_not_the_answer(self) -> None:
        for position in (0, 4):
            answer = figure_1(places=[(AIRPORT, position)]).answer
            assert (answer.status, answer.answers) == ("abstained", ())

    def test_netherlands_merely_on_the_way_of_an_open_path_is_not_supported(self) -> None:
        traced = one_topic("Nijmegen", WITHIN, 2, citing((WITHIN, 1)))
        assert (traced.answer.status, traced.labels) == ("partial", ["Netherlands"])
        assert [path.triples for path in traced.answer.paths] == [
            ((E + "Nijmegen", R + "contained_by", E + "Netherlands"),)
        ]
        assert "place-on-the-way" in ids(traced.answer.findings)
        traced = one_topic("Nijmegen", WITHIN, 2, citing((WITHIN, 2)), asks="In which union is")
        assert (traced.answer.status, traced.labels) == ("supported", ["European Union"])

    def test_netherlands_on_a_joint_path_without_the_airport_is_not_supported(self) -> None:
        path = (
            "{France} - contained by -> {Europe, Western Europe} <- contained by - {Netherlands} "
            "<- contained by - {Nijmegen}"
        )
        without_airport = verdict(True, splits=2, uncovered=(2,))
        answer = figure_1(judged=without_airport, selected=(path,), places=[(path, 2)]).answer
        assert (answer.text, answer.status) == ("Netherlands", "partial")
        assert "split-question-open" in ids(answer.findings)

    def test_a_path_of_one_topic_leaves_the_answer_partial(self) -> None:
        path = "{Nijmegen} <- serves city - {Weeze Airport} - contained by -> {Germany, North Rhine-Westphalia}"
        script = replies(
            recognize_topics=mentions("France", "Nijmegen"),
            analyze_question=analysis("!France", "borders", "?country", "has city", "!Nijmegen"),
            select_paths=choosing(path),
            judge_sufficiency=lambda body: (
                YES if "{Nijmegen} <- serves city" in str(body["messages"][-1]["content"]) else NO
            ),
            answer=citing((path, 2), only=["Germany"]),
        )
        traced = run(FIGURE_1, script, d_max=2)
        assert (traced.labels, traced.answer.status) == (["Germany"], "partial")
        assert "name-unused" in ids(traced.answer.findings)

    def test_a_split_question_that_is_not_covered_leaves_the_answer_partial(self) -> None:
        answer = figure_1(judged=verdict(True, splits=2, uncovered=(2,))).answer
        assert (answer.text, answer.status) == ("Germany", "partial")
        assert "split-question-open" in ids(answer.findings)

    def test_a_split_question_without_a_verdict_counts_as_not_covered(self) -> None:
        assert figure_1(judged=verdict(True, splits=1)).answer.status == "partial"


class TestCitationsThatDoNotExist:
    @pytest.mark.parametrize("place", [(7, 1), (0, 1), (-1, 1), (1, 9), (1, -1)])
    def test_alone_they_give_no_answer(self, place: tuple[int, int]) -> None:
        answer = figure_1(places=[place]).answer
        assert (answer.status, answer.answers, answer.paths) == ("abstained", (), ())
        path, position = place
        assert (
            f"answer: dropped a citation that does not exist: path {path}, position {position}" in answer.warnings
        )

    def test_beside_a_good_one_they_are_dropped_with_a_warning(self) -> None:
        answer = figure_1(places=[(AIRPORT, 2), (7, 1)]).answer
        assert (answer.text, answer.status) == ("Germany", "supported")
        assert answer.warnings == ("answer: dropped a citation that does not exist: path 7, position 1",)


class TestOwnKnowledge:
    def test_it_is_labelled_parametric(self) -> None:
        traced = one_topic("Paul McCartney", "", 1, citing(own="Linda Eastman"), judged=NO, d_max=1, supplements=0)
        answer = traced.answer
        assert (answer.status, answer.evidence, answer.text) == ("parametric", "kg_inspired_llm", "Linda Eastman")
        assert [(item.iri, item.value) for item in answer.answers] == [(None, "Linda Eastman")]
        assert answer.paths == ()

    def test_it_is_withheld_where_it_is_not_allowed(self) -> None:
        answer = one_topic(
            "Paul McCartney",
            "",
            1,
            citing(own="Linda Eastman"),
            judged=NO,
            d_max=1,
            supplements=0,
            allow_parametric=False,
        ).answer
        assert (answer.status, answer.evidence, answer.answers) == ("abstained", None, ())
        assert any("withheld (allow_parametric is off)" in text for text in answer.warnings)
        assert "Linda" not in answer.text

    def test_it_is_dropped_where_the_paths_sufficed(self) -> None:
        answer = figure_1(places=[], own="Germany").answer
        assert (answer.status, answer.answers) == ("abstained", ())
        assert any("model's own knowledge" in text for text in answer.warnings)

    def test_what_the_paths_show_comes_before_it(self) -> None:
        traced = one_topic(
            "Lego", "{Lego} - headquarters -> {Billund}", 1, citing((1, 1), own="Vejle"), judged=NO, d_max=1
        )
        assert traced.answer.status == "partial"
        assert "Vejle" not in traced.labels


class TestComputedByCode:
    def test_a_count(self) -> None:
        path = "{Germany} - adjoining / adjoining -> {" + ", ".join(sorted(NEIGHBOURS)) + "}"

        def judged(body: dict) -> dict:
            return YES

        script = replies(
            recognize_topics=mentions("Germany"),
            analyze_question=analysis("!Germany", "border", "land border", "border", "?country"),
            select_paths=lambda body: {"selected": [_starting(body, "{Germany} - adjoining / adjoining ->")]},
            judge_sufficiency=judged,
            answer=citing((1, 2), kind="count", operation="count"),
        )
        answer = run("How many countries are adjoining Germany?", script).answer
        assert (answer.kind, answer.status, answer.text) == ("count", "supported", "9")
        assert [(item.iri, item.value) for item in answer.answers] == [(None, "9")]
        assert len(answer.paths) == 9
        assert {path.text.rpartition("{")[2].rstrip("}") for path in answer.paths} == set(NEIGHBOURS), path

    def test_a_count_is_over_the_whole_graph_however_much_of_the_search_was_cut(self) -> None:
        kg = small_graph(*(f"Ann child Kid{index}" for index in range(12)))
        script = replies(
            recognize_topics=mentions("Ann"),
            analyze_question=analysis("!Ann", "child", "?person"),
            answer=citing((1, 1), kind="count", operation="count"),
        )
        whole = run("How many children has Ann?", script, kg).answer
        cut = run("How many children has Ann?", script, kg, max_degree=5).answer
        assert (whole.text, whole.status) == ("12", "supported")
        assert (cut.text, cut.status, cut.truncated) == ("12", "supported", True)

    @pytest.mark.parametrize("operation", ["latest", "earliest"])
    def test_an_extreme_is_over_the_whole_graph_however_much_of_the_search_was_cut(self, operation: str) -> None:
        kg = small_graph(*(f"Ann won Games_{year}" for year in range(2001, 2013)))
        script = replies(
            recognize_topics=mentions("Ann"),
            analyze_question=analysis("!Ann", "won", "?games"),
            answer=citing((1, 1), operation=operation),
        )
        whole = run(f"Which is the {operation} of the games that Ann won?", script, kg).answer
        cut = run(f"Which is the {operation} of the games that Ann won?", script, kg, max_degree=5).answer
        assert (whole.status, len(whole.answers), whole.truncated) == ("supported", 1, False)
        assert (cut.status, cut.answers, cut.truncated) == ("supported", whole.answers, True)

    def test_a_yes_stands_however_much_of_the_search_was_cut(self) -> None:
        kg = small_graph(*(f"Hub member Node{index}" for index in range(30)), "Ann part_of Hub")
        script = replies(
            recognize_topics=mentions("Ann", "Hub"),
            analyze_question=analysis("!Ann", "part of", "?fact", "of", "!Hub"),
            answer=citing(("{Ann} - part of -> {Hub}", 1), kind="boolean", operation="exists"),
        )
        answer = run("Is Ann part of Hub?", script, kg, max_degree=10).answer
        assert (answer.text, answer.status, answer.truncated) == ("yes", "supported", True)

    def test_the_latest_by_the_dates_at_the_key_position(self) -> None:
        traced = one_topic(
            "Lou Seal",
            DATED_TITLES,
            3,
            citing((DATED_TITLES, 2), operation="latest", key_position=3),
            asks="Which was the latest of",
        )
        assert (traced.labels, traced.answer.status) == (["2014 World Series"], "supported")
        assert [path.text for path in traced.answer.paths] == [
            "{Lou Seal} - mascot of -> {San Francisco Giants} - championship won -> {2014 World Series} "
            "- decided on -> {2014-10-29}"
        ]

    def test_the_earliest_by_the_dates_at_the_key_position(self) -> None:
        traced = one_topic(
            "Lou Seal",
            DATED_TITLES,
            3,
            citing((DATED_TITLES, 2), operation="earliest", key_position=3),
            asks="Which was the earliest of",
        )
        assert traced.labels == ["2010 World Series"]

    def test_the_latest_by_the_labels_of_the_answers(self) -> None:
        traced = one_topic(
            "Lou Seal", TITLES, 2, citing((TITLES, 2), operation="latest"), asks="Which was the latest of"
        )
        assert (traced.labels, traced.answer.status) == (["2014 World Series"], "supported")

    def test_an_extreme_without_anything_to_compare_is_no_answer(self) -> None:
        kg = small_graph("Ann child Bob", "Ann child Cid")
        script = replies(
            recognize_topics=mentions("Ann"),
            analyze_question=analysis("!Ann", "child", "?person"),
            answer=citing((1, 1), operation="latest"),
        )
        answer = run("Who is the youngest child of Ann?", script, kg).answer
        assert (answer.status, answer.answers) == ("abstained", ())
        assert "no date or number to find the latest by: 2 of 2 values cannot be compared" in answer.reason
        assert answer.reason in answer.warnings

    def test_a_yes_stands_on_a_path_that_joins_the_topics(self) -> None:
        path = "{Germany} - member of -> {European Union}"
        script = replies(
            recognize_topics=mentions("Germany", "European Union"),
            analyze_question=analysis("!Germany", "member of", "?fact", "of", "!European Union"),
            select_paths=choosing(path),
            answer=citing((path, 1), kind="boolean", operation="exists"),
        )
        answer = run("Is Germany a member of the European Union?", script).answer
        assert (answer.kind, answer.status, answer.text) == ("boolean", "supported", "yes")
        assert [item.value for item in answer.answers] == ["true"]
        assert [list(path.triples) for path in answer.paths] == [
            [(E + "Germany", R + "member_of", E + "European_Union")]
        ]

    def test_a_no_is_never_more_than_partial(self) -> None:
        script = replies(
            recognize_topics=mentions("Switzerland", "European Union"),
            analyze_question=analysis("!Switzerland", "member of", "?fact", "of", "!European Union"),
            answer=citing(kind="boolean", operation="exists"),
        )
        answer = run("Is Switzerland in the European Union?", script).answer
        assert (answer.kind, answer.status, answer.text) == ("boolean", "partial", "no")
        assert any("does not prove that there is none" in text for text in answer.warnings)

    def test_a_citation_that_does_not_exist_is_no_no(self) -> None:
        answer = figure_1(places=[(7, 1)], kind="boolean", operation="exists").answer
        assert (answer.status, answer.answers) == ("abstained", ())

    def test_a_literal_is_answered_as_a_value(self) -> None:
        path = "{Angela Merkel} - date of birth -> {1954-07-17}"
        answer = one_topic("Angela Merkel", path, 1, citing((path, 1), kind="literal")).answer
        assert (answer.kind, answer.status) == ("literal", "supported")
        assert [(item.iri, item.value) for item in answer.answers] == [(None, "1954-07-17")]

    def test_a_walk_over_a_mediator_does_not_lead_back_to_the_topic(self) -> None:
        path = "{Marie Curie} - marriage / marriage -> {Pierre Curie}"
        traced = one_topic("Marie Curie", path, 2, citing((path, 2)))
        assert traced.labels == ["Pierre Curie"]


class TestParaphrases:
    BOSS = small_graph("Ann reports_to Bob", "Ann likes Cid")

    @pytest.mark.parametrize(
        ("paraphrases", "status"),
        [({"boss": ["manager", "reports to"]}, "supported"), ({"boss": ["chief"]}, "partial")],
    )
    def test_a_word_is_read_by_what_the_model_calls_it(
        self, paraphrases: dict[str, list[str]], status: str
    ) -> None:
        script = replies(
            recognize_topics=mentions("Ann"),
            analyze_question=analysis("!Ann", "boss", "?person", paraphrases=paraphrases),
            answer=citing(("{Ann} - reports to -> {Bob}", 1)),
        )
        answer = run("Who is the boss of Ann?", script, self.BOSS).answer
        assert (answer.text, answer.status) == ("Bob", status)


class TestJoiningCitations:
    KG = small_graph("Ann friend Xia", "Ann friend Yan", "Bob friend Yan", "Bob friend Zoe")

    def asked(self, *places: tuple[str, int]) -> Traced:
        script = replies(
            recognize_topics=mentions("Ann", "Bob"),
            analyze_question=analysis("!Ann", "friend", "?person", "friend", "!Bob"),
            judge_sufficiency=[NO, YES],
            answer=citing(*places),
        )
        return run("Who is a friend of both Ann and Bob?", script, self.KG, d_max=1, w_max=10)

    def test_paths_of_different_topics_are_intersected(self) -> None:
        traced = self.asked(("{Ann} - friend -> {Xia, Yan}", 1), ("{Bob} - friend -> {Yan, Zoe}", 1))
        assert (traced.labels, traced.answer.status) == (["Yan"], "supported")
        assert {path.text for path in traced.answer.paths} == {
            "{Ann} - friend -> {Yan}",
            "{Bob} - friend -> {Yan}",
        }

    def test_one_of_them_alone_is_partial(self) -> None:
        traced = self.asked(("{Ann} - friend -> {Xia, Yan}", 1))
        assert (traced.labels, traced.answer.status) == (["Xia", "Yan"], "partial")

    def test_paths_of_the_same_topics_add_up(self) -> None:
        kg = small_graph("Ann brother Bob", "Ann sister Cid")
        script = replies(
            recognize_topics=mentions("Ann"),
            analyze_question=analysis(
                "!Ann", "sibling", "?person", paraphrases={"siblings": ["brother", "sister"]}
            ),
            answer=citing(("{Ann} - brother -> {Bob}", 1), ("{Ann} - sister -> {Cid}", 1)),
        )
        traced = run("Who are the siblings of Ann?", script, kg)
        assert (traced.labels, traced.answer.status) == (["Bob", "Cid"], "supported")

    def test_predicted_entities_of_the_same_topic_add_up(self) -> None:
        kg = small_graph("Ann brother Bob", "Ann sister Cid")
        script = replies(
            recognize_topics=mentions("Ann"),
            analyze_question=analysis(
                "!Ann", "sibling", "?person", paraphrases={"siblings": ["brother", "sister"]}
            ),
            judge_sufficiency=[NO, YES],
            predict_supplements={
                "predictions": [{"prediction": "Bob", "chain": None}, {"prediction": "Cid", "chain": None}]
            },
            answer=citing(("{Ann} - brother -> {Bob}", 1), ("{Ann} - sister -> {Cid}", 1)),
        )
        traced = run("Who are the siblings of Ann?", script, kg, d_max=1)
        assert (traced.labels, traced.answer.status) == (["Bob", "Cid"], "supported")
        assert traced.answer.evidence == "llm_inspired_kg"


class TestBoundedSearch:
    ASKED = staticmethod(
        replies(
            recognize_topics=mentions("Ann"),
            analyze_question=analysis("!Ann", "child", "?person"),
            answer=citing((1, 1)),
        )
    )
    KG = small_graph("Ann child Bob", "Ann child Cid")

    def test_a_cited_path_that_is_not_exact_is_a_truncation_and_a_warning(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        exact = run("Who are the children of Ann?", self.ASKED, self.KG).answer
        assert (exact.status, exact.truncated, exact.warnings) == ("supported", False, ())

        async def inexact(*args: Any) -> PathPattern | None:
            found = await pattern(*args)
            return replace(found, exact=False) if found else None

        pattern = RunContext.pattern
        monkeypatch.setattr(RunContext, "pattern", inexact)
        answer = run("Who are the children of Ann?", self.ASKED, self.KG).answer
        assert (answer.status, answer.truncated, len(answer.answers)) == ("supported", True, 2)
        assert answer.warnings == (
            "a cited path is too branched to prove that everything on it lies on a simple path",
        )

    def test_every_answer_needs_a_path_that_shows_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def without_bob(self: PathPattern, *args: Any, **fields: Any) -> list[tuple[str, ...]]:
            return [path for path in paths(self, *args, **fields) if T + "Bob" not in path]

        paths = PathPattern.paths
        monkeypatch.setattr(PathPattern, "paths", without_bob)
        answer = run("Who are the children of Ann?", self.ASKED, self.KG).answer
        assert (answer.status, len(answer.answers), len(answer.paths)) == ("partial", 2, 1)
        assert "not fully supported: 1 of the answers cannot be shown by facts of the graph" in answer.warnings


def test_a_model_that_calls_its_answer_a_profile_is_held_against_the_question_like_any_other() -> None:
    script = replies(
        recognize_topics=mentions("Ann"),
        analyze_question=analysis("!Ann", "born in", "?place"),
        judge_sufficiency=YES,
        answer=citing(("{Ann} - parent -> {Bob}", 1), kind="profile"),
    )
    answer = run("Where was Ann born?", script, small_graph("Ann parent Bob", "Ann born_in Tarn")).answer
    assert (answer.kind, answer.status) == ("entities", "partial")


class TestEvidence:
    def test_a_path_expanded_from_a_predicted_entity_stands_on_it_too(self) -> None:
        kg = small_graph("Ann parent Bob", "Bob born_in Tarn")

        def last(body: dict) -> dict:
            wanted = "{Ann} - parent -> {Bob} - born in -> {Tarn}"
            numbers = [number for number, line in shown(body).items() if line == wanted]
            assert len(numbers) == 2
            return citing((numbers[-1], 2))(body)  # type: ignore[return-value]

        def first(body: dict) -> dict:
            return citing(("{Ann} - parent -> {Bob} - born in -> {Tarn}", 2))(body)  # type: ignore[return-value]

        def asked(answer: Any) -> Traced:
            script = replies(
                recognize_topics=mentions("Ann"),
                analyze_question=analysis("!Ann", "from", "?place"),
                judge_sufficiency=[NO, NO, YES],
                predict_supplements={"predictions": [{"prediction": "Bob", "chain": None}]},
                answer=answer,
            )
            return run("Where was the parent of Ann born?", script, kg, d_max=1, w_max=10)

        found = {(traced.answer.phase, traced.answer.evidence) for traced in (asked(first), asked(last))}
        assert found == {("expand", "kg_only"), ("expand", "llm_inspired_kg")}


def _starting(body: dict, text: str) -> int:
    found = [number for number, line in shown(body).items() if line.startswith(text)]
    ends = [number for number in found if shown(body)[number].count("{") == 2]
    return ends[0]
