"""Evidence of a computed answer: statements in words, each with the triples of the graph that it stands on."""

from collections.abc import Sequence
from dataclasses import dataclass

from pog_agent.answering.computed.doubts.identities import comparisons
from pog_agent.answering.computed.looked_through import looked_through, some_of
from pog_agent.answering.computed.members import ComputedNumber, say_members, variable_columns
from pog_agent.answering.computed.outcome import shown_literal
from pog_agent.answering.computed.query_parts import (
    aggregates_in,
    answer_columns,
    connected,
    has_negation,
    queries_in,
    subject_of,
)
from pog_agent.answering.computed.query_words import QueryWords, whole_pattern
from pog_agent.answering.computed.statements import (
    MOST_SHOWN,
    OWN_COLUMN,
    Evidence,
    Named,
    Text,
    facts_of,
    listed,
)
from pog_agent.answering.computed.witnesses import GraphReader, Row, Witness, narrowed
from pog_agent.models.findings.finding import finding
from pog_agent.models.query import (
    Aggregate,
    Column,
    Condition,
    GraphPattern,
    OrderKey,
    PatternElement,
    Query,
    QueryResult,
    RankWindow,
)
from pog_agent.models.query_walk import mentioned, read_variables, variables_of
from pog_agent.terms import Term, is_literal


