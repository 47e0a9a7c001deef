"""What the graph tells against the answers: they are given, left out, classes, or members of other classes."""

from collections.abc import Iterator, Sequence

from pog_agent.answering.guards.examined import MAX_TERMS_CHECKED, Examined
from pog_agent.answering.shown_paths import naming_of
from pog_agent.language.english import english_pattern
from pog_agent.models import EXTREMES
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.answer_type import has_year, is_called, is_called_by
from pog_agent.reading.conditions import half_period
from pog_agent.reading.elements import CALLED_FIRMS
from pog_agent.reading.senses.begun_and_ended import asked_end
from pog_agent.run.context import RunContext
from pog_agent.terms import LiteralTerm, Term, is_literal, literal_value
from pog_agent.values import read_literal
from pog_agent.words import folded

_HOW_MANY = english_pattern("counts", "how_many_or_often")
_WHAT_IS_IT = english_pattern("judged_answers", "asks_for_one")
"""What asks for one value: "what length was it"."""


def restrictions_not_asked_for(answer: Examined) -> Iterator[Finding]:
    """Labels that restrict the answers, though the question does not name them."""
    draft, text = answer.draft, folded(answer.question)
    if not draft.only:
        return
    if draft.operation == "exists":
        yield from (finding("value-unsaid", label) for label in draft.only if folded(label) not in text)
    elif answer.resolution.left_out and not answer.exclusion and draft.operation not in EXTREMES:
        yield finding("left-out-without-proof", len(answer.resolution.left_out))


def several_values(answer: Examined) -> Iterator[Finding]:
    """Several numbers or dates, where "how many", "what length was" or "when did it begin" asks for one."""
    terms = [term for term in answer.resolution.terms if is_literal(term)]
    if answer.draft.operation != "none" or len(terms) < 2:
        return
    asks_for_one = _HOW_MANY.search(answer.question) or _WHAT_IS_IT.match(answer.question)
    is_time = asked_end(answer.rest) is not None and all(has_year(literal_value(term)) for term in terms)
    if is_time or (asks_for_one and _are_numbers(terms)):
        yield finding("several-values", len(terms), refutes=not is_time)


def half_periods(answer: Examined) -> Iterator[Finding]:
    """Answers that are the beginning of a period alone, or its end, where the question asks for neither."""
    for item in answer.read if answer.draft.operation == "none" else ():
        relation = item.path.relations[item.position - 1]
        is_asked = answer.reader.words.is_paraphrased(item.asking, relation)
        other = "" if is_asked else half_period(answer.question, relation, answer.beside)
        if item.answer.kind == "literal" and other:
            yield finding("half-of-period", other)


def _are_numbers(terms: Sequence[LiteralTerm]) -> bool:
    return all(read_literal(term).kind in ("number", "quantity") for term in terms)


def counted_numbers(answer: Examined) -> Iterator[Finding]:
    """A number that the graph has is given, not counted."""
    terms = answer.resolution.terms
    if answer.draft.operation != "count" or len(terms) != 1 or not is_literal(terms[0]):
        return
    if read_literal(terms[0]).kind in ("number", "quantity"):
        yield finding("number-counted")


async def answers_without_a_class_said(answer: Examined, run: RunContext) -> list[Finding]:
    """Answers that are not what a noun of the question says of them, as others are: members that are juniors."""
    said = _classes_said(answer)
    terms = [term for term in answer.resolution.terms[:MAX_TERMS_CHECKED] if not is_literal(term)]
    if not said or not terms or answer.draft.operation == "exists":
        return []
    naming = await naming_of(run, terms)
    kinds = {term: {kind.casefold() for kind in naming.types.get(term, ())} for term in terms}
    if any(kinds[term].isdisjoint(classes) for term in terms for classes in said.values()):
        kinds = await _wide_kinds_of(terms, run)
    flaws = []
    for noun, classes in said.items():
        others = [term for term in terms if kinds[term].isdisjoint(classes)]
        if others:
            flaws.append(finding("answers-not-of-noun", noun, len(others), len(terms)))
    return flaws


async def _wide_kinds_of(terms: Sequence[Term], run: RunContext) -> dict[Term, set[str]]:
    """The labels of the classes of some terms, superclasses included where the schema is known."""
    types = await run.kg.types(terms)
    schema = await run.graph_schema()
    above = schema.summary.above if schema is not None else {}
    every = {term: {wide for kind in types.get(term, ()) for wide in above.get(kind, (kind,))} for term in terms}
    words = await run.labels(sorted(set().union(*every.values())))
    return {term: {words[kind].casefold() for kind in kinds if kind in words} for term, kinds in every.items()}


def _classes_said(answer: Examined) -> dict[str, set[str]]:
    """The nouns that were read as the class of the answers, with the classes there that have their name."""
    said: dict[str, set[str]] = {}
    for item in answer.read:
        for read in item.alignment.words:
            element = read.element
            if element is None or element.kind != "class" or element.place != item.position:
                continue
            others = answer.reader.words.paraphrases_of(read.word)
            named = {
                text for text in element.texts if is_called_by(read.word.text, text) or is_called(text, others)
            }
            if named:
                # A company has the name of its kind, too: what is a firm may be a manufacturer.
                said.setdefault(read.word.text, set()).update(element.texts if named <= CALLED_FIRMS else named)
    return said
