"""A file of ours in SQLite: all changes or none, many threads at once, and nobody else's file."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest

from pog_agent.errors import SettingError
from pog_agent.sqlite_file import SqliteFile, SqliteFormat

KIND = SqliteFormat(
    application=0x506F0001,
    tables=("CREATE TABLE words (word TEXT PRIMARY KEY)",),
    failure="words {path!r} cannot be used ({error}); give another file",
    version=3,
)


def words(file: SqliteFile) -> list[str]:
    with file.reading() as database:
        return [word for (word,) in database.execute("SELECT word FROM words ORDER BY word")]


def add(file: SqliteFile, *new: str) -> None:
    with file.writing() as database:
        database.executemany("INSERT INTO words VALUES (?)", [(word,) for word in new])


def test_what_one_writes_another_reads(tmp_path):
    one, other = SqliteFile(tmp_path / "words", KIND), SqliteFile(tmp_path / "words", KIND)
    add(one, "a")
    assert words(other) == words(SqliteFile(tmp_path / "words", KIND, read_only=True)) == ["a"]


def test_all_changes_are_made_or_none(tmp_path):
    file = SqliteFile(tmp_path / "words", KIND)
    with pytest.raises(SettingError, match="UNIQUE"):
        add(file, "a", "b", "a")
    assert words(file) == []


def test_threads_share_one_file(tmp_path):
    file = SqliteFile(tmp_path / "words", KIND)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: (add(file, f"{number:03}"), words(file)), range(200)))
    assert words(file) == [f"{number:03}" for number in range(200)]


def test_threads_make_the_same_new_file(tmp_path):
    with ThreadPoolExecutor(8) as pool:
        files = list(pool.map(lambda _: SqliteFile(tmp_path / "words", KIND), range(8)))
    add(files[0], "a")
    assert words(files[-1]) == ["a"]


def test_a_file_that_is_only_read_must_be_there_and_stays_as_it_is(tmp_path):
    with pytest.raises(SettingError, match=r"words '.*absent' cannot be used \(unable to open"):
        SqliteFile(tmp_path / "absent", KIND, read_only=True)
    add(SqliteFile(tmp_path / "words", KIND), "a")
    with pytest.raises(SettingError, match="readonly"):
        add(SqliteFile(tmp_path / "words", KIND, read_only=True), "b")
    (tmp_path / "empty").write_bytes(b"")
    with pytest.raises(SettingError, match="something else"):
        SqliteFile(tmp_path / "empty", KIND, read_only=True)
    assert (tmp_path / "empty").read_bytes() == b""


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("PRAGMA application_id = 5", "it is a database of something else"),
        ("PRAGMA user_version = 4", "it has version 4, this program reads version 3"),
    ],
)
@pytest.mark.parametrize("read_only", [False, True])
def test_a_file_of_something_else_or_another_version_is_refused(tmp_path, statement, reason, read_only):
    SqliteFile(tmp_path / "words", KIND).close()
    with sqlite3.connect(tmp_path / "words") as database:
        database.execute(statement)
    with pytest.raises(SettingError, match=reason):
        SqliteFile(tmp_path / "words", KIND, read_only=read_only)
