"""Patterns around a class: the chains of links that join it with other things that a question names."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np

from pog_agent.kg.preset import Preset
from pog_agent.kg.schema.chains import Chain, ChainFinder
from pog_agent.kg.schema.summary import NO_CLASS, NO_CLASS_NO_LABEL, PSEUDO_CLASSES, SchemaSummary
from pog_agent.models.class_topics import ClassPattern, PatternTerm, TermChain
from pog_agent.models.query import RDFS_SUBCLASS, Constant, Edge, GraphPattern, InstanceOf, PatternElement
from pog_agent.models.shown import ShownNode, pattern_line
from pog_agent.ranking.encoder import Encoder, Vectors
from pog_agent.reading.schema.names import name_forms, stems_of, tokens_of
from pog_agent.terms import Term, humanize, local_name

MOST_JOINED: Final = 512
"""So many combinations of chains are ranked: the best chains of each term, fewer where there are more terms."""
MOST_PATTERNS: Final = 20
OF_EXPLAINED: Final = 0.1
OF_LIKENESS: Final = 0.6
OF_FANOUT: Final = 0.15
OF_COVERAGE: Final = 0.15
BY_STEP: Final = 0.85
"""What each further step leaves of a score. Both sides of a mediator are one step."""
_START: Final = "x0"
_MOST_WORDS: Final = 3


@dataclass(frozen=True)
class _ScoredChain:
    """A way to join the term of this place with another one, -1 for the class itself."""

    parent: int
    steps: Chain
    score: float


class PatternFinder:
    """Finds patterns around classes of one schema summary. No instance is ever looked at."""

    def __init__(
        self, summary: SchemaSummary, preset: Preset, encoder: Encoder, languages: Sequence[str] = ("en",)
    ) -> None:
        self._summary = summary
        self._preset = preset
        self._encoder = encoder
        self._languages = tuple(languages)
        self._chains = ChainFinder(summary)

    def around(
        self, class_iri: Term, terms: Sequence[PatternTerm], question: str, most: int = MOST_PATTERNS
    ) -> tuple[ClassPattern, ...]:
        """The patterns that join a class with all the terms, the best first; none if one term cannot be joined.

        Each term is joined with the class or with a class among the other terms ("rivers in states that border
        Ohio"), by two steps at most, or three through a mediator. A chain ranks by how like its relations are to
        words of the question, by how few nodes a step leads to, by how many instances have its first relation, and
        by its length. Without terms there is one pattern: the class.
        """
        if class_iri in PSEUDO_CLASSES or self._summary.class_of(class_iri) is None:
            return ()
        words = _QuestionPhrases(question, self._encoder)
        options = [self._options(class_iri, terms, place, words) for place in range(len(terms))]
        share = int(MOST_JOINED ** (1 / max(len(terms), 1)) + 1e-9)
        combined = [chosen for chosen in product(*(_best(found, share) for found in options)) if _is_tree(chosen)]
        scores = [
            _mean(chosen) * BY_STEP ** _repeated(chosen) + OF_EXPLAINED * self._explained(chosen, words)
            for chosen in combined
        ]
        ranked = sorted(range(len(combined)), key=lambda place: (-scores[place], place))
        return tuple(self._pattern(class_iri, terms, combined[place], scores[place]) for place in ranked[:most])

    def _options(
        self, class_iri: Term, terms: Sequence[PatternTerm], place: int, words: "_QuestionPhrases"
    ) -> list[_ScoredChain]:
        """The chains to a term from all that it may be joined with, the best first."""
        parents = [(-1, class_iri)]
        parents += [
            (other, term.iri) for other, term in enumerate(terms) if term.kind == "class" and other != place
        ]
        found = [
            _ScoredChain(parent, steps, self._score(iri, steps, words))
            for parent, iri in parents
            for steps in self._joining(iri, terms[place])
        ]
        return sorted(found, key=lambda item: -item.score)

    def _joining(self, start: Term, term: PatternTerm) -> tuple[Chain, ...]:
        if term.kind == "attribute":
            return self._chains.to_attribute(start, term.relation)
        if term.kind == "class":
            return self._chains.between(start, [term.iri])
        return self._chains.between(start, term.classes or (NO_CLASS, NO_CLASS_NO_LABEL))

    def _score(self, start: Term, steps: Chain, words: "_QuestionPhrases") -> float:
        likeness = sum(self._likeness(step.relation, words) for step in steps) / len(steps)
        fanout = math.prod(max(1.0, step.edges / step.sources) for step in steps)
        size = self._summary.class_of(start)
        counted = (size.instances if size.sampled is None else size.sampled) if size else 0
        coverage = min(1.0, steps[0].sources / counted) if counted else 0.0
        further = len(steps) - 1 - sum(step.through_mediator for step in steps[:-1])
        whole = OF_LIKENESS * likeness + OF_FANOUT / (1 + math.log2(fanout)) + OF_COVERAGE * coverage
        return float(whole * BY_STEP**further)

    def _explained(self, chosen: Sequence[_ScoredChain], words: "_QuestionPhrases") -> float:
        """The share of the words of the question that stand in the names of the relations."""
        relations = {step.relation for item in chosen for step in item.steps}
        forms = [form for iri in relations for form in name_forms(self._summary.names_of(iri), self._languages)]
        return words.share(form.words for form in forms)

    def _likeness(self, relation: Term, words: "_QuestionPhrases") -> float:
        forms = name_forms(self._summary.names_of(relation), self._languages)
        return words.likeness([form.words for form in forms])

    def _pattern(
        self, class_iri: Term, terms: Sequence[PatternTerm], chosen: Sequence[_ScoredChain], score: float
    ) -> ClassPattern:
        chains = tuple(
            TermChain(term=term, parent=_variable(item.parent), variable=_variable(place), steps=item.steps)
            for place, (term, item) in enumerate(zip(terms, chosen, strict=True))
        )
        elements = [self._instance(_START, class_iri)]
        for chain in chains:
            elements += self._elements(chain)
        return ClassPattern(
            class_=class_iri,
            variable=_START,
            chains=chains,
            pattern=GraphPattern(elements=tuple(elements)),
            text=self._text(class_iri, chains),
            score=round(score, 3),
        )

    def _elements(self, chain: TermChain) -> Iterator[PatternElement]:
        inner = [f"{chain.variable}_{number}" for number in range(1, len(chain.steps))]
        nodes = [chain.parent, *inner, chain.variable]
        for step, near, far in zip(chain.steps, nodes, nodes[1:], strict=False):
            source, target = (near, far) if step.forward else (far, near)
            yield Edge(source=source, relation=step.relation, target=target)
        if chain.term.kind == "entity":
            yield Constant(variable=chain.variable, terms=(chain.term.iri,))
        elif chain.term.kind == "class":
            yield self._instance(chain.variable, chain.term.iri)

    def _instance(self, variable: str, class_iri: Term) -> PatternElement:
        above = self._preset.subclasses[0] if self._preset.subclasses else RDFS_SUBCLASS
        return InstanceOf(
            variable=variable, class_=class_iri, type_relations=self._preset.types, subclass_relation=above
        )

    def _text(self, class_iri: Term, chains: Sequence[TermChain]) -> str:
        """The chains as paths; a class that is named before has a number."""
        shown = {_START: self._class_label(class_iri)}
        for chain in chains:
            label = self._end_label(chain)
            same = sum(other.split(" #")[0] == label for other in shown.values())
            is_class = chain.term.kind == "class"
            shown[chain.variable] = f"{label} #{same + 1}" if is_class and same else label
        lines = [self._line(chain, shown) for chain in chains]
        return "; ".join(lines) or "{" + shown[_START] + "}"

    def _line(self, chain: TermChain, shown: dict[str, str]) -> str:
        nodes = [_node(shown[chain.parent])]
        for step in chain.steps[:-1]:
            nodes.append(_node(self._class_label(step.target), is_mediator=step.through_mediator))
        nodes.append(_node(shown[chain.variable]))
        relations = [self._summary.names_of(step.relation).shown(self._languages) for step in chain.steps]
        return pattern_line(nodes, relations, [step.forward for step in chain.steps])

    def _end_label(self, chain: TermChain) -> str:
        if chain.term.kind == "entity":
            return chain.term.label
        if chain.term.kind == "class":
            return self._class_label(chain.term.iri)
        return humanize(local_name(chain.steps[-1].target))

    def _class_label(self, iri: Term) -> str:
        found = self._summary.class_of(iri)
        return found.shown(self._languages) if found else iri


class _QuestionPhrases:
    """The content words of a question in runs, with which names of relations are compared."""

    def __init__(self, question: str, encoder: Encoder) -> None:
        tokens = tokens_of(question)
        self._encoder = encoder
        self._stems = {stem for token in tokens for stem in stems_of((token.text,))}
        self._phrases = [
            " ".join(token.text for token in tokens[first : first + size])
            for size in range(1, _MOST_WORDS + 1)
            for first in range(len(tokens) - size + 1)
            if all(token.joined for token in tokens[first + 1 : first + size])
        ]
        self._vectors: Vectors | None = encoder.encode(self._phrases) if self._phrases else None
        self._known: dict[tuple[str, ...], float] = {}

    def share(self, names: Iterable[tuple[str, ...]]) -> float:
        """The share of the words that stand in one of some names, by their stems."""
        named = {stem for name in names for stem in stems_of(name)}
        return len(self._stems & named) / max(len(self._stems), 1)

    def likeness(self, names: Sequence[tuple[str, ...]]) -> float:
        """How like the best of some names is to words of the question: 1 where all its words stand there."""
        return max(map(self._of_name, names), default=0.0)

    def _of_name(self, name: tuple[str, ...]) -> float:
        if name not in self._known:
            self._known[name] = self._compared(name)
        return self._known[name]

    def _compared(self, name: tuple[str, ...]) -> float:
        if self._stems.issuperset(stems_of(name)):
            return 1.0
        if self._vectors is None:
            return 0.0
        return float(np.clip(self._vectors @ self._encoder.encode([" ".join(name)])[0], 0.0, 1.0).max())


def _node(label: str, is_mediator: bool = False) -> ShownNode:
    return ShownNode(labels=(label,), total=1, kind="mediator" if is_mediator else "entity")


def _variable(place: int) -> str:
    return f"x{place + 1}"


def _mean(chosen: Sequence[_ScoredChain]) -> float:
    return sum(item.score for item in chosen) / len(chosen) if chosen else 1.0 - OF_EXPLAINED


def _repeated(chosen: Sequence[_ScoredChain]) -> int:
    """How many steps have a relation of an earlier step, which the words of the question name but once."""
    relations = [step.relation for item in chosen for step in item.steps]
    return len(relations) - len(set(relations))


def _best(options: Sequence[_ScoredChain], most: int) -> list[_ScoredChain]:
    """The best chains of a term, with the best one that joins it with the class itself."""
    own = next((place for place, item in enumerate(options) if item.parent < 0), 0)
    return [*options[:most], *options[max(own, most) : own + 1]]


def _is_tree(chosen: Sequence[_ScoredChain]) -> bool:
    """Whether each term leads to the class over what it is joined with."""
    for place in range(len(chosen)):
        seen = {place}
        parent = chosen[place].parent
        while parent >= 0:
            if parent in seen:
                return False
            seen.add(parent)
            parent = chosen[parent].parent
    return True
