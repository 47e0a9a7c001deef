"""Names from IRIs for an endpoint's nodes, judged by bounded samples of their like."""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final
from urllib.parse import quote

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.iri_names import (
    NamingRule,
    iri_text,
    is_named,
    is_sparse,
    name_of_iri,
    namespace_of,
    relation_text,
    rule_of_graph,
    rule_of_kind,
    sampled,
)
from pog_agent.kg.preset import Preset
from pog_agent.kg.sparql import query as sparql_query
from pog_agent.kg.sparql import survey as sparql_survey
from pog_agent.kg.sparql.cache import CACHED_TERMS, AnswerMemory, RecentAnswers
from pog_agent.kg.sparql.query import Select
from pog_agent.kg.sparql.results import ResultRow
from pog_agent.kg.sparql.terms import is_askable
from pog_agent.terms import Term, is_literal, literal

_SURVEYED: Final = 500
"""So many triples tell whether hardly any node has a label, and which namespaces name nodes."""
_PEERS: Final = 500
_BATCH: Final = 200
_MOST_KINDS: Final = 200
_MOST_NAMESPACES: Final = 3
_MOST_WORDS: Final = 6

_REQUEST: Final = "names from IRIs"

ShortQuery = Callable[[str, Sequence[str]], Awaitable[list[ResultRow]]]
"""Sends a query for these columns, which takes a few seconds at most; `GraphUnavailableError` if it takes more."""

_Kind = tuple[Term, bool | None]
"""A class with None, or a relation with the end of its edges at which nodes stand: True for edges into them."""


@dataclass(frozen=True)
class _Survey:
    """Whether hardly any node has a label, the rule for that case, and the namespaces that name most nodes."""

    is_sparse: bool
    rule: NamingRule
    namespaces: tuple[str, ...]


