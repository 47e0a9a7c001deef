"""Broken replies: what chat models write instead of JSON, and what they mean by it."""

from typing import Any

from pog_agent.reasoner.direct import DirectReply
from pog_agent.reasoner.replies import ReplyModel
from pog_agent.reasoner.scores import ScoresReply
from pog_agent.reasoner.steps.analyze_question import AnalysisReply
from pog_agent.reasoner.steps.answer import AnswerReply
from pog_agent.reasoner.steps.compose_query import ComposedReply
from pog_agent.reasoner.steps.judge_sufficiency import SufficiencyReply
from pog_agent.reasoner.steps.predict_supplements import SupplementsReply
from pog_agent.reasoner.steps.recognize_topics import TopicsReply
from pog_agent.reasoner.steps.select_paths import SelectionReply
from pog_agent.reasoner.steps.summarize_paths import SummaryReply

SELECTED = {"selected": [2, 1]}
ENOUGH = {"splits": [{"question": 1, "covered": True, "paths": [1]}], "sufficient": True, "reason": "r"}
LACKING = {"splits": [{"question": 1, "covered": False, "paths": []}], "sufficient": False, "reason": "r"}
CITED = {"citations": [{"path": 1, "position": 2}, {"path": 12, "position": 0}], "operation": "latest"}
COUNTED = {"reason": "r", "citations": [{"path": 1, "position": 2}], "only": ["Osk"], "operation": "count"}
WHOLE_ANSWER = {**COUNTED, "kind": "count", "key_position": None, "own_answer": None}
RANKED = {
    "form": "rows",
    "where": ["a is class1", "a attribute1 b"],
    "select": ["a"],
    "order": ["b asc"],
    "places": [1],
}
SCORES = {"scores": [{"number": 1, "score": 8}, {"number": 3, "score": 2.5}]}
SUMMARY = {"facts": ["1.1", "1.2"], "chain": "A is in B."}
NAMES = {"mentions": ["Tarnholm", "Ilse Brandvik"]}
GUESSES = {
    "predictions": [
        {"prediction": "A b", "chain": [{"topic": "T"}, {"relation": "in"}, {"answer": "A b"}]},
        {"prediction": "C", "chain": [{"topic": "T"}]},
    ]
}
PLAN = {"split_questions": ["Which museums?", "Which paintings?"], "chain": [{"topic": "T"}, {"answer": "museum"}]}
CITIES = {"reason": "r", "answers": ["Paris", "Lyon"]}

WHOLE: list[tuple[type[ReplyModel], dict[str, Any]]] = [
    (SelectionReply, SELECTED),
    (SufficiencyReply, ENOUGH),
    (SufficiencyReply, LACKING),
    (AnswerReply, CITED),
    (AnswerReply, WHOLE_ANSWER),
    (AnswerReply, {**WHOLE_ANSWER, "citations": [], "only": [], "own_answer": "1951"}),
    (ComposedReply, RANKED),
    (ComposedReply, {**RANKED, "queries": {"q": {"where": ["a is class2"], "select": ["count(a)"]}}}),
    (ComposedReply, {"form": "paths", **CITED, "key_position": 2}),
    (ScoresReply, SCORES),
    (SummaryReply, SUMMARY),
    (TopicsReply, NAMES),
    (SupplementsReply, GUESSES),
    (AnalysisReply, PLAN),
    (DirectReply, CITIES),
]
"""A whole reply of each model."""

Broken = tuple[type[ReplyModel], str, dict[str, Any]]

