"""The reasoner without a language model: similarity of words and structure of the graph only.

It knows no data set and no template; cue words of English questions decide between entities, dates, counts,
extremes and yes/no. What it answers is a baseline, never to be reported as a result of a language model.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pog_agent.deadline import is_cut, working_deadline
from pog_agent.models import (
    EXTREMES,
    AnswerDraft,
    Citation,
    DirectAnswer,
    HybridReasoning,
    QuestionAnalysis,
    ShownNode,
    ShownPath,
    SplitVerdict,
    StepUsage,
    Sufficiency,
    Summary,
    Supplement,
    TopicEntity,
)
from pog_agent.models.query_draft import QueryDraft
from pog_agent.ranking.encoder import Encoder
from pog_agent.ranking.timed import TimedEncoder
from pog_agent.reading.composing.composer import composed_query
from pog_agent.reading.composing.hints import ReadingHints
from pog_agent.reading.cues import is_nested, undone_by_paths
from pog_agent.reading.reader import QuestionReader
from pog_agent.reading.wording import common_words, read_wording, without_topics
from pog_agent.reasoner.base import LlmStep, Reply
from pog_agent.reasoner.direct import AnswerDirectly
from pog_agent.reasoner.offline.indicator import read_indicator
from pog_agent.reasoner.offline.match import Match
from pog_agent.reasoner.offline.matching import Matcher
from pog_agent.reasoner.shown import QuestionContext, Scored
from pog_agent.reasoner.steps.analyze_question import AnalyzeQuestion
from pog_agent.reasoner.steps.answer import AnswerByCitation
from pog_agent.reasoner.steps.answer_cot import AnswerByThought
from pog_agent.reasoner.steps.answer_io import AnswerPlainly
from pog_agent.reasoner.steps.compose_query import ComposeQuery
from pog_agent.reasoner.steps.documented.answer_with_passages import AnswerWithPassages
from pog_agent.reasoner.steps.documented.judge_with_passages import JudgeWithPassages
from pog_agent.reasoner.steps.judge_sufficiency import JudgeSufficiency
from pog_agent.reasoner.steps.predict_supplements import PredictSupplements
from pog_agent.reasoner.steps.prune_topics import PruneTopics
from pog_agent.reasoner.steps.reason_over_knowledge import ReasonOverKnowledge
from pog_agent.reasoner.steps.recognize_topics import RecognizeTopics
from pog_agent.reasoner.steps.reformulate_query import ReformulateQuery
from pog_agent.reasoner.steps.score_entities import ScoreEntities
from pog_agent.reasoner.steps.score_relations import ScoreRelations
from pog_agent.reasoner.steps.select_paths import SelectPaths
from pog_agent.reasoner.steps.select_relations import SelectRelations
from pog_agent.reasoner.steps.summarize_paths import SummarizePaths
from pog_agent.values import compare_values, read_name, read_text

T = TypeVar("T")

Rules = Mapping[type[LlmStep[Any]], Callable[[Any], Awaitable[Any]]]
"""How a reasoner without a language model answers a step; a step without a rule falls back."""

OFFLINE_MODELS = OFFLINE, GUESSING = "offline", "offline:guess"
LEAST_FIT = 0.05
LEAST_NEAR = 0.35
"""Less like the question than this an entity and its relation are no prediction."""
MOST_TOPICS = 2
"""With more required topics nothing is predicted."""
FALLING_BACK = (RecognizeTopics, ReformulateQuery)
"""Steps whose fallback is all that can be said: the names spotted, the same query."""
NO_READING = "the offline reasoner does not read passages: choose a language model with --model"
NO_KNOWLEDGE = "the offline reasoner has no knowledge of its own: choose a language model with --model"


class OfflineReasoner:
    """Answers every step by similarity, with the encoder given. Never calls a model, never fails.

    Where no paths suffice, `offline` answers nothing and `offline:guess` from the best path all the same, which
    verification calls partial: for comparisons with methods that always answer.
    """

    def __init__(self, encoder: Encoder, name: str = OFFLINE) -> None:
        self.name = name
        self._encoder = encoder
        self._last: _Ranking | None = None

    @property
    def rules(self) -> Rules:
        """What is said instead of a step's fallback."""
        return {
            AnalyzeQuestion: self.analyze_question,
            SelectPaths: self.select_paths,
            SummarizePaths: self.summarize_paths,
            PredictSupplements: self.predict_supplements,
            JudgeSufficiency: self.judge_sufficiency,
            ComposeQuery: self.compose_query,
            AnswerByCitation: self.answer,
            AnswerPlainly: self.answer_directly,
            AnswerByThought: self.answer_directly,
            ScoreRelations: self.score_relations,
            ScoreEntities: self.score_entities,
            PruneTopics: self.prune_topics,
            SelectRelations: self.select_relations,
            ReasonOverKnowledge: self.reason_over_knowledge,
            JudgeWithPassages: self.judge_with_passages,
            AnswerWithPassages: self.answer_with_passages,
        }

    @property
    def understands_language(self) -> bool:
        """It compares words only."""
        return False

    async def ask(self, step: LlmStep[T]) -> Reply[T]:
        """The value by the rule for this step, else the step's fallback, with a warning if nobody meant it to."""
        rule = self.rules.get(type(step))
        if rule is not None:
            return Reply(await rule(step), StepUsage(step=step.name))
        fallback = step.fallback()
        known = type(step) in FALLING_BACK
        warnings = () if known else (f"{step.name}: {self.name} has no rule for it: {fallback.meaning}",)
        return Reply(fallback.value, StepUsage(step=step.name), warnings)

    async def analyze_question(self, step: AnalyzeQuestion) -> QuestionAnalysis:
        """One split question per required topic, and the indicator that the wording gives.

        Ordinary words are optional topics. Not so where yes or no is asked: these ask whether all that they name
        belongs together. D_predict is the most relations that the words tell of between the answer and a topic;
        without any it is 1. How many steps a graph takes for one of them no wording tells: so the search deepens.
        """
        linked = [topic for topic in step.topics if not topic.optional]
        asks_whether = read_wording(step.question, step.topics).operation == "exists"
        common = () if asks_whether else common_words(step.question, linked)
        required = [topic for topic in linked if topic not in common]
        splits = tuple(
            without_topics(step.question, [other for other in required if other.iri != topic.iri])
            for topic in required
        )
        topics = [topic.model_copy(update={"optional": topic not in required}) for topic in step.topics]
        indicator = read_indicator(step.question, topics)
        return QuestionAnalysis(
            split_questions=splits if len(splits) > 1 else (step.question,),
            indicator=indicator,
            order=tuple(topic.iri for topic in step.topics),
            predicted_depth=min(indicator.predicted_depth, step.d_max) if indicator is not None else 1,
            optional=tuple(topic.iri for topic in common),
        )

    async def prune_topics(self, step: PruneTopics) -> tuple[int, ...]:
        """All of them: names first, then what documents led to, ordinary words last."""
        common = common_words(step.question, step.topics)
        ranks = [2 if topic in common else 1 - bool(topic.mention) for topic in step.topics]
        return tuple(sorted(range(1, len(ranks) + 1), key=lambda number: ranks[number - 1]))

    async def select_paths(self, step: SelectPaths) -> tuple[int, ...]:
        """The paths that match the question best."""
        ranked = self._matcher(step.context).ranked(step.paths, step.width)
        return tuple(match.path.number for match in ranked[: step.width])

    async def summarize_paths(self, step: SummarizePaths) -> Summary:
        """The best path in words; every fact stays."""
        ranked = self._ranked(step.context, step.paths)
        return Summary(chain=ranked[0].path.text if ranked else "")

    async def judge_sufficiency(self, step: JudgeSufficiency) -> Sufficiency:
        """Sufficient if the best path explains every content word and has no relation beside the point."""
        ranked = self._ranked(step.context, step.paths)
        reason = self._doubt(step.context, ranked[0]) if ranked else "no path"
        covered = reason is None
        numbers = (ranked[0].path.number,) if covered else ()
        splits = tuple(SplitVerdict(covered=covered, paths=numbers) for _ in step.context.split_questions)
        return Sufficiency(sufficient=covered, splits=splits, reason=reason or "")

    async def predict_supplements(self, step: PredictSupplements) -> tuple[Supplement, ...]:
        """The entities around the topics that are most like the question, with the relation at them.

        None where nothing is: there is no knowledge but the graph's to predict from. Nor is there any where more
        than two topics are required: each further one multiplies the paths, and theirs were searched.
        """
        context = step.context
        asked = without_topics(context.question, context.topics) or context.question
        required = sum(not topic.optional for topic in context.topics)
        if not step.near or required > MOST_TOPICS:
            return ()
        texts = [f"{item.relation} {item.name}" for item in step.near]
        scores = self._encoder.encode(texts) @ self._encoder.encode([asked])[0]
        ranked = sorted(zip(scores.tolist(), step.near, strict=True), key=lambda pair: -pair[0])
        start = next((topic.label for topic in context.topics if not topic.optional), context.topics[0].label)
        return tuple(
            Supplement(
                prediction=item.name,
                indicator=f"{start} - {item.relation} - answer({item.name})",
                iri=item.iri,
                score=round(score, 4),
            )
            for score, item in ranked[: step.count]
            if score >= LEAST_NEAR
        )

    async def answer(self, step: AnswerByCitation) -> AnswerDraft:
        """Cites the best path, with its siblings where paths are single; in a final answer only if it guesses."""
        context = step.context
        ranked = self._ranked(context, step.paths)
        operation = read_wording(context.question, context.topics).operation
        withheld = step.final and operation != "exists" and self.name != GUESSING
        if not ranked or withheld:
            return AnswerDraft(reason="no path of the graph explains the whole question")
        if operation == "exists":
            ranked = sorted(ranked, key=lambda match: match.missed > 0)
        best = ranked[0]
        citation = Citation(path=best.path.number, position=best.position)
        siblings = [path.number for path in step.paths if _siblings(path, best.path)]
        if operation == "exists":
            return self._existence(context, ranked, citation)
        if operation == "count" and best.path.nodes[best.position].kind == "literal":
            operation = "none"
        return AnswerDraft(
            citations=tuple(Citation(path=number, position=best.position) for number in siblings),
            operation=operation if operation in (*EXTREMES, "count") else "none",
            key_position=best.key_position,
            reason=f"by similarity: {best.path.text}",
        )

    async def compose_query(self, step: ComposeQuery) -> QueryDraft:
        """The query that rules read out of the question."""
        analysis = step.context.analysis
        hints = ReadingHints(analysis.paraphrases if analysis is not None else ())
        return composed_query(step.context.question, step.context.topics, step.vocabulary, hints=hints)

    async def answer_directly(self, step: AnswerDirectly) -> DirectAnswer:
        """Nothing: without a language model there is no knowledge but the graph's."""
        del step
        return DirectAnswer(reason=NO_KNOWLEDGE)

    async def score_relations(self, step: ScoreRelations) -> tuple[Scored, ...]:
        """By similarity of the relation to the words of the question."""
        scores = self._matcher(step.context).relations([relation.text for relation in step.relations])
        pairs = zip(step.relations, scores, strict=True)
        found = [Scored(number=item.number, score=score) for item, score in pairs]
        return tuple(sorted(found, key=lambda item: -item.score)[: step.width])

    async def score_entities(self, step: ScoreEntities) -> tuple[Scored, ...]:
        """By class, as far as the question says which; another topic entity is the best there can be."""
        matcher = self._matcher(step.context)
        topics = {topic.label for topic in step.context.topics}
        found = [
            Scored(number=item.number, score=1.0 if topics.intersection(item.node.labels) else fit)
            for item in step.entities
            if (fit := max(matcher.type_fit(item.node), LEAST_FIT))
        ]
        return tuple(sorted(found, key=lambda item: -item.score))

    async def select_relations(self, step: SelectRelations) -> tuple[Scored, ...]:
        """By similarity of the relation to the words of the question, as a share of the highest one."""
        relations = [relation for group in step.groups for relation in group.relations]
        scores = self._matcher(step.context).relations([relation.text for relation in relations])
        highest = max(scores, default=0.0)
        found = [
            Scored(number=item.number, score=max(score / highest, 0.0) if highest > 0 else 1.0)
            for item, score in zip(relations, scores, strict=True)
        ]
        return tuple(sorted(found, key=lambda item: -item.score))

    async def reason_over_knowledge(self, step: ReasonOverKnowledge) -> HybridReasoning:
        """As it judges and answers from the paths; it does not read passages."""
        if step.passages and not step.paths:
            return HybridReasoning(draft=AnswerDraft(reason=NO_READING))
        verdict = await self.judge_sufficiency(JudgeSufficiency(step.context, step.paths, Summary()))
        draft = await self.answer(
            AnswerByCitation(step.context, step.paths, Summary(), final=not verdict.sufficient)
        )
        return HybridReasoning(sufficient=verdict.sufficient, draft=draft)

    async def judge_with_passages(self, step: JudgeWithPassages) -> Sufficiency:
        """As it judges the paths; it does not read passages."""
        return await self.judge_sufficiency(step.of_paths)

    async def answer_with_passages(self, step: AnswerWithPassages) -> AnswerDraft:
        """As it answers from the paths; it does not read passages."""
        return await self.answer(step.of_paths)

    def _matcher(self, context: QuestionContext) -> Matcher:
        encoder = TimedEncoder(self._encoder, working_deadline())
        return Matcher(QuestionReader(context.question, context.topics, encoder), encoder)

    def _existence(self, context: QuestionContext, ranked: Sequence[Match], citation: Citation) -> AnswerDraft:
        """Yes if a path of relations that the question speaks of joins the topics, no if none does.

        That none does says nothing of a question that compares or denies, nor where one relation joins them that
        may be meant by other words.
        """
        best = ranked[0]
        holds = self._doubt(context, best) is None
        undone = [] if holds else undone_by_paths(without_topics(context.question, context.topics))
        if undone:
            return AnswerDraft(reason=f"the question says {undone[0]!r}, which no path carries out")
        direct = next((match for match in ranked if match.steps == 1 and not match.missed), None)
        if not holds and direct is not None and self.name != GUESSING:
            return AnswerDraft(reason=f"it is not certain that {direct.path.text} is what the question says")
        return AnswerDraft(
            kind="boolean",
            operation="exists",
            citations=(citation,) if holds else (),
            reason=f"by similarity: {best.path.text}" if holds else "no path of fitting relations joins them",
        )

    def _ranked(self, context: QuestionContext, paths: tuple[ShownPath, ...]) -> list[Match]:
        """The paths by their match with the question, best first.

        The steps that judge paths and answer from them ask for the same ranking one after the other. One that the
        time has cut is not kept.
        """
        last = self._last
        if last is not None and last.is_of(context, paths):
            return last.matches
        matches = self._matcher(context).ranked(paths)
        if not (is_cut() or working_deadline().is_over):
            self._last = _Ranking(context.question, context.topics, paths, matches)
        return matches

    def _doubt(self, context: QuestionContext, best: Match) -> str | None:
        """Why the best path does not suffice; None if it does."""
        wording = read_wording(context.question, context.topics)
        indirect = wording.operation == "exists" and not wording.words and best.steps > 1
        relations = best.path.relations
        is_joined = wording.operation == "exists" and best.steps == 1 and not best.missed
        repeats = wording.operation == "exists" and len(set(relations)) < len(relations)
        incomparable = best.lacks_key and not _comparable_labels(best.path.nodes[best.position])
        doubts = (
            (best.missed > 0, "the best path does not join all topic entities"),
            (not (best.is_complete or best.covers), "a word of the question is not explained by the best path"),
            (not (best.is_complete or best.is_justified), "the best path has a relation beside the question"),
            (indirect, "no relation joins the topic entities directly"),
            (best.is_roundabout, "no relation of the topic leads to what is asked for"),
            (repeats and not is_nested(context.question), "the best path goes by one relation several times"),
            (not (best.fits_type or is_joined), "the best path ends in another kind of thing than asked for"),
            (incomparable, "the graph has no dates or numbers to compare the candidates by"),
        )
        return next((reason for holds, reason in doubts if holds), None)


@dataclass(frozen=True)
class _Ranking:
    """Paths ranked for a question about topics."""

    question: str
    topics: tuple[TopicEntity, ...]
    paths: tuple[ShownPath, ...]
    matches: list[Match]

    def is_of(self, context: QuestionContext, paths: tuple[ShownPath, ...]) -> bool:
        """Whether it is the ranking of these paths for this question."""
        return (self.question, self.topics, self.paths) == (context.question, context.topics, paths)


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


def _comparable_labels(node: ShownNode) -> bool:
    """Whether all candidates compare as values, or by a year or number in their names."""
    read = read_text if node.kind == "literal" else read_name
    values = [read(label) for label in node.labels]
    return len(values) == node.total > 1 and not compare_values(values).refused
