"""The settings as keywords for type checkers, written by `python -m tests.generated_settings`."""

from collections.abc import Sequence

from typing_extensions import TypedDict

from pog_agent.config import (
    Compose,
    Confirm,
    Fuzzy,
    Profile,
    RagPassages,
    Ranker,
    Reader,
    RelationPrune,
    Strategy,
    Task,
    Trust,
    Variant,
)


class RunSettings(TypedDict, total=False):
    """What a system takes besides graph, model and encoder. A setting of None counts as not given."""

    preset: str | None
    kg_cache: str | None
    base_url: str | None
    context_tokens: int | None
    reply_cache: str | None
    embedding_cache: str | None
    entity_index: str | None
    phrases: str | None
    docs: str | None
    task: Task | None
    confirm: Confirm | Sequence[Confirm] | None
    profile: Profile | None
    variant: Variant | None
    strategy: Strategy | None
    fuzzy: Fuzzy | None
    d_max: int | None
    w_max: int | None
    w1: int | None
    w2: int | None
    merge_steps: bool | None
    summarize: bool | None
    supplements: int | None
    node_expansion: bool | None
    compose: Compose | None
    reader: Reader | None
    trust: Trust | None
    exams: str | None
    samples: int | None
    retained_entities: int | None
    seed: int | None
    ranker: Ranker | None
    cross_encoder: str | None
    contexts: int | None
    rag_passages: RagPassages | None
    decay: float | None
    document_topics: int | None
    topic_prune: bool | None
    clues: bool | None
    relation_threshold: float | None
    relation_prune: RelationPrune | None
    self_consistency: int | None
    consistency_threshold: float | None
    topics: Sequence[str] | None
    languages: str | None
    allow_parametric: bool | None
    min_confidence: float | None
    explore_temperature: float | None
    reason_temperature: float | None
    max_output_tokens: int | None
    timeout: float | None
    otlp: str | None
    max_question_chars: int | None
    max_patterns: int | None
    max_degree: int | None
    max_triples: int | None
    max_rows: int | None
    max_queries: int | None
    max_fetch_seconds: float | None
    max_llm_calls: int | None
    max_tokens: int | None
    max_cost: float | None
    max_seconds: float | None
    prices: str | None


class QuestionSettings(RunSettings, total=False):
    """What holds for one question only. A setting of None takes back what the system was given."""

    kg: str | None
    model: str | None
    encoder: str | None
