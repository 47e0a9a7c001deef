"""Says why a wrong answer is wrong, as far as that shows from outside."""

from collections.abc import Mapping
from typing import Literal

from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.measures.judgement import judgement
from pog_agent.evaluation.measures.recall import Reached
from pog_agent.models import Answer

ErrorClass = Literal[
    "failed",
    "too_wide",
    "too_narrow",
    "refusal",
    "format",
    "not_linked",
    "not_in_graph",
    "truncated",
    "not_explored",
    "pruned",
    "answer_generation",
    "hallucination",
]

REFUSALS = ("refused", "i cannot help", "i can't help", "i am unable", "i'm sorry")
NO_ANSWER = "no answer is given"


def error_class(
    answer: Answer, question: Question, recall: Mapping[str, Reached], in_graph: bool | None
) -> ErrorClass:
    """The first of these that holds for a wrong answer:

    too_wide and too_narrow (all gold answers and more, or some of them alone), format (the model's answer could
    not be read), not_linked (a topic entity of the data set is missing), not_in_graph (no gold answer has edges),
    truncated and not_explored (no gold answer among the candidates, with and without a cut), pruned (lost in
    selection), refusal (none given, though it was at hand), hallucination (from the model's own knowledge, or for
    a question that has no answer), answer_generation (the right one was at hand, another was given). Words of
    refusal come before all but the first two.
    """
    judged = judgement(answer, question)
    if judged in ("too_wide", "too_narrow"):
        return judged
    noted = [text.casefold() for text in answer.warnings if text.startswith("answer:")]
    linked = {topic.iri for topic in answer.topic_entities}
    explored, selected = (recall[stage].any if stage in recall else True for stage in ("explored", "selected"))
    tests: tuple[tuple[ErrorClass, bool], ...] = (
        ("refusal", any(word in text for word in REFUSALS for text in [*noted, answer.reason.casefold()])),
        ("format", any(NO_ANSWER in text for text in noted)),
        ("hallucination", not question.answers),
        ("not_linked", not explored and not (linked and linked.issuperset(question.topics))),
        ("not_in_graph", not explored and in_graph is False),
        ("truncated", not explored and answer.truncated),
        ("not_explored", not explored),
        ("pruned", not selected),
        ("refusal", answer.status == "abstained"),
        ("hallucination", answer.status == "parametric"),
    )
    return next((name for name, holds in tests if holds), "answer_generation")
