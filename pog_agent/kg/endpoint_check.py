"""The check of a SPARQL endpoint: some 15 short queries, one after the other."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from pog_agent.errors import QueryFailedError
from pog_agent.kg.base import BareNodes
from pog_agent.kg.graph_report import (
    FactCollector,
    GraphReport,
    nodes_of,
    note_bare_nodes,
    note_labels,
    note_sample,
)
from pog_agent.kg.iri_names import name_of_iri
from pog_agent.kg.local.naming.own_names import with_own_names
from pog_agent.kg.local.triples import encode_triples
from pog_agent.kg.preset import Preset
from pog_agent.kg.sparql import query as sparql_query
from pog_agent.kg.sparql import survey as sparql_survey
from pog_agent.kg.sparql.client import SparqlClient
from pog_agent.kg.sparql.full_text import FullText
from pog_agent.kg.sparql.labels import best_labels
from pog_agent.kg.sparql.results import ResultRow, read_count
from pog_agent.kg.sparql.terms import is_askable
from pog_agent.terms import Term, Triple, is_literal, literal_value

SECONDS: Final = 10.0
"""The longest time for one query: a check is not worth more of a public endpoint's time."""
ROWS: Final = 20_001
"""So many rows are asked for to find a cap: more than the 10,000 that Virtuoso usually delivers."""
_SAMPLE: Final = 1_000
_DEEPEST_OFFSET: Final = 100_000
_LIMIT = re.compile(r"(?i)limit of (\d+) ?\(?s|time ?limit[^0-9]{0,20}(\d+) ?s|timeout of (\d+) ?s")
_TIME_CAPS: Final = {"query.wikidata.org": 60}
_FREEBASE: Final = "http://rdf.freebase.com/ns/"
_IDS: Final = ("m.", "g.")
_INVERSES: Final = (
    "http://www.w3.org/2002/07/owl#inverseOf",
    _FREEBASE + "type.property.reverse_property",
    _FREEBASE + "type.property.master_property",
)


async def check_endpoint(url: str, seconds: float, preset: Preset) -> GraphReport:
    """What `check_kg` reports of an endpoint; raises as it does."""
    client = SparqlClient(url, min(seconds, SECONDS), 1, graphs=preset.graphs, connections=1)
    try:
        return await _EndpointCheck(client, preset).report()
    finally:
        client.close()


