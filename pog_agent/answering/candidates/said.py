"""What a candidate answer says: the entities that it names, a number, date or quantity, a yes or no."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pog_agent.language.lexicon import english_words
from pog_agent.linking.linker import WEAK_MATCH
from pog_agent.reading.composing.stated.numbers import NUMBERS
from pog_agent.run.context import RunContext
from pog_agent.terms import Term, humanize, is_iri
from pog_agent.values import Comparator, TypedValue, read_text
from pog_agent.values.written_dates import written_dates
from pog_agent.words import WORD, folded, stem

MOST_NEAR = 3
NO_VALUE: Final = TypedValue("", "text")
_MARKS: Final = "\"'`*_“”„‘’«» \t\r\n"
"""Quotation marks, and marks of Markdown, which chat models put around an answer."""
_SENTENCE_ENDS: Final = ".!"


@dataclass(frozen=True)
class SaidThing:
    """A candidate, or one of several things that it lists.

    `iris` are the entities of this name; `is_elsewhere` says that the graph does not have the IRI that was given.
    `value` has no span where the text is no number, date or quantity; an answer is to compare so with it as
    `comparator` says. `near` are names of the graph that resemble one that it does not have.
    """

    text: str
    iris: tuple[Term, ...] = ()
    value: TypedValue = NO_VALUE
    comparator: Comparator = "="
    near: tuple[str, ...] = ()
    is_elsewhere: bool = False

    @property
    def is_known(self) -> bool:
        """Whether it is an entity of the graph, or a value."""
        return bool(self.iris and not self.is_elsewhere) or self.value.span is not None


async def said_thing(text: str, question: str, run: RunContext) -> SaidThing:
    """The whole candidate as one thing. Raises `GraphUnavailableError`."""
    plain = text.strip(_MARKS)
    value = said_value(plain, question)
    address = plain.strip("<>")
    if is_iri(address):
        is_here = bool((await run.linker.given([address], question)).topics)
        return SaidThing(address, (address,), value, is_elsewhere=not is_here)
    spelled = list(_spellings(plain))
    bearers = await run.linker.names.any_of(spelled, bare_if_small=True)
    iris = next((bearers[name] for name in spelled if name in bearers), ())
    if iris or value.span is not None:
        return SaidThing(plain, iris, value)
    found = await run.linker.candidates(plain, plain, MOST_NEAR)
    equal = tuple(item.iri for item in found if "exact" in item.how)
    if equal:
        return SaidThing(plain, equal, value)
    spelled = [item.label for item in await run.linker.spelling.near(plain, MOST_NEAR)]
    near = [*spelled, *(item.label for item in found if item.score >= WEAK_MATCH)]
    return SaidThing(plain, (), value, near=tuple(dict.fromkeys(near))[:MOST_NEAR])


def listed_parts(text: str) -> list[str]:
    """The parts of a text that lists several things: "Ann, Bo and Cy". One part where it lists none."""
    joints = "|".join(re.escape(word) for word in sorted(english_words("joint")))
    parts = re.split(rf"\s*(?:[,;\n]\s*(?:(?:{joints})\s+)?|\s(?:{joints})\s)\s*", text.strip(_MARKS))
    return [part for part in parts if part.strip(_MARKS + _SENTENCE_ENDS)]


def said_truth(text: str) -> bool | None:
    """Whether a candidate says yes or no, alone or before a comma; None where it says neither."""
    first = folded(re.split("[,.;!]", text.strip(_MARKS), maxsplit=1)[0])
    if first in english_words("agreeing"):
        return True
    return False if first in english_words("disagreeing") else None


def _spellings(plain: str) -> Iterator[str]:
    """The ways in which a name may be written: without a full stop, with an article or without, as in an IRI."""
    texts, articles = dict.fromkeys((plain, plain.rstrip(_SENTENCE_ENDS))), sorted(english_words("article"))
    yield from texts
    for text in texts:
        first, _, rest = text.partition(" ")
        is_article = first.lower() in articles and bool(rest)
        yield from ([rest] if is_article else [f"{article} {text}" for article in articles])
        if not rest:
            yield humanize(text)


def said_value(plain: str, question: str) -> TypedValue:
    """A number, a date or a quantity, in digits or words; nouns of the question may stand behind it."""
    text = plain.rstrip(_SENTENCE_ENDS)
    value = read_text(text)
    if value.span is not None:
        return value
    dates = list(written_dates(text))
    if len(dates) == 1 and (dates[0].start, dates[0].end) == (0, len(text)):
        return TypedValue(text, "date", span=dates[0].span)
    number, _, nouns = text.partition(" ")
    digits = str(NUMBERS.get(number.lower(), number))
    asked = {stem(word.lower()) for word in WORD.findall(question)}
    if all(stem(word.lower()) in asked for word in WORD.findall(nouns)):
        return read_text(digits)
    return value
