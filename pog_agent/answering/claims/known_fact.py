"""What one relation of a thing says to a question, the same for every reasoner."""

from dataclasses import replace

from pog_agent.answering.facts.units import with_units
from pog_agent.answering.shown_paths import shortlisted_paths
from pog_agent.answering.verification import verified_answer
from pog_agent.deadline import is_late
from pog_agent.models import Anchor, Answer, PatternKey, PatternRef, QuestionAnalysis, Step, Summary
from pog_agent.reasoner.offline.reasoner import OfflineReasoner
from pog_agent.reasoner.steps.answer import AnswerByCitation
from pog_agent.reasoner.steps.judge_sufficiency import JudgeSufficiency
from pog_agent.run.context import RunContext
from pog_agent.state import PogState
from pog_agent.terms import RDF_TYPE

EDGES_READ = 500


async def known_fact(state: PogState, run: RunContext) -> Answer | None:
    """What one relation of a single topic says to the question without a doubt; None where none does.

    It is read by similarity alone: no language model is asked. Relations that lead to the topic compete, but say
    nothing. None too for a topic with namesakes, or with too many edges, and where the time is up.
    """
    if len(state["topics"]) != 1 or is_late("facts that the claim may be held against"):
        return None
    (topic,) = state["topics"]
    near = await run.kg.neighbors([topic.iri], limit=EDGES_READ)
    if near.cut or topic.namesakes or "plan" not in state:
        return None
    found = {(relation, head == topic.iri) for head, relation, _ in near.triples if relation != RDF_TYPE}
    steps = [Step(relation=relation, forward=forward) for relation, forward in sorted(found)]
    alone = replace(run, reasoner=OfflineReasoner(run.encoder))
    return await _answer_by(steps, state, alone) if steps else None


async def _answer_by(steps: list[Step], state: PogState, run: RunContext) -> Answer | None:
    """The verified answer by the relation that fits a question best, if it leads away from the topic."""
    (topic,), question = state["topics"], state["question"]
    anchor = (Anchor(entity=topic.iri, position=0),)
    asked: PogState = {
        **state,
        "spotted": [name for name in state.get("spotted", ()) if name in question],
        "supplements": [],
        "analysis": QuestionAnalysis(split_questions=(question,), order=(topic.iri,)),
        "shortlist": [PatternRef(key=PatternKey(anchors=anchor, steps=(step,))) for step in steps],
    }
    paths = await shortlisted_paths(run, asked)
    context, summary = run.context(asked), Summary()
    judged = await run.reasoner.ask(JudgeSufficiency(context, paths, summary))
    if not judged.value.sufficient:
        return None
    draft = await run.reasoner.ask(AnswerByCitation(context, paths, summary, final=False))
    citations = draft.value.citations
    if len(citations) != 1 or not steps[citations[0].path - 1].forward:
        return None
    answer = await verified_answer({**asked, "verdict": judged.value, "draft": draft.value}, run)
    return with_units(answer, run)
