"""Texts and numbers of a question, beside those of a query."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_table
from pog_agent.models.class_topics import TextMention
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import Expression
from pog_agent.reading.query_account.meant_words import MeantWords
from pog_agent.reading.query_account.operations import is_ordinal, place_of
from pog_agent.reading.query_account.parts import QueryParts
from pog_agent.reading.question_words import QuestionWords, Word
from pog_agent.terms import LiteralTerm, Term, is_literal, literal_value

_NUMBER_WORDS: Final = {"zero": 0, **english_table("lexicon", "numbers")}


class StatedValues:
    """Reads the texts and numbers of one question; gives flaws of those that only the query has.

    `needed` has the relations that need not be asked for since they lead to such a text, with this reason.
    """

    def __init__(
        self, question: str, rest: str, words: QuestionWords, parts: QueryParts, meant: MeantWords
    ) -> None:
        """`rest` is the question without the names of its topics."""
        self._question = question
        self._rest = rest
        self._words = words
        self._parts = parts
        self._meant = meant
        self.needed: dict[Term, str] = {}

    def read_texts(self, mentions: Sequence[TextMention]) -> Iterator[Finding]:
        """Texts of the query: `mentions` are those of the graph that stand in the question."""
        literals = {term for part in self._parts.terms for term in part.terms if is_literal(term)}
        relations = {part.iri for part in self._parts.relations}
        said: set[Term] = set()
        places = [(item.start, item.end) for item in mentions]
        for mention in mentions:
            if literals.intersection(mention.terms) and mention.relation in relations:
                said.update(mention.terms)
                self._meant.mean(self._meant.rows_in(mention.start, mention.end), "value", mention.text)
                if places.count((mention.start, mention.end)) == 1:
                    self.needed[mention.relation] = f"it leads to {mention.text!r}"
        texts = [literal_value(term) for term in sorted(literals - said)]
        texts += [test.text for test in self._parts.texts]
        texts += [text for text in self._constants() if not _is_number(text)]
        for text in dict.fromkeys(texts):
            match = re.search(rf"(?<!\w){re.escape(text)}", self._question, re.IGNORECASE)
            if match is None:
                yield finding("value-unsaid", text)
            else:
                self._meant.mean(self._meant.rows_in(*match.span()), "value", text)

    def read_numbers(self) -> Iterator[Finding]:
        """Numbers and years on both sides, each read as a value or as a place in an order."""
        wanted = {_key(text): text for text in self._constants() if _is_number(text)}
        places = {Decimal(place) for part in self._parts.ranked for place in (part.first, part.last) if place > 1}
        said: set[Decimal | str] = set()
        for word in self._words.words:
            key = _number(word)
            if key is None or word.kind == "topic":
                continue
            said.add(key)
            if key in wanted or key in places:
                self._meant.mean(
                    (row for row, item in enumerate(self._words.content) if item == word), "value", word.text
                )
        for key, text in wanted.items():
            if key not in said and not self._is_said_as_small(str(key)):
                yield finding("value-unsaid", text)
        said |= {Decimal(place_of(text)) for text in re.findall(r"\w+", self._rest) if is_ordinal(text)}
        for place in sorted(places - said):
            yield finding("operation-unasked", f"place {place}")

    def _is_said_as_small(self, number: str) -> bool:
        """Whether other words than its own say a number: "only" one, "both"."""
        is_small = number in english_table("patterns", "small_numbers")
        return is_small and english_pattern("small_numbers", number).search(self._rest) is not None

    def _constants(self) -> list[str]:
        """The literals that the query compares with."""
        sides = (side for part in self._parts.compared for side in (part.test.left, part.test.right))
        return [literal_value(term) for side in sides for term in _literals(side)]


def _literals(expression: Expression) -> Iterator[LiteralTerm]:
    if expression.kind == "constant" and is_literal(expression.term):
        yield expression.term
    elif expression.kind == "arithmetic":
        yield from _literals(expression.left)
        yield from _literals(expression.right)


def _is_number(text: str) -> bool:
    return text[:1].isdigit() or text[:1] == "-"


def _key(text: str) -> Decimal | str:
    try:
        return Decimal(text).normalize()
    except InvalidOperation:
        return text


def _number(word: Word) -> Decimal | str | None:
    if word.text in _NUMBER_WORDS:
        return Decimal(_NUMBER_WORDS[word.text])
    if not word.text[0].isdigit():
        return None
    return _key(re.sub(r"(?<=\d),(?=\d{3}\b)", "", word.text))
