"""Writes what the names of things are like, by the relations that name them in a graph."""

from collections.abc import Sequence
from typing import Final

from pog_agent.models.query import (
    Combination,
    Condition,
    Edge,
    ExistenceTest,
    GraphPattern,
    PatternElement,
    TextTest,
)
from pog_agent.reading.composing.heads import TextCondition
from pog_agent.reading.composing.writing.unwritten import UnwrittenError
from pog_agent.reading.schema.graph_names import GraphNames

MOST_OTHER_LANGUAGES: Final = 5
"""Names in more languages than these besides those that are read are not told apart."""


class NameWriter:
    """Writes conditions on the names of things in some languages, or in none. Raises `UnwrittenError`."""

    def __init__(self, names: GraphNames | None, languages: Sequence[str]) -> None:
        self._names = names
        self._languages = languages

    def condition(self, variable: str, condition: TextCondition) -> ExistenceTest:
        """That something has a name that is so, or none."""
        name = f"{variable}_name"
        test = TextTest(variable=name, test=condition.test, text=condition.text)
        read: tuple[Condition, ...] = () if condition.test == "language" else self._is_read(variable, name)
        pattern = GraphPattern(elements=self._named(variable, name), conditions=(test, *read))
        return ExistenceTest(pattern=pattern, negated=condition.negated)

    def without_name(self, variable: str) -> ExistenceTest:
        """That something has no name in the languages that are read."""
        name = f"{variable}_name"
        pattern = GraphPattern(elements=self._named(variable, name), conditions=self._is_read(variable, name))
        return ExistenceTest(pattern=pattern, negated=True)

    def _named(self, variable: str, name: str) -> tuple[PatternElement, ...]:
        edges = [Edge(source=variable, relation=relation, target=name) for relation in self._known.relations]
        if len(edges) == 1:
            return (edges[0],)
        patterns = tuple(GraphPattern(elements=(edge,)) for edge in edges)
        return (Combination(operation="union", variables=(variable, name), patterns=patterns),)

    def _is_read(self, variable: str, name: str) -> tuple[Condition, ...]:
        """That a name is in no other language than those that are read."""
        others = self._known.others(self._languages)
        if None not in self._known.languages and len(self._languages) == 1:
            return (TextTest(variable=name, test="language", text=self._languages[0]),) if others else ()
        if len(others) > MOST_OTHER_LANGUAGES:
            raise UnwrittenError(f"names in {len(others)} other languages are not told apart")
        elements = self._named(variable, name)
        return tuple(
            ExistenceTest(
                pattern=GraphPattern(
                    elements=elements, conditions=(TextTest(variable=name, test="language", text=tag),)
                ),
                negated=True,
            )
            for tag in others
        )

    @property
    def _known(self) -> GraphNames:
        if self._names is None:
            raise UnwrittenError("it is not known by which relations the graph names things")
        return self._names
