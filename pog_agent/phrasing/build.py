"""Writes a phrasebook for a graph: what `pog-agent phrases` does."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from pyoxigraph import Literal, NamedNode

from pog_agent.config import PogConfig
from pog_agent.errors import SettingError
from pog_agent.extraction.build import refuse_turtle_file, write_whole
from pog_agent.kg.meter import Meter
from pog_agent.kg.open import open_kg
from pog_agent.kg.schema.asking import schema_of
from pog_agent.kg.schema.summary import SchemaSummary
from pog_agent.loops import run_blocking
from pog_agent.models import Usage
from pog_agent.phrasing.parts import schema_parts, sources_of
from pog_agent.reasoner.base import Reply
from pog_agent.reasoner.chat.access import ModelAccess
from pog_agent.reasoner.steps.naming.write_phrases import SchemaPart, WritePhrases
from pog_agent.terms import Term

PARTS_OF_CALL = 30
ASKED_AT_ONCE = 4
_HEADER = """\
# By which words people ask for the classes and relations of {kg}, as {model} tells.
# Read it before you use it: what a question says in these phrases counts as read. Take out what means something
# else, and add your own. `pog-agent ask --phrases FILE` uses it.
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
"""


@dataclass(frozen=True)
class PhrasebookReport:
    """How many classes and relations have phrases, of how many `parts`; calls and tokens of the model."""

    out: str
    parts: int
    with_phrases: int
    phrases: int
    llm_calls: int
    prompt_tokens: int
    completion_tokens: int
    seconds: float
    warnings: tuple[str, ...]


def build_phrasebook(
    config: PogConfig, out: str | Path, access: ModelAccess, *, force: bool = False
) -> PhrasebookReport:
    """Asks a chat model for phrases of the graph that `config` names, and writes the Turtle file `out`.

    The model sees names of classes and relations, and nothing else of the graph. Blocks. Raises `SettingError` for
    a file that is there without `force`, for a graph without relations, and where the model gives no phrase;
    `GraphUnavailableError` and `ModelUnavailableError` where either cannot be reached.
    """
    begin = time.perf_counter()
    file = Path(out).absolute()
    refuse_turtle_file(file, "phrasebook", force=force)
    with closing(open_kg(config.kg, config.timeout, config.preset, config.kg_cache)) as kg:
        meter = Meter(config.max_rows, config.max_queries, config.max_fetch_seconds)
        summary = run_blocking(schema_of(kg, meter))
    parts = schema_parts(summary, config.language_list)
    if not parts:
        raise SettingError(f"{config.kg}: no class and no relation to write phrases for")
    replies = run_blocking(_asked(parts, access, config.language_list[0]))
    told = {iri: own for reply in replies for iri, own in reply.value.items()}
    kept, shared = without_shared(told, summary)
    warnings = list(dict.fromkeys(text for reply in replies for text in reply.warnings))
    if shared:
        warnings.append(f"left out, since several relations of one class have them: {', '.join(shared)}")
    unread = sum(bool(reply.usage.refused) for reply in replies)
    if unread:
        warnings.append(
            f"{unread} of {len(replies)} lists of names were not asked about: {access.max_calls} calls were made"
        )
    if not kept:
        raise SettingError(f"{access.model} gave no phrases: {'; '.join(warnings) or 'its lists are empty'}")
    write_whole(file, turtle_of(kept, parts, config.kg, access.model, config.language_list[0]))
    usage = Usage.total([reply.usage for reply in replies])
    return PhrasebookReport(
        out=str(file),
        parts=len(parts),
        with_phrases=len(kept),
        phrases=sum(map(len, kept.values())),
        llm_calls=usage.llm_calls,
        prompt_tokens=usage.prompt_tokens,
        completion_tokens=usage.completion_tokens,
        seconds=round(time.perf_counter() - begin, 3),
        warnings=tuple(warnings),
    )


async def _asked(
    parts: Sequence[SchemaPart], access: ModelAccess, language: str
) -> list[Reply[Mapping[Term, tuple[str, ...]]]]:
    """The replies for all parts, a few dozen a call, a few calls together."""
    reasoner = access.reasoner()
    places = asyncio.Semaphore(ASKED_AT_ONCE)

    async def ask(some: Sequence[SchemaPart]) -> Reply[Mapping[Term, tuple[str, ...]]]:
        async with places:
            return await reasoner.ask(WritePhrases(tuple(some), language))

    batches = [parts[first : first + PARTS_OF_CALL] for first in range(0, len(parts), PARTS_OF_CALL)]
    return list(await asyncio.gather(*map(ask, batches)))


def without_shared(
    told: Mapping[Term, tuple[str, ...]], summary: SchemaSummary
) -> tuple[dict[Term, tuple[str, ...]], list[str]]:
    """The phrases less those that tell neither of two relations of one class, or of two classes; and these."""
    sources = {iri: sources_of(iri, summary) for iri in told}
    bearers: dict[str, list[Term]] = {}
    for iri, own in told.items():
        for text in own:
            bearers.setdefault(text, []).append(iri)
    shared = {
        text
        for text, iris in bearers.items()
        for one, other in combinations(iris, 2)
        if not sources[one].isdisjoint(sources[other]) or not (sources[one] or sources[other])
    }
    kept = {iri: tuple(text for text in own if text not in shared) for iri, own in told.items()}
    return {iri: own for iri, own in kept.items() if own}, sorted(shared)


def turtle_of(
    phrases: Mapping[Term, tuple[str, ...]], parts: Sequence[SchemaPart], kg: str, model: str, language: str
) -> bytes:
    """The phrases in Turtle, each class and relation behind a line that shows it."""
    blocks = [_HEADER.format(kg=kg.replace("\n", " "), model=model.replace("\n", " "))]
    for part in parts:
        own = phrases.get(part.iri, ())
        if own:
            listed = ", ".join(str(Literal(text, language=language)) for text in own)
            blocks.append(f"# {part.line}\n{NamedNode(part.iri)} skos:altLabel {listed} .\n")
    return "\n".join(blocks).encode("utf-8")
