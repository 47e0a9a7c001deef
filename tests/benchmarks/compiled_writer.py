"""Builds a compiled graph on disk from arrays, for graphs whose terms do not fit in memory."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from pog_agent.kg.adjacency import Adjacency, Ints
from pog_agent.kg.local.checked_pages import mapped_array
from pog_agent.kg.local.compile import count_literals
from pog_agent.kg.local.compiled_files import mapped_strings, replaced, write_meta, write_parts
from pog_agent.kg.local.compiled_parts import Annotations, assemble, digest, index_names
from pog_agent.kg.local.strings import SortedStrings
from pog_agent.kg.preset import generic
from pog_agent.terms import RDFS_LABEL, Term

BATCH = 1 << 16


def write_compiled(
    directory: Path,
    *,
    terms: Iterable[Term],
    relations: Sequence[str],
    heads: Ints,
    relation_ids: Ints,
    tails: Ints,
    names: tuple[Ints, Sequence[Term]] | None = None,
) -> None:
    """Writes triples of ids as a folder that `open_compiled` opens.

    `terms` are all nodes in code point order (literals, which begin with a quotation mark, come first),
    `relations` are sorted; `heads` and `tails` are places in `terms`, `relation_ids` in `relations`. `names` are
    the rdfs:label values: ids of nodes, and for each a literal term. The preset is the generic one. Terms are
    streamed to disk; beside the triples given, memory holds one 8-byte key per direction of a triple while they
    are sorted, then the names. Raises `ValueError` where terms or relations are not sorted and distinct.
    """
    if list(relations) != sorted(set(relations)):
        raise ValueError("relations are not sorted and distinct")
    with replaced(directory) as fresh:
        _write_strings(fresh, "terms", terms)
        strings = mapped_strings(fresh, "terms")
        adjacency = Adjacency.from_triples(
            heads,
            relation_ids,
            tails,
            nodes=len(strings),
            relation_count=len(relations),
            literals=count_literals(strings),
        )
        adjacency = _on_disk(adjacency, fresh)
        parts = assemble(
            strings, relations, adjacency, _labels(*(names or (np.zeros(0, np.int32), []))), generic()
        )
        parts = replace(parts, names=index_names(parts), digest=digest(parts))
        write_parts(parts, fresh)
        write_meta(parts, fresh)


def _write_strings(directory: Path, name: str, texts: Iterable[str]) -> None:
    ends, total, last = [np.zeros(1, dtype=np.int64)], 0, ""
    batch: list[bytes] = []
    with (directory / f"{name}.utf8").open("wb") as stream:

        def flush() -> int:
            lengths = np.fromiter(map(len, batch), dtype=np.int64, count=len(batch))
            ends.append(total + np.cumsum(lengths))
            stream.write(b"".join(batch))
            batch.clear()
            return int(ends[-1][-1])

        for text in texts:
            if text <= last:
                raise ValueError(f"terms are not sorted and distinct: {text[:80]!r} after {last[:80]!r}")
            last = text
            batch.append(text.encode())
            if len(batch) == BATCH:
                total = flush()
        if batch:
            flush()
    np.save(directory / f"{name}.npy", np.concatenate(ends))


def _on_disk(adjacency: Adjacency, directory: Path) -> Adjacency:
    """The same arrays, mapped, so that their memory is free."""
    for name in ("pointers", "codes", "targets"):
        np.save(directory / f"{name}.npy", getattr(adjacency, name))
    pointers, codes, targets = (
        mapped_array(directory / f"{name}.npy") for name in ("pointers", "codes", "targets")
    )
    return Adjacency(pointers, codes, targets, adjacency.literals)


def _labels(entities: Ints, labels: Sequence[Term]) -> Annotations:
    values = sorted(set(labels))
    number = {label: place for place, label in enumerate(values)}
    objects = np.fromiter(map(number.__getitem__, labels), dtype=np.int32, count=len(labels))
    kinds = np.zeros(len(objects), dtype=np.uint8)
    predicates = (RDFS_LABEL,) if len(objects) else ()
    return Annotations.build(predicates, SortedStrings.from_texts(values), np.asarray(entities), kinds, objects)
