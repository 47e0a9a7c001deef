"""What the page is told of a run: records for its script, with HTML that is escaped here.

Every text of a graph, a model or a question passes Jinja's escaping, and `shown_line`, which keeps it on one line.
"""

from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from pog_agent.answering.reply import (
    MOST_ANSWERS,
    MOST_CITED,
    evidence_text,
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
from pog_agent.interfaces.explaining.pictures.svg import answer_picture, picture_html
from pog_agent.interfaces.ui.chips import chips_of, readings_of
from pog_agent.interfaces.ui.choices import PageChoices
from pog_agent.interfaces.ui.desk import GroupCounts, SuggestedQuestions, Told, WaitingRun
from pog_agent.interfaces.ui.doubts import doubts_of
from pog_agent.interfaces.ui.examples import GraphCard
from pog_agent.interfaces.ui.kept_runs import KeptRun
from pog_agent.interfaces.ui.sentences import why_sentence
from pog_agent.interfaces.ui.tables import MOST_ROWS, counted, csv_of, profile_groups, row_groups
from pog_agent.lookup.results import EntityDescription
from pog_agent.models import Answer, Turn
from pog_agent.redaction import redacted
from pog_agent.terms import Triple
from pog_agent.urls import is_http_url

Record = dict[str, Any]
LOOKING: Final = "Trying questions \N{HORIZONTAL ELLIPSIS}"
NO_EXAMPLE: Final = "No example was found: the names make no simple question that can be answered for sure."
NO_CLASS: Final = "The graph names no classes: ask with names that it has."
"""What stands below the card of a graph while it is made, and where it has no examples or no classes."""


class PageViews:
    """Renders the page and its parts."""

    def __init__(self, *, takes_feedback: bool = False) -> None:
        self._templates = Environment(
            loader=PackageLoader("pog_agent.interfaces.ui"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.globals["takes_feedback"] = takes_feedback
        self._templates.filters |= {
            "shown": shown_line,
            "percentage": percentage,
            "evidence": evidence_text,
            "source": source_text,
            "counted": counted,
        }

    def page(self, choices: PageChoices) -> str:
        """The whole page, before any question."""
        return self._render("page", choices=choices)

    def card(self, card: GraphCard) -> Record:
        """What is known of a graph, and a line about what is not."""
        told = "" if any(item.examples for item in card.classes) else NO_EXAMPLE if card.classes else NO_CLASS
        html = self._render("card", classes=card.classes)
        return {"type": "card", "html": html, "told": told if card.is_whole else LOOKING, "whole": card.is_whole}

    def entity(self, found: EntityDescription) -> Record:
        """What the graph has of an entity, for its card."""
        return {
            "type": "entity",
            "html": self._render("entity", found=found, is_link=is_http_url(found.entity.iri)),
        }

    def record(self, told: Told) -> Record:
        """What the page is told of a run."""
        if isinstance(told, KeptRun):
            return {"type": "run", "name": told.name, "html": str(picture_html(answer_picture(told.trace)))}
        if isinstance(told, GroupCounts):
            return {"type": "groups", "text": f": {counted(told.groups)}"}
        if isinstance(told, SuggestedQuestions):
            return {"type": "suggested", "html": self._render("suggested", questions=told.questions)}
        if isinstance(told, WaitingRun):
            html = self._render("confirm", shown=told.confirmation)
            return {"type": "confirm", "thread": told.thread, "html": html}
        return self._event(told)

    def _event(self, told: Event) -> Record:
        if isinstance(told, NodeStarted):
            return {"type": "started", "text": _step_name(told)}
        if isinstance(told, NodeFinished | RouteTaken | WarningRaised):
            return self._step(told)
        if isinstance(told, QuestionRewritten):
            again = "" if told.among else told.question
            return {"type": "read", "text": read_as(told.question, told.among), "again": again}
        if isinstance(told, AnswerReady):
            return self.answer(told.answer, told.turn)
        raise TypeError(f"no view of {told!r}")

    def answer(self, answer: Answer, turn: Turn | None) -> Record:
        """The answer with all that it stands on; as text and as a turn it is what the browser keeps."""
        doubts = doubts_of(answer)
        html = self._render(
            "answer",
            answer=answer,
            why=why_sentence(answer, doubts),
            doubts=doubts,
            notes=_notes(answer),
            meant=chips_of(answer),
            others=readings_of(answer),
            groups=row_groups(answer),
            profile=profile_groups(answer),
            facts=_numbers_of_facts(answer),
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
            "csv": csv_of(answer) if answer.answers else "",
        }

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


def _notes(answer: Answer) -> list[str]:
    """What was cut, skipped or is uncertain, and what an abstention says in full."""
    why = [answer.abstention.message] if answer.abstention is not None else []
    lacks = [f"No SPARQL: {answer.query_lacks}"] if answer.query_lacks and not answer.sparql else []
    return [*why, *answer.warnings, *lacks]


def _numbers_of_facts(answer: Answer) -> dict[Triple, int]:
    """The cited triples with the numbers by which the picture knows them."""
    return {triple: number for number, triple in enumerate(dict.fromkeys(answer.cited_triples))}
