"""Terms and texts as SPARQL writes them: full IRIs, everything escaped."""

import re

from pog_agent.errors import SettingError
from pog_agent.terms import (
    XSD,
    Term,
    is_blank,
    is_iri,
    is_literal,
    literal,
    literal_datatype,
    literal_language,
    literal_value,
)

_UNWRITABLE = re.compile("[\x00\ud800-\udfff]")
_ESCAPED_BACKSLASH_U = re.compile(r"\\\\([uU])")
_LANGUAGE_TAG = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*")
_SMALL_WORDS = frozenset(
    {"a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"}
)


def is_askable(term: Term) -> bool:
    """Whether a query can name the term: literals and well-formed IRIs, but never a blank node."""
    if is_literal(term) or is_blank(term):
        return is_literal(term)
    return is_iri(term) and not _UNWRITABLE.search(term)


def write_iri(iri: Term) -> str:
    """The IRI in angle brackets; `SettingError` if it has characters that cannot stand there."""
    if is_literal(iri) or not is_askable(iri):
        raise SettingError(f"{iri!r} is not an absolute IRI: percent-encode spaces, quotes and brackets in it")
    return f"<{iri}>"


def write_text(text: str, language: str | None = None, datatype: str | None = None) -> str:
    """The text as a SPARQL literal, whatever characters it has.

    Characters that no RDF literal can have (NUL, lone surrogates) become U+FFFD, which matches nothing.
    """
    if language is not None:
        checked_tag(language)
    if datatype is not None:
        write_iri(datatype)
    escaped = literal(_UNWRITABLE.sub("\ufffd", text), datatype, language)
    # SPARQL resolves \u before it looks at quotes, and some parsers do so even after an escaped backslash.
    return _ESCAPED_BACKSLASH_U.sub(lambda match: rf"\\\U{ord(match[1]):08X}", escaped)


def write_term(term: Term) -> str:
    """The IRI or literal the way SPARQL writes it; `SettingError` for anything else."""
    if is_literal(term):
        return write_text(literal_value(term), literal_language(term), literal_datatype(term))
    return write_iri(term)


def spellings(term: Term) -> list[str]:
    """The ways to write a term; an endpoint may know it by one of them only.

    Virtuoso tells plain strings from those typed as xsd:string, and language tags by their case, which its
    results do not show.
    """
    if not is_literal(term) or literal_datatype(term):
        return [write_term(term)]
    text, language = literal_value(term), literal_language(term)
    if language is None:
        plain = write_text(text)
        return [plain, f"{plain}^^<{XSD}string>"]
    return [write_text(text, tag) for tag in dict.fromkeys((language, language.lower(), _usual_case(language)))]


def casings(text: str) -> list[str]:
    """The text without surrounding space in the casings that labels usually have, as given first."""
    given = text.strip()
    lower = given.lower()
    return list(
        dict.fromkeys((given, _capitalised(given), lower, _capitalised(lower), *_titles(lower), given.upper()))
    )


def _titles(lower: str) -> tuple[str, str]:
    words = lower.split(" ")
    title = " ".join(_capitalised(word) for word in words)
    headline = " ".join(word if word in _SMALL_WORDS else _capitalised(word) for word in words)
    return title, _capitalised(headline)


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def checked_tag(language: str) -> str:
    """The language tag; `SettingError` if it is none."""
    if not _LANGUAGE_TAG.fullmatch(language):
        raise SettingError(f"{language!r} is not a language tag: use one such as 'en' or 'pt-BR'")
    return language


def _usual_case(language: str) -> str:
    """The tag as BCP 47 advises: en-GB, zh-Hant."""
    first, *rest = language.split("-")
    return "-".join((first.lower(), *(part.upper() if len(part) == 2 else part.title() for part in rest)))
