"""From what was found to the answer of a question for connections."""

from collections.abc import Sequence

from pog_agent.answering.computed.doubts.answers import guessed_topics
from pog_agent.answering.computed.statements import lost_triples
from pog_agent.answering.connecting.sentences import ConnectionWriter, listed_names, writer_for
from pog_agent.answering.run_report import status_of, unsupported_notes, with_run
from pog_agent.answering.shown_paths import answer_item
from pog_agent.models import (
    Abstention,
    Answer,
    AnswerItem,
    CitedComputation,
    CitedPath,
    FoundConnections,
    NearEntity,
    TopicEntity,
)
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.run.context import RunContext
from pog_agent.state import PogState

NO_QUERY = "connections are searched for, not queried"
NEAR_SHOWN = 3


async def connections_answer(state: PogState, run: RunContext) -> Answer | None:
    """The answer of a run that looked for connections, its triples checked; None for any other run.

    `supported`: every topic is linked, the search was exact, and every triple is in the graph. Where a complete
    search found nothing, that is told as a case of its own. Raises `GraphUnavailableError`.
    """
    found = state.get("connections")
    if found is None:
        return None
    topics = [topic for iri in found.asked.between for topic in state["topics"] if topic.iri == iri]
    every = [*dict.fromkeys(triple for item in found.cited for triple in item.triples)]
    exists = dict(zip(every, await run.kg.contains(every), strict=True))
    cuts = (finding("result-cut", cut) for cut in found.cuts)
    flaws = [*cuts, *lost_triples(exists), *_doubts(found, topics)]
    listed = tuple(item for item in found.listed if all(exists[triple] for triple in item.triples))
    roles = tuple(item for item in found.roles if all(exists[triple] for triple in item.triples))
    if not (listed or roles):
        return await _abstained(found, topics, state, run)
    found = found.model_copy(update={"listed": listed, "roles": roles})
    writer = await writer_for(found, run)
    answer = Answer(
        question=state["question"],
        kind="paths",
        answers=_items(found, writer),
        status=status_of(flaws),
        findings=tuple(flaws),
        evidence="kg_only",
        reason="; ".join(map(str, flaws)) or _extent(found),
        paths=tuple(CitedPath(text=writer.connection(item), triples=item.triples) for item in listed),
        computations=tuple(CitedComputation(text=writer.role(item), triples=item.triples) for item in roles),
        query_lacks=NO_QUERY,
        truncated=bool(found.cuts),
    )
    return with_run(answer, state, [*unsupported_notes(flaws), *_left_out(found), *_joined_order(found, writer)])


def _items(found: FoundConnections, writer: ConnectionWriter) -> tuple[AnswerItem, ...]:
    """What lies between the entities, that of the first connection first; of a direct one its relation.

    What is shared by one relation has this relation with it.
    """
    items: dict[str, AnswerItem] = {}
    for connection in found.listed:
        relation = writer.relation_of(connection)
        if not connection.between:
            items.setdefault(relation, AnswerItem(value=relation, label=relation))
        for node in connection.between:
            if not writer.is_named(node) and found.asked.form == "joined":
                continue
            same = relation if connection.same_relation else None
            items.setdefault(node, answer_item(node, writer.name(node), same))
    for role in found.roles:
        words = writer.words[role.relation]
        items.setdefault(words, AnswerItem(value=words, label=words))
    return tuple(items.values())


def _doubts(found: FoundConnections, topics: Sequence[TopicEntity]) -> list[Finding]:
    """What is not sure of the question itself."""
    named = [topic.model_copy(update={"optional": False}) for topic in topics]
    return [
        *guessed_topics({"topics": named}),
        *(finding("namesake", topic.mention, "another thing of this name") for topic in topics if topic.namesakes),
        *([finding("connections-by-model")] if found.asked.by_model else []),
    ]


def _extent(found: FoundConnections) -> str:
    """How much was found, and how far the search went."""
    noun = "connection" if found.total == 1 else "connections"
    if found.asked.form == "shared":
        return f"{found.total} shared" if found.total else "nothing shared"
    which = "shortest " if found.asked.shortest else ""
    return f"the graph has {found.total} {which}{noun} of at most {_steps(found.longest)}"


def _left_out(found: FoundConnections) -> list[str]:
    """How much more there is than is listed, and that longer connections were not looked for."""
    more = found.total - len(found.listed) - len(found.roles)
    if found.asked.form == "shared":
        return [f"the entities have {more} more things in common than are listed"] if more else []
    notes = [f"{more} more connections of at most {_steps(found.longest)} are not listed"] if more else []
    if not (found.is_deepest or found.asked.shortest or found.asked.within):
        why = f": {found.beyond}" if found.beyond else ""
        notes.append(f"connections of more than {_steps(found.longest)} were not looked for{why}")
    return ["; ".join(notes)] if notes else []


def _joined_order(found: FoundConnections, writer: ConnectionWriter) -> list[str]:
    """In which order more than two entities are joined."""
    names = listed_names([writer.name(iri) for iri in found.asked.between])
    is_ordered = found.asked.form == "joined" and len(found.asked.between) > 2
    return [f"the paths join {names} in this order"] if is_ordered else []


def _steps(number: int) -> str:
    return f"{number} step{'' if number == 1 else 's'}"


async def _abstained(
    found: FoundConnections, topics: Sequence[TopicEntity], state: PogState, run: RunContext
) -> Answer:
    """That there is no connection, or why none can be told of."""
    answer = Answer(
        question=state["question"],
        kind="paths",
        abstention=await _abstention(found, topics, run),
        truncated=bool(found.cuts),
    )
    return with_run(answer, state, found.cuts)


async def _abstention(found: FoundConnections, topics: Sequence[TopicEntity], run: RunContext) -> Abstention:
    names = listed_names([topic.label for topic in topics])
    if found.unknown:
        near = [
            NearEntity(mention=text, iri=entity.iri, label=entity.label)
            for text in found.unknown
            for entity in await run.linker.spelling.near(text, NEAR_SHOWN)
        ]
        unknown = listed_names([repr(text) for text in found.unknown])
        meant = f"; did you mean {' or '.join(dict.fromkeys(item.label for item in near))}?" if near else "."
        message = f"Nothing around {names} that a path could have is named {unknown}{meant}"
        return Abstention(case="name_not_found", message=message, near=tuple(near))
    if found.cuts:
        message = f"No connection was found before the search was cut: {'; '.join(found.cuts)}."
        return Abstention(case="budget_spent", message=message)
    asked = found.asked
    under = " under these conditions" if asked.through or asked.avoided or asked.relations else ""
    if asked.form == "shared":
        message = f"{names} have nothing in common in the graph{under}: no neighbour, value, role or class."
    else:
        aside = "" if asked.relations else ", classes aside"
        message = f"The graph has no connection of at most {_steps(found.longest)} between {names}{under}{aside}."
    return Abstention(case="not_connected", message=message)
