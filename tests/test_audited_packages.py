"""What `make lint` says of known vulnerabilities, and that it fails for no other reason."""

import json
import sys

import pytest

from tests.audited_packages import judged, main

SOUND = {"name": "sound", "version": "1", "vulns": []}
BROKEN = {"name": "broken", "version": "2", "vulns": [{"id": "CVE-1", "fix_versions": ["3"]}]}
UNKNOWN = {"name": "unknown", "skip_reason": "not found on PyPI"}


def test_a_known_vulnerability_fails_and_is_named():
    lines, failed = judged(json.dumps({"dependencies": [SOUND, BROKEN]}))
    assert failed and "broken 2: CVE-1, mended in 3" in lines


def test_packages_that_nobody_could_tell_of_are_counted_and_do_not_fail():
    lines, failed = judged(json.dumps({"dependencies": [SOUND, UNKNOWN]}))
    assert not failed
    assert "checked 1 of 2 packages" in lines[0] and "does not tell of 1 packages" in lines[1]


@pytest.mark.parametrize("report", ["", "{}", "[]", "<html>"])
def test_a_service_that_cannot_be_reached_is_one_line_and_does_not_fail(report):
    lines, failed = judged(report, "Traceback\nConnectionError: no route to host\n")
    assert not failed
    (line,) = lines
    assert "nothing was checked: ConnectionError: no route to host" in line


def test_the_exit_code_is_that_of_the_verdict(capsys):
    report = json.dumps({"dependencies": [BROKEN]})
    assert main([sys.executable, "-c", f"print({report!r}); raise SystemExit(1)"]) == 1
    assert main([sys.executable, "-c", "raise SystemExit(1)"]) == 0
    assert "nothing was checked" in capsys.readouterr().out
