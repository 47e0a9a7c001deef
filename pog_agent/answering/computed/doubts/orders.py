"""Whether a query takes the steps that a question says, and orders the events that it speaks of."""

from collections.abc import Collection, Iterator

from pog_agent.answering.computed.query_words import QueryWords
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import Query
from pog_agent.models.query_walk import read_variables
from pog_agent.reading.cues import superlatives
from pog_agent.reading.query_account.operations import is_dated
from pog_agent.reading.query_account.parts import QueryParts, RelationPart, Variable, shown_variables
from pog_agent.reading.senses.event_order import order_flaw
from pog_agent.reading.senses.repeated_words import untaken_word
from pog_agent.terms import is_literal


def order_flaws(query: Query, question: str, words: QueryWords) -> Iterator[Finding]:
    """Dates that a query ranks by, and that are dates of something else than the question orders."""
    parts = QueryParts.of_query(query)
    keys = [(item.key, item.scope) for item in parts.ranked]
    keys += [(item.value, item.scope) for item in parts.aggregates if item.value.function in ("min", "max")]
    for cue in superlatives(question):
        for key, scope in keys:
            names = {(scope, name) for name in read_variables(key)}
            for part in (item for item in parts.relations if item.target in names):
                joined = [words.relations[item.iri] for item in _joined(part, parts)]
                flaw = order_flaw(cue, words.relations[part.iri], joined, question, by_date=is_dated(key))
                yield from filter(None, [flaw])


def untaken_steps(query: Query, rest: str, words: QueryWords, kinds: Collection[str] = ()) -> Iterator[Finding]:
    """A relation that a question says twice ("the parent of the parent"), and the query takes once.

    `rest` is the question without the names of its topics, `kinds` are classes that the query does not say.
    """
    parts = QueryParts.of_query(query)
    values = [(item.scope, item.key) for item in parts.ranked]
    values += [(item.scope, side) for item in parts.compared for side in (item.test.left, item.test.right)]
    values += [(item.scope, item.value.value) for item in parts.aggregates if item.value.value is not None]
    valued = {(scope, name) for scope, value in values for name in read_variables(value)}
    steps = [words.relations[item.iri] for item in parts.relations if item.target not in valued]
    word = untaken_word(rest, steps, [*kinds, *(words.labels[item.iri] for item in parts.classes)])
    if word:
        yield finding("said-twice", word)


def _joined(dated: RelationPart, parts: QueryParts) -> Iterator[RelationPart]:
    """The relations to other things of what has the dates; what is told of it by a value is no event."""
    for part in parts.relations_at(dated.source):
        other = part.target if part.source == dated.source else part.source
        if part.iri != dated.iri and not part.negated and _is_thing(other, part, parts):
            yield part


def _is_thing(variable: Variable, part: RelationPart, parts: QueryParts) -> bool:
    """Whether a variable is named or has a class, is asked for, or leads on."""
    is_named = any(not is_literal(term) for term in parts.terms_of(variable))
    is_shown = variable in shown_variables(parts.query)
    leads_on = any(item != part for item in parts.relations_at(variable))
    return bool(is_named or parts.classes_of(variable) or is_shown or leads_on)
