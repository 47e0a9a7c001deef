"""Question analysis: split questions, thinking indicator, topic order, D_predict (paper section 4.1)."""

from collections.abc import Sequence

from pog_agent.answering.at_once.names_in_sight import names_in_sight
from pog_agent.answering.at_once.reading_analysis import analysis_of
from pog_agent.models import QuestionAnalysis, TopicEntity
from pog_agent.reasoner.chains import find_topic
from pog_agent.reasoner.steps.analyze_question import AnalyzeQuestion
from pog_agent.reasoner.steps.at_once.read_question import ReadQuestion
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.start import meant_in
from pog_agent.state import PogState


def _indicator(update: PogState) -> str:
    analysis = update["analysis"]
    text = analysis.indicator.text if analysis.indicator else "no indicator"
    return f"{text} (predicted depth {analysis.predicted_depth})"


@Declares(
    shows=_indicator,
    traces=("analysis", "topics", "question_reading"),
    asks=AnalyzeQuestion,
    merged=ReadQuestion,
)
async def analyze_question(state: PogState, run: RunContext) -> PogState:
    """Asks the reasoner for the analysis and orders the topics by the indicator.

    D_predict is the largest distance between the answer and a topic in the structured indicator, never read from
    free text; without a valid indicator it is 1 and the question takes the indicator's place. Linked topics that
    the reasoner takes for ordinary words become optional, those given by IRI never. Deviation: the analysis also
    says what a graph may call the words of the question; what a person has said of them comes first. Where one
    call reads the question, it sees the relations that the graph has at the topics, and may name further ones.
    """
    if run.reads_at_once:
        return await _read(state, run)
    topics = tuple(state["topics"])
    language = run.config.language_list[0]
    reply = await run.reasoner.ask(AnalyzeQuestion(state["question"], topics, run.config.d_max, language))
    return {
        **_analyzed(reply.value, topics, state, run),
        # A query of rules costs no call.
        "composes_first": not run.reasoner.understands_language and _composes_first(run),
        "usage": [reply.usage],
        "warnings": list(reply.warnings),
    }


async def _read(state: PogState, run: RunContext) -> PogState:
    """The update of a question that is read in one call."""
    question, topics = state["question"], tuple(state["topics"])
    names = await names_in_sight(question, topics, run)
    reply = await run.reasoner.ask(ReadQuestion(question, names, run.config.d_max, run.config.language_list[0]))
    reading, warnings = reply.value, list(reply.warnings)
    further = [way.start for way in reading.ways if find_topic(way.start, topics) is None]
    unlinked = list(state.get("unlinked", ()))
    is_given = bool(run.config.topics) or "topics" in run.config.confirm  # a person has said which they are
    if further and not is_given:
        linking = await run.linker.link(further, question)
        known = {topic.iri for topic in topics}
        topics = (*topics, *(topic for topic in linking.topics if topic.iri not in known))
        unlinked += linking.unlinked
        warnings += linking.warnings
    analysis = analysis_of(reading, question, topics, run.config.d_max, given=is_given)
    return {
        "topics": list(topics),
        **_analyzed(analysis, topics, state, run),
        "unlinked": unlinked,
        "question_reading": reading,
        "composes_first": bool(topics) and reading.computes and _composes_first(run),
        "usage": [reply.usage],
        "warnings": warnings,
    }


def _analyzed(
    analysis: QuestionAnalysis, topics: Sequence[TopicEntity], state: PogState, run: RunContext
) -> PogState:
    """The analysis with every topic in its order, and the topics that it takes for ordinary words."""
    known = {topic.iri for topic in topics}
    order = tuple(iri for iri in dict.fromkeys(analysis.order) if iri in known)
    rest = tuple(topic.iri for topic in topics if topic.iri not in order)
    paraphrases = (*meant_in(state), *analysis.paraphrases)
    update: PogState = {
        "analysis": analysis.model_copy(update={"order": order + rest, "paraphrases": paraphrases}),
    }
    if analysis.optional and not run.config.topics:
        update["topics"] = _with_optional(topics, analysis)
    return update


def _with_optional(topics: Sequence[TopicEntity], analysis: QuestionAnalysis) -> list[TopicEntity]:
    return [
        topic.model_copy(update={"optional": True}) if topic.iri in analysis.optional else topic
        for topic in topics
    ]


def _composes_first(run: RunContext) -> bool:
    """Whether a query may be composed before the search: nobody confirms it, and no passage is asked about it.

    With documents an answer may stand on passages besides, which are found around the kept paths.
    """
    config = run.config
    return run.schema is not None and config.docs is None and "plan" not in config.confirm
