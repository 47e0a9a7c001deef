"""What the graph itself has in place of something that a claim states: the answer to a question without it."""

from dataclasses import dataclass, replace

from pog_agent.answering.facts.units import with_units
from pog_agent.answering.shown_paths import shortlisted_paths
from pog_agent.answering.verification import verified_answer
from pog_agent.deadline import is_late
from pog_agent.models import (
    Anchor,
    Answer,
    PatternKey,
    PatternRef,
    QuestionAnalysis,
    Step,
    Summary,
    TopicEntity,
)
from pog_agent.reasoner.offline.reasoner import OfflineReasoner
from pog_agent.reasoner.steps.answer import AnswerByCitation
from pog_agent.reasoner.steps.judge_sufficiency import JudgeSufficiency
from pog_agent.run.context import RunContext
from pog_agent.state import PogState
from pog_agent.terms import RDF_TYPE, Term

EDGES_READ = 500


@dataclass(frozen=True)
class KnownFact:
    """A supported answer that stands at the end of one relation of a topic, and all values of it: usually one."""

    answer: Answer
    relation: Term
    values: tuple[Term, ...]


async def known_fact(question: str, topic: TopicEntity, state: PogState, run: RunContext) -> KnownFact | None:
    """What one relation of a topic says to a question without a doubt; None where none does.

    It is read by similarity alone, the same for every reasoner: no language model is asked. Relations that lead to
    the topic compete, but do not say anything. None too for a topic with namesakes, or with too many edges, and
    where the time is up.
    """
    if is_late("facts that the claim may be held against"):
        return None
    near = await run.kg.neighbors([topic.iri], limit=EDGES_READ)
    if near.cut or topic.namesakes or "plan" not in state:
        return None
    ends: dict[Step, set[Term]] = {}
    for head, relation, tail in near.triples:
        if relation != RDF_TYPE and head == topic.iri:
            ends.setdefault(Step(relation=relation, forward=True), set()).add(tail)
        if relation != RDF_TYPE and tail == topic.iri:
            ends.setdefault(Step(relation=relation, forward=False), set()).add(head)
    if not ends:
        return None
    steps = sorted(ends, key=lambda step: (step.relation, step.forward))
    alone = replace(run, reasoner=OfflineReasoner(run.encoder))
    answer, step = await _answer_by(steps, question, topic, state, alone)
    if answer is None or step is None or not step.forward or answer.status != "supported":
        return None
    return KnownFact(with_units(answer, run), step.relation, tuple(sorted(ends[step])))


async def _answer_by(
    steps: list[Step], question: str, topic: TopicEntity, state: PogState, run: RunContext
) -> tuple[Answer | None, Step | None]:
    """The verified answer by the relation that fits a question best, and this relation."""
    anchor = (Anchor(entity=topic.iri, position=0),)
    asked: PogState = {
        **state,
        "question": question,
        "topics": [topic],
        "spotted": [name for name in state.get("spotted", ()) if name in question],
        "unlinked": [],
        "supplements": [],
        "analysis": QuestionAnalysis(split_questions=(question,), order=(topic.iri,)),
        "shortlist": [PatternRef(key=PatternKey(anchors=anchor, steps=(step,))) for step in steps],
    }
    paths = await shortlisted_paths(run, asked)
    context, summary = run.context(asked), Summary()
    judged = await run.reasoner.ask(JudgeSufficiency(context, paths, summary))
    if not judged.value.sufficient:
        return None, None
    draft = await run.reasoner.ask(AnswerByCitation(context, paths, summary, final=False))
    if len(draft.value.citations) != 1:
        return None, None
    (citation,) = draft.value.citations
    answer = await verified_answer({**asked, "verdict": judged.value, "draft": draft.value}, run)
    return answer, steps[citation.path - 1]
