"""A real LangGraph server (`langgraph dev`) over this checkout, on loopback."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class LangGraphServer:
    """Where it is, its process, and the file with what it says."""

    url: str
    pid: int
    log: Path


@contextmanager
def serve_langgraph(folder: Path, *flags: str, settings: Mapping[str, str]) -> Iterator[LangGraphServer]:
    """Serves all systems with these environment variables; it keeps its files in the folder."""
    for name in ("graphs", "prompts", "pog_agent", "pyproject.toml", "langgraph.json"):
        (folder / name).symlink_to(ROOT / name)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = (sys.executable, "-m", "langgraph_cli", "dev", "--no-browser", "--no-reload", "--port", str(port))
    paths = os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", "")))
    log = folder / "log"
    with log.open("w") as said:
        process = subprocess.Popen(
            (*command, *flags),
            cwd=folder,
            env={**os.environ, "PYTHONPATH": paths, **settings},
            stdout=said,
            stderr=said,
            start_new_session=True,
        )
        try:
            url = f"http://127.0.0.1:{port}"
            _await(url, process, log)
            yield LangGraphServer(url, process.pid, log)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
                process.wait(20)


def _await(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Waits until the server answers."""
    until = time.monotonic() + 120
    while time.monotonic() < until and process.poll() is None:
        try:
            if httpx.get(f"{url}/ok").is_success:
                return
        except httpx.TransportError:
            time.sleep(0.2)
    raise AssertionError(log.read_text()[-2000:])
