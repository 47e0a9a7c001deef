"""Answers that are not what a question asks for keep it from being supported."""

from pog_agent.models.findings.finding import finding
from pog_agent.ranking.encoder import CachedEncoder
from tests.finding_ids import ids
from tests.pipeline_fixtures import NO, YES, analysis, choosing, citing, mentions, replies, run, small_graph

SCHOOL = small_graph(
    "Nell taught_by Cal", "Nell a pupil", "Cal a teacher", "Cal teaches horn", "horn a instrument",
    "L1 kind_of_instrument horn", "L1 a loan_instrument",
)  # fmt: skip
QUESTION = "What instrument does the one teach who Nell is taught by?"
ELSEWHERE = f"not fully supported: {finding('other-end-shown', 'kind of instrument', 'instrument')}"


def warnings(path: str, position: int) -> tuple[str, ...]:
    """What is said of an answer that cites a place on a path."""
    script = replies(
        recognize_topics=mentions("Nell"),
        analyze_question=analysis("!Nell", "taught by", "?one", "teaches", "?instrument"),
        select_paths=choosing(path),
        judge_sufficiency=[*[NO] * (position - 1), YES],
        answer=citing((1, position)),
    )
    return run(QUESTION, script, SCHOOL, w_max=10, d_max=3, compose="off").answer.warnings


def test_what_stands_behind_the_class_asked_for_is_not_it() -> None:
    onward = "{Nell} - taught by -> {Cal} - teaches -> {horn} <- kind of instrument - {L1}"
    assert ELSEWHERE in warnings(onward, 3)
    assert ELSEWHERE not in warnings("{Nell} - taught by -> {Cal} - teaches -> {horn}", 2)


def guarded(question: str, path: str, *edges: str, **settings: object) -> tuple[str, ...]:
    script = replies(
        recognize_topics=mentions("Nell"),
        analyze_question=analysis("!Nell", "is of", "?answer"),
        select_paths=choosing(path),
        judge_sufficiency=[YES],
        answer=citing((1, 1)),
    )
    graph = small_graph("Nell a person", "Dale a place", *edges)
    found = run(question, script, graph, w_max=10, d_max=1, **settings).answer
    assert found.text in path
    return found.warnings


def test_who_names_no_class() -> None:
    said = guarded(
        "Who is the employer of Nell?",
        "{Nell} - employer -> {Mill}",
        "Nell employer Mill",
        "Mill a shop",
        compose="off",
    )
    assert not [text for text in said if "asks for 'person'" in text]


def test_to_take_place_names_no_class() -> None:
    said = guarded(
        "Where did Nell's birth take place?", "{Nell} - born on -> {Fell}", "Nell born_on Fell", "Fell a hill"
    )
    assert not [text for text in said if "asks for 'place'" in text]


def test_who_is_named_as_company_is_no_answer() -> None:
    """Also where no topic was made of the name."""
    script = replies(
        recognize_topics=mentions("Tide"),
        analyze_question=analysis("!Tide", "cast member", "?who"),
        select_paths=choosing("{Tide} - cast member -> {Ann Ray; Cal Fox}"),
        judge_sufficiency=[YES],
        answer=citing((1, 1)),
    )
    graph = small_graph("Tide cast_member Cal_Fox", "Tide cast_member Ann_Ray", "Tide a film")
    found = run("Who co-starred with Cal Fox in Tide?", script, graph, w_max=10, d_max=1, compose="off").answer
    assert "answer-said" in ids(found.findings)


def test_paths_of_unlike_length_are_not_united(meaning: CachedEncoder) -> None:
    """One word says both relations, and only one of the paths is meant."""
    near, far = "{Queen Maud} - child -> {Prince Ann}", "{Queen Maud} - child -> {Prince Ann} - child -> {Eve}"
    script = replies(
        recognize_topics=mentions("Queen Maud"),
        analyze_question=analysis("!Queen Maud", "child", "?one", "child", "?answer"),
        select_paths=choosing(near, far),
        judge_sufficiency=[NO, YES],
        answer=citing((1, 1), (2, 2)),
    )
    graph = small_graph(
        "Queen_Maud child Prince_Ann", "Prince_Ann child Eve", "Queen_Maud a person", "Eve a person"
    )
    settings = {"w_max": 10, "d_max": 2, "compose": "off", "encoder": meaning}
    found = run("Name the child of Queen Maud's child.", script, graph, **settings).answer
    assert found.text == "Eve, Prince Ann"
    assert found.status == "partial"
