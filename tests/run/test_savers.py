"""Where conversations are kept: an SQLite file and a real PostgreSQL, killed and gone on with."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from pog_agent import PathsOverGraph
from pog_agent.errors import SettingError
from pog_agent.run.savers import open_saver
from tests.conversations.talks import GRAPHS

PRESS = GRAPHS["press"]
BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
KILLED = """
import os, signal, sys
from pog_agent import PathsOverGraph

async def kill(step):
    if step.node.name == "analyze_question" and step.before.get("rewriting"):
        os.kill(os.getpid(), signal.SIGKILL)

with PathsOverGraph(sys.argv[1], "offline", encoder="lexical", checkpointer=sys.argv[2]) as pog:
    pog.resources.observer = kill
    pog.ask("What is the capital of Marn?", thread="t")
    place = {"configurable": {"thread_id": "t"}}
    pog.graph.invoke({"question": "And Turland?"}, place, context=pog.config, durability="sync")
"""


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """The address of a database of its own, of Debian's PostgreSQL; it does not run as root."""
    if not BINARIES:
        pytest.skip("PostgreSQL is not installed (apt-get install postgresql)")
    with tempfile.TemporaryDirectory(prefix="postgres-") as folder:
        yield from served(BINARIES[-1], Path(folder))


def served(binaries: Path, folder: Path) -> Iterator[str]:
    """The address of a database in a folder that every user may enter."""
    data = folder / "data"
    user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
    before = ["runuser", "-u", user, "--"] if os.geteuid() == 0 else []
    if before:
        folder.chmod(0o755)
        shutil.chown(folder, user)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    make = [*before, str(binaries / "initdb"), "-D", str(data), "-U", user, "-A", "trust", "--no-sync"]
    subprocess.run(make, check=True, capture_output=True)
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c fsync=off"
    control = [*before, str(binaries / "pg_ctl"), "-D", str(data), "-w"]
    log = str(folder / "log")
    subprocess.run([*control, "-o", options, "-l", log, "start"], check=True, stdout=subprocess.DEVNULL)
    yield f"postgresql://{user}@127.0.0.1:{port}/postgres"
    subprocess.run([*control, "-m", "fast", "stop"], check=True, stdout=subprocess.DEVNULL)


def killed_in_a_follow_up(where: str) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, PRESS, where], capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()


def goes_on(where: str) -> None:
    """A conversation whose process was killed in its second question goes on in this one."""
    killed_in_a_follow_up(where)
    with PathsOverGraph(PRESS, "offline", encoder="lexical", checkpointer=where) as pog:
        place = {"configurable": {"thread_id": "t"}}
        assert pog.graph.get_state(place).next == ("analyze_question",)
        answer = pog.ask("And Turland?", thread="t")
        assert (answer.question, answer.text) == ("What is the capital of Turland?", "Hollin")
        assert "rewrite_question" in answer.seconds
        events = list(pog.stream("And Selvia?", thread="t"))
        assert events[-1].answer.question == "What is the capital of Selvia?"
        assert len(pog.graph.get_state(place).values["messages"]) == 6


def test_sqlite(tmp_path: Path) -> None:
    goes_on(str(tmp_path / "threads.sqlite"))


def test_postgres(postgres: str) -> None:
    goes_on(postgres)


async def test_a_saver_serves_callers_of_both_kinds(tmp_path: Path) -> None:
    opened = open_saver(str(tmp_path / "threads.sqlite"))
    with PathsOverGraph(PRESS, "offline", encoder="lexical", checkpointer=opened.saver) as pog:
        assert (await pog.aask("What is the capital of Marn?", thread="t")).text == "Ostrel"
    with PathsOverGraph(PRESS, "offline", encoder="lexical", checkpointer=opened.saver) as pog:
        assert (await pog.aask("And Turland?", thread="t")).text == "Hollin"
        assert [item async for item in opened.saver.alist({"configurable": {"thread_id": "t"}}, limit=1)]
        await opened.saver.adelete_thread("t")
        assert await opened.saver.aget_tuple({"configurable": {"thread_id": "t"}}) is None
    opened.close()


@pytest.mark.parametrize(
    ("where", "problem"),
    [
        ("/no/such/folder/threads.sqlite", "cannot be opened"),
        ("postgresql://127.0.0.1:1/none", "cannot be opened"),
    ],
)
def test_what_cannot_be_opened_is_told(where: str, problem: str) -> None:
    with pytest.raises(SettingError, match=problem) as raised:
        open_saver(where)
    assert "\n" not in str(raised.value)


def test_a_missing_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "langgraph.checkpoint.sqlite", None)
    with pytest.raises(SettingError, match=r"pog-agent\[sqlite\]"):
        open_saver(str(tmp_path / "threads.sqlite"))
