"""SPARQL result tables: TSV and JSON bodies to rows of terms."""

import csv
import io
import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from pog_agent.errors import QueryFailedError
from pog_agent.terms import XSD, LiteralTerm, Term, is_literal, literal, literal_value

ResultRow = tuple[Term, ...]

_ENCODED = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8}))")
# Half of a character, as escapes in JSON and Turtle may name it: it cannot be written down again.
_HALF = re.compile(r"\\[uU](?:0000)?[dD][89a-fA-F]")
_LANGUAGE = re.compile(r"[A-Za-z]+(?:-[A-Za-z0-9]+)*")
_DATATYPE = re.compile(r"[^<>\"\s]+")
_LITERAL = re.compile(
    r"""(?P<text>(?P<quote>["']).*(?P=quote))
        (?:@(?P<language>[A-Za-z]+(?:-[A-Za-z0-9]+)*)|\^\^<(?P<datatype>[^<>"\s]+)>)?""",
    re.DOTALL | re.VERBOSE,
)
_SHORTHANDS = (
    (re.compile(r"[+-]?\d+"), XSD + "integer"),
    (re.compile(r"[+-]?\d*\.\d+"), XSD + "decimal"),
    (re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)[eE][+-]?\d+"), XSD + "double"),
    (re.compile(r"true|false"), XSD + "boolean"),
)

_TRIPLE = (
    "a triple as a value (RDF-star), which is not read from endpoints: "
    "load a dump with `pog-agent index FILE --oxigraph` instead"
)
_VIRTUOSO_BLANK = "nodeID://"
_VIRTUOSO_ASK = "__ASK_RETVAL"
_BOOLEANS = {"1": "true", "0": "false"}


class UnreadableResultsError(ValueError):
    """A response body is not the result table it claims to be; the message says what is wrong with it."""


class UntypedTableError(UnreadableResultsError):
    """A table that does not tell IRIs from strings."""


def parse_table(content_type: str, body: bytes, columns: Sequence[str]) -> list[ResultRow]:
    """The rows of a SELECT response, in the order of `columns`; an unbound cell is the empty string.

    The content type decides how the body is read; one that says nothing (`text/plain`, none at all) leaves
    it to the first character. Raises `UnreadableResultsError`.
    """
    text = body.decode("utf-8", errors="replace").removeprefix("\ufeff")
    if _is_json(content_type, text):
        rows = _parse_json(text, columns)
    elif "tab-separated-values" in content_type or (_says_nothing(content_type) and text[:1] in {"?", "$"}):
        rows = _parse_tsv(text, columns)
    else:
        raise UnreadableResultsError(_what_instead(content_type, text))
    if _HALF.search(text):
        _check_characters(rows)
    return rows


def parse_untyped_table(body: bytes, columns: Sequence[str], kinds: Sequence[str | None]) -> list[ResultRow]:
    """The rows of a table that does not tell IRIs from strings, as Virtuoso writes TSV.

    `kinds` has for each column the one that says what its terms are (``language^datatype``, empty for an IRI),
    None where they are never literals. Quoted cells may hold tabs and line ends. Raises `UnreadableResultsError`.
    """
    text = body.decode("utf-8", errors="replace").removeprefix("\ufeff")
    try:
        names, *lines = csv.reader(io.StringIO(text, newline=""), delimiter="\t", strict=True)
        table = dict(zip(names, zip(*lines, strict=True), strict=True)) if lines else dict.fromkeys(names, ())
        nodes = table if _VIRTUOSO_BLANK not in text else {name: [*map(_node, table[name])] for name in columns}
        terms = [
            [
                _untyped_literal(value, said) if said else node
                for value, node, said in zip(table[column], nodes[column], table[kind], strict=True)
            ]
            if kind
            else nodes[column]
            for column, kind in zip(columns, kinds, strict=True)
        ]
        return list(zip(*terms, strict=True))
    except (csv.Error, ValueError, KeyError) as error:
        raise UnreadableResultsError(f"a malformed table ({error})") from error


def parse_boolean(content_type: str, body: bytes) -> bool:
    """The answer of an ASK response. Raises `UnreadableResultsError`."""
    text = body.decode("utf-8", errors="replace").strip()
    if text.lower() in {"true", "false"}:
        return text.lower() == "true"
    if not _is_json(content_type, text):
        raise UnreadableResultsError(_what_instead(content_type, text))
    document = _load(text)
    answer = document.get("boolean")
    head, results = document.get("head"), document.get("results")
    if answer is None and isinstance(head, dict) and head.get("vars") == [_VIRTUOSO_ASK]:
        return isinstance(results, dict) and bool(results.get("bindings"))
    if not isinstance(answer, bool):
        raise UnreadableResultsError("JSON without the answer of an ASK query")
    return answer


def parse_columns(body: bytes) -> list[str]:
    """The variables of a SELECT response in JSON. Raises `UnreadableResultsError`."""
    head = _load(body.decode("utf-8", errors="replace").removeprefix("\ufeff")).get("head")
    names = head.get("vars") if isinstance(head, dict) else None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise UnreadableResultsError("JSON without the variables of a result table")
    return names


