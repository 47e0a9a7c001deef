"""The settings that a run began with. Its state keeps them: it goes on with them wherever it is resumed."""

from functools import cache
from typing import Any, Final

from pog_agent.config import PogConfig
from pog_agent.errors import SettingError
from pog_agent.redaction import HIDDEN_SECRET, redacted_values

PLACES: Final = frozenset(
    (
        *("kg", "kg_cache", "entity_index", "docs", "base_url", "exams", "reply_cache", "embedding_cache"),
        *("cross_encoder", "timeout", "otlp", "prices"),
    )
)
"""What says where things are. That of a graph may be elsewhere when a run goes on; that of a question is kept."""
KeptSettings = dict[str, dict[str, Any]]
"""As plain JSON: of the `graph` those that are not as usual, of the `question` those that are not the graph's."""


def kept_settings(config: PogConfig, defaults: PogConfig) -> KeptSettings:
    """The settings of a run for its state, without secrets; `defaults` are those of the graph that runs it."""
    plain, own, usual = _plain(config), _plain(defaults), _usual()
    of_graph = {name: value for name, value in own.items() if name in usual and value != usual[name]}
    of_question = {name: value for name, value in plain.items() if value != own[name]}
    return {"graph": redacted_values(of_graph), "question": redacted_values(of_question)}


def continued_settings(now: PogConfig, given: frozenset[str], kept: KeptSettings) -> tuple[PogConfig, list[str]]:
    """The settings that a run goes on with, and a warning where the graph that resumes it has others.

    `now` are those that it is resumed under, of which `given` were said for this run. Raises `SettingError` where
    one of these is not what the run began with, or where it has a secret that was not kept.
    """
    plain = _plain(now)
    began = _usual() | kept["graph"] | kept["question"]
    differing = {name: plain[name] for name, value in began.items() if plain[name] != value}
    shown = redacted_values(differing) if differing else {}
    other = {name: began[name] for name in differing if shown[name] != began[name]}
    for name, value in other.items():
        told = f"the run began with {name}={value!r}"
        if name in given:
            raise SettingError(f"{told}: resume it with that, or without {name}")
        if HIDDEN_SECRET in str(value):
            raise SettingError(f"{told}: give it again, its secret was not kept")
    if not other:
        return now, []
    changed = [name for name in other if name in now.given and name not in kept["question"]]
    said = ", ".join(f"{name}={other[name]!r} (not {plain[name]!r})" for name in changed)
    warnings = [f"the run goes on with the settings it began with: {said}"] if said else []
    return PogConfig.create({}, **{**plain, **other}), warnings


def given_in(context: object) -> frozenset[str]:
    """The names of the settings that the context of a run gives."""
    if isinstance(context, PogConfig):
        return frozenset(context.model_fields_set)
    values = dict(context or {})  # type: ignore[call-overload]
    return frozenset(name for name, value in values.items() if value is not None)


def _plain(config: PogConfig) -> dict[str, Any]:
    return config.model_dump(mode="json")


@cache
def _usual() -> dict[str, Any]:
    """What all settings but the places are where nothing is given."""
    return {name: value for name, value in _plain(PogConfig.model_construct()).items() if name not in PLACES}
