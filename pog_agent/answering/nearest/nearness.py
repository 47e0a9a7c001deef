"""How near the relations of a topic are to a question, by the encoder."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pog_agent.answering.known_relations import TopicFacts
from pog_agent.answering.nearest.candidates import Candidate
from pog_agent.models import TopicEntity
from pog_agent.ranking.encoder import Encoder
from pog_agent.reading.wording import without_topics

_QUESTION_WORDS: Final = re.compile(
    r"\b(?:who|whom|what|which|where|when|how|many|much|is|are|was|were|am|do|does|did|the|an?|our|we|us|there|it"
    r"|['’](?:s|re|ve|d)|who['’]s|what['’]s|where['’]s|when['’]s)\b|[?.!,]",
    re.IGNORECASE,
)


def by_nearness(question: str, facts: TopicFacts, found: Sequence[Candidate], encoder: Encoder) -> list[Candidate]:
    """The candidates with their nearness, the nearest first.

    It is the sum of two likenesses. Said of classes, the question and the relation are sentences alike: "who runs
    the shop", "shop managed by employee". The name of the relation is like the words that ask, which stay
    together: "came up with".
    """
    if not found:
        return []
    kind = facts.kind.casefold() or "thing"
    rest = without_topics(question, [facts.topic])
    asking = " ".join(_QUESTION_WORDS.sub(" ", rest).split()) or rest
    texts = [_with_class(question, facts.topic, kind), rest, asking]
    for item in found:
        texts += [_sentence(item, kind), item.label]
    vectors = encoder.encode(texts)
    fit = vectors[:3] @ vectors[3:].T
    sentences, labels = fit[0, 0::2], fit[1:, 1::2].max(axis=0)
    near = [
        replace(item, nearness=round(float(sentence + label), 3))
        for item, sentence, label in zip(found, sentences, labels, strict=True)
    ]
    return sorted(near, key=lambda item: -item.nearness)


def _with_class(question: str, topic: TopicEntity, kind: str) -> str:
    """The question with the class of the topic in place of its name."""
    name = rf"(?<!\w)(?:(?:the|an?)\s+)?{re.escape(topic.mention or topic.label)}(?!\w)"
    return re.sub(name, f"the {kind}", question, flags=re.IGNORECASE)


def _sentence(item: Candidate, kind: str) -> str:
    """A relation between the classes that it joins."""
    is_onward = item.is_onward or len(item.way) > 1
    return f"{kind} {item.label} {item.kind}" if is_onward else f"{item.kind} {item.label} {kind}"
