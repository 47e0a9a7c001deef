"""What the page offers to ask with one click, where a question was not answered as it was put."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pog_agent.answering.reply import names_text, percentage, shown_line
from pog_agent.models import Answer, NearEntity
from pog_agent.terms import local_name

MOST_NAMESAKES: Final = 8
MOST_NEAREST: Final = 2
"""So many readings are offered where there is no answer."""


@dataclass(frozen=True)
class Chip:
    """What may be meant: its `label`, what the page asks then (`say`), and how it shows that (`shown`).

    `reading` is the reading that it asks by, as JSON; it is empty where it asks by none.
    """

    label: str
    say: str
    shown: str
    reading: str = ""


@dataclass(frozen=True)
class ChipRow:
    """Some chips below a heading."""

    heading: str
    chips: tuple[Chip, ...]


def chips_of(answer: Answer) -> ChipRow:
    """What else the names of a question that was not answered for sure may mean; no chips where nothing is known.

    Where the graph has none of a name, the page asks the question with one that is near. Among several things of
    a name it chooses by IRI, which the next turn of the conversation takes for a choice.
    """
    case = answer.abstention.case if answer.abstention is not None else ""
    near = answer.abstention.near if answer.abstention is not None else ()
    if case == "name_not_found":
        found = (_renamed(answer.question, item) for item in near if not answer.among)
        renamed = {chip.say: chip for chip in found if chip is not None}
        return ChipRow("Did you mean", tuple(renamed.values()))
    if answer.status != "supported" and not near:
        near = tuple(_namesakes(answer))
    return ChipRow("Which one is meant?", tuple(_choices(near)))


def readings_of(answer: Answer) -> list[Chip]:
    """The other readings of a question. One that it cannot be asked by says nothing."""
    chips = []
    most = MOST_NEAREST if answer.abstention is not None else len(answer.alternatives)
    for number, item in enumerate(answer.alternatives[:most], start=1):
        start = f"{shown_line(item.path)}: " if item.path else ""
        chip = Chip(f"{start}{names_text(item.answers)} ({percentage(item.confidence)})", "", "")
        if item.query is not None and answer.verdict is None:
            chosen = answer.other_reading(number)
            shown = shown_line(f"{chosen.question} ({chosen.words or 'another reading'})")
            reading = chosen.model_dump_json()
            chip = replace(chip, say=chosen.question, shown=shown, reading=reading)
        chips.append(chip)
    return chips


def _namesakes(answer: Answer) -> Iterator[NearEntity]:
    """The entities that names of the question fit as well as those that were taken."""
    for topic in answer.topic_entities:
        for iri in topic.namesakes[:MOST_NAMESAKES]:
            yield NearEntity(mention=topic.mention, iri=iri, label=topic.label, detail=local_name(iri))


def _renamed(question: str, near: NearEntity) -> Chip | None:
    """The question with a name of the graph in place of its own; None where it does not say that one."""
    said = rf"(?<!\w){re.escape(near.mention)}(?!\w)" if near.mention else r"(?!)"
    text = re.sub(said, lambda _: near.label, question, flags=re.IGNORECASE)
    return Chip(shown_line(near.label), text, shown_line(text)) if text != question else None


def _choices(near: Sequence[NearEntity]) -> Iterator[Chip]:
    labels = [item.label for item in near]
    for item in near:
        detail = item.detail or (local_name(item.iri) if labels.count(item.label) > 1 else "")
        label = shown_line(f"{item.label} ({detail})" if detail else item.label)
        yield Chip(label, item.iri, label)
