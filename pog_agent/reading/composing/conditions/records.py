"""Words that say no more than that the graph has something: "no producer credited", "a known operator"."""

import re
from typing import Final

from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.words import stem

OF_RECORDS: Final = frozenset(
    """
    documented entered given known listed mentioned named noted recorded registered specified stated
    """.split()  # noqa: SIM905 (a list of words reads better so)
)
"""Said of something, these tell that it is in the records, before or behind its noun."""
_BEHIND: Final = re.compile(
    rf"^\s+(?:(?:{'|'.join(sorted(OF_RECORDS))}|credited|written\s+down|put\s+down|given\s+for\s+(?:it|them))"
    r"(?:\s+(?:yet|so\s+far))?|(?:that\s+we\s+know\s+of))\W*$"
)
_BETWEEN: Final = frozenset({"a", "an", "any"})


def read_records(scan: Scan, lexicon: SchemaLexicon) -> None:
    """Uses such words around what is denied of things, unless they may ask for a relation ("recorded at").

    Before a value ("the highest recorded attendance") they say as little.
    """
    names = {stem for relation in lexicon.summary.relations for stem in lexicon.name_stems(relation.iri)}
    for head in [item for item in scan.heads if item.kind == "attribute" and not (item.is_hint or item.negated)]:
        if head.place[0] and scan.words[head.place[0] - 1].text in OF_RECORDS:
            _use(scan, head.place[0] - 1, names)
    for head in [item for item in scan.heads if item.negated and not item.is_hint]:
        first = head.place[0]
        while first and first - 1 not in scan.used and scan.words[first - 1].text in _BETWEEN | OF_RECORDS:
            first -= 1
            _use(scan, first, names)
        end = scan.words[head.place[1] - 1].end
        found = _BEHIND.match(scan.lower[end:])
        place = scan.place(end + found.start(), end + found.end()) if found else None
        for number in range(*place) if place else ():
            _use(scan, number, names)


def _use(scan: Scan, number: int, names: set[str]) -> None:
    if number not in scan.used and stem(scan.words[number].text) not in names:
        scan.use((number, number + 1))
