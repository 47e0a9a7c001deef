"""The questions of a run as one page: list, answers, cited paths, steps. It needs no server and no network."""

import base64
import html
import json
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from pog_agent.evaluation.measures.judgement import JUDGEMENTS
from pog_agent.evaluation.measures.retrieval import Retrieval
from pog_agent.evaluation.record import Record
from pog_agent.evaluation.reports.markdown import share

MOST_QUESTIONS = 10_000
MOST_DETAIL = 8_000_000
"""Characters of paths and steps in a page. Wrong answers come first; the traces have the rest."""
MOST_NAMES, MOST_PATHS, MOST_STEPS, LONGEST = 30, 20, 60, 600


def questions_page(title: str, setting: str, records: Sequence[Record], folder: Path) -> str:
    """The page as HTML. Paths and steps are read from the traces in `folder`."""
    shown = records[:MOST_QUESTIONS]
    rows = [_row(item) for item in shown]
    left = MOST_DETAIL
    for number, item in sorted(enumerate(shown), key=lambda pair: pair[1].measures.right):
        detail = _detail(item, folder) if left > 0 else None
        if detail is not None:
            rows[number]["detail"] = detail
            left -= len(json.dumps(detail))
    template = files("pog_agent.evaluation.reports").joinpath("questions_page.html").read_text(encoding="utf-8")
    script = re.search(r"<script>(.*?)</script>", template, re.DOTALL)
    assert script is not None
    values = {
        "TITLE": html.escape(title),
        "SETTING": html.escape(setting),
        "HASH": base64.b64encode(sha256(script[1].encode()).digest()).decode(),
        "DATA": _inert(json.dumps({"questions": rows, "all": len(records)}, ensure_ascii=False)),
    }
    return re.sub(r"@@([A-Z]+)@@", lambda found: values[found[1]], template)


def _row(item: Record) -> dict[str, Any]:
    return {
        "id": _cut(item.id),
        "question": _cut(item.question),
        "type": _cut(item.group or item.type),
        "status": item.status,
        "error": item.error or "",
        "judged": JUDGEMENTS[item.measures.judged],
        "right": item.measures.right,
        "hit": item.measures.hits1_strict,
        "lenient": item.measures.hits1_lenient,
        "gold": _names(item.gold),
        "answers": _rows(item.rows) if item.rows else _names(item.answers),
        "confidence": item.confidence,
        "alternatives": [_alternative(one) for one in item.alternatives],
        "reason": _cut(item.failure or item.reason),
        "evidence": item.evidence or "",
        "phase": item.phase or "",
        "depth": item.depth,
        "calls": item.llm_calls,
        "tokens": item.prompt_tokens + item.completion_tokens,
        "seconds": round(sum(item.seconds.values()), 3),
        "recall": {stage: reached.any for stage, reached in item.recall.items()},
        "documents": _documents(item.retrieval),
        "trace": item.trace,
        "page": item.page,
    }


def _documents(found: Retrieval | None) -> str:
    """What was handed to the model of the documents; empty for a run without them."""
    if found is None:
        return ""
    said = [f"{found.chunks} chunks"]
    said += [
        f"{share(value)} of the supporting documents in the first {depth}" for depth, value in found.recall.items()
    ]
    if found.has_answer is not None:
        said.append("the answer stands in one" if found.has_answer else "the answer stands in none")
    return ", ".join(said)


def _names(items: Sequence[Mapping[str, Any]]) -> list[str]:
    return _first([*map(_name, items)])


def _rows(rows: Sequence[Sequence[Mapping[str, Any] | None]]) -> list[str]:
    return _first([", ".join(map(_name, row)) for row in rows])


def _name(item: Mapping[str, Any] | None) -> str:
    """An answer, or a cell of a row."""
    return str(item.get("label") or item.get("value") or item.get("iri")) if item else "-"


def _alternative(reading: Mapping[str, Any]) -> str:
    start = f"{reading['path']} -> " if reading["path"] else ""
    return _cut(f"{start}{', '.join(_names(reading['answers']))} ({reading['confidence']:.2f})")


def _detail(item: Record, folder: Path) -> dict[str, Any] | None:
    """Topics, paths and steps of a question; None where there is no trace that can be read."""
    try:
        trace = json.loads((folder / item.trace).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    answer = trace.get("answer") or {}
    paths = [*answer.get("paths", []), *answer.get("computations", [])]
    return {
        "topics": _first([topic["label"] for topic in answer.get("topic_entities", [])]),
        "paths": _first([path["text"] for path in paths], MOST_PATHS),
        "steps": [_step(step) for step in trace.get("steps", [])[:MOST_STEPS]],
        "warnings": _first(answer.get("warnings", [])),
    }


def _step(step: Mapping[str, Any]) -> list[Any]:
    """Node, phase, depth, paths left, seconds, LLM calls, warnings."""
    paths = step.get("new_candidates") or (step.get("shortlist") or {}).get("kept")
    made = sum(used["llm_calls"] for used in step.get("usage", []))
    where = (step["node"], step.get("phase") or "", step.get("depth"))
    return [*where, paths or None, round(step["seconds"], 4), made, _first(step.get("warnings", []))]


def _first(texts: Sequence[str], most: int = MOST_NAMES) -> list[str]:
    more = [f"and {len(texts) - most:,} more"] if len(texts) > most else []
    return [*map(_cut, texts[:most]), *more]


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def _inert(text: str) -> str:
    """JSON that cannot end the element it stands in, or be read as a tag or comment."""
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
