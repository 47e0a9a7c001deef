"""The generator has the query that is meant among its candidates, in any store, within its bounds."""

import asyncio

import pytest

from pog_agent.asking.generating.generate import candidates_of
from pog_agent.asking.sight import MOST_NODES, Sight
from pog_agent.deadline import Deadline, working_until
from tests.asking.fixtures import Boats

QUESTIONS = {
    "who owns the Kite": {"ann"},
    "which boats are moored at Hull": {"kite", "tern"},
    "how many boats are moored at Dover": {"2"},
    "which boat is the longest": {"gull"},
    "which boats are longer than 10 metres": {"gull", "tern"},
    "which boats have no owner": {"swan"},
    "which boats at Dover are not owned by Ann Lee": {"swan"},
    "who won the Harbour Cup in 2021": {"kite"},
    "is Gull longer than Tern": {"yes"},
    "is the Kite owned by Bo Ray": {"no"},
    "what was built before 2000": {"tern"},
    "which boats lie in Yorkshire": {"kite", "tern"},
    "which harbour has the most boats owned by Bo Ray": {"hull"},
}


@pytest.mark.parametrize(("question", "answers"), QUESTIONS.items())
def test_what_is_meant_is_among_the_candidates(boats: Boats, question: str, answers: set[str]) -> None:
    assert frozenset(answers) in boats.answers(question)


@pytest.mark.parametrize("question", list(QUESTIONS)[:4])
def test_a_store_behind_an_endpoint_gives_them_too(remote_boats: Boats, question: str) -> None:
    assert frozenset(QUESTIONS[question]) in remote_boats.answers(question)


def test_what_a_named_thing_lacks_is_a_candidate_without_answers(boats: Boats) -> None:
    bench, candidates = boats.candidates("who owns the Swan")
    owned = [item for item in candidates if item.selection.is_empty and item.form == "rows"]
    steps = {item.selection.step.relation.split("/")[-1] for item in owned if item.selection.step is not None}
    assert "ownedBy" in steps
    assert bench.links


def test_of_two_things_none_is_greater_where_one_has_no_value(boats: Boats) -> None:
    _, candidates = boats.candidates("which was built earlier, Tern or Gull")
    compared = [item for item in candidates if ("greater", "-") in item.operations]
    assert compared
    assert all(item.selection.is_empty for item in compared if "builtOn" in str(item.selection.shape))


def test_there_are_no_more_candidates_than_asked_for(boats: Boats) -> None:
    assert len(boats.candidates("which boats are moored at Hull", 25)[1]) == 25


def test_a_run_without_time_still_gets_what_it_names_and_is_told_of_the_rest(boats: Boats) -> None:
    async def found() -> tuple[int, list[str]]:
        bench = await boats.asked.bench("which boats at Dover are not owned by Ann Lee", boats.kg)
        with working_until(Deadline.after(0)) as working:
            return len(await candidates_of(bench)), working.told()

    count, told = asyncio.run(found())
    assert told
    assert count < len(boats.candidates("which boats at Dover are not owned by Ann Lee")[1])


def test_no_more_nodes_are_looked_at_than_the_bound(boats: Boats) -> None:
    async def seen() -> tuple[list[str], bool]:
        sight = Sight(boats.kg, boats.asked.schema)
        names = [f"http://boats.example/{name}" for name in ("kite", "gull", "tern")]
        with working_until(Deadline.after(60)) as working:
            await sight.look([*names, *(f"http://boats.example/none{number}" for number in range(MOST_NODES))])
            return working.told(), sight.knows(names)

    told, is_known = asyncio.run(seen())
    assert is_known
    assert "neighbours" in told[0]
