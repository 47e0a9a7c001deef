"""Other questions about the same thing, for somebody whose question was not answered, or not as it was meant.

They are made of what the graph has of the thing, and each is tried before it is offered.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pog_agent.errors import UnknownNameError
from pog_agent.interfaces.ui.choices import OFFLINE
from pog_agent.interfaces.ui.doubts import doubts_of
from pog_agent.lookup.wording import questions_about
from pog_agent.models import AbstentionCase, Answer

if TYPE_CHECKING:
    from pog_agent.agent import Agent

MOST_TRIED: Final = 4
MOST_OFFERED: Final = 2
SECONDS_FOR_ONE: Final = 5.0
UNHELPFUL: Final[frozenset[AbstentionCase]] = frozenset(
    {"could_not_look", "reference_unclear", "name_not_found", "ambiguous", "rejected"}
)
"""The cases in which another relation of the thing is no help."""


async def suggested(answer: Answer, agent: "Agent") -> list[str]:
    """Questions about the only topic of an answer that the offline reasoner answers as supported.

    There are none unless the question was not answered, or one of its words is in doubt. Raises `PogError` where
    the graph cannot be asked.
    """
    topics = [topic for topic in answer.topic_entities if not topic.optional]
    is_open = answer.abstention is None or answer.abstention.case not in UNHELPFUL
    if len(topics) != 1 or not is_open or not (answer.abstention or doubts_of(answer)):
        return []
    trying = agent.with_settings(model=OFFLINE, max_seconds=SECONDS_FOR_ONE, task="answer", topics=(), confirm=())
    found: list[str] = []
    for relation in (await _relations(answer, topics[0].iri, trying))[:MOST_TRIED]:
        for text in questions_about(relation, topics[0].label):
            if text != answer.question and (await trying.aask(text)).status == "supported":
                found.append(text)
                break
        if len(found) == MOST_OFFERED:
            break
    return found


async def _relations(answer: Answer, topic: str, agent: "Agent") -> Sequence[str]:
    """Relations of the thing in words, the nearest to the question first as far as that is known."""
    near = [item.path for item in answer.alternatives if item.path]
    if answer.abstention is not None:
        near += [item.label for item in answer.abstention.relations if item.forward]
    try:
        described = await agent.lookup.adescribe_entity(topic)
    except UnknownNameError:  # a value, or a node of the graph without a name that could be asked about
        return [*dict.fromkeys(near)]
    cited, kinds = {relation for _, relation, _ in answer.cited_triples}, set(described.types)
    others = (item for item in described.facts if item.forward and item.iri not in cited)
    known = [item.relation for item in others if not kinds.issuperset(end.label for end in item.ends)]
    return [*dict.fromkeys([*near, *known])]
