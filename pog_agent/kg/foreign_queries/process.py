"""Starts a process for one query, waits for it as long as the bounds allow, and ends it."""

import asyncio
import re
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pog_agent.errors import QueryFailedError, QueryTextError
from pog_agent.kg.foreign_queries import worker
from pog_agent.kg.foreign_queries.query import ForeignQuery
from pog_agent.words import one_line

MEMORY: Final = 2_000_000_000
"""Bytes of address space: what is only mapped counts, too."""
_SAID: Final = re.compile(r"\b(The [^,]+)")
"""What the parser says of a query that the grammar allows, such as one that selects an unbound variable."""


@dataclass(frozen=True)
class QueryBounds:
    """What a query may take: rows of its result, bytes of it as JSON, and seconds."""

    rows: int = 1_000
    bytes: int = 5_000_000
    seconds: float = 20.0


async def answer_of_process(query: ForeignQuery, folder: Path | None, bounds: QueryBounds) -> bytes:
    """The result as SPARQL JSON, over a folder of Oxigraph or, without one, an empty graph.

    Raises `QueryTextError` for a query that is wrong, with the place, and `QueryFailedError` where a bound is hit.
    """
    limits = [str(int(bounds.seconds) + 1), str(MEMORY)]
    command = [sys.executable, "-P", worker.__file__, *limits, *([str(folder)] if folder else [])]
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=PIPE)
    try:
        async with asyncio.timeout(bounds.seconds):
            result, said = await _exchange(process, query.written(bounds.rows).encode(), bounds.bytes)
            code = await process.wait()
    except TimeoutError as error:
        raise QueryFailedError(
            f"the query took more than {bounds.seconds:g} s and was ended: narrow it down"
        ) from error
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    if len(result) > bounds.bytes:
        raise QueryFailedError(f"the result has more than {bounds.bytes:,} bytes: ask for fewer or shorter values")
    if code == worker.SYNTAX:
        raise _wrong(said)
    if code:
        raise QueryFailedError(f"the query failed ({_reason(code, said)}): narrow it down")
    return result


async def _exchange(process: Process, query: bytes, most: int) -> tuple[bytes, str]:
    """What the process writes, at most so many bytes and one, and what it says of an error."""
    stdin, stdout, stderr = process.stdin, process.stdout, process.stderr
    if stdin is None or stdout is None or stderr is None:
        raise RuntimeError("the process was started without pipes")
    with suppress(ConnectionError):
        stdin.write(query)
        await stdin.drain()
    stdin.close()
    result = bytearray()
    while len(result) <= most and (part := await stdout.read(65_536)):
        result += part
    if len(result) > most:
        process.kill()
    return bytes(result), (await stderr.read(10_000)).decode(errors="replace")


def _reason(code: int, said: str) -> str:
    """Why a process has failed; one without memory is ended by a signal, with many words or none."""
    return "too much memory" if code < 0 else one_line(said.partition("\n")[0])


def _wrong(said: str) -> QueryTextError:
    """What the grammar does not know: rules about variables and groups."""
    found = _SAID.search(one_line(said, 2_000))
    return QueryTextError(f"the query is no SPARQL: {found[1] if found else one_line(said)}")
