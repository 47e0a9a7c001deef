"""Answers that are not what a question asks for keep it from being supported."""

from tests.pipeline_fixtures import NO, YES, analysis, choosing, citing, mentions, replies, run, small_graph

SCHOOL = small_graph(
    "Nell taught_by Cal", "Nell a pupil", "Cal a teacher", "Cal teaches horn", "horn a instrument",
    "L1 kind_of_instrument horn", "L1 a loan_instrument",
)  # fmt: skip
QUESTION = "What instrument does the one teach who Nell is taught by?"
ELSEWHERE = "not fully supported: the question asks for 'instrument', which stands elsewhere on the path"


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
