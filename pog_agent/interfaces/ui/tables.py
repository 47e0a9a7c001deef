"""The answers as rows: what the page shows of them, how many there are of each group, and all of them as CSV."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from pog_agent.answering.reply import shown_line
from pog_agent.models import Answer, AnswerItem
from pog_agent.tracing.run_trace import RunTrace

MOST_ROWS = 200
MOST_GROUPS = 12
FEWEST_GROUPED = 3
MOST_GROUPED = 1000
"""A list of so many answers has counts of its groups."""
FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""With these a cell begins that a spreadsheet may take for a formula."""


@dataclass(frozen=True)
class AnswerGroup:
    """Answers that belong together: what they have in common, and how many they are."""

    name: str
    count: int
    items: tuple[AnswerItem, ...] = ()


def profile_groups(answer: Answer) -> list[AnswerGroup]:
    """The relations of a profile with what they lead to; empty for other answers."""
    told = [item for item in answer.answers if item.relation] if answer.kind == "profile" else []
    found = []
    for relation, group in groupby(told, key=lambda item: item.relation):
        items = tuple(group)
        found.append(AnswerGroup(relation or "", len(items), items))
    return found


def row_groups(answer: Answer) -> list[AnswerGroup]:
    """How many rows of a table have the same first cell, where several have; the most frequent first."""
    counts = Counter(row[0].shown if row and row[0] else "" for row in answer.rows)
    if not 1 < len(counts) < len(answer.rows):
        return []
    return [AnswerGroup(name, count) for name, count in counts.most_common(MOST_GROUPS)]


def value_groups(run: RunTrace) -> list[AnswerGroup]:
    """How many answers of a list stand behind each value on the paths that are cited for them.

    Empty where the paths are those of the first answers only, or lead over what has no name.
    """
    answers, around = listed_entities(run.answer), run.surrounding
    behind: dict[str, set[str]] = {iri: set() for iri in answers}
    for path in run.answer.paths if run.answer is not None else ():
        for head, relation, tail in path.triples:
            if relation not in around.class_relations:
                for own, value in ((head, tail), (tail, head)):
                    behind.get(own, set()).add(around.labels.get(value, ""))
    is_known = all(values and "" not in values for values in behind.values())
    return _shared_by_some(behind) if is_known else []


def class_groups(answer: Answer, classes: Mapping[str, Iterable[str]]) -> list[AnswerGroup]:
    """How many answers of a list are of each class; `classes` are those of the entities by IRI."""
    return _shared_by_some({iri: classes.get(iri, ()) for iri in listed_entities(answer)})


def listed_entities(answer: Answer | None) -> list[str]:
    """The answers of a plain list of entities; none of tables, profiles, values, and of too few or too many."""
    if answer is None or answer.kind != "entities" or answer.columns:
        return []
    found = [item.iri for item in answer.answers if item.iri]
    return found if len(found) == len(answer.answers) and FEWEST_GROUPED <= len(found) <= MOST_GROUPED else []


def counted(groups: Sequence[AnswerGroup]) -> str:
    """Groups with their counts, in one line."""
    return ", ".join(f"{shown_line(group.name)} {group.count:,}" for group in groups)


def _shared_by_some(found: Mapping[str, Iterable[str]]) -> list[AnswerGroup]:
    """What some of the answers have in common, the most frequent first; nothing where it is one thing only."""
    counts = Counter(name for names in found.values() for name in set(names))
    told = [AnswerGroup(name, count) for name, count in counts.most_common() if count < len(found)]
    return told[:MOST_GROUPS] if 1 < len(told) < len(found) else []


def csv_of(answer: Answer) -> str:
    """All answers as CSV with a header: the labels, and beside them units and IRIs where there are any."""
    names = answer.columns or (("relation", "answer") if answer.kind == "profile" else ("answer",))
    rows = [[*_cells(answer, row)] for row in answer.table]
    parts = [
        part
        for place in range(len(names))
        for part in ((place, "label"), (place, "unit"), (place, "iri"))
        if part[1] == "label" or any(getattr(row[place], part[1], None) for row in rows)
    ]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([names[place] if part == "label" else f"{names[place]} {part}" for place, part in parts])
    writer.writerows([[_plain(getattr(row[place], part, None) or "") for place, part in parts] for row in rows])
    return text.getvalue()


def _cells(answer: Answer, row: tuple[AnswerItem | None, ...]) -> Iterator[AnswerItem | None]:
    if answer.kind == "profile" and not answer.columns:
        relation = row[0].relation if row and row[0] else ""
        yield AnswerItem(value=relation or "", label=relation or "")
    yield from row


def _plain(text: str) -> str:
    """A cell that no spreadsheet takes for a formula; a number stays one."""
    if not text.startswith(FORMULAS):
        return text
    try:
        float(text)
    except ValueError:
        return f"'{text}"
    return text