@dataclass(frozen=True)
class EvidenceWriter:
    """Writes evidence for queries over one graph."""

    words: QueryWords
    reader: GraphReader

    async def evidence_for(self, query: Query, result: QueryResult, rows: Sequence[Row]) -> Evidence:
        """The evidence for a query whose result has these rows, and for the queries in it."""
        evidence = Evidence()
        if query.form == "exists":
            await self._truth(query, result, evidence)
        elif query.form == "scalar":
            await self._scalar(query, result, evidence)
        elif rows and query.is_grouped:
            await self._groups(query, evidence)
        elif rows:
            await self._rows(query, rows, evidence)
        for inner in queries_in(query):
            await self._nested(inner, evidence)
        return evidence

    async def _nested(self, query: Query, evidence: Evidence) -> None:
        """A query in another one has evidence of its own, unless the members that count are cited already."""
        if query.form == "rows" and query.ranks is None and not query.is_grouped:
            for inner in queries_in(query):
                await self._nested(inner, evidence)
            return
        result = await self.reader.result(query)
        rows = [dict(zip(result.columns, row, strict=True)) for row in result.rows]
        evidence.take(await self.evidence_for(query, result, rows))

    async def _truth(self, query: Query, result: QueryResult, evidence: Evidence) -> None:
        """A yes has a solution; a no, what was looked through."""
        if result.truth:
            witness = await self.reader.witness(query.pattern, {})
            evidence.rest_on(witness, "the yes")
        if has_negation(query) or not result.truth:
            seen = await self._looked_through(query, evidence, found=None)
            await self._other_sides(query, seen, evidence)

    async def _other_sides(self, query: Query, looked_at: Sequence[Witness], evidence: Evidence) -> None:
        """The facts of what is compared with what was looked through: of B in "is A heavier than B", and of A."""
        through = evidence.looked_through
        if through is None:
            return
        seen = {name for item in through.elements for name in variables_of(item)}
        inner = (item for compared in comparisons(query) for item in compared.elements)
        every = dict.fromkeys([*query.pattern.elements, *inner])
        left = [item for item in every if seen.isdisjoint(variables_of(item))]
        if left and through.count == 1 and not evidence.cases:
            for own in filter(lambda witness: witness.is_whole, looked_at):
                evidence.rest_on(own, "what is compared")
        while left:
            side = connected(left, next(iter(variables_of(left[0]))))
            witness = await self.reader.witness(GraphPattern(elements=side), {})
            if witness is not None:
                evidence.rest_on(witness, "what is compared")
            left = [item for item in left if item not in side]

    async def _looked_through(self, query: Query, evidence: Evidence, found: int | None) -> list[Witness]:
        """What was looked through, and how many of it are the answer; gives the first of it that is shown."""
        evidence.looked_through = through = await looked_through(query, self.words, self.reader)
        if through is None:
            return []
        count = "" if found is None else f"; found {self.words.noun(query).counted(found)}"
        shown = [] if found else await some_of(through, self.reader)
        triples = [triple for witness in shown for triple in witness.triples]
        examples = listed([facts_of(witness, self.words) for witness in shown])
        evidence.say(through.sentence, count, *((": ", *examples) if examples else ()), triples=triples)
        return shown

    async def _scalar(self, query: Query, result: QueryResult, evidence: Evidence) -> None:
        """The members of each count and the values of each other aggregate."""
        if result.scalar is None:
            return
        expression = query.columns[0].expression
        for aggregate in aggregates_in(query):
            if aggregate.function in ("min", "max"):
                await self._extreme_value(query, aggregate, evidence)
            else:
                value = result.scalar if expression == aggregate else None
                number = ComputedNumber(aggregate, query.pattern, query.optionals, value)
                await say_members(number, self.words, self.reader, evidence)
        if expression.kind != "aggregate":
            what = self.words.expression(expression, whole_pattern(query))
            evidence.say(f"{what} = ", Named(result.scalar))
        if _is_zero(result.scalar) or has_negation(query):
            await self._looked_through(query, evidence, found=None)

    async def _extreme_value(self, query: Query, aggregate: Aggregate, evidence: Evidence) -> None:
        """A least or greatest value is shown as the rows that have it, and the next ones."""
        assert aggregate.value is not None
        columns = variable_columns(tuple(dict.fromkeys(aggregate.over)))
        key = Column(name=f"{OWN_COLUMN}value", expression=aggregate.value)
        ranked = Query(
            pattern=query.pattern,
            optionals=query.optionals,
            columns=(*columns, key),
            order_by=(OrderKey(column=key.name, descending=aggregate.function == "max"),),
            ranks=RankWindow(last=1),
        )
        await self._rows(ranked, await self.reader.rows(ranked, MOST_SHOWN), evidence)

    async def _rows(self, query: Query, rows: Sequence[Row], evidence: Evidence) -> None:
        """Each of the first rows with a solution; with ranks, the values and the next rows, too."""
        if query.ranks is not None:
            await self._compared(query, evidence)
        elif has_negation(query):
            name = (answer_columns(query) or query.columns)[0].name
            await self._looked_through(query, evidence, found=len({row[name] for row in rows}))
        if len(rows) > MOST_SHOWN:
            evidence.say(f"{MOST_SHOWN} of {len(rows):,} results are shown")
        for row in rows[:MOST_SHOWN]:
            witness = await self._witness_of(query, row)
            evidence.rest_on(witness, "a result", _answers_in(query, witness))
            if query.ranks is not None and witness is not None:
                evidence.say(*self._cells(query, row), triples=witness.triples)
        for row in await self._runners_up(query, len(rows)):
            witness = await self._witness_of(query, row)
            evidence.check(witness, "a result")
            if witness is not None:
                facts = facts_of(witness, self.words)
                evidence.say("next: ", *self._cells(query, row), ": ", *facts, triples=witness.triples)

    async def _witness_of(self, query: Query, row: Row) -> Witness | None:
        pattern = narrowed(query, row)
        return await self.reader.witness(pattern, {}) if pattern else None

    async def _compared(self, query: Query, evidence: Evidence) -> None:
        """How many things have a value that was compared, of those that could have one."""
        subject = subject_of(query)
        columns = {column.name: column.expression for column in query.columns}
        read = {name for key in query.order_by for name in read_variables(columns[key.column])} - {subject}
        if subject is None or subject not in query.pattern.variables:
            return
        count = Column(name=f"{OWN_COLUMN}count", expression=Aggregate(function="count", over=(subject,)))
        compared = await self.reader.number(query.pattern, count)
        rest = tuple(item for item in query.pattern.elements if not read.intersection(variables_of(item)))
        every = None
        if rest and any(subject in variables_of(item) for item in rest):
            every = await self.reader.number(
                GraphPattern(elements=rest, conditions=_conditions_on(query.pattern, rest)), count
            )
        keys = " and ".join(
            self.words.expression(columns[key.column], whole_pattern(query)) for key in query.order_by
        )
        kind = self.words.kind(query.pattern, subject)
        of = f"{compared:,} of " if every is not None and compared is not None and every > compared else ""
        if compared is not None:
            evidence.say(f"compared {keys} of {of}{kind.counted(every if every and of else compared)}")

    async def _runners_up(self, query: Query, count: int) -> list[dict[str, Term | None]]:
        """The rows right behind those of a window, with all that tie; none without a window."""
        if query.ranks is None:
            return []
        last = query.ranks.last
        if query.ranks.first > 1:
            first = query.model_copy(update={"ranks": RankWindow(last=last)})
            count = len((await self.reader.result(first)).rows)
        wider = query.model_copy(update={"ranks": RankWindow(last=max(last, count) + 1)})
        found = await self.reader.result(wider)
        rows = [dict(zip(found.columns, row, strict=True)) for row in found.rows]
        return rows[count:][:MOST_SHOWN]

    async def _groups(self, query: Query, evidence: Evidence) -> None:
        """The first groups with their aggregates and some of their members; behind a window the next ones, too."""
        shown, names = _with_aggregates(query)
        result = await self.reader.result(shown)
        rows = [dict(zip(result.columns, row, strict=True)) for row in result.rows]
        if not query.keys and any(_is_zero(row[name]) for row in rows for name in names.values()):
            await self._looked_through(query, evidence, found=None)
        if query.having or query.ranks:
            await self._count_groups(query, len(rows), evidence)
        if len(rows) > MOST_SHOWN:
            evidence.say(f"{MOST_SHOWN} of {len(rows):,} results are shown")
        nearest = await self._runners_up(shown, len(rows))
        groups = [("", row) for row in rows[:MOST_SHOWN]] + [("next: ", row) for row in nearest[:MOST_SHOWN]]
        members = max(1, MOST_SHOWN // max(1, min(len(rows), MOST_SHOWN)))
        for lead, row in groups:
            pattern = narrowed(query, row)
            for aggregate, name in names.items():
                keys = self._keys(query, row)
                value = row[name]
                head: Text = (lead, *keys, ": ") if keys else (lead,)
                if pattern is None or value is None:
                    evidence.flaws.append(finding("not-shown", "a result"))
                else:
                    number = ComputedNumber(aggregate, pattern, query.optionals, value, head, members)
                    await say_members(number, self.words, self.reader, evidence)

    async def _count_groups(self, query: Query, passed: int, evidence: Evidence) -> None:
        keys = [name for column in query.keys for name in read_variables(column.expression)]
        count = await self.reader.count(query.pattern.elements, list(dict.fromkeys(keys))) if keys else None
        if count is not None:
            kinds = [self.words.kind(query.pattern, name) for name in dict.fromkeys(keys)]
            what = " and ".join(kind.one if count == 1 else kind.many for kind in kinds)
            evidence.say(f"looked through {count:,} {what}; found {self.words.noun(query).counted(passed)}")

    def _keys(self, query: Query, row: Row) -> Text:
        return listed([(Named(term),) for column in query.keys if (term := row[column.name]) is not None])

    def _cells(self, query: Query, row: Row) -> Text:
        """The answer of a row, and the values by which it is ranked."""
        whole = whole_pattern(query)
        keys = [key.column for key in query.order_by]
        expressions = {column.name: column.expression for column in query.columns}
        named = [column.name for column in answer_columns(query) if column.name not in keys]
        texts: list[Text] = [(Named(term),) for name in named if (term := row[name]) is not None]
        for name in keys:
            term = row[name]
            if term is not None:
                texts.append((f"{self.words.expression(expressions[name], whole)} ", Named(term)))
        return listed(texts)


def _answers_in(query: Query, witness: Witness | None) -> list[Term]:
    """The terms of a solution that the answer is, or is computed of."""
    read = [name for column in answer_columns(query) for name in read_variables(column.expression)]
    return [witness.terms[name] for name in read if name in witness.terms] if witness is not None else []


def _is_zero(term: Term | None) -> bool:
    return term is not None and is_literal(term) and shown_literal(term) == "0"


def _with_aggregates(query: Query) -> tuple[Query, dict[Aggregate, str]]:
    """The query with a column for each of its aggregates, and the names of these columns."""
    names = {column.expression: column.name for column in query.columns if column.expression.kind == "aggregate"}
    added = [item for item in aggregates_in(query) if item not in names]
    columns = [Column(name=f"{OWN_COLUMN}{number}", expression=item) for number, item in enumerate(added)]
    names |= {item: column.name for item, column in zip(added, columns, strict=True)}
    return query.model_copy(update={"columns": (*query.columns, *columns)}), names


def _conditions_on(pattern: GraphPattern, elements: Sequence[PatternElement]) -> tuple[Condition, ...]:
    """The conditions of a pattern that read nothing but what some of its elements bind."""
    left = {name for element in elements for name in variables_of(element)}
    gone = pattern.variables - left
    return tuple(condition for condition in pattern.conditions if not gone.intersection(mentioned(condition)))
