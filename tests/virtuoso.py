"""A real Virtuoso on free loopback ports, with its own folder and nothing left behind."""

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlencode

SERVER = "virtuoso-t"
CLIENT = "isql-vt"
MISSING = "virtuoso is not installed (make virtuoso)"
ROW_CAP = 10_000
START_SECONDS = 60.0
LOAD_SECONDS = 600.0
_FAILED = "not loaded"
# The loader of Virtuoso 7 fails at fewer series of files if each is written out before the next one.
_LOAD = "rdf_loader_run(); checkpoint;"

# The server ends when nobody holds the other end of its guard's input any more, however that came about.
_GUARD = '"$@" </dev/null & cat >/dev/null; kill -9 $!; wait'

_INI = """
[Database]
DatabaseFile = {folder}/virtuoso.db
ErrorLogFile = {folder}/virtuoso.log
LockFile = {folder}/virtuoso.lck
TransactionFile = {folder}/virtuoso.trx
xa_persistent_file = {folder}/virtuoso.pxa
FileExtend = 200
[TempDatabase]
DatabaseFile = {folder}/virtuoso-temp.db
TransactionFile = {folder}/virtuoso-temp.trx
[Parameters]
ServerPort = 127.0.0.1:{sql}
DisableUnixSocket = 1
CheckpointInterval = 0
NumberOfBuffers = 20000
MaxDirtyBuffers = 15000
MaxClientConnections = 100
ServerThreads = 100
DirsAllowed = {folder}, {data}
ThreadsPerQuery = 1
AsyncQueueMaxThreads = 2
[HTTPServer]
ServerPort = 127.0.0.1:{http}
ServerRoot = {folder}
ServerThreads = 100
MaxClientConnections = 100
MaxKeepAlives = 100
KeepAliveTimeout = 10
EnabledGzipContent = 1
[SPARQL]
ResultSetMaxRows = {cap}
MaxQueryCostEstimationTime = 0
MaxQueryExecutionTime = 60
"""


class NotLoadedError(RuntimeError):
    """The loader of Virtuoso failed at a file, as it does at some series of files; alone each of them loads."""


def is_installed() -> bool:
    """Whether server and client are there."""
    return all(map(shutil.which, (SERVER, CLIENT)))


@contextmanager
def serve_virtuoso(files: Sequence[Path], row_cap: int = ROW_CAP) -> Iterator[list[str]]:
    """The URLs of a fresh Virtuoso for each of the files (N-Triples, plain or gzipped), each in its own graph.

    It delivers at most `row_cap` rows per result, as Virtuoso does by default, without saying so.
    """
    with tempfile.TemporaryDirectory(prefix="virtuoso-") as name:
        folder = Path(name)
        data = folder / "data"
        data.mkdir()
        graphs = [f"http://example.org/graph/{number}" for number in range(len(files))]
        loads = []
        for number, (file, graph) in enumerate(zip(files, graphs, strict=True)):
            link = data / f"{number}-{file.name}"
            link.symlink_to(file.resolve())
            loads.append(f"ld_dir('{data}', '{link.name}', '{graph}'); {_LOAD}")
        sql, http = _free_ports(2)
        ini, log = folder / "virtuoso.ini", folder / "output.log"
        ini.write_text(_INI.format(folder=folder, data=data, sql=sql, http=http, cap=row_cap), encoding="utf-8")
        with log.open("wb") as output:
            command = ["sh", "-c", _GUARD, "sh", SERVER, "+foreground", "+configfile", str(ini)]
            server = subprocess.Popen(
                command, cwd=folder, stdin=subprocess.PIPE, stdout=output, stderr=output, start_new_session=True
            )
            try:
                _wait_until_ready(server, sql, log)
                for load in loads:
                    _run(sql, load, LOAD_SECONDS)
                _check_loaded(sql)
                yield [
                    f"http://127.0.0.1:{http}/sparql?{urlencode({'default-graph-uri': name})}" for name in graphs
                ]
            finally:
                server.communicate()


def _wait_until_ready(server: subprocess.Popen[bytes], sql: int, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        if server.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"virtuoso did not start: {log.read_text(errors='replace')[-500:]}")
        with suppress(RuntimeError):
            _run(sql, "status();", START_SECONDS)
            return
        time.sleep(0.1)


def _check_loaded(sql: int) -> None:
    """Raises `NotLoadedError` if a file was not loaded: the loader itself goes on with the next one."""
    failed = _run(sql, f"select '{_FAILED}', ll_file, ll_error from load_list where ll_error is not null;", 60)
    if _FAILED in failed:
        raise NotLoadedError(f"virtuoso: {failed}")


def _run(sql: int, statements: str, seconds: float) -> str:
    """What SQL prints as the administrator of a fresh server; every statement has to succeed."""
    command = [CLIENT, f"127.0.0.1:{sql}", "dba", "dba", "VERBOSE=OFF", f"exec={statements}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
    if done.returncode or "Error" in done.stderr + done.stdout:
        raise RuntimeError(f"virtuoso: {done.stderr or done.stdout}")
    return done.stdout


def _free_ports(count: int) -> list[int]:
    """Ports that nobody listens on, all different."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
