"""Reading a corpus: what becomes a document, and what is told of the rest."""

import gzip
import json

import pytest

from pog_agent.documents.corpus import read_corpus
from pog_agent.errors import SettingError
from tests.documents.corpora import BERGEN, CORPUS, write_lines


def read(path):
    problems = []
    return list(read_corpus(path, problems.append)), [(item.reason, item.place, item.hides) for item in problems]


def test_lines_have_id_title_text_and_entities(tmp_path):
    documents, problems = read(write_lines(tmp_path / "docs.jsonl"))
    assert [(item.id, item.title) for item in documents] == [
        ("d1", "Edvard Grieg"),
        ("d2", "Bergen"),
        ("d3", "Oslo"),
    ]
    assert [len(item.entities) for item in documents] == [2, 1, 0]
    assert problems == []


def test_a_compressed_file_is_read_alike(tmp_path):
    plain = write_lines(tmp_path / "docs.jsonl")
    (tmp_path / "docs.jsonl.gz").write_bytes(gzip.compress(plain.read_bytes(), mtime=0))
    assert read(tmp_path / "docs.jsonl.gz") == read(plain)


def test_a_number_is_an_id_and_a_title_may_be_missing(tmp_path):
    ((document,), _) = read(
        write_lines(tmp_path / "docs.jsonl", [{"id": 7, "text": "One.", "title": None, "more": 1}])
    )
    assert (document.id, document.title) == ("7", "")


def test_lines_that_cannot_be_used_are_told_with_their_place(tmp_path):
    path = tmp_path / "docs.jsonl"
    lines = [
        "{broken",
        "[1]",
        '{"id": "x"}',
        '{"id": "", "text": "a"}',
        '{"id": "y", "text": "a", "entities": "e"}',
        "",
    ]
    path.write_bytes("\n".join(lines).encode() + b'\n{"id": "\xff"}\n' + json.dumps(BERGEN).encode())
    documents, problems = read(path)
    assert [item.id for item in documents] == ["d2"]
    assert problems == [
        ("lines that are not JSON in UTF-8", "docs.jsonl:1", ""),
        ("records with an unusable 'record'", "docs.jsonl:2", ""),
        ("records with an unusable 'text'", "docs.jsonl:3", ""),
        ("records with an unusable 'id'", "docs.jsonl:4", ""),
        ("records with an unusable 'entities'", "docs.jsonl:5", ""),
        ("lines that are not JSON in UTF-8", "docs.jsonl:7", ""),
    ]


def test_of_documents_with_one_id_the_later_ones_get_a_new_one_unless_they_are_the_same(tmp_path):
    records = [BERGEN, {**BERGEN, "text": "Other."}, BERGEN, {**BERGEN, "text": "Third."}]
    documents, problems = read(write_lines(tmp_path / "docs.jsonl", records))
    assert [(item.id, item.text[:6]) for item in documents] == [
        ("d2", "Bergen"),
        ("d2#2", "Other."),
        ("d2#3", "Third."),
    ]
    assert [reason for reason, _, _ in problems] == [
        "documents with the id of another, kept under a new one",
        "documents repeated word for word",
        "documents with the id of another, kept under a new one",
    ]


def test_documents_without_text_are_left_out(tmp_path):
    documents, problems = read(write_lines(tmp_path / "docs.jsonl", [*CORPUS, {"id": "e", "text": " \n"}]))
    assert len(documents) == 3
    assert problems == [("documents without text", "docs.jsonl:4", None)]


def test_characters_that_a_file_of_ours_cannot_hold_are_replaced(tmp_path):
    path = tmp_path / "docs.jsonl"
    path.write_text('{"id": "a", "title": "t\\u0000", "text": "x\\ud800y"}')
    ((document,), _) = read(path)
    assert (document.title, document.text) == ("t\ufffd", "x\ufffdy")


def test_a_folder_has_a_document_for_each_page(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "Edvard_Grieg.txt").write_text("A composer.")
    (tmp_path / "bergen.md").write_text("intro\n\n## The city of Bergen ##\n\nIt rains.")
    (tmp_path / "oslo.html").write_text("<h1>Oslo</h1><p>A capital.</p>")
    (tmp_path / "old.txt.gz").write_bytes(gzip.compress("Älter.".encode(), mtime=0))
    (tmp_path / ".hidden.txt").write_text("no")
    documents, problems = read(tmp_path)
    assert [(item.id, item.title) for item in documents] == [
        ("bergen.md", "The city of Bergen"),
        ("old.txt.gz", "old"),
        ("oslo.html", "Oslo"),
        ("sub/Edvard_Grieg.txt", "Edvard Grieg"),
    ]
    assert problems == []


def test_files_that_are_no_text_are_told_and_may_hide_their_document(tmp_path):
    (tmp_path / "nul.txt").write_bytes(b"a\0b")
    (tmp_path / "latin.txt").write_bytes("Köln".encode("latin-1"))
    (tmp_path / "cut.txt.gz").write_bytes(gzip.compress(b"text" * 100, mtime=0)[:20])
    (tmp_path / "empty.txt").touch()
    (tmp_path / "a.pdf").touch()
    (tmp_path / "README").touch()
    documents, problems = read(tmp_path)
    assert documents == []
    told = {(reason, hides) for reason, _, hides in problems}
    assert told == {
        ("files that cannot be read", "cut.txt.gz"),
        ("files that are binary or not in UTF-8", "nul.txt"),
        ("files that are binary or not in UTF-8", "latin.txt"),
        ("documents without text", None),
        ("files of other kinds", None),
    }


def test_one_page_is_a_corpus(tmp_path):
    (tmp_path / "a.md").write_text("# Title\ntext")
    ((document,), _) = read(tmp_path / "a.md")
    assert (document.id, document.title) == ("a.md", "Title")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("none.jsonl", None, "no such file or folder of documents"),
        ("a.pdf", b"%PDF", "no corpus; give a folder or a file of these kinds: .jsonl"),
        (
            "cut.jsonl.gz",
            gzip.compress(b'{"id": "a", "text": "b"}\n' * 99, mtime=0)[:30],
            "cannot be read .*nothing was changed",
        ),
        ("false.jsonl.gz", b"no gzip", "cannot be read"),
    ],
)
def test_a_corpus_that_cannot_be_read_is_one_line(tmp_path, name, content, message):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(SettingError, match=message):
        read(tmp_path / name)
