"""Questions of a file and their gold answers in a graph, as tests and benchmarks ask for them."""

from collections.abc import Iterable
from pathlib import Path

from pog_agent.evaluation.data.dataset import Question, load_questions
from pog_agent.evaluation.data.gold import GoldItem
from pog_agent.terms import Term, is_literal, literal_value
from pog_agent.values.spellings import plain


def read_questions(path: Path | str, limit: int | None = None) -> list[Question]:
    """The first `limit` questions of a file. Raises `SettingError` with file and line for a bad one."""
    return list(load_questions(path).questions[:limit])


def gold_terms(nodes: Iterable[Term], gold: Iterable[GoldItem]) -> set[Term]:
    """The nodes of the graph that are gold answers."""
    iris = {item.iri for item in gold if item.iri}
    values = {plain(item.value) for item in gold if item.value is not None}
    return {node for node in nodes if node in iris or (is_literal(node) and plain(literal_value(node)) in values)}
