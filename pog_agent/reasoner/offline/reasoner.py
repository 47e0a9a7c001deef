"""The reasoner without a language model: similarity of words and structure of the graph only.

It knows no data set and no template; cue words of English questions decide between entities, dates, counts,
extremes and yes/no. What it answers is a baseline, never to be reported as a result of a language model.
"""

from pog_agent.models import QuestionAnalysis, StepUsage, Supplement, TopicEntity
from pog_agent.ranking.encoder import Encoder
from pog_agent.reasoner.base import (
    AnswerDraft,
    Citation,
    DirectAnswer,
    QuestionContext,
    Reply,
    Scored,
    ShownEntity,
    ShownNode,
    ShownPath,
    ShownRelation,
    SplitVerdict,
    Style,
    Sufficiency,
    Summary,
    T,
)
from pog_agent.reasoner.offline.matching import EXTREMES, Match, Matcher
from pog_agent.reasoner.offline.wording import common_words, read_wording, without_topics
from pog_agent.terms import comparable_in

OFFLINE_MODELS = OFFLINE, GUESSING = "offline", "offline:guess"
LEAST_FIT = 0.05
NO_KNOWLEDGE = "the offline reasoner has no knowledge of its own: choose a language model with --model"


class OfflineReasoner:
    """Answers every step by similarity, with the encoder given. Never calls a model, never fails.

    Where no paths suffice, `offline` answers nothing and `offline:guess` from the best path all the same, which
    verification calls partial: for comparisons with methods that always answer.
    """

    def __init__(self, encoder: Encoder, name: str = OFFLINE) -> None:
        self.name = name
        self._encoder = encoder

    async def recognize_topics(self, question: str, spotted: tuple[str, ...]) -> Reply[tuple[str, ...]]:
        """The graph's labels found in the question."""
        del question
        return reply("recognize_topics", spotted)

    async def analyze_question(
        self, question: str, topics: tuple[TopicEntity, ...], d_max: int
    ) -> Reply[QuestionAnalysis]:
        """One split question per required topic; no indicator. Ordinary words are optional topics.

        Without a language model there is no sound prediction of the depth: D_predict is D_max, so that paths of
        every length compete from the start.
        """
        linked = [topic for topic in topics if not topic.optional]
        common = common_words(question, linked)
        required = [topic for topic in linked if topic not in common]
        splits = tuple(
            without_topics(question, [other for other in required if other.iri != topic.iri]) for topic in required
        )
        order = tuple(topic.iri for topic in topics)
        analysis = QuestionAnalysis(
            split_questions=splits if len(splits) > 1 else (question,),
            order=order,
            predicted_depth=d_max,
            optional=tuple(topic.iri for topic in common),
        )
        return reply("analyze_question", analysis)

    async def select_paths(
        self, context: QuestionContext, paths: tuple[ShownPath, ...], width: int
    ) -> Reply[tuple[int, ...]]:
        """The paths that match the question best."""
        return reply("select_paths", tuple(match.path.number for match in self._ranked(context, paths)[:width]))

    async def summarize_paths(self, context: QuestionContext, paths: tuple[ShownPath, ...]) -> Reply[Summary]:
        """The best path in words; every fact stays."""
        ranked = self._ranked(context, paths)
        return reply("summarize_paths", Summary(chain=ranked[0].path.text if ranked else ""))

    async def judge_sufficiency(
        self, context: QuestionContext, paths: tuple[ShownPath, ...], summary: Summary
    ) -> Reply[Sufficiency]:
        """Sufficient if the best path explains every content word and has no relation beside the point."""
        del summary
        ranked = self._ranked(context, paths)
        reason = self._doubt(context, ranked[0]) if ranked else "no path"
        covered = reason is None
        numbers = (ranked[0].path.number,) if covered else ()
        splits = tuple(SplitVerdict(covered=covered, paths=numbers) for _ in context.split_questions)
        return reply("judge_sufficiency", Sufficiency(sufficient=covered, splits=splits, reason=reason or ""))

    async def predict_supplements(
        self, context: QuestionContext, paths: tuple[ShownPath, ...], count: int
    ) -> Reply[tuple[Supplement, ...]]:
        """None: predictions need knowledge of the world."""
        del context, paths, count
        return reply("predict_supplements", ())

    async def answer(
        self, context: QuestionContext, paths: tuple[ShownPath, ...], summary: Summary, final: bool
    ) -> Reply[AnswerDraft]:
        """Cites the best path, with its siblings where paths are single; in a final answer only if it guesses."""
        del summary
        ranked = self._ranked(context, paths)
        operation = read_wording(context.question, context.topics).operation
        withheld = final and operation != "exists" and self.name != GUESSING
        if not ranked or withheld:
            return reply("answer", AnswerDraft(reason="no path of the graph explains the whole question"))
        best = ranked[0]
        citation = Citation(path=best.path.number, position=best.position)
        siblings = [path.number for path in paths if _siblings(path, best.path)]
        if operation == "exists":
            return reply("answer", self._existence(context, best, citation))
        if operation == "count" and best.path.nodes[best.position].kind == "literal":
            operation = "none"
        draft = AnswerDraft(
            citations=tuple(Citation(path=number, position=best.position) for number in siblings),
            operation=operation if operation in (*EXTREMES, "count") else "none",
            key_position=best.key_position,
            reason=f"by similarity: {best.path.text}",
        )
        return reply("answer", draft)

    async def answer_directly(
        self, context: QuestionContext, style: Style, sampled: bool = False
    ) -> Reply[DirectAnswer]:
        """Nothing: without a language model there is no knowledge but the graph's."""
        del context, sampled
        return reply(f"answer_{style}", DirectAnswer(reason=NO_KNOWLEDGE))

    async def score_relations(
        self, context: QuestionContext, walked: str, relations: tuple[ShownRelation, ...], width: int
    ) -> Reply[tuple[Scored, ...]]:
        """By similarity of the relation to the words of the question."""
        del walked
        scores = self._matcher(context).relations([relation.text for relation in relations])
        found = [Scored(number=item.number, score=score) for item, score in zip(relations, scores, strict=True)]
        return reply("score_relations", tuple(sorted(found, key=lambda item: -item.score)[:width]))

    async def score_entities(
        self, context: QuestionContext, walked: str, entities: tuple[ShownEntity, ...]
    ) -> Reply[tuple[Scored, ...]]:
        """By class, as far as the question says which; another topic entity is the best there can be."""
        del walked
        matcher = self._matcher(context)
        topics = {topic.label for topic in context.topics}
        found = [
            Scored(number=item.number, score=1.0 if topics.intersection(item.node.labels) else fit)
            for item in entities
            if (fit := max(matcher.node(item.node), LEAST_FIT))
        ]
        return reply("score_entities", tuple(sorted(found, key=lambda item: -item.score)))

    def _matcher(self, context: QuestionContext) -> Matcher:
        return Matcher(read_wording(context.question, context.topics), self._encoder)

    def _existence(self, context: QuestionContext, best: Match, citation: Citation) -> AnswerDraft:
        """Yes if a path of relations that the question speaks of joins the topics."""
        holds = self._doubt(context, best) is None
        return AnswerDraft(
            kind="boolean",
            operation="exists",
            citations=(citation,) if holds else (),
            reason=f"by similarity: {best.path.text}" if holds else "no path of fitting relations joins them",
        )

    def _ranked(self, context: QuestionContext, paths: tuple[ShownPath, ...]) -> list[Match]:
        """The paths by their match with the question, best first; equal ones in the order given."""
        return sorted(self._matcher(context).matches(paths), key=lambda match: -match.score)

    def _doubt(self, context: QuestionContext, best: Match) -> str | None:
        """Why the best path does not suffice; None if it does."""
        wording = read_wording(context.question, context.topics)
        indirect = wording.operation == "exists" and not wording.words and best.steps > 1
        incomparable = best.lacks_key and not _comparable_labels(best.path.nodes[best.position])
        doubts = (
            (best.missed > 0, "the best path does not join all topic entities"),
            (not best.covers, "a word of the question is not explained by the best path"),
            (not best.is_justified, "the best path has a relation beside the question"),
            (indirect, "no relation joins the topic entities directly"),
            (not best.fits_type, "the best path ends in another kind of thing than asked for"),
            (incomparable, "the graph has no dates or numbers to compare the candidates by"),
        )
        return next((reason for holds, reason in doubts if holds), None)


def _siblings(path: ShownPath, best: ShownPath) -> bool:
    """Whether a path is the best one itself, or one of single entities that differs from it in these alone."""
    if path.number == best.number:
        return True
    if (path.relations, path.forward) != (best.relations, best.forward):
        return False
    return all(
        one.total == other.total == 1 and one.kind == other.kind and (one.kind != "topic" or one == other)
        for one, other in zip(path.nodes, best.nodes, strict=True)
    )


def reply(step: str, value: T) -> Reply[T]:
    """A reply that has cost nothing."""
    return Reply(value, StepUsage(step=step))


def _comparable_labels(node: ShownNode) -> bool:
    """Whether every candidate has a year or number in its name."""
    return len(node.labels) == node.total > 1 and all(comparable_in(label) for label in node.labels)
