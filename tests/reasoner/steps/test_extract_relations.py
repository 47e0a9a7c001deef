"""Relation extraction: which triples of a reply are taken, and how they are written."""

import pytest

from pog_agent.reasoner.chat.parsing import parse_reply
from pog_agent.reasoner.steps.extraction.extract_relations import (
    LONGEST_NAME,
    LONGEST_RELATION,
    MOST_TRIPLES,
    ExtractRelations,
    RelationsReply,
    StatedRelations,
    normalized_relation,
)

TEXT = 'Ann Lee was born in\nOsk in 1950. She founded "Acme <Ltd>", and knew 東京都庁の人. ' + "A" * 130
STEP = ExtractRelations(title="Lee, Ann", text=TEXT)


def stated(*triples: tuple[str, str, str]) -> StatedRelations:
    rows = [dict(zip(("subject", "relation", "object"), triple, strict=True)) for triple in triples]
    value = STEP.convert(RelationsReply.model_validate({"triples": rows})).value
    assert value is not None
    return value


def taken(*triple: str) -> bool:
    return bool(stated(triple).triples)


@pytest.mark.parametrize(
    ("subject", "object_"),
    [
        ("Ann Lee", "Osk"),
        (" Ann\n Lee ", "1950"),
        ("Lee, Ann", "Osk"),
        ("Acme <Ltd>", "Ann Lee"),
        ('"Acme <Ltd>"', "Ann Lee"),
        ("東京", "Ann Lee"),
        ("in Osk", "Ann Lee"),
    ],
)
def test_names_that_stand_in_text_or_title_are_taken(subject, object_):
    assert taken(subject, "knows", object_)


@pytest.mark.parametrize(
    ("subject", "object_", "why"),
    [
        ("Ann", "Anna", "does not stand in the text"),
        ("Ann Le", "Osk", "does not stand in the text"),
        ("ann lee", "Osk", "does not stand in the text"),
        ("Bob Ray", "Osk", "does not stand in the text"),
        ("Ann Lee", "Osk'; DROP TABLE", "does not stand in the text"),
        ("Ann Lee", "Osk> . <http://e/x", "does not stand in the text"),
        ("Ann Lee Osk", "Osk", "does not stand in the text"),
        ("She", "Osk", "without a name"),
        ("", "Osk", "without a name"),
        ("Ann Lee", '"', "without a name"),
        ("Ann Lee", "Ann Lee", "with itself"),
        ("Ann Lee", "A" * (LONGEST_NAME + 1), "too long"),
    ],
)
def test_other_names_are_dropped_and_told(subject, object_, why):
    found = stated((subject, "knows", object_))
    assert found.triples == ()
    ((reason, triple),) = found.dropped
    assert why in reason
    assert len(triple) < 2 * LONGEST_NAME


@pytest.mark.parametrize("relation", ["", " ", "->", "12", "x" * (LONGEST_RELATION + 1)])
def test_what_is_no_relation_is_dropped(relation):
    assert not taken("Ann Lee", relation, "Osk")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Born In", "born in"),
        ("was_bornIn", "born in"),
        ("is born in", "born in"),
        ("BORN-IN", "born in"),
        ("is a", "is a"),
        ("has part", "has part"),
        ('<born> "in"\n\\', "born in"),
        ("né à", "né à"),
        ("", ""),
    ],
)
def test_relations_are_written_alike(written, read):
    assert normalized_relation(written) == read


def test_a_triple_is_taken_once():
    found = stated(("Ann Lee", "born in", "Osk"), ("Ann Lee", "was born in", " Osk"))
    assert [(item.subject, item.relation, item.object) for item in found.triples] == [
        ("Ann Lee", "born in", "Osk")
    ]


def test_only_so_many_triples_of_a_chunk_are_taken():
    found = stated(*[("Ann Lee", f"r{'x' * number}", "Osk") for number in range(MOST_TRIPLES + 1)])
    assert len(found.triples) + len(found.dropped) == MOST_TRIPLES + 1
    assert any("beyond the first" in reason for reason, _ in found.dropped)


@pytest.mark.parametrize(
    "text",
    [
        '{"triples": [{"subject": "Ann Lee", "relation": "born in", "object": "Osk"}]}',
        '{"triples": {"subject": "Ann Lee", "relation": "born in", "object": "Osk"}}',
        '{"triples": [["Ann Lee", "born in", "Osk"]]}',
        '[{"subject": "Ann Lee", "relation": "born in", "object": "Osk"}]',
        '{"triples": [{"subject": "Ann Lee", "relation": "born in", "object": "Osk"}, {"subject": "Ann',
    ],
)
def test_replies_are_read_in_many_forms(text):
    reply = parse_reply(text, RelationsReply).value
    assert reply is not None
    assert [(item.subject, item.relation, item.object) for item in reply.triples] == [
        ("Ann Lee", "born in", "Osk")
    ]
