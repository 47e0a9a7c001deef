"""Who does what the name of a relation says: the thing that the arrow starts from, or the one that it leads to.

"Orbits" is said of the source, "employed by", "employer" and "judge" are said of the target.
"""

import re
from functools import lru_cache
from typing import Final, Literal

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.reading.stems import NOUNS_OF_VERBS, verbs_of_doer
from pog_agent.words import IRREGULAR_VERBS, singular, stem

Asked = Literal["doer", "object"]
PARTICLES: Final = english_words("particle")
_NOUNS_LIKE_VERBS: Final = english_words("doer_like_verb")
_PARTICIPLES: Final = ("en", "rn", "wn")
"""Ends of irregular participles, which may be said of either side ("written")."""


@lru_cache(maxsize=100_000)
def source_does(relation: str, verb: str) -> bool | None:
    """Whether the source of a relation does what a verb says, or the target (False); None where it is not told."""
    words = re.findall(r"[^\W\d_]+", relation.casefold())
    wanted = stem(verb.casefold())
    if words[-1:] == ["by"]:
        return False if stem(words[-2:][0]) == wanted else None
    if not words:
        return None
    if words[-1] == "of":
        return True if len(words) == 2 and _is_of_doer(words[0], verb.casefold()) else None
    if words[-1] in english_words("preposition_behind_verb") or (len(words) == 2 and words[-1] in PARTICLES):
        return True if stem(words[0]) == wanted and _is_third_person(words[0]) else None
    last = words[-1]
    if _is_of_doer(last, verb.casefold()):
        return False
    return True if len(words) == 1 and stem(last) == wanted and _is_said(last) else None


def asked_of(question: str, verb: str) -> Asked | None:
    """Whether a question asks who does what a verb says, or to whom it is done; None where another verb decides.

    "Which clubs lead X" asks for the doer; "whom does X lead", "which clubs are led by X" for the object.
    """
    text = english_pattern("doing", "idle_beginning").sub("", " ".join(question.casefold().split()))
    form = re.escape(verb.casefold())
    if english_pattern("doing", "asks_by_whom", verb=form).search(text):
        return "doer"
    found = english_pattern("doing", "asks_who", verb=form).search(text)
    if found is None or english_pattern("doing", "of_no_verb").search(found["between"]):
        return None
    goes_on = english_pattern("doing", "be_or_help_behind").match(text, found.end())
    is_noun = goes_on and not found["between"].strip()
    may_be_noun = found["who"] not in ("who", "whom", "what") or verb in _NOUNS_LIKE_VERBS
    if is_noun or (may_be_noun and found["who"] not in ("who", "whom") and not found["between"].strip()):
        return None
    if english_pattern("doing", "be_or_get").search(found["between"]):
        # "what is X replaced by" asks for who does it.
        passive: Asked = "object" if text[found.end() :].strip(" ?.!") else "doer"
        return passive if found["behind"] else None
    helped = english_pattern("doing", "helped").search(found["between"])
    if helped and helped["subject"].split() not in ([], ["not"]):
        # "which clubs do not lead X" asks for the doer; "has X led" may have any word for "X".
        return "object" if english_pattern("doing", "did").search(found["between"]) else None
    return "object" if found["behind"] else "doer"


def said_verbs(text: str, relation: str) -> list[tuple[str, bool]]:
    """The words of a text that say what somebody does, each with whether the source of the relation does it."""
    words = dict.fromkeys(re.findall(r"[^\W\d_]+", text.casefold()))
    found = ((word, source_does(relation, word)) for word in words)
    return [(word, does) for word, does in found if does is not None]


def said_doers(text: str, relation: str) -> list[tuple[str, bool]]:
    """The nouns of a text for who does what a relation says by a verb, each with whether its source does it.

    A "trainer" is who a relation `trained by` leads to.
    """
    nouns = dict.fromkeys(re.findall(r"[^\W\d_]+", text.casefold()))
    found = (
        (noun, source_does(relation, verb))
        for noun in nouns
        for verb in verbs_of_doer(singular(noun))
        if singular(noun) not in relation.casefold().split()
    )
    return [(noun, does) for noun, does in dict.fromkeys(found) if does is not None]


def _is_of_doer(noun: str, verb: str) -> bool:
    """Whether a noun is for who does what a verb says."""
    wanted = stem(verb)
    if noun in _NOUNS_LIKE_VERBS and stem(noun) == wanted:
        return True
    if singular(verb) == noun:
        return False
    by_other_word = noun.endswith(("er", "or")) and stem(NOUNS_OF_VERBS.get(wanted, "")) == stem(noun)
    return by_other_word or wanted in map(stem, verbs_of_doer(noun))


def _is_said(word: str) -> bool:
    """Whether a word is a verb of which the source is the subject: "orbits", "succeeded"."""
    is_past = word in IRREGULAR_VERBS and not word.endswith(_PARTICIPLES)
    return _is_third_person(word) or is_past or word.endswith("ed")


def _is_third_person(word: str) -> bool:
    return word.endswith("s") and not word.endswith("ss")


def may_be_plural(relation: str, noun: str) -> bool:
    """Whether the name of a relation may be the plural of a noun as well as a verb: "mentors", for a mentor.

    Then the source may have the mentors, or be one.
    """
    named = singular(relation.casefold())
    return named == singular(noun.casefold()) and named in _NOUNS_LIKE_VERBS and _is_third_person(relation)