READ: dict[str, Broken] = {
    "single quotes": (SelectionReply, "{'selected': [2, 1]}", SELECTED),
    "Python's answer": (AnswerReply, str(WHOLE_ANSWER), WHOLE_ANSWER),
    "Python's True": (SufficiencyReply, str(ENOUGH), ENOUGH),
    "Python's False": (SufficiencyReply, str(LACKING), LACKING),
    "Python's scores": (ScoresReply, str(SCORES), SCORES),
    "Python's summary": (SummaryReply, str(SUMMARY), SUMMARY),
    "Python's chain": (AnalysisReply, str(PLAN), PLAN),
    "Python's predictions": (SupplementsReply, str(GUESSES), GUESSES),
    "Python's apostrophe": (DirectReply, str({**CITIES, "reason": "It's so."}), {**CITIES, "reason": "It's so."}),
    "double within single quotes": (
        SummaryReply,
        "{'facts': [], 'chain': 'The \"Grey Harbour\" hangs there.'}",
        {"facts": [], "chain": 'The "Grey Harbour" hangs there.'},
    ),
    "mixed quotes": (TopicsReply, '{"mentions": [\'Tarnholm\', "Ilse Brandvik"]}', NAMES),
    "smart quotes": (TopicsReply, "{“mentions”: [“Tarnholm”, “Ilse Brandvik”]}", NAMES),
    "smart quotes inside a string": (
        SummaryReply,
        '{"facts": [], "chain": "The “Grey Harbour”."}',
        {"facts": [], "chain": "The “Grey Harbour”."},
    ),
    "bare key": (SelectionReply, "{selected: [2, 1]}", SELECTED),
    "bare keys": (
        SufficiencyReply,
        '{splits: [{question: 1, covered: true, paths: [1]}], sufficient: true, reason: "r"}',
        ENOUGH,
    ),
    "bare keys of an answer": (
        AnswerReply,
        '{citations: [{path: 1, position: 2}, {path: 12, position: 0}], operation: "latest"}',
        CITED,
    ),
    "bare keys, single quotes": (DirectReply, "{reason: 'r', answers: ['Paris', 'Lyon']}", CITIES),
    "None": (
        AnswerReply,
        '{"citations": [{"path": 1, "position": 2}], "key_position": None, "own_answer": None}',
        {"citations": [{"path": 1, "position": 2}]},
    ),
    "TRUE": (SufficiencyReply, '{"sufficient": TRUE, "reason": "r"}', {"sufficient": True, "reason": "r"}),
    "line comment": (SelectionReply, '{"selected": [2, 1] // the best two\n}', SELECTED),
    "line comment with a number": (SelectionReply, '{\n"selected": [2, 1 // not [3]\n]}', SELECTED),
    "comment before": (SelectionReply, '{\n// chosen\n"selected": [2, 1]}', SELECTED),
    "hash comment": (SelectionReply, '{\n"selected": [2, 1] # best\n}', SELECTED),
    "block comment": (SelectionReply, '{"selected": [2, /* then */ 1]}', SELECTED),
    "member in a comment": (
        SufficiencyReply,
        '{"splits": [],\n// "sufficient": false,\n"sufficient": true, "reason": "r"}',
        {"sufficient": True, "reason": "r"},
    ),
    "trailing comma": (SelectionReply, '{"selected": [2, 1,],}', SELECTED),
    "trailing comma after a URL": (
        SummaryReply,
        '{"facts": [], "chain": "see http://x/y: \\"B\\"",}',
        {"facts": [], "chain": 'see http://x/y: "B"'},
    ),
    "no comma between members": (
        SufficiencyReply,
        '{"splits": [{"question": 1, "covered": true, "paths": [1]}] "sufficient": true "reason": "r"}',
        ENOUGH,
    ),
    "no comma at line ends": (
        SufficiencyReply,
        '{\n"splits": [{"question": 1, "covered": true, "paths": [1]}]\n"sufficient": true\n"reason": "r"\n}',
        ENOUGH,
    ),
    "no comma between objects": (
        AnswerReply,
        '{"citations": [{"path": 1, "position": 2} {"path": 12 "position": 0}], "operation": "latest"}',
        CITED,
    ),
    "no comma between strings": (TopicsReply, '{"mentions": ["Tarnholm" "Ilse Brandvik"]}', NAMES),
    "no comma between numbers": (SelectionReply, '{"selected": [2 1]}', SELECTED),
    "double comma": (SelectionReply, '{"selected": [2,, 1]}', SELECTED),
    "double braces": (SelectionReply, '{{"selected": [2, 1]}}', SELECTED),
    "quotes in a string": (
        SummaryReply,
        '{"facts": [], "chain": "The "Grey Harbour" hangs there."}',
        {"facts": [], "chain": 'The "Grey Harbour" hangs there.'},
    ),
    "quotes before members": (
        AnswerReply,
        '{"reason": "Both "Osk", and "Lund", count.", "citations": [], "operation": "count"}',
        {"reason": 'Both "Osk", and "Lund", count.', "citations": [], "operation": "count"},
    ),
    "quotes in a list": (
        TopicsReply,
        '{"mentions": ["the "Osk" mill", "Lund"]}',
        {"mentions": ['the "Osk" mill', "Lund"]},
    ),
    "invalid escape": (
        SummaryReply,
        '{"facts": [], "chain": "A \\(B\\)"}',
        {"facts": [], "chain": "A \\(B\\)"},
    ),
    "two objects": (SelectionReply, "{'selected': [9]}\n{'selected': [2, 1]}", SELECTED),
    "whole draft": (SelectionReply, "First: {\"selected\": [9]}, no, rather {'selected': [2, 1]}", SELECTED),
    "whole draft of a verdict": (
        SufficiencyReply,
        '{"sufficient": true} Wait: {sufficient: false, reason: "r"}',
        {"sufficient": False, "reason": "r"},
    ),
    "broken draft": (SelectionReply, "First: {'selected': [9]}, rather {\"selected\": [2, 1]}", SELECTED),
    "braces before": (SelectionReply, "The set {Tarnholm} and {x: 1}: {'selected': [2, 1]}", SELECTED),
    "braces after": (SelectionReply, "{'selected': [2, 1]} out of {Tarnholm}", SELECTED),
    "apostrophe before": (SelectionReply, "I don't know {Tarnholm}, it's: {'selected': [2, 1]}", SELECTED),
    "template before": (SelectionReply, '{"selected": [...]}: {selected: [2, 1]}', SELECTED),
    "fence": (SelectionReply, "```python\n{'selected': [2, 1],}\n```", SELECTED),
    "nested fences": (SelectionReply, "````\n```json\n{'selected': [2, 1]}\n```\n````", SELECTED),
    "open fence": (SelectionReply, "```json\n{'selected': [2, 1]}", SELECTED),
    "two fences": (SelectionReply, "```\n{'selected': [9]}\n```\nor:\n```\n{'selected': [2, 1]}\n```", SELECTED),
    "backticks": (SelectionReply, "`{'selected': [2, 1]}`", SELECTED),
    "fence in a string": (
        AnswerReply,
        "{'reason': 'use ``` there', 'citations': []}",
        {"reason": "use   there", "citations": []},
    ),
    "thought": (SelectionReply, "<think>{\"selected\": [9]}</think>{'selected': [2, 1]}", SELECTED),
    "nothing but a thought": (SelectionReply, "<think>{'selected': [2, 1]}", SELECTED),
    "bare list": (TopicsReply, "['Tarnholm', 'Ilse Brandvik']", NAMES),
    "bare list of objects": (ScoresReply, "[{number: 1, score: 8}, {number: 3, score: 2.5}]", SCORES),
    "wrapped": (SelectionReply, "{'result': {'selected': [2, 1]}}", SELECTED),
    "call": (SelectionReply, "select_paths({'selected': [2, 1]})", SELECTED),
    "tag": (SelectionReply, "<json>{selected: [2, 1]}</json>", SELECTED),
}
"""What only a repair can read, and what it means."""

