"""What the terminal shows of an answer beside its text: how sure it is, and what else was meant."""

import pytest

from pog_agent.events import AnswerReady, NodeFinished, RouteTaken, WarningRaised
from pog_agent.interfaces.display import show_answer, show_table, watch
from pog_agent.models import Alternative, Answer, AnswerItem, CitedComputation, CitedPassage


def items(*labels: str) -> tuple[AnswerItem, ...]:
    return tuple(AnswerItem(iri=f"e:{label}", label=label) for label in labels)


@pytest.fixture
def shown(capfd):
    """The lines of a shown answer, without the frame."""

    def call(**fields: object) -> list[str]:
        show_answer(Answer(question="Who made Titanic?", **fields))
        return [line.strip("│ ") for line in capfd.readouterr().out.splitlines()[1:-1]]

    return call


def test_confidence_and_other_readings_have_a_line_each(shown):
    composer = Alternative(answers=items("James Horner"), path="composer", confidence=0.314)
    cast = Alternative(answers=items(*(f"Actor {number}" for number in range(12))), confidence=0.05)
    lines = shown(
        answers=items("James Cameron"), status="supported", confidence=0.62, alternatives=(composer, cast)
    )
    assert lines[:3] == ["James Cameron", "supported", "confidence 62%"]
    assert "or did you mean (1): composer -> James Horner (31%)" in lines
    assert "or did you mean (2): Actor 0, Actor 1," in " ".join(lines) and "2 more (5%)" in " ".join(lines)


@pytest.mark.parametrize(("confidence", "text"), [(0.0, "0%"), (0.29, "29%"), (0.9999, "99%"), (1.0, "100%")])
def test_a_confidence_is_rounded_down(shown, confidence, text):
    assert f"confidence {text}" in shown(answers=items("James Cameron"), status="partial", confidence=confidence)


def test_the_progress_tells_why_a_search_turns_and_not_that_it_goes_on(capfd):
    why = "deepen to D = 2: split question 2 is open"
    turn = RouteTaken(
        node="check_sufficiency", target="explore_topic_paths", condition="deepen", why=why, turns=True
    )
    onward = turn.model_copy(update={"turns": False, "why": "12 new paths to prune"})
    watch("Who?", [turn, onward, AnswerReady(answer=Answer(question="Who?"))])
    assert capfd.readouterr().out.split("\n") == ["", "Who?", f"  -> {why}", ""]


def test_steps_that_are_printed_in_another_way_do_not_stay(capfd):
    done = NodeFinished(node="fuzzy_select", seconds=0.1, summary="8 paths kept")
    ready = AnswerReady(answer=Answer(question="Who?"))
    warned = WarningRaised(node="fuzzy_select", text="cut")
    watch("Who?", [done, warned, ready])
    assert "8 paths kept\n  ! cut\n" in capfd.readouterr().out
    watch("Who?", [done, warned, ready], keeps_steps=False)
    assert capfd.readouterr().out == "\nWho?\n"


def test_statements_are_shown_as_paths_are(shown):
    lines = shown(computations=tuple(CitedComputation(text=f"fact {number}") for number in range(8)))
    assert [line.strip() for line in lines if "fact" in line] == [f"fact {number}" for number in range(6)]
    assert "... 2 more statements (--json lists all)" in " ".join(lines)


def test_a_quoted_passage_is_shown_with_its_place(shown):
    quoted = CitedPassage(document="d1", title="Acme", start=5, end=30, text="Acme was founded\n in Osk.")
    lines = shown(answers=items("Osk"), status="partial", passages=(quoted,))
    assert 'Acme (d1, 5-30): "Acme was founded in Osk."' in [line.strip() for line in lines]


def test_a_table_is_shown_by_its_first_rows_and_whole_where_it_is_asked_for(shown, capfd):
    names = items(*(f"Film {number}" for number in range(12)))
    rows = tuple((name, None) for name in names)
    fields = {"answers": names, "columns": ("film", "director"), "rows": rows, "status": "supported"}
    lines = shown(**fields)
    assert lines[0] == "Film 0, -"
    assert lines[10] == "... 2 more (--table shows all)"
    show_table(Answer(question="Which?", **fields))
    whole = capfd.readouterr().out
    assert "film" in whole and "director" in whole and "Film 11" in whole


def test_any_answer_is_a_table_of_one_column(capfd):
    show_table(Answer(question="Who?", answers=items("Ann [bold]Lee"), status="supported"))
    out = capfd.readouterr().out
    assert "answer" in out and "Ann [bold]Lee" in out
    show_table(Answer(question="Who?"))
    assert capfd.readouterr().out == ""


def test_without_a_confidence_nothing_is_said_of_it(shown):
    assert "confidence" not in " ".join(shown(answers=items("James Cameron"), status="supported"))
