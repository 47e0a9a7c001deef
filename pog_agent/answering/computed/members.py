"""What a number was computed of: the members of a count, the values of a sum, and of what there are none."""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from pog_agent.answering.computed.outcome import spelling_flaws
from pog_agent.answering.computed.query_parts import aggregates_in, connected
from pog_agent.answering.computed.query_words import QueryWords
from pog_agent.answering.computed.statements import MOST_SHOWN, OWN_COLUMN, Evidence, Named, Text, listed
from pog_agent.answering.computed.witnesses import GraphReader, narrowed
from pog_agent.answering.proof.cited_shape import joined
from pog_agent.models.findings.finding import finding
from pog_agent.models.query import Aggregate, Column, GraphPattern, Query, VariableValue
from pog_agent.models.query_walk import read_variables, variables_of
from pog_agent.terms import Term, Triple


@dataclass(frozen=True)
class ComputedNumber:
    """An aggregate over the solutions of a pattern, and its value, None where that is not known.

    `head` names the group that it is of. At most `most` of its members are cited.
    """

    aggregate: Aggregate
    pattern: GraphPattern
    optionals: tuple[GraphPattern, ...] = ()
    value: Term | None = None
    head: Text = ()
    most: int = MOST_SHOWN


async def say_members(number: ComputedNumber, words: QueryWords, reader: GraphReader, evidence: Evidence) -> None:
    """Adds the value of an aggregate, how many members it has, and the first of them with their triples."""
    aggregate = number.aggregate
    names = tuple(dict.fromkeys((*aggregate.over, *read_variables(aggregate))))
    pattern = joined([number.pattern, *(item for item in number.optionals if item.variables.intersection(names))])
    try:
        query = Query(pattern=pattern, columns=variable_columns(names))
    except ValidationError:
        evidence.flaws.append(finding("not-shown", "the members of a number"))
        return
    rows = await reader.rows(query, number.most)
    texts: list[Text] = []
    triples: list[Triple] = []
    for row in rows:
        narrow = narrowed(query, row)
        witness = await reader.witness(narrow, {}) if narrow else None
        terms = [term for term in row.values() if term is not None]
        evidence.rest_on(witness, "a member of a number", terms)
        triples += witness.triples if witness else ()
        texts.append(listed([(Named(term),) for term in terms], " "))
    if aggregate.value is None and len(names) == 1:
        firsts = [term for row in rows if (term := row[names[0]]) is not None]
        evidence.flaws += spelling_flaws(firsts, reader.run.config.language_list, "things counted")
    column = Column(name=f"{OWN_COLUMN}total", expression=Aggregate(function="count", over=names))
    total = await reader.number(pattern, column) or 0
    what = words.aggregate(aggregate, joined([number.pattern, *number.optionals]))
    of = "" if aggregate.value is None else f" of {total:,} {'value' if total == 1 else 'values'}"
    equals = _value(number, total)
    more = f", and {total - len(rows):,} more" if total > len(rows) else ""
    members = (": ", *listed(texts), more) if rows else ()
    evidence.say(*number.head, f"{what}{of}", *equals, *members, triples=triples)


def variable_columns(names: Sequence[str]) -> tuple[Column, ...]:
    """Columns that show the terms of some variables."""
    return tuple(Column(name=name, expression=VariableValue(variable=name)) for name in names)


def _value(number: ComputedNumber, total: int) -> Text:
    if number.value is not None:
        return (" = ", Named(number.value))
    return (f" = {total}",) if number.aggregate.value is None else ()


async def groups_left_out(query: Query, words: QueryWords, reader: GraphReader) -> list[str]:
    """How many things of a class have nothing that is counted or added, so that they are no row; no text without.

    It looks at groups of one key that are shown as they are: no limit or test chose some of them.
    """
    keys = list(dict.fromkeys(name for column in query.keys for name in read_variables(column.expression)))
    if len(keys) != 1 or query.having or query.ranks or query.pattern.conditions:
        return []
    key = keys[0]
    over = {name for item in aggregates_in(query) for name in (*item.over, *read_variables(item))} - {key}
    around = connected([item for item in query.pattern.elements if not over.intersection(variables_of(item))], key)
    if not over or not any(item.kind == "instance" and item.variable == key for item in around):
        return []
    every, present = [await reader.count(items, [key]) for items in (around, query.pattern.elements)]
    if every is None or present is None or every <= present:
        return []
    things = words.kind(GraphPattern(elements=around), key).counted(every - present)
    return [f"not listed, as there is none to count or add: {things}"]
