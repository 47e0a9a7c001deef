"""What spans say, in the OpenInference conventions. Importing this needs the extra `tracing`."""

from typing import Any

from openinference.instrumentation import (
    Embedding,
    Message,
    TokenCount,
    get_embedding_attributes,
    get_input_attributes,
    get_llm_attributes,
    get_metadata_attributes,
    get_output_attributes,
    get_span_kind_attributes,
)

from pog_agent.activity import Activity, EmbeddingBatch, ModelCall, StoreQuery
from pog_agent.models import Answer
from pog_agent.redaction import redacted
from pog_agent.run.telemetry.observation import Observation
from pog_agent.run.telemetry.summary import summarized_input, summarized_update
from pog_agent.state import RunState

MOST_PROMPT = 20_000
"""Characters of a message, a reply or a query in a span."""

Attributes = dict[str, Any]


def of_run(state: RunState) -> Attributes:
    """A run: an agent."""
    run = get_metadata_attributes(metadata={"run_id": state.get("run_id", "")})
    return {**get_span_kind_attributes("agent"), **run, **of_question(state)}


def of_question(state: RunState) -> Attributes:
    """The question, once it is known."""
    question = state.get("question", "")
    return dict(get_input_attributes(redacted(question))) if question else {}


def of_answer(answer: Answer) -> Attributes:
    """What a run ends with: the answer as text, its status and cost."""
    usage = answer.usage
    figures = {
        "status": answer.status,
        "evidence": answer.evidence,
        "confidence": answer.confidence,
        "llm_calls": usage.llm_calls,
        "tokens": usage.prompt_tokens + usage.completion_tokens,
        "warnings": [redacted(text) for text in answer.warnings],
    }
    return {**get_output_attributes(_text(answer.text)), **get_metadata_attributes(metadata=figures)}


def of_chain(begun: Any) -> Attributes:
    """A step, by what it begins from."""
    return {**get_span_kind_attributes("chain"), **get_input_attributes(begun)}


def of_step(step: Observation) -> Attributes:
    """A step that has ended: what it has changed, and what it says of that."""
    plan = step.after.get("plan")
    said: dict[str, Any] = {"summary": redacted(step.summary)}
    if plan is not None:
        said |= {"phase": plan.phase, "depth": plan.depth}
    changed = get_output_attributes(summarized_update(step.update))
    return {**of_chain(summarized_input(step.before)), **changed, **get_metadata_attributes(metadata=said)}


def of_activity(activity: Activity) -> tuple[str, Attributes]:
    """The name and the attributes of a model call (LLM), a store query (RETRIEVER) or a batch (EMBEDDING)."""
    if isinstance(activity, ModelCall):
        return activity.step, _of_call(activity)
    if isinstance(activity, EmbeddingBatch):
        return "embed", _of_batch(activity)
    return "sparql", _of_query(activity)


def _of_call(call: ModelCall) -> Attributes:
    tokens = TokenCount(
        prompt=call.prompt_tokens,
        completion=call.completion_tokens,
        total=call.prompt_tokens + call.completion_tokens,
    )
    asked = get_llm_attributes(
        model_name=call.model,
        input_messages=[Message(role=role, content=_text(text)) for role, text in call.messages],
        output_messages=[Message(role="assistant", content=_text(call.reply))],
        token_count=tokens,
    )
    return {**get_span_kind_attributes("llm"), **asked, **_ends(_last(call), call.reply)}


def _of_query(query: StoreQuery) -> Attributes:
    found = "" if query.rows is None else f"{query.rows} rows"
    known = {"endpoint": redacted(query.endpoint), "rows": query.rows}
    facts = get_metadata_attributes(metadata=known)
    return {**get_span_kind_attributes("retriever"), **facts, **_ends(query.sparql, found)}


def _of_batch(batch: EmbeddingBatch) -> Attributes:
    first = [Embedding(text=_text(text)) for text in batch.first]
    embedded = get_embedding_attributes(model_name=batch.encoder, embeddings=first)
    counted = get_metadata_attributes(metadata={"texts": batch.texts, "shown": len(first)})
    return {**get_span_kind_attributes("embedding"), **embedded, **counted}


def _ends(given: str, found: str) -> Attributes:
    return {**get_input_attributes(_text(given)), **get_output_attributes(_text(found))}


def _last(call: ModelCall) -> str:
    return call.messages[-1][1] if call.messages else ""


def _text(text: str) -> str:
    text = redacted(text)
    return text if len(text) <= MOST_PROMPT else f"{text[:MOST_PROMPT]}... ({len(text):,} characters)"
