"""Question analysis: split questions, thinking indicator, topic order, D_predict (paper section 4.1)."""

from pog_agent.reasoner.steps.analyze_question import AnalyzeQuestion
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.start import meant_in
from pog_agent.state import PogState


def _indicator(update: PogState) -> str:
    analysis = update["analysis"]
    text = analysis.indicator.text if analysis.indicator else "no indicator"
    return f"{text} (predicted depth {analysis.predicted_depth})"


@Declares(shows=_indicator, traces=("analysis", "topics"), asks=AnalyzeQuestion)
async def analyze_question(state: PogState, run: RunContext) -> PogState:
    """Asks the reasoner for the analysis and orders the topics by the indicator.

    D_predict is the largest distance between the answer and a topic in the structured indicator, never read
    from free text; without a valid indicator it is 1 and the question takes the indicator's place. Linked topics
    that the reasoner takes for ordinary words become optional, those given by IRI never. Deviation: the analysis
    also says what a graph may call the words of the question; what a person has said of them comes first.
    """
    topics = tuple(state["topics"])
    language = run.config.language_list[0]
    reply = await run.reasoner.ask(AnalyzeQuestion(state["question"], topics, run.config.d_max, language))
    known = {topic.iri for topic in topics}
    order = tuple(iri for iri in dict.fromkeys(reply.value.order) if iri in known)
    rest = tuple(topic.iri for topic in topics if topic.iri not in order)
    paraphrases = (*meant_in(state), *reply.value.paraphrases)
    analysis = reply.value.model_copy(update={"order": order + rest, "paraphrases": paraphrases})
    update: PogState = {
        "analysis": analysis,
        "composes_first": _composes_first(run),
        "usage": [reply.usage],
        "warnings": list(reply.warnings),
    }
    common = frozenset() if run.config.topics else frozenset(analysis.optional)
    if common:
        update["topics"] = [
            topic.model_copy(update={"optional": True}) if topic.iri in common else topic for topic in topics
        ]
    return update


def _composes_first(run: RunContext) -> bool:
    """Whether a query is composed before the search: it costs no call, and nobody confirms it."""
    config = run.config
    is_free = run.schema is not None and not run.reasoner.understands_language
    # With documents an answer may stand on passages besides, which are found around the kept paths.
    return is_free and config.docs is None and "plan" not in config.confirm
