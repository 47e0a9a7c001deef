"""Paths of a composed answer: over the triples that it rests on, from what the question names to the answer."""

from collections.abc import Sequence
from random import Random
from threading import Event

import pytest

from pog_agent.answering.computed.answer import PATHS_LEFT_OUT, answer_of_query
from pog_agent.answering.computed.evidence import EvidenceWriter
from pog_agent.answering.computed.statements import Evidence
from pog_agent.answering.computed.witness_paths import paths_of_witness
from pog_agent.answering.computed.witnesses import Row
from pog_agent.deadline import Deadline, working_until
from pog_agent.models import QueryDraft
from pog_agent.models.query import Query, QueryResult
from pog_agent.run.context import RunContext
from pog_agent.state import PogState
from pog_agent.terms import Term, Triple, is_literal, literal
from tests.answering.computed.museums import COUNTRY, MUSEUM, answered, texts, triples
from tests.query.written import column, count, edge, one_of, pattern, rows, scalar, without

DIRECTOR = edge("museum", "director", "director")
BY_ANN_IN_FRANCE = pattern(
    MUSEUM,
    COUNTRY,
    one_of("country", "france"),
    DIRECTOR,
    one_of("director", "ann"),
    edge("country", "capital", "town"),
)


def lines(spelled: Sequence[str], ends: str = "", named: str = "") -> list[str]:
    """The paths of triples that are written `a p b`, as ``a -p-> b <-q- c``; a quoted word is a literal."""
    given = [tuple(fact.split()) for fact in spelled]
    found = []
    for pattern_, path in paths_of_witness(given, ends.split(), named.split()):  # type: ignore[arg-type]
        text = path[0]
        for step, node in zip(pattern_.key.steps, path[1:], strict=True):
            text += f" -{step.relation}-> {node}" if step.forward else f" <-{step.relation}- {node}"
        found.append(text)
    return found


def test_each_name_of_the_query_is_joined_with_the_answer() -> None:
    borders = ["de adjoins x", "fr adjoins x", "weeze in de", "weeze serves nijmegen"]
    assert lines(borders, ends="de", named="fr nijmegen") == [
        "fr -adjoins-> x <-adjoins- de",
        "nijmegen <-serves- weeze -in-> de",
    ]


def test_a_value_without_a_name_is_reached_from_the_answer() -> None:
    assert lines(["peak in ch", 'peak height "9"'], ends="peak", named="ch") == [
        "ch <-in- peak",
        'peak -height-> "9"',
    ]


def test_what_is_compared_with_the_answer_has_a_path_of_its_own() -> None:
    assert lines(['a mass "5"', 'b mass "5"'], ends="a", named="b") == ['a -mass-> "5"', 'b -mass-> "5"']


def test_every_triple_is_on_a_path_where_ways_part_and_meet() -> None:
    assert lines(["film by ann", "film for ann"], ends="film", named="ann") == [
        "ann <-by- film",
        "ann <-for- film",
    ]
    assert lines(["film by ann", "ann born york", "film set york"], ends="film") == [
        "film -set-> york",
        "film -by-> ann -born-> york",
    ]
    assert lines(["ann likes ann"], ends="ann") == ["ann -likes-> ann"]
    assert lines([], ends="ann") == []


@pytest.mark.parametrize("seed", range(60))
def test_the_paths_of_any_solution_have_its_triples_and_no_others(seed: int) -> None:
    random = Random(seed)
    nodes: list[Term] = [f"e:{number}" for number in range(6)] + [literal(str(number)) for number in range(3)]
    entities = [node for node in nodes if not is_literal(node)]
    solution: list[Triple] = [
        (random.choice(entities), f"r:{random.randrange(3)}", random.choice(nodes))
        for _ in range(random.randrange(9))
    ]
    solution = list(dict.fromkeys(solution))
    used = list(dict.fromkeys(node for head, _, tail in solution for node in (head, tail)))
    ends, named = random.sample(used, min(len(used), 2)), random.sample(used, min(len(used), 2))
    found = paths_of_witness(solution, ends, named)
    assert {triple for walk, path in found for triple in walk.path_triples(path)} == set(solution)
    for walk, path in found:
        entities_on = [node for node in path if not is_literal(node)]
        is_round = any(head == tail for head, _, tail in walk.path_triples(path))
        assert is_round or len(set(entities_on)) == len(entities_on)
        assert not any(is_literal(node) and node not in ends for node in path[1:-1]), (
            "no way leads through a value"
        )
        assert walk.key.length == len(path) - 1


def test_an_answer_has_the_paths_of_its_names_before_those_of_its_classes(museums: RunContext) -> None:
    answer = answered(museums, rows(BY_ANN_IN_FRANCE, column("museum")))
    assert (answer.status, answer.text) == ("supported", "Louvre, Orsay")
    assert texts(answer) == [
        "{Ann} <- director - {Louvre}",
        "{Louvre} - country -> {France} - capital -> {Paris}",
        "{Ann} <- director - {Orsay}",
        "{Orsay} - country -> {France} - capital -> {Paris}",
        "{museum} <- type - {Louvre}",
        "{museum} <- type - {Orsay}",
    ]
    assert {("louvre", "country", "france"), ("louvre", "director", "ann")} <= triples(answer)


def test_nothing_is_shown_for_what_is_not_there(museums: RunContext) -> None:
    nobody = rows(pattern(MUSEUM, without(DIRECTOR)), column("museum"))
    assert [path.text for path in answered(museums, nobody).paths] == [
        "{museum} <- type - {MoMA}",
        "{museum} <- type - {Prado}",
    ]
    no = Query(form="exists", pattern=pattern(one_of("museum", "louvre"), DIRECTOR, one_of("director", "bob")))
    assert (answered(museums, no).text, answered(museums, no).paths) == ("no", ())
    nothing = scalar(pattern(MUSEUM, COUNTRY, one_of("country", "atlantis")), count("museum"))
    assert (answered(museums, nothing).text, answered(museums, nothing).paths) == ("0", ())


async def test_without_time_for_paths_the_answer_keeps_its_facts_and_says_what_is_missing(
    museums: RunContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    over, found = Event(), EvidenceWriter.evidence_for

    async def last_in_time(
        self: EvidenceWriter, query: Query, result: QueryResult, kept: Sequence[Row]
    ) -> Evidence:
        evidence = await found(self, query, result, kept)
        over.set()
        return evidence

    monkeypatch.setattr(EvidenceWriter, "evidence_for", last_in_time)
    draft = QueryDraft(query=rows(BY_ANN_IN_FRANCE, column("museum")))
    state: PogState = {"question": "Which museums?", "query_draft": draft}
    with working_until(Deadline(abandoned=over)):
        late = await answer_of_query(draft, state, museums)
    whole = await answer_of_query(draft, state, museums)
    assert late is not None and whole is not None
    assert (late.answers, late.status, late.paths, late.warnings) == (
        whole.answers,
        "supported",
        (),
        (PATHS_LEFT_OUT,),
    )
    assert (triples(late), whole.warnings) == (triples(whole), ())
    assert whole.paths, "an answer that the time has cut is not kept"
