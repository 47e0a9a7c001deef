"""The classes and relations of a graph as a language model sees them when it writes phrases."""

from collections.abc import Sequence
from functools import partial

from pog_agent.kg.schema.summary import PSEUDO_CLASSES, SchemaSummary
from pog_agent.reasoner.steps.naming.write_phrases import SchemaPart
from pog_agent.terms import Term, local_name

MOST_ENDS = 3
"""So many pairs of classes are shown of one relation, those with the most edges."""
ANYTHING = "thing"


def schema_parts(summary: SchemaSummary, languages: Sequence[str]) -> list[SchemaPart]:
    """A part for each class that is one, and for each relation between things or to values, by IRI."""
    parts = []
    for item in sorted(summary.classes, key=lambda found: found.iri):
        if item.iri not in PSEUDO_CLASSES:
            name = _one_line(item.shown(languages))
            parts.append(SchemaPart(iri=item.iri, name=name, line=f"class: {name}"))
    for named in summary.relations:
        name = _one_line(named.shown(languages))
        ends = list(_ends(named.iri, summary, languages))[:MOST_ENDS]
        if ends:
            shown = "; ".join(f"({source}) - {name} -> {target}" for source, target in ends)
            parts.append(SchemaPart(iri=named.iri, name=name, line=f"relation: {shown}"))
    return parts


def sources_of(relation: Term, summary: SchemaSummary) -> frozenset[Term]:
    """The classes of what has a relation."""
    links = {item.source for item in summary.links if item.relation == relation}
    return frozenset(links | {item.source for item in summary.attributes if item.relation == relation})


def _ends(relation: Term, summary: SchemaSummary, languages: Sequence[str]) -> dict[tuple[str, str], None]:
    """What a relation joins, in words, the usual ends first."""
    name = partial(_class_name, summary=summary, languages=languages)
    links = [
        (item.edges, name(item.source), f"({name(item.target)})")
        for item in summary.links
        if item.relation == relation
    ]
    attributes = [
        (item.edges, name(item.source), _value_kind(item.datatype))
        for item in summary.attributes
        if item.relation == relation
    ]
    found = sorted([*links, *attributes], key=lambda item: -item[0])
    return dict.fromkeys((source, target) for _, source, target in found)


def _class_name(iri: Term, summary: SchemaSummary, languages: Sequence[str]) -> str:
    found = summary.class_of(iri)
    return _one_line(found.shown(languages)) if found and iri not in PSEUDO_CLASSES else ANYTHING


def _value_kind(datatype: Term) -> str:
    name = local_name(datatype)
    return "text" if name in ("string", "langString") else name


def _one_line(text: str) -> str:
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())
