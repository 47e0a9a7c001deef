"""Names from IRIs: which local names are words, and which nodes without a label go by theirs.

A class goes by its IRI where that is words. Another node is judged by its like: the nodes of its class or, if it
has none, those in the same role of a relation. In a labelled graph, what nobody labels and everybody numbers or
prefixes alike (`loan_2021_03`, `marriage_Curie`) is an identifier of a mediator, not a name.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar
from urllib.parse import unquote

from pog_agent.kg.preset import Preset
from pog_agent.terms import Term, humanize, local_name

T = TypeVar("T")

MIN_LABEL_COVERAGE: Final = 0.05
SAMPLED_PEERS: Final = 200
"""So many unlabelled nodes of a class or role are looked at; a store looks at no more of a large one."""
SAMPLED_GRAPH: Final = 10_000
"""So many unlabelled nodes are looked at where hardly any node of the graph has a label."""
_FEW: Final = 3
_LONGEST: Final = 120

_CASES: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_ADDRESS: Final = re.compile(r"@|\.(?:html?|php|aspx?|jsp|xml|json|pdf|png|jpe?g|gif|svg|txt|csv)$")
_PARTS: Final = re.compile(r"[^\W\d_]+|\d+")
_CODE: Final = re.compile(r"(?![CDKM]?M[23]$)(?:[A-Z]{1,3}-?\d{1,4}|[A-Z])")
"""The end of a name that people use as one: no unit of an area or volume."""
_STATEMENTS: Final = frozenset(
    """
    appointment booking casting contract employment enrolment event lease link loan marriage member membership
    order participation payment position post purchase relation relationship role sale statement term transfer
    """.split()  # noqa: SIM905 (a list of words reads better so)
)
"""What a node that only joins others is called."""
_COUNTED: Final = frozenset(
    """
    award bid call case checkout claim copy count deal deed dose entry exam fact game gift goal grant incident
    invoice job log match note offer overhaul play price race rate record regency reign repair report response
    result review round score season session shift spell stay stint survey swap tenure test ticket tour trip visit
    voyage win
    element entity individual instance item node object resource row thing
    """.split()  # noqa: SIM905 (a list of words reads better so)
)
"""What happens or is numbered in records, and what says nothing of a node: with a number it is no name."""
_OF_DEEDS: Final = ("al", "ance", "ence", "ing", "ment", "ship", "sion", "tion")
"""Endings of words that may be for what is done: a hearing, a treatment, a membership."""
_WORD: Final = re.compile(r"(?=.*[aeiouyAEIOUY])(?:[A-Z][a-z]+|[a-z]{2,})|[A-Z]{2,6}|.*[^\x00-\x7f].*")


@dataclass(frozen=True, slots=True)
class IriName:
    """A local name that reads as words: its text, its words in lower case, and whether a number is among them.

    `has_code` says that it ends in a code that people use (`flight SY204`, `gate N1`, `room A`). A code that
    begins as the word before it does (`loan L12`) numbers things.
    """

    text: str
    words: tuple[str, ...]
    is_numbered: bool
    has_code: bool = False


@dataclass(frozen=True)
class NamingRule:
    """Which nodes of one kind go by their local names: those in these namespaces, except for counters.

    A counter is given by its namespace and words: several numbers with the same words (`order-17`) count things.
    `labelled` says that nodes of this kind have labels otherwise, so that a word with a number may be a name, too.
    `called` has the words of the kind that are those of a thing: people call one of the trenches "trench 2".
    """

    namespaces: frozenset[str]
    counters: frozenset[tuple[str, tuple[str, ...]]] = frozenset()
    labelled: bool = False
    called: frozenset[str] = frozenset()

    def allows(self, iri: Term, name: IriName) -> bool:
        """Whether the node goes by this name as far as this kind is concerned."""
        namespace = namespace_of(iri)
        if namespace not in self.namespaces:
            return False
        if not name.is_numbered or name.has_code or (name.words and name.words[-1] in self.called):
            return True
        return (self.labelled or len(name.words) > 1) and (namespace, name.words) not in self.counters


def namespace_of(iri: Term) -> str:
    """The IRI up to its local name."""
    whole = iri.rstrip("/#")
    return whole[: len(whole) - len(local_name(iri))]


def name_of_iri(iri: Term, lenient: bool = False) -> IriName | None:
    """The local name as words, percent-decoded; None if it is an identifier (`Q64`, a hash) or an address.

    More than half of it must be words. `lenient` takes letters without any digit as they are, as it should where a
    graph has no other names.
    """
    local = _decoded(local_name(iri))
    if not local or len(local) > _LONGEST or namespace_of(iri).endswith("//") or _ADDRESS.search(local):
        return None
    text = _spaced(local)
    parts = _PARTS.findall(_CASES.sub(" ", text))
    is_numbered = any(map(str.isdigit, parts))
    words = tuple(part.lower() for part in parts if _WORD.fullmatch(part) or (lenient and not is_numbered))
    if 2 * sum(map(len, words)) <= sum(map(len, parts)):
        return None
    return IriName(text, words, is_numbered, _ends_in_code(text))


def is_named(iri: Term, rules: Iterable[NamingRule], sparse: bool = False) -> bool:
    """Whether a node goes by its IRI: its local name is words, and every rule of its kinds allows them."""
    name = name_of_iri(iri, lenient=sparse)
    return name is not None and all(rule.allows(iri, name) for rule in rules)


def is_code_of(text: str, name: str) -> bool:
    """Whether a text is the code that a name ends in, and that is more than a letter."""
    return len(text) > 2 and _ends_in_code(name) and name.casefold().endswith(f" {text.casefold()}")


def iri_text(iri: Term) -> str:
    """The local name of a node with spaces, whether it reads as words or not."""
    local = local_name(iri)
    return _spaced(_decoded(local) or local) or local


def relation_text(relation: Term, preset: Preset) -> str | None:
    """The words of a relation without a label; None if it has none, or if the preset wants no names from IRIs."""
    if preset.names_from_iris == "never" or name_of_iri(relation, lenient=True) is None:
        return None
    return humanize(_decoded(local_name(relation)) or relation)


def is_sparse(labelled: int, subjects: int) -> bool:
    """Whether so few of the nodes with triples have a label that local names serve as labels throughout."""
    return labelled < MIN_LABEL_COVERAGE * subjects


def sampled(nodes: Sequence[T], size: int = SAMPLED_PEERS) -> Sequence[T]:
    """At most so many of the nodes, evenly spaced."""
    return nodes[:: max(1, -(-len(nodes) // size))]


def rule_of_kind(kind: Term, labelled: int, total: int, bare: Sequence[Term], *, is_class: bool) -> NamingRule:
    """The rule for the nodes of a class, or in a role of a relation (`kind`), of a labelled graph.

    `labelled` of `total` nodes have a label; `bare` are nodes without one, `SAMPLED_PEERS` or all.
    """
    found = {iri: name_of_iri(iri) for iri in bare}
    names = {iri: name for iri, name in found.items() if name is not None}
    has_labels = labelled >= MIN_LABEL_COVERAGE * total and labelled > 0
    words = _words_of(kind)
    if not has_labels and _has_scheme(words, list(names.values()), is_class=is_class):
        return NamingRule(frozenset())
    called = frozenset(words) if is_class and _is_of_things(words) else frozenset()
    return NamingRule(_speaking(bare, names), _counters(names), has_labels, called)


def rule_of_graph(bare: Sequence[Term]) -> NamingRule:
    """The rule for all nodes of a graph in which hardly any node has a label (`sampled` nodes without one)."""
    found = {iri: name_of_iri(iri, lenient=True) for iri in bare}
    names = {iri: name for iri, name in found.items() if name is not None}
    return NamingRule(_speaking(bare, names), _counters(names), labelled=True)


def _decoded(local: str) -> str | None:
    try:
        return unquote(local, errors="strict") if "%" in local else local
    except UnicodeDecodeError:
        return None


def _spaced(local: str) -> str:
    """The local name with spaces. Where it has separators of its own, capitals and dots stay as they are."""
    if re.search(r"[_\s]", local):
        return " ".join(re.sub(r"[_\s]+", " ", local).split())
    if local[:1].islower() and local != local.lower() and not _ends_in_code(_CASES.sub(" ", local)):
        return humanize(local)
    return _CASES.sub(" ", re.sub(r"[.\-]+", " ", local)).strip()


def _speaking(bare: Iterable[Term], names: dict[Term, IriName]) -> frozenset[str]:
    """The namespaces of which at least half of the local names are words."""
    counts = Counter(map(namespace_of, bare))
    spoken = Counter(map(namespace_of, names))
    return frozenset(namespace for namespace, count in counts.items() if 2 * spoken[namespace] >= count)


def _counters(names: dict[Term, IriName]) -> frozenset[tuple[str, tuple[str, ...]]]:
    numbered = ((iri, name) for iri, name in names.items() if name.is_numbered and not name.has_code)
    counts = Counter((namespace_of(iri), name.words) for iri, name in numbered)
    return frozenset(key for key, count in counts.items() if count >= _FEW)


def _ends_in_code(text: str) -> bool:
    before, _, last = text.rpartition(" ")
    code = _CODE.fullmatch(last)
    return bool(before) and code is not None and before.split()[-1][:1].lower() != last[0].lower()


def _has_scheme(kind: Sequence[str], names: Sequence[IriName], *, is_class: bool) -> bool:
    """Whether most names begin or end with one word: it says what kind of statement each of them identifies.

    A kind of thing is no scheme: "Chess Club" of clubs, "Port Aldhaven" of the class of ports, "trench 2".
    """
    called = set(kind) - _STATEMENTS
    may_begin = is_class and _is_of_things(kind)
    several = [name.words for name in names if not name.has_code and (len(name.words) > 1 or name.is_numbered)]
    for place in (0, -1):
        for word, count in Counter(words[place] for words in several).most_common(1):
            if word in called and (place == -1 or may_begin):
                continue
            if count > 1 and (2 * count >= len(names) if count >= _FEW else count == len(names) and word in kind):
                return True
    return False


def _words_of(kind: Term) -> list[str]:
    return [word.lower() for word in _PARTS.findall(_CASES.sub(" ", local_name(kind)))]


def _is_of_things(kind: Sequence[str]) -> bool:
    """Whether the words of a kind name things, and neither deeds nor statements."""
    return bool(kind) and kind[-1] not in _STATEMENTS | _COUNTED and not kind[-1].endswith(_OF_DEEDS)
