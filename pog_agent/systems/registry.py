"""The systems by name: Paths-over-Graph and what the papers compare it with.

Nothing heavy is imported before a system is built, so that the command line can name them all.
"""

from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pog_agent.errors import SettingError

if TYPE_CHECKING:
    from pog_agent.systems.wiring import Builder


@dataclass(frozen=True)
class System:
    """One system: what it is, where its graph is built, and the settings that make it this system."""

    name: str
    summary: str
    module: str
    function: str
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def build(self) -> "Builder":
        """The function that compiles its graph from `Resources` and a checkpointer."""
        builder: Builder = getattr(import_module(self.module), self.function)
        return builder


_ALL = (
    System("io", "plain prompting, no graph", "pog_agent.systems.baselines", "build_io"),
    System("cot", "chain of thought, no graph", "pog_agent.systems.baselines", "build_cot"),
    System("sc", "self-consistency, no graph", "pog_agent.systems.baselines", "build_sc"),
    System("tog", "Think-on-Graph", "pog_agent.systems.tog", "build_tog"),
    System("tog-r", "Think-on-Graph with random entities", "pog_agent.systems.tog", "build_tog_r"),
    System("pog", "Paths-over-Graph", "pog_agent.systems.pog", "build_pog", {"variant": "pog"}),
    System(
        "pog-e",
        "PoG with one random relation per clustered edge",
        "pog_agent.systems.pog",
        "build_pog",
        {"variant": "pog-e"},
    ),
)

SYSTEMS: dict[str, System] = {system.name: system for system in _ALL}
"""All systems, in the order in which help and reports name them."""


def find_system(name: str) -> System:
    """The system of this name. Raises SettingError that names those there are."""
    if name not in SYSTEMS:
        raise SettingError(f"unknown system {name!r}; known are {', '.join(SYSTEMS)}")
    return SYSTEMS[name]
