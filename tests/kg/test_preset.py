"""Presets: what the bundled ones say, how one's own is read, and what is said about a wrong one."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from pog_agent.errors import SettingError
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.local.compiled_files import open_compiled, save
from pog_agent.kg.local.index import build_index
from pog_agent.kg.open import open_kg
from pog_agent.kg.preset import PRESETS, Preset, choose_preset, generic, load_preset
from pog_agent.kg.sparql.store import SparqlStore
from pog_agent.terms import RDF_TYPE, RDFS_LABEL
from tests.servers import Answer, Request, serve_script

WD, WDT = "http://www.wikidata.org/entity/", "http://www.wikidata.org/prop/direct/"
FREEBASE = "http://rdf.freebase.com/ns/"
DBPEDIA = "http://dbpedia.org/"
OWN = """
labels = ["http://acme.example/title"]
types = ["http://acme.example/kind"]
skip = ["http://acme.example/editedBy"]
skip_prefixes = ["http://www.w3.org/ns/prov#"]
graphs = ["http://acme.example/people"]
"""


@pytest.fixture
def own(tmp_path) -> Path:
    path = tmp_path / "acme.toml"
    path.write_text(OWN)
    return path


# The bundled ones.


@pytest.mark.parametrize("name", PRESETS)
def test_each_bundled_preset_loads_by_its_name(name):
    assert load_preset(name).name == name


def test_the_files_are_those_that_can_be_named():
    folder = Path(__file__).parents[2] / "pog_agent" / "kg" / "presets"
    assert sorted(path.stem for path in folder.iterdir()) == sorted(PRESETS)


@pytest.mark.parametrize(
    ("name", "edges", "others"),
    [
        ("generic", [RDF_TYPE, WDT + "P31", "http://e/p"], [RDFS_LABEL, FREEBASE + "type.object.name"]),
        (
            "freebase",
            [FREEBASE + "people.person.spouse_s", FREEBASE + "type.object.type", FREEBASE + "base.x.y"],
            [FREEBASE + "freebase.valuenotation.is_reviewed", FREEBASE + "type.type.instance", RDF_TYPE],
        ),
        (
            "wikidata",
            [WDT + "P31"],
            [
                "http://www.wikidata.org/prop/P31",
                "http://www.wikidata.org/prop/direct-normalized/P213",
                RDFS_LABEL,
            ],
        ),
        (
            "wikidata-statements",
            ["http://www.wikidata.org/prop/P39", "http://www.wikidata.org/prop/qualifier/P580", WDT + "P31"],
            [WDT + "P39", "http://www.wikidata.org/prop/statement/value/P580", RDFS_LABEL],
        ),
        (
            "dbpedia",
            [DBPEDIA + "ontology/capital", DBPEDIA + "ontology/wikiPageRedirects", RDF_TYPE],
            [DBPEDIA + "ontology/abstract", DBPEDIA + "ontology/wikiPageWikiLink", "http://www.w3.org/ns/prov#x"],
        ),
    ],
)
def test_a_bundled_preset_tells_edges_from_the_rest(name, edges, others):
    preset = load_preset(name)
    assert [predicate for predicate in (*edges, *others) if preset.is_relation(predicate)] == edges


def test_a_skipped_node_ends_no_edge():
    preset = load_preset("dbpedia")
    berlin = DBPEDIA + "resource/Berlin"
    assert preset.is_edge(berlin, RDF_TYPE, DBPEDIA + "ontology/City")
    assert not preset.is_edge(berlin, RDF_TYPE, DBPEDIA + "class/yago/City108524735")
    assert preset.is_edge(berlin, DBPEDIA + "ontology/motto", '"http://schema.org/"')


def test_the_label_of_a_relation_is_looked_up_where_the_longest_beginning_says():
    short, long = {"http://e/p/": "http://e/"}, {"http://e/p/direct/": "http://e/entity/"}
    preset = Preset(name="x", labels=(RDFS_LABEL,), mediators=("http://e/s/",), relation_labels=short | long)
    assert preset.label_bearer("http://e/p/direct/P1") == "http://e/entity/P1"
    assert preset.label_bearer("http://e/p/P1") == "http://e/P1"
    assert preset.label_bearer("http://e/other") == "http://e/other"
    assert preset.label_bearer("http://e/s/1") is None


@pytest.mark.parametrize(
    ("kg", "name", "search"),
    [
        ("https://query.wikidata.org/sparql", "wikidata", "wikidata"),
        ("https://qlever.dev/api/wikidata", "wikidata", "qlever"),
        ("https://qlever.cs.uni-freiburg.de/api/wikidata/", "wikidata", "qlever"),
        ("https://qlever.dev/api/osm-planet", "generic", "auto"),
        ("http://user:secret@dbpedia.org:80/sparql?format=json", "dbpedia", "virtuoso"),
        ("http://localhost:8890/sparql", "generic", "auto"),
        ("company.ttl", "generic", "auto"),
        ("demo", "generic", "auto"),
    ],
)
def test_a_well_known_endpoint_chooses_its_preset(kg, name, search):
    preset = choose_preset("auto", kg)
    assert (preset.name, preset.search) == (name, search)
    assert choose_preset("freebase", kg) == load_preset("freebase")


def test_what_begins_as_a_url_and_is_none_is_told():
    with pytest.raises(SettingError, match=r"'http://\[' is not a URL \(Invalid IPv6 URL\)"):
        choose_preset("auto", "http://[")


# One's own.


def test_a_preset_of_ones_own_is_read_from_its_file_and_named_after_it(own):
    preset = load_preset(str(own))
    assert preset == Preset(
        name="acme",
        labels=("http://acme.example/title",),
        types=("http://acme.example/kind",),
        skip=("http://acme.example/editedBy",),
        skip_prefixes=("http://www.w3.org/ns/prov#",),
        graphs=("http://acme.example/people",),
    )


def test_a_preset_does_not_change():
    with pytest.raises(ValidationError):
        generic().search = "jena"  # type: ignore[misc]


def test_the_digest_is_that_of_the_content_which_decides_about_triples(own, tmp_path):
    first = load_preset(str(own))
    assert first.digest == first.model_copy(update={"name": "b", "search": "jena", "graphs": ()}).digest
    (tmp_path / "other.toml").write_text(OWN.replace("editedBy", "writtenBy"))
    assert load_preset(str(tmp_path / "other.toml")).digest != first.digest


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("labels = [", "not valid TOML: "),
        ("", "field 'labels': Field required; allowed: predicates of names"),
        ("labels = []", "field 'labels': .* at least 1 item"),
        ('labels = ["http://e/n"]\ntypes = []', "field 'types': .* at least 1 item"),
        ('labels = "http://e/name"', "field 'labels': .*valid tuple"),
        ("labels = [3]", "field 'labels': .*valid string"),
        ('labels = ["rdfs:label"]', "field 'labels': 'rdfs:label' is not a full IRI such as http"),
        ('labels = ["http://e/a b"]', "field 'labels': 'http://e/a b' is not a full IRI"),
        ('labels = ["http://e/n"]\nedges = []', "unknown field 'edges'; allowed: labels, aliases, .*search"),
        ('labels = ["http://e/n"]\nname = "x"', "unknown field 'name'; allowed: labels"),
        ('labels = ["http://e/n"]\nsearch = "solr"', "field 'search': .*'virtuoso', .*; allowed: full-text"),
        ('labels = ["http://e/n"]\nrelation_labels = ["http://e/n"]', "field 'relation_labels': .*dictionary"),
        ('labels = ["http://e/n"]\nskip = ["http://e/n"]', "<http://e/n> stands in 'labels' and again in 'skip'"),
    ],
)
def test_a_wrong_file_is_named_with_the_field_and_what_is_allowed(tmp_path, text, problem):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(SettingError, match=problem) as caught:
        load_preset(str(path))
    assert str(caught.value).startswith(f"preset {path}: ")
    assert "\n" not in str(caught.value)


def test_an_unknown_name_is_named_with_the_known_ones():
    expected = r"no preset 'wikipedia'; allowed: auto, generic, .*dbpedia, or the path of a TOML file"
    with pytest.raises(SettingError, match=expected):
        open_kg("demo", preset="wikipedia")


def test_a_file_that_is_no_text_is_named(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingError, match=r"mine\.toml: cannot be read as text"):
        load_preset(str(path))


# What stores do with it.


async def test_a_graph_is_read_by_ones_own_preset(own, tmp_path):
    file = tmp_path / "people.ttl"
    file.write_text(
        "@prefix : <http://acme.example/> . @prefix prov: <http://www.w3.org/ns/prov#> ."
        ':ann :title "Ann" ; :kind :Person ; :knows :bob ; :editedBy :carl ; prov:wasDerivedFrom :page .'
        ':bob :title "Bob" .'
    )
    graph = open_kg(str(file), preset=str(own))
    ann = "http://acme.example/ann"
    assert [entity.iri for entity in (await graph.find(["Ann"]))["Ann"]] == [ann]
    assert await graph.types([ann]) == {ann: ["http://acme.example/Person"]}
    relations = {relation for _, relation, _ in (await graph.neighbors([ann])).triples}
    assert relations == {"http://acme.example/kind", "http://acme.example/knows"}


@pytest.mark.parametrize("iri", ["http://e/a", "http://e/a%20b"])
async def test_the_named_graphs_are_asked_for_as_the_protocol_says(iri):
    graphs = ("http://e/one", "http://e/two?x=1&y=2")
    preset = generic().model_copy(update={"graphs": graphs})

    def respond(request: Request) -> Answer:
        assert request.graphs == graphs
        return Answer(body='{"head": {"vars": ["c"]}, "results": {"bindings": []}}')

    with serve_script(respond) as script:
        assert await SparqlStore(script.url, preset=preset).classes([iri]) == set()
        assert {request.graphs for request in script.requests} == {graphs}


@pytest.fixture
def source(tmp_path) -> Path:
    path = tmp_path / "graph.ttl"
    path.write_text(f'<{WD}Q1> <{RDFS_LABEL}> "one" ; <{WDT}P1> <{WD}Q2> ; <http://e/p> <http://e/o> .')
    return path


def test_a_compiled_graph_opens_with_the_preset_it_was_compiled_with(source, tmp_path):
    folder = str(tmp_path / "index")
    assert build_index([str(source)], folder, "wikidata").preset == "wikidata"
    for preset in ("auto", "wikidata"):
        graph = open_kg(folder, preset=preset)
        assert list(graph.relations) == [WDT + "P1"]
        assert graph.preset == load_preset("wikidata")
        graph.close()


def test_another_preset_than_that_of_the_compiled_graph_is_an_error(source, tmp_path):
    folder = str(tmp_path / "index")
    build_index([str(source)], folder)
    expected = (
        r"index: compiled with the preset generic \(.{16}\), not wikidata \(.{16}\); leave the preset out, or"
    )
    with pytest.raises(SettingError, match=expected):
        open_kg(folder, preset="wikidata")


def test_a_changed_source_is_compiled_again_with_the_same_preset_even_where_its_file_is_gone(
    own, source, tmp_path
):
    preset = load_preset(str(own))
    save(compile_files([source], "graph", preset), tmp_path / "index", [source])
    own.unlink()
    source.write_text('<http://e/a> <http://acme.example/title> "A" ; <http://e/p> <http://e/b> .')
    graph = open_compiled(tmp_path / "index")
    assert "built again" in graph.notices[0]
    assert graph.preset == preset
    assert list(graph.relations) == ["http://e/p"]


def test_a_graph_with_more_annotation_predicates_than_a_byte_holds_keeps_them_apart(tmp_path):
    skipped = tuple(f"http://e/skip{number}" for number in range(300))
    preset = Preset(name="many", labels=(RDFS_LABEL,), skip=skipped)
    file = tmp_path / "graph.nt"
    rows = [f'<http://e/a> <{predicate}> "{place}" .' for place, predicate in enumerate(skipped)]
    file.write_text("\n".join([*rows, f'<http://e/a> <{RDFS_LABEL}> "A" .']))
    notes = compile_files([file], "graph", preset).parts.annotations
    assert len(set(notes.kinds.tolist())) == 301


async def test_the_fingerprint_of_an_endpoint_changes_with_preset_and_graphs():
    presets = [generic(), load_preset("dbpedia"), generic().model_copy(update={"graphs": ("http://e/one",)})]
    with serve_script(lambda request: Answer(status=500)) as script:
        prints = [await SparqlStore(script.url, preset=preset).fingerprint() for preset in presets]
    assert len(set(prints)) == 3
