"""The thinking indicator as a model writes it: a list of stops and relations."""

import re
from typing import Any, Final, Literal

from pydantic import JsonValue

from pog_agent.models import Indicator, IndicatorNode, TopicEntity

_STOPS: dict[str, Literal["topic", "answer", "unknown"]] = {
    "topic": "topic",
    "answer": "answer",
    "unknown": "unknown",
}
CHAIN_SCHEMA: Final[dict[str, JsonValue]] = {
    "type": "array",
    "maxItems": 12,
    "items": {
        "anyOf": [
            {
                "type": "object",
                "properties": {kind: {"type": "string", "maxLength": 80}},
                "required": [kind],
                "additionalProperties": False,
            }
            for kind in (*_STOPS, "relation")
        ]
    },
}
"""A chain in the form that prompts ask for."""

_NUMBERED = re.compile(r"\[?(\d+)\]?")
_PUNCTUATION = re.compile(r"[\W_]+")


def read_chain(chain: Any, topics: tuple[TopicEntity, ...]) -> tuple[Indicator | None, tuple[str, ...]]:
    """The indicator and the IRIs of the topics in its order; None when the chain is not valid.

    A valid chain alternates stops and relations, starts and ends with a stop, has an answer and, if there are
    topics, at least one of them. A stop that claims to be a topic and is none counts as unknown. A relation at the
    end, which leads nowhere, is left out.
    """
    entries = [_entry(item) for item in chain] if isinstance(chain, list) else []
    if entries and entries[-1][0] == "relation":
        entries.pop()
    if len(entries) % 2 == 0:
        return None, ()
    if any(not text or (kind == "relation") != (place % 2 == 1) for place, (kind, text) in enumerate(entries)):
        return None, ()
    stops = [_stop(kind, text, topics) for kind, text in entries[::2]]
    visited = tuple(topic.iri for _, topic in stops if topic is not None)
    if not any(node.kind == "answer" for node, _ in stops) or (topics and not visited):
        return None, ()
    relations = tuple(text for _, text in entries[1::2])
    return Indicator(nodes=tuple(node for node, _ in stops), relations=relations), visited


def _stop(kind: str, text: str, topics: tuple[TopicEntity, ...]) -> tuple[IndicatorNode, TopicEntity | None]:
    """A stop of the chain, and the topic that it is."""
    topic = find_topic(text, topics) if kind == "topic" else None
    if topic is not None:
        return IndicatorNode(text=topic.label, kind="topic"), topic
    claimed = kind == "topic" and bool(topics)
    return IndicatorNode(text=text, kind="unknown" if claimed else _STOPS[kind]), None


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
