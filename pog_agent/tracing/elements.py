"""The picture of a run's subgraph as data: nodes and edges with what each is to the answer (paper, Figure 11)."""

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Literal

from pog_agent.models import Answer, Value
from pog_agent.terms import Term, Triple, is_blank, is_literal, literal_value, local_name
from pog_agent.tracing.run_trace import RunTrace

MOST_CITED = 120
"""Cited triples in a picture."""

NodeRole = Literal["topic", "answer", "path", "surrounding"]
EdgeRole = Literal["path", "class", "surrounding"]
"""An edge of the cited paths, one of these that leads to a class, or one around them."""


class GraphNode(Value):
    """A node: its term, the whole label, what it is to the answer, and how many steps it stands from the topics.

    The steps are those of the cited paths where these lead to it. They count from the topics that an answer must
    reach, where there are any: a class is one step from everything in it. `distance` is None for what hangs
    together with no topic. `is_literal` marks values. What is not `is_named` has no label in the graph.
    """

    id: str
    label: str
    role: NodeRole
    distance: int | None = None
    is_literal: bool = False
    is_named: bool = True


class GraphEdge(Value):
    """A triple: `source` and `target` are ids of nodes, `label` says the relation in words.

    The edges of cited paths have the ids ``edge0``, ``edge1``, ... in the order in which the answer cites them.
    """

    id: str
    source: str
    target: str
    relation: str
    label: str
    role: EdgeRole


class SubgraphElements(Value):
    """Nodes and edges to draw. `left_out` counts triples, cited or of the reduced subgraph, not among them."""

    nodes: tuple[GraphNode, ...] = ()
    edges: tuple[GraphEdge, ...] = ()
    left_out: int = 0


def subgraph_elements(run: RunTrace) -> SubgraphElements:
    """Topics, answers and the edges of the cited paths, and the reduced subgraph around them.

    A run that failed has none. A node with several roles has the first of topic, answer, path.
    """
    if run.answer is None:
        return SubgraphElements()
    every = [*dict.fromkeys(run.answer.cited_triples)]
    cited = every[:MOST_CITED]
    around = [triple for triple in run.surrounding.triples if triple not in set(every)]
    roles = _roles(run.answer, cited, around)
    every_topic = [topic.iri for topic in run.answer.topic_entities]
    topics = [topic.iri for topic in run.answer.topic_entities if not topic.optional] or every_topic
    steps = {**_distances(topics, [*cited, *around]), **_distances(topics, cited)}
    names = {topic.iri: topic.label for topic in run.answer.topic_entities}
    names |= {item.iri: item.label for item in run.answer.answers if item.iri}
    labels = {**names, **run.surrounding.labels}
    edge_roles: list[EdgeRole] = [
        "class" if item[1] in run.surrounding.class_relations else "path" for item in cited
    ]
    edge_roles += ["surrounding"] * len(around)
    return SubgraphElements(
        nodes=tuple(_node(term, role, steps.get(term), labels) for term, role in roles.items()),
        edges=tuple(
            _edge(number, triple, role, labels)
            for number, (triple, role) in enumerate(zip([*cited, *around], edge_roles, strict=True))
        ),
        left_out=run.surrounding.left_out + len(every) - len(cited),
    )


def _roles(answer: Answer, cited: Iterable[Triple], around: Iterable[Triple]) -> dict[Term, NodeRole]:
    roles: dict[Term, NodeRole] = {}
    on_paths = [node for head, _, tail in cited for node in (head, tail)]
    values = {item.value for item in answer.answers if item.value}
    for topic in answer.topic_entities:
        roles.setdefault(topic.iri, "topic")
    for item in answer.answers:
        if item.iri:
            roles.setdefault(item.iri, "answer")
    for node in on_paths:
        is_answer = is_literal(node) and literal_value(node) in values
        roles.setdefault(node, "answer" if is_answer else "path")
    for head, _, tail in around:
        roles.setdefault(head, "surrounding")
        roles.setdefault(tail, "surrounding")
    return roles


def _distances(topics: Iterable[Term], triples: Iterable[Triple]) -> dict[Term, int]:
    """Steps from the nearest topic, whichever way edges point."""
    beside: dict[Term, list[Term]] = {}
    for head, _, tail in triples:
        beside.setdefault(head, []).append(tail)
        beside.setdefault(tail, []).append(head)
    found = dict.fromkeys((topic for topic in topics if topic in beside), 0)
    ahead = deque(found)
    while ahead:
        node = ahead.popleft()
        for other in beside[node]:
            if other not in found:
                found[other] = found[node] + 1
                ahead.append(other)
    return found


def _node(term: Term, role: NodeRole, distance: int | None, labels: Mapping[str, str]) -> GraphNode:
    name = labels.get(term, "")
    is_named = name not in ("", term)
    label = name if is_named else " " if is_blank(term) else local_name(term)
    return GraphNode(
        id=term,
        label=label,
        role=role,
        distance=distance,
        is_literal=is_literal(term),
        is_named=is_named,
    )


def _edge(number: int, triple: Triple, role: EdgeRole, labels: Mapping[str, str]) -> GraphEdge:
    head, relation, tail = triple
    label = labels.get(relation) or local_name(relation)
    return GraphEdge(id=f"edge{number}", source=head, target=tail, relation=relation, label=label, role=role)
