"""SPARQL text of full-text search: pure functions from preset and words to read-only queries.

Each engine has a query language of its own inside of the SPARQL literal. Only whole words reach it, in lower case
or in quotes, so that no operator or wildcard of that language can be written.
"""

import unicodedata
from collections.abc import Callable, Sequence
from typing import Final

from pog_agent.kg.preset import Preset
from pog_agent.kg.sparql.query import Select, among_names
from pog_agent.kg.sparql.terms import write_iri, write_text

MOST_WORDS: Final = 20
_BIF: Final = "bif:contains"
_JENA: Final = "http://jena.apache.org/text#query"
_QLEVER: Final = "http://qlever.cs.uni-freiburg.de/builtin-functions/"
_WIKIBASE: Final = "http://wikiba.se/ontology#"
_MWAPI: Final = "https://www.mediawiki.org/ontology#API/"
_PARAMETER: Final = "http://www.bigdata.com/rdf#serviceParam"
_JENA_RESULTS: Final = 1_000
_WIKIDATA_RESULTS: Final = 50

FullTextQuery = Callable[[Preset, Sequence[str], str], Select]


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, letters with their marks and digits, each once, `MOST_WORDS` at most."""
    return list(dict.fromkeys("".join(map(_kept, text.lower())).split()))[:MOST_WORDS]


def virtuoso(preset: Preset, words: Sequence[str], language: str) -> Select:
    """Columns s, p, l: names with all the words, by Virtuoso's index. It needs no language."""
    del language
    found = f"?s ?p ?l . ?l {write_iri(_BIF)} {write_text(_all_quoted(words))} ."
    return _names(preset, found)


def jena(preset: Preset, words: Sequence[str], language: str) -> Select:
    """Columns s, p, l: names of what Jena's index (Lucene) gives for all the words. It needs no language."""
    del language
    found = f"?s {write_iri(_JENA)} ({write_text(_all_quoted(words))} {_JENA_RESULTS}) . ?s ?p ?l ."
    return _names(preset, found)


def qlever_texts(preset: Preset, words: Sequence[str], language: str) -> Select:
    """Columns s, p, l: names with the words, by QLever's text index, which is made from literals."""
    del language
    contains = f"?t {write_iri(_QLEVER + 'contains-word')} {write_text(' '.join(map(_plain, words)))} ."
    return _names(preset, f"{contains} ?t {write_iri(_QLEVER + 'contains-entity')} ?l . ?s ?p ?l .")


def qlever_words(preset: Preset, words: Sequence[str], language: str) -> Select:
    """Columns s, p, l: names with the words, by QLever's triples of words and texts."""
    del language
    has = " ".join(f"?l {write_iri(_QLEVER + 'has-word')} {write_text(_plain(word))} ." for word in words)
    return _names(preset, f"{has} ?s ?p ?l .")


def wikidata(preset: Preset, words: Sequence[str], language: str) -> Select:
    """Columns s, p, l: names, in the language or as words, of what Wikidata's own search finds."""
    parameters = (
        (_WIKIBASE + "api", "EntitySearch"),
        (_WIKIBASE + "endpoint", "www.wikidata.org"),
        (_MWAPI + "search", " ".join(map(_plain, words))),
        (_MWAPI + "language", language),
        (_MWAPI + "limit", str(_WIKIDATA_RESULTS)),
        (_WIKIBASE + "limit", str(_WIKIDATA_RESULTS)),
    )
    given = " ".join(
        f"{write_iri(_PARAMETER)} {write_iri(name)} {write_text(value)} ." for name, value in parameters
    )
    item = f"?s {write_iri(_WIKIBASE + 'apiOutputItem')} {write_iri(_MWAPI + 'item')} ."
    service = f"SERVICE {write_iri(_WIKIBASE + 'mwapi')} {{ {given} {item} }}"
    languages = f'FILTER(LANG(?l) IN ({write_text(language)}, "mul", ""))'
    return _names(preset, f"{service} ?s ?p ?l . {languages}")


FACILITIES: Final[dict[str, tuple[FullTextQuery, ...]]] = {
    "virtuoso": (virtuoso,),
    "wikidata": (wikidata,),
    "qlever": (qlever_texts, qlever_words),
    "jena": (jena,),
}
"""The queries that may work with a search, by the name that a preset gives to the search."""


def _names(preset: Preset, found: str) -> Select:
    return Select(("s", "p", "l"), f"{found} {among_names(preset)}")


def _all_quoted(words: Sequence[str]) -> str:
    return " AND ".join(f'"{_plain(word)}"' for word in words)


def _plain(word: str) -> str:
    if words_of(word) != [word]:
        raise ValueError(f"{word!r} is no word of words_of")
    return word


def _kept(char: str) -> str:
    return char if unicodedata.category(char)[0] in "LMN" else " "
