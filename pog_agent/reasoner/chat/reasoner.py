"""The reasoner that asks a chat model, one prompt per step."""

from collections.abc import Callable

from langchain_core.language_models import BaseChatModel

from pog_agent.models import QuestionAnalysis, Supplement, TopicEntity
from pog_agent.prompts import PromptLibrary
from pog_agent.reasoner.base import (
    AnswerDraft,
    DirectAnswer,
    QuestionContext,
    Reply,
    Scored,
    ShownEntity,
    ShownPath,
    ShownRelation,
    Style,
    Sufficiency,
    Summary,
)
from pog_agent.reasoner.chat.asking import AskedSteps, Fallback, Temperatures, without_call
from pog_agent.reasoner.chat.calls import ChatCalls
from pog_agent.reasoner.steps.chains import AnalysisReply, SupplementsReply, to_analysis, to_supplements
from pog_agent.reasoner.steps.direct import DirectReply, to_direct
from pog_agent.reasoner.steps.replies import (
    AnswerReply,
    SelectionReply,
    SufficiencyReply,
    SummaryReply,
    TopicsReply,
    to_answer,
    to_mentions,
    to_selection,
    to_sufficiency,
    to_summary,
)
from pog_agent.reasoner.steps.scores import ScoresReply, alike, to_scores
from pog_agent.reasoner.steps.writing import (
    all_facts,
    evidence_values,
    lines,
    path_lines,
    question_values,
    relation_lines,
    topic_lines,
)


