"""What classes a graph has and what joins them, as far as one look can take it in."""

from collections.abc import Sequence

from rapidfuzz import fuzz, process

from pog_agent.answering.reply import shown_line
from pog_agent.errors import UnknownNameError
from pog_agent.kg.schema.summary import SchemaAttribute, SchemaClass, SchemaLink, SchemaSummary
from pog_agent.lookup.results import AttributeCount, ClassCount, LinkCount, SchemaOverview
from pog_agent.terms import local_name
from pog_agent.words import folded, one_line

NEAR_NAMED = 3
LARGEST_NAMED = 5
NAME_SHOWN = 100
ALIKE = 60
"""From here on (0 to 100) a name resembles another one."""


def schema_overview(
    summary: SchemaSummary, class_name: str | None, limit: int, languages: Sequence[str]
) -> SchemaOverview:
    """Classes, links and attributes, at most `limit` of each; with a class, those around it.

    Raises `UnknownNameError` for an unknown class.
    """
    if class_name is not None:
        chosen = named_classes(summary, class_name, languages)
        part = summary.around([item.iri for item in chosen])
    else:
        part = summary
    links = sorted(part.links, key=lambda item: -item.edges)
    attributes = sorted(part.attributes, key=lambda item: -item.edges)
    names = {item.iri: shown_line(item.shown(languages)) for item in summary.classes}
    counts = {"classes": len(part.classes), "links": len(links), "attributes": len(attributes)}
    cut = [f"{limit} of {count} {what} are listed" for what, count in counts.items() if count > limit]
    return SchemaOverview(
        classes=tuple(
            ClassCount(iri=item.iri, label=names[item.iri], instances=item.instances)
            for item in part.classes[:limit]
        ),
        links=tuple(_link(item, part, names, languages) for item in links[:limit]),
        attributes=tuple(_attribute(item, part, names, languages) for item in attributes[:limit]),
        total_classes=counts["classes"],
        total_links=counts["links"],
        total_attributes=counts["attributes"],
        warnings=(*part.warnings, *cut),
    )


def named_classes(summary: SchemaSummary, name: str, languages: Sequence[str]) -> tuple[SchemaClass, ...]:
    """The classes of a name, alias, local name or IRI; raises `UnknownNameError` with the nearest names."""
    found = summary.find_classes(name)
    if found:
        return found
    spoken = {folded(text): item for item in summary.classes for text in (*item.texts, local_name(item.iri))}
    near = process.extract(folded(name), [*spoken], scorer=fuzz.ratio, limit=NEAR_NAMED, score_cutoff=ALIKE)
    if near:
        shown = dict.fromkeys(spoken[text].shown(languages) for text, _, _ in near)
        told = f"the nearest names: {', '.join(map(shown_line, shown))}"
    else:
        largest = (shown_line(item.shown(languages)) for item in summary.classes[:LARGEST_NAMED])
        told = f"the largest classes: {', '.join(largest) or 'none'}"
    raise UnknownNameError(f"no class is named {one_line(name, NAME_SHOWN)!r}; {told}")


def _link(item: SchemaLink, summary: SchemaSummary, names: dict[str, str], languages: Sequence[str]) -> LinkCount:
    return LinkCount(
        source=names.get(item.source, item.source),
        relation=shown_line(summary.names_of(item.relation).shown(languages)),
        iri=item.relation,
        target=names.get(item.target, item.target),
        edges=item.edges,
    )


def _attribute(
    item: SchemaAttribute, summary: SchemaSummary, names: dict[str, str], languages: Sequence[str]
) -> AttributeCount:
    return AttributeCount(
        source=names.get(item.source, item.source),
        relation=shown_line(summary.names_of(item.relation).shown(languages)),
        iri=item.relation,
        datatype=local_name(item.datatype),
        edges=item.edges,
        examples=tuple(map(shown_line, item.examples)),
    )
