"""What the page is told of a run: records for its script, with HTML that is escaped here.

Every text of a graph, a model or a question passes Jinja's escaping, and `shown_line`, which keeps it on one line.
"""

from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from pog_agent.answering.reply import (
    MOST_ANSWERS,
    MOST_CITED,
    WAYS_ON,
    answer_lines,
    evidence_text,
    names_text,
    percentage,
    read_as,
    reply_text,
    shown_line,
    source_text,
)
from pog_agent.events import (
    AnswerReady,
    Event,
    NodeFinished,
    NodeStarted,
    QuestionRewritten,
    RouteTaken,
    WarningRaised,
)
from pog_agent.interfaces.ui.chips import chips_of, readings_of
from pog_agent.interfaces.ui.choices import PageChoices
from pog_agent.interfaces.ui.desk import WaitingRun
from pog_agent.models import Answer, Status, Turn
from pog_agent.redaction import redacted
from pog_agent.tracing.elements import subgraph_elements
from pog_agent.tracing.run_trace import RunTrace

STATUS_MEANING: Final[dict[Status, str]] = {
    "supported": "Every cited fact was checked in the graph, and every word of the question is accounted for.",
    "partial": "Something is missing or uncertain. The notes say what.",
    "parametric": "The model's own knowledge, not the graph's. Nothing was checked.",
    "abstained": "There is no answer that the graph supports.",
}
MOST_ROWS: Final = 200
Record = dict[str, Any]


class PageViews:
    """Renders the page and its parts."""

    def __init__(self) -> None:
        self._templates = Environment(
            loader=PackageLoader("pog_agent.interfaces.ui"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.filters |= {
            "shown": shown_line,
            "percentage": percentage,
            "evidence": evidence_text,
            "names": names_text,
            "source": source_text,
        }

    def page(self, choices: PageChoices) -> str:
        """The whole page, before any question."""
        return self._render("page", choices=choices)

    def record(self, event: Event | RunTrace) -> Record:
        """An event of a run, or the recorded run."""
        if isinstance(event, RunTrace):
            return {"type": "picture", "elements": subgraph_elements(event).model_dump(mode="json")}
        if isinstance(event, NodeStarted):
            return {"type": "started", "text": _step_name(event)}
        if isinstance(event, NodeFinished | RouteTaken | WarningRaised):
            return self._step(event)
        if isinstance(event, QuestionRewritten):
            again = "" if event.among else event.question
            return {"type": "read", "text": read_as(event.question, event.among), "again": again}
        if isinstance(event, AnswerReady):
            return self.answer(event.answer, event.turn)
        raise TypeError(f"no view of {event!r}")

    def answer(self, answer: Answer, turn: Turn | None) -> Record:
        """The answer with all that it stands on; as text and as a turn it is what the browser keeps."""
        html = self._render(
            "answer",
            answer=answer,
            lines=answer_lines(answer),
            meaning=STATUS_MEANING[answer.status],
            meant=chips_of(answer),
            others=readings_of(answer),
            way_on=WAYS_ON[answer.abstention.case] if answer.abstention else "",
            most_answers=MOST_ANSWERS,
            most_cited=MOST_CITED,
            rows=answer.table[:MOST_ROWS],
            rows_left_out=max(len(answer.table) - MOST_ROWS, 0),
        )
        kept = turn.model_dump(mode="json", exclude_defaults=True) if turn else None
        return {
            "type": "answer",
            "status": answer.status,
            "html": html,
            "reply": reply_text(answer),
            "turn": kept,
        }

    def waiting(self, run: WaitingRun) -> Record:
        """What a run waits for, as a form."""
        html = self._render("confirm", shown=run.confirmation)
        return {"type": "confirm", "thread": run.thread, "html": html}

    def error(self, text: str) -> Record:
        """Why a question cannot be answered, in one line."""
        return {"type": "error", "text": shown_line(redacted(text))}

    def _step(self, event: NodeFinished | RouteTaken | WarningRaised) -> Record:
        """A line of the steps."""
        if isinstance(event, RouteTaken):
            html = self._render("route", text=event.why)
        elif isinstance(event, NodeFinished):
            html = self._render("step", event=event, name=_step_name(event))
        else:
            html = self._render("warning", text=event.text)
        return {"type": "step", "html": html}

    def _render(self, template: str, /, **values: Any) -> str:
        return self._templates.get_template(f"{template}.html.j2").render(values).strip()


def _step_name(event: NodeStarted | NodeFinished) -> str:
    where = f", {event.phase} paths at depth {event.depth}" if event.phase else ""
    return event.node.replace("_", " ") + where
