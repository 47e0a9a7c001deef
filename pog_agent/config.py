"""Settings of a run: plain strings and numbers, so that a server can show them as a form."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Annotated, Any, Final, Literal, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from pog_agent.errors import SettingError
from pog_agent.urls import is_http_url

_HAS_SCHEME: Final = re.compile(r"(?:_|[A-Za-z][A-Za-z0-9+.\-]*):.")

Strategy = Literal["fuzzy", "fuzzy+branch", "fuzzy+precise", "three-step"]
Variant = Literal["pog", "pog-e"]
Fuzzy = Literal["patterns", "paths"]
Profile = Literal["paper", "lean"]
Compose = Literal["auto", "on", "off"]
Reader = Literal["rules", "both"]
Trust = Literal["rules", "once", "twice"]
RelationPrune = Literal["combined", "single"]
Task = Literal["answer", "verify"]
Confirm = Literal["topics", "plan", "answer"]
RagPassages = Literal["corpus", "topics"]
Ranker = Literal["dense", "bm25", "cross-encoder", "llm"]

ENVIRONMENT_PREFIX = "POG_AGENT_"
ENDPOINT_SETTINGS = ("kg_cache", "max_rows", "max_queries", "max_fetch_seconds")
"""Settings without effect on a graph that is held locally."""


PROFILES: Final[dict[Profile, dict[str, Any]]] = {
    "paper": {},
    "lean": {
        "merge_steps": True,  # two calls for a plain question: one reads it, one answers it from the candidates
        "summarize": False,  # a call a round; the paths are judged as they are
        "supplements": 0,  # a call, and a round of search with a selection and a judgement of its own
        "node_expansion": False,  # up to d_max rounds of search in the whole graph, each with its calls
    },
}
"""Defaults that a profile has instead of the fields' own; what is given explicitly wins over them.

