"""The chain of thought that a model gives as a list of stops and relations, read into an indicator."""

import re
from typing import Any, ClassVar, Literal

from pog_agent.models import Indicator, IndicatorNode, QuestionAnalysis, Supplement, TopicEntity
from pog_agent.reasoner.chat.parsing import ReplyModel
from pog_agent.reasoner.steps.replies import Converted, Text

_STOPS: dict[str, Literal["topic", "answer", "unknown"]] = {
    "topic": "topic",
    "answer": "answer",
    "unknown": "unknown",
}
_NUMBERED = re.compile(r"\[?(\d+)\]?")
_PUNCTUATION = re.compile(r"[\W_]+")


class AnalysisReply(ReplyModel):
    """Reply of analyze_question. The chain is checked apart: without a valid one the rest still counts."""

    split_questions: list[Text]
    chain: Any = None


class PredictionReply(ReplyModel):
    """One predicted entity."""

    prediction: Text
    chain: Any = None


class SupplementsReply(ReplyModel):
    """Reply of predict_supplements."""

    list_field: ClassVar[str | None] = "predictions"
    cuttable: ClassVar[frozenset[str]] = frozenset({"predictions"})
    predictions: list[PredictionReply]


def to_analysis(
    reply: AnalysisReply, question: str, topics: tuple[TopicEntity, ...], d_max: int
) -> Converted[QuestionAnalysis]:
    """The analysis (paper section 4.1), D_predict between 1 and `d_max`.

    Topics that the chain leaves out come last in the order. Without a valid chain there is no indicator, no
    order, and D_predict is 1.
    """
    stripped = (text.strip() for text in reply.split_questions)
    splits = tuple(dict.fromkeys(text for text in stripped if text)) or (question,)
    indicator, visited = read_chain(reply.chain, topics)
    if indicator is None:
        value = QuestionAnalysis(split_questions=splits)
        return Converted(value, ("no valid indicator, the question itself steers the ranking",))
    left_out = tuple(topic.iri for topic in topics if topic.iri not in visited)
    return Converted(
        QuestionAnalysis(
            split_questions=splits,
            indicator=indicator,
            order=tuple(dict.fromkeys(visited + left_out)),
            predicted_depth=max(1, min(indicator.predicted_depth, d_max)),
        )
    )


def to_supplements(
    reply: SupplementsReply, topics: tuple[TopicEntity, ...], indicator: str, count: int
) -> Converted[tuple[Supplement, ...]]:
    """At most `count` different predictions that are no topics, each with its own indicator as text.

    `indicator` stands in for a chain that says nothing.
    """
    seen = {_plain(topic.label) for topic in topics}
    supplements: list[Supplement] = []
    warnings: list[str] = []
    for item in reply.predictions:
        prediction = item.prediction.strip()
        if not prediction or _plain(prediction) in seen:
            warnings.append(f"dropped a prediction that adds nothing: {prediction or 'without a name'}")
            continue
        seen.add(_plain(prediction))
        chain, _ = read_chain(item.chain, topics)
        text = chain.text if chain else _loose_text(item.chain) or indicator
        supplements.append(Supplement(prediction=prediction, indicator=text))
    if not supplements:
        warnings.append("no prediction")
    return Converted(tuple(supplements[:count]) or None, tuple(warnings))


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
    plain = _plain(text)
    if not plain:
        return None
    names = [{_plain(topic.label), _plain(topic.mention)} - {""} for topic in topics]
    for topic, known in zip(topics, names, strict=True):
        if plain in known:
            return topic
    numbered = _NUMBERED.match(text)
    if numbered and 1 <= int(numbered[1]) <= len(topics):
        index = int(numbered[1]) - 1
        if _plain(text[numbered.end() :]) in {"", *names[index]}:
            return topics[index]
    similar = [
        topic
        for topic, known in zip(topics, names, strict=True)
        if any(plain in name or name in plain for name in known)
    ]
    return similar[0] if len(similar) == 1 else None


def _entry(item: Any) -> tuple[str, str]:
    if isinstance(item, dict):
        for kind in (*_STOPS, "relation"):
            if kind in item:
                return kind, str(item[kind] if item[kind] is not None else "").strip()
    return "", ""


def _loose_text(chain: Any) -> str:
    if isinstance(chain, list):
        return " - ".join(text for _, text in map(_entry, chain) if text)
    return chain.strip() if isinstance(chain, str) else ""


def _plain(text: str) -> str:
    return _PUNCTUATION.sub(" ", text.casefold()).strip()
