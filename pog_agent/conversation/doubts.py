"""What speaks against calling the answer to a follow-up supported, whatever the graph says."""

from collections.abc import Sequence
from typing import Final

from pog_agent.answering.run_report import doubted
from pog_agent.language.english import english_pattern
from pog_agent.models import Answer, Referent, Rewriting, Turn
from pog_agent.models.findings.finding import finding

_OTHERS: Final = english_pattern("conversation", "others")


def others_than(said: str, turns: Sequence[Turn]) -> tuple[Referent, ...]:
    """The things of the last turn, where a follow-up asks for others: "what else did he write?"."""
    if not turns or _OTHERS.search(said) is None:
        return ()
    return (*turns[-1].topics, *turns[-1].answers)


def doubted_answer(answer: Answer, rewriting: Rewriting | None) -> Answer:
    """The answer, `partial` at best where it is doubtful that a follow-up asks for it."""
    if rewriting is None or answer.status != "supported":
        return answer
    flaws = []
    if rewriting.alone:
        flaws.append(finding("read-by-model-alone", rewriting.said, rewriting.question))
    given = {item.iri for item in answer.answers}
    spoken_of = [item.label for item in rewriting.others_than if item.iri in given]
    if spoken_of:
        flaws.append(finding("others-asked-for", ", ".join(dict.fromkeys(spoken_of))))
    return doubted(answer, *flaws)
