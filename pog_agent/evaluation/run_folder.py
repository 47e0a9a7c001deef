"""A run is a folder: its configuration, one line a finished question, traces, figures. Killed, it continues."""

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pog_agent.errors import SettingError
from pog_agent.evaluation.record import Record

CONFIG, RESULTS, SUMMARY, REPORT = "config.json", "results.jsonl", "summary.json", "report.md"
PAGE, TRACES, PAGES, PLOTS = "index.html", "traces", "pages", "plots"
OURS = (CONFIG, RESULTS, SUMMARY, REPORT, PAGE)
LOCK = ".lock"


class RunFolder:
    """The files of one run.

    `config.json` holds two things: `identity` decides the results, `about` does not.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def open(
        self,
        identity: Mapping[str, Any],
        about: Mapping[str, Any],
        *,
        force: bool = False,
        retry_failed: bool = False,
    ) -> Iterator[list[Record]]:
        """Opens the folder for a run, for this process alone, and gives the questions it has finished.

        A line that was torn when the run was killed is dropped. `retry_failed` drops the lines of failed questions
        too, and `force` deletes an earlier run. Raises `SettingError` for a folder that holds another
        configuration, a broken line or other files, and for one that another process is running.
        """
        try:
            self._refuse_others()
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SettingError(f"{self.path}: cannot be written ({error.strerror or error})") from error
        with self._locked():
            if force:
                self._clear()
            found = self.config()
            if found is not None:
                self._check(found.get("identity", {}), _plain(identity))
            (self.path / TRACES).mkdir(exist_ok=True)
            self._replace(CONFIG, json.dumps({"identity": identity, "about": about}, indent=2, ensure_ascii=False))
            records = self._read(mend=True)
            if retry_failed and any(record.failure or record.graph_failed for record in records):
                records = [record for record in records if not (record.failure or record.graph_failed)]
                self._replace(RESULTS, "".join(record.model_dump_json() + "\n" for record in records))
            yield records

    def config(self) -> dict[str, Any] | None:
        """The content of `config.json`; None without such a file. Raises `SettingError` if it is not JSON."""
        file = self.path / CONFIG
        if not file.is_file():
            return None
        try:
            config = json.loads(file.read_text(encoding="utf-8"))
            return config if isinstance(config, dict) else {}
        except ValueError as error:
            raise SettingError(f"{file}: not JSON; delete the folder or give another --out") from error

    def records(self) -> list[Record]:
        """The finished questions, in the order in which they finished."""
        return self._read(mend=False)

    def add(self, record: Record, trace: Mapping[str, Any], page: str = "") -> None:
        """Writes a finished question: its trace and its page first, so that no line points to nothing.

        Raises `SettingError` if the folder cannot be written.
        """
        text = json.dumps(trace, ensure_ascii=False, indent=1)
        try:
            (self.path / record.trace).write_text(text, encoding="utf-8")
            if page:
                (self.path / PAGES).mkdir(exist_ok=True)
                (self.path / record.page).write_text(page, encoding="utf-8")
            with (self.path / RESULTS).open("a", encoding="utf-8") as stream:
                stream.write(record.model_dump_json() + "\n")
        except OSError as error:
            raise SettingError(f"{self.path}: cannot be written ({error.strerror or error})") from error

    def finish(self, summary: Mapping[str, Any], report: str, page: str) -> None:
        """Writes the figures, the report and the page of what is finished by now."""
        self._replace(SUMMARY, json.dumps(summary, indent=2, ensure_ascii=False) + "\n")
        self._replace(REPORT, report)
        self._replace(PAGE, page)

    def _refuse_others(self) -> None:
        """A folder with anything in it but a run is not ours to write to."""
        if not self.path.exists():
            return
        names = [self.path.name] if self.path.is_file() else [file.name for file in self.path.iterdir()]
        foreign = [name for name in names if name not in (*OURS, TRACES, PAGES) and not name.startswith(".")]
        if foreign and CONFIG not in names:
            raise SettingError(f"{self.path}: exists and is no evaluation run; give --out a new folder")

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Keeps other processes out; ends with this process, however it ends."""
        with (self.path / LOCK).open("ab") as stream:
            try:
                import fcntl  # noqa: PLC0415 (not on Windows, where two processes are not told apart)

                fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except ImportError:
                pass
            except OSError as error:
                raise SettingError(f"{self.path}: another process is running this evaluation") from error
            yield

    def _check(self, there: Mapping[str, Any], now: Mapping[str, Any]) -> None:
        different = [name for name in dict.fromkeys((*there, *now)) if there.get(name) != now.get(name)]
        if different:
            rows = [(name, _short(there.get(name)), _short(now.get(name))) for name in different[:3]]
            shown = "; ".join(f"{name} is {old} there and {new} now" for name, old, new in rows)
            raise SettingError(
                f"{self.path}: holds a run of another configuration ({shown}); "
                "give another --out, or --force to delete that run"
            )

    def _clear(self) -> None:
        for name in OURS:
            (self.path / name).unlink(missing_ok=True)
        for name in (TRACES, PAGES, PLOTS):
            shutil.rmtree(self.path / name, ignore_errors=True)

    def _read(self, mend: bool) -> list[Record]:
        file = self.path / RESULTS
        if not file.is_file():
            return []
        data = file.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if mend and len(whole) < len(data):
            with file.open("r+b") as stream:
                stream.truncate(len(whole))
        lines = enumerate(whole.splitlines(), start=1)
        return [self._record(number, line) for number, line in lines if line.strip()]

    def _record(self, number: int, line: bytes) -> Record:
        try:
            return Record.model_validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            problem = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
            raise SettingError(f"{self.path / RESULTS}, line {number}: not a result ({problem})") from error

    def _replace(self, name: str, text: str) -> None:
        """Writes a file in one go: a kill leaves the old one or the new one."""
        fresh = self.path / f".{name}.new"
        with suppress(FileNotFoundError):
            fresh.unlink()
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(self.path / name)


def trace_name(question_id: str) -> str:
    """The file of a question's trace."""
    return f"{TRACES}/{_file_name(question_id)}.json"


def page_name(question_id: str) -> str:
    """The file of the page of a question's run."""
    return f"{PAGES}/{_file_name(question_id)}.html"


def _file_name(question_id: str) -> str:
    """The id where that is a safe file name, else with a digest."""
    safe = re.sub(r"[^\w.\-]", "_", question_id)[:80]
    if safe != question_id or safe.startswith("."):
        safe = f"{safe.lstrip('.')}-{blake2b(question_id.encode(), digest_size=4).hexdigest()}"
    return safe


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values as JSON gives them back."""
    plain: dict[str, Any] = json.loads(json.dumps(values))
    return plain


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else f"{text[:77]}..."
