"""Where the offline reasoner starts from, of the topics it is given."""

import pytest

from pog_agent.models import TopicEntity
from pog_agent.ranking.encoder import open_encoder
from pog_agent.reasoner.offline.reasoner import OfflineReasoner
from pog_agent.reasoner.steps.prune_topics import PruneTopics

QUESTION = "Which country shows the series Red Harbour first?"


def topic(mention: str, label: str = "") -> TopicEntity:
    return TopicEntity(iri=f"urn:{label or mention}", label=label or mention, mention=mention)


@pytest.mark.parametrize(
    ("topics", "order"),
    [
        (("country", "series", "Red Harbour"), (3, 1, 2)),
        (("country", "Red Harbour", ""), (2, 3, 1)),
        (("", "Red Harbour"), (2, 1)),
        (("", ""), (1, 2)),
        (("country",), (1,)),
    ],
)
async def test_names_come_first_then_what_documents_led_to_and_ordinary_words_last(
    topics: tuple[str, ...], order: tuple[int, ...]
) -> None:
    given = tuple(topic(mention, mention or f"D{place}") for place, mention in enumerate(topics))
    reply = await OfflineReasoner(open_encoder("lexical", print)).ask(PruneTopics(QUESTION, given))
    assert (reply.value, reply.warnings) == (order, ())