def parse_tsv_term(cell: str) -> Term:
    """A term as SPARQL TSV writes it, which is Turtle; an unbound cell is the empty string.

    Inner quotes may be unescaped, since QLever leaves them so. Raises `UnreadableResultsError`.
    """
    if not cell or cell.startswith("_:"):
        return cell
    if cell.startswith("<<"):
        raise UnreadableResultsError(_TRIPLE)
    if cell.startswith("<") and cell.endswith(">"):
        return _iri(_ENCODED.sub(_character, cell[1:-1]))
    match = _LITERAL.fullmatch(cell)
    if match and len(match["text"]) > 1:
        try:
            value = literal_value(LiteralTerm(f'"{match["text"][1:-1]}"'))
        except (ValueError, OverflowError) as error:
            raise UnreadableResultsError(f"a malformed term {_shorten(cell)!r}") from error
        return literal(value, match["datatype"], match["language"])
    for pattern, datatype in _SHORTHANDS:
        if pattern.fullmatch(cell):
            return literal(cell, datatype)
    raise UnreadableResultsError(f"a malformed term {_shorten(cell)!r}")


def read_count(term: Term) -> int:
    """A number that an endpoint counted. Raises `QueryFailedError` for anything else."""
    try:
        return int(literal_value(term) if is_literal(term) else "")
    except ValueError as error:
        raise QueryFailedError(f"the endpoint gives {_shorten(term)!r} where it was asked for a number") from error


def _parse_tsv(text: str, columns: Sequence[str]) -> list[ResultRow]:
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    if not lines:
        raise UnreadableResultsError("an empty response")
    names = lines[0].removesuffix("\r").split("\t")
    if any(name.startswith('"') for name in names):
        # Virtuoso: IRIs and strings look the same, and language tags are lost.
        raise UntypedTableError("TSV without the types of its terms")
    width, pick = len(names), _picker([name.lstrip("?$") for name in names], columns)
    rows = []
    for number, line in enumerate(lines[1:], start=2):
        cells = line.removesuffix("\r").split("\t")
        if len(cells) != width:
            raise UnreadableResultsError(f"a malformed row (line {number}): {_shorten(line)!r}")
        rows.append(tuple(parse_tsv_term(cell) for cell in pick(cells)))
    return rows


def _character(match: re.Match[str]) -> str:
    try:
        return chr(int(match[1] or match[2], 16))
    except (ValueError, OverflowError) as error:
        raise UnreadableResultsError(f"an escape that is no character: {match[0]}") from error


def _check_characters(rows: Sequence[ResultRow]) -> None:
    try:
        for row in rows:
            "".join(row).encode()
    except UnicodeEncodeError as error:
        raise UnreadableResultsError("half of a character, which no text can have") from error


def _iri(value: str) -> Term:
    if value.startswith(('"', "_:")):  # it would pass for a literal or a blank node
        raise UnreadableResultsError(f"an IRI that is none: {_shorten(value)!r}")
    return value


def _literal(value: str, datatype: str | None, language: str | None = None) -> Term:
    """The literal, whose datatype and language cannot pass for a part of its value."""
    if language and not _LANGUAGE.fullmatch(language):
        raise UnreadableResultsError(f"a language tag that is none: {_shorten(language)!r}")
    if datatype and not _DATATYPE.fullmatch(datatype):
        raise UnreadableResultsError(f"a datatype that is none: {_shorten(datatype)!r}")
    return literal(value, datatype, language)


def _untyped_literal(value: str, kind: str) -> Term:
    language, _, datatype = kind.partition("^")
    return _literal(_canonical(value, datatype), datatype, language)


def _node(value: str) -> Term:
    return f"_:{value}" if value.startswith(_VIRTUOSO_BLANK) else value


def _canonical(value: str, datatype: str | None) -> str:
    """Virtuoso keeps true and false as numbers."""
    return _BOOLEANS.get(value, value) if datatype == XSD + "boolean" else value


def _picker(names: Sequence[str], columns: Sequence[str]) -> Callable[[list[str]], list[str]]:
    missing = [column for column in columns if column not in names]
    if missing:
        raise UnreadableResultsError(f"a table without the column {missing[0]!r}")
    positions = [names.index(column) for column in columns]
    return lambda cells: [cells[position] for position in positions]


def _parse_json(text: str, columns: Sequence[str]) -> list[ResultRow]:
    try:
        bindings = _load(text)["results"]["bindings"]
        return [tuple(_json_term(binding.get(column)) for column in columns) for binding in bindings]
    except (KeyError, TypeError, AttributeError) as error:
        raise UnreadableResultsError(f"JSON that is no result table: {_shorten(text)!r}") from error


def _json_term(cell: dict[str, Any] | None) -> Term:
    if cell is None:
        return ""
    kind, value = cell["type"], str(cell["value"])
    if kind == "uri":
        return _iri(value)
    if kind == "bnode":
        return value if value.startswith("_:") else f"_:{value}"
    if kind == "typed-literal":
        return _literal(_canonical(value, cell.get("datatype")), cell.get("datatype"))
    if kind == "literal":
        return _literal(value, cell.get("datatype"), cell.get("xml:lang"))
    if kind == "triple":
        raise UnreadableResultsError(_TRIPLE)
    raise UnreadableResultsError(f"a term of unknown type {_shorten(str(kind))!r}")


def _load(text: str) -> dict[str, Any]:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers that are too long to read
        raise UnreadableResultsError(f"malformed or cut JSON ({error})") from error
    if not isinstance(document, dict):
        raise UnreadableResultsError(f"JSON that is no SPARQL result: {_shorten(text)!r}")
    return document


def _is_json(content_type: str, text: str) -> bool:
    return "json" in content_type or (_says_nothing(content_type) and text.lstrip()[:1] == "{")


def _says_nothing(content_type: str) -> bool:
    return content_type in {"", "text/plain", "application/octet-stream"}


def _what_instead(content_type: str, text: str) -> str:
    if "html" in content_type or "<html" in text[:2000].lower():
        return "a web page"
    return f"{content_type or 'an unlabelled response'}: {_shorten(text)!r}"


def _shorten(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 80 else words[:77] + "..."