class EndpointNaming:
    """Names from IRIs for the nodes of one endpoint.

    Nodes that cannot be judged by short queries (`ask`) stay nameless, and `notices` say so.
    """

    def __init__(self, preset: Preset, remembered: AnswerMemory, ask: ShortQuery) -> None:
        self.notices: tuple[str, ...] = ()
        self._preset, self._mode = preset, preset.names_from_iris
        self._remembered, self._ask = remembered, ask
        self._known: RecentAnswers[Term, str] = RecentAnswers(CACHED_TERMS)
        self._rules: dict[_Kind, NamingRule] = {}
        self._surveyed: _Survey | None = None

    async def names(self, nodes: Sequence[Term]) -> dict[Term, str]:
        """Names of those nodes and relations without a label that go by their IRIs."""
        wanted = [iri for iri in nodes if self._may_be_named(iri)]
        known = self._known.known(wanted)
        known |= await self._remembered.recall(_REQUEST, [iri for iri in wanted if iri not in known])
        missing = [iri for iri in wanted if iri not in known]
        try:
            known |= await self._decided(missing) if missing else {}
        except GraphUnavailableError as error:
            self._leave_out("some nodes", error)
        self._known.add(known)
        return {iri: text for iri, text in known.items() if text}

    async def rows(self, texts: Sequence[str]) -> list[ResultRow]:
        """Rows (node, no predicate, name) of nodes without a label whose IRIs spell one of the texts."""
        if self._mode == "never":
            return []
        try:
            spoken = (await self._survey()).namespaces
            forms = dict.fromkeys(form for text in texts for form in spelled_forms(text))
            iris = filter(is_askable, (namespace + form for namespace in spoken for form in forms))
            found = await self._column(partial(sparql_survey.present, self._preset), list(iris))
            return _rows(await self.names(await self._without_label(found)))
        except GraphUnavailableError as error:
            self._leave_out("names in questions", error)
            return []

    async def all_rows(self, limit: int) -> list[ResultRow]:
        """Rows of all nodes that go by their IRIs; `limit` nodes without a label are looked at."""
        if self._mode == "never":
            return []
        try:
            if not (await self._survey()).namespaces:
                return []
            query = sparql_survey.unlabelled(self._preset)
            bare = [row[0] for row in await self._ask(query.text(limit), query.columns)]
        except GraphUnavailableError as error:
            self._leave_out("the list of all names", error)
            return []
        if len(bare) >= limit:
            self._leave_out("the list of all names", f"{limit} nodes or more have no label")
        return _rows(await self.names(bare))

    def _may_be_named(self, iri: Term) -> bool:
        if self._mode == "never" or not self._may_name(iri):
            return False
        return self._mode == "always" or name_of_iri(iri, lenient=True) is not None

    def _may_name(self, node: Term) -> bool:
        return is_askable(node) and not is_literal(node) and not self._preset.is_nameless(node)

    async def _decided(self, nodes: Sequence[Term]) -> dict[Term, str]:
        """The name of each node, empty if it has none; kept for later runs if all could be judged."""
        before = self.notices
        kinds = await self._kinds(nodes)
        if self._mode == "always":
            named = {iri: bool(kinds[iri]) for iri in nodes}
        else:
            survey = await self._survey()
            if not survey.is_sparse:
                await self._judge({kind for own in kinds.values() if not self._are_of_class(own) for kind in own})
            named = {iri: bool(kinds[iri]) and self._is_named(iri, kinds[iri], survey) for iri in nodes}
        found = {iri: iri_text(iri) if named[iri] else "" for iri in nodes}
        nowhere = [iri for iri in nodes if not kinds[iri]]
        relations = await self._column(sparql_query.used, nowhere)
        found |= {relation: relation_text(relation, self._preset) or "" for relation in relations}
        if self.notices == before:
            await self._remembered.keep(_REQUEST, found)
        return found

    def _is_named(self, iri: Term, kinds: Sequence[_Kind], survey: _Survey) -> bool:
        if survey.is_sparse:
            return is_named(iri, [survey.rule], sparse=True)
        return is_named(iri, () if self._are_of_class(kinds) else [self._rules[kind] for kind in kinds])

    def _are_of_class(self, kinds: Sequence[_Kind]) -> bool:
        """Whether these roles are those of a class: it has instances or subclasses, or is a subclass itself."""
        preset = self._preset
        return any(
            (incoming is True and term in preset.types) or (incoming is not None and term in preset.subclasses)
            for term, incoming in kinds
        )

    async def _kinds(self, nodes: Sequence[Term]) -> dict[Term, list[_Kind]]:
        """The classes of each node or, if it has none, its roles."""
        kinds: dict[Term, list[_Kind]] = {iri: [] for iri in nodes}
        for node, class_ in await self._all(partial(sparql_query.types, self._preset), nodes):
            if is_askable(class_) and not is_literal(class_):
                kinds[node].append((class_, None))
        untyped = [iri for iri in nodes if not kinds[iri]]
        for incoming in (False, True):
            build = partial(sparql_survey.roles, self._preset, incoming=incoming)
            for node, relation in await self._all(build, untyped):
                kinds[node].append((relation, incoming))
        return kinds

    async def _judge(self, kinds: Iterable[_Kind]) -> None:
        for kind in sorted(set(kinds) - set(self._rules), key=str):
            try:
                self._rules[kind] = await self._rule(kind)
            except GraphUnavailableError as error:
                self._rules[kind] = NamingRule(frozenset())
                self._leave_out(f"nodes of the kind {kind[0]}", error)

    async def _rule(self, kind: _Kind) -> NamingRule:
        if len(self._rules) >= _MOST_KINDS:
            self._leave_out("further kinds of nodes", f"{_MOST_KINDS} classes and relations were judged")
            return NamingRule(frozenset())
        term, incoming = kind
        if incoming is None:
            query = sparql_survey.members(self._preset, term)
        else:
            query = sparql_survey.in_role(self._preset, term, incoming)
        peers = sorted(row[0] for row in await self._ask(query.text(_PEERS), query.columns))
        bare = await self._without_label(peers)
        labelled = len(peers) - len(bare)
        return rule_of_kind(term, labelled, len(peers), sampled(bare), is_class=incoming is None)

    async def _survey(self) -> _Survey:
        """What the first triples say of the graph, asked for once."""
        if self._surveyed is None:
            query = sparql_survey.plain(sparql_survey.triples(), _SURVEYED)
            triples = [(head, by, tail) for head, by, tail in await self._ask(query, ("s", "p", "o"))]
            relations = {relation for _, relation, _ in triples}
            heads = {head for head, _, _ in triples}
            edges = [triple for triple in triples if self._preset.is_edge(*triple)]
            ends = {end for head, _, tail in edges for end in (head, tail)}
            nodes = sorted(node for node in (heads | ends) - relations if self._may_name(node))
            bare = await self._without_label(nodes)
            subjects = [node for node in nodes if node in heads]
            labelled = len(set(subjects) - set(bare))
            rule = rule_of_graph([node for node in bare if node in ends])
            counts = Counter(space for space in map(namespace_of, bare) if space in rule.namespaces)
            spoken = tuple(space for space, _ in counts.most_common(_MOST_NAMESPACES))
            self._surveyed = _Survey(is_sparse(labelled, len(subjects)), rule, spoken)
        return self._surveyed

    async def _without_label(self, nodes: Sequence[Term]) -> list[Term]:
        asked = [node for node in nodes if is_askable(node)]
        labelled = set(await self._column(partial(sparql_survey.labelled, self._preset), asked))
        return [node for node in asked if node not in labelled]

    async def _column(self, build: Callable[[Sequence[Term]], Select], items: Sequence[Term]) -> list[Term]:
        return [row[0] for row in await self._all(build, items)]

    async def _all(self, build: Callable[[Sequence[Term]], Select], items: Sequence[Term]) -> list[ResultRow]:
        queries = [build(batch) for batch in _batches(items)]
        return [row for query in queries for row in await self._ask(query.text(), query.columns)]

    def _leave_out(self, what: str, why: object) -> None:
        notice = f"names from IRIs could not be decided for {what}, which stay nameless ({why})"
        self.notices = tuple(dict.fromkeys((*self.notices, notice)))


def spelled_forms(text: str) -> list[str]:
    """The local names that a text may stand for: in some casings, with each usual separator."""
    words = text.split()
    if not words or len(words) > _MOST_WORDS:
        return []
    lower = [word.lower() for word in words]
    upper = [word[:1].upper() + word[1:] for word in words]
    forms = ["".join((lower[0], *upper[1:]))]
    forms += [separator.join(chosen) for chosen in (words, upper, lower) for separator in ("_", "-", "%20", "")]
    return list(dict.fromkeys(form for spelt in forms for form in (spelt, quote(spelt, safe="%!$&'()*+,;=:@"))))


def _rows(names: Mapping[Term, str]) -> list[ResultRow]:
    return [(iri, "", literal(text)) for iri, text in names.items()]


def _batches(items: Sequence[Term]) -> Iterator[Sequence[Term]]:
    return (items[start : start + _BATCH] for start in range(0, len(items), _BATCH))
