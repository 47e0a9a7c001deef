"""What a model's tokens cost: a user says so, since prices change and a wrong one would be worse than none."""

import json
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from pog_agent.errors import SettingError

MILLION: Final = 1_000_000
_PAIR: Final = re.compile(r"\s*(\d+(?:\.\d+)?)\s*/\s*(\d+(?:\.\d+)?)\s*")


class Price(BaseModel):
    """US dollars for a million tokens of the prompt, of what a server had read of it before, and of the reply."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: float = Field(ge=0, allow_inf_nan=False)
    output: float = Field(ge=0, allow_inf_nan=False)
    cached: float | None = Field(default=None, ge=0, allow_inf_nan=False)

    def cost(self, prompt_tokens: int, completion_tokens: int, cached_tokens: int = 0) -> float:
        """US dollars for so many tokens. Those cached are among the prompt's, and cost as much without a price."""
        cached = self.input if self.cached is None else self.cached
        sent = (prompt_tokens - cached_tokens) * self.input + cached_tokens * cached
        return (sent + completion_tokens * self.output) / MILLION


_TABLE: Final = TypeAdapter(dict[str, Price])


@dataclass(frozen=True)
class Prices:
    """The prices that a setting names."""

    source: str
    by_model: dict[str, Price]
    of_any: Price | None = None

    @classmethod
    def read(cls, setting: str) -> "Prices":
        """``IN/OUT`` for any model, or a TOML or JSON file with ``input`` and ``output`` for each model.

        Raises `SettingError` for a file that cannot be read, or has something else.
        """
        if pair := _PAIR.fullmatch(setting):
            return cls(setting, {}, Price(input=float(pair[1]), output=float(pair[2])))
        try:
            found = _TABLE.validate_python(_loaded(Path(setting)))
        except OSError as error:
            reason = error.strerror or str(error)
        except ValidationError as error:
            problem = error.errors()[0]
            reason = f"{'.'.join(map(str, problem['loc'])) or 'the table'}: {problem['msg']}"
        except ValueError as error:
            reason = " ".join(str(error).split())[:200]
        else:
            return cls(setting, found)
        raise SettingError(
            f"prices {setting!r} cannot be read ({reason}): give IN/OUT, such as 0.5/1.5, or a TOML or JSON file "
            "with `input` and `output` for each model, in US dollars for a million tokens"
        )

    def of_model(self, model: str) -> Price | None:
        """The price of a model, by its name with or without the provider; None where it is not known."""
        return self.by_model.get(model) or self.by_model.get(model.partition(":")[2]) or self.of_any


def _loaded(file: Path) -> Any:
    text = file.read_text(encoding="utf-8")
    return json.loads(text) if file.suffix.lower() == ".json" else tomllib.loads(text)


def price_of(model: str, setting: str | None, *, is_needed: bool) -> Price | None:
    """What a model costs by the setting `prices`; None where that does not say.

    Raises `SettingError` where the price `is_needed`, since a budget is in dollars.
    """
    prices = Prices.read(setting) if setting is not None else None
    price = prices.of_model(model) if prices is not None else None
    if price is None and is_needed:
        where = f"{setting} has none" if setting is not None else "none is given"
        raise SettingError(
            f"max_cost needs the price of the model {model!r}, and {where}: give prices as IN/OUT, in US dollars "
            "for a million tokens in and out, or as a TOML or JSON file of prices by model"
        )
    return price
