"""The paths that a query goes along: words are read beside them as beside the paths that somebody cites."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pog_agent.models import Anchor, NodeKind, PatternKey, ShownNode, ShownPath, SpanReading, Step, TopicEntity
from pog_agent.reading.alignment import Strictness
from pog_agent.reading.answer_type import DatePartName
from pog_agent.reading.names import NamePlace
from pog_agent.reading.query_account.parts import QueryParts, RelationPart, Variable, shown_variables
from pog_agent.reading.query_account.schema_facts import SchemaFacts
from pog_agent.reading.question_words import PARAPHRASED
from pog_agent.reading.reader import QuestionReader, ReadPath
from pog_agent.reading.senses.mutual import is_symmetric
from pog_agent.reading.spans import SpanReader
from pog_agent.terms import Term, is_literal, literal_value

ROUNDING: Final = 1e-6
_SEVERAL: Final = 2
"""A variable stands for so many things at least."""
Branch = tuple[RelationPart, ...]


@dataclass(frozen=True)
class QueryWalk:
    """Relations of a query, one after the other, as a path with the answer at a position."""

    path: ShownPath
    position: int


@dataclass(frozen=True)
class ReadWalks:
    """The walks of a query as the words of the question were read on them, by a reader that has learned them.

    With `is_cited`, somebody cited these paths, and the query was made of them. The other parts are those of a
    `SpanReader`; `names` are the labels that stand there.
    """

    reader: QuestionReader
    walks: tuple[ReadPath, ...]
    strictness: Strictness
    names: tuple[str, ...]
    is_cited: bool = False
    qualified: tuple[NamePlace, ...] = ()
    valued: tuple[NamePlace, ...] = ()
    near: frozenset[str] | None = None
    date_part: DatePartName | None = None

    @property
    def labels(self) -> dict[Term, str]:
        """The relations of the walks in words."""
        keys = [(item.path.key, item.path.relations) for item in self.walks if item.path.key is not None]
        return {step.relation: text for key, texts in keys for step, text in zip(key.steps, texts, strict=True)}

    @property
    def answer_kinds(self) -> frozenset[str]:
        """The classes of the answers, in lower case."""
        return frozenset(kind.casefold() for item in self.walks for kind in item.answer.types)

    @property
    def answer_values(self) -> list[str]:
        """The first values that are answers."""
        return [text for item in self.walks if item.answer.kind == "literal" for text in item.answer.labels]

    @property
    def are_all_said(self) -> bool:
        """Whether words, or paraphrases of them, say each relation of cited paths, which may then be united.

        Those of one topic are equally long: its child is not its child's child, whatever says "child".
        """
        lengths: dict[frozenset[Term], set[int]] = {}
        for item in self.walks:
            topics = item.path.key.topics if item.path.key is not None else frozenset()
            lengths.setdefault(topics, set()).add(item.position)
        asked = [one for item in self.walks for one in item.alignment.relations]
        ways = {
            (item.path.relations[item.position - 1], item.path.forward[item.position - 1]) for item in self.walks
        }
        return (
            self.is_cited
            and all(len(found) == 1 for found in lengths.values())
            and all(one.element.needed or one.likeness >= PARAPHRASED - ROUNDING for one in asked)
            and not any((relation, not onward) in ways and not is_symmetric(relation) for relation, onward in ways)
        )

    def spans(self, told: Mapping[int, SpanReading]) -> SpanReader:
        """What the words of the question are on the walks, besides those that are `told` from elsewhere."""
        return SpanReader(
            self.reader,
            self.walks,
            self.names,
            self.strictness,
            self.qualified,
            valued=self.valued,
            date_part=self.date_part,
            near=self.near,
            told=told,
        )


def walks_of(parts: QueryParts, facts: SchemaFacts, topics: Sequence[TopicEntity]) -> list[QueryWalk]:
    """Walks over all relations of a query: from what it names over what it shows to what else it says of that."""
    labels = {topic.iri: topic.label for topic in topics}
    shown = [*shown_variables(parts.query)]
    left = list(dict.fromkeys(parts.relations))
    found: list[QueryWalk] = []
    while left:
        ends = [end for part in left for end in (part.source, part.target)]
        root = next((item for item in shown if item in ends), ends[0])
        branches = _branches(root, left)
        left = [part for part in left if not any(part in branch for branch in branches)]
        named = [branch for branch in branches if parts.terms_of(_end_of(root, branch))]
        others = [branch for branch in branches if branch not in named[:1]] or [()]
        for branch in others:
            steps = (*reversed(named[0] if named else ()), *branch)
            start = _end_of(root, named[0]) if named else root
            found.append(_walk(start, steps, len(steps) - len(branch), parts=parts, facts=facts, labels=labels))
    return found


def _branches(root: Variable, relations: Sequence[RelationPart]) -> list[Branch]:
    """The ways from a variable to the ends of what hangs together with it, over each relation."""
    reached = {root}
    todo: list[tuple[Variable, Branch]] = [(root, ())]
    ends: list[Branch] = []
    for here, way in todo:
        onward = [part for part in relations if here in (part.source, part.target) and part not in way]
        fresh = [part for part in onward if _other_end(here, part) not in reached]
        rings = [part for part in onward if part not in fresh and not any(part in end for end in ends)]
        ends += [(*way, part) for part in rings] or ([way] if way and not fresh else [])
        for part in fresh:
            reached.add(_other_end(here, part))
            todo.append((_other_end(here, part), (*way, part)))
    return ends


def _other_end(here: Variable, part: RelationPart) -> Variable:
    return part.target if part.source == here else part.source


def _end_of(start: Variable, branch: Branch) -> Variable:
    for part in branch:
        start = _other_end(start, part)
    return start


def _walk(
    start: Variable,
    steps: Branch,
    position: int,
    *,
    parts: QueryParts,
    facts: SchemaFacts,
    labels: Mapping[Term, str],
) -> QueryWalk:
    variables = [start]
    for part in steps:
        variables.append(_other_end(variables[-1], part))
    forward = tuple(part.source == here for part, here in zip(steps, variables, strict=False))
    nodes = tuple(_node(item, parts, facts, labels) for item in variables)
    anchors = (
        Anchor(entity=term, position=place)
        for place, item in enumerate(variables)
        for term in parts.terms_of(item)[:1]
        if not is_literal(term)
    )
    key = PatternKey(
        anchors=tuple(anchors),
        steps=tuple(Step(relation=part.iri, forward=onward) for part, onward in zip(steps, forward, strict=True)),
    )
    path = ShownPath(
        number=1,
        text="",
        nodes=nodes,
        relations=tuple(facts.label(part.iri) for part in steps),
        forward=forward,
        aliases=tuple(facts.aliases(part.iri) for part in steps),
        key=key,
    )
    return QueryWalk(path, position)


def _node(variable: Variable, parts: QueryParts, facts: SchemaFacts, labels: Mapping[Term, str]) -> ShownNode:
    """What a variable stands for, as far as the query and the schema tell."""
    terms, kinds = parts.terms_of(variable), tuple(map(facts.class_name, facts.kinds_at(variable)))
    named = [labels[term] for term in terms if term in labels]
    texts = [literal_value(term) for term in terms if is_literal(term)]
    if named:
        return ShownNode(labels=tuple(named), total=len(terms), kind="topic", types=kinds)
    is_value = bool(texts) or facts.is_value(variable)
    is_nameless = not is_value and variable not in shown_variables(parts.query) and facts.is_nameless(variable)
    kind: NodeKind = "literal" if is_value else "mediator" if is_nameless else "entity"
    return ShownNode(labels=tuple(texts), total=_SEVERAL, kind=kind, types=() if is_value else kinds)
