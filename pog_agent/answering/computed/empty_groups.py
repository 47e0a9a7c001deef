"""Things that a question asks a number of each, and of which the graph has nothing to count."""

from pog_agent.answering.computed.query_parts import aggregates_in, connected
from pog_agent.answering.computed.query_words import QueryWords, counted
from pog_agent.answering.computed.witnesses import GraphReader
from pog_agent.models.query import GraphPattern, Query
from pog_agent.models.query_walk import read_variables, variables_of


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
    things = counted(every - present, words.kind(GraphPattern(elements=around), key))
    return [f"not listed, as there is none to count or add: {things}"]
