"""Reads of what kind things are, or are not: "animals that are not mammals", "finds other than coins"."""

import re
from typing import Final

from pog_agent.reading.composing.heads import Head, KindTest
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.schema.lexicon import SchemaLexicon

_LEAST: Final = 0.85
"""So surely a word must name a class that things of another one are, or are not."""
_ARE: Final = re.compile(r"\b(?:is|are|was|were)(?P<not>n['’]t|\s+(?:not|never))?(?:\s+an?)?\s*$")
_BUT: Final = re.compile(
    r"^\s*,?\s*(?P<not>other\s+than|apart\s+from|except(?:\s+for)?|excluding|besides)(?:\s+(?:an?|the))?\s*$"
)
_CLAUSE: Final = re.compile(r"\s+(?:that|which|who)\s+")
"""A clause behind what is asked for ends with the kind; another "are" is read at the end of the question only."""


def read_kinds(scan: Scan, lexicon: SchemaLexicon) -> None:
    """Makes the name of a kind of what is asked for a test of it, where it is said to be one, or none."""
    heads = [head for head in scan.heads if not head.is_hint]
    if not heads or heads[0].kind != "class" or heads[0].kept is not None or len(heads[0].classes) != 1:
        return
    asked = heads[0]
    for head in [item for item in heads[1:] if item.kind == "class" and item.kept is None]:
        start, end = scan.words[asked.place[1] - 1].end, scan.words[head.place[0]].start
        between = scan.lower[start:end]
        match = _ARE.search(between) or _BUT.match(between)
        is_clause = match is not None and (match.re is _BUT or _CLAUSE.fullmatch(between[: match.start()]))
        is_last = is_clause or head.place[1] == len(scan.words)
        place = scan.place(start + match.start(), end) if match else None
        if match is None or place is None or not is_last or not _is_kind(head, asked, lexicon):
            continue
        if not scan.is_free(place) or any(place[0] <= other.place[0] < place[1] for other in heads):
            continue
        scan.use(place)
        scan.heads.remove(head)
        asked.kinds.append(KindTest(head.classes[0], negated=bool(match["not"])))


def _is_kind(head: Head, asked: Head, lexicon: SchemaLexicon) -> bool:
    """Whether one class alone is surely named, and all of its things are of the class that is asked for."""
    above = lexicon.summary.above.get(head.classes[0], frozenset())
    return head.score >= _LEAST and len(head.classes) == 1 and asked.classes[0] in above
