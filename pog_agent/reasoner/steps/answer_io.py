"""Plain prompting: the question in, the answer out (section 5, baseline IO)."""

from dataclasses import dataclass

from pog_agent.reasoner.direct import AnswerDirectly


@dataclass(frozen=True)
class AnswerPlainly(AnswerDirectly):
    """The answer from own knowledge, at once."""

    name = "answer_io"
    reply_tokens = 20
