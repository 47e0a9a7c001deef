"""Names that a graph gives in words of its own: `:name "Ann"`, `:paperTitle "On frogs"`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from pog_agent.kg.adjacency import Bools, Ints
from pog_agent.kg.local.triples import EncodedTriples
from pog_agent.kg.preset import GENERIC, Preset
from pog_agent.terms import (
    RDF,
    RDFS_LABEL,
    XSD,
    LiteralTerm,
    humanize,
    is_literal,
    literal_datatype,
    literal_value,
    local_name,
)

_NAMES: Final = tuple("name title label bezeichnung naam nom nombre nome titel titre titolo".split())  # noqa: SIM905
"""The last word of a predicate that names things."""
_TITLES: Final = frozenset({"titel", "title", "titolo", "titre"})
"""What may be the title of somebody, too, who has a name beside it."""
_BEFORE: Final = frozenset({"common", "display", "full", "has", "official", "preferred", "proper"})
_HONORIFICS: Final = frozenset(
    "capt captain dame dr frau herr lady lord miss mr mrs ms prof professor rev sir".split()  # noqa: SIM905
)
MOST_LABELLED: Final = 0.05
"""Where more of its subjects have another label, a predicate tells something else."""
LEAST_DISTINCT: Final = 0.8
LONGEST: Final = 120
LONGEST_SMALL: Final = 3
"""Words of so many letters may be small in a name: "Kind of Blue"."""
SAMPLED: Final = 10_000
"""So many values of a predicate are looked at."""
_TEXTS: Final = frozenset({"", f"{XSD}string", f"{RDF}langString"})


@dataclass(frozen=True)
class _Named:
    """The subjects and values of one predicate, as places in the terms; `words` are those of its local name."""

    iri: str
    words: tuple[str, ...]
    heads: Ints
    tails: Ints


def with_own_names(encoded: EncodedTriples, preset: Preset) -> Preset:
    """The generic preset with the predicates by which a graph names its things in a vocabulary of its own.

    Any other preset stays as it is: whoever chose it knows the graph. Such a predicate is called name, title or
    label, alone, behind "full" or "has" or the like, or behind the class of what has it (`:companyName` of a
    company). Its values are short texts, nearly all different, of things that no other predicate names. The title
    of somebody who has a name is none.
    """
    if preset.name != GENERIC:
        return preset
    classes = _Classes(encoded, preset)
    found: list[str] = []
    labelled = _labelled(encoded, preset)
    for named in sorted(_candidates(encoded, preset), key=partial(_trust, encoded)):
        own = np.unique(named.heads)
        has_label = np.count_nonzero(labelled[own]) > MOST_LABELLED * len(own)
        if has_label or not classes.go_with(named) or not _are_names(encoded, named):
            continue
        found.append(named.iri)
        labelled[own] = True
    return preset.with_own(found) if found else preset


class _Classes:
    """What is known of the classes of subjects, and of their other predicates."""

    def __init__(self, encoded: EncodedTriples, preset: Preset) -> None:
        self._encoded = encoded
        is_type = np.array([relation in preset.types for relation in encoded.relations], dtype=np.bool_)
        self._typing = np.flatnonzero(is_type[encoded.relation_ids])
        self._labels = _class_labels(encoded)

    def go_with(self, named: _Named) -> bool:
        """Whether the words before the last say nothing, or are those of the class of most subjects."""
        before = " ".join(named.words[:-1])
        if not before or _BEFORE.issuperset(named.words[:-1]):
            return True
        rows = self._typing[np.isin(self._encoded.heads[self._typing], named.heads)]
        classes = {int(tail) for tail in np.unique(self._encoded.tails[rows])}
        same = [tail for tail in classes if before in self._names(tail)]
        members = self._encoded.heads[rows[np.isin(self._encoded.tails[rows], same)]]
        return 2 * len(np.unique(members)) >= len(np.unique(named.heads))

    def _names(self, class_: int) -> set[str]:
        term = self._encoded.terms[class_]
        return {humanize(local_name(term)).casefold(), *self._labels.get(class_, ())}


def _class_labels(encoded: EncodedTriples) -> dict[int, set[str]]:
    """The labels of things by RDFS, in small letters; only classes are asked for."""
    if RDFS_LABEL not in encoded.relations:
        return {}
    rows = np.flatnonzero(encoded.relation_ids == encoded.relations.index(RDFS_LABEL))[:SAMPLED]
    found: dict[int, set[str]] = {}
    for head, tail in zip(encoded.heads[rows].tolist(), encoded.tails[rows].tolist(), strict=True):
        if is_literal(encoded.terms[tail]):
            found.setdefault(head, set()).add(literal_value(encoded.terms[tail]).casefold())
    return found


def _candidates(encoded: EncodedTriples, preset: Preset) -> Iterator[_Named]:
    for number, relation in enumerate(encoded.relations):
        words = tuple(humanize(local_name(relation)).casefold().split())
        if words[-1:] and words[-1] in _NAMES and preset.is_relation(relation) and relation not in preset.types:
            rows = np.flatnonzero(encoded.relation_ids == number)[:SAMPLED]
            yield _Named(relation, words, encoded.heads[rows], encoded.tails[rows])


def _labelled(encoded: EncodedTriples, preset: Preset) -> Bools:
    """Which terms have a label by the preset."""
    is_label = np.array([relation in preset.labels for relation in encoded.relations], dtype=np.bool_)
    found = np.zeros(len(encoded.terms), dtype=np.bool_)
    found[encoded.heads[is_label[encoded.relation_ids]]] = True
    return found


def _trust(encoded: EncodedTriples, named: _Named) -> tuple[bool, float, float, int, str]:
    """How a predicate is ordered, the most trusted first: "name", then what tells things apart better.

    The label of a record and the title of somebody are the same for several, and have fewer capitals.
    """
    terms = (encoded.terms[tail] for tail in named.tails.tolist())
    texts = [literal_value(term) for term in terms if is_literal(term)]
    words = [word for text in texts for word in text.split() if len(word) > LONGEST_SMALL]
    distinct = len({text.casefold() for text in texts}) / max(len(texts), 1)
    capitals = sum(word[0].isupper() for word in words) / len(words) if words else 1.0
    return named.words[-1] != "name", -distinct, -capitals, _NAMES.index(named.words[-1]), named.iri


def _are_names(encoded: EncodedTriples, named: _Named) -> bool:
    """Whether the values are short texts, nearly all different, and no titles of people."""
    terms = [encoded.terms[tail] for tail in named.tails.tolist()]
    texts = [literal_value(term) for term in terms if is_literal(term) and _is_text(term)]
    is_short = all(0 < len(text) <= LONGEST for text in texts)
    distinct = {text.casefold() for text in texts}
    if len(texts) < len(terms) or not is_short or len(distinct) < LEAST_DISTINCT * len(texts):
        return False
    return named.words[-1] not in _TITLES or not (_are_honorifics(distinct) or _have_names(encoded, named))


def _is_text(term: LiteralTerm) -> bool:
    return (literal_datatype(term) or "") in _TEXTS and any(map(str.isalpha, literal_value(term)))


def _are_honorifics(texts: set[str]) -> bool:
    """Whether one of some texts is nothing but a title of somebody: "Prof. Dr.", and not "Lord of the Flies"."""
    found = [{word.rstrip(".") for word in text.split()} for text in texts]
    return any(words and words <= _HONORIFICS for words in found)


def _have_names(encoded: EncodedTriples, named: _Named) -> bool:
    """Whether what has a title has a name beside it, as people do."""
    others: Sequence[int] = [
        number
        for number, relation in enumerate(encoded.relations)
        if relation != named.iri and humanize(local_name(relation)).casefold().split()[-1:] == ["name"]
    ]
    return bool(np.isin(encoded.heads[np.isin(encoded.relation_ids, others)], named.heads).any())
