"""What variables of a query can only stand for, where relations have one value for each thing."""

from dataclasses import dataclass, field

from pog_agent.answering.candidates.one_value import things_with_one_value
from pog_agent.answering.computed.witnesses import GraphReader
from pog_agent.answering.shown_paths import term_labels
from pog_agent.models.query import Column, Constant, Edge, GraphPattern, Query, VariableValue
from pog_agent.terms import Term, Triple, is_blank, is_literal


@dataclass(frozen=True)
class SingleValue:
    """The one term that a variable can stand for, with the facts that lead to it and the last relation, if any."""

    term: Term
    facts: tuple[Triple, ...] = ()
    relation: Term | None = None


@dataclass
class SingleValues:
    """Follows the relations of one graph that have one value for each thing. Raises `GraphUnavailableError`.

    A relation that has one value for each thing in the whole graph is taken to have one value always. The things
    of a relation are counted once.
    """

    reader: GraphReader
    _things: dict[Term, int | None] = field(default_factory=dict)

    async def reached(self, pattern: GraphPattern, variable: str, term: Term) -> dict[str, SingleValue]:
        """The variables of a pattern that can stand for one term alone, where one of them stands for this term."""
        known = {variable: SingleValue(term)}
        edges = [item for item in pattern.elements if item.kind == "edge"]
        while onward := [edge for edge in edges if edge.source in known and edge.target not in known]:
            for edge in onward:
                edges.remove(edge)
                source = known[edge.source]
                value = await self._value(source.term, edge.relation)
                if value is not None and edge.target not in known:
                    fact = (source.term, edge.relation, value)
                    known[edge.target] = SingleValue(value, (*source.facts, fact), edge.relation)
        return known

    async def told(self, value: SingleValue) -> tuple[str, ...]:
        """The last fact in words, and how many things have its relation; nothing where no fact leads to it."""
        if value.relation is None:
            return ()
        head, relation, tail = value.facts[-1]
        labels = await term_labels(self.reader.run, [head, tail])
        words = (await self.reader.run.relation_labels([relation]))[relation]
        things = await self._things_with(relation)
        return (
            f"{{{labels[head]}}} - {words} -> {{{labels[tail]}}}",
            f"{things:,} things have {words!r}, each of them one value of it",
        )

    async def _value(self, thing: Term, relation: Term) -> Term | None:
        if is_literal(thing) or is_blank(thing) or await self._things_with(relation) is None:
            return None
        fixed = Constant(variable="thing", terms=(thing,))
        edge = Edge(source="thing", relation=relation, target="value")
        columns = (Column(name="value", expression=VariableValue(variable="value")),)
        rows = await self.reader.rows(Query(pattern=GraphPattern(elements=(fixed, edge)), columns=columns), 2)
        return rows[0]["value"] if len(rows) == 1 else None

    async def _things_with(self, relation: Term) -> int | None:
        if relation not in self._things:
            self._things[relation] = await things_with_one_value(relation, self.reader)
        return self._things[relation]
