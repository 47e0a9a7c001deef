"""Everyday questions with their candidates, features and results, kept on disk, so that fitting again is cheap."""

import asyncio
import json
import pickle
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
import rdflib
from numpy.typing import NDArray

from pog_agent.asking.encoder import QuestionEncoder
from pog_agent.asking.generating.bench import Bench
from pog_agent.asking.generating.generate import MOST_CANDIDATES, candidates_of
from pog_agent.asking.generating.shapes import CandidateQuery
from pog_agent.asking.generating.write import ANSWER, CandidateWriter
from pog_agent.asking.graph import AskedGraph
from pog_agent.asking.likeness import linked_places, masked_words
from pog_agent.asking.question import CuedQuestion
from pog_agent.asking.ranking.features import FeatureWriter, null_features
from pog_agent.asking.ranking.results import MOST_ROWS, AnswerKey, ReadCandidate, result_features
from pog_agent.asking.schema import SchemaWay
from pog_agent.kg.base import IndexedGraph
from pog_agent.kg.meter import Meter
from pog_agent.kg.open import open_kg
from pog_agent.language.cues import cue_book
from pog_agent.linking import EntityLinker
from pog_agent.models.query import QueryResult
from pog_agent.query.limits import QueryLimits
from pog_agent.query.local.evaluate import evaluate_locally
from pog_agent.query.local.index import QueryIndex
from pog_agent.ranking.encoder import Encoder, Vectors
from pog_agent.run.schema import SchemaSource
from pog_agent.terms import is_literal, literal_value
from tests.benchmarks.encoder_fit import PhrasedSchema

FOLDER = Path(__file__).parents[1] / "everyday"
KG = "kg.ttl"
LACKING = 0.3
"""So many of the relations that questions ask for are taken out of a graph."""
KEPT: Final = frozenset((str(rdflib.RDF.type), str(rdflib.RDFS.subClassOf), str(rdflib.RDFS.label)))
_PREFIX = re.compile(r"PREFIX\s+([\w-]*):\s*<([^>]*)>")
_TEXT = re.compile(r'"[^"]*"|\'[^\']*\'')
_SHORT = re.compile(r"([\w-]*):([\w.-]+)")
_UNBOUND = Meter(10**9, 10**9, 1e9)


@dataclass
class RankedQuestion:
    """A question with the features of its candidates, in the order of the prior, and which of them are right.

    `same` are those over the relations of the gold query; `keys` number different answers, -1 for none.
    `rank` is the place of the first right one. Seconds are of the CPU.
    """

    id: str
    graph: str
    words: str
    is_answerable: bool
    columns: dict[str, NDArray[np.float16]]
    results: dict[str, NDArray[np.float16]]
    nothing: dict[str, float]
    right: NDArray[np.bool_]
    same: NDArray[np.bool_]
    keys: NDArray[np.int64]
    seconds: dict[str, float]

    @cached_property
    def names(self) -> list[str]:
        """The names of the features."""
        return list(self.columns)

    @cached_property
    def matrix(self) -> NDArray[np.float32]:
        """The features, one row for each candidate."""
        return np.stack([*self.columns.values()], axis=1).astype(np.float32)

    @property
    def rank(self) -> int | None:
        """The place of the first right candidate by the prior."""
        places = np.flatnonzero(self.right)
        return int(places[0]) if len(places) else None


class KeptVectors:
    """An encoder that keeps the vectors of all texts in a file."""

    def __init__(self, inner: Encoder, file: Path) -> None:
        self._inner, self._file = inner, file
        self._known: dict[str, Vectors] = {}
        self._is_new = False
        if file.exists():
            with np.load(file) as kept:
                self._known = dict(zip(map(str, kept["texts"]), kept["vectors"].astype(np.float32), strict=True))

    @property
    def name(self) -> str:
        """The inner encoder's name."""
        return self._inner.name

    def encode(self, texts: Sequence[str]) -> Vectors:
        """The vectors of some texts, of which only unknown ones are made."""
        unknown = [text for text in dict.fromkeys(texts) if text not in self._known]
        if unknown:
            self._is_new = True
            self._known.update(zip(unknown, self._inner.encode(unknown), strict=True))
        return np.stack([self._known[text] for text in texts]) if texts else self._inner.encode(texts)

    def keep(self) -> None:
        """Writes what is new."""
        if self._is_new:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            vectors = np.stack(list(self._known.values())).astype(np.float16)
            np.savez(self._file, texts=np.array(list(self._known)), vectors=vectors)


