"""What a guard looks at: an answer with the question as it was read."""

from dataclasses import dataclass, field
from functools import cached_property

from pog_agent.answering.facts.wider_classes import KnownClasses
from pog_agent.answering.resolution import Resolution
from pog_agent.models import AnswerDraft, PatternKey, Step, TopicEntity
from pog_agent.ranking.encoder import Encoder
from pog_agent.reading.answer_type import classes_of
from pog_agent.reading.cues import Exclusion, exclusion_of
from pog_agent.reading.elements import relation_groups
from pog_agent.reading.reader import QuestionReader, ReadPath
from pog_agent.reading.wording import without_topics

MAX_TERMS_CHECKED = 300


@dataclass(frozen=True)
class Examined:
    """An answer before it has a status, with the question as it was read on the cited paths.

    `left_out` are the names, as the question has them or else labels, of what the draft left out, `known` is what
    the schema tells of classes. `near` has words for the relations at the cited nodes, None where they are not
    known.
    """

    question: str
    topics: tuple[TopicEntity, ...]
    draft: AnswerDraft
    resolution: Resolution
    reader: QuestionReader
    read: tuple[ReadPath, ...]
    encoder: Encoder
    left_out: tuple[str, ...] = ()
    known: KnownClasses = field(default_factory=KnownClasses)
    near: frozenset[str] | None = None

    @property
    def rest(self) -> str:
        """The question without the names of its topics."""
        return without_topics(self.question, self.topics)

    @cached_property
    def classes(self) -> frozenset[str]:
        """The labels of all classes on the cited paths."""
        return classes_of(node for item in self.read for node in item.path.nodes)

    @cached_property
    def exclusion(self) -> Exclusion | None:
        """Where the question leaves out just what the answer leaves out."""
        return exclusion_of(self.question, self.left_out)

    @property
    def named(self) -> list[str]:
        """The relations and names on the cited paths in words."""
        relations = [group.text for item in self.read for group in relation_groups(item.path)]
        return [*relations, *(label for item in self.read for node in item.path.nodes for label in node.labels)]

    def steps_from(self, topic: str) -> set[tuple[str, bool]]:
        """Each step of a cited pattern that leaves a topic: its relation, and whether it goes along the arrow."""
        return {
            (step.relation, step.forward)
            for item in self.resolution.cited
            for step in _steps_from(item.pattern.key, topic)
        }


def _steps_from(key: PatternKey, entity: str) -> list[Step]:
    """The steps of a pattern that leave an entity, seen from there."""
    found: list[Step] = []
    for anchor in key.anchors:
        if anchor.entity == entity:
            found += key.steps[anchor.position : anchor.position + 1]
            before = key.steps[max(anchor.position - 1, 0) : anchor.position]
            found += [step.model_copy(update={"forward": not step.forward}) for step in before]
    return found
