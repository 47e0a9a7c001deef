"""How a graph names things."""

from pog_agent.reading.schema.graph_names import GraphNames


def test_languages_that_are_not_read_are_told_apart() -> None:
    names = GraphNames.of(["http://example.org/label"], ["en", "EN-gb", "de", None, "nl"])
    assert names.others(["en"]) == ("de", "nl")
    assert names.others(["de", "en"]) == ("nl",)
    assert None in names.languages
