"""A claim as the yes/no question that asks whether it is so.

The auxiliary is moved or added, and a negation taken out. The word order of English sentences is read, and no
grammar beyond that: what stands behind the verb is left as it is. A sentence that is not understood is asked about
all the same, and then no answer decides it.
"""

import re
from dataclasses import dataclass
from typing import Final

from pog_agent.errors import SettingError
from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.models import Claim
from pog_agent.reading.claims.verbs import FiniteVerb, finite_verb
from pog_agent.reading.cues import UNSURE
from pog_agent.sentences import sentences

_CLAUSES: Final = re.compile(r"(?<=\S)[;?!]\s+(?=\S)")


@dataclass(frozen=True)
class _Parts:
    """A sentence around its verb: the subject, the auxiliary of the question, what follows, and the statement."""

    subject: str
    auxiliary: str
    rest: str
    statement: str
    negated: bool = False


def read_claim(text: str) -> Claim:
    """The yes/no question of a claim.

    Raises `SettingError` for what is no claim: an empty text, a question, several sentences.
    """
    said = " ".join(text.split())
    if not re.search(r"\w", said):
        raise SettingError("the claim is empty: give a sentence that may be true or false")
    if said.endswith("?") or english_pattern("statements", "asking_first").match(said):
        raise SettingError(f"{said!r} is a question, and no claim: ask it without the task 'verify'")
    plain = said.rstrip(" .!")
    if len(list(sentences(plain))) > 1 or _CLAUSES.search(plain):
        raise SettingError(f"{said!r} is more than one sentence: give the claims one at a time")
    unsure = UNSURE.search(plain) or english_pattern("doubt", "turning").search(plain)
    return _with_doubt(said, plain, f"it says {unsure.group()!r}" if unsure else "")


def _with_doubt(said: str, plain: str, doubt: str) -> Claim:
    inner = english_pattern("statements", "not_all").match(plain)
    parts = _parts_of(plain[inner.end() :] if inner else plain)
    if parts is None:
        reason = doubt or "no verb was found in it"
        return Claim(text=said, question=f"Is it true that {plain}?", statement=plain, unread=reason)
    subject = _as_inner(parts.subject)
    doubt = doubt or _doubt_of(parts, is_all_denied=inner is not None)
    question = f"{parts.auxiliary.capitalize()} {subject} {parts.rest}".rstrip() + "?"
    negated = parts.negated or inner is not None
    return Claim(text=said, question=question, statement=parts.statement, negated=negated, unread=doubt)


def _parts_of(plain: str) -> _Parts | None:
    """The sentence around its auxiliary, or around its first verb; None where neither is found."""
    found = english_pattern("statements", "auxiliary_behind").search(plain)
    if found is not None:
        return _around_auxiliary(plain, found)
    verb = finite_verb(plain)
    return _around_verb(plain, verb) if verb is not None else None


def _around_auxiliary(plain: str, found: re.Match[str]) -> _Parts:
    short = found["short"] or found["joint"]
    auxiliary = found.group().removesuffix(short) if short else found.group()
    behind = plain[found.end() :]
    denied = None if short else english_pattern("statements", "not_behind").match(behind)
    rest = behind[denied.end() :] if denied else behind
    subject = plain[: found.start()].strip()
    negated = bool(short or denied)
    return _Parts(subject, auxiliary, rest.strip(), f"{subject} {auxiliary} {rest.strip()}", negated)


def _around_verb(plain: str, verb: FiniteVerb) -> _Parts:
    subject, rest = plain[: verb.start].strip(), plain[verb.end :].strip()
    words = subject.split()
    negated = words[-1] == "never"
    subject = " ".join(words[:-1]) if negated else subject
    statement = f"{subject} {verb.text} {rest}".strip()
    return _Parts(subject, verb.auxiliary, f"{verb.base} {rest}".strip(), statement, negated)


def _doubt_of(parts: _Parts, *, is_all_denied: bool) -> str:
    """Why a yes or no to the question does not decide the claim; empty where it may."""
    relative = english_pattern("clauses", "relative_clause").search(parts.subject)
    if relative:
        return f"it has a clause with {relative.group()!r} before its verb"
    several = english_pattern("statements", "several").match(parts.subject)
    if parts.negated and (several or is_all_denied):
        return f"it says 'not' of {parts.subject.split()[0].lower()!r}"
    return ""


def _as_inner(subject: str) -> str:
    """The subject as it stands inside of a sentence: an article at its beginning is written small."""
    first, _, others = subject.partition(" ")
    return f"{first.lower()} {others}".strip() if first.lower() in english_words("written_small") else subject
