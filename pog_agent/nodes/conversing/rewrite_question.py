"""The beginning of a run in a conversation: the follow-up as a question of its own."""

from langchain_core.messages import HumanMessage

from pog_agent.conversation.agreement import Conversation
from pog_agent.conversation.choosing import chosen_of
from pog_agent.conversation.doubts import others_than
from pog_agent.conversation.model_reading import held_reading, shown_things
from pog_agent.conversation.resolution import names_in, resolved
from pog_agent.conversation.thread import turns_of, without_answers
from pog_agent.models import Claim, Rewriting, StepUsage, Turn
from pog_agent.reading.names import names_in as capitalised
from pog_agent.reasoner.steps.conversing.rewrite_question import RewriteQuestion
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.start import as_asked, fresh_run, said_in
from pog_agent.state import RunState

UNKNOWN_TURNS = "earlier replies ({}) came without their data: follow-ups cannot refer to them"


def _read(update: RunState) -> str:
    rewriting = update["rewriting"]
    if rewriting.unclear is not None:
        return rewriting.unclear.message
    return f"read as: {rewriting.text}" if rewriting.is_changed else "complete as it is"


@Declares(shows=_read, traces=("rewriting",), asks=RewriteQuestion)
async def rewrite_question(state: RunState, run: RunContext) -> RunState:
    """Reads a follow-up by what the thread has of earlier turns. It is not in the paper.

    A language model is asked unless the question is complete, several things fit a word of it, which rules see, or
    one of the things that were asked back about was chosen. What model and rules read differently is asked back.
    """
    said = said_in(state, run.config.task)
    messages = state.get("messages", [])
    earlier = messages[:-1] if messages and isinstance(messages[-1], HumanMessage) else messages
    turns, unknown = turns_of(earlier)
    rewriting = await resolved(said, turns, run)
    warnings, usage = list(run.notices), list[StepUsage]()
    is_choice = bool(turns) and await _is_choice(rewriting, turns[-1], run)
    if run.reasoner.understands_language and not is_choice and await _may_be_otherwise(rewriting, run):
        rewriting = await _by_model(rewriting, turns, run, warnings, usage)
    checks = {"are_members_sure": _are_sure(rewriting, turns), "others_than": others_than(said, turns)}
    rewriting = rewriting.model_copy(update=checks)
    if rewriting.unclear is not None and run.config.task == "verify":
        asked: str | Claim = Claim(text=said, question=said, unread=rewriting.unclear.message)
    else:
        asked = as_asked(rewriting.question, run.config.task) if rewriting.unclear is None else said
    if unknown and rewriting.unclear is not None:
        warnings.append(UNKNOWN_TURNS.format(unknown))
    begun = fresh_run(asked, warnings, usage)
    return {**begun, "rewriting": rewriting, "messages": [*without_answers(earlier)]}


async def _is_choice(rewriting: Rewriting, turn: Turn, run: RunContext) -> bool:
    """Whether a reply chooses one of the things that the last turn was about or asked back about."""
    said = rewriting.said
    if said in turn.choices:
        return True
    is_read = rewriting.is_changed and rewriting.unclear is None
    return is_read and turn.unclear is not None and await chosen_of(said, turn.unclear, run) is not None


async def _may_be_otherwise(rewriting: Rewriting, run: RunContext) -> bool:
    """Whether a model may read what rules do not: never where several things fit, or a complete question."""
    if rewriting.unclear is not None:
        return len(rewriting.unclear.candidates) < 2
    return rewriting.is_changed or not (capitalised(rewriting.said) or await names_in(rewriting.said, run))


def _are_sure(rewriting: Rewriting, turns: list[Turn]) -> bool:
    """Whether the things that a question is limited to are a supported answer."""
    members = rewriting.members
    return not members or any(turn.answers == members and turn.status == "supported" for turn in turns)


async def _by_model(
    rules: Rewriting, turns: list[Turn], run: RunContext, warnings: list[str], usage: list[StepUsage]
) -> Rewriting:
    """What a language model reads, where nothing speaks against it."""
    shown = await shown_things(rules.said, Conversation(turns, run))
    reply = await run.reasoner.ask(shown.step)
    usage.append(reply.usage)
    warnings += reply.warnings
    if reply.value is None:
        return rules
    held = held_reading(rules, reply.value, shown)
    warnings += held.warnings
    return held.rewriting
