"""Names that a graph gives in words of its own are found where nothing else names its things."""

import pytest

from pog_agent.kg.check import check_kg
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.local.compiled_files import open_compiled, save
from pog_agent.kg.local.index import build_index
from pog_agent.kg.local.oxigraph_files import build_store
from pog_agent.kg.open import open_kg
from pog_agent.kg.preset import load_preset
from pog_agent.loops import run_blocking
from tests.kg.test_check import fact

EX = "http://x.example/ns#"
PREFIXES = f"@prefix : <{EX}> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
FIRMS = """
:p1 a :Person ; :name "Ann Lee" ; :worksFor :c1 . :p2 a :Person ; :name "Bo Fox" ; :worksFor :c2 .
:c1 a :Company ; :companyName "Acme Tools" ; :inCity :k1 . :c2 a :Company ; :companyName "Bolt Works" .
:k1 a :City ; :title "Leeds" .
"""


@pytest.fixture
def write(tmp_path):
    def written(text: str):
        file = tmp_path / "graph.ttl"
        file.write_text(PREFIXES + text, encoding="utf-8")
        return file

    return written


def own_names(file) -> list[str]:
    return [label.removeprefix(EX) for label in compile_files([file], "graph").preset.own_labels]


def test_things_go_by_the_names_title_and_names_of_their_class(write):
    graph = compile_files([write(FIRMS)], "graph")
    assert own_names(write(FIRMS)) == ["companyName", "name", "title"]
    labels = run_blocking(graph.labels([f"{EX}p1", f"{EX}c2", f"{EX}k1"]))
    assert labels == {f"{EX}p1": "Ann Lee", f"{EX}c2": "Bolt Works", f"{EX}k1": "Leeds"}
    assert [item.iri for item in run_blocking(graph.find(["acme tools"]))["acme tools"]] == [f"{EX}c1"]
    assert f"{EX}name" not in graph.relations, "a name is no edge"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (':a rdfs:label "Ann" ; :name "A. Lee" . :b rdfs:label "Bo" ; :name "B. Fox" .', "they have labels"),
        (':Ann a :Person ; :title "Dr" . :Bo a :Person ; :title "Prof. Dr." .', "these are titles of people"),
        (':p1 :firstName "Ann" ; :title "Head baker" . :p2 :lastName "Fox" ; :title "Cook" .', "they have names"),
        (':Ann :jobTitle "head" . :Bo :jobTitle "cook" .', "a job is no class of theirs"),
        (':Inn a :Pub ; :formerName "Old Inn" . :Bar a :Pub ; :formerName "Old Bar" .', "it is a name no more"),
        (" ".join(f':a{number} :name "red" .' for number in range(8)), "all have the same"),
        (':a :name "12" . :b :name "13" .', "these are numbers"),
        (":a :name :b . :b :name :c .", "these are things"),
        (f':a :name "{"long " * 40}" .', "it is a text"),
    ],
)
def test_what_tells_something_else_is_no_name(write, text, why):
    assert own_names(write(text)) == [], why


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (':a :title "Blue Train" ; :label "Blue Note" . :b :title "Kind of Blue" ; :label "Columbia" .', "title"),
        (':a :title "One" ; :label "Motown" . :b :title "Two" ; :label "Motown" .', "title"),
        (':a :label "Ann Lee" ; :title "Head baker" . :b :label "Bo Fox" ; :title "Cook of pies" .', "label"),
        (':a :title "Lord of the Flies" . :b :title "Miss Marple" .', "title"),
        (':a :name "Ann Lee" ; :label "A 1" . :b :name "Bo Fox" ; :label "B 2" .', "name"),
    ],
)
def test_of_two_predicates_the_one_that_tells_things_apart_is_the_name(write, text, found):
    assert own_names(write(text)) == [found]


def test_a_preset_that_was_chosen_stays_as_it_is(write):
    file = write(FIRMS)
    assert compile_files([file], "graph", load_preset("dbpedia")).preset == load_preset("dbpedia")


def test_a_compiled_folder_keeps_its_names_and_is_not_compiled_again(write, tmp_path):
    file, folder = write(FIRMS), tmp_path / "index"
    build_index([str(file)], str(folder))
    made = (folder / "meta.json").stat().st_mtime_ns
    build_index([str(file)], str(folder))
    assert (folder / "meta.json").stat().st_mtime_ns == made
    for preset in (None, load_preset("generic")):
        graph = open_compiled(folder, preset=preset)
        assert run_blocking(graph.labels([f"{EX}p2"])) == {f"{EX}p2": "Bo Fox"}


def test_a_folder_whose_file_has_changed_finds_the_names_anew(write, tmp_path):
    file, folder = write(FIRMS), tmp_path / "index"
    save(compile_files([file], "graph"), folder, [file])
    write(':p1 :fullName "Ann Lee" ; :knows :p2 . :p2 :fullName "Bo Fox" .')
    graph = open_compiled(folder)
    assert [label.removeprefix(EX) for label in graph.preset.own_labels] == ["fullName"]
    assert run_blocking(graph.labels([f"{EX}p2"])) == {f"{EX}p2": "Bo Fox"}


def test_a_store_on_disk_has_the_same_names_and_a_check_lists_them(write, tmp_path):
    file = str(write(FIRMS))
    build_store([file], str(tmp_path / "store"))
    for spec in (file, f"oxigraph:{tmp_path / 'store'}"):
        graph = open_kg(spec)
        assert run_blocking(graph.labels([f"{EX}c1"])) == {f"{EX}c1": "Acme Tools"}
        graph.close()
        assert fact(check_kg(spec), "own_names").value == [
            f"{EX}{name}" for name in ("companyName", "name", "title")
        ]
