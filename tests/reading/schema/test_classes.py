"""Classes of the schema summary that questions speak of."""

import pytest

from pog_agent.kg.schema.summary import NO_CLASS, SchemaSummary
from pog_agent.models import TopicEntity
from pog_agent.models.class_topics import ClassMention
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from pog_agent.reading.schema.classes import HINTED, ClassLinker
from pog_agent.terms import RDF_TYPE, RDFS_LABEL, RDFS_SUBCLASS, literal
from tests.reading.composing.cases import questioned
from tests.reading.schema.graphs import EX, named, rivers, summary_of


def classes(*names: tuple[str, ...]) -> SchemaSummary:
    """A summary of classes with one instance each: local name, label, aliases."""
    return summary_of(
        triple
        for local, *texts in names
        for triple in (
            *(named(local, *texts) if texts else ()),
            (f"{EX}one_{local}", RDF_TYPE, EX + local),
            (f"{EX}one_{local}", RDFS_LABEL, literal(f"One {local}")),
        )
    )


def found(mentions: tuple[ClassMention, ...]) -> list[tuple[str, str, str]]:
    return [(item.text, item.iri.removeprefix(EX), item.how) for item in mentions]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which rivers run through Ohio?", [("rivers", "River", "label")]),
        ("Name every STREAM.", [("STREAM", "River", "alias")]),
        ("How many major rivers are there?", [("major rivers", "MajorRiver", "label")]),
        ("Which terms of office ended?", [("terms of office", "Term", "label")]),
        ("Which state's rivers are long?", [("state", "State", "label"), ("rivers", "River", "label")]),
        ("How many suppliers are there?", []),
    ],
)
def test_a_class_is_found_by_its_names_in_singular_or_plural(
    question: str, expected: list[tuple[str, str, str]], spelling: LexicalEncoder
) -> None:
    assert found(ClassLinker(summary_of(rivers()), spelling).link(question)) == expected


def test_a_mention_says_where_it_stands_and_survives_json(spelling: LexicalEncoder) -> None:
    question = "How many terms of office are there?"
    (mention,) = ClassLinker(summary_of(rivers()), spelling).link(question)
    assert question[mention.start : mention.end] == mention.text == "terms of office"
    assert (mention.label, mention.score, mention.asked) == ("term of office", 1.0, True)
    assert ClassMention.model_validate_json(mention.model_dump_json()) == mention


def test_the_class_that_is_asked_for_comes_first(spelling: LexicalEncoder) -> None:
    question = "In the state with most people, which river is longest?"
    mentions = ClassLinker(summary_of(rivers()), spelling).link(question)
    assert [(item.text, item.asked) for item in mentions] == [("river", True), ("state", False)]


def test_a_class_without_a_label_is_found_by_its_iri(spelling: LexicalEncoder) -> None:
    linker = ClassLinker(classes(("PurchaseOrder",), ("Q42",)), spelling)
    assert found(linker.link("Which purchase orders are open?")) == [("purchase orders", "PurchaseOrder", "iri")]


def test_names_in_other_languages_are_not_read(spelling: LexicalEncoder) -> None:
    graph = [(EX + "x", RDF_TYPE, EX + "C1"), (EX + "C1", RDFS_LABEL, literal("gift", language="de"))]
    assert ClassLinker(summary_of(graph), spelling).link("Which gifts are poison?") == ()
    german = ClassLinker(summary_of(graph), spelling, ("de", "en"))
    assert found(german.link("Which gift is poison?")) == [("gift", "C1", "label")]


def test_all_classes_of_one_name_are_found(spelling: LexicalEncoder) -> None:
    linker = ClassLinker(classes(("Bank1", "bank"), ("Bank2", "bank")), spelling)
    assert found(linker.link("Which banks are there?")) == [
        ("banks", "Bank1", "label"),
        ("banks", "Bank2", "label"),
    ]


def test_the_last_word_of_a_name_is_enough_if_it_ends_no_other(spelling: LexicalEncoder) -> None:
    channel = ("Q1", "TV channel")
    question = "Which channels are there?"
    assert found(ClassLinker(classes(channel), spelling).link(question)) == [("channels", "Q1", "head")]
    several = ClassLinker(classes(channel, ("Q2", "sea channel")), spelling)
    assert found(several.link(question)) == []


