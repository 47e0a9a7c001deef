"""Everyday questions with their candidates, features and results, kept on disk, so that fitting again is cheap."""

import asyncio
import json
import pickle
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pog_agent.asking.generating.bench import Bench
from pog_agent.asking.generating.generate import MOST_CANDIDATES, candidates_of
from pog_agent.asking.generating.shapes import CandidateQuery
from pog_agent.asking.generating.write import ANSWER, CandidateWriter
from pog_agent.asking.graph import AskedGraph
from pog_agent.asking.ranking.features import FeatureWriter, null_features
from pog_agent.asking.ranking.results import MOST_ROWS, AnswerKey, ReadCandidate, result_features
from pog_agent.asking.schema import SchemaWay
from pog_agent.kg.meter import Meter
from pog_agent.kg.open import open_kg
from pog_agent.language.cues import cue_book
from pog_agent.linking import EntityLinker
from pog_agent.models.query import QueryResult
from pog_agent.query.limits import QueryLimits
from pog_agent.query.local.evaluate import evaluate_locally
from pog_agent.query.local.index import QueryIndex
from pog_agent.ranking.encoder import Encoder
from pog_agent.run.schema import SchemaSource
from pog_agent.terms import is_literal, literal_value

FOLDER = Path(__file__).parents[1] / "everyday"
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
    question: str
    is_answerable: bool
    columns: dict[str, NDArray[np.float16]]
    results: dict[str, NDArray[np.float16]]
    nothing: dict[str, float]
    right: NDArray[np.bool_]
    same: NDArray[np.bool_]
    keys: NDArray[np.int64]
    seconds: dict[str, float]
    shown: list[str]

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


def collected(names: Iterable[str], encoder: Encoder, cache: Path) -> Sequence[RankedQuestion]:
    """The questions of some sets, from the cache where they are there."""
    found: list[RankedQuestion] = []
    cache.mkdir(parents=True, exist_ok=True)
    for name in names:
        file = cache / f"{name}.pickle"
        if file.exists():
            found += pickle.loads(file.read_bytes())
            continue
        own = asyncio.run(_collected(name, encoder))
        file.write_bytes(pickle.dumps(own))
        found += own
    return found


async def _collected(name: str, encoder: Encoder) -> list[RankedQuestion]:
    kg = open_kg(str(FOLDER / name / "kg.ttl"))
    index = QueryIndex(kg)  # type: ignore[arg-type]
    schema = await SchemaSource(kg, index, encoder, ("en",)).open(_UNBOUND)
    cues = cue_book("en")
    assert schema is not None
    assert cues is not None
    graph = await AskedGraph.opened(kg, schema, EntityLinker(kg, encoder), encoder, cues)
    found = []
    for line in (FOLDER / name / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        asked = json.loads(line)
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
        gold, relations = gold_key(asked["answers"]), gold_relations(asked["sparql"])
        numbers: dict[AnswerKey, int] = {None: -1}
        keys = [numbers.setdefault(item.key, len(numbers) - 1) for item in read]
        right = np.array([gold is not None and plain_key(item) == gold for item in read], bool)
        known = set(graph.schema.relations)
        same = np.array([_relations(bench, item) == relations & known for item in candidates], bool)
        found.append(
            RankedQuestion(
                asked["id"],
                name,
                asked.get("words", ""),
                asked["question"],
                bool(asked["answers"]),
                {} if table is None else {key: values.astype(np.float16) for key, values in table.columns.items()},
                {key: values.astype(np.float16) for key, values in results.items()},
                nothing,
                right,
                right & same,
                np.array(keys, np.int64),
                clock.seconds,
                [f"{item.form} {item.selection.shape}" for item in candidates],
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


def gold_relations(sparql: str | None) -> set[str]:
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
