"""Hostile files, read by the command with little memory: one line says why they are refused."""

import gzip
import resource
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.local.limits import json_contexts
from pog_agent.kg.local.rdf_files import load_rdf
from pog_agent.kg.local.triples import read_triples

DEEP = 100_000
RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/"'
LAUGHS = '<!ENTITY l0 "lol">' + "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
HIDDEN = "".join(f'<!ENTITY l{n} "x"><!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))


def xml(declarations: str, text: str) -> str:
    about = f'<rdf:Description rdf:about="http://e/a"><e:p>{text}</e:p></rdf:Description>'
    return f'<?xml version="1.0"?><!DOCTYPE r [{declarations}]><rdf:RDF {RDF}>{about}</rdf:RDF>'


def turtle(opening: str, closing: str) -> str:
    return f"<http://e/a> <http://e/p> {opening * DEEP}<http://e/o>{closing * DEEP} .\n"


QUOTED = turtle("<<( <http://e/s> <http://e/p> ", " )>>")
HOSTILE = {
    "laughs.rdf": (xml(LAUGHS, "&l9;"), "expands to more than 256 characters"),
    "laughs.owl.gz": (xml(LAUGHS, "&l9;"), "expands to more than 256 characters"),
    "wide.rdf": (xml(LAUGHS, "&l9;").encode("utf-16"), "expands to more than 256"),
    "twice.rdf": (xml('<!ENTITY l0 "lol">' + HIDDEN, "&l9;"), "an entity is declared twice"),
    "body.rdf": (xml("", f"<!DOCTYPE r [{LAUGHS}]>&l9;"), "not valid xml"),
    "elsewhere.rdf": (xml('<!ENTITY x SYSTEM "file:///etc/hostname">', "&x;"), "stands elsewhere"),
    "deep.rdf": (
        f"<rdf:RDF {RDF}>{'<rdf:Description><e:p>' * DEEP}{'</e:p></rdf:Description>' * DEEP}</rdf:RDF>",
        "stand inside each other",
    ),
    "deep.jsonld": ('{"http://e/p":' * DEEP + "1" + "}" * DEEP, "not valid json-ld"),
    "deep.nt": (QUOTED, "triples are quoted inside each other"),
    "deep.trig": (QUOTED, "triples are quoted inside each other"),
    "list.n3": (turtle("(", ")"), "nested too deeply"),
    "blank.n3": (turtle("[ <http://e/p> ", "]"), "nested too deeply"),
    "long.nt": (f"<http://e/{'x' * (17 << 20)}> <http://e/p> <http://e/b> .\n", "too long to parse"),
    "bomb.ttl.gz": (" " * (65 << 20), "unpacks to more than 200 times its size"),
}


pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")


def write(folder: Path, name: str, text: str | bytes) -> Path:
    data = text.encode() if isinstance(text, str) else text
    (folder / name).write_bytes(gzip.compress(data, 6) if name.endswith(".gz") else data)
    return folder / name


READ = """
import sys
from pathlib import Path
from pog_agent.interfaces.cli import main
for file in sorted(Path(sys.argv[1]).iterdir()):
    print(file.name, file=sys.stderr)
    print("exit", main(["check", str(file)]), file=sys.stderr, flush=True)
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What the command says of each file, all in one process with 3 GiB."""
    folder = tmp_path_factory.mktemp("hostile")
    for name, (text, _) in HOSTILE.items():
        write(folder, name, text)
    done = subprocess.run(
        [sys.executable, "-c", READ, str(folder)],
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30)),
        check=False,
    )
    found: dict[str, list[str]] = {}
    for line in done.stderr.splitlines():
        if line in HOSTILE:
            found[line] = []
        else:
            found[list(found)[-1]].append(line)
    assert done.returncode == 0, done.stderr[-2000:]
    return found


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_in_one_line(said, name):
    line, code = said[name]
    assert HOSTILE[name][1] in line
    assert line.startswith("pog-agent: error: ")
    assert code == "exit 3"


@pytest.mark.parametrize("read", [load_rdf, read_triples])
def test_entities_that_name_namespaces_are_read(tmp_path, read):
    names = '<!ENTITY e "http://e/"><!ENTITY inner "&e;inner/">'
    file = write(tmp_path, "a.owl", xml(names, "&inner;x &amp; y"))
    found = read([file])
    assert "http://e/inner/x & y" in (str(list(found)) if read is load_rdf else str(found.terms))


def test_texts_that_look_like_quoted_triples_are_read(tmp_path):
    file = write(tmp_path, "a.ttl", '<http://e/a> <http://e/p> """<<( " <<(""", "<<(" .\n' * 200)
    assert len(read_triples([file]).heads) == 400


CONTEXT = b'{"@context": {"name": "http://e/name"}}'


@pytest.fixture
def contexts() -> Iterator[str]:
    """A server of a context, of one that never ends, and of one that is too large."""
    stopped = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            if self.path == "/good":
                self.wfile.write(CONTEXT)
            elif self.path == "/large":
                self.wfile.write(b" " * (2 << 20))
            else:
                while not stopped.wait(0.02):
                    self.wfile.write(b" ")

        def log_message(self, *args: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    stopped.set()
    server.shutdown()
    server.server_close()


def named(folder: Path, context: str) -> Path:
    return write(folder, "a.jsonld", f'{{"@context": {context}, "@id": "http://e/a", "name": "Ann"}}')


def test_a_context_from_elsewhere_is_refused_unless_asked_for(tmp_path, contexts):
    with pytest.raises(GraphUnavailableError, match="stands elsewhere; write it into the file, or set POG_AGENT_"):
        read_triples([named(tmp_path, f'["{contexts}/good"]')])


def test_a_context_that_was_asked_for_is_loaded(tmp_path, contexts, monkeypatch):
    monkeypatch.setenv(json_contexts.ASKED_FOR, "yes")
    assert read_triples([named(tmp_path, f'"{contexts}/good"')]).relations == ["http://e/name"]


@pytest.mark.parametrize("path", ["endless", "large"])
def test_a_context_is_bounded_in_time_and_size(tmp_path, contexts, monkeypatch, path):
    monkeypatch.setenv(json_contexts.ASKED_FOR, "yes")
    monkeypatch.setattr(json_contexts, "MOST_SECONDS", 0.2)
    with pytest.raises(GraphUnavailableError, match="takes more than"):
        read_triples([named(tmp_path, f'"{contexts}/{path}"')])


@pytest.mark.parametrize(
    ("context", "reason"),
    [
        ('"file:///etc/hostname"', "is no http"),
        ('"other.jsonld"', "is no http"),
        ('{"@import": "http://e/c"}', "which is never loaded"),
    ],
)
def test_other_contexts_are_never_loaded(tmp_path, monkeypatch, context, reason):
    monkeypatch.setenv(json_contexts.ASKED_FOR, "yes")
    with pytest.raises(GraphUnavailableError, match=reason):
        read_triples([named(tmp_path, context)])
