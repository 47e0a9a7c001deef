"""From the result of a query to answers: rows of entities and values, one value, or yes and no."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from pog_agent.answering.computed.query_parts import answer_columns
from pog_agent.answering.distinct import distinct_literals
from pog_agent.answering.shown_paths import answer_item, term_labels
from pog_agent.kg.names import is_name
from pog_agent.models import AnswerItem, AnswerKind
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import Column, Query, QueryResult
from pog_agent.models.query_walk import NUMBER_TYPES
from pog_agent.run.context import RunContext
from pog_agent.terms import (
    LiteralTerm,
    Term,
    is_blank,
    is_literal,
    literal_datatype,
    literal_language,
    literal_value,
)

SHOWN_DIGITS = 6
"""So many digits behind the point a label has; the value has all."""


@dataclass(frozen=True)
class Outcome:
    """What the result of a query says: answers, and rows if there are several columns.

    `kept` are the rows of the result that are answers, with all columns. `flaws` say what of the result is none,
    and `unnamed` that some answers are shown by their IRI alone.
    """

    kind: AnswerKind
    answers: tuple[AnswerItem, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[AnswerItem | None, ...], ...] = ()
    kept: tuple[dict[str, Term | None], ...] = ()
    flaws: tuple[Finding, ...] = ()
    unnamed: tuple[Finding, ...] = ()


async def outcome_of(query: Query, result: QueryResult, run: RunContext) -> Outcome:
    """The answers in the result of a query. A blank node without a name is none, nor is a text of blanks."""
    if query.form == "exists":
        return _truth(result)
    columns = answer_columns(query)
    places = [result.columns.index(column.name) for column in columns]
    terms = {row[place] for row in result.rows for place in places}
    labels = await term_labels(run, sorted(term for term in terms if term is not None))
    cells: dict[tuple[Term | None, ...], dict[str, Term | None]] = {}
    nameless: set[tuple[Term | None, ...]] = set()
    unlabelled = sum(_is_bare_iri(term, labels) for term in terms)
    for row in result.rows:
        own = tuple(row[place] for place in places)
        if any(_is_nameless(term, labels) for term in own):
            nameless.add(own)
        elif any(term is not None for term in own):
            cells.setdefault(own, dict(zip(result.columns, row, strict=True)))
    flaws = [finding("results-without-name", len(nameless))] if nameless else []
    firsts = dict.fromkeys(own[0] for own in cells)
    flaws += spelling_flaws([term for term in firsts if term], run.config.language_list, "answers")
    flaws += [finding("number-not-finite")] if any(map(_is_infinite, terms)) else []
    units = [column.unit for column in columns]
    table = [
        tuple(None if term is None else _item(term, labels, unit) for term, unit in zip(own, units, strict=True))
        for own in cells
    ]
    return Outcome(
        kind=_kind(query, columns, [*firsts]),
        answers=tuple(_item(term, labels, units[0]) for term in firsts if term is not None),
        columns=tuple(column.name.replace("_", " ") for column in columns) if len(columns) > 1 else (),
        rows=tuple(table) if len(columns) > 1 else (),
        kept=tuple(cells.values()),
        flaws=tuple(flaws),
        unnamed=(finding("answers-by-iri", unlabelled),) if unlabelled else (),
    )


def shown_number(text: str) -> str:
    """A number to read: rounded to a few digits behind the point; as it is, if it is none or very small."""
    try:
        number = Decimal(text)
    except InvalidOperation:
        return text
    if not number.is_finite() or "." not in text or number.adjusted() < -SHOWN_DIGITS:
        return text
    rounded = round(number, SHOWN_DIGITS)
    plain = f"{rounded:f}"
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


def shown_literal(term: LiteralTerm) -> str:
    """The value of a literal to read."""
    value = literal_value(term)
    return shown_number(value) if literal_datatype(term) in NUMBER_TYPES else value


def _truth(result: QueryResult) -> Outcome:
    if result.truth is None:
        return Outcome(kind="boolean")
    label = "yes" if result.truth else "no"
    return Outcome(kind="boolean", answers=(AnswerItem(value=str(result.truth).lower(), label=label),))


def _item(term: Term, labels: Mapping[Term, str], unit: str) -> AnswerItem:
    item = answer_item(term, shown_literal(term) if is_literal(term) else labels[term])
    is_number = is_literal(term) and literal_datatype(term) in NUMBER_TYPES
    return item.model_copy(update={"unit": unit}) if unit and is_number else item


def _is_nameless(term: Term | None, labels: Mapping[Term, str]) -> bool:
    if term is None or is_name(term):
        return False
    return is_literal(term) or (is_blank(term) and labels[term] == term)


def _is_bare_iri(term: Term | None, labels: Mapping[Term, str]) -> bool:
    return term is not None and not is_literal(term) and not is_blank(term) and labels[term] == term


def _is_infinite(term: Term | None) -> bool:
    if term is None or not is_literal(term) or literal_datatype(term) not in NUMBER_TYPES:
        return False
    return literal_value(term).lstrip("+-").upper() in ("INF", "NAN")


def spelling_flaws(terms: Iterable[Term], languages: Sequence[str], what: str) -> list[Finding]:
    """Why some literals among the terms may be one value: several languages, or spellings of one number."""
    literals = [term for term in terms if is_literal(term)]
    tags = {(literal_language(term) or "").lower() for term in literals}
    if len(tags) > 1 and tags != {""}:
        return [finding("values-alike", what)]
    if len(distinct_literals(literals, (), languages).distinct_terms(literals)) < len(set(literals)):
        return [finding("values-alike", what)]
    return []


def _kind(query: Query, columns: Sequence[Column], terms: Sequence[Term | None]) -> AnswerKind:
    if query.is_grouped and not query.keys and len(columns) == 1:
        expression = columns[0].expression
        return "count" if expression.kind == "aggregate" and expression.function == "count" else "literal"
    there = [term for term in terms if term is not None]
    return "literal" if there and all(map(is_literal, there)) else "entities"
