"""The account of a question: what each of its words became in the answer, and what speaks against the answer.

It is made by code, the same for every reasoner and system. It claims little: what it finds makes an answer
`partial`. Of the words it reads English.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pog_agent.answering.confidence import WIDEST_MARGIN, alternatives_of, features_of, other_readings, quality
from pog_agent.answering.connections import with_connections
from pog_agent.answering.facts.near_relations import relations_near
from pog_agent.answering.facts.restriction import AppliedCondition
from pog_agent.answering.facts.said_values import said_values
from pog_agent.answering.facts.wider_classes import KnownClasses, known_classes
from pog_agent.answering.guards import (
    MAX_TERMS_CHECKED,
    Examined,
    asking_flaws,
    graph_flaws,
    names_left_out,
    names_without_use,
    operation_flaws,
    wording_flaws,
)
from pog_agent.answering.resolution import Resolution
from pog_agent.answering.shown_paths import show_paths
from pog_agent.deadline import while_in_time
from pog_agent.models import (
    EXTREMES,
    Alternative,
    AnswerDraft,
    CitedPath,
    ElementReading,
    PatternRef,
    Reading,
    ShownPath,
    SpanReading,
)
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.alignment import SIMILARITY_ALONE, WITH_A_MODEL, Strictness
from pog_agent.reading.answer_type import DatePartName
from pog_agent.reading.conditions import half_period
from pog_agent.reading.contrasts.account import contrast_flaws, relations_of_paths
from pog_agent.reading.cues import asking_words
from pog_agent.reading.names import NamePlace
from pog_agent.reading.reader import QuestionReader, ReadPath
from pog_agent.reading.spans import SpanReader
from pog_agent.reading.stems import content_stems
from pog_agent.reading.unused_names import unused_names
from pog_agent.run.context import RunContext
from pog_agent.state import PogState
from pog_agent.words import LANGUAGE, stem


@dataclass(frozen=True)
class Account:
    """What each word became, the reasons why the answer is not supported, and how sure it is beside others.

    `features` are those of `confidence.py`; they are empty where nothing was answered. `notes`
    are warnings of what was not checked.
    """

    reading: Reading = field(default_factory=Reading)
    flaws: tuple[Finding, ...] = ()
    features: Mapping[str, float] = field(default_factory=dict)
    alternatives: tuple[Alternative, ...] = ()
    notes: tuple[str, ...] = ()


async def account_of(
    state: PogState,
    run: RunContext,
    draft: AnswerDraft,
    resolution: Resolution,
    paths: Sequence[CitedPath],
    *,
    date_part: DatePartName | None = None,
) -> Account:
    """The account of the question of a run for an answer that stands on the cited `paths`.

    With `date_part`, the answer is that part of the dates which stand there.
    """
    sight = await _sight_of(state, run, resolution)
    topics = tuple(state.get("topics", ()))
    left_out = await names_left_out(state["question"], resolution, topics, run)
    read = await _read_cited(sight, state, run, draft, resolution)
    examined = Examined(
        state["question"],
        topics,
        draft,
        resolution,
        sight.reader,
        read,
        run.encoder,
        left_out=left_out,
        known=sight.classes,
        near=await relations_near(resolution, run),
    )
    names = _names_on(paths, examined)
    qualified = [place for item in resolution.conditions for place in _places_of(item, sight.reader)]
    if examined.exclusion:
        qualified.append((examined.exclusion.cue, examined.exclusion.start, examined.exclusion.end))
    strictness = _strictness(examined, run)
    relations = {step.relation for item in resolution.cited for step in item.pattern.key.steps}
    valued = await said_values(state["question"], relations, run)
    spans = SpanReader(
        sight.reader, read, names, strictness, qualified, valued=valued, date_part=date_part, near=examined.near
    )
    found = spans.spans(draft.operation)
    spotted = unused_names(examined.question, state.get("spotted", ()), topics, found, [*names, *sight.words])
    unused = await names_without_use(examined, spotted if read else [], run)
    flaws = await _flaws_of(examined, found, unused, paths, run)
    if read and _is_read(examined, run):
        flaws += spans.sentences(besides=unused)
    others = await other_readings(sight.reader, sight.refs, sight.others, state, run)
    own = max((quality(item.alignment) for item in read), default=0.0)
    return Account(
        Reading(spans=found, elements=tuple(_elements(examined, date_part))),
        tuple(dict.fromkeys(flaws)),
        features_of(draft, own - others[0].quality if others else WIDEST_MARGIN, len(resolution.terms)),
        await alternatives_of(others, own, resolution.terms, run),
        (*sight.notes, *_unchecked(resolution)),
    )


@dataclass(frozen=True)
class _Sight:
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


async def _sight_of(state: PogState, run: RunContext, resolution: Resolution) -> _Sight:
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
    return _Sight(reader, shown[: len(cited)], refs, shown[len(cited) :], (*rivals, *kinds), classes, tuple(notes))


async def _read_cited(
    sight: _Sight, state: PogState, run: RunContext, draft: AnswerDraft, resolution: Resolution
) -> tuple[ReadPath, ...]:
    """The cited paths as the question reads them, each with the answer at its position."""
    key_position = draft.key_position if draft.operation in EXTREMES else None
    there = [(item, path) for item, path in zip(resolution.cited, sight.cited, strict=True) if path.nodes]
    read = [
        sight.reader.read(path, item.position, key_position, names_answer=draft.operation == "exists")
        for item, path in while_in_time(there, "cited paths")
    ]
    return await with_connections(state, run, sight.classes, [item for item, _ in there[: len(read)]], read)


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


async def _flaws_of(
    examined: Examined,
    spans: Sequence[SpanReading],
    unused: Sequence[str],
    paths: Sequence[CitedPath],
    run: RunContext,
) -> list[Finding]:
    """What speaks against the answer; what its words say only of an English question."""
    flaws = await graph_flaws(examined, run)
    flaws += [finding("name-unused", name) for name in unused]
    if run.config.language_list[0] != LANGUAGE:
        return [*flaws, finding("language-not-read", LANGUAGE)]
    strictness = _strictness(examined, run)
    flaws += [
        *_contrasts(examined),
        *operation_flaws(examined),
        *wording_flaws(examined),
        *asking_flaws(examined, spans, strictness),
        *_half_periods(examined, paths),
    ]
    return flaws


def _contrasts(examined: Examined) -> Iterator[Finding]:
    """What the question says and the cited relations contradict, or do not tell."""
    draft, read = examined.draft, examined.read
    kinds = [kind for item in read for node in item.path.nodes for kind in node.types]
    conditions = [condition.text for condition in examined.resolution.conditions]
    positions = {item.position for item in read}
    is_extreme = draft.operation in EXTREMES
    yield from contrast_flaws(
        examined.reader.words,
        relations_of_paths(read, are_shown=draft.operation != "exists"),
        [*kinds, *conditions],
        orders=is_extreme and draft.key_position not in {None, *positions},
        aggregates=is_extreme,
    )


def _is_read(examined: Examined, run: RunContext) -> bool:
    """Whether the words of the question are read: not in another language, nor where a given topic is not named.

    Where a part of its name stands there, the other words ask for something.
    """
    said = content_stems(examined.question.casefold())
    strange = [name for name in examined.reader.unplaced if content_stems(name.casefold()).isdisjoint(said)]
    return run.config.language_list[0] == LANGUAGE and not (strange and run.config.topics)


def _strictness(examined: Examined, run: RunContext) -> Strictness:
    strictness = WITH_A_MODEL if run.reasoner.understands_language else SIMILARITY_ALONE
    return replace(strictness, trusts_choice=False) if examined.resolution.conditions else strictness


def _unchecked(resolution: Resolution) -> list[str]:
    """A warning where not all answers were looked at."""
    unchecked = len(resolution.terms) - MAX_TERMS_CHECKED
    return [f"the class of {unchecked} answers was not checked"] if unchecked > 0 else []


def _names_on(paths: Sequence[CitedPath], examined: Examined) -> list[str]:
    """The names that stand on cited paths, and the classes of the topics there ("Lake" of "Lake Erie")."""
    names = [name for path in paths for name in re.findall(r"\{([^{}]*)\}", path.text)]
    kinds = [
        kind for item in examined.read for node in item.path.nodes if node.kind == "topic" for kind in node.types
    ]
    return [*names, *kinds, *examined.resolution.labels.values(), *examined.draft.only]


def _half_periods(examined: Examined, paths: Sequence[CitedPath]) -> Iterator[Finding]:
    """Answers that are the beginning of a period alone, or its end, where the question asks for neither."""
    beside = [item for path in paths for item in path.qualifiers]
    for item in examined.read if examined.draft.operation == "none" else ():
        relation = item.path.relations[item.position - 1]
        is_asked = examined.reader.words.is_paraphrased(item.asking, relation)
        other = "" if is_asked else half_period(examined.question, relation, beside)
        if item.answer.kind == "literal" and other:
            yield finding("half-of-period", other)


def _elements(examined: Examined, date_part: DatePartName | None) -> Iterator[ElementReading]:
    """What the answer stands on: relations of the cited paths, qualifiers of their facts, and its operation."""
    for item in examined.read:
        for relation in item.alignment.relations:
            yield ElementReading(
                role="relation",
                text=relation.element.texts[0],
                onward=relation.element.onward,
                asked_by=" ".join(word.text for word in relation.words),
                needed=relation.element.needed,
                likeness=round(relation.likeness, 3),
            )
    for condition in examined.resolution.conditions:
        yield ElementReading(role="qualifier", text=condition.text, asked_by=condition.value.text, likeness=1.0)
    if date_part is not None:
        yield ElementReading(role="operation", text=f"the {date_part} of a date", asked_by=date_part, likeness=1.0)
    operation = examined.draft.operation
    if operation != "none":
        cue = asking_words(examined.question, operation)
        yield ElementReading(role="operation", text=operation, asked_by=cue, likeness=float(bool(cue)))
