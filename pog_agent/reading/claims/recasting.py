"""A claim as the yes/no question that asks whether it is so.

The auxiliary is moved or added, and a negation taken out. The word order of English sentences is read, and no
grammar beyond that: what stands behind the verb is left as it is. A sentence that is not understood is asked about
all the same, and then no answer decides it.
"""

import re
from dataclasses import dataclass
from typing import Final

from pog_agent.errors import SettingError
from pog_agent.models import Claim
from pog_agent.reading.claims.verbs import FiniteVerb, finite_verb
from pog_agent.reading.cues import UNSURE
from pog_agent.sentences import sentences

_CLAUSES: Final = re.compile(r"(?<=\S)[;?!]\s+(?=\S)")
_ASKING: Final = re.compile(
    r"(?:who|whom|whose|what|which|where|when|why|how|is|are|was|were|do|does|did|has|have|had)\b(?!['’]s\b)",
    re.IGNORECASE,
)
_PARTICIPLE: Final = (
    r"(?=\s+(?:(?:not|never|also|already|always|once)\s+)?(?:been|[a-z]+ed|[a-z]+en|won|made|held)\b)"
)
_AUXILIARY: Final = re.compile(
    rf"(?<=\s)(?:is|are|was|were|does|did|do|(?:has|have|had){_PARTICIPLE})(?P<short>n['’]t)?\b"
    rf"|(?<=\s)(?:has|have|had)(?P<joint>n['’]t){_PARTICIPLE}"
)
_NOT: Final = re.compile(
    r"\s*\b(?:not|never)\b(?!\s+(?:just|merely|only|yet|always|all|both|every|necessarily)\b)"
)
_NOT_ALL: Final = re.compile(r"not\s+(?=(?:all|every)\b)", re.IGNORECASE)
_SEVERAL: Final = re.compile(
    r"(?:all|any|both|each|every|few|many|most|no|none|only|several|some)\b", re.IGNORECASE
)
_RELATIVE: Final = re.compile(r"\b(?:that|which|who|whom|whose|where|when)\b", re.IGNORECASE)
_LOWERED: Final = frozenset(
    """
    a all an both each every few her his its most no only several some that the their there these they this those
    """.split()  # noqa: SIM905 (a list of words reads better so)
)
_DENYING: Final = re.compile(
    r"\b(?:almost|barely|but|fail(?:s|ed)?|falsely|hardly|instead|nearly|nobody|none|nothing|nowhere|rarely|rather"
    r"|refuse[ds]?|scarcely|seldom|wrongly)\b",
    re.IGNORECASE,
)
"""What may turn the sense of a sentence around, beside a "not" at its verb."""


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
    if said.endswith("?") or _ASKING.match(said):
        raise SettingError(f"{said!r} is a question, and no claim: ask it without the task 'verify'")
    plain = said.rstrip(" .!")
    if len(list(sentences(plain))) > 1 or _CLAUSES.search(plain):
        raise SettingError(f"{said!r} is more than one sentence: give the claims one at a time")
    unsure = UNSURE.search(plain) or _DENYING.search(plain)
    return _with_doubt(said, plain, f"it says {unsure.group()!r}" if unsure else "")


def _with_doubt(said: str, plain: str, doubt: str) -> Claim:
    inner = _NOT_ALL.match(plain)
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
    found = _AUXILIARY.search(plain)
    if found is not None:
        return _around_auxiliary(plain, found)
    verb = finite_verb(plain)
    return _around_verb(plain, verb) if verb is not None else None


def _around_auxiliary(plain: str, found: re.Match[str]) -> _Parts:
    short = found["short"] or found["joint"]
    auxiliary = found.group().removesuffix(short) if short else found.group()
    behind = plain[found.end() :]
    denied = None if short else _NOT.match(behind)
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
    relative = _RELATIVE.search(parts.subject)
    if relative:
        return f"it has a clause with {relative.group()!r} before its verb"
    several = _SEVERAL.match(parts.subject)
    if parts.negated and (several or is_all_denied):
        return f"it says 'not' of {parts.subject.split()[0].lower()!r}"
    return ""


def _as_inner(subject: str) -> str:
    """The subject as it stands inside of a sentence: an article at its beginning is written small."""
    first, _, others = subject.partition(" ")
    return f"{first.lower()} {others}".strip() if first.lower() in _LOWERED else subject
