"""Topics as a person is shown them, and as the reply leaves them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pog_agent.confirmation.replies import TopicCorrection, WrongReplyError, read_reply
from pog_agent.linking.candidates import LinkCandidate
from pog_agent.models import AlternativeEntity, LinkedTopic, TopicEntity, TopicsShown
from pog_agent.run.context import RunContext
from pog_agent.state import RunState

MOST_ALTERNATIVES_SHOWN = 8
REPLY = (
    "'accept', or an object with 'keep' (IRIs that are meant, and not their namesakes), 'replace' (IRI: "
    "other IRI), 'remove' (IRIs), 'add' (IRIs)"
)


@dataclass(frozen=True)
class ConfirmedTopics:
    """The topics after the reply, and what it changed, a warning each."""

    topics: tuple[TopicEntity, ...]
    changes: tuple[str, ...] = ()


class TopicChoices:
    """The linked topics of a run with what else their mentions may mean."""

    def __init__(
        self, state: RunState, run: RunContext, alternatives: dict[str, tuple[LinkCandidate, ...]]
    ) -> None:
        self._topics = tuple(state["topics"])
        self._question = state["question"]
        self._unlinked = tuple(state.get("unlinked", ()))
        self._run = run
        self._alternatives = alternatives

    def shown(self) -> TopicsShown:
        """The topics for a person."""
        topics = [
            LinkedTopic(
                iri=topic.iri,
                label=topic.label,
                mention=topic.mention,
                optional=topic.optional,
                alternatives=tuple(
                    AlternativeEntity(iri=item.iri, label=item.label) for item in self._alternatives[topic.iri]
                ),
            )
            for topic in self._topics
        ]
        return TopicsShown(question=self._question, reply=REPLY, topics=tuple(topics), unlinked=self._unlinked)

    async def read(self, reply: Any) -> ConfirmedTopics:
        """The topics that the reply leaves. Raises `WrongReplyError` for what no topic or entity is."""
        said = read_reply(TopicCorrection, reply)
        if said is None:
            return ConfirmedTopics(self._topics)
        self._check(said)
        unlisted = [iri for old, iri in said.replace.items() if self._candidate(old, iri) is None]
        given = await self._given([*unlisted, *said.add])
        topics: list[TopicEntity] = []
        changes: list[str] = []
        for topic in self._topics:
            other = said.replace.get(topic.iri)
            if topic.iri in said.remove:
                changes.append(f"topic {topic.label!r} was removed when it was confirmed")
            elif other is not None:
                topics.append(self._replaced(topic, other, given))
                changes.append(f"topic {topic.label!r} was replaced by {topics[-1].label!r} ({other})")
            else:
                topics.append(topic.model_copy(update={"namesakes": ()}) if topic.iri in said.keep else topic)
        for iri in said.add:
            topics.append(given[iri])
            changes.append(f"topic {given[iri].label!r} was added when topics were confirmed")
        return ConfirmedTopics(tuple({topic.iri: topic for topic in topics}.values()), tuple(changes))

    def _check(self, said: TopicCorrection) -> None:
        """Raises where the reply names what was not linked, or says two things of one topic."""
        known = {topic.iri for topic in self._topics}
        named = [*said.keep, *said.replace, *said.remove]
        for iri in named:
            if iri not in known:
                raise WrongReplyError(
                    f"{iri!r} is none of the linked topics: {', '.join(known) or 'there are none'}"
                )
            if named.count(iri) > 1:
                raise WrongReplyError(f"{iri!r} is to be kept, replaced or removed: say one of them")

    async def _given(self, iris: Sequence[str]) -> dict[str, TopicEntity]:
        """Entities by IRI. Raises where the graph does not have one."""
        linked = await self._run.linker.given(iris, self._question)
        if linked.unlinked:
            raise WrongReplyError(f"{linked.unlinked[0]!r} is no entity of the graph")
        return {topic.iri: topic for topic in linked.topics}

    def _candidate(self, topic: str, iri: str) -> LinkCandidate | None:
        return next((item for item in self._alternatives[topic] if item.iri == iri), None)

    def _replaced(self, topic: TopicEntity, iri: str, given: dict[str, TopicEntity]) -> TopicEntity:
        """The other entity; one that the mention may mean keeps the mention, of any other it is left unread."""
        item = self._candidate(topic.iri, iri)
        if item is None:
            return given[iri]
        update = {"iri": iri, "label": item.label, "score": item.score, "namesakes": ()}
        return topic.model_copy(update=update)


async def topic_choices(state: RunState, run: RunContext) -> TopicChoices:
    """Looks up what else the mentions of the topics may mean."""
    found: dict[str, tuple[LinkCandidate, ...]] = {}
    for topic in state["topics"]:
        near = await run.linker.candidates(topic.mention, state["question"]) if topic.mention else []
        others = {item.iri: item for item in _with_namesakes(topic, near)}
        others.pop(topic.iri, None)
        found[topic.iri] = tuple(others.values())[: max(MOST_ALTERNATIVES_SHOWN, len(topic.namesakes))]
    return TopicChoices(state, run, found)


def _with_namesakes(topic: TopicEntity, near: Sequence[LinkCandidate]) -> Iterator[LinkCandidate]:
    """The namesakes of a topic first, so that who keeps it has seen them, then what else was found."""
    known = {item.iri: item for item in near}
    for iri in topic.namesakes:
        yield known.get(iri) or LinkCandidate(iri=iri, label=topic.label, score=topic.score, how="exact")
    yield from near
