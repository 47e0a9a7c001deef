"""Records of the question sets of Think-on-Graph 2: FEVER, Creak, AdvHotpotQA, Zero-Shot RE, and its WebQSP.

Claims come from their own releases or with the topic entities that Think-on-Graph 2 publishes beside them.
"""

from typing import Final

from pog_agent.evaluation.data.published_fields import (
    PublishedFormat,
    PublishedRecord,
    QuestionFields,
    entities_of,
    named_answers,
    topics_of,
)

_VERDICTS: Final = {"SUPPORTS": "true", "REFUTES": "false", "NOT ENOUGH INFO": "not enough"}


def _fever(record: PublishedRecord, number: int) -> QuestionFields:
    del number
    return {
        "id": f"fever-{record['id']}",
        "question": record["claim"],
        "task": "verify",
        "answers": [{"value": _VERDICTS[record["label"]]}],
        "topic_entities": entities_of(record.get("entities") or {}),
    }


def _creak(record: PublishedRecord, number: int) -> QuestionFields:
    """The entity that the claim is about is its topic: by id where there is one, else by name."""
    del number
    topics = topics_of(record)
    if not topics["topic_entities"]:
        topics["topic_entities"] = named_answers([record["entity"]])
    return {
        "id": f"creak-{record['ex_id']}",
        "question": record["sentence"],
        "task": "verify",
        "answers": [{"value": {"true": "true", "false": "false"}[str(record["label"]).lower()]}],
        **topics,
    }


def _advhotpotqa(record: PublishedRecord, number: int) -> QuestionFields:
    del number
    return {
        "id": record["qas_id"],
        "question": record["question"],
        "answers": named_answers([record["answer"]]),
        "topic_entities": entities_of(record.get("entities") or {}),
    }


def _zero_shot_re(record: PublishedRecord, number: int) -> QuestionFields:
    """The first template that the record has; every alias is a name of the one answer."""
    answer, *aliases = dict.fromkeys((record["answer"], *record["alias"]))
    return {
        "id": f"zero-shot-re-{number}",
        "question": record["template_questions"][0],
        "type": record["input"].rpartition("[SEP]")[2].strip(),
        "answers": [{"label": answer, "aliases": aliases}],
        "gold_length": 1,
        **topics_of(record),
    }


def _webqsp_by_names(record: PublishedRecord, number: int) -> QuestionFields:
    """The answers are names, several of one thing among them."""
    del number
    return {
        "id": record["id"],
        "question": record["question"],
        "answers": named_answers(record["answers"]),
        **topics_of(record),
    }


FORMATS = (
    PublishedFormat("FEVER", frozenset({"id", "claim", "label", "verifiable"}), _fever),
    PublishedFormat("Creak", frozenset({"ex_id", "sentence", "label", "entity"}), _creak),
    PublishedFormat("AdvHotpotQA", frozenset({"qas_id", "question", "answer", "paragraphs"}), _advhotpotqa),
    PublishedFormat("Zero-Shot RE", frozenset({"input", "template_questions", "answer", "alias"}), _zero_shot_re),
    PublishedFormat("WebQSP", frozenset({"id", "question", "answers", "qid_topic_entity"}), _webqsp_by_names),
)
