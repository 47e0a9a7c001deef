"""The reasoner that asks a chat model, one prompt per step."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from langchain_core.language_models import BaseChatModel

from pog_agent.models import QuestionAnalysis, StepUsage, Supplement, TopicEntity
from pog_agent.prompts import PromptLibrary
from pog_agent.reasoner.base import AnswerDraft, QuestionContext, Reply, ShownPath, Sufficiency, Summary
from pog_agent.reasoner.calls import ChatCalls, Completion, Messages
from pog_agent.reasoner.chains import AnalysisReply, SupplementsReply, to_analysis, to_supplements
from pog_agent.reasoner.parsing import Parsed, ReplyModel, parse_reply
from pog_agent.reasoner.replies import (
    AnswerReply,
    Converted,
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
from pog_agent.reasoner.showing import (
    all_facts,
    evidence_values,
    lines,
    path_lines,
    question_values,
    topic_lines,
)

T = TypeVar("T")
R = TypeVar("R", bound=ReplyModel)

_SHOWN_BAD_REPLY = 4000


@dataclass(frozen=True)
class _Fallback(Generic[T]):
    value: T
    meaning: str


class ChatReasoner:
    """Answers the LLM steps (paper section 4, Appendix E) with any LangChain chat model.

    A reply is read tolerantly; what cannot be read is asked for once more with what was wrong; then the step
    falls back as the protocol says, with a warning. Exploring steps (select_paths, predict_supplements) run
    at `explore_temperature`, all others at `reason_temperature`; a server that rejects the temperature or
    `max_output_tokens` is asked without it from then on, and `left_out`, which reasoners of one model may share,
    keeps its name. `language` is for phrases that the model writes
    where no QuestionContext says which. When `on_budget` returns a text for the name of a step, no call is
    made: the step falls back and the text is its warning.

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
        self._calls = ChatCalls(model, max_output_tokens, on_budget, left_out)
        self._explore_temperature = explore_temperature
        self._reason_temperature = reason_temperature
        self._language = language
        self._prompts = prompts if prompts is not None else PromptLibrary()

    @property
    def name(self) -> str:
        """The model's name."""
        return self._calls.endpoint.model

    async def recognize_topics(self, question: str, spotted: tuple[str, ...]) -> Reply[tuple[str, ...]]:
        """Mentions of entities in the question (section 4.1)."""
        return await self._step(
            "recognize_topics",
            TopicsReply,
            to_mentions,
            _Fallback(spotted, "the labels spotted in the question are used"),
            values={"question": question, "spotted": lines(spotted)},
        )

    async def analyze_question(
        self, question: str, topics: tuple[TopicEntity, ...], d_max: int
    ) -> Reply[QuestionAnalysis]:
        """Split questions and indicator, from which order and D_predict are computed (section 4.1)."""
        return await self._step(
            "analyze_question",
            AnalysisReply,
            lambda reply: to_analysis(reply, question, topics, d_max),
            _Fallback(QuestionAnalysis(split_questions=(question,)), "the question is taken as it is"),
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
            return _without_call("select_paths", ())
        ranked = tuple(path.number for path in paths[:width])
        return await self._step(
            "select_paths",
            SelectionReply,
            lambda reply: to_selection(reply, paths, width),
            _Fallback(ranked, "the order of the ranking is kept"),
            values={**question_values(context), "paths": path_lines(paths), "width": width},
            exploring=True,
        )

    async def summarize_paths(self, context: QuestionContext, paths: tuple[ShownPath, ...]) -> Reply[Summary]:
        """Path summarizing (section 4.4). Facts are numbered from 1 within their path. No paths, no call."""
        if not paths:
            return _without_call("summarize_paths", Summary())
        return await self._step(
            "summarize_paths",
            SummaryReply,
            lambda reply: to_summary(reply, paths),
            _Fallback(Summary(), "the paths are used without a summary"),
            values={**question_values(context), "paths": path_lines(paths, all_facts(paths))},
        )

    async def judge_sufficiency(
        self, context: QuestionContext, paths: tuple[ShownPath, ...], summary: Summary
    ) -> Reply[Sufficiency]:
        """Evaluation before answering (section 4.4). No paths, no call."""
        if not paths:
            return _without_call("judge_sufficiency", Sufficiency(sufficient=False))
        return await self._step(
            "judge_sufficiency",
            SufficiencyReply,
            lambda reply: to_sufficiency(reply, paths, len(context.split_questions)),
            _Fallback(Sufficiency(sufficient=False), "the paths are taken as insufficient"),
            values={**question_values(context), **evidence_values(paths, summary)},
        )

    async def predict_supplements(
        self, context: QuestionContext, paths: tuple[ShownPath, ...], count: int
    ) -> Reply[tuple[Supplement, ...]]:
        """Predicted entities with an indicator each (section 4.2, second phase)."""
        return await self._step(
            "predict_supplements",
            SupplementsReply,
            lambda reply: to_supplements(reply, context.topics, context.indicator, count),
            _Fallback((), "nothing is predicted"),
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
            return _without_call("answer", AnswerDraft())
        return await self._step(
            "answer",
            AnswerReply,
            lambda reply: to_answer(reply, paths, final),
            _Fallback(AnswerDraft(), "no answer is given"),
            values={
                **question_values(context),
                **evidence_values(paths, summary),
                "mode": "final" if final else "paths",
                "language": context.language,
            },
        )

    async def _step(
        self,
        step: str,
        model: type[R],
        convert: Callable[[R], Converted[T]],
        fallback: _Fallback[T],
        *,
        values: dict[str, object],
        exploring: bool = False,
    ) -> Reply[T]:
        messages = self._prompts.get(step).messages(**values)
        temperature = self._explore_temperature if exploring else self._reason_temperature
        completion = await self._calls.complete(step, messages, temperature, tag=step)
        completions = [completion]
        parsed = _read(completion, model)
        if parsed.value is None and completion.repeatable:
            repair = self._repair(messages, completion, parsed.problem)
            completion = await self._calls.complete(step, repair, self._reason_temperature, tag="repair")
            completions.append(completion)
            parsed = _read(completion, model)
        converted = convert(parsed.value) if parsed.value is not None else Converted[T](None)
        warnings = [warning for part in completions for warning in part.warnings]
        problems = [f"{step}: {text}" for text in (parsed.problem, *converted.warnings) if text]
        value = converted.value
        if value is None:
            value = fallback.value
            problems = [completion.stopped or f"{'; '.join(problems)}: {fallback.meaning}"]
        return Reply(value, _usage(step, completions), tuple(dict.fromkeys(warnings + problems)))

    def _repair(self, messages: Messages, completion: Completion, problem: str) -> Messages:
        (_, instructions), (_, request) = messages
        return self._prompts.get("repair").messages(
            instructions=instructions,
            request=request,
            reply=completion.text[-_SHOWN_BAD_REPLY:],
            problem=problem,
        )


def _read(completion: Completion, model: type[R]) -> Parsed[R]:
    if not completion.repeatable:
        return Parsed(None, completion.problem)
    parsed = parse_reply(completion.text, model)
    if parsed.value is None and completion.problem:
        return Parsed(None, f"{parsed.problem}: {completion.problem}")
    return parsed


def _usage(step: str, completions: list[Completion]) -> StepUsage:
    return StepUsage(
        step=step,
        llm_calls=sum(part.requests for part in completions),
        prompt_tokens=sum(part.prompt_tokens for part in completions),
        completion_tokens=sum(part.completion_tokens for part in completions),
    )


def _without_call(step: str, value: T) -> Reply[T]:
    return Reply(value, StepUsage(step=step))
