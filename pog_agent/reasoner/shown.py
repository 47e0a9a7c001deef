"""What a reasoner is shown: the question, and numbered candidates to choose from.

Candidates are chosen by number, so that a reasoner can neither invent nor misspell one.
"""

from pog_agent.models import QuestionAnalysis, ShownNode, TopicEntity, Value

TOKENS_OF_CANDIDATE = 60
TOKENS_OF_JUDGED_PATH = 700
TOKENS_OF_PASSAGE = 220
"""How many tokens these usually take in a prompt: a path in one line, a path with its facts, a passage."""


class QuestionContext(Value):
    """The question and what is known of it by now; `claim` is what it asks about, "" where none is judged."""

    question: str
    claim: str = ""
    topics: tuple[TopicEntity, ...] = ()
    analysis: QuestionAnalysis | None = None
    language: str = "en"

    @property
    def indicator(self) -> str:
        """The indicator's text, the question where there is none."""
        found = self.analysis.indicator if self.analysis else None
        return found.text if found else self.question

    @property
    def split_questions(self) -> tuple[str, ...]:
        """The split questions, the question itself where there are none."""
        return (self.analysis.split_questions if self.analysis else ()) or (self.question,)


class ShownRelation(Value):
    """A relation that leaves an entity, in words, along its arrow (`forward`) or against it."""

    number: int
    text: str
    forward: bool


class ShownRelations(Value):
    """The relations out of the last entity of a path in words; their numbers go on from group to group."""

    walked: str
    relations: tuple[ShownRelation, ...]


class SurroundingEntity(Value):
    """An entity of the detected subgraph, with the relation at it, in words, that is most like the question."""

    iri: str
    name: str
    relation: str


class ShownPassage(Value):
    """A passage of a document; `context` is the triple, as a sentence, that led to it ("" where none did)."""

    number: int
    title: str
    text: str
    context: str = ""


class ShownEntity(Value):
    """An entity or value that a relation leads to; `text` says for an unnamed one what it joins."""

    number: int
    text: str
    node: ShownNode


class Scored(Value):
    """A numbered candidate and how much it helps to answer the question, from 0 to 1."""

    number: int
    score: float
