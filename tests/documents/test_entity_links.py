"""Links of documents to entities: those of the corpus, else titles and mentions."""

import pytest
import rdflib

from pog_agent.documents import open_index
from pog_agent.linking.index import index_graph
from tests.documents.corpora import BERGEN, GRAPH, GRIEG, OSLO, E, built, write_graph
from tests.servers import oxigraph_of, serve_oxigraph


def links(folder, name):
    """The links of a document's chunks as (local name, kind, mention, score)."""
    index = open_index(folder / "index")
    found = index.entities_of(index.document(name))
    return [
        [(link.iri.removeprefix(E), link.kind, link.mention, link.score) for link in found.get(chunk.key, ())]
        for chunk in index.document(name)
    ]


def test_links_of_the_corpus_are_those_of_every_chunk(tmp_path):
    built(tmp_path, [GRIEG], chunk_words=12)
    given = [("grieg", "given", "", 1.0), ("peer", "given", "", 1.0)]
    assert links(tmp_path, "d1") == [given, given]


def test_without_links_title_and_mentions_are_linked(tmp_path):
    built(tmp_path, [{**BERGEN, "entities": []}], chunk_words=12)
    assert links(tmp_path, "d2") == [
        [
            ("bergen", "title", "Bergen", 1.0),
            ("fjord", "mention", "fjord", 1.0),
            ("norway", "mention", "Norway", 1.0),
        ],
        [("bergen", "title", "Bergen", 1.0)],
    ]


def test_small_letters_are_no_mention_of_a_name_with_capitals(tmp_path):
    built(tmp_path, [{"id": "a", "title": "", "text": "Most of the time. The magazine Time. FJORD."}])
    assert [[mention for _, _, mention, _ in chunk] for chunk in links(tmp_path, "a")] == [["FJORD", "Time"]]


def test_a_class_is_not_linked(tmp_path):
    kg = write_graph(tmp_path, GRAPH + ':bergen a :City . :City rdfs:label "city" .')
    built(tmp_path, [{"id": "a", "title": "", "text": "Bergen is a city."}], kg=kg)
    assert [[mention for _, _, mention, _ in chunk] for chunk in links(tmp_path, "a")] == [["Bergen"]]


def test_a_name_of_several_entities_is_linked_to_each_with_its_share(tmp_path):
    kg = write_graph(tmp_path, GRAPH + ':ship rdfs:label "Bergen" ; :in :norway .')
    built(tmp_path, [{"id": "a", "title": "", "text": "He saw Bergen."}], kg=kg)
    assert links(tmp_path, "a") == [[("bergen", "mention", "Bergen", 0.5), ("ship", "mention", "Bergen", 0.5)]]


def test_a_name_of_very_many_entities_is_not_linked_but_told(tmp_path):
    more = "".join(f':b{number} rdfs:label "Bergen" ; :in :norway .\n' for number in range(5))
    report = built(
        tmp_path, [{"id": "a", "title": "", "text": "He saw Bergen."}], kg=write_graph(tmp_path, GRAPH + more)
    )
    assert links(tmp_path, "a") == [[]]
    assert report.warnings == (
        "names with too many bearers to be linked: 1 (Bergen)",
        "documents linked to no entity of the graph: 1",
    )


def test_entities_that_the_graph_lacks_are_told_and_their_links_kept(tmp_path):
    unknown = [f"{E}nobody", "no iri"]
    report = built(tmp_path, [{**GRIEG, "entities": [f"{E}grieg", *unknown]}, {**OSLO, "entities": unknown}])
    assert report.warnings == (
        f"entities that the corpus names and the graph lacks, whose links are kept: 2 ({E}nobody, no iri)",
    )
    assert (report.linked, report.entities) == (2, 2)
    index = open_index(tmp_path / "index")
    ((_, found),) = index.entities_of(index.document("d3")).items()
    assert [(link.iri, link.kind, link.in_graph) for link in found] == [
        (f"{E}nobody", "given", False),
        ("no iri", "given", False),
        (f"{E}norway", "mention", True),  # the text is read where no entity of the corpus is in the graph
    ]


def test_documents_linked_to_nothing_are_told(tmp_path):
    report = built(tmp_path, [GRIEG, {"id": "a", "title": "", "text": "Nothing of this."}])
    assert report.warnings == ("documents linked to no entity of the graph: 1",)


def test_an_entity_index_that_comes_later_links_anew(tmp_path):
    kg = write_graph(tmp_path)
    built(tmp_path, [OSLO])
    index_graph([kg], str(tmp_path / "names"), encoder="lexical")
    report = built(tmp_path, [OSLO], entity_index=str(tmp_path / "names"))
    assert (report.relinked, report.embedded, report.warnings) == (1, 0, ())
    assert links(tmp_path, "d3") == [[("norway", "mention", "Norway", 1.0)]]


def test_an_outdated_entity_index_is_told(tmp_path):
    kg = write_graph(tmp_path)
    index_graph([kg], str(tmp_path / "names"), encoder="lexical")
    write_graph(tmp_path, GRAPH + ':oslo rdfs:label "Oslo" ; :in :norway .')
    (warning,) = built(tmp_path, [OSLO], kg=kg, entity_index=str(tmp_path / "names")).warnings
    assert "was made from another state of the graph" in warning


def test_an_endpoint_is_asked_for_the_links_of_the_corpus_but_not_for_names(tmp_path):
    with serve_oxigraph(oxigraph_of(rdflib.Graph().parse(data=GRAPH))) as url:
        report = built(tmp_path, [{**GRIEG, "entities": [f"{E}grieg", f"{E}nobody"]}, OSLO], kg=url)
        assert (report.linked, report.entities) == (1, 1)
        assert any("an endpoint that takes an entity index" in text for text in report.warnings)
        index_graph([url], str(tmp_path / "names"), encoder="lexical")
        report = built(tmp_path, [GRIEG, OSLO], kg=url, entity_index=str(tmp_path / "names"))
        assert (report.linked, report.warnings) == (2, ())


@pytest.mark.parametrize("text", ["Norway's kings", "(Norway)", "Norway.", "to Norway, then"])
def test_a_mention_is_found_beside_punctuation(tmp_path, text):
    built(tmp_path, [{"id": "a", "title": "", "text": text}])
    assert [[mention for _, _, mention, _ in chunk] for chunk in links(tmp_path, "a")] == [["Norway"]]


def test_a_name_is_mentioned_with_other_accents_but_not_by_small_letters(tmp_path):
    more = ':river rdfs:label "Tekezé" ; :in :norway . :lake rdfs:label "Mjøsa" . :wine rdfs:label "rosé" .'
    kg = write_graph(tmp_path, GRAPH + more)
    text = "The Tekeze is long. It rose. Bèrgen is far from Mjosa."
    built(tmp_path, [{"id": "a", "title": "", "text": text}], kg=kg)
    assert {(iri, mention) for chunk in links(tmp_path, "a") for iri, _, mention, _ in chunk} == {
        ("river", "Tekeze"),
        ("bergen", "Bèrgen"),
        ("lake", "Mjosa"),
    }
