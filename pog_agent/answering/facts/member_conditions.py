"""A condition of the question that tells the answers from the things left out, held against each of them.

A model may choose among what stands at the end of a path ("which berths on the pier have shore power") by naming
its choice. That is proven where one relation of the members carries what the question states for every answer, and
for nothing that was left out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pog_agent.answering.resolution import Resolution
from pog_agent.models import CitedPath, Qualifier
from pog_agent.reading.alignment import WITH_A_MODEL
from pog_agent.reading.names import NamePlace
from pog_agent.reading.reader import QuestionReader
from pog_agent.reading.senses.member_values import StatedTest, stated_tests
from pog_agent.run.context import RunContext
from pog_agent.terms import Term, Triple, is_literal, literal_value
from pog_agent.values import read_literal

MOST_MEMBERS = 100
"""So many answers and things left out are looked at."""

Edges = Mapping[Term, Sequence[Triple]]


@dataclass(frozen=True)
class MemberCondition:
    """A condition that holds of each answer: its relation in words, and the edges that carry it, by answer.

    `places` are the characters of the question that state it, each with the condition in words, and `cue` is its
    word of comparison.
    """

    relation: Term
    text: str
    places: tuple[NamePlace, ...]
    carrying: Mapping[Term, Qualifier]
    cue: str = ""


async def proven_condition(
    question: str, reader: QuestionReader, resolution: Resolution, run: RunContext
) -> MemberCondition | None:
    """The condition that each answer meets and nothing left out does; None where there is none, or two may be it.

    Where a member has more edges than were fetched, nothing is proven. Raises `GraphUnavailableError`.
    """
    kept, dropped = resolution.terms, resolution.left_out
    members = [*kept, *dropped]
    if not kept or len(members) > MOST_MEMBERS or any(map(is_literal, members)):
        return None
    around = run.workspace.surroundings
    edges = await around.edges_of(members)
    if around.warnings(members):
        return None
    ends = {end for node in members for triple in edges[node] if not is_literal(end := _other_end(triple, node))}
    labels = await run.labels(sorted(ends))
    relations = {triple[1] for node in kept for triple in edges[node] if triple[0] == node}
    words = await run.relation_labels(sorted(relations))
    found: list[tuple[Term, StatedTest, list[tuple[int, int]] | None]] = []
    dated: set[Term] = set()
    for relation in sorted(relations):
        values = {node: _values(relation, node, edges[node], labels) for node in members}
        texts = {text for node in kept for text, _, _ in values[node]}
        if any(_is_date(term) for node in kept for _, term, _ in values[node]):
            dated.add(relation)
        texts |= {text for node in dropped for text, _, _ in values[node]}
        for test in stated_tests(question, reader.words, words[relation], texts):
            is_met = all(_carrying(test, values[node]) for node in kept)
            if is_met and all(_fails(test, values[node]) for node in dropped):
                found.append((relation, test, _asking(reader, words[relation], test)))
    proven = [
        (relation, test, asked or [])
        for relation, test, asked in found
        if asked is not None or (test.of_time and dated == {relation})
    ]
    if len({relation for relation, _, _ in proven}) != 1:
        return None
    relation, test, asked = max(proven, key=lambda item: item[1].end - item[1].start)
    text = f"{words[relation]}: {test.text}"
    carrying = {
        node: Qualifier(relation=words[relation], value=value, fact=node, position=0, triple=triple)
        for node in kept
        for value, _, triple in _carrying(test, _values(relation, node, edges[node], labels))[:1]
    }
    places = ((text, test.start, test.end), *((text, start, end) for start, end in asked))
    return MemberCondition(relation, text, places, carrying, test.cue)


def with_condition(paths: Sequence[CitedPath], condition: MemberCondition | None) -> tuple[CitedPath, ...]:
    """The cited paths with the edge that carries the condition beside each answer on them, as its evidence."""
    carrying = condition.carrying if condition is not None else {}
    found = []
    for path in paths:
        nodes = dict.fromkeys(end for head, _, tail in path.triples for end in (head, tail))
        beside = [carrying[node] for node in nodes if node in carrying and carrying[node] not in path.qualifiers]
        found.append(path.model_copy(update={"qualifiers": (*path.qualifiers, *beside)}) if beside else path)
    return tuple(found)


def _other_end(triple: Triple, node: Term) -> Term:
    return triple[2] if triple[0] == node else triple[0]


def _values(
    relation: Term, node: Term, edges: Sequence[Triple], labels: Mapping[Term, str]
) -> list[tuple[str, Term, Triple]]:
    """What a relation leads to from a node, as far as it has a name or is a value: as text, term, edge."""
    found = []
    for triple in edges:
        end = triple[2]
        text = literal_value(end) if is_literal(end) else labels.get(end)
        if triple[0] == node and triple[1] == relation and text:
            found.append((text, end, triple))
    return found


def _carrying(test: StatedTest, values: Sequence[tuple[str, Term, Triple]]) -> list[tuple[str, Term, Triple]]:
    """The values that meet a test; none where it denies a name and one of them is that."""
    found = [value for value in values if test.holds(value[0], value[1])]
    return found if not test.denies or len(found) == len(values) else []


def _fails(test: StatedTest, values: Sequence[tuple[str, Term, Triple]]) -> bool:
    """Whether values do not meet a test. What is denied holds of what has none: that is not known to be linen."""
    return not _carrying(test, values) and (bool(values) or not test.denies)


def _is_date(term: Term) -> bool:
    return is_literal(term) and read_literal(term).kind == "date"


def _asking(reader: QuestionReader, relation: str, test: StatedTest) -> list[tuple[int, int]] | None:
    """The words besides the value that ask for the relation; None where a number lacks them."""
    asked = [
        (word.start, word.end)
        for word, likeness in zip(reader.words.content, reader.meant(relation.lower()), strict=True)
        if likeness >= WITH_A_MODEL.relation and not test.start <= word.start < test.end
    ]
    return asked if asked or test.is_by_name else None
