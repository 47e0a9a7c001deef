"""Path patterns as text and as numbered candidates for a reasoner."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from pog_agent.answering.facts.qualified_paths import first_of_each, qualifiers_of
from pog_agent.models import AnswerItem, NodeKind, PatternKey, Qualifier, ShownNode, ShownPath
from pog_agent.models.shown import pattern_line
from pog_agent.run.context import RunContext
from pog_agent.state import PogState
from pog_agent.subgraph.patterns.pattern import PathPattern
from pog_agent.terms import Term, Triple, is_literal, literal_value
from pog_agent.words import folded

LABELS_SHOWN = 4
LABELS_SHOWN_LAST = 25
FACTS_SHOWN = 24
MAX_LABEL_LENGTH = 120


async def show_paths(
    run: RunContext,
    state: PogState,
    keys: Sequence[PatternKey],
    scores: Sequence[float] = (),
    last: bool = False,
    *,
    limit: int | None = None,
) -> tuple[ShownPath, ...]:
    """The patterns numbered from 1 in the order given.

    `last` shows more of each position, and example facts: for the few paths that are judged and answered from.
    `limit` says how many names of each position are shown, if other than usual.
    """
    patterns = await run.patterns(state, keys)
    limit = limit or (LABELS_SHOWN_LAST if last else LABELS_SHOWN)
    columns = [
        [] if pattern is None else [pattern.nodes_at(place) for place in range(pattern.key.length + 1)]
        for pattern in patterns
    ]
    seen = {term for column in columns for nodes in column for term in nodes[:limit]}
    naming = await naming_of(run, sorted(seen))
    words = await step_words(run, keys)
    aliases = await run.relation_aliases(sorted(words))
    examples = await _examples(run, patterns, words) if last else ()
    predicted = {supplement.iri for supplement in state.get("supplements", ())}  # no names of the question
    shown = []
    for index, (key, column) in enumerate(zip(keys, columns, strict=True)):
        topics = {place for place, entity in key.fixed.items() if entity not in predicted}
        nodes = tuple(_shown_node(found, place in topics, naming, limit) for place, found in enumerate(column))
        names = tuple(words[step.relation] for step in key.steps)
        forward = tuple(step.forward for step in key.steps)
        shown.append(
            ShownPath(
                number=index + 1,
                text=pattern_line(nodes, names, forward) if nodes else "(no such path)",
                nodes=nodes,
                relations=names,
                forward=forward,
                score=scores[index] if scores else 0.0,
                facts=examples[index].facts if last else (),
                qualifiers=examples[index].qualifiers if last else (),
                aliases=tuple(aliases[step.relation] for step in key.steps) if any(aliases.values()) else (),
                key=key,
            )
        )
    return tuple(shown)


async def shortlisted_paths(run: RunContext, state: PogState) -> tuple[ShownPath, ...]:
    """The kept paths of a run as they are judged and answered from; none where nothing was searched."""
    refs = state.get("shortlist", [])
    if not refs:
        return ()
    keys, scores = tuple(ref.key for ref in refs), tuple(ref.score for ref in refs)
    beside = state.get("topics", ()), state.get("supplements", ()), state.get("visited", ())
    basis = shortlisted_paths, keys, scores, *map(tuple, beside)
    return await run.workspace.once(basis, lambda: show_paths(run, state, keys, scores, last=True))


async def step_words(run: RunContext, keys: Sequence[PatternKey]) -> dict[str, str]:
    """Words for the relations of some patterns."""
    return await run.relation_labels(sorted({step.relation for key in keys for step in key.steps}))


async def term_labels(run: RunContext, terms: Sequence[Term]) -> dict[Term, str]:
    """A label for every term: literals by their value, entities without a label by their IRI."""
    entities = [term for term in terms if not is_literal(term)]
    labels = await run.labels(entities)
    return {
        term: literal_value(term) if is_literal(term) else labels.get(term, term) for term in dict.fromkeys(terms)
    }


def answer_item(term: Term, label: str, relation: str | None = None) -> AnswerItem:
    """A term as an answer with its label; in a profile, with the relation in words."""
    if is_literal(term):
        return AnswerItem(value=literal_value(term), label=label, relation=relation)
    return AnswerItem(iri=term, label=label, relation=relation)


def single_node(term: Term, labels: Mapping[Term, str]) -> ShownNode:
    """One concrete node; an entity whose label is its own IRI has none and is shown as a mediator."""
    named = labels[term] != term
    kind: NodeKind = "literal" if is_literal(term) else "entity" if named else "mediator"
    return ShownNode(labels=(labels[term],) if named else (), total=1, kind=kind)


def spellings(label: str) -> set[str]:
    """How a reply may spell a label, folded: whole, or clipped as it was shown."""
    return {folded(label), folded(clipped(label))}


def fact_text(triple: Triple, labels: Mapping[Term, str], words: Mapping[str, str]) -> str:
    """A triple as words."""
    head, relation, tail = triple
    return f"{labels[head]} - {words[relation]} -> {labels[tail]}"


@dataclass(frozen=True)
class Naming:
    """Labels of entities, and the labels of their classes."""

    labels: Mapping[Term, str]
    types: Mapping[Term, tuple[str, ...]]


async def naming_of(run: RunContext, terms: Sequence[Term]) -> Naming:
    """Labels and classes of the entities among the terms."""
    entities = [term for term in terms if not is_literal(term)]
    labels = await run.labels(entities)
    kinds = await run.kg.types(entities)
    every = sorted({kind for found in kinds.values() for kind in found})
    words = await run.labels(every)
    return Naming(
        labels, {term: tuple(words[kind] for kind in found if kind in words) for term, found in kinds.items()}
    )


def _shown_node(found: Sequence[Term], is_topic: bool, naming: Naming, limit: int) -> ShownNode:
    """One position of a pattern. Literals come first in sort order, so one look tells what stands there."""
    if is_literal(found[0]):
        values = tuple(clipped(literal_value(term)) for term in found[:limit] if is_literal(term))
        return ShownNode(labels=values, total=len(found), kind="literal")
    named = tuple(clipped(naming.labels[term]) for term in found[:limit] if term in naming.labels)
    types = tuple(dict.fromkeys(kind for term in found[:limit] for kind in naming.types.get(term, ())))
    if is_topic:
        return ShownNode(labels=named or (found[0],), total=1, kind="topic", types=types)
    return ShownNode(labels=named, total=len(found), kind="entity" if named else "mediator", types=types)


@dataclass(frozen=True)
class _Examples:
    """Triples of the first few concrete paths and what else their facts state, as text; the latter's values."""

    facts: tuple[str, ...]
    qualifiers: tuple[str, ...]


