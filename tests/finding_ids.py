"""The ids of findings: what tests assert, and not their messages."""

from collections.abc import Iterable

from pog_agent.models.findings.finding import Finding


def ids(found: Iterable[Finding]) -> list[str]:
    """The ids, in their order."""
    return [item.id for item in found]


def id_of(found: Finding | None) -> str:
    """The id of a finding; empty where there is none."""
    return found.id if found is not None else ""
