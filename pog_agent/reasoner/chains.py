"""The thinking indicator as a model writes it: a list of stops and relations."""

import re
from typing import Any, Literal

from pog_agent.models import Indicator, IndicatorNode, TopicEntity

_STOPS: dict[str, Literal["topic", "answer", "unknown"]] = {
    "topic": "topic",
    "answer": "answer",
    "unknown": "unknown",
}
_NUMBERED = re.compile(r"\[?(\d+)\]?")
_PUNCTUATION = re.compile(r"[\W_]+")


def read_chain(chain: Any, topics: tuple[TopicEntity, ...]) -> tuple[Indicator | None, tuple[str, ...]]:
    """The indicator and the IRIs of the topics in its order; None when the chain is not valid.

    A valid chain alternates stops and relations, starts and ends with a stop, has an answer and, if there are
    topics, at least one of them. A stop that claims to be a topic and is none counts as unknown.
    """
    if not isinstance(chain, list) or len(chain) % 2 == 0:
        return None, ()
    nodes: list[IndicatorNode] = []
    relations: list[str] = []
    visited: list[str] = []
    for index, item in enumerate(chain):
        kind, text = _entry(item)
        if not text or (kind == "relation") != (index % 2 == 1):
            return None, ()
        if kind == "relation":
            relations.append(text)
            continue
        topic = find_topic(text, topics) if kind == "topic" else None
        if topic is not None:
            visited.append(topic.iri)
        claimed = kind == "topic" and topic is None and bool(topics)
        nodes.append(
            IndicatorNode(text=topic.label if topic else text, kind="unknown" if claimed else _STOPS[kind])
        )
    if not any(node.kind == "answer" for node in nodes) or (topics and not visited):
        return None, ()
    return Indicator(nodes=tuple(nodes), relations=tuple(relations)), tuple(visited)


def find_topic(text: str, topics: tuple[TopicEntity, ...]) -> TopicEntity | None:
    """The topic that is meant: by label or mention, else by number, else the only similar label."""
    wanted = plain(text)
    if not wanted:
        return None
    names = [{plain(topic.label), plain(topic.mention)} - {""} for topic in topics]
    for topic, known in zip(topics, names, strict=True):
        if wanted in known:
            return topic
    numbered = _NUMBERED.match(text)
    if numbered and 1 <= int(numbered[1]) <= len(topics):
        index = int(numbered[1]) - 1
        if plain(text[numbered.end() :]) in {"", *names[index]}:
            return topics[index]
    similar = [
        topic
        for topic, known in zip(topics, names, strict=True)
        if any(wanted in name or name in wanted for name in known)
    ]
    return similar[0] if len(similar) == 1 else None


def _entry(item: Any) -> tuple[str, str]:
    if isinstance(item, dict):
        for kind in (*_STOPS, "relation"):
            if kind in item:
                return kind, str(item[kind] if item[kind] is not None else "").strip()
    return "", ""


def loose_text(chain: Any) -> str:
    """What a chain says that is not valid, in one line."""
    if isinstance(chain, list):
        return " - ".join(text for _, text in map(_entry, chain) if text)
    return chain.strip() if isinstance(chain, str) else ""


def plain(text: str) -> str:
    """A name for comparison: case and punctuation do not count."""
    return _PUNCTUATION.sub(" ", text.casefold()).strip()
