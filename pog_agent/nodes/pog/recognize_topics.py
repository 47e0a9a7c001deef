"""Topic entity recognition and linking (paper section 4.1)."""

from collections.abc import Sequence
from dataclasses import replace

from pog_agent.conversation.referents import with_referents
from pog_agent.models import StepUsage, TopicEntity
from pog_agent.reading.cues import is_left_out
from pog_agent.reasoner.base import Reply
from pog_agent.reasoner.steps.recognize_topics import RecognizeTopics
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.start import asked_of, begun_run, question_in
from pog_agent.state import RunState
from pog_agent.words import folded


def _linked(update: RunState) -> str:
    names = (f"{item.label}{' (optional)' if item.optional else ''}" for item in update["topics"])
    return ", ".join(names) or "nothing found"


@Declares(
    shows=_linked,
    traces=("topics",),
    asks=RecognizeTopics,
    calls=lambda config: 0 if config.topics else 1,
)
async def recognize_topics(state: RunState, run: RunContext) -> RunState:
    """Finds the entities of the graph that the question mentions, and starts the run afresh.

    Deviations from the paper: a label or alias that equals the mention wins over embedding similarity; a weak
    match or a class becomes an optional topic; entities given by IRI skip recognition. If nothing that was
    recognised can be linked, the graph's own labels found in the question are used, with a warning. Where nobody
    has recognised more than these labels, names said in part are topics too, and misspelled ones where no topic is
    sure, with a warning. What a follow-up refers to is known before. Where one call reads the question, it is
    asked beside these names, after this step: here no model is asked.
    """
    asked = asked_of(state, run.config.task)
    question = question_in(asked)
    usage: list[StepUsage] = []
    rewriting = state.get("rewriting")
    referents = rewriting.referents if rewriting is not None else ()
    warnings = list(run.notices)
    spotted: tuple[str, ...] = ()
    if run.config.topics:
        linking = await run.linker.given(run.config.topics, question)
        warnings += linking.warnings
    else:
        spotted = await run.linker.spot(question)
        reply = Reply(spotted, StepUsage(step=RecognizeTopics.name))
        if not run.reads_at_once:
            reply = await run.reasoner.ask(RecognizeTopics(question, spotted))
            usage.append(reply.usage)
        meant = {folded(item.name) for item in referents}
        known = [mention for mention in reply.value if folded(mention) in meant]
        linking = await run.linker.link(reply.value, question, known)
        warnings += [*reply.warnings, *linking.warnings]
        if set(reply.value) == set(spotted):
            is_unsure = all(topic.optional for topic in linking.topics)
            guessed = await run.linker.respelled(question, reply.value, misspelled=is_unsure)
            linking = replace(linking, topics=(*guessed.topics, *linking.topics))
            warnings += guessed.warnings
        if not linking.topics and spotted and set(spotted) != set(reply.value):
            linking = await run.linker.link(spotted, question)
            warnings += [
                f"no recognised mention could be linked; labels found in the question are used: "
                f"{', '.join(spotted)}",
                *linking.warnings,
            ]
    if referents and not run.config.topics:
        linking = replace(linking, topics=with_referents(linking.topics, referents, question))
    if run.reasoner.understands_language:
        linking = replace(linking, topics=_without_left_out(linking.topics, question))
    if not linking.topics:
        warnings.append("no entity of the graph was found in the question")
    found: RunState = {
        "reads_at_once": run.reads_at_once,
        "topics": list(linking.topics),
        "spotted": list(spotted),
        "unlinked": list(linking.unlinked),
    }
    return {**begun_run(state, asked, warnings, usage), **found}


def _without_left_out(topics: Sequence[TopicEntity], question: str) -> tuple[TopicEntity, ...]:
    """The topics, optional where the question names one to leave it out, and names another one besides.

    Paths to what "besides Ann" leaves out would lead to nothing else.
    """
    left_out = {topic.iri for topic in topics if topic.mention and is_left_out(question, topic.mention)}
    if not any(not topic.optional and topic.iri not in left_out for topic in topics):
        return tuple(topics)
    return tuple(
        topic.model_copy(update={"optional": True}) if topic.iri in left_out else topic for topic in topics
    )
