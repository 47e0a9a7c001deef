"""Questions that a graph might answer, made of its own names: examples for somebody who does not know it."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from pog_agent.kg.schema.summary import (
    PSEUDO_CLASSES,
    SchemaAttribute,
    SchemaClass,
    SchemaLink,
    SchemaNames,
    SchemaSummary,
)
from pog_agent.models import Value
from pog_agent.reading.composing.joins import ABOUT_GRAPHS
from pog_agent.run.context import RunContext
from pog_agent.terms import XSD, Term, is_iri
from pog_agent.words import IRREGULAR_VERBS, one_line, plural

MOST_CLASSES = 6
INSTANCES_READ = 40
INSTANCES_COMPARED = 12
EDGES_READ = 200
MOST_ENDS = 3
LONGEST_NAME = 40
RELATIONS_PER_CLASS = 5
FEWEST_VALUES = 3
PREPOSITIONS = frozenset(
    "about after at before between by for from in into near of on over since through to under until with".split()  # noqa: SIM905
)
NOUNS_OF_VERBS = frozenset({"birth", "death"})
OF_NOUN = "What is the "
NUMBERS = frozenset(XSD + name for name in ("integer", "decimal", "double", "float", "int", "long"))
DATES = frozenset(XSD + name for name in ("date", "dateTime", "gYear", "gYearMonth"))


class QuestionFamily(Value):
    """Questions of one kind, the most typical of the graph first, and how many of them make good examples."""

    wanted: int
    questions: tuple[str, ...]


class _KnownThing(Value):
    """An instance with its name, and how many ends each of its relations has."""

    name: str
    ends: dict[Term, int]


async def question_families(summary: SchemaSummary, run: RunContext) -> tuple[QuestionFamily, ...]:
    """Questions about facts, facts of facts, counts and extremes, in the words of the graph.

    Nobody has tried them: a reasoner may read one otherwise, or not at all. Raises `GraphUnavailableError`.
    """
    languages = run.config.language_list
    about_things = (item for item in summary.classes if not item.iri.startswith((*PSEUDO_CLASSES, *ABOUT_GRAPHS)))
    classes = [item for item in about_things if not item.mediator]
    classes = [item for item in classes if item.named and _is_sayable(item.shown(languages))][:MOST_CLASSES]
    facts: list[list[str]] = []
    chains: list[str] = []
    for item in classes:
        things = await _things(item, run)
        links = _typical(summary.links_from(item.iri), summary)
        facts.append([*_fact_questions(item, links, things, summary, languages)])
        chains += _chain_questions(links, things, summary, languages)
    counts = [f"How many {plural(item.shown(languages))} are there?" for item in classes]
    extremes = [text for item in classes for text in _extreme_questions(item, summary, languages)]
    in_turn = sorted((text for row in zip_longest(*facts) for text in row if text), key=_is_clumsy)
    families = ((3, in_turn), (1, chains), (1, extremes), (1, counts))
    return tuple(QuestionFamily(wanted=most, questions=tuple(dict.fromkeys(texts))) for most, texts in families)


async def _things(kind: SchemaClass, run: RunContext) -> list[_KnownThing]:
    """Some instances whose names can be said and tell them apart, those with the most relations first."""
    around = await run.kg.neighbors([kind.iri], INSTANCES_READ)
    heads = [*dict.fromkeys(head for head, _, tail in around.triples if tail == kind.iri and is_iri(head))]
    labels = await run.labels(heads)
    names = [*labels.values()]
    known = [iri for iri in heads if _is_sayable(labels.get(iri, "")) and names.count(labels[iri]) == 1]
    known = known[:INSTANCES_COMPARED]
    ends: dict[Term, dict[Term, int]] = {iri: {} for iri in known}
    for head, relation, _ in (await run.kg.neighbors(known, EDGES_READ)).triples:
        if head in ends:
            ends[head][relation] = ends[head].get(relation, 0) + 1
    things = [_KnownThing(name=labels[iri], ends=ends[iri]) for iri in known]
    return sorted(things, key=lambda thing: -len(thing.ends))


def _typical(links: Sequence[SchemaLink], summary: SchemaSummary) -> list[SchemaLink]:
    """The links to named things of which an instance has few, the most frequent first."""

    def is_plain(link: SchemaLink) -> bool:
        target = summary.class_of(link.target)
        is_named = target is not None and target.iri not in PSEUDO_CLASSES and not target.mediator
        return is_named and link.edges <= MOST_ENDS * link.sources

    found = sorted(filter(is_plain, links), key=lambda link: (-link.edges, link.relation, link.target))
    return [*{link.relation: link for link in reversed(found)}.values()][::-1][:RELATIONS_PER_CLASS]


def _fact_questions(
    kind: SchemaClass,
    links: Sequence[SchemaLink],
    things: Sequence[_KnownThing],
    summary: SchemaSummary,
    languages: Sequence[str],
) -> Iterator[str]:
    """One question for each relation, of another thing each as far as there are enough."""
    attributes = [item.relation for item in summary.attributes_of(kind.iri) if item.edges <= item.sources]
    relations = [*(link.relation for link in links), *attributes[:RELATIONS_PER_CLASS]]
    words = {relation: _relation(summary.names_of(relation), languages) for relation in relations}
    used: set[str] = set()
    for relation, said in words.items():
        having = [thing for thing in things if 0 < thing.ends.get(relation, 0) <= MOST_ENDS]
        fresh = [thing for thing in having if thing.name not in used] or having
        if fresh and (text := _asked_of(said, fresh[0].name)):
            used.add(fresh[0].name)
            yield text


def _chain_questions(
    links: Sequence[SchemaLink], things: Sequence[_KnownThing], summary: SchemaSummary, languages: Sequence[str]
) -> Iterator[str]:
    """Questions for what lies two steps away, over a relation of which the thing has one end."""
    for first in links:
        begins = next((thing for thing in things if thing.ends.get(first.relation) == 1), None)
        for second in _typical(summary.links_from(first.target), summary):
            words = [_relation(summary.names_of(link.relation), languages) for link in (first, second)]
            if begins is not None and second.target != first.source and all(map(_is_noun, words)):
                yield f"What is the {words[1]} of the {words[0]} of {begins.name}?"


def _extreme_questions(kind: SchemaClass, summary: SchemaSummary, languages: Sequence[str]) -> Iterator[str]:
    for item in summary.attributes_of(kind.iri):
        words = _relation(summary.names_of(item.relation), languages)
        if _has_order(item) and _is_sayable(words) and _is_noun(words):
            most = "latest" if item.datatype in DATES else "highest"
            yield f"Which {kind.shown(languages)} has the {most} {words}?"


def _has_order(item: SchemaAttribute) -> bool:
    is_ordered = item.datatype in NUMBERS | DATES and item.smallest != item.greatest
    return is_ordered and item.values >= FEWEST_VALUES and item.edges <= item.sources


def _relation(names: SchemaNames, languages: Sequence[str]) -> str:
    """The words of a relation without the verb of a predicate: "has part" is "part"."""
    words = names.shown(languages).split()
    return " ".join(words[1:] if len(words) > 1 and words[0].lower() in ("has", "is") else words)


def _asked_of(relation: str, name: str) -> str:
    """A question for what a relation leads to; empty where its words give no good sentence."""
    words = relation.split()
    if not _is_sayable(relation):
        return ""
    if _is_noun(relation):
        return f"{OF_NOUN}{relation} of {name}?"
    if len(words) == 1 or words[-1].lower() not in PREPOSITIONS - {"since", "until"}:
        return ""
    if _is_past(words[0]):
        return f"What was {name} {relation}?"
    if words[0].endswith("s") and not words[0].endswith("ss"):
        return f"What does {name} {' '.join([words[0][:-1], *words[1:]])}?"
    return f"What is {name} {relation}?"


def _is_clumsy(question: str) -> bool:
    """Whether a question for a fact had to put a relation into a sentence of its own."""
    return not question.startswith(OF_NOUN)


def _is_noun(relation: str) -> bool:
    """Whether the words can stand behind "the": no past tense, no preposition but "of", no lone -s."""
    words = relation.lower().split()
    is_verbal = any(word in PREPOSITIONS - {"of"} or _is_past(word) for word in words)
    is_lone_verb = len(words) == 1 and words[0].endswith("s")
    return bool(words) and words[-1] != "of" and not is_verbal and not is_lone_verb


def _is_past(word: str) -> bool:
    folded = word.lower()
    return folded.endswith("ed") or (folded in IRREGULAR_VERBS and folded not in NOUNS_OF_VERBS)


def _is_sayable(name: str) -> bool:
    """Whether a name can stand in a question as it is: short, in one line, with a letter and nothing of markup."""
    is_plain = name == one_line(name, LONGEST_NAME) and not set(name) & set('<>{}[]"`|\\')
    return is_plain and len(name) > 1 and any(char.isalpha() for char in name)
