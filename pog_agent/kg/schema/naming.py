"""The names of classes and relations, from what a graph says of them."""

from collections.abc import Iterable

from pog_agent.kg.names import text_of
from pog_agent.kg.preset import Preset
from pog_agent.kg.schema.summary import SchemaName, SchemaNames
from pog_agent.terms import LiteralTerm, Term, literal_language


def schema_names(iri: Term, names: Iterable[tuple[int, LiteralTerm]], preset: Preset) -> SchemaNames:
    """The names of a class or relation: `names` are places in the names of the preset, and literals."""
    ordered = sorted({(place, (literal_language(name) or "").lower(), text_of(name)) for place, name in names})
    labels, aliases = (
        tuple(
            dict.fromkeys(
                SchemaName(text=text, language=language or None)
                for place, language, text in ordered
                if (place >= len(preset.labels)) == is_alias
            )
        )
        for is_alias in (False, True)
    )
    return SchemaNames(iri=iri, labels=labels, aliases=aliases)
