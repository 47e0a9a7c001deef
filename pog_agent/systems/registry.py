"""The systems by name: Paths-over-Graph and what the papers compare it with.

Nothing heavy is imported before a system is built, so that the command line can name them all.
"""

from dataclasses import dataclass, field, replace
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from pog_agent.config import PogConfig
from pog_agent.errors import SettingError

if TYPE_CHECKING:
    from pog_agent.run.resources import Resources
    from pog_agent.systems.wiring import CompiledSystem, Wiring


@dataclass(frozen=True)
class System:
    """One system: which method answers. `page` names its wiring, `settings` are what makes it this system."""

    name: str
    summary: str
    page: str
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def wiring(self) -> "Wiring":
        """Its steps, edges and decisions."""
        wiring: Wiring = resolve_name(self.page)
        return wiring

    def build(self, resources: "Resources | None" = None, checkpointer: Any = None) -> "CompiledSystem":
        """Compiles its graph; without resources, over what settings and environment name."""
        from pog_agent.run.resources import Resources  # noqa: PLC0415 (LangGraph)
        from pog_agent.systems.wiring import compile_graph  # noqa: PLC0415 (LangGraph)

        own = resources or Resources(PogConfig.create(**self.settings))
        # A server tells graphs apart by their names, and two systems may share a wiring.
        return compile_graph(replace(self.wiring, name=self.name), own, checkpointer)


_ALL = (
    System("io", "plain prompting, no graph", "pog_agent.systems.baselines:IO"),
    System("cot", "chain of thought, no graph", "pog_agent.systems.baselines:COT"),
    System("sc", "self-consistency, no graph", "pog_agent.systems.baselines:SC"),
    System("rag", "plain retrieval of passages, no graph search", "pog_agent.systems.baselines:RAG"),
    System("tog", "Think-on-Graph", "pog_agent.systems.tog:TOG"),
    System("tog-r", "Think-on-Graph with random entities", "pog_agent.systems.tog:TOG_R"),
    System("tog2", "Think-on-Graph 2: graph and documents", "pog_agent.systems.tog2:TOG2"),
    System("pog", "Paths-over-Graph", "pog_agent.systems.pog:POG", {"variant": "pog"}),
    System(
        "pog-e",
        "PoG with one random relation per clustered edge",
        "pog_agent.systems.pog:POG",
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
