"""The check that a file goes through before it is parsed."""

from pathlib import Path
from typing import Final

from pog_agent.kg.local.limits.quoted_triples import check_quoting
from pog_agent.kg.local.limits.xml_limits import check_xml
from pog_agent.kg.local.sources import format_of, open_rdf, readable

_QUOTING: Final = ("turtle", "trig", "nt", "nquads")


def check_file(file: Path) -> None:
    """Raises `GraphUnavailableError` for a file whose parser would take far more memory or time than its size."""
    kind = format_of(file)
    if kind == "xml":
        check_xml(file)
    elif kind in _QUOTING:
        with readable(file), open_rdf(file) as stream:
            check_quoting(stream, file)
