"""Records of published question sets, in the form of `Question`."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

FREEBASE = "http://rdf.freebase.com/ns/"
WIKIDATA = "http://www.wikidata.org/entity/"
WIKIDATA_PROPERTIES = {
    "wdt": "http://www.wikidata.org/prop/direct/",
    "p": "http://www.wikidata.org/prop/",
    "ps": "http://www.wikidata.org/prop/statement/",
    "pq": "http://www.wikidata.org/prop/qualifier/",
}
NOT_STEPS = {"type.object.type", "type.object.name", "common.topic.notable_types"}

_MID = re.compile(r"[mg]\.[0-9a-z_]+")
_QID = re.compile(r"[QL]\d+")
_FREEBASE_RELATION = re.compile(r"(?<![\w/]):?\b(?:ns:)?([a-z_0-9]+(?:\.[a-z_0-9]+){2,})\b")
_WIKIDATA_RELATION = re.compile(r"\b(wdt|ps|pq|p):(P\d+)\b")
_ASKS = re.compile(r"\bask\b(\s+where)?\s*[{]", re.IGNORECASE)
_COUNTS = re.compile(r"\bcount\s*[(]", re.IGNORECASE)

Record = Mapping[str, Any]
Fields = dict[str, Any]


@dataclass(frozen=True)
class Source:
    """A published data set: how its records look, and what they become (fields of `Question`)."""

    name: str
    keys: frozenset[str]
    convert: Callable[[Record, int], Fields]


def detect(record: Any) -> Source | None:
    """The data set that a record is of."""
    if not isinstance(record, Mapping):
        return None
    return next((source for source in SOURCES if source.keys <= record.keys()), None)


def entity(name: str) -> str | None:
    """The IRI of an entity id of Freebase or Wikidata; None for anything else."""
    if _MID.fullmatch(name):
        return FREEBASE + name
    return WIKIDATA + name if _QID.fullmatch(name) else None


def _topics(record: Record) -> Fields:
    """Topic entities in Freebase's ids, and in Wikidata's where there are both."""
    found = [_entities(record[key]) for key in ("topic_entity", "qid_topic_entity") if record.get(key)]
    first, other = [*found, [], []][:2]
    return {"topic_entities": first, "other_topics": other}


def _entities(ids: Mapping[str, str]) -> list[Fields]:
    return [{"iri": entity(name), "label": label} for name, label in ids.items() if entity(name)]


def _gold(items: Iterable[tuple[str, str | None]]) -> list[Fields]:
    """Gold answers from (id or value, label), each once."""
    found: dict[tuple[str | None, str], Fields] = {}
    for name, label in items:
        iri = entity(name)
        shown = label if label and label != "null" else ""
        item = {"iri": iri, "label": shown} if iri else {"value": name, "label": shown or name}
        found.setdefault((iri, name), item)
    return list(found.values())


def _named(names: Iterable[Any]) -> list[Fields]:
    """Gold answers known by name only."""
    return [{"label": str(name)} for name in dict.fromkeys(names) if str(name).strip()]


def _freebase_relations(query: str) -> list[str]:
    body = re.sub(r"<[^>]*>", " ", query)
    found = dict.fromkeys(name for name in _FREEBASE_RELATION.findall(body) if name not in NOT_STEPS)
    return [FREEBASE + name for name in found]


def _cwq(record: Record, number: int) -> Fields:
    del number
    if "answers" in record:
        answers = [
            {
                "iri": entity(str(item.get("answer_id", ""))),
                "label": item.get("answer") or "",
                "aliases": item.get("aliases") or [],
            }
            for item in record["answers"]
        ]
    else:
        given = record["answer"]
        answers = _named(given if isinstance(given, list) else [given])
    return {
        "id": record["ID"],
        "question": record["question"],
        "type": record["compositionality_type"],
        "answers": answers,
        "gold_relations": _freebase_relations(record["sparql"]),
        **_topics(record),
    }


def _webqsp(record: Record, number: int) -> Fields:
    """The answers of all parses count; the type is the length of the first inferential chain."""
    del number
    parses = record["Parses"]
    pairs = [
        (str(item["AnswerArgument"]), item.get("EntityName")) for parse in parses for item in parse["Answers"]
    ]
    chains = [parse.get("InferentialChain") or [] for parse in parses]
    topics = _topics(record)
    if not topics["topic_entities"]:
        ids = {parse["TopicEntityMid"]: parse.get("TopicEntityName") or "" for parse in parses}
        topics["topic_entities"] = _entities({name: label for name, label in ids.items() if name})
    return {
        "id": record["QuestionId"],
        "question": record["RawQuestion"],
        "type": f"{len(chains[0])}hop" if chains and chains[0] else "",
        "answers": _gold(pairs),
        "gold_relations": [FREEBASE + name for name in dict.fromkeys(name for chain in chains for name in chain)],
        "gold_length": max(map(len, chains), default=0) or None,
        **topics,
    }


def _grailqa(record: Record, number: int) -> Fields:
    del number
    pairs = [(str(item["answer_argument"]), item.get("entity_name")) for item in record["answer"]]
    return {
        "id": str(record["qid"]),
        "question": record["question"],
        "type": record.get("level", ""),
        "kind": "count" if record.get("function") == "count" else "",
        "answers": _gold(pairs),
        "gold_relations": [FREEBASE + edge["relation"] for edge in record["graph_query"]["edges"]],
        "gold_length": record.get("num_edge"),
        **_topics(record),
    }


def _simple(record: Record, number: int) -> Fields:
    """One relation, known by the last part of its name only."""
    given = record["answer"]
    return {
        "id": f"simplequestions-{number}",
        "question": record["question"],
        "answers": _named(given if isinstance(given, list) else [given]),
        "gold_relations": [record["relation"]],
        "gold_length": 1,
        **_topics(record),
    }


def _webquestions(record: Record, number: int) -> Fields:
    return {
        "id": f"webquestions-{number}",
        "question": record["question"],
        "answers": _named(record["answers"]),
        **_topics(record),
    }


def _qald(record: Record, number: int) -> Fields:
    """Answers by id and label; a yes or no is written as 1 or 0."""
    query = record["sparql"]
    asks = bool(_ASKS.search(query))
    pairs = [(str(name), str(label)) for name, label in record["answer"].items()]
    answers = _gold(pairs)
    if asks:
        answers = [{"value": "true" if name in ("1", "true") else "false"} for name, _ in pairs]
    return {
        "id": f"qald10-{number}",
        "question": record["question"],
        "kind": "boolean" if asks else "count" if _COUNTS.search(query) else "",
        "answers": answers,
        "gold_relations": list(
            dict.fromkeys(WIKIDATA_PROPERTIES[prefix] + name for prefix, name in _WIKIDATA_RELATION.findall(query))
        ),
        **_topics(record),
    }


SOURCES = (
    Source("CWQ", frozenset({"ID", "question", "compositionality_type", "sparql"}), _cwq),
    Source("WebQSP", frozenset({"QuestionId", "RawQuestion", "Parses"}), _webqsp),
    Source("GrailQA", frozenset({"qid", "question", "answer", "graph_query"}), _grailqa),
    Source("SimpleQuestions", frozenset({"question", "answer", "relation", "topic_entity"}), _simple),
    Source("WebQuestions", frozenset({"question", "answers", "url"}), _webquestions),
    Source("QALD-10", frozenset({"question", "answer", "sparql"}), _qald),
)
NAMES = tuple(source.name for source in SOURCES)
