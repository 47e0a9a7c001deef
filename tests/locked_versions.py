"""Writes `constraints.txt` anew: every version that `make demo` and `make test` install, as pip chooses today.

Usage: python -m tests.locked_versions (takes a few minutes; nothing is installed)

A wheel that is the same on every machine has its SHA-256 behind it, which the Makefile holds it against. Other
wheels differ by machine and have their version only. torch stays as it is: its newest wheel may be another build,
of several gigabytes. pip is left out: it installs the rest.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).parent.parent / "constraints.txt"
CHOSEN: Final = "torch"
"""The package whose version is chosen by hand."""
OF_TEST: Final = "# make test, besides"
_HEAD: Final = f"""\
# Every version that the two commands install, and the SHA-256 of each wheel that is the same on every machine.
# Made anew by `python -m tests.locked_versions`; {CHOSEN} is chosen by hand (a small build).
# make demo
"""

Locked = dict[str, str]
"""The line of each package, by its name in small letters."""


def locked(report: dict[str, Any]) -> Locked:
    """The lines of what a report of pip says it would install, but for the project itself."""
    lines: Locked = {}
    for item in report["install"]:
        source = item["download_info"]
        name, version = item["metadata"]["name"].lower().replace("_", "-"), item["metadata"]["version"]
        if "dir_info" in source or name == "pip":
            continue
        line = f"{name}=={version.partition('+')[0]}"
        if source["url"].endswith("-none-any.whl"):
            line += f"  # --hash=sha256:{source['archive_info']['hashes']['sha256']}"
        lines[name] = line
    return lines


def written(demo: Locked, test: Locked) -> str:
    """The text of the file: what `make demo` installs, and what `make test` does besides."""
    besides = [line for name, line in sorted(test.items()) if name not in demo]
    return "\n".join([_HEAD.rstrip(), *(demo[name] for name in sorted(demo)), OF_TEST, *besides, ""])


def chosen_by_hand(lines: Iterable[str]) -> str:
    """The line of the package whose version stays."""
    return next(line for line in lines if re.match(rf"{CHOSEN}==", line))


def _reported(target: str) -> dict[str, Any]:
    """What pip would install for a target today. Raises `CalledProcessError` with pip's own words printed."""
    kept = FILE.with_name(f".{CHOSEN}.txt")
    kept.write_text(chosen_by_hand(FILE.read_text(encoding="utf-8").splitlines()), encoding="utf-8")
    asked = ["install", "--dry-run", "--ignore-installed", "--quiet", "--report", "-"]
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pip", *asked, "-c", str(kept), "-e", target],
            stdout=subprocess.PIPE,
            cwd=FILE.parent,
            check=True,
        )
    finally:
        kept.unlink()
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def main() -> None:
    """Asks pip and writes the file."""
    text = written(locked(_reported(".")), locked(_reported(".[test]")))
    FILE.write_text(text, encoding="utf-8")
    print(f"{FILE.name}: {text.count('==')} versions, {text.count('sha256:')} with a SHA-256")


if __name__ == "__main__":
    main()
