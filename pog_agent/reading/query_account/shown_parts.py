"""Whether a query shows, counts and leaves out the things that the question speaks of there."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query_walk import read_variables
from pog_agent.reading.alignment import SURE, WITH_A_MODEL
from pog_agent.reading.answer_type import has_year
from pog_agent.reading.cues import NEGATION
from pog_agent.reading.direction import is_of_another_doer
from pog_agent.reading.query_account.operations import COUNT, counted_noun, is_dated
from pog_agent.reading.query_account.parts import NEGATIVE, QueryParts, Variable, shown_variables
from pog_agent.reading.query_account.read_words import ReadWords
from pog_agent.reading.query_account.walks import ROUNDING
from pog_agent.reading.question_words import LIGHT_VERBS, PARAPHRASED, Word
from pog_agent.reading.senses.mutual import is_symmetric
from pog_agent.reading.senses.roles import gender_flaw, leads_to_role
from pog_agent.reading.stems import begins_alike
from pog_agent.terms import Term
from pog_agent.values import read_text
from pog_agent.words import PREPOSITIONS

_HOW_OFTEN: Final = english_pattern("counts", "how_often")


def doer_flaws(read: ReadWords, parts: QueryParts) -> Iterator[Finding]:
    """Relations that do not tell which of the parents is asked for, or who does what the question asks."""
    for part in parts.relations:
        words = read.asked[part.iri][0].split() if part.iri in read.asked else []
        name = read.facts.name(part.iri)
        yield from filter(None, [gender_flaw(words, name)])
        verbs = (word for word in words if word not in PREPOSITIONS and begins_alike([word], [name]))
        for topic, verb in product(read.topics, verbs):
            if is_of_another_doer(read.question, topic, name, verb):
                yield finding("doer-not-told", name, verb)


def target_flaws(read: ReadWords, parts: QueryParts) -> Iterator[Finding]:
    """What the query shows, beside what the question asks for."""
    shown = list(shown_variables(parts.query))
    asked = [item for item in read.vocabulary.classes if item.asked and item.how != "question_word"]
    if not shown:
        return
    if asked:
        is_shown = any(asked[0].iri in parts.classes_of(variable) for variable in shown)
        is_shown = is_shown or asked[0].label.casefold() in read.walks.answer_kinds
        row = next(iter(read.meant.rows_in(asked[0].start, asked[0].end)), None)
        is_shown = is_shown or (row is not None and _is_class_of_answers(read, read.words.content[row]))
        is_role = row is not None and (_is_asked_role(read, parts, row, shown) or _asks_on_walks(read, row))
        if not is_shown and (row is None or not is_role):
            yield finding("class-elsewhere", asked[0].label)
        return
    if not read.walks.is_cited and read.wording.expects == "date" and not _shows_date(read, parts):
        yield finding("no-date")
    for rows in read.words.targets[:1]:
        found = read.meant.of_row(rows[0])
        if found is not None and found.role == "relation":
            yield from _role_flaws(read, parts, read.words.content[rows[0]], shown)


def counted_flaws(read: ReadWords, parts: QueryParts) -> Iterator[Finding]:
    """What is counted must be what "how many" or "most" speaks of."""
    counts = [item for item in parts.aggregates if item.value.function == "count"]
    said = COUNT.search(read.question)
    is_rank = bool(parts.ranked) and said is not None and "number" in said.group().casefold()
    if said and not (counts or is_rank or _shows_number(read, parts)):
        yield finding("no-number", said.group())
    often = _HOW_OFTEN.search(read.rest)
    if often and not counts and _shows_date(read, parts):
        yield finding("no-number", often.group())
    variables = [(item.scope, name) for item in counts for name in item.value.over]
    for row in _counted_rows(read) if counts else ():
        if not any(_speaks_of(read, parts, row, variable) for variable in variables):
            yield finding("other-things-counted", read.words.content[row].text)


def negation_flaws(read: ReadWords, parts: QueryParts) -> Iterator[Finding]:
    """What stands behind a negation must be what the query leaves out."""
    if not parts.negations:
        return
    negated = {read.facts.name(part.iri) for part in parts.relations if part.negated}
    negated |= {read.facts.class_name(part.iri) for part in parts.classes if part.negated}
    terms = {term for part in parts.terms if part.negated for term in part.terms}
    labels = {topic.label for topic in read.topics if topic.iri in terms}
    is_unequal = any(part.test.operator == NEGATIVE for part in parts.compared)
    for match in NEGATION.finditer(read.question):
        behind = _words_behind(read, match.end())
        told = (_is_left_out(read, word, negated, labels, is_unequal) for word in behind)
        if behind and not any(told):
            yield finding("other-excluded", match.group(), behind[0].text)


def _is_asked_role(read: ReadWords, parts: QueryParts, row: int, shown: Sequence[Variable]) -> bool:
    """Whether a word names a relation that leads to what the query shows."""
    noun = read.words.content[row].text
    return any(
        read.likeness(row, part.iri) >= SURE
        and leads_to_role(read.facts.name(part.iri), noun, part.target == variable) is not False
        for variable in shown
        for part in parts.relations_at(variable)
    )


def _shows_date(read: ReadWords, parts: QueryParts) -> bool:
    """Whether the query shows the dates of an attribute, by its datatype or as they are found on walks."""
    if any(read_text(text).kind == "date" or has_year(text) for text in read.walks.answer_values):
        return True
    dated = {part.target[1] for part in parts.relations if read.facts.is_dated(part.iri)}
    expressions = [column.expression for column in parts.query.columns]
    return any(is_dated(item) or dated.intersection(read_variables(item)) for item in expressions)


def _shows_number(read: ReadWords, parts: QueryParts) -> bool:
    """Whether the query shows the numbers of an attribute, or something computed."""
    if read.walks.is_cited and read.walks.answer_values:
        return True
    shown = set(shown_variables(parts.query))
    numbers = {part.target for part in parts.relations if read.facts.is_numeric(part.iri)}
    return bool(shown & numbers or parts.computed or parts.aggregates)


def _role_flaws(read: ReadWords, parts: QueryParts, word: Word, shown: Sequence[Variable]) -> Iterator[Finding]:
    """A noun that is a relation asks for what stands at one end of it."""
    for variable in shown:
        for part in parts.relations_at(variable):
            name = read.facts.name(part.iri)
            is_asked = part.iri in read.asked and not is_symmetric(name)
            if is_asked and leads_to_role(name, word.text, part.target == variable) is False:
                yield finding("other-end-shown", name, word.text)


def _counted_rows(read: ReadWords) -> Iterator[int]:
    content = read.words.content
    for match in COUNT.finditer(read.question):
        yield from [row for row, word in enumerate(content) if word.start >= match.end()][:1]
    noun = counted_noun(read.question).casefold()
    yield from (row for row, word in enumerate(content) if noun and word.text == noun)


def _speaks_of(read: ReadWords, parts: QueryParts, row: int, variable: Variable) -> bool:
    """Whether a word, or the next one of its phrase ("oil paintings"), is what a variable stands for."""
    word = read.words.content[row]
    classes = _classes_named(read, word)
    if classes.intersection(parts.classes_of(variable)) or _is_class_of_answers(read, word):
        return True
    for part in parts.relations_at(variable) if not classes else ():
        leads = leads_to_role(read.facts.name(part.iri), word.text, part.target == variable)
        if leads is not False and read.likeness(row, part.iri) >= WITH_A_MODEL.relation:
            return True
    return (row, 2) in read.words.phrases and _speaks_of(read, parts, row + 1, variable)


def _is_class_of_answers(read: ReadWords, word: Word) -> bool:
    """Whether a word stands for the class of what is at the answer of a walk."""
    return any(
        found.word == word
        and found.element is not None
        and found.likeness >= read.walks.strictness.word
        and (found.element.kind, found.element.place) == ("class", item.position)
        for item in read.walks.walks
        for found in item.alignment.words
    )


def _asks_on_walks(read: ReadWords, row: int) -> bool:
    """Whether a word asks for the relation that leads to the answer of a cited path."""
    word = read.words.content[row]
    return read.walks.is_cited and any(
        word in asked.words and asked.element.place == item.position and asked.likeness >= PARAPHRASED - ROUNDING
        for item in read.walks.walks
        for asked in item.alignment.relations
    )


def _classes_named(read: ReadWords, word: Word) -> set[Term]:
    return {
        item.iri
        for item in read.vocabulary.classes
        if item.start <= word.start < item.end and item.how != "question_word"
    }


def _words_behind(read: ReadWords, end: int) -> list[Word]:
    """The first word that says something behind a place, and the next one if they stand together."""
    behind = [word for word in read.words.words if word.start >= end and _says_something(word)]
    if len(behind) < 2 or behind[0].kind != "content":
        return behind[:1]
    row = read.words.content.index(behind[0])
    return behind[:2] if (row, 2) in read.words.phrases else behind[:1]


def _says_something(word: Word) -> bool:
    return word.kind == "topic" or (word.kind == "content" and word.text not in LIGHT_VERBS)


def _is_left_out(read: ReadWords, word: Word, negated: set[str], labels: set[str], is_unequal: bool) -> bool:
    if word.topic is not None:
        return read.topics[word.topic].label in labels
    found = read.meant.of_word(word)
    is_value = found is not None and found.role in ("value", "qualifier")
    return found is not None and (found.meaning in negated or (is_value and is_unequal))
