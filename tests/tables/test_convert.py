"""Tables as a graph: typed values, links by key or name, labels on everything, a mapping that decides it all."""

import json
from pathlib import Path

import pytest
import rdflib
from rdflib.namespace import RDF, RDFS, SKOS

from pog_agent import PathsOverGraph
from pog_agent.errors import PogError
from pog_agent.interfaces.cli import main
from pog_agent.tables.convert import ConversionReport, convert_tables
from pog_agent.terms import XSD

D = rdflib.Namespace("http://example.org/data/")

BOATS = """boat no;model;length_m;price_day_eur;built;licence needed;harbour_id;crew;insured until
B1;Swift;7,5;120,00;1998;yes;1;Ann Lee; 01.05.2026
B2;Otter;4,25;45,50;2010;no;2;Bo Kim;31.12.2025
B3;Heron;12;1.300,00;2004;yes;1;Ann Lee|Bo Kim;15.06.2026
B4;Plover;9,1;210,00;1987;yes;9;Cy Orr|Ann Lee;
"""
HARBOURS = "id,name,depth (m)\n1,North Quay,4.5\n2,Lime Bay,6\n3,East Pier,3\n"


@pytest.fixture
def files(tmp_path) -> list[Path]:
    (tmp_path / "boats.csv").write_text(BOATS)
    (tmp_path / "harbours.csv").write_text(HARBOURS)
    return [tmp_path / "boats.csv", tmp_path / "harbours.csv"]


@pytest.fixture
def converted(files, tmp_path) -> tuple[rdflib.Graph, ConversionReport]:
    report = convert_tables(files, tmp_path / "graph.ttl", written_mapping=tmp_path / "map.toml")
    return rdflib.Graph().parse(tmp_path / "graph.ttl"), report


def values(graph: rdflib.Graph, subject: str, relation: str) -> set[tuple[str, str]]:
    """The values of a row with the local names of their datatypes."""
    found = graph.objects(D[subject], D[f"relation/{relation}"])
    return {(str(item), str(getattr(item, "datatype", None) or "").removeprefix(XSD)) for item in found}


def test_values_have_types_and_units_stand_in_the_labels(converted):
    graph, _ = converted
    assert values(graph, "boat/B1", "length_m") == {("7.5", "decimal")}
    assert values(graph, "boat/B3", "price_day_EUR") == {("1300.00", "decimal")}
    assert values(graph, "boat/B1", "built") == {("1998", "integer")}
    assert values(graph, "boat/B2", "licence_needed") == {("false", "boolean")}
    assert values(graph, "boat/B2", "insured_until") == {("2025-12-31", "date")}
    assert values(graph, "boat/B4", "insured_until") == set()
    assert graph.value(D["relation/length_m"], RDFS.label) == rdflib.Literal("length (m)")
    assert graph.value(D["relation/depth_m"], RDFS.label) == rdflib.Literal("depth (m)")


def test_rows_have_classes_labels_and_their_keys_as_aliases(converted):
    graph, report = converted
    assert graph.value(D["boat/B3"], RDF.type) == D["class/boat"]
    assert graph.value(D["class/boat"], RDFS.label) == rdflib.Literal("boat")
    assert graph.value(D["boat/B3"], RDFS.label) == rdflib.Literal("Heron")
    assert graph.value(D["boat/B3"], SKOS.altLabel) == rdflib.Literal("B3")
    assert report.rows == {"boat": 4, "harbour": 3}
    named = set(graph.subjects(RDFS.label))
    assert {term for triple in graph for term in triple if str(term).startswith(str(D))} <= named


def test_keys_of_another_file_are_links_and_what_matches_nothing_is_kept_and_counted(converted):
    graph, report = converted
    harbour = D["relation/harbour"]
    assert graph.value(D["boat/B1"], harbour) == D["harbour/1"]
    unknown = graph.value(D["boat/B4"], harbour)
    assert (graph.value(unknown, RDFS.label), graph.value(unknown, RDF.type)) == (rdflib.Literal("9"), None)
    assert any("boats: 'harbour_id': 67% of its values are rows of 'harbours'" in text for text in report.links)
    assert any("values that are no row of 'harbours': 1 ('9')" in text for text in report.warnings)


def test_several_values_of_a_cell_are_several_things(converted):
    graph, _ = converted
    crew = {str(graph.value(item, RDFS.label)) for item in graph.objects(D["boat/B3"], D["relation/crew"])}
    assert crew == {"Ann Lee", "Bo Kim"}


@pytest.mark.parametrize("ending", ["toml", "yaml", "json"])
def test_a_mapping_that_was_written_gives_the_same_graph(files, tmp_path, ending):
    mapping = tmp_path / f"map.{ending}"
    convert_tables(files, tmp_path / "one.ttl", written_mapping=mapping)
    convert_tables(files, tmp_path / "two.ttl", mapping=mapping)
    assert (tmp_path / "one.ttl").read_bytes() == (tmp_path / "two.ttl").read_bytes()


def test_a_changed_mapping_decides(files, tmp_path, converted):
    text = (tmp_path / "map.toml").read_text()
    changed = text.replace('label = "length (m)"', 'label = "hull length (m)"').replace(
        'kind = "boolean"', 'kind = "skip"'
    )
    (tmp_path / "map.toml").write_text(changed)
    convert_tables(files, tmp_path / "two.ttl", mapping=tmp_path / "map.toml")
    graph = rdflib.Graph().parse(tmp_path / "two.ttl")
    assert values(graph, "boat/B1", "hull_length_m") == {("7.5", "decimal")}
    assert not values(graph, "boat/B1", "licence_needed")


