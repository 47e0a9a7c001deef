"""What a guard looks at: an answer with the question as it was read."""

from dataclasses import dataclass, field
from functools import cached_property

from pog_agent.answering.facts.wider_classes import KnownClasses
from pog_agent.answering.resolution import Resolution
from pog_agent.models import AnswerDraft, Qualifier, TopicEntity
from pog_agent.ranking.encoder import Encoder
from pog_agent.reading.answer_type import classes_of
from pog_agent.reading.cues import Exclusion, exclusion_of
from pog_agent.reading.reader import QuestionReader, ReadPath
from pog_agent.reading.wording import without_topics

MAX_TERMS_CHECKED = 300


@dataclass(frozen=True)
class Examined:
    """An answer before it has a status, with the question as it was read on the cited paths.

    `left_out` are the names, as the question has them or else labels, of what the draft left out, `known` is what
    the schema tells of classes. `near` has words for the relations at the cited nodes, None where they are not
    known, `beside` is what else the facts on the paths state.
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
    beside: tuple[Qualifier, ...] = ()

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