def phrased_set(name: str, encoder: Encoder, meaning: QuestionEncoder) -> PhrasedSchema:
    """The questions of a set with the names that their gold queries have, for fitting the encoder."""

    async def found() -> PhrasedSchema:
        _, _, graph = await _opened(FOLDER / name / KG, encoder, meaning)
        own, place = [], graph.vectors.place
        for asked in _lines(name):
            meant = frozenset(place[iri] for iri in gold_names(asked.get("sparql")) if iri in place)
            if meant and asked["answers"]:
                question = CuedQuestion(asked["question"], graph.cues)
                links = await graph.linker.links(question, graph.vectors.all_stems)
                words = masked_words(question, linked_places(links))
                own.append((" ".join(word for word, _ in words), meant))
        return PhrasedSchema(graph.vectors.names, graph.vectors.owner.tolist(), own)

    return asyncio.run(found())


def collected(
    names: Iterable[str],
    encoder: Encoder,
    meanings: Mapping[str, QuestionEncoder],
    cache: Path,
    *,
    lacking: bool = False,
) -> Sequence[RankedQuestion]:
    """The questions of some sets, each by its own encoder of questions, from the cache where they are there.

    Those of graphs that are `lacking` are the ones that have no answer once a part of the relations is gone.
    """
    found: list[RankedQuestion] = []
    for name in names:
        file = cache / f"{name}{'-lacking' if lacking else ''}.pickle"
        if file.exists():
            found += pickle.loads(file.read_bytes())
            continue
        kept = KeptVectors(encoder, cache.parent / "vectors" / f"{name}.npz")
        own = asyncio.run((_collected_lacking if lacking else _collected)(name, kept, meanings[name]))
        kept.keep()
        cache.mkdir(parents=True, exist_ok=True)
        file.write_bytes(pickle.dumps(own))
        found += own
    return found


async def _opened(
    file: Path, encoder: Encoder, meaning: QuestionEncoder
) -> tuple[IndexedGraph, QueryIndex, AskedGraph]:
    kg = open_kg(str(file))
    assert isinstance(kg, IndexedGraph)
    index = QueryIndex(kg)
    schema = await SchemaSource(kg, index, encoder, ("en",)).open(_UNBOUND)
    cues = cue_book("en")
    assert schema is not None
    assert cues is not None
    return (
        kg,
        index,
        await AskedGraph.opened(kg, schema, EntityLinker(kg, encoder), encoder, cues, meaning=meaning),
    )


