"""What is known of a question: topic entities, indicator, analysis, predictions; of a claim, what it asks."""

from typing import Final, Literal

from pog_agent.models.value import Value

AskedOperation = Literal["list", "count", "exists", "most", "least", "compare", "except", "connection", "other"]
"""What is to be done with what the question leads to; `other` is a sum, an average, a group."""
COMPUTED: Final[frozenset[AskedOperation]] = frozenset({"count", "most", "least", "compare", "except", "other"})
"""What a query says, and a path alone does not."""


class TopicEntity(Value):
    """An entity of the graph that the question mentions.

    An `optional` topic (a weak link, or a class such as "country") may be left off a path. `namesakes` are
    entities that the mention fits as well.
    """

    iri: str
    label: str
    mention: str = ""
    score: float = 1.0
    optional: bool = False
    namesakes: tuple[str, ...] = ()


class IndicatorNode(Value):
    """A stop of the thinking indicator: a topic entity, the answer, or something unknown between them."""

    text: str
    kind: Literal["topic", "answer", "unknown"]


class Indicator(Value):
    """The thinking indicator of the paper (section 4.1) as a chain: node, relation, node, ...

    `relations` has one phrase between each two neighbouring `nodes`.
    """

    nodes: tuple[IndicatorNode, ...]
    relations: tuple[str, ...]

    @property
    def text(self) -> str:
        """The chain as one line, the way path candidates are embedded against it."""
        parts: list[str] = []
        for index, node in enumerate(self.nodes):
            parts.append(f"answer({node.text})" if node.kind == "answer" else node.text)
            parts.extend(self.relations[index : index + 1])
        return " - ".join(parts)

    @property
    def predicted_depth(self) -> int:
        """D_predict: the largest number of relations between the answer and any topic; 1 if undefined."""
        answers = [index for index, node in enumerate(self.nodes) if node.kind == "answer"]
        topics = [index for index, node in enumerate(self.nodes) if node.kind == "topic"]
        gaps = [min(abs(topic - answer) for answer in answers) for topic in topics if answers]
        return max(gaps, default=1) or 1

    @property
    def answer_slot(self) -> int | None:
        """How many topics stand before the answer; None without an answer in the chain."""
        for index, node in enumerate(self.nodes):
            if node.kind == "answer":
                return sum(other.kind == "topic" for other in self.nodes[:index])
        return None


class Paraphrase(Value):
    """Words of a question, and other phrases that a graph may call the same relation, attribute or kind."""

    words: str
    others: tuple[str, ...]


class QuestionAnalysis(Value):
    """What question analysis yields (paper section 4.1).

    `order` lists topic IRIs the way the indicator runs through them. `indicator` is None when the reasoner
    gave none that is valid; then the question itself steers the ranking. `optional` are topics that were linked
    but need not be meant: words of the question that happen to be names. `paraphrases` were made of the question
    alone, before any path was seen: so they can tell whether a path says what the question asks. With
    `asks_connection` it asks for nothing but how its topics are connected.
    """

    split_questions: tuple[str, ...]
    indicator: Indicator | None = None
    order: tuple[str, ...] = ()
    predicted_depth: int = 1
    optional: tuple[str, ...] = ()
    paraphrases: tuple[Paraphrase, ...] = ()
    asks_connection: bool = False


class StartWay(Value):
    """A thing to start from, by its name, and the relations to follow from it to what is asked for, in order."""

    start: str
    relations: tuple[str, ...] = ()


class QuestionReading(Value):
    """Where the search starts, what is asked for and how, and the language of the question ("" where unknown).

    Without any `ways` the names that the graph has of the question are the starts.
    """

    asks_for: str = ""
    ways: tuple[StartWay, ...] = ()
    operation: AskedOperation = "list"
    paraphrases: tuple[Paraphrase, ...] = ()
    language: str = ""

    @property
    def computes(self) -> bool:
        """Whether it asks for what a query says better than paths."""
        return self.operation in COMPUTED


class Supplement(Value):
    """A predicted entity and the indicator that leads to it (paper section 4.2, second phase)."""

    prediction: str
    indicator: str
    iri: str | None = None
    score: float = 0.0


class Claim(Value):
    """A statement to be judged, as a question for a yes or no.

    A yes to `question` says that `statement` is so, which is the text of the claim without its negation: a
    `negated` claim is true where the answer is no. `unread` says why no answer decides the claim, if one cannot.
    """

    text: str
    question: str
    statement: str = ""
    negated: bool = False
    unread: str = ""
