"""How a follow-up is written as a question of its own."""

import re
from collections.abc import Sequence

from pog_agent.conversation.referring import ReferringWord
from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_table
from pog_agent.models import Referent, Unclear
from pog_agent.words import plural


def with_name(text: str, word: ReferringWord, name: str) -> str:
    """The text with a name in place of a referring word."""
    if word.role == "possessive":
        name = f"{name}'s"
    elif word.refers == "there" and not word.is_object:
        name = f"in {name}"
    return text[: word.start] + name + text[word.end :]


def of_each(text: str, word: ReferringWord, noun: str) -> str:
    """The text with "each person" in place of "they": what is asked of each one of several."""
    if word.role == "possessive":
        behind = english_pattern("conversation", "owned").match(text[word.end :])
        owned = behind.group(1) if behind else ""
        rest = text[word.end + (behind.end() if behind else 0) :]
        return f"{text[: word.start]}the {owned} of each {noun}{rest}"
    singular = english_table("lexicon", "singular_verbs")
    verb = english_pattern("conversation", "verb_of_several")
    before = verb.sub(lambda found: singular[found[1].lower()], text[: word.start])
    return f"{before}each {noun}{text[word.end :]}"


def among(text: str, word: ReferringWord, noun: str) -> str | None:
    """The text with "which country" in place of "which of them"; None where it is put in another way."""
    before, behind = text[: word.start].rstrip(), text[word.end :]
    which = english_pattern("conversation", "which").search(before)
    if which is not None:
        if which[1].lower() == "who":
            return f"{before[: which.end(1)]}{behind}"
        asked = noun if english_pattern("conversation", "singular_verb").match(behind) else plural(noun)
        return f"{before[: which.start()]}{'Which' if not which.start() else 'which'} {asked}{behind}"
    if english_pattern("conversation", "how_many").search(before):
        return f"{before} {plural(noun)}{behind}"
    if english_pattern("conversation", "ranked").search(before):
        return f"{before} {noun}{behind}"
    return None


def replaced(text: str, name: str, other: str) -> str:
    """The text with another name in place of one; unchanged where the name does not stand there."""
    return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _: other, text, count=1, flags=re.IGNORECASE)


def asked_back(phrase: str, candidates: Sequence[Referent], kinds: Sequence[str] = ()) -> Unclear:
    """What is asked back where a word may refer to several things, or to none that is known.

    `kinds` are the classes of the candidates, to tell those of one name apart.
    """
    labels = [item.label for item in candidates]
    if len(set(labels)) < len(labels) and kinds:
        labels = [f"{label} ({kind})" if kind else label for label, kind in zip(labels, kinds, strict=True)]
    if not labels:
        message = f"I could not tell what {phrase!r} refers to: nothing that was spoken of fits."
    elif len(labels) == 1:
        message = f"I could not tell whether {phrase!r} refers to {labels[0]}."
    else:
        message = f"I could not tell what {phrase!r} refers to: {', '.join(labels[:-1])} or {labels[-1]}?"
    return Unclear(phrase=phrase, candidates=tuple(candidates), message=message)
