"""Withholding: an answer that is less sure than asked for, or that a person rejects, is not given."""

from collections.abc import Sequence
from decimal import ROUND_DOWN, Decimal

from pog_agent.answering.computed.query_words import words_of
from pog_agent.answering.known_relations import topic_facts
from pog_agent.answering.run_report import without_findings
from pog_agent.models import MOST_ALTERNATIVES, Abstention, Alternative, Answer, Verdict
from pog_agent.models.findings.finding import Finding
from pog_agent.reading.alignment import SIMILARITY_ALONE
from pog_agent.reasoner.offline.reasoner import GUESSING
from pog_agent.run.context import RunContext
from pog_agent.state import PogState

WITHHELD = ("supported", "partial")
"""The statuses whose answers a low confidence withholds. `allow_parametric` is for the others."""
TOPICS_OF_NO = 3
"""The relations of so many things that a question names are looked at before a no."""
NO_RELATION = "no relation of what the question names is clearly asked for, so that no path joins it tells nothing"


async def confident_answer(answer: Answer, state: PogState, run: RunContext) -> Answer:
    """The answer, or an abstention with it as the first alternative where it is less sure than `min_confidence`.

    One that was asked for by its reading is given: whoever chose it has seen how sure it is. An answer without a
    confidence is given, with a warning: nothing says that it is less sure.
    """
    least = run.config.min_confidence
    if not least or answer.by_reading or answer.status not in WITHHELD:
        return answer
    if answer.confidence is None:
        note = f"the answer has no confidence, so min_confidence {least:g} does not withhold it"
        return answer.model_copy(update={"warnings": (*answer.warnings, note)})
    return _withheld(answer, await _path_words(answer, state, run) if answer.confidence < least else "", run)


def withheld_late(answer: Answer, run: RunContext) -> Answer:
    """The same where no time is left to say in words how the answer was found."""
    is_open = not answer.by_reading and answer.status in WITHHELD
    return _withheld(answer, answer.paths[0].text if answer.paths else "", run) if is_open else answer


def _withheld(answer: Answer, path: str, run: RunContext) -> Answer:
    least, sure = run.config.min_confidence, answer.confidence
    if not least or sure is None or sure >= least:
        return answer
    held = Alternative(answers=answer.answers, path=path, confidence=sure, query=answer.query)
    return _without_answers(answer, reason=_reason(sure, least), alternatives=(held, *answer.alternatives))


def refuted_answer(answer: Answer, flaws: Sequence[Finding], run: RunContext) -> Answer:
    """The answer, or an abstention with the reason where a flaw refutes it and no language model gave it.

    A reasoner that is to guess guesses all the same.
    """
    refutation = "; ".join(dict.fromkeys(flaw.message for flaw in flaws if flaw.refutes))
    is_kept = run.reasoner.understands_language or run.reasoner.name == GUESSING or answer.by_reading
    if not refutation or is_kept or answer.status != "partial":
        return answer
    withheld = _without_answers(answer, reason=refutation, alternatives=answer.alternatives)
    return withheld.model_copy(update={"warnings": without_findings(answer)})


async def grounded_no(answer: Answer, state: PogState, run: RunContext) -> Answer:
    """The answer, or an abstention in place of a no where the question asks by nothing that the graph tells.

    Rules say no where no path of fitting relations joins what a question names. That tells little where none of
    the relations there, or at other things of the class, is what the question speaks of. A language model that
    says no has read the question. Raises `GraphUnavailableError`.
    """
    draft = state.get("draft")
    is_bare = draft is not None and draft.operation == "exists" and not draft.citations
    is_kept = run.reasoner.understands_language or run.reasoner.name == GUESSING
    if not is_bare or is_kept or answer.status != "partial":
        return answer
    named = [topic for topic in answer.topic_entities if not topic.optional][:TOPICS_OF_NO]
    facts = [await topic_facts(answer.question, answer.topic_entities, topic, run) for topic in named]
    fits = [fit for item in facts for fit, _ in (*item.relations, *item.lacking)]
    if max(fits, default=0.0) >= SIMILARITY_ALONE.relation:
        return answer
    return _without_answers(answer, reason=NO_RELATION, alternatives=answer.alternatives)


def rejected_answer(answer: Answer, reason: str) -> Answer:
    """An abstention in place of an answer that a person did not let pass."""
    message = f"The answer was rejected: {reason}"
    withheld = _without_answers(answer, reason=message, alternatives=answer.alternatives)
    abstention = Abstention(case="rejected", message=message)
    verdict: Verdict | None = "not enough" if answer.verdict else None
    return withheld.model_copy(update={"abstention": abstention, "verdict": verdict})


def _without_answers(answer: Answer, *, reason: str, alternatives: tuple[Alternative, ...]) -> Answer:
    """The abstention with nothing of what the answer stood on."""
    return answer.model_copy(
        update={
            "answers": (),
            "columns": (),
            "rows": (),
            "status": "abstained",
            "evidence": None,
            "paths": (),
            "computations": (),
            "passages": (),
            "sparql": None,
            "query": None,
            "query_lacks": "",
            "reason": reason,
            "confidence": None,
            "settled": (),
            "alternatives": alternatives[:MOST_ALTERNATIVES],
        }
    )


def _reason(confidence: float, least: float) -> str:
    shown = Decimal(str(confidence)).quantize(Decimal("0.01"), ROUND_DOWN)  # 0.499 is not shown as 0.50
    return f"the best answer has a confidence of {shown}, less than min_confidence {least:g}"


async def _path_words(answer: Answer, state: PogState, run: RunContext) -> str:
    """What the query asks for where one was composed, else the relations of the first cited path in words."""
    draft = state.get("query_draft")
    is_composed = draft is not None and draft.query is not None
    if answer.query is not None and (is_composed or not answer.paths):
        return (await words_of(answer.query, run)).query(answer.query)
    if not answer.paths:
        return ""
    words = await run.relation_labels(list(dict.fromkeys(relation for _, relation, _ in answer.paths[0].triples)))
    return " / ".join(words.values())
