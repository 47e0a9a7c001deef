"""Whether one named thing has a relation to another: "does Ann report to Bob", "is Ann the owner of the mill"."""

import re
from collections.abc import Sequence
from typing import Final

from pog_agent.kg.schema.summary import PSEUDO_CLASSES
from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.models import ElementReading, TopicEntity
from pog_agent.models.findings.finding import finding
from pog_agent.models.query import Combination, Constant, Edge, GraphPattern, Query
from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.composing.forms.combining import combined
from pog_agent.reading.composing.forms.subquestions import WholeQuestion
from pog_agent.reading.direction import said_direction
from pog_agent.reading.question_words import name_places
from pog_agent.reading.senses.doers import said_doers, said_verbs
from pog_agent.terms import Term
from pog_agent.words import stem

_SMALL: Final = english_words("beside_relation")
_SIDES: Final = english_words("preposition_of_side")
_ONE: Final = "one"
_OTHER: Final = "other"
_ANY: Final = "any"


def linked(question: WholeQuestion) -> QueryDraft | None:
    """The query for a question whether one relation joins two named things; None for any other question.

    Every word besides the names asks for that relation, and they say who is on which side of it. A no is certain
    where the graph tells another one on that side, or the other way round. What is in a place may be in a larger
    one: no relation of a place is read.
    """
    begin = english_pattern("whether", "asked_of_one").match(question.text)
    places = name_places(question.text, question.topics)
    if begin is None or len(places) != 2 or places[0][2] == places[1][2]:
        return None
    words = _words_besides(question.text, (begin.span("first"), *(place[:2] for place in places)))
    said = [word for word, _ in words if word not in _SMALL]
    sides = _SIDES.intersection(word for word, _ in words)
    relations = {
        relation for relation in question.vocabulary.lexicon.forms if _is_all_said(question, relation, said, sides)
    }
    if len(relations) != 1:
        return None
    (relation,) = relations
    one, other = (question.topics[place[2]] for place in places)
    is_onward = _is_onward(question.text, one, other, question.vocabulary.lexicon.label(relation))
    if is_onward is None:
        return None
    source, target = (one, other) if is_onward else (other, one)
    if not _may_have(source, relation, question):
        return None
    label = question.vocabulary.lexicon.label(relation)
    return combined(
        question,
        (),
        lambda _: Query(form="exists", pattern=_joined(source, relation, target)),
        "whether it is so",
        flaws=[
            finding("several-named", 1 + len(topic.namesakes), topic.label)
            for topic in (one, other)
            if topic.namesakes
        ],
        presupposed=(Query(form="exists", pattern=_decided(source, relation, target)),),
        elements=(ElementReading(role="relation", text=label, asked_by=" ".join(said), likeness=1.0),),
        spans=(
            *map(question.topic_span, places),
            *(question.span(span, "relation", label) for word, span in words if word in said),
        ),
    )


def _words_besides(text: str, taken: Sequence[tuple[int, int]]) -> list[tuple[str, tuple[int, int]]]:
    found = ((match[0].lower(), match.span()) for match in re.finditer(r"[^\W_]+", text))
    return [(word, span) for word, span in found if not any(a < span[1] and span[0] < b for a, b in taken)]


def _is_all_said(question: WholeQuestion, relation: Term, said: Sequence[str], sides: frozenset[str]) -> bool:
    """Whether some words, and the prepositions beside them, say all of a relation between things and no more."""
    lexicon = question.vocabulary.lexicon
    if not said or not any(item.relation == relation for item in lexicon.summary.links):
        return False
    label = lexicon.label(relation).lower()
    if _SIDES.intersection(label.split()) != sides or not english_words("told_of_place").isdisjoint(label.split()):
        return False
    doers = {word for word, _ in (*said_verbs(" ".join(said), label), *said_doers(" ".join(said), label))}
    own = {stem(word) for word in label.split() if word not in _SMALL}
    if not all(stem(word) in own or word in doers for word in said):
        return False
    # A "former owner" owns no more: but for a single word, each one of the name must be said.
    return own <= set(map(stem, said)) or (bool(doers) and len(own) == 1)


def _may_have(topic: TopicEntity, relation: Term, question: WholeQuestion) -> bool:
    """Whether things of a class of the topic have the relation, and not only events that it takes part in."""
    links = [item for item in question.vocabulary.lexicon.summary.links if item.relation == relation]
    classes = question.vocabulary.classes_of.get(topic.iri, ())
    return any(item.source in classes or (not classes and item.source in PSEUDO_CLASSES) for item in links)


def _is_onward(text: str, one: TopicEntity, other: TopicEntity, label: str) -> bool | None:
    """Whether the question says that the arrow leads from the first to the second; None if it is not told."""
    first, second = said_direction(text, one, label), said_direction(text, other, label)
    told = {side for side in (first, None if second is None else not second) if side is not None}
    return told.pop() if len(told) == 1 else None


def _joined(source: TopicEntity, relation: Term, target: TopicEntity) -> GraphPattern:
    elements = (
        Constant(variable=_ONE, terms=(source.iri, *source.namesakes)),
        Constant(variable=_OTHER, terms=(target.iri, *target.namesakes)),
        Edge(source=_ONE, relation=relation, target=_OTHER),
    )
    return GraphPattern(elements=elements)


def _decided(source: TopicEntity, relation: Term, target: TopicEntity) -> GraphPattern:
    """That the source has the relation to anything, or the target to the source."""
    one = Constant(variable=_ONE, terms=(source.iri, *source.namesakes))
    to_any = GraphPattern(elements=(one, Edge(source=_ONE, relation=relation, target=_ANY)))
    turned = _joined(target, relation, source)
    return GraphPattern(elements=(Combination(operation="union", variables=(_ONE,), patterns=(to_any, turned)),))
