"""Strict measures: an answer is right if its IRI, or its value or label without case and spacing, is gold."""

from collections.abc import Iterable

from pog_agent.evaluation.dataset import GoldItem
from pog_agent.models import Answer, AnswerItem
from pog_agent.terms import Term, is_literal, literal_value


def hits_strict(answer: Answer, gold: Iterable[GoldItem]) -> bool:
    """Hits@1: any gold answer is among the answers; for an unanswerable question, none is given."""
    wanted = list(gold)
    if not wanted:
        return not answer.answers
    return any(_same(item, target) for item in answer.answers for target in wanted)


def all_gold(answer: Answer, gold: Iterable[GoldItem]) -> bool:
    """Whether the answers are exactly the gold ones."""
    wanted = list(gold)
    found = all(any(_same(item, target) for item in answer.answers) for target in wanted)
    return found and all(any(_same(item, target) for target in wanted) for item in answer.answers)


def gold_terms(nodes: Iterable[Term], gold: Iterable[GoldItem]) -> set[Term]:
    """The nodes of the graph that are gold answers."""
    iris = {item.iri for item in gold if item.iri}
    values = {_plain(item.value) for item in gold if item.value is not None}
    return {node for node in nodes if node in iris or (is_literal(node) and _plain(literal_value(node)) in values)}


def _same(item: AnswerItem, target: GoldItem) -> bool:
    if target.iri is not None and item.iri is not None:
        return target.iri == item.iri
    names = {_plain(name) for name in (target.value, target.label) if name}
    return bool(names & {_plain(name) for name in (item.value, item.label) if name})


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
