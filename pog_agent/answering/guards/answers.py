"""What the graph tells against the answers: they are given, left out, classes, or members of other classes."""

import re
from collections.abc import Iterator, Sequence

from pog_agent.answering.guards.examined import MAX_TERMS_CHECKED, Examined
from pog_agent.answering.shown_paths import naming_of
from pog_agent.models import EXTREMES
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.answer_type import asked_class, has_year, is_called, is_called_by, is_one_of
from pog_agent.reading.cues import ASKS_FOR_A_KIND
from pog_agent.reading.elements import CALLED_FIRMS, is_class_at
from pog_agent.reading.names import numbers_in
from pog_agent.reading.senses.begun_and_ended import asked_end
from pog_agent.reading.stems import content_stems
from pog_agent.run.context import RunContext
from pog_agent.terms import LiteralTerm, Term, is_literal, literal_value
from pog_agent.values import read_literal
from pog_agent.words import folded, stem

_HOW_MANY = re.compile(r"\bhow\s+many\b", re.IGNORECASE)
_WHAT_IS_IT = re.compile(r"\W*(?:what|which)\s+[a-z]+[^s\W]\s+(?:is|was)\b", re.IGNORECASE)
"""What asks for one value: "what length was it"."""
_TAKES_PLACE = re.compile(r"\b(?:take[sn]?|taking|took)\s+place\b")


def answers_that_are_named(answer: Examined) -> Iterator[Finding]:
    """A thing that the question names is no answer to it, nor is a number or a year that it has."""
    if answer.draft.operation in ("exists", "count"):
        return
    numbers = numbers_in(answer.rest)
    topics = {topic.iri for topic in answer.topics if not topic.optional}
    for term in answer.resolution.terms[:MAX_TERMS_CHECKED]:
        label = answer.resolution.labels[term]
        name = rf"(?<!\w){re.escape(label)}(?!\w)"
        is_said = len(label) > 2 and re.search(name, answer.rest, re.IGNORECASE)
        if is_literal(term) and label in numbers:
            yield finding("answer-said", label, refutes=True)
        elif term in topics or (is_said and not is_literal(term)):
            yield finding("answer-said", label)


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


def _are_numbers(terms: Sequence[LiteralTerm]) -> bool:
    return all(read_literal(term).kind in ("number", "quantity") for term in terms)


def counted_numbers(answer: Examined) -> Iterator[Finding]:
    """A number that the graph has is given, not counted."""
    terms = answer.resolution.terms
    if answer.draft.operation != "count" or len(terms) != 1 or not is_literal(terms[0]):
        return
    if read_literal(terms[0]).kind in ("number", "quantity"):
        yield finding("number-counted")


def classes_as_answers(answer: Examined) -> Iterator[Finding]:
    """The class of a thing, where the question does not ask what kind of thing it is."""
    for item in answer.read:
        if is_class_at(item.path, item.position) and not ASKS_FOR_A_KIND.search(answer.rest):
            yield finding("class-as-answer", refutes=answer.draft.operation == "none")


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


async def answers_of_other_classes(answer: Examined, run: RunContext) -> list[Finding]:
    """Answers that are not of the class asked for, where others are, or other nodes of the paths."""
    targets = answer.reader.wording.targets
    shown = [kind.casefold() for item in answer.read for kind in item.answer.types]
    asked = asked_class(targets, answer.classes, shown)
    longer = asked_class(targets, answer.known.labels | answer.classes, shown)
    terms = [term for term in answer.resolution.terms[:MAX_TERMS_CHECKED] if not is_literal(term)]
    asked, elsewhere = (asked, "") if len(asked) >= len(longer) else ("", longer)
    said = content_stems(_TAKES_PLACE.sub("", answer.question.casefold()))
    asked, elsewhere = (text if content_stems(text) <= said else "" for text in (asked, elsewhere))
    # "who" and "where" ask for a person and a place by other words
    if not (asked or elsewhere) or not terms:
        return []
    naming = await naming_of(run, terms)
    kinds = {term: [kind.casefold() for kind in naming.types.get(term, ())] for term in terms}
    if any(kinds[term] and not is_called(asked, kinds[term]) for term in terms):
        kinds = {term: [kind.casefold() for kind in answer.known.widened(kinds[term])] for term in terms}
    if elsewhere:
        wide = [answer.known.widened(kinds[term]) for term in terms]
        # A "translation job" is no translator, though the one word has the stem of the other.
        noun = stem(elsewhere.split()[-1])
        named = [[kind for kind in own if noun in content_stems(kind)] for own in wide]
        is_other = all(own and not is_one_of(elsewhere, same) for own, same in zip(wide, named, strict=True))
        return [finding("other-class", elsewhere, shown[0])] if is_other else []
    if all(kinds[term] and not is_called(asked, kinds[term]) for term in terms):
        return [finding("class-elsewhere", asked, refutes=True)]
    others = [term for term in terms if kinds[term] and not is_one_of(asked, kinds[term])]
    if not others or len(others) == len(terms):
        return []
    return [finding("some-of-other-class", asked, len(others), len(terms))]
