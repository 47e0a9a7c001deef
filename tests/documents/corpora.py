"""A small graph and corpus, and builds over them."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pog_agent.documents import DocumentIndexReport, Passage, build_index, open_index
from pog_agent.documents.index import DocumentIndex

E = "http://e/"
GRAPH = """
@prefix : <http://e/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:grieg rdfs:label "Edvard Grieg" ; :bornIn :bergen ; :wrote :peer .
:bergen rdfs:label "Bergen" ; :in :norway .
:norway rdfs:label "Norway" .
:peer rdfs:label "Peer Gynt" .
:time rdfs:label "Time" ; :in :norway .
:fjord rdfs:label "fjord" ; :in :norway .
"""
GRIEG = {
    "id": "d1",
    "title": "Edvard Grieg",
    "text": "Edvard Grieg was a composer. He was born in Bergen. He wrote the music for Peer Gynt.",
    "entities": [f"{E}grieg", f"{E}peer"],
}
BERGEN = {
    "id": "d2",
    "title": "Bergen",
    "text": "Bergen is a rainy city. It lies in Norway, at a fjord. It rains there most of the time.",
    "entities": [f"{E}bergen"],
}
OSLO = {"id": "d3", "title": "Oslo", "text": "Oslo is the capital of Norway. It has a famous new opera house."}
CORPUS = (GRIEG, BERGEN, OSLO)

Records = Sequence[Mapping[str, Any]]


def write_graph(folder: Path, text: str = GRAPH, name: str = "graph.ttl") -> str:
    """The path of a graph in a file."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def write_lines(path: Path, records: Records = CORPUS) -> Path:
    """A corpus as JSON Lines."""
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def built(folder: Path, records: Records = CORPUS, **more: Any) -> DocumentIndexReport:
    """Indexes a corpus into the folder ``index`` beside it, with the lexical encoder unless told otherwise."""
    docs = more.pop("docs", None) or write_lines(folder / "docs.jsonl", records)
    kg = more.pop("kg", None) or write_graph(folder)
    return build_index(docs, kg, more.pop("out", folder / "index"), **{"encoder": "lexical", **more})


def small_index(folder: Path) -> DocumentIndex:
    """An index of the three documents in small chunks."""
    built(folder, chunk_words=12)
    return open_index(folder / "index")


def passages_of(index: DocumentIndex) -> list[Passage]:
    """All chunks of the three documents as passages."""
    return [Passage(chunk=chunk) for name in ("d1", "d2", "d3") for chunk in index.document(name)]
