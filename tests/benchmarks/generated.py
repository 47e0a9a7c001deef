"""Generated graphs in the likeness of Freebase: typed entities, Zipfian degrees, mediators (CVT nodes).

Usage: python -m tests.benchmarks.generated --out DIR [--sizes S M] [--seed N] [--ntriples]

Writes per size SIZE.npz, SIZE.questions.json, SIZE.more_questions.json and, if asked, SIZE.nt.gz. A size and a
seed always give the same bytes of arrays, questions and N-Triples text.
"""

import argparse
import gzip
import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pog_agent.kg.adjacency import Adjacency, Bools, Ints

SIZES = {
    "S": (10_000, 40_000),
    "M": (200_000, 1_000_000),
    "L": (1_000_000, 5_000_000),
    "XL": (10_000_000, 100_000_000),
}
"""Entities and triples of each size."""

SEED = 20250707
NAMESPACE = "http://rdf.freebase.com/ns/"
ID_DIGITS = "0123456789bcdfghjklmnpqrstvwxyz_"
DOMAINS = (
    *("people", "location", "film", "music", "sports", "education", "organization", "book", "tv", "award"),
    *("government", "business", "time", "aviation", "biology", "medicine", "language", "military", "religion"),
    "travel",
)

RELATIONS = 1000
INTO_MEDIATOR = 100
OUT_OF_MEDIATOR = 200
FIRST_PLAIN = INTO_MEDIATOR + OUT_OF_MEDIATOR
TYPES = 60
MEDIATOR_SHARE = 0.2
SURPLUS = 1.06

TOPICS_PER_QUESTION = (1, 1, 1, 2, 2, 2, 2, 3, 3, 3)
BASE_DEGREE = (3, 200)
HUB_SHARE = 0.2
APART = (2, 3)

LINES_AT_ONCE = 1_000_000

Block = tuple[Ints, Ints, Ints]
"""Heads, relations and tails of triples drawn together."""


@dataclass(frozen=True, eq=False)
class GeneratedGraph:
    """Distinct triples of ids without loops; `is_mediator` and `types` (-1 for mediators) by entity.

    Ids of entities are int32, of relations and types int16.
    """

    heads: Ints
    relations: Ints
    tails: Ints
    is_mediator: Bools
    types: Ints

    @property
    def entities(self) -> int:
        """Number of nodes, mediators and isolated ones included."""
        return len(self.is_mediator)

    def adjacency(self) -> Adjacency:
        """The graph as compressed adjacency, with the same ids."""
        return Adjacency.from_triples(
            self.heads, self.relations, self.tails, nodes=self.entities, relation_count=RELATIONS
        )

    def save(self, path: Path) -> None:
        """Writes the arrays to an uncompressed .npz file."""
        np.savez(
            path, head=self.heads, rel=self.relations, tail=self.tails, is_cvt=self.is_mediator, typ=self.types
        )

    @classmethod
    def load(cls, path: Path) -> "GeneratedGraph":
        """Reads what `save` wrote."""
        with np.load(path) as arrays:
            return cls(*(arrays[name] for name in ("head", "rel", "tail", "is_cvt", "typ")))


@dataclass(frozen=True)
class TopicSet:
    """Topic entities of one question, their degrees, and the distance from each to the next."""

    topics: list[int]
    ids: list[str]
    degree: list[int]
    dist: list[int]


def entity_id(index: int) -> str:
    """The Freebase-like id of an entity, such as ``m.02k3``."""
    digits = ""
    rest = index + len(ID_DIGITS) ** 2
    while rest:
        rest, digit = divmod(rest, len(ID_DIGITS))
        digits = ID_DIGITS[digit] + digits
    return "m.0" + digits


def relation_names() -> list[str]:
    """Names of all relations, such as ``people.type_0.prop_0``, by id."""
    count = len(DOMAINS)
    return [f"{DOMAINS[index % count]}.type_{index // count % 10}.prop_{index}" for index in range(RELATIONS)]


def entity_names(is_mediator: Bools, seed: int = 7) -> list[str]:
    """Invented names of two or three words by entity; mediators have none of their own."""
    rng = np.random.default_rng(seed)
    words = np.array(_vocabulary(rng), dtype=object)
    count = len(is_mediator)
    first, second, third = (words[rng.integers(0, len(words), count)] for _ in range(3))
    three = rng.random(count) < 0.3
    names = first + " " + second
    names[three] = names[three] + " " + third[three]
    names[is_mediator] = "Unnamed Entity"
    return list(names)


