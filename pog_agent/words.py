"""How texts are compared; English function words, and the content words of a text."""

import re
from functools import lru_cache
from threading import Lock

import snowballstemmer

from pog_agent.language.lexicon import english_spellings

LANGUAGE = "en"
"""The language whose words are read."""
FUNCTION_WORDS = frozenset(
    """
    a an and any are as at be been being but by can could did do does for from give had has have he her him
    his how i if in into is it its list many may me might much must my name not of on one ones or our own s shall
    she should show some such t tell than that the their them then there these they this those to us was we
    were what when where which who whom whose why will with would you your
    """.split()  # noqa: SIM905 (a list of a hundred words reads better so)
)
PREPOSITIONS = frozenset(
    """
    about after against as at before by down for from in into of off on onto out over through to toward towards
    under up upon via with
    """.split()  # noqa: SIM905
)

NUMBER_OF = (
    r"(?:(?<![^\W_][^\w])|(?<=\b(?:by|in|of|or|to)\s)|(?<=\b(?:and|its|the)\s)|(?<=\b(?:give|what|with)\s)"
    r"|(?<=\b(?:exact|their|total|which|whose)\s)|(?<=\b(?:average|maximum|minimum)\s)"
    r"|(?<=\ba\s)|(?<=est\s))\b(?:total\s+)?number\s+of\b"
)
"""A pattern of what asks for a count: the number of people, but no phone number of a person."""
MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
IRREGULAR_PLURALS = {"children": "child", "men": "man", "wives": "wife", "women": "woman"}
_SAME_IN_PLURAL = frozenset({"aircraft", "fish", "series", "sheep", "species"})
_ENDS_IN_S = frozenset(
    """
    alias atlas bias bonus bus campus canvas census chorus circus focus gas genius lens octopus surplus status
    syllabus virus walrus
    """.split()  # noqa: SIM905 (a list of words reads better so)
)
"""Words whose plural ends in "ses", where most others end in "se" ("house")."""
IRREGULAR_VERBS = {
    past: verb
    for verb, *pasts in map(
        str.split,
        """
        become became
        beat beaten
        begin began begun
        bend bent
        bind bound
        birth born
        bite bit bitten
        blow blew blown
        break broke broken
        breed bred
        bring brought
        burn burnt
        buy bought
        catch caught
        choose chose chosen
        come came
        deal dealt
        death die dies died dead
        dig dug
        draw drew drawn
        drink drank drunk
        drive drove driven
        eat ate eaten
        fall fallen
        feed fed
        fight fought
        find found
        flee fled
        fly flew flown
        forbid forbade forbidden
        forget forgot forgotten
        freeze froze frozen
        get got gotten
        give gave given
        go went gone
        grow grew grown
        hang hung
        hear heard
        hide hid hidden
        hold held
        keep kept
        know knew known
        lead led
        learn learnt
        leave left
        lend lent
        lose lost
        make made
        mean meant
        meet met
        pay paid
        ride rode ridden
        rise risen
        run ran
        seek sought
        sell sold
        send sent
        shoot shot
        sing sang sung
        sink sank sunk
        sleep slept
        speak spoke spoken
        spend spent
        stand stood
        steal stole stolen
        swim swam swum
        take took taken
        teach taught
        tell told
        think thought
        throw threw thrown
        understand understood
        wear wore worn
        weave wove woven
        win won
        write wrote written
        """.strip().splitlines(),
    )
    for past in pasts
}
"""The past forms of English verbs that do not begin as these do, and what is said by a noun: birth and death."""
_STEMMER = snowballstemmer.stemmer("english")
_STEMMER_LOCK = Lock()
_SPELLINGS: dict[str, str] = {
    _STEMMER.stemWord(word): _STEMMER.stemWord(other) for word, other in english_spellings().items()
}
_IZE = re.compile(r"(?P<root>[a-z]{2,}[^cv]i)[sz](?:e[ds]?|ers?|ing|ations?|able)")
"""A verb that is spelled both ways, and its nouns. Those in "vise" and "cise" have nouns with an s ("vision")."""
_ORDERS_AND_NOUNS = frozenset({"list", "show"})
_DETERMINED = re.compile(r"\b(?:a|an|the|this|what|which|whose)\s+$", re.IGNORECASE)
_BEFORE = 40
"""So many letters before a word are looked at for what determines it."""
_FOR_A = re.compile(r"\bfor\s+a\s+$", re.IGNORECASE)
WORD = re.compile(r"[^\W_]+(?:['’\-.][^\W_]+)*")
"""A word of a text: letters and digits, with an apostrophe, hyphen or point inside."""

