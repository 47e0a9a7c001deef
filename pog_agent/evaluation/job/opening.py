"""Opens what a job needs: its questions, its graph with the changes of the experiment, and the system over it."""

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any

from langchain_core.rate_limiters import InMemoryRateLimiter

from pog_agent.agent import open_system
from pog_agent.config import PogConfig
from pog_agent.errors import SettingError
from pog_agent.evaluation.asked_question import AskedQuestion
from pog_agent.evaluation.changed_graphs.missing_edges import without_edges
from pog_agent.evaluation.changed_graphs.partial_discovery import partly_discovered
from pog_agent.evaluation.changed_graphs.scrambled_names import scrambled_questions, with_scrambled_names
from pog_agent.evaluation.data.dataset import Question, QuestionSet, load_questions
from pog_agent.evaluation.job.description import Job
from pog_agent.evaluation.oracle import ORACLE, OracleReasoner
from pog_agent.evaluation.runner import Evaluation, RunPage
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.open import open_kg
from pog_agent.ranking.encoder import AUTO, EXACT, open_encoder
from pog_agent.reasoner.chat.models import open_chat_model
from pog_agent.reasoner.offline.reasoner import OFFLINE_MODELS

TOPICS_LOOKED_UP = 200


@dataclass(frozen=True)
class OpenJob:
    """Everything that is open while a job runs. A run searches `kg`; `whole` is the graph with all discoveries."""

    job: Job
    config: PogConfig
    data: QuestionSet
    questions: list[Question]
    kg: KnowledgeGraph
    whole: KnowledgeGraph
    evaluation: Evaluation


@contextmanager
def open_job(job: Job, config: PogConfig, run_page: RunPage | None = None) -> Iterator[OpenJob]:
    """Opens questions, graph and system, and closes graph and system at the end. `run_page` makes pages of runs.

    Raises `SettingError` for what cannot be run as it is, `GraphUnavailableError` and `ModelUnavailableError`
    where graph or model is out of reach.
    """
    if config.reply_cache is not None:
        raise SettingError(
            "reply_cache is not for evaluations, whose calls and tokens are figures: leave it out (--reply-cache, "
            "POG_AGENT_REPLY_CACHE)"
        )
    data = load_questions(job.data)
    questions = replace(job.selection, seed=config.seed).selected_from(data.questions)
    with ExitStack() as stack:
        kg = stack.enter_context(closing(open_kg(config.kg, config.timeout, config.preset, config.kg_cache)))
        if job.drop_triples:
            kg = without_edges(kg, job.drop_triples, config.seed)
        if job.scramble:
            kg = with_scrambled_names(kg, config.seed)
            questions = scrambled_questions(questions, config.seed)
        whole = kg
        if job.keep_discovered != 1.0:
            kg = partly_discovered(kg, job.keep_discovered, config.seed)
        asking: ContextVar[AskedQuestion] = ContextVar("asking")
        system = stack.enter_context(_system(job, config, kg, asking))
        system.open()
        evaluation = Evaluation(system, kg, job.topics_given, asking, whole=whole, run_page=run_page)
        yield OpenJob(job, config, data, questions, kg, whole, evaluation)


async def questions_with_known_topics(opened: OpenJob) -> list[Question]:
    """The questions with topic entities in the ids that the graph has.

    Raises `SettingError` where the graph has none of the first topic entities, or none are given.
    """
    given, questions, data = opened.job.topics_given, opened.questions, opened.data
    if given and not any(item.topics for item in questions):
        raise SettingError(
            f"{data.name}: its questions have no topic entities; --bare-questions lets the system find them"
        )
    others = replace(data, questions=tuple(questions)).with_other_topics().questions
    for candidates in (questions, list(others)):
        topics = [topic for item in candidates for topic in item.topic_entities][:TOPICS_LOOKED_UP]
        iris = [topic.iri for topic in topics if topic.iri]
        around = await opened.whole.neighbors(iris, limit=1) if iris else None
        if around is not None and around.triples:
            return candidates
        if not given:
            names = [topic.label for topic in topics if topic.label]
            if not topics or await opened.kg.find(names):
                return candidates
    first = next(topic for item in questions for topic in item.topics)
    raise SettingError(
        f"{opened.kg.name}: holds none of the topic entities of {data.name}, such as {first}; check that --kg "
        "is the graph of these questions and writes its IRIs in the same way"
    )


def _system(job: Job, config: PogConfig, kg: KnowledgeGraph, asking: ContextVar[AskedQuestion]) -> Any:
    """The system over the open graph; with a rate, its model waits for its turn.

    The encoder computes in 32 bits: figures are to be the same on every machine.
    """
    left_out = {"kg", "topics", "variant"}
    settings = {name: value for name, value in config.given.items() if name not in left_out}
    settings["encoder"] = EXACT if config.encoder == AUTO else config.encoder
    if config.model == ORACLE:
        encoder = open_encoder(settings["encoder"], lambda _: None, config.embedding_cache)
        settings |= {"encoder": encoder, "reasoner": OracleReasoner(encoder, asking, job.noise, config.seed)}
    elif job.rate is not None and config.model not in OFFLINE_MODELS:
        model = open_chat_model(
            config.model, config.base_url, config.timeout, context_tokens=config.context_tokens
        )
        model.rate_limiter = InMemoryRateLimiter(requests_per_second=job.rate / 60, check_every_n_seconds=0.02)
        settings["model"] = model
    return open_system(job.system, kg=kg, **settings)