def make(size: str, seed: int = SEED) -> GeneratedGraph:
    """Draws the graph of a size. XL needs about 3 GB of memory."""
    entities, triples = SIZES[size]
    rng = np.random.default_rng([seed, entities])
    order = rng.permutation(entities)
    named, mediators = np.split(order, [entities - int(entities * MEDIATOR_SHARE)])
    is_mediator = np.zeros(entities, dtype=np.bool_)
    is_mediator[mediators] = True
    types = np.full(entities, -1, dtype=np.int16)
    types[named] = rng.choice(TYPES, len(named), p=_type_weights())
    pools = []
    for kind in range(TYPES):
        pool = named[types[named] == kind]
        rng.shuffle(pool)
        pools.append(pool if len(pool) else named[:1])
    blocks: list[Block] = []
    drawn = kept = 0
    for block in _mediator_blocks(rng, mediators, pools):
        drawn += len(block[0])
        blocks.append(_distinct(block, entities))
        kept += len(blocks[-1][0])
    blocks += (_distinct(block, entities) for block in _plain_blocks(rng, int((triples - drawn) * SURPLUS), pools))
    heads, relations, tails = _joined(blocks)
    if len(heads) > triples:
        wanted = np.ones(len(heads), dtype=np.bool_)
        wanted[kept + rng.choice(len(heads) - kept, len(heads) - triples, replace=False)] = False
        heads, relations, tails = heads[wanted], relations[wanted], tails[wanted]
    return GeneratedGraph(heads, relations, tails, is_mediator, types)


def questions(graph: GeneratedGraph, seed: int = SEED) -> list[TopicSet]:
    """Ten questions of one, two and three topics."""
    return _draw_questions(graph, TOPICS_PER_QUESTION, np.random.default_rng([seed, graph.entities, 1]))


def more_questions(graph: GeneratedGraph, two: int = 50, three: int = 30, seed: int = 1) -> list[TopicSet]:
    """As many questions of two and of three topics as asked for, drawn like `questions` draws them."""
    return _draw_questions(graph, (2,) * two + (3,) * three, np.random.default_rng([seed, graph.entities, 2]))


def ntriples(graph: GeneratedGraph) -> Iterator[str]:
    """N-Triples text in large pieces: all triples, then the names of all entities but mediators."""
    relations = relation_names()
    ids = [entity_id(index) for index in range(graph.entities)]
    for start in range(0, len(graph.heads), LINES_AT_ONCE):
        part = slice(start, start + LINES_AT_ONCE)
        rows = zip(
            graph.heads[part].tolist(), graph.relations[part].tolist(), graph.tails[part].tolist(), strict=True
        )
        yield "".join(
            f"<{NAMESPACE}{ids[head]}> <{NAMESPACE}{relations[relation]}> <{NAMESPACE}{ids[tail]}> .\n"
            for head, relation, tail in rows
        )
    names = entity_names(graph.is_mediator)
    yield "".join(
        f'<{NAMESPACE}{ids[index]}> <{NAMESPACE}type.object.name> "{names[index]}"@en .\n'
        for index in np.flatnonzero(~graph.is_mediator).tolist()
    )


def write_ntriples(graph: GeneratedGraph, path: Path) -> None:
    """Writes `ntriples` gzipped."""
    with gzip.open(path, "wt", compresslevel=3, encoding="utf-8") as file:
        file.writelines(ntriples(graph))


def write_questions(asked: Iterable[TopicSet], path: Path) -> None:
    """Writes questions as a JSON list."""
    path.write_text(json.dumps([asdict(question) for question in asked], indent=1), encoding="utf-8")


def _vocabulary(rng: np.random.Generator, size: int = 4000) -> list[str]:
    """Distinct invented words of two or three syllables, sorted."""
    consonants, vowels = list("bcdfghklmnprstvz"), list("aeiou")
    words: set[str] = set()
    while len(words) < size:
        syllables = rng.integers(2, 4)
        word = "".join(rng.choice(consonants) + rng.choice(vowels) for _ in range(syllables))
        words.add(word.capitalize())
    return sorted(words)


def _type_weights() -> NDArray[np.float64]:
    weights: NDArray[np.float64] = np.arange(1, TYPES + 1, dtype=np.float64) ** -0.9
    weights /= weights.sum()
    return weights


def _zipf(rng: np.random.Generator, pool: Ints, size: int, exponent: float) -> Ints:
    """Draws from a pool with replacement, its n-th member with weight n ** -exponent."""
    cumulated = np.cumsum(np.arange(1, len(pool) + 1, dtype=np.float64) ** -exponent)
    drawn: Ints = pool[np.searchsorted(cumulated, rng.random(size) * cumulated[-1])]
    return drawn


def _mediator_blocks(rng: np.random.Generator, mediators: Ints, pools: Sequence[Ints]) -> Iterator[Block]:
    """Per relation into mediators: entity -> mediator -> two to four entities in fixed roles."""
    relation_of = _zipf(rng, np.arange(INTO_MEDIATOR), len(mediators), 0.7)
    head_types = rng.integers(0, TYPES, INTO_MEDIATOR)
    tail_types = rng.integers(0, TYPES, (INTO_MEDIATOR, 4))
    roles = rng.choice(np.arange(INTO_MEDIATOR, FIRST_PLAIN), (INTO_MEDIATOR, 4))
    for relation in range(INTO_MEDIATOR):
        own = mediators[relation_of == relation]
        if not len(own):
            continue
        parts = [_block(_zipf(rng, pools[head_types[relation]], len(own), 0.5), relation, own)]
        members = rng.integers(2, 5, len(own))
        for place in range(4):
            filled = own[members > place]
            if len(filled):
                tails = _zipf(rng, pools[tail_types[relation, place]], len(filled), 0.75)
                parts.append(_block(filled, roles[relation, place], tails))
        yield _joined(parts)


