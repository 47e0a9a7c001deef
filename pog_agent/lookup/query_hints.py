"""What helps whoever wrote a query that finds nothing: what the graph has of its IRIs, and what may be meant."""

from collections.abc import Sequence

from rapidfuzz import fuzz, process

from pog_agent.answering.reply import shown_line
from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.foreign_queries.answering import answer_query
from pog_agent.kg.foreign_queries.process import QueryBounds
from pog_agent.kg.foreign_queries.query import ForeignQuery, types_of
from pog_agent.kg.meter import Meter
from pog_agent.kg.schema.asking import schema_of
from pog_agent.kg.schema.summary import PSEUDO_CLASSES, SchemaNames, SchemaSummary
from pog_agent.kg.sparql import query as sparql_query
from pog_agent.lookup.entities import find_entities
from pog_agent.lookup.results import NearTerm, QueryHint
from pog_agent.run.context import RunContext
from pog_agent.terms import (
    RDF_TYPE,
    XSD,
    Term,
    humanize,
    is_blank,
    is_iri,
    is_literal,
    literal_datatype,
    literal_value,
    local_name,
)
from pog_agent.words import folded

MOST_HINTS = 10
NEAR_NAMED = 3
ALIKE = 65
"""From here on (0 to 100) a name resembles another one."""
SURE = 0.8
"""From here on (0 to 1) an entity's name resembles another one."""
MOST_ENDS = 3
SECONDS = 10.0
_BARE = {f"{XSD}{name}" for name in ("integer", "decimal", "double", "boolean")}
SCHEMA_BOUNDS = (100_000, 200, 20.0)
"""Rows, queries and seconds that a schema may take at an endpoint that has not been asked for it yet."""


def written_term(term: Term) -> str:
    """A term as SPARQL writes it: numbers and booleans without quotes."""
    if is_blank(term):
        return term
    if not is_literal(term):
        return f"<{term}>"
    return literal_value(term) if literal_datatype(term) in _BARE else term


async def hints_for(query: ForeignQuery, run: RunContext) -> tuple[tuple[QueryHint, ...], tuple[str, ...]]:
    """A hint for each IRI of a query, the unknown ones first, and what could not be looked up."""
    asked = [iri for iri in query.used if iri != RDF_TYPE][:MOST_HINTS]
    if not asked:
        return (), ()
    schema, notices = await _schema(run)
    try:
        uses = await _uses(asked, run)
    except GraphUnavailableError as error:
        return (), (*notices, f"the IRIs of the query were not looked up: {error}")
    types = types_of(query)
    hints = []
    for iri in asked:
        if iri in uses:
            hints.append(QueryHint(iri=iri, is_known=True, use=_use(iri, uses[iri], schema, run)))
        else:
            near = await _near(iri, iri in types, schema, run)
            hints.append(QueryHint(iri=iri, is_known=False, use="", near=near))
    left_out = len(query.used) - MOST_HINTS
    cut = (f"{left_out} IRIs of the query were not looked up",) if left_out > 0 else ()
    return tuple(sorted(hints, key=lambda hint: hint.is_known)), (*notices, *cut)


async def near_names(names: Sequence[str], run: RunContext) -> str:
    """Relations and classes whose names resemble local names, in a line; empty where none does."""
    schema, _ = await _schema(run)
    found = dict.fromkeys(item for name in names[:MOST_HINTS] for item in _alike(name, False, schema, run))
    return ", ".join(f"{item.label} <{item.iri}> ({item.kind})" for item in found)


async def _schema(run: RunContext) -> tuple[SchemaSummary, tuple[str, ...]]:
    """The schema summary, and why there is none."""
    try:
        return await schema_of(run.kg, Meter(*SCHEMA_BOUNDS)), ()
    except GraphUnavailableError as error:
        return SchemaSummary(), (f"no relations and classes are named: {error}",)


async def _uses(iris: Sequence[Term], run: RunContext) -> dict[Term, list[tuple[Term, Term]]]:
    """The ends of a triple that has an IRI as its relation, empty ones for what only stands at an end."""
    numbered = [(str(number), iri) for number, iri in enumerate(iris)]
    query = ForeignQuery.read(sparql_query.uses(numbered))
    table = await answer_query(query, run.kg, QueryBounds(seconds=SECONDS))
    found: dict[Term, list[tuple[Term, Term]]] = {}
    for name, head, tail in table.rows:
        found.setdefault(iris[int(name.strip('"'))], []).append((head, tail))
    return found


def _use(iri: Term, ends: Sequence[tuple[Term, Term]], schema: SchemaSummary, run: RunContext) -> str:
    """How a graph uses an IRI, in a line."""
    found = schema.class_of(iri)
    if found is not None:
        return shown_line(
            f"a class with {found.instances} instances, called {found.shown(run.config.language_list)}"
        )
    example = next(((head, tail) for head, tail in ends if head and tail), None)
    if example is None:
        return "an entity"
    joined = [
        f"{_class(item.source, schema, run)} -> {_class(item.target, schema, run)}"
        for item in schema.links
        if item.relation == iri
    ]
    joined += [
        f"{_class(item.source, schema, run)} -> {local_name(item.datatype)}"
        for item in schema.attributes
        if item.relation == iri
    ]
    told = f"a relation, {', '.join(joined[:MOST_ENDS])}" if joined else "a relation"
    head, tail = example
    return shown_line(f"{told}; for example {written_term(head)} -> {written_term(tail)}")


def _class(iri: Term, schema: SchemaSummary, run: RunContext) -> str:
    found = schema.class_of(iri)
    return found.shown(run.config.language_list) if found else iri


async def _near(iri: Term, is_class: bool, schema: SchemaSummary, run: RunContext) -> tuple[NearTerm, ...]:
    """What may be meant by an IRI that the graph does not have."""
    name = local_name(iri)
    near = _alike(name, is_class, schema, run)
    words = humanize(name)
    if is_class or near or not words.strip():
        return near
    found = await find_entities(words, NEAR_NAMED, run)
    return tuple(
        NearTerm(iri=item.iri, label=item.label, kind="entity") for item in found.entities if item.score >= SURE
    )


def _alike(name: str, is_class: bool, schema: SchemaSummary, run: RunContext) -> tuple[NearTerm, ...]:
    """Relations and classes whose names resemble a local name, the most alike first."""
    spoken: dict[str, tuple[SchemaNames, str]] = {}
    kinds: list[tuple[Sequence[SchemaNames], str]] = [(schema.classes, "class")]
    if not is_class:
        kinds.append((schema.relations, "relation"))
    for items, kind in kinds:
        for item in items:
            if item.iri not in PSEUDO_CLASSES and is_iri(item.iri):
                texts = (*item.texts, humanize(local_name(item.iri)))
                spoken |= {folded(text): (item, kind) for text in texts}
    best = process.extract(
        folded(humanize(name)), [*spoken], scorer=fuzz.WRatio, limit=2 * NEAR_NAMED, score_cutoff=ALIKE
    )
    found = dict.fromkeys(spoken[text] for text, _, _ in best)
    return tuple(
        NearTerm(iri=item.iri, label=shown_line(item.shown(run.config.language_list)), kind=kind)
        for item, kind in found
    )[:NEAR_NAMED]
