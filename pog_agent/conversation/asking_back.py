"""The answer to a follow-up that could not be read: a question back."""

from pog_agent.answering.run_report import with_run
from pog_agent.models import Abstention, Answer, NearEntity, Rewriting, Unclear
from pog_agent.state import PogState


def asked_back_answer(rewriting: Rewriting, unclear: Unclear, state: PogState) -> Answer:
    """An abstention that says what is unclear, with the things that may be meant."""
    near = tuple(NearEntity(mention=unclear.phrase, iri=item.iri, label=item.label) for item in unclear.candidates)
    abstention = Abstention(case="reference_unclear", message=unclear.message, near=near)
    cut = state.get("truncated", False)
    answer = Answer(question=rewriting.said, reason=unclear.message, abstention=abstention, truncated=cut)
    return with_run(answer, state, ())
