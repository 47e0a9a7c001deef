"""Words that say no more than that the graph has something: "no producer credited", "a known operator"."""

from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.words import stem

_BETWEEN: Final = english_words("no_certain_one") | english_words("of_records")


def read_records(scan: Scan, lexicon: SchemaLexicon) -> None:
    """Uses such words around what is denied of things, unless they may ask for a relation ("recorded at").

    Before a value ("the highest recorded attendance") they say as little.
    """
    names = {stem for relation in lexicon.summary.relations for stem in lexicon.name_stems(relation.iri)}
    for head in [item for item in scan.heads if item.kind == "attribute" and not (item.is_hint or item.negated)]:
        if head.place[0] and scan.words[head.place[0] - 1].text in english_words("of_records"):
            _use(scan, head.place[0] - 1, names)
    for head in [item for item in scan.heads if item.negated and not item.is_hint]:
        first = head.place[0]
        while first and first - 1 not in scan.used and scan.words[first - 1].text in _BETWEEN:
            first -= 1
            _use(scan, first, names)
        end = scan.words[head.place[1] - 1].end
        found = english_pattern("idle", "recorded").match(scan.lower[end:])
        place = scan.place(end + found.start(), end + found.end()) if found else None
        for number in range(*place) if place else ():
            _use(scan, number, names)


def _use(scan: Scan, number: int, names: set[str]) -> None:
    if number not in scan.used and stem(scan.words[number].text) not in names:
        scan.use((number, number + 1))
