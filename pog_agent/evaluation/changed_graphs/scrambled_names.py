"""Names without meaning: an answer then comes from the graph and not from what names say.

Random letters replace every entity name, in graph, questions and gold answers alike. Names of relations and
classes stay, and so do values.
"""

import random
import re
import string
from collections.abc import Iterable
from functools import cache

import numpy as np

from pog_agent.errors import SettingError
from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.data.gold import GoldItem
from pog_agent.kg.adjacency import Bools
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.iri_names import iri_text
from pog_agent.kg.local.compiled import CompiledGraph
from pog_agent.kg.local.compiled_parts import Annotations, CompiledParts, assemble, entities
from pog_agent.kg.local.strings import SortedStrings
from pog_agent.kg.names import text_of
from pog_agent.terms import is_literal, literal
from pog_agent.words import folded

LETTERS = 10


@cache
def scrambled(name: str, seed: int = 0) -> str:
    """Random letters for a name, the same for the same name and seed, whatever its case."""
    chance = random.Random(f"{seed}/{folded(name)}")
    return "".join(chance.choices(string.ascii_lowercase, k=LETTERS)).capitalize()


def with_scrambled_names(graph: KnowledgeGraph, seed: int = 0) -> CompiledGraph:
    """The graph with other names for its entities. An entity without a name gets one.

    Raises `SettingError` for a graph that is not held locally.
    """
    if not isinstance(graph, CompiledGraph):
        raise SettingError(f"{graph.name}: names can be scrambled in RDF files and compiled graphs only")
    parts = graph.parts
    notes, preset = parts.annotations, parts.preset
    entity = _without_classes(parts)
    renamed = (notes.places(preset.names) >= 0) & entity[notes.subjects]
    unnamed = np.flatnonzero(entity & ~np.isin(np.arange(len(entity)), notes.subjects[renamed]))
    given = [text_of(value) for value in notes.values.decode(notes.objects[renamed]) if is_literal(value)]
    made_up = [iri_text(iri) for iri in parts.terms.decode(unnamed)]
    kept = notes.values.decode(notes.objects[~renamed])
    texts = [*kept, *(literal(scrambled(name, seed)) for name in (*given, *made_up))]
    predicates = tuple(dict.fromkeys((*notes.predicates, preset.labels[0])))
    label = np.full(len(unnamed), predicates.index(preset.labels[0]))
    values = sorted(set(texts))
    place = {text: number for number, text in enumerate(values)}
    annotations = Annotations.build(
        predicates,
        SortedStrings.from_texts(values),
        np.concatenate([notes.subjects[~renamed], notes.subjects[renamed], unnamed]),
        np.concatenate([notes.kinds[~renamed], notes.kinds[renamed], label]),
        np.array([place[text] for text in texts], dtype=np.int64),
    )
    changed = assemble(parts.terms, parts.relations, parts.adjacency, annotations, preset)
    return CompiledGraph(changed, f"{graph.name} with scrambled names (seed {seed})", graph.notices)


def scrambled_questions(questions: Iterable[Question], seed: int = 0) -> list[Question]:
    """The questions with the names of their topics replaced wherever they are written, and the gold answers."""
    return [_question(item, seed) for item in questions]


def _question(question: Question, seed: int) -> Question:
    text = question.question
    topics = (*question.topic_entities, *question.other_topics)
    names = {name for item in topics for name in item.names}
    for name in sorted(names, key=lambda name: (-len(name), name)):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", scrambled(name, seed), text, flags=re.IGNORECASE)
    return question.model_copy(
        update={
            "question": text,
            "topic_entities": tuple(_item(item, seed) for item in question.topic_entities),
            "other_topics": tuple(_item(item, seed) for item in question.other_topics),
            "answers": tuple(_item(item, seed) for item in question.answers),
        }
    )


def _item(item: GoldItem, seed: int) -> GoldItem:
    """An item known by its name alone may be a value too: it keeps its names beside the new ones."""
    if item.value is not None:
        return item
    if item.cells:
        return item.model_copy(update={"cells": tuple(cell and _item(cell, seed) for cell in item.cells)})
    if item.iri is None:
        return item.model_copy(
            update={"aliases": (*item.aliases, *(scrambled(name, seed) for name in item.names))}
        )
    aliases = tuple(scrambled(alias, seed) for alias in item.aliases)
    return item.model_copy(update={"label": item.label and scrambled(item.label, seed), "aliases": aliases})


def _without_classes(parts: CompiledParts) -> Bools:
    """Whether a node has a name to replace: all entities have one but classes."""
    entity = entities(parts)
    types = [2 * place for place, name in enumerate(parts.relations) if name in parts.preset.types]
    entity[parts.adjacency.targets[np.isin(parts.adjacency.codes, types)]] = False
    return entity
