"""An answer as the last update of a run: the answer itself, and the messages that the thread keeps."""

from langchain_core.messages import AIMessage, HumanMessage

from pog_agent.conversation.thread import reply_message
from pog_agent.models import Answer
from pog_agent.state import RunState


def given_out(answer: Answer, state: RunState) -> RunState:
    """The update that ends a run. The question is a message too, unless the last one is."""
    messages: list[HumanMessage | AIMessage] = []
    if not isinstance(next(reversed(state.get("messages", ())), None), HumanMessage):
        messages.append(HumanMessage(answer.asked or answer.question))
    messages.append(reply_message(answer, state.get("rewriting")))
    known = set(state.get("warnings", ()))
    return {
        "answer": answer,
        "messages": [*messages],
        "warnings": [text for text in answer.warnings if text not in known],
        "truncated": answer.truncated,
    }
