"""How fuzzy selection shares its places between required and optional topics."""

from types import SimpleNamespace

import pytest

from pog_agent.config import PogConfig
from pog_agent.deadline import NEVER, Deadline
from pog_agent.models import Anchor, PatternKey, Step, TopicEntity
from pog_agent.nodes.pog.fuzzy_select import fuzzy_select
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from pog_agent.subgraph.exploration.candidates import Candidates
from pog_agent.subgraph.exploration.explore import Exploration

TOPICS = [
    TopicEntity(iri="e:a", label="A"),
    TopicEntity(iri="e:class", label="country", optional=True),
]


def patterns(kind: str, count: int, *entities: str) -> list[PatternKey]:
    anchors = tuple(Anchor(entity=entity, position=place) for place, entity in enumerate(entities))
    return [
        PatternKey(anchors=anchors, steps=(Step(relation=f"{kind} {number}", forward=True),) * 2)
        for number in range(count)
    ]


def run_with(keys: list[PatternKey], w1: int, deadline: Deadline = NEVER) -> SimpleNamespace:
    async def candidates(_):
        return Exploration(Candidates(keys))

    async def labels(_):
        return {step.relation: step.relation for key in keys for step in key.steps}

    return SimpleNamespace(
        config=PogConfig(w1=w1),
        encoder=CachedEncoder(LexicalEncoder()),
        deadline=deadline,
        candidates=candidates,
        relation_labels_of=labels,
        answers_from_tree=False,
    )


@pytest.mark.parametrize(
    ("required", "optional", "kept"),
    [(20, 20, (5, 5)), (20, 2, (8, 2)), (3, 20, (3, 7)), (20, 0, (10, 0)), (0, 20, (0, 10)), (2, 1, (2, 1))],
)
async def test_optional_topics_get_half_of_the_places_and_what_the_others_leave(required, optional, kept):
    keys = patterns("far", required, "e:a") + patterns("capital of country", optional, "e:a", "e:class")
    state = {"question": "Which capital of a country is it?", "topics": TOPICS}
    update = await fuzzy_select(state, run_with(keys, 10))
    through = ["e:class" in ref.key.topics for ref in update["shortlist"]]
    assert (through.count(False), through.count(True)) == kept
    scores = [ref.score for ref in update["shortlist"]]
    assert scores == sorted(scores, reverse=True)


async def test_without_time_the_places_are_filled_by_the_words_of_relations_and_a_warning_says_so():
    keys = patterns("far", 20, "e:a") + patterns("capital", 3, "e:a")
    state = {"question": "Which capital is it?", "topics": TOPICS}
    update = await fuzzy_select(state, run_with(keys, 3, Deadline.after(0)))
    assert {ref.key for ref in update["shortlist"]} == set(keys[20:])
    assert update["truncated"]
    (warning,) = update["warnings"]
    assert "of 23 relation sequences were ranked by their embedding" in warning
    assert "max_seconds" in warning


async def test_with_time_enough_nothing_is_warned_of():
    update = await fuzzy_select(
        {"question": "Which capital?", "topics": TOPICS}, run_with(patterns("far", 5, "e:a"), 3)
    )
    assert "warnings" not in update and "truncated" not in update
