"""Asks pip-audit for known vulnerabilities of the installed packages, and says what could not be asked.

Usage: python -m tests.audited_packages (part of `make lint`)

Fails where a package has a known vulnerability, never because the vulnerability service cannot be reached: then
one line says so.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

SECONDS = 300
COMMAND = (sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off", "--skip-editable")


def judged(report: str, problem: str = "") -> tuple[list[str], bool]:
    """What to say of a report of pip-audit, and whether a vulnerability is among it.

    A `report` that is no JSON means that nothing was asked; `problem` is then what pip-audit said instead.
    """
    try:
        packages: list[dict[str, Any]] = json.loads(report)["dependencies"]
    except (ValueError, KeyError, TypeError):
        said = problem.strip().splitlines() or ["it said nothing"]
        return [
            f"pip-audit: the vulnerability service cannot be asked, so nothing was checked: {said[-1][:200]}"
        ], False
    found = [
        f"{item['name']} {item['version']}: {vulnerability['id']}, mended in {_fixes(vulnerability)}"
        for item in packages
        for vulnerability in item.get("vulns", ())
    ]
    unchecked = sum("skip_reason" in item for item in packages)
    lines = [
        f"pip-audit: checked {len(packages) - unchecked} of {len(packages)} packages, {len(found)} vulnerabilities"
    ]
    if unchecked:
        lines.append(
            f"pip-audit: the vulnerability service does not tell of {unchecked} packages: they are unchecked"
        )
    return [*lines, *found], bool(found)


def _fixes(vulnerability: dict[str, Any]) -> str:
    return ", ".join(vulnerability.get("fix_versions", ())) or "no version yet"


def main(command: Sequence[str] = COMMAND) -> int:
    """Runs pip-audit; 1 where it knows of a vulnerability."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        lines, failed = judged(done.stdout, done.stderr)
    except subprocess.TimeoutExpired:
        lines, failed = judged("", f"no answer within {SECONDS} s")
    print("\n".join(lines))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
