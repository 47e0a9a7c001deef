"""Whether the values that an extreme compares are those that its adjective speaks of."""

import re
from collections.abc import Sequence

from pog_agent.models import Operation
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.ranking.encoder import Encoder
from pog_agent.reading.senses.begun_and_ended import said_end
from pog_agent.words import stem

ORIGINS = (
    *(
        "birth",
        "born",
        "built",
        "completed",
        "construction",
        "created",
        "creation",
        "established",
        "foundation",
        "founded",
    ),
    *(
        "founding",
        "inception",
        "issued",
        "launch",
        "made",
        "manufactured",
        "opened",
        "origin",
        "production",
        "publication",
    ),
    *("published", "release", "written"),
)
"""What tells since when something is there: its age counts from then, and not from what happened to it later."""
ATTRIBUTES: dict[str, tuple[str, ...]] = {
    "large": ("area", "size", "population", "extent", "surface", "diameter", "radius"),
    "big": ("area", "size", "population", "extent", "surface", "diameter", "radius"),
    "great": ("amount", "number", "size"),
    "small": ("area", "size", "population", "extent", "surface", "diameter", "radius"),
    "tiny": ("area", "size", "population", "extent", "surface", "diameter", "radius"),
    "high": ("height", "elevation", "altitude", "highest", "amount", "level"),
    "low": ("height", "elevation", "altitude", "lowest", "amount", "level"),
    "tall": ("height",),
    "long": ("length", "duration", "running time", "distance"),
    "short": ("length", "duration", "running time", "height", "distance"),
    "deep": ("depth",),
    "shallow": ("depth",),
    "wide": ("width",),
    "narrow": ("width",),
    "thick": ("thickness",),
    "heavy": ("weight", "mass"),
    "light": ("weight", "mass"),
    "far": ("distance",),
    "near": ("distance",),
    "close": ("distance",),
    "fast": ("speed", "duration", "time"),
    "quick": ("speed", "duration", "time"),
    "slow": ("speed", "duration", "time"),
    "hot": ("temperature",),
    "cold": ("temperature",),
    "warm": ("temperature",),
    "cool": ("temperature",),
    "bright": ("brightness", "luminosity"),
    "strong": ("strength",),
    "loud": ("loudness", "volume"),
    "steep": ("gradient", "slope"),
    "broad": ("width", "breadth"),
    "rich": ("wealth", "income", "net worth"),
    "poor": ("wealth", "income", "net worth"),
    "expensive": ("price", "cost", "fee", "fare"),
    "dear": ("price", "cost", "fee", "fare"),
    "costly": ("price", "cost", "fee", "fare"),
    "pricey": ("price", "cost", "fee", "fare"),
    "cheap": ("price", "cost", "fee", "fare"),
    "populous": ("population", "inhabitants"),
    "old": ("age", *ORIGINS),
    "young": ("age", *ORIGINS),
    "early": ("date", "year", "time"),
    "late": ("date", "year", "time"),
    "recent": ("date", "year", "time"),
    "new": ORIGINS,
    "first": ("date", "year", "number", "position", "order"),
    "last": ("date", "year", "number", "position", "order"),
}
"""What English adjectives of degree measure."""
IRREGULAR = {
    "biggest": "big",
    "farthest": "far",
    "priciest": "pricey",
    "furthest": "far",
    "latest": "late",
    "earliest": "early",
    "heaviest": "heavy",
    "hottest": "hot",
    "least": "",
    "most": "",
    "fewest": "",
}
RANKS = ("place", "placement", "placing", "position", "rank", "ranking", "standing")
"""What counts from the best one on: the highest rank is the least number, or the greatest."""
UPWARD: frozenset[Operation] = frozenset({"largest", "latest"})
_HAS_BEEN = re.compile(r"\b(?:has|have|['’]s|['’]ve)\s+(?:\w+\s+)?(?:been|lived|served|worked)\b", re.IGNORECASE)
LOW_WORDS = frozenset(
    "small tiny low short shallow narrow light near close slow cold cool poor cheap early first".split()  # noqa: SIM905
)
AGES = frozenset({"old", "young"})
OF_TIME = AGES | {"early", "late", "recent", "new", "first", "last"}
OF_ANYTHING = frozenset({"high", "low", "great", "large", "small", "tiny", "big"})
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
    if word in IRREGULAR:
        return IRREGULAR[word] or None
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
    return {"further": "far", "farther": "far", "pricier": "pricey"}.get(word)


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
    if adjective in ("high", "low") and measured & _stems(*RANKS):
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
    if adjective is None and words[-1] not in IRREGULAR:
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
    return degree_of(cue) in ("long", "short") and _HAS_BEEN.search(question) is not None


def _stems(*texts: str) -> set[str]:
    return {stem(word) for text in texts for word in re.findall(r"[^\W\d_]{3,}", text)}
