"""What the words of a question do not allow keeps an answer from being supported, and nothing else does."""

import pytest

from pog_agent.answering.guards.examined import Examined
from pog_agent.answering.guards.operations import operation_flaws
from pog_agent.answering.resolution import Resolution
from pog_agent.models import AnswerDraft
from pog_agent.ranking.encoder import LexicalEncoder
from pog_agent.reading.reader import QuestionReader
from tests.reading.paths import node_of, path_of, start_at, topic_named


class TestSuperlatives:
    @pytest.mark.parametrize(
        ("cue", "key", "found"),
        [
            ("most rooms", "number of rooms", True),
            ("most rooms", "rooms", True),
            ("most films", "film length", False),
        ],
    )
    def test_the_most_of_a_kind_is_the_extreme_of_its_number(self, cue: str, key: str, found: bool) -> None:
        ends = node_of("Inn", "Mill"), node_of("4", "9", kind="literal")
        path = path_of(start_at("Ann"), "<built by", ends[0], key, ends[1])
        topics = (topic_named("Ann"),)
        question, encoder = f"Which house by Ann has the {cue}?", LexicalEncoder()
        reader = QuestionReader(question, topics, encoder)
        reader.learn([path])
        draft = AnswerDraft(operation="largest", key_position=2)
        read = (reader.read(path, 1, 2),)
        flaws = operation_flaws(Examined(question, topics, draft, Resolution("entities"), reader, read, encoder))
        assert ("cue-not-carried-out" not in [item.id for item in flaws]) is found