UNREAD: dict[str, tuple[type[ReplyModel], str]] = {
    "a choice": (SufficiencyReply, '{"splits": [], "sufficient": true|false, "reason": "..."}'),
    "a choice in words": (SufficiencyReply, '{"splits": [], "sufficient": true or false}'),
    "a condition": (SufficiencyReply, '{"splits": [], "sufficient": false unless path 2, "reason": "r"}'),
    "a negation": (SufficiencyReply, '{"splits": [], "sufficient": not true}'),
    "a range": (SelectionReply, '{"selected": [1-3]}'),
    "a range in words": (SelectionReply, '{"selected": [1 to 3]}'),
    "an alternative": (SelectionReply, '{"selected": [2 or 3]}'),
    "a doubt": (SelectionReply, '{"selected": [2, 1 (maybe 3)]}'),
    "a template": (SelectionReply, '{"selected": [numbers]}'),
    "a word": (SelectionReply, "{selected: none of them}"),
    "a number in words": (SelectionReply, '{"selected": [2, one]}'),
    "no value": (SelectionReply, '{"selected": }'),
    "no value before a member": (AnswerReply, '{"reason": "r", "citations": , "operation": "exists"}'),
    "no colon before a number": (AnswerReply, '{"citations": [{"path" 13, "position": 2}]}'),
    "no colon before a list": (AnswerReply, '{"citations": [], "only" ["Osk"], "operation": "none"}'),
    "no list bracket": (AnswerReply, '{"citations": {"path": 1, "position": 2}, {"path": 2, "position": 0}]}'),
    "no end of a list": (AnswerReply, '{"citations": [{"path": 1, "position": 2}, "operation": "count"}'),
    "no end of an object": (AnswerReply, '{"citations": [{"path": 1, "position": 2, {"path": 2, "position": 0}]}'),
    "two ends of a list": (AnswerReply, '{"citations": [{"path": 1, "position": 2}]], "operation": "count"}'),
    "two ends of an object": (AnswerReply, '{"citations": [{"path": 1, "position": 2}}], "operation": "count"}'),
    "no end of a string": (AnswerReply, '{"citations": [], "only": ["Osk], "operation": "count"}'),
    "no end of the first string": (AnswerReply, '{"reason": "r, "kind": "count", "citations": []}'),
    "no end of a single-quoted string": (AnswerReply, "{'reason': 'r, 'kind': 'count', 'citations': []}"),
    "no end of a key": (AnswerReply, '{"citations": [{"path": 1, "position: 2}, {"path": 2, "position": 0}]}'),
    "no end of a string in smart quotes": (AnswerReply, "{“citations”: [], “only”: [“Osk, “Lund”]}"),
    "no end of a key in smart quotes": (AnswerReply, "{“reason”: “r”, “kind: “count”, “citations”: []}"),
    "no end of a string before a comment": (AnswerReply, '{"citations": [], "only": ["A, // so\n"B"]}'),
    "no comma before a bare key": (AnswerReply, '{reason: "r" kind: "count", citations: []}'),
    "an apostrophe in single quotes": (TopicsReply, "{'mentions': ['Queen's Span', 'Osk']}"),
    "two quotes at an end": (SupplementsReply, '{"predictions": [{"prediction": "A"", "chain": null}]}'),
    "a decimal comma": (ScoresReply, '{"scores": [{"number": 3, "score": 2,5}]}'),
    "prose in braces": (AnswerReply, "{the citations: path 1, position 2}"),
    "a thought": (SelectionReply, "<think>{'selected': [9]}</think>None of the paths helps."),
    "a thought before braces": (SelectionReply, '<think>{"selected": [9]}</think>None of {Tarnholm} helps.'),
    "a thought before a cut": (
        AnswerReply,
        "<think>{'citations': [{'path': 9, 'position': 9}]}</think>{'citations': [{'path': 1, 'position': 2}, {'",
    ),
    "a bare list cut off": (SelectionReply, "[2, 1"),
}
"""What may mean more than one thing: the model is asked again."""
