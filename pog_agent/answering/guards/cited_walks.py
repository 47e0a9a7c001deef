"""The paths that an answer cites, as the words of its question are read on them beside the other kept paths."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pog_agent.answering.connections import with_connections
from pog_agent.answering.facts.near_relations import relations_near
from pog_agent.answering.facts.restriction import AppliedCondition
from pog_agent.answering.facts.said_values import said_values
from pog_agent.answering.facts.wider_classes import KnownClasses, known_classes
from pog_agent.answering.guards.examined import Examined
from pog_agent.answering.guards.names import names_left_out
from pog_agent.answering.resolution import Resolution
from pog_agent.answering.shown_paths import show_paths
from pog_agent.deadline import while_in_time
from pog_agent.models import EXTREMES, AnswerDraft, CitedPath, PatternRef, ShownPath
from pog_agent.reading.alignment import SIMILARITY_ALONE, WITH_A_MODEL, Strictness
from pog_agent.reading.answer_type import DatePartName
from pog_agent.reading.names import NamePlace
from pog_agent.reading.query_account.walks import ReadWalks
from pog_agent.reading.reader import QuestionReader, ReadPath
from pog_agent.run.context import RunContext
from pog_agent.state import PogState
from pog_agent.words import stem


@dataclass(frozen=True)
class CitedSight:
    """What an answer is held against: the cited paths, and the kept paths and relations that it competes with.

    The `reader` has learned all of them. `words` are the relations in sight and the classes on all paths.
    """

    reader: QuestionReader
    cited: tuple[ShownPath, ...]
    refs: tuple[PatternRef, ...]
    others: tuple[ShownPath, ...]
    words: tuple[str, ...]
    classes: KnownClasses
    notes: tuple[str, ...]


async def sight_of(state: PogState, run: RunContext, resolution: Resolution) -> CitedSight:
    """All paths and relations that the words of a question may mean. Raises `GraphUnavailableError`."""
    analysis = state.get("analysis")
    paraphrases = analysis.paraphrases if analysis else ()
    reader = QuestionReader(state["question"], state.get("topics", ()), run.encoder, paraphrases)
    cited = [item.pattern.key for item in resolution.cited]
    refs = tuple(ref for ref in state.get("shortlist", ()) if ref.key not in cited and not ref.key.nodes)
    classes = await known_classes(run)
    shown = classes.with_superclasses(await show_paths(run, state, [*cited, *(ref.key for ref in refs)]))
    rivals, notes = await run.relations_in_sight(state)
    reader.learn(shown, rivals, rivals)
    kinds = (kind for path in shown for node in path.nodes for kind in node.types)
    return CitedSight(
        reader, shown[: len(cited)], refs, shown[len(cited) :], (*rivals, *kinds), classes, tuple(notes)
    )


async def examined_answer(
    sight: CitedSight,
    state: PogState,
    run: RunContext,
    draft: AnswerDraft,
    resolution: Resolution,
    *,
    paths: Sequence[CitedPath],
) -> Examined:
    """An answer with its question as it is read on the `paths` that the answer stands on."""
    topics = tuple(state.get("topics", ()))
    return Examined(
        state["question"],
        topics,
        draft,
        resolution,
        sight.reader,
        await _read_cited(sight, state, run, draft, resolution),
        run.encoder,
        left_out=await names_left_out(state["question"], resolution, topics, run),
        known=sight.classes,
        near=await relations_near(resolution, run),
        beside=tuple(item for path in paths for item in path.qualifiers),
    )


async def _read_cited(
    sight: CitedSight, state: PogState, run: RunContext, draft: AnswerDraft, resolution: Resolution
) -> tuple[ReadPath, ...]:
    """The cited paths as the question reads them, each with the answer at its position."""
    key_position = draft.key_position if draft.operation in EXTREMES else None
    there = [(item, path) for item, path in zip(resolution.cited, sight.cited, strict=True) if path.nodes]
    read = [
        sight.reader.read(path, item.position, key_position, names_answer=draft.operation == "exists")
        for item, path in while_in_time(there, "cited paths")
    ]
    return await with_connections(state, run, sight.classes, [item for item, _ in there[: len(read)]], read)


async def cited_walks(
    examined: Examined, paths: Sequence[CitedPath], run: RunContext, date_part: DatePartName | None
) -> ReadWalks:
    """The walks of the query of an answer that stands on some paths, or on a part of the dates there."""
    resolution = examined.resolution
    qualified = [place for item in resolution.conditions for place in _places_of(item, examined.reader)]
    if examined.exclusion:
        qualified.append((examined.exclusion.cue, examined.exclusion.start, examined.exclusion.end))
    relations = {step.relation for item in resolution.cited for step in item.pattern.key.steps}
    return ReadWalks(
        examined.reader,
        examined.read,
        _strictness(examined, run),
        tuple(_names_on(paths, examined)),
        is_cited=True,
        qualified=tuple(qualified),
        valued=tuple(await said_values(examined.question, relations, run)),
        near=examined.near,
        date_part=date_part,
    )


def _places_of(condition: AppliedCondition, reader: QuestionReader) -> list[NamePlace]:
    """Where the question states the value of a condition, and says its relation, or a paraphrase does."""
    name = {stem(word) for word in condition.relation.casefold().split()}
    asking = (
        word
        for word in reader.words.content
        if stem(word.text) in name or reader.words.is_paraphrased([word], condition.relation)
    )
    places = [(condition.value.start, condition.value.end), *((word.start, word.end) for word in asking)]
    return [(condition.text, start, end) for start, end in places]


def _strictness(examined: Examined, run: RunContext) -> Strictness:
    strictness = WITH_A_MODEL if run.reasoner.understands_language else SIMILARITY_ALONE
    return replace(strictness, trusts_choice=False) if examined.resolution.conditions else strictness


def _names_on(paths: Sequence[CitedPath], examined: Examined) -> list[str]:
    """The names that stand on cited paths, and the classes of the topics there ("Lake" of "Lake Erie")."""
    names = [name for path in paths for name in re.findall(r"\{([^{}]*)\}", path.text)]
    kinds = [
        kind for item in examined.read for node in item.path.nodes if node.kind == "topic" for kind in node.types
    ]
    return [*names, *kinds, *examined.resolution.labels.values(), *examined.draft.only]
