"""Prices that a user gives: for any model, or a file of them; what is missing or wrong is said."""

from pathlib import Path

import pytest

from pog_agent.errors import SettingError
from pog_agent.reasoner.chat.prices import Price, price_of

MINI = Price(input=0.15, output=0.6)


def test_a_pair_is_for_any_model() -> None:
    assert price_of("openai:any", " 0.15/0.6", is_needed=True) == MINI
    assert MINI.cost(2_000_000, 1_000_000) == pytest.approx(0.9)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("prices.toml", '["gpt-4o-mini"]\ninput = 0.15\noutput = 0.6\n["x:own"]\ninput = 0\noutput = 0\n'),
        (
            "prices.json",
            '{"gpt-4o-mini": {"input": 0.15, "output": 0.6}, "x:own": {"input": 0, "output": 0}}',
        ),
    ],
)
def test_a_file_has_prices_by_model(tmp_path: Path, name: str, text: str) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    for model in ("openai:gpt-4o-mini", "gpt-4o-mini"):
        assert price_of(model, str(file), is_needed=True) == MINI
    assert price_of("x:own", str(file), is_needed=True) == Price(input=0, output=0)
    assert price_of("openai:other", str(file), is_needed=False) is None
    with pytest.raises(
        SettingError, match=r"max_cost needs the price of the model 'openai:other', and .* has none"
    ):
        price_of("openai:other", str(file), is_needed=True)


def test_without_prices_a_budget_in_dollars_says_what_to_give() -> None:
    assert price_of("openai:m", None, is_needed=False) is None
    with pytest.raises(SettingError, match=r"none is given: give prices as IN/OUT, in US dollars .* TOML or JSON"):
        price_of("openai:m", None, is_needed=True)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[m]\ninput = 1\n", "m.output: Field required"),
        ("[m]\ninput = -1\noutput = 1\n", "m.input: Input should be greater than or equal to 0"),
        ("[m]\ninput = nan\noutput = 1\n", "m.input: Input should be a finite number"),
        ("m = 1\n", "m: Input should be"),
        ("not toml", "cannot be read"),
        (None, "No such file or directory"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_clear_line(tmp_path: Path, text: str | None, problem: str) -> None:
    file = tmp_path / "prices.toml"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    with pytest.raises(SettingError) as caught:
        price_of("m", str(file), is_needed=False)
    assert problem in str(caught.value) and "\n" not in str(caught.value)