class ChatReasoner:
    """Answers the LLM steps (paper section 4, Appendix E) with any LangChain chat model.

    A reply is read tolerantly; what cannot be read is asked for once more with what was wrong; then the step
    falls back as the protocol says, with a warning. Exploring steps (select_paths, predict_supplements,
    score_relations, score_entities, sampled chains) run at `explore_temperature`, all others at
    `reason_temperature`; a server that rejects the temperature or `max_output_tokens` is asked without it from
    then on, and `left_out`, which reasoners of one model may share, keeps its name. `language` is for phrases
    that the model writes where no QuestionContext says which. When `on_budget` returns a text for the name of a
    step, no call is made: the step falls back and the text is its warning.

    Every method raises ModelUnavailableError when the model cannot be reached or rejects all requests.
    """

    def __init__(
        self,
        model: BaseChatModel,
        *,
        explore_temperature: float = 0.4,
        reason_temperature: float = 0.0,
        max_output_tokens: int | None = None,
        language: str = "en",
        prompts: PromptLibrary | None = None,
        on_budget: Callable[[str], str | None] | None = None,
        left_out: set[str] | None = None,
    ) -> None:
        self._steps = AskedSteps(
            ChatCalls(model, max_output_tokens, on_budget, left_out),
            prompts if prompts is not None else PromptLibrary(),
            Temperatures(explore_temperature, reason_temperature),
        )
        self._language = language

    @property
    def name(self) -> str:
        """The model's name."""
        return self._steps.calls.endpoint.model

    async def recognize_topics(self, question: str, spotted: tuple[str, ...]) -> Reply[tuple[str, ...]]:
        """Mentions of entities in the question (section 4.1)."""
        return await self._steps.ask(
            "recognize_topics",
            TopicsReply,
            to_mentions,
            Fallback(spotted, "the labels spotted in the question are used"),
            values={"question": question, "spotted": lines(spotted)},
        )

    async def analyze_question(
        self, question: str, topics: tuple[TopicEntity, ...], d_max: int
    ) -> Reply[QuestionAnalysis]:
        """Split questions and indicator, from which order and D_predict are computed (section 4.1)."""
        return await self._steps.ask(
            "analyze_question",
            AnalysisReply,
            lambda reply: to_analysis(reply, question, topics, d_max),
            Fallback(QuestionAnalysis(split_questions=(question,)), "the question is taken as it is"),
            values={
                "question": question,
                "topics": topic_lines(topics),
                "d_max": d_max,
                "language": self._language,
            },
        )

    async def select_paths(
        self, context: QuestionContext, paths: tuple[ShownPath, ...], width: int
    ) -> Reply[tuple[int, ...]]:
        """Precise path selection (section 4.3). No paths, no call."""
        if not paths:
            return without_call("select_paths", ())
        ranked = tuple(path.number for path in paths[:width])
        return await self._steps.ask(
            "select_paths",
            SelectionReply,
            lambda reply: to_selection(reply, paths, width),
            Fallback(ranked, "the order of the ranking is kept"),
            values={**question_values(context), "paths": path_lines(paths), "width": width},
            exploring=True,
        )

    async def summarize_paths(self, context: QuestionContext, paths: tuple[ShownPath, ...]) -> Reply[Summary]:
        """Path summarizing (section 4.4). Facts are numbered from 1 within their path. No paths, no call."""
        if not paths:
            return without_call("summarize_paths", Summary())
        return await self._steps.ask(
            "summarize_paths",
            SummaryReply,
            lambda reply: to_summary(reply, paths),
            Fallback(Summary(), "the paths are used without a summary"),
            values={**question_values(context), "paths": path_lines(paths, all_facts(paths))},
        )

    async def judge_sufficiency(
        self, context: QuestionContext, paths: tuple[ShownPath, ...], summary: Summary
    ) -> Reply[Sufficiency]:
        """Evaluation before answering (section 4.4). No paths, no call."""
        if not paths:
            return without_call("judge_sufficiency", Sufficiency(sufficient=False))
        return await self._steps.ask(
            "judge_sufficiency",
            SufficiencyReply,
            lambda reply: to_sufficiency(reply, paths, len(context.split_questions)),
            Fallback(Sufficiency(sufficient=False), "the paths are taken as insufficient"),
            values={**question_values(context), **evidence_values(paths, summary)},
        )

    async def predict_supplements(
        self, context: QuestionContext, paths: tuple[ShownPath, ...], count: int
    ) -> Reply[tuple[Supplement, ...]]:
        """Predicted entities with an indicator each (section 4.2, second phase)."""
        return await self._steps.ask(
            "predict_supplements",
            SupplementsReply,
            lambda reply: to_supplements(reply, context.topics, context.indicator, count),
            Fallback((), "nothing is predicted"),
            values={
                **question_values(context),
                "topics": topic_lines(context.topics),
                "paths": path_lines(paths),
                "count": count,
                "language": context.language,
            },
            exploring=True,
        )

    async def answer(
        self, context: QuestionContext, paths: tuple[ShownPath, ...], summary: Summary, final: bool
    ) -> Reply[AnswerDraft]:
        """Answer generation by citation (section 4.4). No call without paths unless it is the `final` one."""
        if not paths and not final:
            return without_call("answer", AnswerDraft())
        return await self._steps.ask(
            "answer",
            AnswerReply,
            lambda reply: to_answer(reply, paths, final),
            Fallback(AnswerDraft(), "no answer is given"),
            values={
                **question_values(context),
                **evidence_values(paths, summary),
                "mode": "final" if final else "paths",
                "language": context.language,
            },
        )

    async def answer_directly(
        self, context: QuestionContext, style: Style, sampled: bool = False
    ) -> Reply[DirectAnswer]:
        """Plain prompting and chain of thought, six exemplars each (section 5, baselines)."""
        return await self._steps.ask(
            f"answer_{style}",
            DirectReply,
            to_direct,
            Fallback(DirectAnswer(), "no answer is given"),
            values={"question": context.question, "language": context.language},
            exploring=sampled,
        )

    async def score_relations(
        self, context: QuestionContext, walked: str, relations: tuple[ShownRelation, ...], width: int
    ) -> Reply[tuple[Scored, ...]]:
        """Relation prune (Think-on-Graph). No relations, no call."""
        if not relations:
            return without_call("score_relations", ())
        numbers = [relation.number for relation in relations]
        return await self._steps.ask(
            "score_relations",
            ScoresReply,
            lambda reply: to_scores(reply, numbers, width),
            Fallback(alike(numbers[:width]), "the order of the ranking is kept"),
            values={
                "question": context.question,
                "path": walked,
                "relations": relation_lines(relations),
                "width": width,
            },
            exploring=True,
        )

    async def score_entities(
        self, context: QuestionContext, walked: str, entities: tuple[ShownEntity, ...]
    ) -> Reply[tuple[Scored, ...]]:
        """Entity prune (Think-on-Graph). No entities, no call."""
        if not entities:
            return without_call("score_entities", ())
        numbers = [entity.number for entity in entities]
        return await self._steps.ask(
            "score_entities",
            ScoresReply,
            lambda reply: to_scores(reply, numbers, len(numbers)),
            Fallback(alike(numbers), "all candidates count alike"),
            values={
                "question": context.question,
                "path": walked,
                "entities": lines(f"[{item.number}] {item.text}" for item in entities),
            },
            exploring=True,
        )
