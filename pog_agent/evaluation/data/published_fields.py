"""What the readers of published question sets share: the ids of their graphs, and the fields of a `Question`."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

FREEBASE = "http://rdf.freebase.com/ns/"
WIKIDATA = "http://www.wikidata.org/entity/"
WIKIDATA_PREFIXES = {
    "wd": WIKIDATA,
    "wdt": "http://www.wikidata.org/prop/direct/",
    "p": "http://www.wikidata.org/prop/",
    "ps": "http://www.wikidata.org/prop/statement/",
    "pq": "http://www.wikidata.org/prop/qualifier/",
}

_MID = re.compile(r"[mg]\.[0-9a-z_]+")
_QID = re.compile(r"[QL]\d+")

PublishedRecord = Mapping[str, Any]
QuestionFields = dict[str, Any]


@dataclass(frozen=True)
class PublishedFormat:
    """A published data set: how its records look, and what they become (fields of `Question`)."""

    name: str
    keys: frozenset[str]
    convert: Callable[[PublishedRecord, int], QuestionFields]


def entity(name: str) -> str | None:
    """The IRI of an entity id of Freebase or Wikidata; None for anything else."""
    if _MID.fullmatch(name):
        return FREEBASE + name
    return WIKIDATA + name if _QID.fullmatch(name) else None


def topics_of(record: PublishedRecord) -> QuestionFields:
    """Topic entities in Freebase's ids, and in Wikidata's where there are both."""
    found = [entities_of(record[key]) for key in ("topic_entity", "qid_topic_entity") if record.get(key)]
    first, other = [*found, [], []][:2]
    return {"topic_entities": first, "other_topics": other}


def entities_of(ids: Mapping[str, str]) -> list[QuestionFields]:
    """Entities by their ids with their labels; what has no id of these graphs is left out."""
    return [{"iri": entity(name), "label": label} for name, label in ids.items() if entity(name)]


def named_answers(names: Iterable[Any]) -> list[QuestionFields]:
    """Gold answers known by name only."""
    return [{"label": str(name)} for name in dict.fromkeys(names) if str(name).strip()]


def yes_or_no(true: bool) -> QuestionFields:
    """The gold answer of a yes or no question."""
    return {"value": "true" if true else "false"}
