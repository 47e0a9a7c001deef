"""Numbers of a reply beside those of the paths that were shown."""

from collections.abc import Iterable

from pog_agent.models import ShownPath


def existing(numbers: Iterable[int], paths: Iterable[ShownPath]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The numbers of paths that exist, each once, and a warning for the others."""
    shown = {path.number for path in paths}
    unique = tuple(dict.fromkeys(numbers))
    unknown = [str(number) for number in unique if number not in shown]
    warnings = (f"dropped paths that do not exist: {', '.join(unknown)}",) if unknown else ()
    return tuple(number for number in unique if number in shown), warnings
