"""Chain of thought: thinking before the answer, alone or as one of several samples (section 5, CoT and SC)."""

from dataclasses import dataclass

from pog_agent.reasoner.direct import AnswerDirectly, ReasonedReply


@dataclass(frozen=True)
class AnswerByThought(AnswerDirectly):
    """The answer from own knowledge after a chain of thought.

    A `sampled` chain is asked at the temperature of exploring, so that chains differ.
    """

    name = "answer_cot"
    reply = ReasonedReply
    reply_tokens = 100

    sampled: bool = False

    @property
    def exploring(self) -> bool:
        """Samples explore."""
        return self.sampled

    @property
    def is_sample(self) -> bool:
        """Chains of thought vote: each must be one of its own."""
        return self.sampled
