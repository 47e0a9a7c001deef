"""Building an entity index: whole, again, after changes, after being killed, and where it cannot be built."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pog_agent.errors import SettingError
from pog_agent.kg.names import EntityName
from pog_agent.linking import build
from pog_agent.linking.build import build_entity_index
from pog_agent.linking.entity_index import EntityIndex, open_entity_index
from pog_agent.linking.index_file import FILE
from pog_agent.linking.vectors import (
    FAISS,
    FAISS_KINDS,
    UP_TO,
    VECTORS,
    VectorFile,
    build_faiss,
    choose_kind,
    load_faiss,
    save_faiss,
)
from pog_agent.ranking.encoder import LexicalEncoder
from tests.linking.graphs import Counting, Names, labels
from tests.linking.index_memory import index_bytes

CITIES = ("Nijmegen", "Köln", "New York", "Copenhagen", "Rome")


async def built(folder: Path, texts: tuple[str, ...] = CITIES, **more: object):
    return await build_entity_index(Names(labels(*texts)), folder, more.pop("encoder", Counting()), **more)


async def test_the_facts_say_what_the_index_holds(tmp_path):
    names = [
        *labels("Rome", "rome ", "Paris"),
        EntityName("http://e/0", "Roma", True),
        EntityName("http://e/2", " ", False),
    ]
    facts = await build_entity_index(Names(names), tmp_path / "new", Counting())
    assert (facts.entities, facts.names, facts.texts, facts.embedded, facts.kind) == (3, 4, 3, 3, "flat")
    assert facts.bytes == sum(path.stat().st_size for path in (tmp_path / "new").iterdir())


async def test_a_name_that_is_label_and_alias_counts_as_label(tmp_path):
    await build_entity_index(
        Names([EntityName("e:a", "Rome", True), EntityName("e:a", "ROME", False)]), tmp_path, None
    )
    (bearer,) = EntityIndex(tmp_path).find(["rome"])["rome"]
    assert (bearer.iri, bearer.alias) == ("e:a", False)


async def test_what_has_not_changed_is_not_read_or_embedded_again(tmp_path):
    await built(tmp_path)
    encoder, source = Counting(), Names(labels(*CITIES))
    facts = await build_entity_index(source, tmp_path, encoder)
    assert (source.starts, encoder.texts, facts.embedded) == ([], [], 0)


async def test_after_a_change_new_names_are_embedded_and_old_ones_are_gone(tmp_path):
    await built(tmp_path)
    encoder = Counting()
    facts = await built(tmp_path, ("Paris", *CITIES[1:]), encoder=encoder)
    assert (facts.embedded, facts.names, encoder.texts[1:]) == (1, 5, ["paris"])
    index = EntityIndex(tmp_path)
    assert index.find(["Nijmegen"]) == {}
    assert all(item.label != "nijmegen" for item in index.candidates("Nijmegen", Counting(), 10))
    assert (await built(tmp_path, encoder=encoder)).embedded == 0  # a name that comes back has its vector still
    assert list(EntityIndex(tmp_path).find(["Nijmegen"])) == ["Nijmegen"]


async def test_reading_goes_on_at_the_page_where_it_failed(tmp_path):
    with pytest.raises(ConnectionError):
        await build_entity_index(Names(labels(*CITIES), fail_at=4), tmp_path, None)
    with pytest.raises(SettingError, match="unfinished; run the same pog-agent index command again"):
        EntityIndex(tmp_path)
    source = Names(labels(*CITIES))
    await build_entity_index(source, tmp_path, None)
    assert source.starts == [4]
    assert list(EntityIndex(tmp_path).find(CITIES)) == list(CITIES)


async def test_embedding_goes_on_at_the_batch_where_it_failed(tmp_path, monkeypatch):
    monkeypatch.setattr(build, "BATCH", 2)
    with pytest.raises(KeyboardInterrupt):
        await built(tmp_path, encoder=Counting(fails_at="copenhagen"))
    with (tmp_path / VECTORS).open("ab") as stream:
        stream.write(b"half a row")  # what a killed process may leave behind
    encoder = Counting()
    assert (await built(tmp_path, encoder=encoder)).embedded == 3
    assert encoder.texts[1:] == ["new york", "copenhagen", "rome"]
    best = EntityIndex(tmp_path).candidates("Copenhagn", encoder, 1)[0]
    assert best.label == "copenhagen"


KILLED = """
import asyncio, sys, time
from pathlib import Path
from pog_agent.linking import build
from tests.linking.graphs import Counting, Names, labels