def _plain_blocks(rng: np.random.Generator, triples: int, pools: Sequence[Ints]) -> Iterator[Block]:
    """Per plain relation: triples from entities of one type to entities of one type."""
    count = RELATIONS - FIRST_PLAIN
    sizes = np.bincount(_zipf(rng, np.arange(count), triples, 0.8), minlength=count)
    head_types = rng.choice(TYPES, count, p=_type_weights())
    tail_types = rng.choice(TYPES, count, p=_type_weights())
    for index in np.flatnonzero(sizes).tolist():
        heads = _zipf(rng, pools[head_types[index]], sizes[index], 0.45)
        yield _block(heads, FIRST_PLAIN + index, _zipf(rng, pools[tail_types[index]], sizes[index], 0.75))


def _block(heads: Ints, relation: int, tails: Ints) -> Block:
    return heads.astype(np.int32), np.full(len(heads), relation, dtype=np.int16), tails.astype(np.int32)


def _distinct(block: Block, entities: int) -> Block:
    """The first of equal triples, in order, without loops. No triple is in two blocks."""
    heads, relations, tails = block
    keys = (heads.astype(np.int64) * RELATIONS + relations) * entities + tails
    first = np.sort(np.unique(keys, return_index=True)[1])
    first = first[heads[first] != tails[first]]
    return heads[first], relations[first], tails[first]


def _joined(blocks: Sequence[Block]) -> Block:
    heads, relations, tails = (np.concatenate(column) for column in zip(*blocks, strict=True))
    return heads, relations, tails


def _draw_questions(graph: GeneratedGraph, sizes: Sequence[int], rng: np.random.Generator) -> list[TopicSet]:
    """Draws topics one after the other, each two or three steps from the one before, none a mediator."""
    adjacency = graph.adjacency()
    degrees = np.diff(adjacency.pointers)
    low, high = BASE_DEGREE
    base = np.flatnonzero(~graph.is_mediator & (degrees >= low) & (degrees <= high))
    hubs = np.flatnonzero(~graph.is_mediator & (degrees > high)) if (degrees > high).any() else base
    found: list[TopicSet] = []
    for size in sizes:
        topics: list[int] = []
        while len(topics) < size:
            topics, apart = _draw_topics(adjacency, base, hubs, size, rng)
        ids = [entity_id(topic) for topic in topics]
        found.append(TopicSet(topics, ids, degrees[topics].tolist(), apart))
    return found


def _draw_topics(
    adjacency: Adjacency, base: Ints, hubs: Ints, size: int, rng: np.random.Generator
) -> tuple[list[int], list[int]]:
    """One try for `size` topics and the distances between neighbours; fewer where none is in reach."""
    topics = [int(rng.choice(base))]
    apart: list[int] = []
    while len(topics) < size:
        distances = _distances(adjacency, topics[-1], max(APART))
        apart.append(int(rng.integers(min(APART), max(APART) + 1)))
        pool = hubs if rng.random() < HUB_SHARE else base
        pool = pool[distances[pool] == apart[-1]]
        pool = pool[~np.isin(pool, topics)]
        if not len(pool):
            break
        topics.append(int(rng.choice(pool)))
    return topics, apart


def _distances(adjacency: Adjacency, start: int, limit: int) -> NDArray[np.int8]:
    """Steps from the start to every node, -1 beyond the limit."""
    distances = np.full(adjacency.nodes, -1, dtype=np.int8)
    distances[start] = 0
    frontier = np.array([start])
    for depth in range(1, limit + 1):
        reached = np.unique(adjacency.targets[adjacency.positions(frontier)[1]])
        frontier = reached[distances[reached] < 0]
        distances[frontier] = depth
    return distances


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="folder to write to")
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=["S", "M"])
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--ntriples", action="store_true", help="write SIZE.nt.gz too")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for size in args.sizes:
        started = time.perf_counter()
        graph = make(size, args.seed)
        graph.save(args.out / f"{size}.npz")
        write_questions(questions(graph, args.seed), args.out / f"{size}.questions.json")
        write_questions(more_questions(graph), args.out / f"{size}.more_questions.json")
        if args.ntriples:
            write_ntriples(graph, args.out / f"{size}.nt.gz")
        seconds = time.perf_counter() - started
        print(f"{size}: {graph.entities} entities, {len(graph.heads)} triples, {seconds:.1f} s", flush=True)


if __name__ == "__main__":
    main()