def test_the_links_of_a_mapping_are_told_too(files, tmp_path, converted):
    del converted
    report = convert_tables(files, tmp_path / "two.ttl", mapping=tmp_path / "map.toml")
    assert report.links == (
        "boats: 'harbour_id' links to 'harbours'",
        "boats: 'crew': its values are things of their own",
    )


def test_repeated_keys_missing_keys_and_odd_values_are_counted(tmp_path):
    rows = "".join(f"P{number},{number}\n" for number in range(2, 20))
    (tmp_path / "people.csv").write_text(f"id,age\nP1,1\nP1,old\n{rows},7\n")
    report = convert_tables([tmp_path / "people.csv"], tmp_path / "graph.nt")
    assert list(report.rows.values()) == [21]
    assert report.warnings == (
        "people: rows that repeat a key of 'id': 1; each is an entity of its own",
        "people: rows without 'id': 1; their place stands for it",
        "people: 'age': values that are no integer: 1 ('old'); they are kept as texts",
    )


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (["1,234", "5,678"], "1234"),
        (["1,234.5", "2.5"], "1234.5"),
        (["3,5", "12,25"], "3.5"),
        (["01067", "80331"], "01067"),
        (["05/04/2020", "25/04/2020"], "2020-04-05"),
        (["04/25/2020", "05/04/2020"], "2020-04-25"),
        (["12 May 2020", "1 June 2021"], "2020-05-12"),
        (["2020-05-12 10:30", "2021-01-01 00:00"], "2020-05-12T10:30:00"),
        (["12 kg", "5 lb"], "12 kg"),
    ],
)
def test_numbers_and_dates_are_read_as_the_column_shows(tmp_path, cells, kind):
    (tmp_path / "t.tsv").write_text("id\tx\n" + "".join(f"K{place}\t{cell}\n" for place, cell in enumerate(cells)))
    convert_tables([tmp_path / "t.tsv"], tmp_path / "graph.ttl")
    graph = rdflib.Graph().parse(tmp_path / "graph.ttl")
    assert str(graph.value(D["t/K0"], D["relation/x"])) == kind


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ('file = "boats"', "the mapping and the files differ in 'ships'"),
        ('column = "model"', "names a column 'ships'; there are boat no, "),
        ('kind = "name"', "tables.0.columns.1.kind: Input should be "),
        ('to = "harbours"', "'boats' links 'harbour_id' to 'ships', no file here"),
    ],
)
def test_a_wrong_mapping_is_one_line_that_names_it(files, tmp_path, converted, wrong, said):
    text = (tmp_path / "map.toml").read_text()
    (tmp_path / "map.toml").write_text(text.replace(wrong, wrong.partition("=")[0] + '= "ships"', 1))
    with pytest.raises(PogError) as raised:
        convert_tables(files, tmp_path / "two.ttl", mapping=tmp_path / "map.toml")
    assert said in str(raised.value)


def test_rows_may_link_to_rows_of_their_own_file_and_cells_may_say_that_there_is_nothing(tmp_path):
    (tmp_path / "staff.csv").write_text("emp_id,name,manager_id,pay\n1,Ann,,5\n2,Bob,1,NA\n3,Cy,2,4\n")
    report = convert_tables([tmp_path / "staff.csv"], tmp_path / "graph.ttl")
    graph = rdflib.Graph().parse(tmp_path / "graph.ttl")
    assert graph.value(D["staff/3"], D["relation/manager"]) == D["staff/2"]
    assert values(graph, "staff/2", "pay") == set()
    assert report.warnings == ("staff: 'pay': cells that say that there is no value: 1",)


def test_a_column_named_after_another_file_is_a_link_even_where_its_values_differ(tmp_path):
    (tmp_path / "clubs.csv").write_text("id,name\n1,Rowing\n2,Chess\n")
    (tmp_path / "rooms.csv").write_text("club_id,floor\n1,3\n2,4\n")
    convert_tables([tmp_path / "clubs.csv", tmp_path / "rooms.csv"], tmp_path / "graph.ttl")
    graph = rdflib.Graph().parse(tmp_path / "graph.ttl")
    (room,) = graph.subjects(D["relation/club"], D["club/2"])
    assert values(graph, str(room).removeprefix(str(D)), "floor") == {("4", "integer")}
    assert str(graph.value(room, RDFS.label)) == "room row 2"


def test_the_command_reports_and_does_not_replace(files, tmp_path, capsys):
    out = str(tmp_path / "graph.ttl")
    arguments = ["convert", *map(str, files), "--out", out]
    assert main([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rows"] == {"boat": 4, "harbour": 3}
    assert main(arguments) == 2
    assert "the file is there already; --force replaces it" in capsys.readouterr().err
    assert main([*arguments, "--force"]) == 0
    assert main(["convert", str(tmp_path / "none.csv"), "--out", str(tmp_path / "x.ttl")]) == 3
    assert main(["convert", str(files[0]), "--out", str(tmp_path / "x.xlsx")]) == 2
    twice = ["--mapping", str(tmp_path / "m.toml"), "--base", "http://e/", "--force"]
    assert main([*arguments, *twice]) == 2
    assert "leave out --base" in capsys.readouterr().err


def test_questions_are_answered_over_the_converted_graph(converted, tmp_path):
    with PathsOverGraph(tmp_path / "graph.ttl") as agent:
        found = agent.ask("Which boats are longer than 8 m?")
    assert {item.label for item in found.answers} == {"Heron", "Plover"}
    assert found.status == "supported"
