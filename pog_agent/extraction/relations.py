"""A graph of relations that a language model reads in documents, chunk by chunk."""

import asyncio
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

from pog_agent.documents.chunking import split_text
from pog_agent.documents.survey import counted
from pog_agent.documents.values import Document
from pog_agent.errors import PogError
from pog_agent.extraction.graph import (
    MOST_SOURCES,
    ExtractedEdge,
    ExtractedEntity,
    ExtractedGraph,
    ExtractedRelation,
    TextSource,
    entity_key,
    other_spellings,
    usual_spelling,
)
from pog_agent.extraction.reply_file import ChunkReading, ReplyFile
from pog_agent.linking.build import IndexProgress
from pog_agent.models import StepUsage, Usage
from pog_agent.prompts import PromptLibrary
from pog_agent.reasoner.chat.access import ModelAccess
from pog_agent.reasoner.chat.reasoner import REPAIR
from pog_agent.reasoner.steps.extraction.extract_relations import ExtractRelations, StatedTriple

READ_AT_ONCE = 4
STAGE = "reading relations"


@dataclass
class RelationReadings:
    """What was read so far, by place; `reused` chunks were read by an earlier run, `unread` ones were not."""

    stated: list[tuple[TextSource, ChunkReading]] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    reused: int = 0
    unread: int = 0

    @property
    def warnings(self) -> list[str]:
        """One line for each kind of problem, with their number and the first of them."""
        found: dict[str, list[str]] = defaultdict(list)
        for place, reading in self.stated:
            for problem in reading.warnings:
                found[problem].append(f"{place.document}, {place.start}-{place.end}")
            for reason, triple in reading.stated.dropped:
                found[f"dropped {reason}"].append(triple)
        return [counted(kind, places) for kind, places in sorted(found.items())]


class RelationReader:
    """Reads chunks with a chat model, a few together; what is read is kept in a file at once.

    Raises `SettingError` for a model that cannot be opened, `ModelUnavailableError` where it cannot be reached.
    """

    def __init__(self, access: ModelAccess) -> None:
        prompts = PromptLibrary()
        asked = (prompts.get(ExtractRelations.name), prompts.get(REPAIR))
        self._identity = [access.model, *(text for prompt in asked for text in (prompt.system, prompt.user))]
        self._reasoner = access.reasoner(prompts)

    async def read(
        self, documents: Iterable[Document], chunk_words: int, replies: ReplyFile, progress: IndexProgress
    ) -> RelationReadings:
        """Reads all chunks that `replies` lacks, and adds them there, until `max_calls` are made."""
        done = RelationReadings()
        usages: list[StepUsage] = []
        waiting: dict[ExtractRelations, list[TextSource]] = defaultdict(list)
        for place, step in chunk_steps(documents, chunk_words):
            known = replies.get(self._key(step))
            if known is None:
                waiting[step].append(place)
            else:
                done.stated.append((place, known))
        done.reused = len(done.stated)
        total = done.reused + sum(map(len, waiting.values()))
        progress(STAGE, done.reused, total)

        async def work() -> None:
            while waiting:
                step = next(iter(waiting))
                places = waiting.pop(step)
                try:
                    reading, usage = await self._read(step, replies)
                except PogError:
                    waiting.clear()  # what others have asked for by now is waited for and kept
                    raise
                usages.append(usage)
                if reading is not None:
                    done.stated += [(place, reading) for place in places]
                    progress(STAGE, len(done.stated), total)

        ended = await asyncio.gather(*(work() for _ in range(READ_AT_ONCE)), return_exceptions=True)
        for failure in filter(None, ended):
            raise failure
        done.usage = Usage.total(usages)
        done.unread = total - len(done.stated)
        done.stated.sort(key=lambda item: (item[0].document, item[0].start))
        return done

    async def _read(self, step: ExtractRelations, replies: ReplyFile) -> tuple[ChunkReading | None, StepUsage]:
        """What one chunk states; None where the calls did not suffice to read it."""
        reply = await self._reasoner.ask(step)
        if reply.usage.refused:
            return None, reply.usage
        reading = ChunkReading(stated=reply.value, warnings=reply.warnings)
        replies.add(self._key(step), reading)
        return reading, reply.usage

    def _key(self, step: ExtractRelations) -> bytes:
        """What the reply to a step depends on."""
        content = json.dumps([*self._identity, step.title, step.text])
        return blake2b(content.encode(), digest_size=16).digest()


def chunk_steps(documents: Iterable[Document], chunk_words: int) -> Iterator[tuple[TextSource, ExtractRelations]]:
    """What is to be asked of each chunk, with its place."""
    for document in documents:
        for start, end in split_text(document.text, chunk_words):
            place = TextSource(document=document.id, start=start, end=end)
            yield place, ExtractRelations(title=document.title, text=document.text[start:end])


def relation_graph(readings: RelationReadings) -> ExtractedGraph:
    """The graph of what was read. Spellings of a name or relation that differ by case only are one."""
    places: dict[tuple[str, str, str], list[TextSource]] = defaultdict(list)
    spellings: dict[str, Counter[str]] = defaultdict(Counter)
    for place, reading in readings.stated:
        edges = {_edge_key(triple) for triple in reading.stated.triples}
        for edge in sorted(edge for edge in edges if edge[0] != edge[2]):
            places[edge].append(place)
        for triple in reading.stated.triples:
            for name in (triple.subject, triple.object):
                spellings[entity_key(name)][name] += 1
    used = {key for head, _, tail in places for key in (head, tail)}
    return ExtractedGraph(
        entities=tuple(_entity(key, spellings[key]) for key in sorted(used)),
        relations=tuple(ExtractedRelation(name) for name in sorted({relation for _, relation, _ in places})),
        edges=tuple(
            ExtractedEdge(head, relation, tail, len(found), tuple(found[:MOST_SOURCES]))
            for (head, relation, tail), found in sorted(places.items())
        ),
        remarks=_remarks(readings),
    )


def _edge_key(triple: StatedTriple) -> tuple[str, str, str]:
    return entity_key(triple.subject), triple.relation, entity_key(triple.object)


def _entity(key: str, texts: Counter[str]) -> ExtractedEntity:
    label = usual_spelling(texts)
    return ExtractedEntity(key, label, other_spellings(texts, label))


def _remarks(readings: RelationReadings) -> tuple[str, ...]:
    made = "A language model read the edges. Their names stand in the text; that it states them is not checked."
    cut = f"Not all was read: {readings.unread} chunks are missing."
    return (made, cut) if readings.unread else (made,)
