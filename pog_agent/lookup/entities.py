"""Entities by name, and what the graph has of one."""

from collections.abc import Sequence

from pog_agent.answering.profile import EntityEdges, RelationEnds, edges_by_relation
from pog_agent.answering.reply import MOST_CHARACTERS, shown_line
from pog_agent.answering.shown_paths import naming_of
from pog_agent.errors import SettingError, UnknownNameError
from pog_agent.linking.candidates import LinkCandidate, resemblance
from pog_agent.linking.linker import WEAK_MATCH
from pog_agent.lookup.results import (
    EntityDescription,
    FactEnd,
    FoundEntities,
    FoundEntity,
    NamedEntity,
    RelationFacts,
)
from pog_agent.run.context import RunContext
from pog_agent.terms import Term, humanize, is_iri, is_literal, literal_value, local_name
from pog_agent.words import one_line

NEAR_NAMED = 3
BEARERS_NAMED = 5
NAME_SHOWN = 100


async def find_entities(text: str, limit: int, run: RunContext) -> FoundEntities:
    """The entities whose name equals the text; without any, those whose names resemble it.

    Raises `SettingError` for an empty text, `GraphUnavailableError`.
    """
    name = _given(text)
    found = await run.linker.candidates(name, name, limit + 1)
    is_exact = any("exact" in item.how for item in found)
    if not is_exact:
        found = await _resembling(name, found, limit + 1, run)
    types = (await naming_of(run, [item.iri for item in found])).types
    entities = tuple(
        FoundEntity(
            iri=item.iri,
            label=shown_line(item.label),
            types=tuple(map(shown_line, types.get(item.iri, ()))),
            score=round(max(0.0, min(item.score, 1.0)), 4),
        )
        for item in found[:limit]
    )
    cut = [f"more than {limit} entities were found; the first are listed"] if len(found) > limit else []
    return FoundEntities(text=text, entities=entities, is_exact=is_exact, warnings=(*run.notices, *cut))


async def resolve_entity(name: str, run: RunContext) -> NamedEntity:
    """The only entity with this label, alias or IRI.

    Raises `UnknownNameError` where there is none or more than one, with the nearest names, and `SettingError` for
    an empty name.
    """
    text = _given(name)
    bearers = (await run.linker.names.any_of([text], bare_if_small=True)).get(text, ())
    if len(bearers) > 1:
        raise UnknownNameError(await _several(text, bearers, run))
    if not bearers and is_iri(text):
        bearers = tuple(topic.iri for topic in (await run.linker.given([text], "")).topics)
    if not bearers:
        raise UnknownNameError(await _unknown(text, run))
    (iri,) = bearers
    labels = await run.labels([iri])
    return NamedEntity(iri=iri, label=shown_line(labels.get(iri) or humanize(local_name(iri))))


async def describe_entity(entity: str, most_relations: int, most_ends: int, run: RunContext) -> EntityDescription:
    """The facts of an entity by relation. Raises as `resolve_entity` does, and `GraphUnavailableError`."""
    named = await resolve_entity(entity, run)
    edges = await edges_by_relation(named.iri, run, most_relations, most_ends)
    types = (await naming_of(run, [named.iri])).types.get(named.iri, ())
    return EntityDescription(
        entity=named,
        types=tuple(map(shown_line, types)),
        facts=tuple(_relation_facts(item, edges) for item in edges.of),
        relations=edges.relations,
        total=edges.facts,
        warnings=(*run.notices, *edges.warnings, *_left_out(edges)),
    )


async def classes_of(entities: Sequence[str], run: RunContext) -> dict[str, tuple[str, ...]]:
    """The classes of each entity in words; entities of no named class are left out."""
    types = (await naming_of(run, entities)).types
    return {iri: tuple(map(shown_line, types[iri])) for iri in entities if types.get(iri)}


def _given(text: str) -> str:
    if not text.strip():
        raise SettingError("the name is empty: give the name or the IRI of an entity")
    return text.strip()


async def _resembling(
    name: str, found: Sequence[LinkCandidate], limit: int, run: RunContext
) -> list[LinkCandidate]:
    """What resembles a name by meaning or by spelling, the most alike first."""
    spelled = await run.linker.spelling.near(name, limit)
    alike = [item for item in found if item.score >= WEAK_MATCH]
    alike += [
        LinkCandidate(iri=item.iri, label=item.label, score=resemblance(name, item.label, 0), how="text")
        for item in spelled
    ]
    best: dict[str, LinkCandidate] = {}
    for item in sorted(alike, key=lambda item: -item.score):
        best.setdefault(item.iri, item)
    return list(best.values())[:limit]


async def _several(name: str, iris: Sequence[Term], run: RunContext) -> str:
    """That several entities have a name, and which."""
    shown = list(iris[:BEARERS_NAMED])
    naming = await naming_of(run, shown)
    texts = [", ".join([iri, *map(shown_line, naming.types.get(iri, ()))]) for iri in shown]
    more = f" and {len(iris) - len(shown)} more" if len(iris) > len(shown) else ""
    listed = "; ".join(texts)
    return f"{len(iris)} entities are named {_quoted(name)}: {listed}{more}; give the IRI of the one that is meant"


async def _unknown(name: str, run: RunContext) -> str:
    """That no entity has a name, and the nearest names."""
    near = (await find_entities(name, NEAR_NAMED, run)).entities
    listed = "; ".join(f"{item.label} ({item.iri})" for item in near)
    meant = f"the nearest names: {listed}" if listed else "no name resembles it"
    return f"no entity has the name or IRI {_quoted(name)}; {meant}"


def _quoted(name: str) -> str:
    return repr(one_line(name, NAME_SHOWN))


def _relation_facts(item: RelationEnds, edges: EntityEdges) -> RelationFacts:
    return RelationFacts(
        relation=shown_line(edges.words[item.step.relation]),
        iri=item.step.relation,
        forward=item.step.forward,
        ends=tuple(_end(term, edges.labels[term]) for term in item.ends),
        total=item.total,
    )


def _end(term: Term, label: str) -> FactEnd:
    if is_literal(term):
        return FactEnd(value=literal_value(term)[:MOST_CHARACTERS], label=shown_line(label))
    return FactEnd(iri=term, label=shown_line(label))


def _left_out(edges: EntityEdges) -> list[str]:
    """What a description does not list."""
    texts = []
    if edges.relations > len(edges.of):
        texts.append(f"{len(edges.of)} of {edges.relations} relations are listed")
    listed = sum(len(item.ends) for item in edges.of)
    if sum(item.total for item in edges.of) > listed:
        texts.append(f"{listed} of {edges.facts} facts are listed, none that leads to what has no name")
    long = sum(len(edges.labels[end]) > MOST_CHARACTERS for item in edges.of for end in item.ends)
    if long:
        texts.append(f"values of more than {MOST_CHARACTERS} characters are cut: {long}")
    return texts
