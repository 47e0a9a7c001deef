"""The registry of checks, and that the package uses just these."""

import ast
from pathlib import Path
from string import Formatter

import pytest

import pog_agent
from pog_agent.models.findings.finding import checks, finding

PACKAGE = Path(pog_agent.__file__).parent


def used_checks() -> dict[str, set[int]]:
    """The ids in calls of `finding` in the package, each with the numbers of gaps that are filled there."""
    found: dict[str, set[int]] = {}
    texts = (file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py"))
    for text in (text for text in texts if "finding(" in text):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "finding":
                first, *parts = node.args
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    found.setdefault(first.value, set()).add(len(parts))
    return found


def gaps(message: str) -> int:
    return sum(name is not None for _, name, _, _ in Formatter().parse(message))


def test_each_id_that_is_used_is_registered_and_its_gaps_are_filled() -> None:
    wrong = {
        name: parts
        for name, parts in used_checks().items()
        if name not in checks() or parts != {gaps(checks()[name].message)}
    }
    assert not wrong


def test_each_registered_check_is_used_somewhere() -> None:
    texts = "".join(file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py"))
    assert [name for name in checks() if f'"{name}"' not in texts] == []


def test_an_id_is_words_in_small_letters() -> None:
    assert [name for name in checks() if not name.replace("-", "").isalpha() or not name.islower()] == []


def test_a_finding_has_the_message_of_its_check() -> None:
    found = finding("word-unread", "old")
    assert (found.id, found.refutes) == ("word-unread", False)
    assert "'old'" in found.message
    assert found.message == str(found)


def test_a_check_that_always_refutes_needs_no_word_of_who_finds_it() -> None:
    assert finding("no-person", "Ship").refutes
    assert finding("word-unread", "old", refutes=True).refutes
    assert not finding("word-unread", "old").refutes


def test_what_a_check_asks_has_no_more_gaps_than_its_message() -> None:
    wrong = []
    for check in checks().values():
        asked = {int(name) for _, name, _, _ in Formatter().parse(check.asks) if name is not None}
        if asked and max(asked) >= gaps(check.message):
            wrong.append(check.id)
    assert not wrong


def test_what_words_mean_is_asked_and_what_code_proves_is_not() -> None:
    unread, unused = finding("word-unread", "old"), finding("name-unused", "Ann")
    assert (unread.kind, unused.kind) == ("meaning", "proof")
    assert "'old'" in unread.asks
    assert unused.asks == ""


def test_what_refutes_is_proven() -> None:
    assert finding("other-end-said", "owner", "owned", refutes=True).kind == "proof"
    assert not [check.id for check in checks().values() if check.refutes and check.asks]


def test_an_unknown_id_is_refused() -> None:
    with pytest.raises(KeyError):
        finding("no-such-check")
