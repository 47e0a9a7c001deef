"""An answer as text: the reply in a chat, and the pieces of it that the terminal shows too.

All of it is plain text. Each name, value and citation stands on one line, so no label of a graph can pass for a
line of its own.
"""

from collections.abc import Sequence
from decimal import Decimal
from urllib.parse import unquote

from pog_agent.models import (
    AbstentionCase,
    Alternative,
    Answer,
    AnswerItem,
    AnswerRow,
    Basis,
    CitedEvidence,
    CitedPassage,
    CitedPath,
)
from pog_agent.terms import Triple
from pog_agent.words import one_line

UNSUPPORTED = "not fully supported"
"""So a warning begins that says why an answer is partial."""
MOST_ANSWERS = 10
"""So many answers, or rows of a table, are shown."""
MOST_CITED = 6
"""So many pieces of evidence are shown."""
MOST_SOURCES = 3
MOST_WARNINGS = 5
MOST_CHARACTERS = 1200
"""Of one name, value, piece of evidence, warning or message."""

TOLD_BASIS: dict[Basis, str] = {
    "agreed": "another way gives the same",
    "confirmed": "the model confirmed what words mean",
}
"""What settled the doubts about an answer, by its basis."""

WAYS_ON: dict[AbstentionCase, str] = {
    "could_not_look": "Ask again when what failed works again, or with another model.",
    "reference_unclear": "Say which one is meant, or ask again with its name.",
    "name_not_found": "Ask again with a name that the graph has.",
    "ambiguous": "Ask again and say which one is meant.",
    "operation_not_possible": "Ask for the facts themselves, and compare or count them afterwards.",
    "value_lacking": "Ask for something else that the graph has of it.",
    "relation_not_found": "Ask again in the words of a relation that the graph has.",
    "nothing_found": "Ask again with fewer conditions.",
    "not_connected": "Ask with fewer conditions, or allow a deeper search (d_max).",
    "budget_spent": "Ask for less at once, or allow a larger budget.",
    "rejected": "Ask again, and say what was wrong.",
    "not_judged_sufficient": "Ask again more precisely, in the words of the graph.",
}
"""What helps after an abstention, by its case."""


def reply_text(answer: Answer) -> str:
    """The answer as a reply in a chat: a sentence, its status, then what it cites, numbered from 1.

    An abstention has its case, the reason and a way on instead. Other readings and warnings stand at the end.
    What is left out is counted. The text is plain: a page that renders Markdown must escape it.
    """
    cited = answer.cited[:MOST_CITED]
    marks = "".join(f"[{number}]" for number in range(1, len(cited) + 1))
    lines = [
        *_said(answer, marks),
        *([f"(read as: {read_as(answer.question, answer.among)})"] if answer.asked else []),
        *([f"(by the reading: {shown_line(answer.by_reading)})"] if answer.by_reading else []),
        _status(answer),
    ]
    lines += [f"[{number}] {evidence_text(item)}" for number, item in enumerate(cited, 1)]
    lines += _more(len(answer.cited) - len(cited), " cited")
    if answer.verdict not in ("true", "false"):
        lines += [f"Another reading: {alternative_text(item)}" for item in answer.alternatives]
    lines += [f"Note: {shown_line(text)}" for text in answer.warnings[:MOST_WARNINGS]]
    lines += _more(len(answer.warnings) - MOST_WARNINGS, " notes")
    return "\n".join(lines)


def read_as(question: str, among: Sequence[str]) -> str:
    """What a follow-up was read as: a question, with the things that it is limited to."""
    limited = f" (among {', '.join(_first([shown_line(name) for name in among]))})" if among else ""
    return f"{shown_line(question)}{limited}"


def answer_lines(answer: Answer) -> list[str]:
    """The answers alone: the names in one line; a line for each of the first rows of a table, or of a profile."""
    if answer.kind == "profile":
        return [shown_line(text) for text in answer.profile_lines]
    if answer.columns:
        return _first([_row_text(row) for row in answer.rows])
    return [names_text(answer.answers)] if answer.answers else []


def names_text(items: Sequence[AnswerItem]) -> str:
    """The first answers in a row, and how many more there are."""
    return ", ".join(_first([shown_line(item.shown) for item in items]))


def evidence_text(item: CitedEvidence) -> str:
    """One piece of evidence in a line: a path, with the documents that it was read in; a statement; a passage."""
    if isinstance(item, CitedPath) and any(item.sources):
        places = list(dict.fromkeys(place for sources in item.sources for place in sources))
        more = f" and {len(places) - MOST_SOURCES} more" if len(places) > MOST_SOURCES else ""
        return shown_line(f"{item.text} (read in {', '.join(map(_place, places[:MOST_SOURCES]))}{more})")
    if not isinstance(item, CitedPassage):
        return shown_line(item.text)
    where = f"{shown_line(item.document)}, {item.start}-{item.end}"
    return f'{shown_line(item.title or item.document)} ({where}): "{shown_line(item.text)}"'