def test_the_last_word_of_the_names_of_several_kinds_means_what_they_are_kinds_of(
    spelling: LexicalEncoder,
) -> None:
    names = [("Studio", "music album"), ("Live", "live album"), ("Photo", "photo album"), ("Sea", "sea trip")]
    under = [(EX + "Live", RDFS_SUBCLASS, EX + "Studio"), (EX + "Day", RDFS_SUBCLASS, EX + "Sea")]
    instances = [(f"{EX}one{local}", RDF_TYPE, EX + local) for local, _ in (*names, ("Day", ""))]
    triples = [
        *under,
        *instances,
        *named("Day", "day trip"),
        *(item for name in names[:2] for item in named(*name)),
    ]
    kinds = ClassLinker(summary_of(triples), spelling)
    assert found(kinds.link("Which albums are old?")) == [("albums", "Studio", "head")]
    vague = ClassLinker(summary_of([*triples, *named(*names[2])]), spelling)
    assert found(vague.link("Which albums are old?")) == []


def test_a_word_of_the_same_stem_need_not_mean_the_same(meaning: CachedEncoder) -> None:
    linker = ClassLinker(classes(("Organ", "organ"), ("Town", "town")), meaning)
    assert found(linker.link("Which organizations are there?")) == []


def test_a_past_tense_is_no_class_of_the_same_stem(meaning: CachedEncoder) -> None:
    linker = ClassLinker(classes(("P", "painting"), ("T", "town")), meaning)
    assert found(linker.link("What was painted there?")) == []


def test_a_word_of_like_meaning_is_a_class_if_no_other_class_is_about_as_like(meaning: CachedEncoder) -> None:
    question = "Which nations are there?"
    alone = ClassLinker(classes(("Country", "country"), ("Boat", "boat")), meaning)
    assert found(alone.link(question)) == [("nations", "Country", "likeness")]
    rivalled = ClassLinker(classes(("Country", "country"), ("Q3", "nation state")), meaning)
    assert found(rivalled.link(question)) == []


def test_a_narrower_class_is_no_rival_of_its_superclass(meaning: CachedEncoder) -> None:
    graph = [
        *(triple for kind in ("Automobile", "Boat") for triple in named(kind, kind.lower())),
        *named("Sports", "sports automobile"),
        (EX + "Sports", RDFS_SUBCLASS, EX + "Automobile"),
        (EX + "a", RDF_TYPE, EX + "Sports"),
        (EX + "b", RDF_TYPE, EX + "Boat"),
    ]
    assert found(ClassLinker(summary_of(graph), meaning).link("Which cars are there?"))[0][1:] == (
        "Automobile",
        "likeness",
    )


def test_a_compound_may_mean_another_class_than_its_first_word(meaning: CachedEncoder) -> None:
    linker = ClassLinker(classes(("Car", "car"), ("Maker", "car maker"), ("Land", "country")), meaning)
    assert found(linker.link("How many car manufacturers are there?")) == [
        ("car manufacturers", "Maker", "likeness")
    ]


def test_words_of_relations_and_names_are_no_class_by_likeness(meaning: CachedEncoder) -> None:
    graph = [*rivers(), (EX + "s0", EX + "nation", literal("x"))]
    linker = ClassLinker(summary_of(graph), meaning)
    assert found(linker.link("Which nation is it?")) == []
    assert found(linker.link("Is this Brook?")) == []


def test_nothing_is_found_in_the_name_of_an_entity_unless_it_is_a_class(spelling: LexicalEncoder) -> None:
    linker = ClassLinker(summary_of(rivers()), spelling)
    question = "How long is the State River?"
    entity = TopicEntity(iri=EX + "r0", label="State River", mention="State River")
    assert found(linker.link(question, [entity])) == []
    weak = entity.model_copy(update={"optional": True})
    assert {item[1] for item in found(linker.link(question, [weak]))} == {"State", "River"}
    kind = TopicEntity(iri=EX + "River", label="river", mention="River")
    assert found(linker.link("Which River is long?", [kind])) == [("River", "River", "label")]


def test_who_hints_at_classes_of_people_where_no_class_is_asked_for(meaning: CachedEncoder) -> None:
    linker = ClassLinker(classes(("P", "singer"), ("T", "town")), meaning)
    (hint,) = linker.link("Who was born in Rome?")
    assert (hint.text, hint.iri, hint.score, hint.how) == ("Who", EX + "P", HINTED, "question_word")
    assert found(linker.link("Where was Ann born?")) == [("Where", "T", "question_word")]
    assert linker.link("When was Ann born?") == ()


def test_nodes_without_a_class_make_no_class(spelling: LexicalEncoder) -> None:
    graph = [(EX + "a", EX + "r", EX + "b"), (EX + "a", RDFS_LABEL, literal("A"))]
    summary = summary_of(graph)
    assert summary.class_of(NO_CLASS) is not None
    assert ClassLinker(summary, spelling).link("Which things have no class?") == ()
    assert ClassLinker(SchemaSummary(), spelling).link("Which rivers are there?") == ()


def test_the_last_word_of_a_class_and_of_its_subclasses_means_the_class() -> None:
    linked = questioned("wells").vocabulary("Which shafts are there?").classes
    assert [item.label for item in linked] == ["water shaft"]