def _lines(name: str) -> list[dict[str, Any]]:
    """The questions of a set with one column of answers."""
    lines = (FOLDER / name / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [asked for asked in map(json.loads, lines) if not asked["answers"] or gold_key(asked["answers"])]


async def _collected(name: str, encoder: Encoder, meaning: QuestionEncoder) -> list[RankedQuestion]:
    return await _ranked(name, FOLDER / name / KG, _lines(name), encoder, meaning)


async def _collected_lacking(name: str, encoder: Encoder, meaning: QuestionEncoder) -> list[RankedQuestion]:
    """The questions whose relations are taken out of the graph, without those that it answers all the same."""
    graph = rdflib.Graph().parse(FOLDER / name / KG)
    relations = sorted({str(relation) for relation in graph.predicates()})
    asked = [(line, gold_names(line.get("sparql")).intersection(relations)) for line in _lines(name)]
    known = sorted({iri for line, names in asked for iri in names if line["answers"]} - KEPT)
    random = np.random.default_rng(sum(map(ord, name)))
    gone = {known[place] for place in np.flatnonzero(random.random(len(known)) < LACKING)}
    for relation in gone:
        graph.remove((None, rdflib.URIRef(relation), None))
        graph.remove((rdflib.URIRef(relation), None, None))
    lines = [line for line, names in asked if line["answers"] and names & gone]
    with TemporaryDirectory() as folder:
        file = Path(folder) / KG
        graph.serialize(file, format="turtle", encoding="utf-8")
        found = await _ranked(name, file, lines, encoder, meaning)
    lacking = [item for item in found if not item.right.any()]
    return [replace(item, is_answerable=False) for item in lacking]


async def _ranked(
    name: str, file: Path, lines: Sequence[dict[str, Any]], encoder: Encoder, meaning: QuestionEncoder
) -> list[RankedQuestion]:
    kg, index, graph = await _opened(file, encoder, meaning)
    found = []
    for asked in lines:
        clock = _Clock()
        bench = await graph.bench(asked["question"], kg)
        clock.stop("links")
        candidates = await candidates_of(bench, MOST_CANDIDATES)
        clock.stop("generate")
        table = FeatureWriter(bench).table(candidates) if candidates else None
        clock.stop("features")
        read = [_read(bench, item, index) for item in candidates]
        clock.stop("evaluate")
        results = result_features(bench, read)
        nothing = null_features(bench, table)
        gold, relations = gold_key(asked["answers"]), gold_names(asked.get("sparql"))
        numbers: dict[AnswerKey, int] = {None: -1}
        keys = [numbers.setdefault(item.key, len(numbers) - 1) for item in read]
        right = np.array([gold is not None and plain_key(item) == gold for item in read], bool)
        known = relations.intersection(graph.schema.relations)
        same = np.array([_relations(bench, item) == known for item in candidates], bool)
        found.append(
            RankedQuestion(
                asked["id"],
                name,
                asked.get("words", ""),
                bool(asked["answers"]),
                {} if table is None else {key: values.astype(np.float16) for key, values in table.columns.items()},
                {key: values.astype(np.float16) for key, values in results.items()},
                nothing,
                right,
                right & same,
                np.array(keys, np.int64),
                clock.seconds,
            )
        )
    return found


class _Clock:
    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._begun = time.process_time()

    def stop(self, name: str) -> None:
        self.seconds[name] = time.process_time() - self._begun
        self._begun = time.process_time()


def _read(bench: Bench, candidate: CandidateQuery, index: QueryIndex) -> ReadCandidate:
    """The candidate with its result; what its selection is known to be need not be evaluated again."""
    ends = candidate.selection.ends
    if candidate.form == "rows" and ends is not None:
        return ReadCandidate(
            candidate, None, QueryResult(columns=(ANSWER,), rows=tuple((end,) for end in sorted(ends)))
        )
    try:
        query = CandidateWriter(bench.question, bench.links, bench.schema).query(candidate)
    except ValueError:
        return ReadCandidate(candidate)
    return ReadCandidate(candidate, query, evaluate_locally(query, index, QueryLimits(rows=MOST_ROWS)))


def _relations(bench: Bench, candidate: CandidateQuery) -> set[str]:
    keys = (bench.parts[part].key for part in candidate.parts)
    return {key.relation for key in keys if isinstance(key, SchemaWay)}


def gold_names(sparql: str | None) -> set[str]:
    """The IRIs that a gold query names."""
    text = sparql or ""
    prefixes = dict(_PREFIX.findall(text))
    body = _TEXT.sub("", _PREFIX.sub("", text))
    return {prefixes[short] + name for short, name in _SHORT.findall(body) if short in prefixes}


def plain_key(item: ReadCandidate) -> frozenset[tuple[str, str]] | None:
    """The answers of a candidate as they are compared with gold."""
    if item.key is None:
        return None
    if isinstance(item.key, bool):
        return frozenset((("value", str(item.key).lower()),))
    return frozenset(
        ("value", _plain(literal_value(term))) if is_literal(term) else ("iri", term) for term in item.answers
    )


def gold_key(answers: Sequence[Mapping[str, object]]) -> frozenset[tuple[str, str]] | None:
    """The gold answers in the same form; None for none, and for a table."""
    found = set()
    for item in answers:
        if item.get("iri"):
            found.add(("iri", str(item["iri"])))
        elif item.get("value") is not None:
            value = item["value"]
            found.add(("value", str(value).lower() if isinstance(value, bool) else _plain(str(value))))
        else:
            return None
    return frozenset(found) or None


def _plain(text: str) -> str:
    try:
        number = float(text)
    except ValueError:
        return text.strip().casefold()
    return str(int(number)) if number == int(number) else f"{number:.4g}"