def _place(source: str) -> str:
    """A place in a document as people read it: ``ann (25-54)`` for ``.../document/ann#char=25,54``."""
    iri, _, span = source.partition("#char=")
    document = unquote(iri.rpartition("/document/")[2])
    return f"{document} ({span.replace(',', '-')})" if span else document


def source_text(answer: Answer) -> str:
    """Where an answer comes from, and that a composed query gave it without a search; empty without an answer."""
    if answer.evidence is None:
        return ""
    return f"evidence {answer.evidence}" + (", no search needed" if answer.phase == "composed" else "")


def basis_text(answer: Answer) -> str:
    """What settled the doubts about a supported answer; empty where there were none."""
    return TOLD_BASIS.get(answer.basis, "") if answer.basis else ""


def alternative_text(reading: Alternative) -> str:
    """Path and answers of another reading: ``composer -> James Horner (31%)``."""
    start = f"{shown_line(reading.path)} -> " if reading.path else ""
    return f"{start}{names_text(reading.answers)} ({percentage(reading.confidence)})"


def percentage(confidence: float) -> str:
    """A confidence in percent, rounded down: 100% is certainty alone."""
    return f"{int(100 * Decimal(str(confidence)))}%"


def shown_line(text: str) -> str:
    """A text as it is shown: on one line, printable, its first characters."""
    return one_line(text, MOST_CHARACTERS)


def short_triples(triples: Sequence[Triple], most: int) -> tuple[Triple, ...]:
    """The first triples, without those that have a very long literal: cut, it would be another one."""
    return tuple(triple for triple in triples[:most] if max(map(len, triple)) <= MOST_CHARACTERS)


def _said(answer: Answer, marks: str) -> list[str]:
    """What is answered, with the marks of what is cited. How sure it is shows in the verb."""
    if answer.verdict in ("true", "false"):
        return [f"The claim is {answer.verdict}. {marks}".rstrip()]
    maybe = f" It may be {names_text(answer.answers)}, which is not certain. {marks}" if answer.answers else ""
    if answer.verdict is not None:
        return [f"The graph does not decide the claim. {_why(answer)}{maybe}".strip()]
    if not answer.answers:
        return [f"No answer. {_why(answer)}".strip()]
    if answer.columns or answer.kind in ("profile", "paths"):
        sure = "" if answer.status == "supported" else "This is not certain. "
        lines = answer_lines(answer) if answer.kind != "paths" else []
        return [f"{sure}{_title(answer)}: {marks}".rstrip(), *lines]
    number = len(answer.answers)
    noun = "answer" if number == 1 else f"{number} answers"
    verb = "may be" if answer.status == "partial" else "is" if number == 1 else "are"
    known = ", by the model's own memory," if answer.status == "parametric" else ""
    return [f"The {noun}{known} {verb} {names_text(answer.answers)}. {marks}".rstrip()]


def _why(answer: Answer) -> str:
    """Why there is no answer, and what helps."""
    if answer.abstention is None:
        return shown_line(answer.reason)
    return f"{shown_line(answer.abstention.message)} {WAYS_ON[answer.abstention.case]}"


def _title(answer: Answer) -> str:
    """What stands above a table, a profile or connections."""
    if answer.columns:
        return f"The rows of {', '.join(map(shown_line, answer.columns))}"
    names = [shown_line(topic.label) for topic in answer.topic_entities if not topic.optional]
    if answer.kind == "paths":
        return f"What connects {' and '.join(filter(None, (', '.join(names[:-1]), names[-1])))}"
    return f"What the graph has of {names[0]}" if names else "What the graph has"


def _status(answer: Answer) -> str:
    """The status with what stands behind it: the case of an abstention, else evidence and confidence."""
    told = []
    if answer.abstention is not None:
        told.append(answer.abstention.case.replace("_", " "))
    told += filter(None, [basis_text(answer), source_text(answer)])
    if answer.confidence is not None:
        told.append(f"confidence {percentage(answer.confidence)}")
    return f"Status: {answer.status}" + (f" ({', '.join(told)})" if told else "")


def _row_text(row: AnswerRow) -> str:
    return ", ".join(shown_line(item.shown) if item else "-" for item in row)


def _first(texts: Sequence[str]) -> list[str]:
    return [*texts[:MOST_ANSWERS], *_more(len(texts) - MOST_ANSWERS)]


def _more(number: int, what: str = "") -> list[str]:
    return [f"... {number} more{what}"] if number > 0 else []
