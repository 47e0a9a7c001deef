"""What a query may be made of: the classes and relations of a graph, and what a question names."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from statistics import fmean

from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.measures.normal import plain
from pog_agent.evaluation.query_search.term_sets import DirectedRelation, TermSet, X, select
from pog_agent.kg.schema.summary import PSEUDO_CLASSES, SchemaSummary
from pog_agent.models.query import Column, Constant, GraphPattern, InstanceOf, Query, QueryResult, VariableValue
from pog_agent.models.query_walk import NUMBER_TYPES
from pog_agent.query.limits import QueryLimits
from pog_agent.query.local.evaluate import evaluate_locally
from pog_agent.query.local.index import QueryIndex
from pog_agent.query.local.literals import parse_literal
from pog_agent.terms import RDF_TYPE, RDFS_LABEL, Term, is_literal, literal_value
from pog_agent.words import FUNCTION_WORDS, folded

LIMITS = QueryLimits(rows=200_000, groups=200_000, joined_rows=2_000_000)
_WORD = re.compile(r"(?!')[\w.'-]*\w")
_DIGITS = re.compile(r"\d+(\.\d+)?")
_MOST_WORDS = 6
_SHORTEST_STEM = 4
_NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


@dataclass
class Vocabulary:
    """The graph: its classes, what each step leads to, relations with numbers, and literals by text."""

    index: QueryIndex
    classes: list[TermSet] = field(default_factory=list)
    steps: dict[DirectedRelation, dict[Term, list[Term]]] = field(default_factory=dict)
    domains: dict[DirectedRelation, frozenset[Term]] = field(default_factory=dict)
    numeric: list[str] = field(default_factory=list)
    texts: dict[str, set[Term]] = field(default_factory=dict)

    @classmethod
    def read(cls, index: QueryIndex, schema: SchemaSummary) -> "Vocabulary":
        """Reads what the schema of a graph names."""
        found = cls(index)
        for item in schema.classes:
            if item.iri not in PSEUDO_CLASSES:
                query = select(InstanceOf(variable=X, class_=item.iri))
                found.classes.append(TermSet(query, found.ends(query)))
        names = {*(item.iri for item in schema.classes), *index.graph.relations, RDF_TYPE}
        for relation in dict.fromkeys(item.iri for item in schema.relations):
            found._add_relation(relation, lambda source: source not in names)
        found._add_relation(RDFS_LABEL, lambda source: any(source in ends for ends in found.steps.values()))
        for step, ends in found.steps.items():
            extents = (item.terms for item in found.classes if not item.terms.isdisjoint(ends))
            found.domains[step] = frozenset(ends).union(*extents)
        numeric = {item.relation for item in schema.attributes if item.datatype in NUMBER_TYPES}
        found.numeric = [step.relation for step in found.steps if step.forward and step.relation in numeric]
        return found

    def ends(self, query: Query) -> frozenset[Term]:
        """The terms of the column `x`."""
        return frozenset(row[0] for row in self.result(query).rows if row[0] is not None)

    def result(self, query: Query) -> QueryResult:
        """The result of a query over the graph."""
        return evaluate_locally(query, self.index, LIMITS)

    def applies(self, terms: frozenset[Term], step: DirectedRelation) -> bool:
        """Whether a step makes sense from some terms: it leads somewhere from one of their class."""
        return not terms.isdisjoint(self.domains[step])

    def reached(self, terms: frozenset[Term], step: DirectedRelation) -> frozenset[Term]:
        """What a step leads to from some terms."""
        ends = self.steps[step]
        return frozenset(end for term in terms for end in ends.get(term, ()))

    def numeric_of(self, terms: frozenset[Term]) -> list[str]:
        """The relations with numbers that some of the terms have."""
        return [name for name in self.numeric if not terms.isdisjoint(self.steps[DirectedRelation(name)])]

    def counts(self, terms: frozenset[Term], step: DirectedRelation) -> frozenset[str]:
        """How many ends a step has from the terms, from each of those that have one."""
        ends = self.steps[step]
        return frozenset(str(len(set(ends[term]))) for term in terms if term in ends)

    def mean_ratio(self, terms: frozenset[Term], over: str, under: str) -> float | None:
        """About the mean of the quotients of two attributes of the terms; None where there is no quotient."""
        dividends, divisors = self.steps[DirectedRelation(over)], self.steps[DirectedRelation(under)]
        pairs = [
            (parse_literal(value).approximate, parse_literal(divisor).approximate)
            for term in terms
            for value, divisor in product(dividends.get(term, ()), divisors.get(term, ()))
        ]
        quotients = [value / divisor for value, divisor in pairs if divisor]
        return fmean(quotients) if quotients else None

    def is_name_only(self, terms: Iterable[Term]) -> bool:
        """Whether all of some literals are labels, and no value of another relation."""
        values = (ends for step, ends in self.steps.items() if not step.forward and step.relation != RDFS_LABEL)
        return not any(term in ends for ends in values for term in terms)

    def _add_relation(self, relation: str, is_entity: Callable[[Term], bool]) -> None:
        """Reads a relation, but not what it says of classes and relations."""
        columns = tuple(Column(name=name, expression=VariableValue(variable=name)) for name in ("a", X))
        edges = Query(pattern=GraphPattern(elements=(DirectedRelation(relation).edge("a", X),)), columns=columns)
        forward, backward = (
            self.steps.setdefault(DirectedRelation(relation, ahead), {}) for ahead in (True, False)
        )
        for source, target in self.result(edges).rows:
            if source is not None and target is not None and is_entity(source):
                forward.setdefault(source, []).append(target)
                backward.setdefault(target, []).append(source)
        for term in filter(is_literal, backward):
            self.texts.setdefault(plain(literal_value(term)), set()).add(term)


@dataclass(frozen=True)
class NamedParts:
    """What a question names: `selections` of topics and literals, and `numbers` by how they are written.

    A query has to name all of `required`: the topics, the numbers that are written in digits, and the texts that
    are values in the graph. It may name what a word is the plural or the adjective of, such as "Asian" of Asia; it
    has to if that is the plural of a value, but not of a name, which may be no more than a common noun. Topics of
    one name are one part.
    """

    selections: tuple[TermSet, ...]
    numbers: tuple[str, ...]
    required: frozenset[str]


def named_parts(question: Question, vocabulary: Vocabulary) -> NamedParts:
    """The parts of a question that queries may name."""
    words = _WORD.findall(folded(question.question))
    digits = {word for word in words if _DIGITS.fullmatch(word)}
    spelled = {str(_NUMBER_WORDS.index(word)) for word in words if word in _NUMBER_WORDS}
    topics: dict[str, list[Term]] = {}
    for item in question.topic_entities:
        if item.iri:
            topics.setdefault(plain(item.label) or item.iri, []).append(item.iri)
    texts = {text: terms for text in _texts(words) if (terms := vocabulary.texts.get(text))}
    written = set(_runs(words))
    plurals = {text.removesuffix("s") for text in written}
    values = {
        text
        for text, terms in texts.items()
        if len(text) > 1 and text not in spelled and not _overlaps(text, topics)
        if text in written or (text in plurals and not vocabulary.is_name_only(terms))
    }
    longest = {text for text in values if not any(text != other and text in other for other in values)}
    named = {**texts, **topics}
    selections = [_constant(tuple(sorted(terms)), text) for text, terms in named.items()]
    required = frozenset(topics) | digits | longest
    return NamedParts(tuple(selections), tuple(sorted(digits | spelled)), required)


def _overlaps(text: str, labels: Iterable[str]) -> bool:
    """Whether a text is part of the label of a topic, or the label part of it: then it is the same mention."""
    return any(text in label or label in text for label in labels)


def _constant(terms: tuple[Term, ...], anchor: str) -> TermSet:
    query = select(Constant(variable=X, terms=terms))
    return TermSet(query, frozenset(terms), frozenset([anchor]))


def _texts(words: list[str]) -> dict[str, None]:
    """Runs of words, each also without the s of a plural, and with one or two letters less, such as "Asian"."""
    texts = dict.fromkeys(form for text in _runs(words) for form in (text, text.removesuffix("s")) if form)
    stems = (text[:-cut] for text in texts for cut in (1, 2) if len(text) >= _SHORTEST_STEM + cut)
    return texts | dict.fromkeys(stems)


def _runs(words: list[str]) -> Iterator[str]:
    """Runs of words in plain form; no function word alone."""
    for start in range(len(words)):
        for end in range(start + 1, min(start + _MOST_WORDS, len(words)) + 1):
            text = plain(" ".join(words[start:end]))
            if text not in FUNCTION_WORDS:
                yield text
