"""Answers one query over a folder of Oxigraph, in a process of its own that can be ended at any time.

Started as a script, with its bounds and the folder as arguments (no folder: an empty graph). The query comes on
standard input, and the result goes to standard output as SPARQL JSON.
It imports nothing of this package, to start at once.
"""

import sys
from contextlib import suppress
from functools import partial
from typing import Any

from pyoxigraph import Literal, NamedNode, QueryBoolean, QueryResultsFormat, QuerySolutions, Store

SYNTAX = 3
FAILED = 4
WHOLE = ("int", "long", "short", "byte", "nonNegativeInteger", "positiveInteger", "unsignedInt", "unsignedLong")
"""Types of XSD that other engines cast to, and Oxigraph does not."""


def main(folder: str | None, most_seconds: int, most_bytes: int) -> int:
    """Answers the query on standard input; gives the exit code."""
    _limit(most_seconds, most_bytes)
    store = Store.read_only(folder) if folder else Store()
    query = sys.stdin.buffer.read().decode()
    try:
        result = store.query(query, use_default_graph_as_union=True, custom_functions=_casts())
        if not isinstance(result, QuerySolutions | QueryBoolean):
            raise TypeError("the query gives triples, not rows")
        result.serialize(sys.stdout.buffer, format=QueryResultsFormat.JSON)
    except SyntaxError as error:
        sys.stderr.write(str(error))
        return SYNTAX
    except (ValueError, TypeError, OSError, RuntimeError, MemoryError) as error:
        sys.stderr.write(f"{type(error).__name__}: {error}")
        return FAILED
    sys.stdout.flush()
    return 0


def _casts() -> dict[NamedNode, Any]:
    types = [NamedNode(f"http://www.w3.org/2001/XMLSchema#{name}") for name in WHOLE]
    return {kind: partial(_whole, kind) for kind in types}


def _whole(kind: NamedNode, value: object) -> Literal | None:
    """A literal as a whole number of a type; None, which is an error in SPARQL, for what is none."""
    try:
        return Literal(str(int(float(value.value))), datatype=kind) if isinstance(value, Literal) else None
    except (ValueError, OverflowError):
        return None


def _limit(most_seconds: int, most_bytes: int) -> None:
    """Bounds processor time and memory where the system can: whoever started this may be gone by then."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 (not on every system)

        resource.setrlimit(resource.RLIMIT_CPU, (most_seconds, most_seconds))
        resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    sys.exit(main(sys.argv[3] if len(sys.argv) > 3 else None, int(sys.argv[1]), int(sys.argv[2])))
