"""How the offline reasoner reads a question and ranks paths."""

from collections.abc import Sequence
from random import Random

import pytest

from pog_agent.models import ShownNode, ShownPath, Summary, TopicEntity
from pog_agent.ranking.encoder import open_encoder
from pog_agent.reading.reader import QuestionReader
from pog_agent.reading.wording import common_words, read_wording
from pog_agent.reasoner.offline.match import Match
from pog_agent.reasoner.offline.matching import Matcher
from pog_agent.reasoner.offline.reasoner import OfflineReasoner
from pog_agent.reasoner.shown import QuestionContext
from pog_agent.reasoner.steps.answer import AnswerByCitation
from pog_agent.reasoner.steps.judge_sufficiency import JudgeSufficiency

MARS = TopicEntity(iri="http://example.org/Mars", label="Mars", mention="Mars")


def entity(*labels: str, kind: str = "entity", types: tuple[str, ...] = ()) -> ShownNode:
    return ShownNode(labels=labels, total=len(labels), kind=kind, types=types)


def path(number: int, *steps: str) -> ShownPath:
    """From Mars along the relations, to one entity a step."""
    nodes = (entity("Mars", kind="topic"), *(entity(f"thing {place}") for place in range(len(steps))))
    return ShownPath(
        number=number, text=" - ".join(steps), nodes=nodes, relations=steps, forward=(True,) * len(steps)
    )


@pytest.mark.parametrize(
    ("question", "targets", "parts"),
    [
        ("What is Mars's parent's profession?", ("profession",), 2),
        ("what is the heir of the parent of Mars", ("heir",), 2),
        ("Who wrote Mars?", ("person",), 1),
        ("Where was the composer of Mars raised?", ("place",), 3),
        ("Mars's wife's home town?", ("town", "home town"), 2),
        ("Which football team does Mars play for?", ("football", "football team"), 2),
        ("Mars?", (), 1),
    ],
)
def test_what_is_asked_for_and_of_how_many_things_the_question_speaks(
    question: str, targets: tuple[str, ...], parts: int
) -> None:
    wording = read_wording(question, [MARS])
    assert (wording.targets, wording.parts) == (targets, parts)


@pytest.mark.parametrize(
    ("question", "operation"),
    [
        ("Is Mars a planet?", "exists"),
        ("Is Mars a planet or not?", "exists"),
        ("Is Mars's moon a rock or a ball of ice?", "none"),
        ("What is the largest moon of Mars?", "largest"),
        ("How many moons does Mars have?", "count"),
    ],
)
def test_an_either_or_question_does_not_ask_for_a_yes(question: str, operation: str) -> None:
    assert read_wording(question, [MARS]).operation == operation


@pytest.mark.parametrize(
    ("question", "mentions", "common"),
    [
        ("which actors starred in Mars", ["actors", "Mars"], ["actors"]),
        ("what time zone is mars in", ["time", "mars"], ["time"]),
        ("what is the time on mars", ["time", "mars"], []),
        ("Which Films did the Director of Mars make?", ["Films", "Director", "Mars"], []),
        ("which actors starred", ["actors"], []),
        ("Who wrote it?", ["", "Mars"], []),
    ],
)
def test_a_word_written_small_beside_a_name_is_no_topic_that_must_be_met(
    question: str, mentions: list[str], common: list[str]
) -> None:
    topics = [
        TopicEntity(iri=f"http://example.org/{place}", label=mention, mention=mention)
        for place, mention in enumerate(mentions)
    ]
    assert [topic.mention for topic in common_words(question, topics)] == common


def test_the_words_on_both_sides_of_a_topic_come_near_ones_first() -> None:
    wording = read_wording("which awards did the author of Mars win after 3.5 years", [MARS])
    assert wording.sides["Mars"] == (("author", "awards"), ("win", "after", "3.5", "years"))
    assert set(wording.sides["Mars"][0] + wording.sides["Mars"][1]) == set(wording.words)


def ranked(question: str, *paths: ShownPath, topics: tuple[TopicEntity, ...] = (MARS,)) -> list[Match]:
    encoder = open_encoder("auto", print)
    matcher = Matcher(QuestionReader(question, topics, encoder), encoder)
    return matcher.ranked(paths)


def test_relations_are_wanted_in_the_order_of_the_question() -> None:
    best, second = ranked(
        "what is the nationality of the director of Mars",
        path(1, "nationality", "directed by"),
        path(2, "directed by", "nationality"),
    )
    assert best.path.number == 2
    assert best.ordered_balance > second.ordered_balance
    assert best.balance == second.balance


