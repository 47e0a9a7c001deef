"""What a step found, in a few words, for people who watch a run."""

from collections.abc import Mapping
from typing import Any

from pog_agent.models import Answer


def summary_of(update: Mapping[str, Any]) -> str:
    """The essence of a state update in one line."""
    for key, describe in _DESCRIPTIONS.items():
        if update.get(key) not in (None, [], {}):
            return str(describe(update))
    return "nothing found" if "topics" in update or "shortlist" in update else ""


def _answer(update: Mapping[str, Any]) -> str:
    answer: Answer = update["answer"]
    return f"{answer.status}: {answer.text}" if answer.answers else answer.status


def _topics(update: Mapping[str, Any]) -> str:
    return ", ".join(f"{item.label}{' (optional)' if item.optional else ''}" for item in update["topics"])


def _analysis(update: Mapping[str, Any]) -> str:
    analysis = update["analysis"]
    text = analysis.indicator.text if analysis.indicator else "no indicator"
    return f"{text} (predicted depth {analysis.predicted_depth})"


def _sizes(update: Mapping[str, Any]) -> str:
    sizes = update["sizes"]
    size = sizes.reduced if sizes.reduced.triples else sizes.detected
    return f"{size.entities:,} entities, {size.triples:,} triples"


def _verdict(update: Mapping[str, Any]) -> str:
    verdict = update["verdict"]
    return "sufficient" if verdict.sufficient else f"not sufficient: {verdict.reason}".rstrip(": ")


def _draft(update: Mapping[str, Any]) -> str:
    draft = update["draft"]
    if draft.citations:
        return "cites path " + ", ".join(str(item.path) for item in draft.citations)
    return "own knowledge" if draft.own_answer else "no answer"


def _sample(update: Mapping[str, Any]) -> str:
    return ", ".join(update["samples"][-1].answers) or "no answer"


_DESCRIPTIONS = {
    "answer": _answer,
    "topics": _topics,
    "analysis": _analysis,
    "sizes": _sizes,
    "supplements": lambda update: ", ".join(item.prediction for item in update["supplements"]),
    "beam": lambda update: f"{len(update['beam'])} entities to go on from",
    "branches": lambda update: f"{len(update['branches'])} of {update['new_candidates']:,} relations kept",
    "plan": lambda update: f"{update['new_candidates']:,} new paths",
    "verdict": _verdict,
    "shortlist": lambda update: f"{len(update['shortlist'])} paths kept",
    "summary": lambda update: update["summary"].chain,
    "draft": _draft,
    "samples": _sample,
}
