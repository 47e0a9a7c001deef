"""Words of a language stand in its folder alone: no list of words and no pattern with letters is in the code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pog_agent
from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_table, lexicon

PACKAGE = Path(pog_agent.__file__).parent
ROOMS = (
    *("reading", "asking", "answering", "conversation", "linking"),
    *("extraction", "values", "documents", "reasoner", "words.py", "language"),
)
"""Whose words have moved to the lexicon."""
FORMATS = (
    *("documents/html_text.py", "reasoner/composed/statements.py", "values/units.py"),
    *(f"reasoner/chat/{name}.py" for name in ("broken_json", "failures", "parsing")),
    *(f"reasoner/chat/servers/{name}.py" for name in ("dialects", "trials")),
    *(f"reasoner/{name}.py" for name in ("providers/known_models", "providers/ollama_server", "reply_schema")),
)
"""Whose words are no English of a question, but those of HTML, JSON, servers, units and what models write."""
PATTERNS = {"compile", "match", "search", "fullmatch", "finditer", "findall", "sub", "split"}
CLASSES = re.compile(r"\\[a-zA-Z]|\[[^\]]*\]|\(\?[A-Za-z:<!=#>-]*(?:[a-z_]+>)?|\{[^}]*\}")
"""What of a pattern has letters that are no words."""
WORD = re.compile(r"[a-z]{2,}")
FEW = 2


def words_in(file: Path) -> Iterator[str]:
    """Each list of words and each pattern with a word in a file. What has an underscore is a name in code."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in PATTERNS:
            is_re = isinstance(node.func.value, ast.Name) and node.func.value.id == "re"
            text = "".join(part.value for part in ast.walk(node.args[0]) if _is_text(part)) if is_re else ""
            if WORD.search(CLASSES.sub(" ", text)):
                yield f"{file.name}:{node.lineno}: {text}"
        elif isinstance(node, ast.Set):
            words = [part.value for part in node.elts if _is_text(part) and "_" not in part.value]
            if len(words) > FEW:
                yield f"{file.name}:{node.lineno}: {words}"


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_has_no_words_of_its_own(room):
    place = PACKAGE / room
    files = {place} if place.is_file() else {*place.rglob("*.py")}
    files -= {PACKAGE / name for name in FORMATS}
    assert [found for file in sorted(files) for found in words_in(file)] == []


@pytest.mark.parametrize(
    "line", ['A = re.compile(r"\\b(?:who|whom)\\b")', 'A = {"yes", "right", "ok"}', 're.sub(rf"{x}are$", "", y)']
)
def test_words_in_code_are_found(tmp_path, line):
    (tmp_path / "a.py").write_text(line)
    assert list(words_in(tmp_path / "a.py"))


GIVEN = {
    "forms": "dogs?",
    "pronouns": "she",
    "topic": "Ann",
    "names": "Ann|Bob",
    "behind": "to",
    "one": "Ann",
    "two": "Bob",
    "number": "two",
    "order": "in",
    "verb": "led",
    "verbs": "led|leads",
    "cue": "most",
    "ways": "in|to",
    "no_verb": "",
    "unit": "kg",
}


@pytest.mark.parametrize(
    ("subject", "name"), [(s, n) for s, ns in (lexicon("en", "patterns") or {}).items() for n in ns]
)
def test_every_pattern_is_one(subject, name):
    english_pattern(subject, name, **GIVEN)


def test_a_pattern_is_made_of_words_other_patterns_and_what_is_given():
    assert english_pattern("conversation", "preposition_first").match("until 1990")
    assert english_pattern("comparison", "between").search("between two and 3")["m"] == "3"
    assert english_pattern("conversation", "named", forms="dogs?").search("are those dogs fed?")["noun"] == "dogs"


def test_each_irregular_past_is_of_one_verb():
    pasts = [past for forms in english_table("lexicon", "pasts").values() for past in forms]
    assert len(pasts) == len(set(pasts))