_JOINERS = "\u200c\u200d"
"""Zero width non-joiner and joiner: not printable alone, but part of words."""


def folded(text: str) -> str:
    """A text for comparison: without case and needless space."""
    return " ".join(text.casefold().split())


def one_line(text: str, length: int = 200) -> str:
    """The first characters of a text in one line, printable; those that join letters of some scripts are kept."""
    words = " ".join("".join(char if char.isprintable() or char in _JOINERS else " " for char in text).split())
    return words if len(words) <= length else words[: length - 3] + "..."


def content_words(text: str) -> list[str]:
    """The words of a text in lower case, in order, without function words."""
    return [word for group in content_groups(text) for word in group]


def content_groups(text: str) -> list[list[str]]:
    """The content words in groups that stand together: only space is between them, and no genitive ending."""
    groups: list[list[str]] = []
    end = -1
    lower = text.lower()
    for found in WORD.finditer(lower):
        word = plain_word(lower, found)
        if word in FUNCTION_WORDS:
            continue
        if end >= 0 and lower[end : found.start()].isspace():
            groups[-1].append(word)
        else:
            groups.append([word])
        end = found.start() + len(re.sub(r"['’]s$", "", found.group()))
    return groups


def plain_word(text: str, found: re.Match[str]) -> str:
    """A word of a text in lower case, without a genitive ending.

    What somebody does "for a living" is their occupation: no form of "live" is said. "Which show" is no order.
    """
    word = re.sub(r"['’]s$", "", found.group().lower())
    before = text[max(found.start() - _BEFORE, 0) : found.start()]
    if word in _ORDERS_AND_NOUNS and _DETERMINED.search(before):
        return plural(word)
    return "occupation" if word == "living" and _FOR_A.search(before) else word


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """The stem of an English word, by Porter's second algorithm: words with one stem are forms of one word.

    British and American spellings have the same stem.
    """
    folded = word.casefold()
    plain = IRREGULAR_PLURALS.get(folded) or IRREGULAR_VERBS.get(folded, folded)
    spelled = _IZE.fullmatch(plain)
    if spelled is not None:
        return f"{spelled['root']}z"
    with _STEMMER_LOCK:  # a stemmer holds the word that it works on
        found = str(_STEMMER.stemWord(plain))
    return _SPELLINGS.get(found, found)


def singular(noun: str) -> str:
    """An English noun in the singular, by its ending."""
    word = noun.casefold()
    if word in IRREGULAR_PLURALS:
        return IRREGULAR_PLURALS[word]
    if word in _SAME_IN_PLURAL:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if re.search(r"(?:ss|x|tz|zz|ch|sh)es$", word) or word.removesuffix("es") in _ENDS_IN_S:
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def plural(noun: str) -> str:
    """An English noun in the plural, by its ending; of several words the last one changes."""
    before, space, last = noun.rpartition(" ")
    irregular = {one: many for many, one in IRREGULAR_PLURALS.items()}.get(last.casefold())
    if irregular is not None:
        return before + space + irregular
    if last.casefold() in _SAME_IN_PLURAL:
        return noun
    if re.search(r"(?:s|x|z|ch|sh)$", last.casefold()):
        return noun + "es"
    return noun[:-1] + "ies" if re.search(r"[^aeiou]y$", last.casefold()) else noun + "s"