@dataclass
class _EndpointCheck:
    client: SparqlClient
    preset: Preset
    triples: int | None = None
    sample: list[Triple] = field(default_factory=list)

    labels: list[tuple[Term, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.notes = FactCollector(self.client.url, self.preset.name)

    async def report(self) -> GraphReport:
        """Asks whether anybody answers, and then for everything else."""
        if not await self.notes.ask("reachable", lambda: self.client.holds(sparql_query.any_triple())):
            raise self.client.failure("it has no triples in the graph asked about", "load data, or choose a graph")
        await self.notes.learn("engine", self._engine)
        self.triples = await self.notes.learn("triples", self._count)
        await self.notes.learn("row_cap", self._row_cap)
        self._time_cap()
        await self._samples()
        await self.notes.learn("full_text", self._full_text)
        if self.preset.name == "freebase":
            await self._freebase()
        return self.notes.finished(self.client.requests)

    async def _rows(self, query: str, columns: Sequence[str]) -> list[ResultRow]:
        return await self.client.rows(query, columns, retries=0)

    async def _engine(self) -> str:
        if self.client.server:
            return self.client.server
        [(version,)] = await self._rows(sparql_survey.virtuoso_version(), ("v",))
        return f"Virtuoso {literal_value(version) if is_literal(version) else version}"

    async def _count(self) -> int:
        rows = await self._rows(sparql_query.count_triples(), ("n",))
        try:
            return read_count(rows[0][0])
        except (IndexError, QueryFailedError) as error:
            raise self.client.failure("the count is no number", "nothing depends on it") from error

    async def _row_cap(self) -> int | str:
        query = sparql_survey.predicates()
        rows = len(await self._rows(sparql_survey.plain(query, ROWS), query.columns))
        if rows >= ROWS:
            return f"none up to {ROWS - 1:,} rows"
        if await self._rows(sparql_survey.plain(query, 1, offset=rows), query.columns):
            return rows
        return f"none seen in {rows:,} rows"

    def _time_cap(self) -> None:
        """Notes the time limit that an error has named; no query is sent only to run into it."""
        host = urlsplit(self.client.url).hostname
        if host in _TIME_CAPS:
            self.notes.note("time_cap", f"{_TIME_CAPS[host]} s (known of {host})")
            return
        for fact in self.notes.report.facts:
            found = _LIMIT.search(fact.unknown or "")
            if found:
                self.notes.note("time_cap", f"{next(filter(None, found.groups()))} s")
                return
        self.notes.note("time_cap", unknown="no query of the check met one")

    async def _samples(self) -> None:
        query = sparql_survey.triples()
        # The beginning of a graph is often its vocabulary.
        offset = min(max((self.triples or 0) - _SAMPLE, 0) // 2, _DEEPEST_OFFSET)
        rows = await self.notes.learn("sample", lambda: self._sampled(sparql_survey.plain(query, _SAMPLE, offset)))
        if rows is None:
            return
        note_sample(self.notes, self.preset, self.sample)
        nodes = [node for node in nodes_of(self.sample, self.preset) if is_askable(node)]
        labels = await self.notes.learn("example", lambda: self._labelled(nodes))
        if labels is None:
            self.notes.note("labels", unknown="the query for them failed")
            return
        note_labels(self.notes, nodes, self.labels)
        own = with_own_names(encode_triples(self.sample), self.preset).own_labels
        if own:
            named = ", ".join(f"<{label}>" for label in own)
            self.notes.warn(f"things seem to be named by {named}: put it into the labels of a preset of your own")
        labelled = {node for node, _ in self.labels}
        self._note_iris([node for node in nodes if node not in labelled])

    def _note_iris(self, bare: Sequence[Term]) -> None:
        """Notes which of the nodes without a label may go by their IRIs: a run judges them when they come up."""
        if self.preset.names_from_iris == "never":
            named = []
        elif self.preset.names_from_iris == "always":
            named = list(bare)
        else:
            words = ((iri, name_of_iri(iri)) for iri in bare)
            named = [iri for iri, name in words if name is not None and not name.is_numbered]
        nameless = [iri for iri in bare if iri not in named]
        note_bare_nodes(self.notes, BareNodes(named, nameless, len(named), len(nameless)))

    async def _sampled(self, query: str) -> int:
        rows = await self._rows(query, ("s", "p", "o"))
        self.sample = [(head, relation, tail) for head, relation, tail in rows]
        return len(rows)

    async def _labelled(self, nodes: Sequence[Term]) -> dict[str, str]:
        query = sparql_query.labels(self.preset, nodes)
        rows = await self._rows(query.text(), query.columns) if nodes else []
        self.labels = [(node, label) for node, _, label in rows]
        best = best_labels(rows, ("en",), self.preset.labels)
        return next(({"iri": iri, "label": label} for iri, label in best.items()), {})

    async def _full_text(self) -> str:
        search = FullText(self.client, self.preset)
        if await search.facility() is None:
            return f"none: {search.reason}"
        return str(search.engine)

    async def _freebase(self) -> None:
        """Notes whether the conventions of Freebase hold here, and which parts of its dump were loaded."""
        names = self.preset.labels[:1]
        mids = tuple(_FREEBASE + kind for kind in _IDS)
        heads = {head for head, _, _ in self.sample}
        if heads:
            share = round(sum(head.startswith(mids) for head in heads) / len(heads), 3)
            self.notes.note("freebase_ids", {"share": share, "sampled_nodes": len(heads)})
        parts: dict[str, str] = {
            "freebase_names": sparql_survey.any_of(names),
            "freebase_types": sparql_survey.any_of(self.preset.types),
            "freebase_inverses": sparql_survey.any_of(_INVERSES),
            "freebase_mediators": sparql_survey.any_mediator(self.preset.names, self.preset.types, mids),
        }
        for name, query in parts.items():
            if await self.notes.learn(name, partial(self.client.holds, query)) is False:
                self.notes.warn(_MISSING[name])


_MISSING: Final[dict[str, str]] = {
    "freebase_names": "no type.object.name: entities cannot be named or found; was the whole dump loaded?",
    "freebase_types": "no types: common.topic.notable_types and type.object.type are missing",
    "freebase_inverses": "no inverse properties: each fact may be there in one direction only",
    "freebase_mediators": "no mediators (CVTs): facts of more than two parts seem to be missing",
}
