"""Claims that state how many there are: the graph is asked for the number."""

from pog_agent.answering.claims.judgement import judgement
from pog_agent.answering.computed.answer import computed_answer
from pog_agent.answering.computed.query_parts import every_query
from pog_agent.models import Answer, Claim
from pog_agent.reading.claims.stated import ClaimedCount, is_of_the_past, stated_count
from pog_agent.reading.composing.composer import composed_query
from pog_agent.run.context import RunContext
from pog_agent.state import PogState


async def judged_by_count(claim: Claim, state: PogState, run: RunContext) -> Answer | None:
    """Whether as many things are there as a claim states; None where it states no number, or it is not certain.

    The question how many there are is composed by rules, whatever the reasoner.
    """
    stated = stated_count(claim)
    names = [name for topic in state.get("topics", ()) for name in (topic.mention, topic.label) if name]
    if stated is None or is_of_the_past(claim, names, ""):
        return None
    asked: PogState = {**state, "question": stated.question}
    vocabulary = await run.vocabulary(asked)
    if vocabulary is None:
        return None
    draft = composed_query(stated.question, state.get("topics", ()), vocabulary)
    found = await computed_answer({**asked, "query_draft": draft}, run)
    if found is None or found.status != "supported" or found.kind != "count" or len(found.answers) != 1:
        return None
    if found.query is None or any(query.ranks for query in every_query(found.query)):
        # "First climbed two peaks" was read as those that were climbed first.
        return None
    count = int(found.answers[0].value or 0)
    return judgement(found, is_so=stated.holds(count), statements=[_told(count, stated)])


def _told(count: int, stated: ClaimedCount) -> str:
    is_not = "" if stated.holds(count) else "not "
    return f"the graph has {count:,}, which is {is_not}{stated.said}"