class Slow(Counting):
    def encode(self, texts):
        time.sleep(0.02)
        return super().encode(texts)

build.BATCH = 10
texts = [f"name {number}" for number in range(2000)]
asyncio.run(build.build_entity_index(Names(labels(*texts), page=500), Path(sys.argv[1]), Slow()))
"""


def test_a_process_killed_midway_leaves_an_index_that_is_finished_later(tmp_path):
    """The real thing: SIGKILL while batches are written, twice, then the rest."""
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    for at_least in (100, 600):
        process = subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path)], env=environment)
        while embedded_rows(tmp_path) < at_least:
            assert process.poll() is None, "it ended before it could be killed"
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
        process.wait()
    before = embedded_rows(tmp_path)
    assert 600 <= before < 2000
    subprocess.run([sys.executable, "-c", KILLED.replace("0.02", "0"), str(tmp_path)], env=environment, check=True)
    index = EntityIndex(tmp_path)
    texts = [f"name {number}" for number in range(2000)]
    assert list(index.find(texts)) == texts
    rows = sqlite3.connect(tmp_path / FILE).execute("SELECT folded FROM texts ORDER BY row").fetchall()
    vectors = VectorFile(tmp_path, 64).rows(2000).astype(np.float32)
    assert np.allclose(vectors, Counting().encode([text for (text,) in rows]), atol=1e-3)


def embedded_rows(folder: Path) -> int:
    try:
        with sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True, timeout=10) as connection:
            return connection.execute("SELECT count(row) FROM texts").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


async def test_embeddings_can_be_added_later_and_left_out_again(tmp_path):
    assert (await built(tmp_path, encoder=None)).kind == "none"
    assert not (tmp_path / FAISS).exists()
    assert (await built(tmp_path)).embedded == 5
    assert (await built(tmp_path, encoder=None)).kind == "none"
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    other = Counting(dimensions=32, name="another")
    assert (await built(tmp_path, encoder=other)).embedded == 5


async def test_progress_tells_stages_with_their_totals(tmp_path):
    heard = []
    await built(tmp_path, progress=lambda *facts: heard.append(facts))
    assert [facts for facts in heard if facts[0] == "reading names"] == [
        ("reading names", done, 5) for done in (2, 4, 5)
    ]
    assert heard[-2:] == [("embedding", 5, 5), ("indexing vectors", 5, 5)]


async def test_another_encoder_is_refused_in_one_line(tmp_path):
    await built(tmp_path)
    with pytest.raises(SettingError, match="made with the encoder 'counting', not 'another'; give that one, or"):
        await built(tmp_path, encoder=Counting(name="another"))


async def test_an_index_named_by_a_setting_must_fit_the_one_beside_a_graph_may_be_left_alone(tmp_path):
    await built(tmp_path)
    other = LexicalEncoder()
    with pytest.raises(SettingError, match="was made with the encoder 'counting'"):
        open_entity_index(str(tmp_path), None, other)
    index, (notice,) = open_entity_index(None, str(tmp_path), other)
    assert index is None
    assert notice.endswith("; names are looked up without it")
    assert open_entity_index(None, "demo", other) == (None, ())
    with pytest.raises(SettingError, match="no entity index in this folder; make one with pog-agent index"):
        open_entity_index(str(tmp_path / "absent"), None, other)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda folder: (folder / FILE).write_bytes(b"not a database at all, but long enough" * 99), FILE),
        (lambda folder: (folder / FILE).write_bytes((folder / FILE).read_bytes()[:5000]), FILE),
        (lambda folder: (folder / FILE).write_bytes(b""), "it is no entity index"),
        (lambda folder: (folder / FAISS).write_bytes(b"nonsense"), f"{FAISS}: missing or damaged"),
        (lambda folder: (folder / FAISS).unlink(), f"{FAISS}: missing or damaged"),
        (lambda folder: (folder / VECTORS).write_bytes(b"1"), f"{VECTORS}: missing or damaged"),
        (lambda folder: run_sql(folder, "PRAGMA user_version = 9"), "version 9, this program reads version 2"),
        (lambda folder: run_sql(folder, "PRAGMA application_id = 5"), "it is no entity index"),
        (lambda folder: run_sql(folder, "DROP TABLE facts"), "no such table: facts"),
        (lambda folder: run_sql(folder, "DELETE FROM facts WHERE key = 'kind'"), "the entity index is damaged"),
    ],
)
async def test_a_damaged_index_is_one_line(tmp_path, damage, message):
    await built(tmp_path)
    damage(tmp_path)
    with pytest.raises(SettingError) as error:
        EntityIndex(tmp_path).candidates("Rome", Counting(), 5)
    assert message in str(error.value)
    assert len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize("damage", [lambda path: path.unlink(), lambda path: path.write_bytes(b"nonsense")])
async def test_a_damaged_faiss_index_is_built_again_without_embedding_anything(tmp_path, damage):
    await built(tmp_path)
    damage(tmp_path / FAISS)
    assert (await built(tmp_path)).embedded == 0
    assert EntityIndex(tmp_path).candidates("Rme", Counting(), 1)[0].label == "rome"


def run_sql(folder: Path, statement: str) -> None:
    with sqlite3.connect(folder / FILE) as connection:
        connection.execute(statement)


async def test_a_folder_that_cannot_be_written_is_one_line(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingError, match="not a usable entity index"):
        await built(tmp_path / "file")


@pytest.mark.parametrize("kind", FAISS_KINDS)
def test_every_kind_of_index_takes_the_memory_it_is_said_to_and_finds_what_is_near(tmp_path, kind):
    rng = np.random.default_rng(0)
    vectors = rng.standard_normal((3000, 64)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    save_faiss(build_faiss(kind, vectors.astype(np.float16), lambda done: None), tmp_path / FAISS)
    size = (tmp_path / FAISS).stat().st_size
    assert size == pytest.approx(index_bytes(kind, 3000, 64), rel=0.1, abs=70_000 if kind == "ivf-pq" else 0)
    _, found = load_faiss(tmp_path / FAISS, 3000, 64).search(vectors[:100], 10)
    share = np.mean([row in near for row, near in enumerate(found)])
    assert share > (0.9 if kind == "ivf-pq" else 0.99)


def test_the_kind_grows_with_the_number_of_names():
    assert [choose_kind(count) for count in (1, UP_TO["flat"], UP_TO["flat"] + 1)] == ["flat", "flat", "hnsw"]
    assert [choose_kind(UP_TO["sq8"]), choose_kind(88_000_000)] == ["sq8", "ivf-pq"]
    assert index_bytes("ivf-pq", 88_000_000, 384) == pytest.approx(5.0e9, rel=0.02)


async def test_a_kind_that_needs_more_names_says_so(tmp_path):
    with pytest.raises(SettingError, match="needs 256 texts or more, here are 5; use flat"):
        await built(tmp_path, kind="ivf-pq")
    assert replace(await built(tmp_path, kind="hnsw")).kind == "hnsw"


async def test_an_index_keeps_to_its_languages(tmp_path):
    for languages in (["en", "DE"], ["de", "en"]):
        source = Names(labels(*CITIES))
        await build_entity_index(source, tmp_path, None, languages=languages)
        assert set(source.languages) <= {("en", "DE")}, "what is there in other words is not read again"
    for languages in (["en"], None):
        with pytest.raises(SettingError, match="made with --languages de,en; do so again, or give a new folder"):
            await build_entity_index(Names(labels(*CITIES)), tmp_path, None, languages=languages)
    assert EntityIndex(tmp_path).languages == "de,en"


async def test_an_index_of_all_languages_stays_one_and_no_language_is_none(tmp_path):
    await built(tmp_path)
    with pytest.raises(SettingError, match="made without --languages"):
        await built(tmp_path, languages=["en"])
    with pytest.raises(SettingError, match="no language given"):
        await built(tmp_path / "new", languages=[])
    assert not (tmp_path / "new").exists()
