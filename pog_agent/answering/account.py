"""The account of a question: what each of its words became in the answer, and what speaks against the answer.

It is made by code, the same for every reasoner and system. It claims little: what it finds makes an answer
`partial`. Of the words it reads English.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pog_agent.answering.confidence import alternatives_of, features_of, other_readings, quality
from pog_agent.answering.connections import with_connections
from pog_agent.answering.guards import MAX_TERMS_CHECKED, Examined, graph_flaws, names_without_use, wording_flaws
from pog_agent.answering.resolution import Resolution
from pog_agent.answering.shown_paths import show_paths
from pog_agent.models import EXTREMES, Alternative, AnswerDraft, CitedPath, ElementReading, Reading
from pog_agent.reading.alignment import SIMILARITY_ALONE, WITH_A_MODEL, Strictness
from pog_agent.reading.conditions import half_period
from pog_agent.reading.cues import asking_words
from pog_agent.reading.reader import QuestionReader, ReadPath
from pog_agent.reading.spans import SpanReader
from pog_agent.reading.unused_names import unused_names
from pog_agent.run.context import RunContext
from pog_agent.state import PogState

LANGUAGE = "en"


@dataclass(frozen=True)
class Account:
    """What each word became, the reasons why the answer is not supported, and how sure it is beside others.

    `features` are those of `confidence.py`; they are empty where nothing was answered. `notes`
    are warnings of what was not checked.
    """

    reading: Reading = field(default_factory=Reading)
    flaws: tuple[str, ...] = ()
    features: Mapping[str, float] = field(default_factory=dict)
    alternatives: tuple[Alternative, ...] = ()
    notes: tuple[str, ...] = ()


async def account_of(
    state: PogState, run: RunContext, draft: AnswerDraft, resolution: Resolution, paths: Sequence[CitedPath]
) -> Account:
    """The account of the question of a run for an answer that stands on the cited `paths`."""
    question, topics = state["question"], tuple(state.get("topics", ()))
    analysis = state.get("analysis")
    reader = QuestionReader(question, topics, run.encoder, analysis.paraphrases if analysis else ())
    cited = [item.pattern.key for item in resolution.cited]
    refs = [ref for ref in state.get("shortlist", ()) if ref.key not in cited and not ref.key.nodes]
    every = await show_paths(run, state, [*cited, *(ref.key for ref in refs)])
    shown = every[: len(cited)]
    rivals, notes = await run.relations_in_sight(state)
    reader.learn(every, rivals)
    unchecked = len(resolution.terms) - MAX_TERMS_CHECKED
    notes += [f"the class of {unchecked} answers was not checked"] if unchecked > 0 else []
    key_position = draft.key_position if draft.operation in EXTREMES else None
    there = [(item, path) for item, path in zip(resolution.cited, shown, strict=True) if path.nodes]
    read = tuple(
        reader.read(path, item.position, key_position, names_answer=draft.operation == "exists")
        for item, path in there
    )
    read = await with_connections(state, run, [item for item, _ in there], read)
    examined = Examined(question, topics, draft, resolution, reader, read, run.encoder)
    strictness = WITH_A_MODEL if run.reasoner.understands_language else SIMILARITY_ALONE
    names = _names_on(paths, read, resolution, draft)
    if resolution.conditions:
        strictness = replace(strictness, trusts_choice=False)
    qualified = [(item.text, item.value.start, item.value.end) for item in resolution.conditions]
    spans = SpanReader(reader, read, names, strictness, qualified)
    found = spans.spans(draft.operation)
    known = [*names, *rivals, *(kind for path in every for node in path.nodes for kind in node.types)]
    spotted = unused_names(question, state.get("spotted", ()), topics, found, known) if read else []
    unused = await names_without_use(examined, spotted, run)
    flaws = await graph_flaws(examined, run)
    flaws += [f"the question names {name!r}, which the graph has and no step used" for name in unused]
    if run.config.language_list[0] == LANGUAGE:
        flaws += [*wording_flaws(examined), *_unasked(read, strictness), *_half_periods(examined, paths)]
        flaws += spans.sentences(besides=unused) if read and not (reader.unplaced and run.config.topics) else []
    else:
        flaws.append(f"the words of the question were not read: that is made for {LANGUAGE!r}")
    reading = Reading(spans=found, elements=tuple(_elements(question, read, draft, resolution)))
    others = await other_readings(reader, refs, every[len(cited) :], state, run)
    own = max((quality(item.alignment) for item in read), default=0.0)
    margin = own - others[0][0] if others else 1.0
    return Account(
        reading,
        tuple(dict.fromkeys(flaws)),
        features_of(read, draft, margin),
        await alternatives_of(others, own, resolution.terms, run),
        tuple(notes),
    )


def _names_on(
    paths: Sequence[CitedPath], read: Sequence[ReadPath], resolution: Resolution, draft: AnswerDraft
) -> list[str]:
    """The names that stand on cited paths, and the classes of the topics there ("Lake" of "Lake Erie")."""
    names = [name for path in paths for name in re.findall(r"\{([^{}]*)\}", path.text)]
    kinds = [kind for item in read for node in item.path.nodes if node.kind == "topic" for kind in node.types]
    return [*names, *kinds, *resolution.labels.values(), *draft.only]


def _unasked(read: Sequence[ReadPath], strictness: Strictness) -> Iterator[str]:
    for item in read:
        for relation in item.alignment.unasked(strictness.relation):
            yield f"the path goes by {relation.element.texts[0]!r}, which the question does not ask for"


def _half_periods(examined: Examined, paths: Sequence[CitedPath]) -> Iterator[str]:
    """Answers that are the beginning of a period alone, or its end, where the question asks for neither."""
    beside = [item for path in paths for item in path.qualifiers]
    for item in examined.read if examined.draft.operation == "none" else ():
        other = half_period(examined.question, item.path.relations[item.position - 1], beside)
        if item.answer.kind == "literal" and other:
            yield f"the answer is one end of a period, whose other end is {other!r}"


def _elements(
    question: str, read: Sequence[ReadPath], draft: AnswerDraft, resolution: Resolution
) -> Iterator[ElementReading]:
    """What the answer stands on: relations of the cited paths, qualifiers of their facts, and its operation."""
    for item in read:
        for relation in item.alignment.relations:
            yield ElementReading(
                role="relation",
                text=relation.element.texts[0],
                onward=relation.element.onward,
                asked_by=" ".join(word.text for word in relation.words),
                needed=relation.element.needed,
                likeness=round(relation.likeness, 3),
            )
    for condition in resolution.conditions:
        yield ElementReading(role="qualifier", text=condition.text, asked_by=condition.value.text, likeness=1.0)
    if draft.operation != "none":
        cue = asking_words(question, draft.operation)
        yield ElementReading(role="operation", text=draft.operation, asked_by=cue, likeness=float(bool(cue)))
