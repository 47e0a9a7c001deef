"""Records of published question sets, in the form of `Question`."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pog_agent.evaluation.data import published_tog2
from pog_agent.evaluation.data.published_fields import (
    FREEBASE,
    WIKIDATA,
    WIKIDATA_PREFIXES,
    PublishedFormat,
    PublishedRecord,
    QuestionFields,
    entities_of,
    entity,
    named_answers,
    topics_of,
    yes_or_no,
)

NOT_STEPS = {"type.object.type", "type.object.name", "common.topic.notable_types"}

_FREEBASE_RELATION = re.compile(r"(?<![\w/]):?\b(?:ns:)?([a-z_0-9]+(?:\.[a-z_0-9]+){2,})\b")
_WIKIDATA_NAME = re.compile(r"\b(wdt|wd|ps|pq|p):([PQ]\d+)\b|<(http://www\.wikidata\.org/[\w/-]+?[PQ]\d+)>")
_ASKS = re.compile(r"\bask\b(\s+where)?\s*[{]", re.IGNORECASE)
_COUNTS = re.compile(r"\bcount\s*[(]", re.IGNORECASE)


def format_of(record: Any) -> PublishedFormat | None:
    """The published format that a record has; None for an unknown one."""
    if not isinstance(record, Mapping):
        return None
    return next((published for published in FORMATS if published.keys <= record.keys()), None)


def _gold(items: Iterable[tuple[str, str | None]]) -> list[QuestionFields]:
    """Gold answers from (id or value, label), each once."""
    found: dict[tuple[str | None, str], QuestionFields] = {}
    for name, label in items:
        iri = entity(name)
        shown = label if label and label != "null" else ""
        item = {"iri": iri, "label": shown} if iri else {"value": name, "label": shown or name}
        found.setdefault((iri, name), item)
    return list(found.values())


def _freebase_relations(query: str) -> list[str]:
    body = re.sub(r"<[^>]*>", " ", query)
    found = dict.fromkeys(name for name in _FREEBASE_RELATION.findall(body) if name not in NOT_STEPS)
    return [FREEBASE + name for name in found]


def _wikidata_names(query: str) -> tuple[list[str], list[str]]:
    """The entities and the relations of a query over Wikidata, each once."""
    names = dict.fromkeys(
        whole or WIKIDATA_PREFIXES[prefix] + name for prefix, name, whole in _WIKIDATA_NAME.findall(query)
    )
    entities = [name for name in names if entity(name.removeprefix(WIKIDATA))]
    return entities, [name for name in names if name not in entities]


def _cwq(record: PublishedRecord, number: int) -> QuestionFields:
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
        answers = named_answers(given if isinstance(given, list) else [given])
    return {
        "id": record["ID"],
        "question": record["question"],
        "type": record["compositionality_type"],
        "answers": answers,
        "gold_relations": _freebase_relations(record["sparql"]),
        **topics_of(record),
    }


def _webqsp(record: PublishedRecord, number: int) -> QuestionFields:
    """The answers of all parses count; the first with a chain has the gold query and, as type, its hops."""
    del number
    parses = record["Parses"]
    pairs = [
        (str(item["AnswerArgument"]), item.get("EntityName")) for parse in parses for item in parse["Answers"]
    ]
    first: PublishedRecord = next(
        (parse for parse in parses if parse.get("InferentialChain")), next(iter(parses), {})
    )
    chain = first.get("InferentialChain") or []
    topics = topics_of(record)
    if not topics["topic_entities"]:
        ids = {parse["TopicEntityMid"]: parse.get("TopicEntityName") or "" for parse in parses}
        topics["topic_entities"] = entities_of({name: label for name, label in ids.items() if name})
    return {
        "id": record["QuestionId"],
        "question": record["RawQuestion"],
        "type": f"{len(chain)}hop" if chain else "",
        "answers": _gold(pairs),
        "gold_relations": _freebase_relations(first.get("Sparql") or "") or [FREEBASE + name for name in chain],
        "gold_length": len(chain) or None,
        **topics,
    }


def _grailqa(record: PublishedRecord, number: int) -> QuestionFields:
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
        **topics_of(record),
    }


def _simple(record: PublishedRecord, number: int) -> QuestionFields:
    """One relation, known by the last part of its name only."""
    given = record["answer"]
    return {
        "id": f"simplequestions-{number}",
        "question": record["question"],
        "answers": named_answers(given if isinstance(given, list) else [given]),
        "gold_relations": [record["relation"]],
        "gold_length": 1,
        **topics_of(record),
    }


def _webquestions(record: PublishedRecord, number: int) -> QuestionFields:
    return {
        "id": f"webquestions-{number}",
        "question": record["question"],
        "answers": named_answers(record["answers"]),
        **topics_of(record),
    }


def _qald(record: PublishedRecord, number: int) -> QuestionFields:
    """The layout that ToG-2 published: answers by id and label, a yes or no as 1 or 0."""
    query = record["sparql"]
    asks = bool(_ASKS.search(query))
    pairs = [(str(name), str(label)) for name, label in record["answer"].items()]
    answers = _gold(pairs)
    if asks:
        answers = [yes_or_no(name in ("1", "true")) for name, _ in pairs]
    return {
        "id": f"qald10-{number}",
        "question": record["question"],
        "kind": _kind(query),
        "answers": answers,
        "gold_relations": _wikidata_names(query)[1],
        **topics_of(record),
    }


def _official_qald(record: PublishedRecord, number: int) -> QuestionFields:
    """The layout of QALD itself: results of the gold query. Its entities are the topics, as none are given."""
    query = record["query"]["sparql"]
    english_first = sorted(record["question"], key=lambda item: item["language"] != "en")
    entities, relations = _wikidata_names(query)
    answers = []
    for result in record["answers"]:
        if "boolean" in result:
            answers.append(yes_or_no(bool(result["boolean"])))
        for binding in result.get("results", {}).get("bindings", ()):
            for term in binding.values():
                answers.append({"iri" if term["type"] == "uri" else "value": str(term["value"])})
    return {
        "id": f"qald10-{record.get('id', number)}",
        "question": english_first[0]["string"],
        "kind": _kind(query),
        "answers": answers,
        "gold_relations": relations,
        "topic_entities": [{"iri": name} for name in entities],
    }


def _kind(query: str) -> str:
    if _ASKS.search(query):
        return "boolean"
    return "count" if _COUNTS.search(query) else ""


FORMATS = (
    PublishedFormat("CWQ", frozenset({"ID", "question", "compositionality_type", "sparql"}), _cwq),
    PublishedFormat("WebQSP", frozenset({"QuestionId", "RawQuestion", "Parses"}), _webqsp),
    PublishedFormat("GrailQA", frozenset({"qid", "question", "answer", "graph_query"}), _grailqa),
    PublishedFormat("SimpleQuestions", frozenset({"question", "answer", "relation", "topic_entity"}), _simple),
    PublishedFormat("WebQuestions", frozenset({"question", "answers", "url"}), _webquestions),
    PublishedFormat("QALD-10", frozenset({"question", "answer", "sparql"}), _qald),
    PublishedFormat("QALD-10", frozenset({"question", "query", "answers"}), _official_qald),
    *published_tog2.FORMATS,
)
NAMES = tuple(dict.fromkeys(published.name for published in FORMATS))
