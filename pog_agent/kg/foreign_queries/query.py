"""Reads a SPARQL query that somebody else wrote, and writes it anew, so that it can do nothing but read.

Parsers differ: what one takes for a part of an IRI is a call of another server for the next. So nothing is looked
for and refused. Instead only what the grammar knows passes, a token on each line, and every IRI stands in the
prologue, where no parser takes it for anything else.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Final, Literal

from pog_agent.errors import QueryTextError
from pog_agent.kg.foreign_queries.grammar import check_grammar
from pog_agent.kg.foreign_queries.tokens import QueryToken, tokens_of
from pog_agent.kg.sparql.terms import write_iri, write_text
from pog_agent.terms import RDF, RDF_TYPE, XSD, LiteralTerm, is_iri, literal_value

QueryForm = Literal["select", "ask"]

LONGEST_QUERY: Final = 20_000
STANDARD_PREFIXES: Final[Mapping[str, str]] = {
    "rdf": RDF,
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "xsd": XSD,
    "skos": "http://www.w3.org/2004/02/skos/core#",
}
"""Known without a declaration."""
_FUNCTIONS: Final = (
    XSD,
    "http://www.w3.org/2005/xpath-functions#",
    "http://www.opengis.net/def/function/geosparql/",
)
"""Functions by IRI are called in these namespaces only: others may read files or start programs."""
_ENGINE_SCHEMES: Final = ("bif", "sql", "java")
"""Engines take IRIs of these schemes for code of their own."""
_FORMS: Final[Mapping[str, QueryForm]] = {"select": "select", "ask": "ask"}


class UnknownPrefixError(QueryTextError):
    """A prefix that is not declared; `names` are the local names that stand behind it."""

    def __init__(self, problem: QueryTextError, names: Sequence[str]) -> None:
        super().__init__(str(problem))
        self.names = tuple(dict.fromkeys(names))


@dataclass(frozen=True)
class ForeignQuery:
    """A query that only reads: its tokens without prologue, and the IRI of each token that stands for one."""

    form: QueryForm
    tokens: tuple[QueryToken, ...]
    iris: Mapping[QueryToken, str] = field(repr=False)

    @classmethod
    def read(cls, text: str) -> "ForeignQuery":
        """The query of a text. Raises `QueryTextError`, for a prefix `UnknownPrefixError`."""
        if len(text) > LONGEST_QUERY:
            raise QueryTextError(f"the query has {len(text):,} characters: at most {LONGEST_QUERY:,} are read")
        tokens = [*tokens_of(text)]
        prefixes, body = _prologue(tokens)
        if not body:
            raise QueryTextError("the query is empty: give a SELECT or an ASK")
        form = _FORMS.get(body[0].text.lower())
        if form is None:
            raise body[0].problem("a query begins with SELECT or ASK here")
        iris = {token: iri for token in body if (iri := _iri_of(token, prefixes, body)) is not None}
        check_grammar(body)
        _check_functions(body, iris)
        return cls(form, tuple(body), iris)

    @property
    def used(self) -> tuple[str, ...]:
        """The IRIs that the query names, each once, in order; functions and datatypes are left out."""
        return tuple(dict.fromkeys(iri for iri in self.iris.values() if not iri.startswith(_FUNCTIONS)))

    def written(self, most: int) -> str:
        """The query anew, a token on each line, with at most `most` rows."""
        return "\n".join((*self._prefixes, *self._body(most)))

    @cached_property
    def _aliases(self) -> Mapping[str, str]:
        return {iri: f"i{number}:" for number, iri in enumerate(dict.fromkeys(self.iris.values()))}

    @cached_property
    def _prefixes(self) -> tuple[str, ...]:
        return tuple(f"PREFIX {alias} {write_iri(iri)}" for iri, alias in self._aliases.items())

    def _body(self, most: int) -> list[str]:
        lines: list[str] = []
        before = self.tokens[0]
        for token in self.tokens:
            text = self._aliases[self.iris[token]] if token in self.iris else _written(token)
            if lines and _is_joined(before, token):
                lines[-1] += text
            else:
                lines.append(text)
            before = token
        if self.form == "select":
            _bound(lines, most)
        return lines


def _prologue(tokens: Sequence[QueryToken]) -> tuple[dict[str, str], list[QueryToken]]:
    """The prefixes, and what comes behind them."""
    prefixes, place = dict(STANDARD_PREFIXES), 0
    while place < len(tokens) and tokens[place].text.lower() in ("prefix", "base"):
        if tokens[place].text.lower() == "base":
            raise tokens[place].problem("BASE is not read here: write IRIs in full, or with a prefix")
        name, iri = [*tokens[place + 1 : place + 3], tokens[place], tokens[place]][:2]
        if name.kind != "prefixed" or not name.text.endswith(":") or iri.kind != "iri":
            raise tokens[place].problem("a prefix is declared as PREFIX name: <IRI>")
        prefixes[name.text[:-1]] = iri.text[1:-1]
        place += 3
    return prefixes, [*tokens[place:]]


def _iri_of(token: QueryToken, prefixes: Mapping[str, str], body: Sequence[QueryToken]) -> str | None:
    if token.kind == "iri":
        iri = token.text[1:-1]
    elif token.kind == "prefixed":
        prefix, _, local = token.text.partition(":")
        if prefix not in prefixes:
            problem = token.problem(f"the prefix {prefix!r} is not declared: add PREFIX {prefix}: <...>")
            raise UnknownPrefixError(problem, [*_behind(prefix, body)])
        iri = prefixes[prefix] + local.replace("\\", "")
    else:
        return None
    if not is_iri(iri):
        raise token.problem(f"{iri!r} is no absolute IRI")
    if iri.partition(":")[0].lower() in _ENGINE_SCHEMES:
        raise token.problem("IRIs of this kind are code of an engine")
    return iri


def _behind(prefix: str, body: Sequence[QueryToken]) -> Iterator[str]:
    for token in body:
        before, _, local = token.text.partition(":")
        if token.kind == "prefixed" and before == prefix and local:
            yield local.replace("\\", "")


def _check_functions(body: Sequence[QueryToken], iris: Mapping[QueryToken, str]) -> None:
    for token, following in pairwise(body):
        if following.text == "(" and token in iris and not iris[token].startswith(_FUNCTIONS):
            raise token.problem("this is no function that may be called")


def _written(token: QueryToken) -> str:
    if token.kind != "text":
        return token.text
    quotes = 3 if token.text[:3] in ('"""', "'''") else 1
    return write_text(literal_value(LiteralTerm(f'"{token.text[quotes:-quotes]}"')))


def _is_joined(before: QueryToken, token: QueryToken) -> bool:
    """Whether no space may stand between two tokens: Oxigraph wants the bracket right behind a function."""
    is_called = before.kind == "word" and token.text == "("
    return is_called or token.kind == "language" or "^^" in (before.text, token.text)


def _bound(lines: list[str], most: int) -> None:
    """Puts the greatest number of rows where the solution modifiers of the whole query have it."""
    depth, values = 0, len(lines)
    for place, text in enumerate(lines):
        if depth == 0 and text.lower() == "limit":
            lines[place + 1] = str(min(int(lines[place + 1]), most))
            return
        if depth == 0 and text.lower().startswith("values"):
            values = place
        depth += text.endswith(("{", "(")) - (text in ("}", ")"))
    lines[values:values] = ["LIMIT", str(most)]


def types_of(query: ForeignQuery) -> tuple[str, ...]:
    """The IRIs that stand behind `a` or rdf:type: what the query takes for classes."""
    found = (
        query.iris[following]
        for token, following in pairwise(query.tokens)
        if following in query.iris and (token.text == "a" or query.iris.get(token) == RDF_TYPE)
    )
    return tuple(dict.fromkeys(found))
