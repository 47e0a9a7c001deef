"""What the graph has of a topic, and what it has of other things of the topic's class; the most relevant first."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from pog_agent.models import KnownRelation, ShownNode, TopicEntity
from pog_agent.reading.reader import QuestionReader
from pog_agent.reasoner.offline.match import ENOUGH_TYPE_FIT
from pog_agent.reasoner.offline.matching import Matcher
from pog_agent.run.context import RunContext
from pog_agent.terms import Term, is_iri, is_literal, literal_value

EDGES_READ = 500
PEERS_READ = 200
EDGES_OF_PEERS = 50
CLASSES_READ = 3

Link = tuple[Term, bool]
"""A relation at an entity: True where its facts lead away from there."""

Links = dict[Link, set[Term]]
"""What each link of an entity leads to."""

Fitting = tuple[float, KnownRelation]
"""A relation with its fit to the question, 0 to 1."""


@dataclass(frozen=True)
class TopicFacts:
    """The relations of a topic, and those that fit and only others of its class have, the best fitting first.

    `kind` is the label of the first class, empty without one. `are_all_peers` says whether all things of the
    classes were looked at. `links` is what the topic's own relations lead to.
    """

    topic: TopicEntity
    relations: tuple[Fitting, ...]
    lacking: tuple[Fitting, ...]
    links: Links
    kind: str
    are_all_peers: bool


async def topic_facts(
    question: str, topics: Sequence[TopicEntity], topic: TopicEntity, run: RunContext
) -> TopicFacts:
    """Reads the edges of a topic, of at most `CLASSES_READ` of its classes and of `PEERS_READ` things of these.

    A class has the relations of its things. Raises `GraphUnavailableError` where the graph cannot be asked.
    """
    is_class = topic.iri in await run.kg.classes([topic.iri])
    types = [topic.iri] if is_class else (await run.kg.types([topic.iri])).get(topic.iri, [])
    kinds = [kind for kind in types if is_iri(kind)][:CLASSES_READ]
    own = {} if is_class else (await _links_of([topic.iri], kinds, run, EDGES_READ))[topic.iri]
    peers, are_all = await _things_of(kinds, run)
    others = await _links_of([peer for peer in peers if peer != topic.iri], kinds, run, EDGES_OF_PEERS)
    having = Counter(link for links in others.values() for link in links)
    examples = {link: ends for links in others.values() for link, ends in links.items()}
    matcher = Matcher(QuestionReader(question, topics, run.encoder), run.encoder)
    missing = {
        link: count for link, count in having.items() if link not in own and _may_hold(examples[link], matcher)
    }
    known = dict(having) if is_class else {link: len(ends) for link, ends in own.items()}
    labels = await run.labels(kinds)
    return TopicFacts(
        topic,
        relations=await _fitting(topic, known, matcher, run),
        lacking=() if is_class else await _fitting(topic, missing, matcher, run),
        links=own,
        kind=labels.get(kinds[0], "") if kinds else "",
        are_all_peers=are_all,
    )


async def _fitting(
    topic: TopicEntity, counts: Mapping[Link, int], matcher: Matcher, run: RunContext
) -> tuple[Fitting, ...]:
    """Links as relations, the best fitting first."""
    words = await run.relation_labels(sorted({relation for relation, _ in counts}))
    fit = dict(zip(words, matcher.relations(list(words.values())), strict=True))
    order = sorted(counts, key=lambda link: (-fit[link[0]], words[link[0]], not link[1]))
    return tuple((fit[link[0]], _relation(topic, link, words[link[0]], counts[link])) for link in order)


def _relation(topic: TopicEntity, link: Link, label: str, facts: int) -> KnownRelation:
    iri, forward = link
    return KnownRelation(topic=topic.iri, iri=iri, label=label, forward=forward, facts=facts)


def _may_hold(ends: Collection[Term], matcher: Matcher) -> bool:
    """Whether what a link leads to may be what the question asks for."""
    end = min(ends)
    if is_literal(end):
        node = ShownNode(labels=(literal_value(end),), total=len(ends), kind="literal")
    else:
        node = ShownNode(labels=(end,), total=len(ends), kind="entity")
    return matcher.type_fit(node) >= ENOUGH_TYPE_FIT


async def _things_of(kinds: Sequence[Term], run: RunContext) -> tuple[list[Term], bool]:
    """Things of some classes, at most `PEERS_READ` of each, and whether these are all."""
    around = await run.kg.neighbors(kinds, limit=PEERS_READ)
    heads = sorted({head for head, _, tail in around.triples if tail in kinds and is_iri(head)})
    types = await run.kg.types(heads)
    return [head for head in heads if not set(kinds).isdisjoint(types.get(head, ()))], not around.cut


async def _links_of(
    nodes: Sequence[Term], kinds: Collection[Term], run: RunContext, limit: int
) -> dict[Term, Links]:
    """The links of each node with what they lead to, but for those to its classes."""
    found: dict[Term, Links] = {node: {} for node in nodes}
    around = await run.kg.neighbors(nodes, limit=limit)
    for head, relation, tail in around.triples:
        if tail in kinds:
            continue
        if head in found:
            found[head].setdefault((relation, True), set()).add(tail)
        if tail in found:
            found[tail].setdefault((relation, False), set()).add(head)
    return found