async def _examples(
    run: RunContext, patterns: Sequence[PathPattern | None], words: Mapping[str, str]
) -> list[_Examples]:
    """The examples of each pattern, without repeats. What qualifies them is fetched for all of them at once."""
    paths = [[] if pattern is None else pattern.paths(limit=FACTS_SHOWN) for pattern in patterns]
    pairs = zip(patterns, paths, strict=True)
    every = [(pattern, path) for pattern, own in pairs if pattern is not None for path in own]
    found = iter((await qualifiers_of(every, run)).of_paths)
    examples = []
    for pattern, own in zip(patterns, paths, strict=True):
        listed = [*islice(found, len(own))]
        examples.append(_Examples((), ()) if pattern is None else await _example(run, pattern, own, listed, words))
    return examples


async def _example(
    run: RunContext,
    pattern: PathPattern,
    paths: Sequence[tuple[Term, ...]],
    qualifiers: Sequence[Sequence[Qualifier]],
    words: Mapping[str, str],
) -> _Examples:
    beside: dict[Triple, list[Qualifier]] = {}
    for path, own in zip(paths, qualifiers, strict=True):
        triples = pattern.path_triples(path)
        for triple in triples:
            beside.setdefault(triple, [])
        for item in first_of_each(own):
            beside[triples[item.position - 1]].append(item)
    chosen = list(islice(beside.items(), FACTS_SHOWN))
    labels = await term_labels(run, [term for (head, _, tail), _ in chosen for term in (head, tail)])
    texts: dict[str, None] = {}
    for triple, added in chosen:
        texts[fact_text(triple, labels, words)] = None
        texts.update(dict.fromkeys(_qualifier_text(item, triple, labels, words) for item in added))
    values = dict.fromkeys(item.value for _, added in chosen for item in added)
    return _Examples(tuple(texts), tuple(values))


def _qualifier_text(item: Qualifier, triple: Triple, labels: Mapping[Term, str], words: Mapping[str, str]) -> str:
    """A qualifier of a mediator as a triple of its own, one of a statement behind the triple that it is about."""
    if item.fact not in labels:
        return f"{fact_text(triple, labels, words)} ({item.text})"
    relation = item.relation.removeprefix("<- ")
    ends = (item.fact, item.value) if item.triple[0] == item.fact else (item.value, item.fact)
    return f"{ends[0]} - {relation} -> {ends[1]}"


def clipped(label: str) -> str:
    """A label in one line, cut where it is too long to show."""
    line = " ".join(label.split())
    return line if len(line) <= MAX_LABEL_LENGTH else line[: MAX_LABEL_LENGTH - 1] + "…"