Systems without these steps do the same work under every profile.
"""


@dataclass(frozen=True)
class CommandFlag:
    """How the command line gives a setting where name and type do not say it.

    `name` replaces the flag made from the setting's name, `metavar` what stands for the value, and a `repeatable`
    flag may be given several times. The flag of a setting with `own` False means more than the setting. A flag
    with a value for `bare` has that one where it is given without a value.
    """

    name: str | None = None
    metavar: str | None = None
    repeatable: bool = False
    own: bool = True
    bare: str | None = None


class PogConfig(BaseModel):
    """All settings of Paths-over-Graph; the defaults of the knobs are the paper's (section 5)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kg: Annotated[str, CommandFlag(repeatable=True)] = Field(
        "demo", description="RDF file, folder, oxigraph:FOLDER or SPARQL endpoint URL; 'demo' is the bundled graph"
    )
    preset: str = Field("auto", description="'auto', the name of a preset, or the path of its TOML file")
    kg_cache: str | None = Field(None, description="file that keeps edges and labels of endpoints for later runs")
    model: str = Field(
        "offline", description="'offline', 'offline:guess', or provider:name such as openai:gpt-4o-mini"
    )
    base_url: str | None = Field(None, description="OpenAI-compatible server, e.g. http://localhost:8000/v1")
    context_tokens: int | None = Field(
        None, ge=512, description="tokens of context that Ollama is asked for; unset, 8192, or more where needed"
    )
    reply_cache: str | None = Field(
        None, description="file that keeps a chat model's replies for later runs; not for evaluations"
    )
    encoder: str = Field(
        "auto",
        description="'auto', 'exact' (auto in 32 bits), 'lexical', or a sentence-transformers name or path",
    )
    embedding_cache: str | None = Field(None, description="file that keeps embeddings for later runs")

    entity_index: str | None = Field(None, description="folder of an entity index, for any --kg")
    phrases: Annotated[str | None, CommandFlag(metavar="FILE")] = Field(
        None, description="RDF file with other words for the graph's relations and classes (pog-agent phrases)"
    )
    docs: Annotated[str | None, CommandFlag(metavar="DIR")] = Field(
        None, description="folder of a document index, for the systems pog, pog-e, tog2 and rag"
    )

    task: Task = Field(
        "answer", description="'verify' takes what is asked for a claim, and judges it true, false or not enough"
    )
    confirm: Annotated[tuple[Confirm, ...], CommandFlag(metavar="WHAT", repeatable=True)] = Field(
        (), description="ask a person before the run goes on: about 'topics', 'plan' or 'answer'"
    )
    profile: Profile = Field(
        "paper", description="how much work a run does; 'lean' asks a model two to four times a question"
    )
    variant: Annotated[Variant, CommandFlag("--system", own=False)] = Field(
        "pog", description="'pog-e' keeps one random relation per clustered edge"
    )
    strategy: Strategy = Field("fuzzy+precise", description="beam search strategy (Algorithm 2)")
    fuzzy: Fuzzy = Field("patterns", description="'paths' embeds every concrete path, as in the paper: slow")
    d_max: int = Field(3, ge=1, le=4, description="maximum exploration depth")
    w_max: int = Field(3, ge=1, le=50, description="paths kept per round")
    w1: int = Field(80, ge=1, le=2000, description="paths kept by fuzzy selection")
    w2: int = Field(20, ge=1, le=500, description="paths kept by branch reduced selection in three-step")
    merge_steps: bool = Field(
        False, description="ask a model once to read the question, and once a round to select, judge and answer"
    )
    summarize: bool = Field(True, description="summarise paths before judging them")
    supplements: int = Field(3, ge=0, le=10, description="predictions in the supplement phase; 0 skips it")
    node_expansion: bool = Field(True, description="run the node expansion phase")
    compose: Compose = Field(
        "auto", description="compose queries over classes and values: 'auto' over local graphs, 'on', 'off'"
    )
    reader: Reader = Field(
        "both",
        description="what reads questions: 'rules', or 'both' these and a ranker where they give no sure answer",
    )
    trust: Trust = Field(
        "twice",
        description="who settles what words mean: 'rules' alone, or also a model that has passed its exam, asked "
        "'once' or 'twice' about an answer that is doubtful for nothing else",
    )
    exams: Annotated[str | None, CommandFlag(metavar="FILE")] = Field(
        None,
        description="file that keeps the results of exams; unset, one in the user's cache folder",
    )
    samples: int = Field(5, ge=1, le=50, description="chains of thought that vote in self-consistency (sc)")
    retained_entities: int = Field(
        5,
        ge=1,
        le=1000,
        description="entities scored of one relation that leads to 20 or more, drawn at random (tog)",
    )
    seed: int = Field(0, description="seed of the random choices of PoG-E, ToG, ToG-R and ToG-2")

    ranker: Ranker = Field(
        "dense",
        description="what ranks passages; cross-encoder needs a local model, llm makes calls",
    )
    cross_encoder: str | None = Field(
        None, description="name or path of the model of the ranker cross-encoder; unset, BGE-Reranker's base model"
    )
    contexts: int = Field(
        10, ge=1, le=100, description="passages shown to the model in a round (pog, tog2, rag): K"
    )
    rag_passages: RagPassages = Field(
        "corpus",
        description="what plain retrieval reads (rag): the whole 'corpus', or documents of the given 'topics'",
    )
    decay: float = Field(
        0.1, ge=0, le=10, description="how fast the weight of a passage falls with its rank (tog2): alpha"
    )
    document_topics: int = Field(
        0,
        ge=0,
        le=20,
        description="chunks nearest to the question that give further topics to start from (tog2)",
    )
    topic_prune: bool = Field(True, description="choose among the topic entities before the search (tog2)")
    clues: bool = Field(True, description="carry clues and a new query from round to round (tog2)")
    relation_threshold: float = Field(
        0.2, ge=0, le=1, description="least score of a relation that is followed (tog2)"
    )
    relation_prune: RelationPrune = Field(
        "combined",
        description="'combined' scores the relations of all entities in one call, 'single' not (tog2)",
    )

    self_consistency: int = Field(
        0, ge=0, le=50, description="chains of thought that are asked first; where they agree, no search (tog2)"
    )
    consistency_threshold: float = Field(
        0.8, gt=0, le=1, description="share of these chains that must have the same answer (tog2)"
    )

    topics: Annotated[tuple[str, ...], CommandFlag(metavar="IRI", repeatable=True)] = Field(
        (), description="topic entities by IRI; recognition is skipped"
    )
    languages: str = Field("en", description="preferred languages of labels and answer, comma separated")
    allow_parametric: Annotated[bool, CommandFlag("--no-parametric")] = Field(
        True, description="allow answers from the model's own knowledge, labelled"
    )
    min_confidence: float = Field(
        0.0, ge=0, le=1, description="withhold supported and partial answers that are less confident"
    )

    explore_temperature: float = Field(0.4, ge=0, le=2, description="temperature when exploring")
    reason_temperature: float = Field(0.0, ge=0, le=2, description="temperature when reasoning")
    max_output_tokens: int | None = Field(
        None, ge=16, description="tokens per reply; unset, twice the usual size of a step's reply"
    )
    timeout: float = Field(60.0, gt=0, description="seconds per request to a model or endpoint")

    otlp: Annotated[str | None, CommandFlag(metavar="ENDPOINT", bare="default")] = Field(
        None,
        description="send OpenTelemetry spans over OTLP/HTTP to this base URL; 'default', and the flag alone, is "
        "OTEL_EXPORTER_OTLP_ENDPOINT, else http://localhost:4318",
    )

    # Ten times the longest question of the published sets; the embedding of a text reads half of it.
    max_question_chars: int = Field(
        2_000, ge=1, le=100_000, description="characters of a question or claim; a longer one is refused"
    )
    max_patterns: int = Field(200_000, ge=1, description="path patterns per exploration")
    max_degree: int = Field(10_000, ge=1, description="edges fetched per node")
    max_triples: int = Field(5_000_000, ge=1, description="triples in the question subgraph")

    max_rows: int = Field(500_000, ge=1, description="rows fetched from an endpoint per question")
    max_queries: int = Field(1_000, ge=1, description="queries for edges sent to an endpoint per question")
    max_fetch_seconds: float = Field(120.0, gt=0, description="seconds of fetching from an endpoint per question")

    # A search that meets its share of one of these bounds ends early, and the answer is asked for from what it has
    # found: `pog_agent.run.budget` says what is kept for that.
    max_llm_calls: int | None = Field(None, ge=1, description="budget: LLM calls")
    max_tokens: int | None = Field(None, ge=1, description="budget: tokens in and out")
    max_cost: float | None = Field(None, gt=0, description="budget: US dollars; needs prices")
    max_seconds: float | None = Field(
        None, gt=0, description="budget: seconds of a run, and at most one more to check its answer"
    )
    prices: Annotated[str | None, CommandFlag(metavar="FILE|IN/OUT")] = Field(
        None,
        description="US dollars for a million tokens in and out: a TOML or JSON file of prices by model, or "
        "IN/OUT such as 0.5/1.5 for any model",
    )

    @field_validator("languages")
    @classmethod
    def _language_tags(cls, value: str) -> str:
        tags = [tag.strip() for tag in value.split(",")]
        if not all(tag.replace("-", "").isalnum() for tag in tags):
            raise ValueError("must be language tags separated by commas, such as en,de")
        return ",".join(tags)

    @field_validator("confirm", mode="before")
    @classmethod
    def _one_or_several(cls, value: Any) -> Any:
        return tuple(part.strip() for part in value.split(",")) if isinstance(value, str) else value

    @field_validator("topics")
    @classmethod
    def _topic_iris(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        # The scheme alone tells an IRI from a name: published graphs have spaces and braces behind it.
        if wrong := [topic for topic in value if not _HAS_SCHEME.match(topic)]:
            raise ValueError(f"must be IRIs such as http://example.org/a, and {wrong[0][:80]!r} is none")
        return value

    @field_validator("otlp")
    @classmethod
    def _otlp_endpoint(cls, value: str | None) -> str | None:
        if value not in (None, "default") and not is_http_url(value):
            raise ValueError("'default', or a URL that starts with http:// or https://")
        return value

    @model_validator(mode="after")
    def _fill_in_profile(self) -> Self:
        # Past pydantic's own assignment: what a profile fills in does not count as given.
        given = self.model_fields_set
        self.__dict__.update({name: value for name, value in PROFILES[self.profile].items() if name not in given})
        return self

    @property
    def answers_from_tree(self) -> bool:
        """Whether one call a round selects, judges and answers: not with passages, nor with further phases."""
        has_more_phases = bool(self.supplements) or self.node_expansion
        return self.merge_steps and self.docs is None and self.strategy == "fuzzy+precise" and not has_more_phases

    @property
    def language_list(self) -> tuple[str, ...]:
        """The preferred languages in order."""
        return tuple(self.languages.split(","))

    @property
    def given(self) -> dict[str, Any]:
        """The settings that were given explicitly, without those of the profile and the defaults."""
        return {name: getattr(self, name) for name in self.model_fields_set}

    def overlaid(self, other: "PogConfig") -> "PogConfig":
        """What is given in `other` over what is given here."""
        return PogConfig(**self.given | other.given) if other.model_fields_set else self

    @classmethod
    def create(cls, environment: Mapping[str, str] | None = None, **settings: Any) -> "PogConfig":
        """Settings from arguments, then from environment variables, then those of the profile, then the defaults.

        A variable is the setting's name in capitals after ``POG_AGENT_``. Arguments that are None count as
        not given. Raises `SettingError` that names the setting and the values allowed.
        """
        values: dict[str, Any] = {}
        if environment is None or environment:
            from pog_agent.settings.environment import EnvironmentVariables  # noqa: PLC0415 (pydantic-settings: 30 ms)

            values = EnvironmentVariables(cls, ENVIRONMENT_PREFIX, environment)()
        values.update({name: value for name, value in settings.items() if value is not None})
        try:
            return cls(**values)
        except ValidationError as error:
            raise SettingError(_in_one_line(error)) from error


def _in_one_line(error: ValidationError) -> str:
    """The first problem of a validation: setting, value, and what is allowed."""
    problem = error.errors()[0]
    name = str(problem["loc"][0]) if problem["loc"] else "settings"
    if problem["type"] == "extra_forbidden":
        near = get_close_matches(name, PogConfig.model_fields, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(PogConfig.model_fields)}"
        return f"unknown setting {name!r}; {hint}"
    field = PogConfig.model_fields[name]
    is_choice = problem["type"] == "literal_error" and len(problem["loc"]) == 1
    choices = get_args(field.annotation) if is_choice else ()
    message = problem["msg"].removeprefix("Input should be ")
    allowed = f"one of {', '.join(map(str, choices))}" if choices else message
    return f"setting {name!r} has the value {problem['input']!r}; allowed: {allowed}"
