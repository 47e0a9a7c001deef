"""The thinking indicator and D_predict that the wording of a question gives."""

import pytest

from pog_agent.models import TopicEntity
from pog_agent.ranking.encoder import LexicalEncoder
from pog_agent.reasoner.offline.indicator import read_indicator
from pog_agent.reasoner.offline.reasoner import OfflineReasoner
from pog_agent.reasoner.steps.analyze_question import AnalyzeQuestion


def topics(*names: str) -> tuple[TopicEntity, ...]:
    """Topics of these names; those in small letters are classes, which are optional."""
    return tuple(
        TopicEntity(iri=f"urn:{name}", label=name, mention=name, optional=name.islower()) for name in names
    )


@pytest.mark.parametrize(
    ("question", "names", "chain", "depth"),
    [
        ("What moons does Mars have?", ["Mars"], "Mars - moons - answer(moons)", 1),
        ("Who was Ann married to?", ["Ann"], "Ann - married - answer(person)", 1),
        (
            "What is the capital of the country where Acme is based?",
            ["country", "Acme"],
            "Acme - based - country - capital - answer(capital)",
            2,
        ),
        (
            "What country near France contains an airport that serves Ulm?",
            ["country", "France", "airport", "Ulm"],
            "France - near - answer(country) - contains - airport - serves - Ulm",
            2,
        ),
        (
            "Rex guards the house that Ann bought when?",
            ["Rex", "house", "Ann"],
            "Rex - guards - house - date - answer(date) - bought - Ann",
            2,
        ),
        ("Is Ann in Acme?", ["Ann", "Acme"], "Ann - ? - Acme", 1),
        ("Ann\uff1f \ue0ff", ["Ann"], "Ann - ? - answer(?)", 1),
        (
            "Which town do Ann, Bo and Cid like?",
            ["town", "Ann", "Bo", "Cid"],
            "Ann - town - answer(town) - town - Bo - town - answer(town) - like - Cid",
            1,
        ),
    ],
)
def test_the_words_between_topics_classes_and_the_answer_are_its_relations(
    question: str, names: list[str], chain: str, depth: int
) -> None:
    indicator = read_indicator(question, topics(*names))
    assert indicator is not None
    assert (indicator.text, indicator.predicted_depth) == (chain, depth)


@pytest.mark.parametrize("names", [(), ("country",)])
def test_without_a_named_topic_there_is_none_and_the_search_starts_at_1(names: tuple[str, ...]) -> None:
    assert read_indicator("Which country is large?", topics(*names)) is None


async def test_the_search_starts_at_what_the_wording_tells_and_never_beyond_d_max() -> None:
    question = "What is the mayor of the capital of the country of the person who met Ann?"
    reasoner = OfflineReasoner(LexicalEncoder())
    given = topics("mayor", "capital", "country", "person", "Ann")
    depths = [
        (await reasoner.analyze_question(AnalyzeQuestion(question, given, most))).predicted_depth
        for most in (1, 2, 4)
    ]
    assert depths == [1, 2, 4]
    assert (await reasoner.analyze_question(AnalyzeQuestion("Which?", topics("country"), 3))).predicted_depth == 1
