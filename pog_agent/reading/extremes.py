"""Whether the values that an extreme compares are those that its adjective speaks of."""

import re
from collections.abc import Mapping, Sequence

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_table, english_words
from pog_agent.models import Operation
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.ranking.encoder import Encoder
from pog_agent.reading.senses.begun_and_ended import said_end
from pog_agent.words import stem

ORIGINS: tuple[str, ...] = tuple(english_table("lexicon", "words")["origin"])
"""What tells since when something is there: its age counts from then, and not from what happened to it later."""
ATTRIBUTES: Mapping[str, tuple[str, ...]] = {
    adjective: tuple(word for text in measured for word in (ORIGINS if text == "<origin>" else (text,)))
    for adjectives, measured in english_table("lexicon", "measured_by").items()
    for adjective in adjectives.split()
}
"""What English adjectives of degree measure."""
_IRREGULAR: Mapping[str, str] = english_table("lexicon", "superlatives")
UPWARD: frozenset[Operation] = frozenset({"largest", "latest"})
LOW_WORDS = english_words("low_adjective")
AGES = english_words("adjective_of_age")
OF_TIME = AGES | english_words("adjective_of_time")
OF_ANYTHING = english_words("adjective_of_anything")
"""Adjectives that go with any measure that is named itself."""
LEAST_LIKENESS = 0.5


def is_measured_by(adjective: str, attribute: str) -> bool:
    """Whether an adjective of degree is one of what an attribute has in its name ("tall", "height in cm")."""
    measured = {stem(word) for text in ATTRIBUTES.get(adjective, ()) for word in text.split()}
    return any(stem(word) in measured for word in attribute.casefold().split())


def is_of_age(attribute: str) -> bool:
    """Whether dates or years under a name tell how old something is: "built", "year"; not "received year"."""
    stems = _stems(attribute)
    return (bool(stems) and stems <= _stems("date year")) or not stems.isdisjoint(_stems(*ORIGINS))


def degree_of(cue: str) -> str | None:
    """The plain adjective of a superlative ("longest", "most expensive"); None where it is none of those known."""
    words = cue.casefold().split()
    if words[1:] == ["ago"]:
        return "early"
    if len(words) > 1 and words[0] in ("most", "least"):
        return words[-1].removesuffix("ly")
    word = words[-1] if words else ""
    if word in _IRREGULAR:
        return _IRREGULAR[word] or None
    if word in ATTRIBUTES:
        return word
    for ending, replaced in (("iest", "y"), ("est", ""), ("est", "e")):
        plain = word.removesuffix(ending) + replaced if word.endswith(ending) else ""
        for candidate in (plain, plain[:-1] if plain[-2:-1] == plain[-1:] else ""):
            if candidate in ATTRIBUTES:
                return candidate
    return None


def degree_of_comparative(cue: str) -> str | None:
    """The plain adjective of a comparative ("longer", "more populous"); None where it is none of those known."""
    words = cue.casefold().split()
    if len(words) > 1 and words[0] in ("more", "less"):
        return words[-1] if words[-1] in ATTRIBUTES else None
    word = words[-1] if words else ""
    for ending, replaced in (("ier", "y"), ("er", ""), ("r", "")):
        plain = word.removesuffix(ending) + replaced if word.endswith(ending) else ""
        for candidate in (plain, plain[:-1] if plain[-2:-1] == plain[-1:] else ""):
            if candidate in ATTRIBUTES:
                return candidate
    return english_table("lexicon", "comparatives").get(word)


def is_same_degree(one: str, other: str) -> bool:
    """Whether two superlatives say the same of the same measures ("biggest", "largest")."""
    degrees = {degree_of(one), degree_of(other)}
    measured = {ATTRIBUTES.get(degree) for degree in degrees if degree is not None}
    is_known = None not in degrees and None not in measured and degrees.isdisjoint(AGES)
    return is_known and len(measured) == 1 and len({degree in LOW_WORDS for degree in degrees}) == 1


def key_flaw(cue: str, compared: Sequence[str], by_date: bool, question: str, encoder: Encoder) -> Finding | None:
    """Why the compared values do not answer to the superlative; None where they do.

    `compared` are the relations in words that lead to the values, which are dates or years where `by_date`. They
    must be what the adjective measures, or be named in the question themselves ("the highest population"). How old
    somebody is no other date tells than one of birth: not the day on which they joined.
    """
    texts = [text.casefold() for text in compared]
    adjective = degree_of(cue)
    if by_date and _goes_on(cue, question) and all(said_end([text]) != "end" for text in texts):
        return None
    if by_date and adjective in OF_TIME and (adjective not in AGES or any(map(is_of_age, texts))):
        return None
    wanted = (*ATTRIBUTES.get(adjective, ()), adjective) if adjective else ()
    measured = _stems(*texts)
    if adjective in ("high", "low") and measured & _stems(*english_words("rank")):
        return finding("rank-unclear", cue)
    is_named = bool(measured & _stems(question)) and (adjective is None or adjective in OF_ANYTHING)
    if is_named or any(_stems(text) <= measured for text in wanted):
        return None
    is_another = bool(measured & _stems(*(text for texts in ATTRIBUTES.values() for text in texts)))
    is_of_another_time = by_date and adjective in AGES
    if wanted and texts and not is_another and not is_of_another_time:
        fit = float((encoder.encode(texts) @ encoder.encode(list(wanted)).T).max())
        if fit >= LEAST_LIKENESS:
            return None
    return finding("extreme-of-other-values", cue, ", ".join(compared) or "in the names")


def polarity_flaw(cue: str, operation: Operation, by_date: bool, question: str = "") -> Finding | None:
    """Why an extreme goes the other way than its adjective: the oldest thing has the earliest date.

    So has who "has been here longest".
    """
    words = cue.casefold().split()
    adjective = degree_of(cue)
    if adjective is None and words[-1] not in _IRREGULAR:
        return None
    low = (words[0] in ("least", "fewest")) != (adjective in LOW_WORDS)
    if adjective in AGES:
        low = (adjective == "old") == by_date
    elif by_date and _goes_on(cue, question):
        low = not low
    if low == (operation not in UPWARD):
        return None
    return finding("extreme-turned", cue, operation)


def _goes_on(cue: str, question: str) -> bool:
    """Whether a superlative tells since when something goes on: who "has been here longest"."""
    has_been = english_pattern("times", "has_been").search(question) is not None
    return has_been and degree_of(cue) in ("long", "short")


def _stems(*texts: str) -> set[str]:
    return {stem(word) for text in texts for word in re.findall(r"[^\W\d_]{3,}", text)}
