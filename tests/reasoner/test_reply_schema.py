"""The schema of a reply says what its prompt asks for: in its order, bounded, and of what was shown."""

import json
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import jsonschema
import pytest

from pog_agent.models import ShownNode, Summary
from pog_agent.prompts import PromptLibrary
from pog_agent.reasoner import steps
from pog_agent.reasoner.base import LlmStep
from pog_agent.reasoner.reply_schema import MOST_CHOICES, JsonSchema, schema_of, strict_form
from pog_agent.reasoner.scores import ScoresReply
from pog_agent.reasoner.shown import ShownEntity, ShownPassage
from pog_agent.reasoner.steps.answer import AnswerByCitation, AnswerReply
from pog_agent.reasoner.steps.documented.answer_with_passages import AnswerWithPassages
from pog_agent.reasoner.steps.judge_sufficiency import JudgeSufficiency
from pog_agent.reasoner.steps.score_entities import ScoreEntities
from pog_agent.reasoner.steps.select_paths import SelectPaths
from tests.reasoner.cases import CONTEXT, PATHS


def _steps(above: type = LlmStep) -> Iterator[type[LlmStep[Any]]]:
    for module in walk_packages(steps.__path__, f"{steps.__name__}."):
        import_module(module.name)
    for below in above.__subclasses__():
        yield from ([below] if "name" in vars(below) and below.__module__.startswith("pog_agent.") else [])
        yield from _steps(below)


STEPS = {step.name: step for step in _steps()}
OF_NAMES_OF_ITS_OWN = {"analyze_question", "compose_query", "read_question", "write_phrases"}
"""Replies with fields that the model names."""


def examples(name: str) -> list[dict[str, Any]]:
    rows = [line for line in PromptLibrary().get(name).system.splitlines() if line.startswith('{"')]
    return [json.loads(row) for row in rows]


def parts(schema: Any) -> Iterator[JsonSchema]:
    if isinstance(schema, dict):
        yield schema
        for item in schema.values():
            yield from parts(item)
    for item in schema if isinstance(schema, list) else ():
        yield from parts(item)


def is_valid(reply: Any, schema: JsonSchema) -> bool:
    return jsonschema.Draft202012Validator(schema).is_valid(reply)


@pytest.mark.parametrize("name", STEPS)
def test_the_examples_of_a_prompt_are_replies_by_its_schema_in_its_order(name: str) -> None:
    schema = schema_of(STEPS[name].reply)
    for reply in examples(name)[1:]:
        jsonschema.validate(reply, schema)
        assert list(reply) == [field for field in schema["properties"] if field in reply]
        STEPS[name].reply.model_validate(reply)


@pytest.mark.parametrize("name", STEPS)
def test_a_schema_is_bounded_and_in_the_words_that_all_servers_have(name: str) -> None:
    words = {
        "type",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "maxItems",
        "anyOf",
        "enum",
        "pattern",
    }
    for part in parts(schema_of(STEPS[name].reply)):
        if "type" not in part or isinstance(part["type"], dict):
            continue  # the fields of an object
        assert part.keys() <= words | {"maxLength"}
        assert part["type"] != "array" or part["maxItems"] <= 100
        assert part["type"] != "string" or {"enum", "pattern", "maxLength"} & part.keys()


@pytest.mark.parametrize("name", STEPS)
def test_a_strict_schema_requires_all_and_takes_what_the_other_takes(name: str) -> None:
    schema = schema_of(STEPS[name].reply)
    strict = strict_form(schema)
    assert (strict is None) == (name in OF_NAMES_OF_ITS_OWN)
    if strict is None:
        return
    for part in parts(strict):
        if part.get("type") == "object":
            assert part["required"] == [*part["properties"]] and part["additionalProperties"] is False
    for reply in examples(name)[1:]:
        whole = {field: reply.get(field) for field in strict["properties"]}
        jsonschema.validate(whole, strict)
        STEPS[name].reply.model_validate(whole)


class TestChoices:
    def test_an_answer_cites_places_that_are_shown(self) -> None:
        unnamed = ShownNode(labels=(), total=1, kind="mediator")
        path = PATHS[1].model_copy(update={"nodes": (PATHS[1].nodes[0], unnamed, *PATHS[1].nodes[2:])})
        schema = AnswerByCitation(CONTEXT, (PATHS[0], path), Summary(), final=False).reply_schema()
        reply = {"citations": ["1b"], "operation": "none", "reason": "It says so."}
        assert is_valid(reply, schema)
        assert is_valid({**reply, "citations": [], "operation": "latest", "key_position": "2d"}, schema)
        for wrong in ("3a", "2b", "1d", "1", "1b{Osk}"):
            assert not is_valid({**reply, "citations": [wrong]}, schema)
        assert not is_valid({**reply, "reason": "again " * 200}, schema)
        assert not is_valid({**reply, "citations": ["1b"] * 7}, schema)

    def test_without_paths_nothing_can_be_cited(self) -> None:
        schema = AnswerByCitation(CONTEXT, (), Summary(), final=True).reply_schema()
        assert is_valid({"citations": [], "operation": "none", "key_position": None, "reason": ""}, schema)
        assert not is_valid({"citations": ["1a"], "operation": "none", "reason": ""}, schema)

    def test_a_selection_has_at_most_as_many_as_are_kept(self) -> None:
        schema = SelectPaths(CONTEXT, PATHS, 2).reply_schema()
        assert [is_valid({"selected": it}, schema) for it in ([3, 1], [4], [1, 2, 3])] == [True, False, False]

    def test_a_verdict_names_split_questions_and_paths_that_are_shown(self) -> None:
        schema = JudgeSufficiency(CONTEXT, PATHS[:1], Summary()).reply_schema()
        for split, valid in (((2, [1]), True), ((3, [1]), False), ((1, [2]), False)):
            verdict = {"question": split[0], "covered": True, "paths": split[1]}
            assert is_valid({"splits": [verdict], "sufficient": True, "reason": ""}, schema) == valid

    def test_a_quotation_is_of_a_passage_that_is_shown_and_of_a_path_or_none(self) -> None:
        passage = ShownPassage(number=4, title="Osk", text="Osk is a town.")
        step = AnswerWithPassages(CONTEXT, PATHS, (passage,), Summary(), final=False)
        quotes = step.reply_schema()["properties"]["quotes"]["items"]["properties"]
        assert quotes["passage"] == {"type": "integer", "enum": [4]}
        assert quotes["path"]["anyOf"] == [{"type": "integer", "enum": [1, 2, 3]}, {"type": "null"}]

    def test_each_candidate_can_be_scored(self) -> None:
        node = PATHS[0].nodes[0]
        step = ScoreEntities(CONTEXT, "x", tuple(ShownEntity(number=n, text="a", node=node) for n in (5, 6)))
        scores = [{"number": 6, "score": 8}, {"number": 5, "score": 0}]
        assert is_valid({"scores": scores}, step.reply_schema())
        assert not is_valid({"scores": [{"number": 7, "score": 8}]}, step.reply_schema())

    def test_more_choices_than_a_grammar_is_worth_are_not_listed(self) -> None:
        many = schema_of(ScoresReply, {"scores.number": range(MOST_CHOICES + 1)})
        assert many == schema_of(ScoresReply)

    def test_one_step_leaves_the_schema_of_another_as_it_is(self) -> None:
        before = json.dumps(schema_of(AnswerReply))
        AnswerByCitation(CONTEXT, PATHS, Summary(), final=False).reply_schema()["properties"].clear()
        assert json.dumps(schema_of(AnswerReply)) == before