def test_a_path_that_says_half_is_not_enough() -> None:
    best, _ = ranked(
        "what is the nationality of the director of Mars",
        path(1, "directed by"),
        path(2, "directed by", "nationality"),
    )
    assert best.path.number == 2


def test_the_words_speak_of_the_first_date_itself_and_not_of_what_is_first_by_it() -> None:
    one_step = path(1, "premiere")
    dated = one_step.model_copy(update={"nodes": (one_step.nodes[0], entity("1901-02-03", kind="literal"))})
    [match] = ranked("When was Mars first performed?", dated)
    assert (match.position, match.key_position, match.excess) == (1, 1, 0)
    assert match.justification > 0


def test_technical_names_are_read_as_words() -> None:
    plain, technical = ranked(
        "where was Mars born", path(1, "place of birth"), path(2, "people.person.place_of_birth")
    )
    assert min(plain.mean_coverage, technical.mean_coverage) > 0.5


def test_a_path_that_misses_a_topic_comes_last() -> None:
    venus = TopicEntity(iri="http://example.org/Venus", label="Venus", mention="Venus")
    joint = path(1, "orbits", "orbits").model_copy(
        update={"nodes": (entity("Mars", kind="topic"), entity("Sun"), entity("Venus", kind="topic"))}
    )
    best, second = ranked("which star do Mars and Venus orbit", path(2, "orbits"), joint, topics=(MARS, venus))
    assert (best.path.number, best.missed, second.missed) == (1, 0, 1)


@pytest.mark.parametrize(("name", "cited"), [("offline", 0), ("offline:guess", 1), ("oracle", 0)])
async def test_only_the_guessing_one_answers_where_no_path_suffices(name: str, cited: int) -> None:
    reasoner = OfflineReasoner(open_encoder("auto", print), name)
    context = QuestionContext(question="What is the mascot of Mars?", topics=(MARS,))
    found = await reasoner.ask(AnswerByCitation(context, (path(1, "time zone"),), Summary(), final=True))
    assert len(found.value.citations) == cited
    assert not (await reasoner.ask(AnswerByCitation(context, (), Summary(), final=True))).value.citations


async def test_steps_that_follow_one_another_share_a_ranking_of_the_same_paths(monkeypatch) -> None:
    read: list[str] = []

    def counted(self: Matcher, paths: Sequence[ShownPath]) -> list[Match]:
        read.append(self._reader.words.question)
        return found(self, paths)

    found = Matcher.ranked
    monkeypatch.setattr(Matcher, "ranked", counted)
    reasoner = OfflineReasoner(open_encoder("auto", print))
    paths = (path(1, "time zone"), path(2, "mascot"))
    asked = QuestionContext(question="What is the mascot of Mars?", topics=(MARS,))
    for same in (paths, tuple(item.model_copy() for item in paths)):
        await reasoner.ask(JudgeSufficiency(asked, same, Summary()))
        draft = (await reasoner.ask(AnswerByCitation(asked, same, Summary(), final=False))).value
        assert [item.path for item in draft.citations] == [2]
    assert len(read) == 1
    await reasoner.ask(JudgeSufficiency(asked, paths[:1], Summary()))
    await reasoner.ask(JudgeSufficiency(asked.model_copy(update={"topics": ()}), paths[:1], Summary()))
    assert len(read) == 3


@pytest.mark.parametrize("seed", range(6))
def test_the_first_paths_are_the_same_where_no_more_are_asked_for(seed: int) -> None:
    random = Random(seed)
    names = ("directed by", "nationality", "born in", "capital of", "type", "birth place of the director", "moon")
    paths = [path(number, *random.choices(names, k=random.randint(1, 3))) for number in range(30)]
    aligned: list[int] = []

    class Counting(Matcher):
        def _aligned(self, match: Match) -> Match:
            aligned.append(match.path.number)
            return super()._aligned(match)

    encoder = open_encoder("auto", print)
    reader = QuestionReader("what is the nationality of the director of Mars", (MARS,), encoder)
    every = [match.path.number for match in Counting(reader, encoder).ranked(paths)]
    of_all, few = len(aligned), Counting(reader, encoder).ranked(paths, 3)
    assert [match.path.number for match in few][:3] == every[:3]
    assert of_all <= len(aligned) < 2 * of_all
