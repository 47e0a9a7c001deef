"""Which of several entities of one name a question means, by what it asks and what else it names."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from pog_agent.deadline import working_deadline
from pog_agent.kg.base import KnowledgeGraph, Neighborhood
from pog_agent.linking.candidates import LinkCandidate
from pog_agent.ranking.encoder import Encoder
from pog_agent.ranking.timed import TimedEncoder
from pog_agent.terms import Term, humanize, is_literal, local_name

EDGES_READ = 500
NEAREST_TERMS = 3
NO_CONTEXT = -1.0
LETTERS_AROUND = 500
"""So many letters before and after a mention tell what it means: about what an encoder reads of a text."""
SAME_CASE = 0.1
ADJACENT, COMMON_NEIGHBOUR = 0.5, 0.25

FittingScores = dict[str, dict[str, float]]


class ContextRanker:
    """Ranks the candidates of a question's mentions against each other.

    A candidate's points are the sum of four terms:

    - its score;
    - the mean similarity of its three best fitting relations and classes to the rest of the question;
    - a bonus where its label is written as the mention is;
    - for each other mention, a bonus where the candidate is adjacent to an entity that this mention may mean, or
      has a neighbour in common with it that is not a class. A settled mention counts with its one entity.

    At most 500 edges of a candidate are read; those of all candidates are read at once.
    """

    def __init__(self, kg: KnowledgeGraph, encoder: Encoder, languages: Sequence[str]) -> None:
        self._kg, self._encoder, self._languages = kg, encoder, languages

    async def choose(
        self, contenders: Mapping[str, Sequence[LinkCandidate]], question: str
    ) -> dict[str, list[LinkCandidate]]:
        """The contenders of each mention, the best first; mentions with few contenders are settled first."""
        if all(len(found) < 2 for found in contenders.values()):
            return {mention: list(found) for mention, found in contenders.items()}
        iris = list(dict.fromkeys(item.iri for found in contenders.values() for item in found))
        around = await self._kg.neighbors(iris, limit=EDGES_READ)
        kinds = await self._kg.types(iris)
        near = _near(iris, around, kinds)
        scores = await self._fitting(contenders, question, around, kinds)
        left = {mention: list(found) for mention, found in contenders.items()}
        ranked: dict[str, list[LinkCandidate]] = {}
        for mention in sorted(left, key=lambda name: len(left[name])):
            others = [found for name, found in left.items() if name != mention]
            points = {
                item.iri: item.score
                + scores[mention][item.iri]
                + sum(_connection(item, group, near) for group in others)
                for item in left[mention]
            }
            ranked[mention] = sorted(left[mention], key=lambda item: -points[item.iri])
            left[mention] = ranked[mention][:1]
        return ranked

    async def _fitting(
        self,
        contenders: Mapping[str, Sequence[LinkCandidate]],
        question: str,
        around: Neighborhood,
        kinds: Mapping[Term, Sequence[Term]],
    ) -> FittingScores:
        """How well each contender fits the question without its mention."""
        # A contender fits if some of its relations and classes are what the question asks about. The mean of the
        # nearest few does not punish an entity for its many other relations.
        terms: dict[str, set[str]] = defaultdict(set)
        for head, relation, tail in around.triples:
            terms[head].add(relation)
            terms[tail].add(relation)
        for iri, classes in kinds.items():
            terms[iri].update(classes)
        asked = {item.iri for found in contenders.values() if len(found) > 1 for item in found}
        used = sorted(set().union(*(terms[iri] for iri in asked)))
        labels = await self._kg.labels([*used, *asked], self._languages)
        words = {term: labels.get(term) or humanize(local_name(term)) for term in used}
        encoder = TimedEncoder(self._encoder, working_deadline())
        vectors = dict(zip(used, encoder.encode([words[term] for term in used]), strict=True)) if used else {}
        scores: FittingScores = {}
        for mention, found in contenders.items():
            if len(found) < 2:
                scores[mention] = {item.iri: 0.0 for item in found}
                continue
            query = encoder.encode([_around(mention, question)])[0]
            scores[mention] = {}
            for item in found:
                similarity = np.sort([float(vectors[term] @ query) for term in terms[item.iri]])
                fitting = float(similarity[-NEAREST_TERMS:].mean()) if len(similarity) else NO_CONTEXT
                same = labels.get(item.iri) == mention
                scores[mention][item.iri] = fitting + SAME_CASE * same
        return scores


def _around(mention: str, question: str) -> str:
    """What stands around a mention in the question."""
    place = max(question.find(mention), 0)
    part = question[max(place - LETTERS_AROUND, 0) : place + len(mention) + LETTERS_AROUND]
    return part.replace(mention, " ")


def _near(iris: Sequence[str], around: Neighborhood, kinds: Mapping[Term, Sequence[Term]]) -> dict[str, set[str]]:
    """The neighbours of each entity, except literals and its own classes."""
    wanted = set(iris)
    near: dict[str, set[str]] = {iri: set() for iri in iris}
    for head, _, tail in around.triples:
        if is_literal(tail):
            continue
        if head in wanted and tail not in kinds.get(head, ()):
            near[head].add(tail)
        if tail in wanted:
            near[tail].add(head)
    return near


def _connection(item: LinkCandidate, others: Sequence[LinkCandidate], near: Mapping[str, set[str]]) -> float:
    """The bonus for being near a candidate of another mention; being that candidate itself gives none."""
    around = near[item.iri]
    iris = [other.iri for other in others if other.iri != item.iri]
    if any(iri in around or item.iri in near[iri] for iri in iris):
        return ADJACENT
    return COMMON_NEIGHBOUR if any(around & near[iri] for iri in iris) else 0.0
