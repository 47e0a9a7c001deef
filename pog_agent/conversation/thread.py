"""What a thread keeps of its turns: the replies in it as messages, and what they were about."""

from collections.abc import Sequence
from typing import Any, Final

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from pydantic import ValidationError

from pog_agent.answering.reply import MOST_CITED, evidence_text, reply_text
from pog_agent.models import MOST_MEMBERS, TURN, Answer, CitedPassage, Referent, Rewriting, Turn, Unclear

MOST_VALUES: Final = 3
ANSWER: Final = "answer"


def reply_message(answer: Answer, rewriting: Rewriting | None = None) -> AIMessage:
    """The answer as a message: its text, and as plain JSON in `additional_kwargs` what a program needs.

    `status`, `case` (of an abstention, else None), `read_as` (the question that was answered), the numbered
    `citations` of the text, the whole `answer`, and the `turn`, which follow-ups are read by.
    """
    return AIMessage(
        reply_text(answer),
        additional_kwargs={
            "status": answer.status,
            "case": answer.abstention.case if answer.abstention is not None else None,
            "read_as": answer.question,
            "citations": citations(answer),
            TURN: turn_of(answer, rewriting).model_dump(mode="json", exclude_defaults=True),
            ANSWER: answer.to_json(),
        },
    )


def citations(answer: Answer) -> list[dict[str, Any]]:
    """The numbered sources of a reply: triples of the graph, or a place in a document."""
    found: list[dict[str, Any]] = []
    for number, item in enumerate(answer.cited[:MOST_CITED], start=1):
        source: dict[str, Any] = {"number": number, "kind": item.kind, "text": evidence_text(item)}
        if isinstance(item, CitedPassage):
            source |= {"document": item.document, "start": item.start, "end": item.end}
        else:
            source["triples"] = [list(triple) for triple in item.triples]
        found.append(source)
    return found


def turn_of(answer: Answer, rewriting: Rewriting | None = None) -> Turn:
    """What a follow-up may refer to."""
    entities = [item for item in answer.answers if item.iri is not None]
    values = [item.label for item in answer.answers if item.iri is None][:MOST_VALUES]
    known = {item.iri: item.namesakes for item in rewriting.referents} if rewriting is not None else {}
    topics = [
        Referent(
            iri=item.iri,
            label=item.label,
            mention=item.mention,
            namesakes=item.namesakes or known.get(item.iri, ()),
        )
        for item in answer.topic_entities
        if not item.optional
    ]
    return Turn(
        said=answer.asked or answer.question,
        question=answer.question,
        status=answer.status,
        topics=tuple(topics),
        answers=tuple(Referent(iri=item.iri or "", label=item.label) for item in entities[:MOST_MEMBERS]),
        left_out=max(len(entities) - MOST_MEMBERS, 0),
        values=tuple(values),
        members=rewriting.members if rewriting is not None else (),
        unclear=_asked_back(answer, rewriting),
    )


def messages_of(turns: Sequence[Turn]) -> list[AnyMessage]:
    """The messages of a thread that follow-ups are read by as well as by those that the turns came from."""
    messages: list[AnyMessage] = []
    for turn in turns:
        carried = {TURN: turn.model_dump(mode="json", exclude_defaults=True)}
        messages += [HumanMessage(turn.said), AIMessage("", additional_kwargs=carried)]
    return messages


def turns_of(messages: Sequence[AnyMessage]) -> tuple[list[Turn], int]:
    """The turns of a thread, and of how many replies nothing is known but their text."""
    turns: list[Turn] = []
    unknown = 0
    said = ""
    for message in messages:
        if isinstance(message, HumanMessage):
            said = str(message.text)
        elif isinstance(message, AIMessage):
            try:
                turns.append(Turn.model_validate(message.additional_kwargs.get(TURN)))
            except ValidationError:
                unknown += 1
                turns.append(Turn(said=said, question=said, status="abstained"))
    return turns, unknown


def without_answers(messages: Sequence[AnyMessage]) -> list[AIMessage]:
    """Earlier replies without the whole answer, to replace those of the same id: a thread stays small."""
    return [
        message.model_copy(
            update={
                "additional_kwargs": {
                    name: value for name, value in message.additional_kwargs.items() if name != ANSWER
                }
            }
        )
        for message in messages
        if isinstance(message, AIMessage) and message.id and ANSWER in message.additional_kwargs
    ]


def _asked_back(answer: Answer, rewriting: Rewriting | None) -> Unclear | None:
    """What the reply asks the user: which thing is meant by a word, or by a name."""
    if rewriting is not None and rewriting.unclear is not None:
        return rewriting.unclear
    abstention = answer.abstention
    if abstention is None or abstention.case != "ambiguous" or not abstention.near:
        return None
    near = tuple(Referent(iri=item.iri, label=item.label, mention=item.mention) for item in abstention.near)
    return Unclear(phrase=near[0].mention, kind="name", candidates=near, message=abstention.message)
