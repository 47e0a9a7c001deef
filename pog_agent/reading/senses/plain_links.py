"""Whether the words between a class and a name may mean the one relation that joins them, though none is its name.

"Which sheds does Ann have" asks for what is owned by her, and not for what was built by her; "which pictures show
Ann" asks for what depicts her, and not for what was taken by her.
"""

import re
from collections.abc import Collection, Sequence
from typing import Final, Protocol

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_table, english_words
from pog_agent.reading.senses.roles import is_converse_role
from pog_agent.reading.senses.verbs import says_of_things
from pog_agent.reading.stems import NOUNS_OF_VERBS, begins_alike, verbs_of_doer
from pog_agent.words import singular, stem, word_stems

_SAME_AS: Final = {
    stem(verb): frozenset(map(stem, others.split()))
    for verb, others in english_table("lexicon", "orders_like").items()
}


class PlacedWord(Protocol):
    """A word in lower case, and the characters where it stands."""

    @property
    def text(self) -> str:
        """The word."""

    @property
    def start(self) -> int:
        """Its first character."""

    @property
    def end(self) -> int:
        """The one behind its last character."""


def unlike_link(question: str, nouns: Sequence[str], words: Sequence[PlacedWord], relation: str) -> str:
    """What a question says of a thing and a class that a relation does not tell; empty where it may mean it.

    `nouns` are the words for the class, in lower case, and of its name, `words` are those that stand between both
    and behind them, and the name that stands before the class, if one does. The relation is the only one of the
    two, and no word says it.
    """
    label = re.findall(r"[^\W\d_]+", relation.casefold())
    stems = set(map(stem, nouns))
    verbs = (word.text for word in words if says_of_things(question, word.start, word.end))
    other = next((verb for verb in verbs if stem(verb) not in stems and not _tells(verb, label)), "")
    if other or not _is_deed(nouns, label):
        return other
    texts = [word.text for word in words]
    if "by" in texts:
        return ""
    genitive = english_pattern("owning", "genitive")
    is_genitive = any(genitive.search(question[word.start : word.end + 2]) for word in words)
    small = (english_words(kind) for kind in ("joining_owner", "preposition_of_event"))
    said = [text for kind in small for text in texts if text in kind]
    text = "'s" if is_genitive else next(iter(said), "")
    return "" if _may_be_told(text, nouns, _verbs(label)) else text


def _may_be_told(text: str, nouns: Sequence[str], verbs: Collection[str]) -> bool:
    """Whether a small word may be said of a thing and who did something to it, by the stems of verbs for that.

    What a picture is "of" is what it shows, and not who made it.
    """
    is_of_picture = text == "of" and not english_words("picture").isdisjoint(map(singular, nouns))
    if is_of_picture or text in ("for", "with"):
        return False
    is_work = not word_stems("of_works").isdisjoint(verbs)
    return is_work or (text in ("of", "'s") and not word_stems("of_products").isdisjoint(verbs))


def _tells(verb: str, label: Sequence[str]) -> bool:
    """Whether a relation has a verb in its name, or another one for it."""
    others = _SAME_AS.get(stem(verb), frozenset[str]())
    return begins_alike([verb], label) or not others.isdisjoint(_verbs(label))


def _is_deed(nouns: Sequence[str], label: Sequence[str]) -> bool:
    """Whether a relation tells who did something to things, without having them.

    Whoever is taught by somebody is their pupil, and that is the teacher; a trainee is trained by their trainer.
    Behind a preposition stands no deed: what is "in building" is a part of it.
    """
    verbs = _verbs(label)
    is_place = len(label) > 1 and label[0] in english_words("preposition_of_relation")
    is_told = bool(label) and not is_place and (label[-1] == "by" or not word_stems("of_makers").isdisjoint(verbs))
    if not is_told or not word_stems("done_by_owner").isdisjoint(verbs) or begins_alike(nouns, label):
        return False
    return not any(_does(noun, verbs) or is_converse_role(noun, label) for noun in map(singular, nouns))


def _does(noun: str, verbs: Collection[str]) -> bool:
    """Whether a noun is for who does what verbs say, by their stems."""
    return not set(map(stem, verbs_of_doer(noun))).isdisjoint(verbs)


def _verbs(label: Sequence[str]) -> set[str]:
    """The stems of what the name of a relation may say that somebody does."""
    if label[-1:] == ["by"]:
        return set(map(stem, label[-2:-1]))
    last = label[-1] if label else ""
    of_nouns = {verb for verb, noun in NOUNS_OF_VERBS.items() if noun == last}
    return {stem(last), *map(stem, verbs_of_doer(last))} | of_nouns
