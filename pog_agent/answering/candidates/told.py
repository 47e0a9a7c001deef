"""Checked candidates as text: a line for each with its verdict, then what the verdicts stand on."""

from pog_agent.answering.candidates.checked import AnswerCheck
from pog_agent.answering.reply import MOST_CITED, evidence_text, names_text, percentage, shown_line
from pog_agent.models import Answer


def check_text(check: AnswerCheck) -> str:
    """All candidates with verdict, reason and numbered citations, and the answer that they were held against.

    Of each candidate the first pieces of evidence are cited. The text is plain, each name on one line.
    """
    numbers: dict[str, int] = {}
    lines = []
    for item in check.candidates:
        texts = list(dict.fromkeys(map(evidence_text, item.cited)))[:MOST_CITED]
        own = sorted(numbers.setdefault(text, len(numbers) + 1) for text in texts)
        marks = "".join(f"[{number}]" for number in own)
        lines.append(f"{shown_line(item.candidate)}: {item.verdict} ({shown_line(item.reason)}) {marks}".rstrip())
    return "\n".join([*lines, _own(check.answer), *(f"[{number}] {text}" for text, number in numbers.items())])


def _own(answer: Answer) -> str:
    """The answer of the graph with its status."""
    sure = f", confidence {percentage(answer.confidence)}" if answer.confidence is not None else ""
    return f"The graph's own answer: {names_text(answer.answers) or 'none'} ({answer.status}{sure})"
