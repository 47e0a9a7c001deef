"""Names in endpoint results: which label to prefer, and which entities a text means."""

from collections.abc import Iterable, Sequence
from functools import cache, partial

from rapidfuzz import fuzz

from pog_agent.kg.names import language_rank
from pog_agent.kg.sparql.results import ResultRow
from pog_agent.terms import Term, is_blank, is_literal, literal_language, literal_value
from pog_agent.words import folded


def best_labels(rows: Iterable[ResultRow], languages: Sequence[str], predicates: Sequence[str]) -> dict[Term, str]:
    """The preferred label per node of rows (node, predicate, label).

    First the languages in their order (`en` before `en-GB`), then no language, then any other; among equals
    the most trusted predicate, which comes first in `predicates`.
    """
    ranks = _ranks(predicates)
    rank_of = cache(partial(language_rank, languages))

    def place(predicate: Term, label: Term) -> tuple[tuple[int, int, str], int, str]:
        return rank_of(literal_language(label)), ranks.get(predicate, len(ranks)), literal_value(label)

    best: dict[Term, tuple[Term, Term]] = {}
    for node, predicate, label in rows:
        if is_literal(label) and (node not in best or place(predicate, label) < place(*best[node])):
            best[node] = predicate, label
    return {node: literal_value(label) for node, (_, label) in best.items()}


def names(rows: Iterable[ResultRow], predicates: Sequence[str]) -> list[tuple[Term, str]]:
    """Entities and their names from rows (node, predicate, name), in the order of the predicates."""
    ranks = _ranks(predicates)
    ranked = sorted({(ranks.get(predicate, len(ranks)), node, name) for node, predicate, name in rows})
    named = [
        (node, literal_value(name).strip()) for _, node, name in ranked if is_literal(name) and not is_blank(node)
    ]
    return list(dict.fromkeys(named))


def exact_matches(rows: Iterable[ResultRow], predicates: Sequence[str]) -> dict[str, dict[Term, str]]:
    """Entities and the name that matched, per folded name; those with the name as label come first."""
    matches: dict[str, dict[Term, str]] = {}
    for node, name in names(rows, predicates):
        matches.setdefault(folded(name), {}).setdefault(node, name)
    return matches


def closest(text: str, rows: Iterable[ResultRow], limit: int, predicates: Sequence[str]) -> dict[Term, str]:
    """The entities whose name is most similar to the text, best first, and that name."""
    best: dict[Term, tuple[float, str]] = {}
    for node, name in names(rows, predicates):
        place = (-fuzz.ratio(folded(text), folded(name)), name)
        best[node] = min(place, best.get(node, place))
    ordered = sorted(best.items(), key=lambda item: (item[1], item[0]))
    return {node: name for node, (_, name) in ordered[:limit]}


def _ranks(predicates: Sequence[str]) -> dict[str, int]:
    return {predicate: rank for rank, predicate in enumerate(predicates)}
