"""Which way round a question says a relation."""

import pytest

from pog_agent.models import TopicEntity
from pog_agent.reading.direction import is_against_the_wording, is_of_another_doer
from pog_agent.reading.senses.mutual import is_symmetric
from pog_agent.reading.senses.prepositions import is_done_by_another, other_end, other_way
from pog_agent.reading.senses.roles import gender_flaw, is_converse_role, leads_to_role, narrows
from tests.finding_ids import id_of
from tests.reading.paths import topic_named

ANN = topic_named("Ann")


def ways(question: str, relation: str, topic: TopicEntity = ANN) -> str:
    """The ways of walking the relation from the topic that the wording allows."""
    allowed = {"onward": True, "back": False}
    return " ".join(
        name for name, onward in allowed.items() if not is_against_the_wording(question, topic, relation, onward)
    )


@pytest.mark.parametrize(
    ("question", "relation", "allowed"),
    [
        ("Who reports to Ann?", "reports to", "back"),
        ("Is this a follow-up of Ann?", "follow up of", "back"),
        ("Is this a follow up of Ann?", "follow-up of", "back"),
        ("Whom does Ann report to?", "reports to", "onward"),
        ("Who taught Ann the trade?", "apprenticed to", "onward"),
        ("Whom did Ann teach?", "apprenticed to", "back"),
        ("What was shown before Ann replaced?", "replaces", "onward"),
        ("Before when was Ann replaced?", "replaces", "onward back"),
        ("Ann holds copies for others. Which of those is the oldest?", "holds copies for", "onward"),
        ("What can substitute for Ann?", "substitute for", "back"),
        ("What is the prerequisite for Ann?", "prerequisite", "onward"),
        ("For whom does Ann act as a mentor?", "mentor", "back"),
        ("Whom does Ann act as a mentor for?", "mentored by", "back"),
        ("Which firm paid for Ann as its sponsor?", "sponsored by", "onward back"),
        ("Whose recipe is Ann?", "recipe by", "onward back"),
        ("Who is Ann's trainer?", "trained by", "onward"),
        ("How much did the order from Ann come to?", "ordered by", "onward back"),
        ("What do we have on the subject of Ann?", "subject", "onward back"),
        ("What is the subject of Ann?", "subject", "onward"),
        ("When did Ann sell the boat?", "sold to", "onward"),
        ("When was the boat sold to Ann?", "sold to", "back"),
        ("Who lent a boat to Ann?", "lent by", "onward"),
        ("Who lent to Ann?", "lent by", "onward"),
        ("Who rented the boat from Ann?", "rented to", "onward"),
        ("What was rented from Ann?", "rented from", "back"),
        ("What is Ann replaced by?", "replaced by", "onward"),
        ("What did Ann replace?", "replaced by", "back"),
        ("Which boats belong to the Ann?", "belongs to", "back"),
        ("Who studied under Ann?", "studied under", "back"),
        ("Who did Ann study under?", "studied under", "onward"),
        ("Does Ann fear Bob?", "fears", "onward"),
        ("Is Bob the boss of Ann?", "reports to", "onward"),
        ("Is Ann the boss of Bob?", "reports to", "back"),
        ("Whose superior is Ann?", "reports to", "back"),
        ("Who does Ann report to?", "has manager", "onward"),
        ("Who reports to Ann?", "has manager", "back"),
        ("Whom did Ann teach?", "pupil of", "back"),
        ("From whom did Ann learn?", "trained under", "onward"),
        ("Who gets training from Ann?", "coached by", "onward back"),
        ("Whom did Ann succeed?", "predecessor", "onward"),
        ("Into which river does the Ann flow?", "tributary of", "onward"),
        ("To which house does Ann owe allegiance as a vassal?", "vassal of", "onward"),
        ("Which companies belong to Ann?", "parent company", "back"),
        ("Which company does Ann belong to?", "parent company", "onward"),
        ("Does Ann fit the frame?", "fits frame", "onward"),
        ("By whom is Ann being mentored?", "mentor of", "back"),
        ("Who is Ann's trainer?", "trained by", "onward"),
        ("Who was Ann's own mentor?", "mentor", "onward"),
        ("Who is the trainer of Ann?", "trains", "back"),
        ("Whose trainer is Ann?", "trained by", "back"),
        ("Who is Ann the line manager of?", "line managed by", "back"),
        ("Whose line manager is Ann?", "line managed by", "back"),
        ("Who is the line manager of Ann?", "line managed by", "onward"),
        ("Who was Ann the trainer of?", "trained by", "back"),
        ("Who is the boss of Ann?", "manages", "back"),
        ("Who is Ann the boss of?", "manages", "onward"),
        ("Is Ann's line manager Bob?", "line manager", "onward"),
        ("Who is the line manager of Ann?", "has line manager", "onward"),
        ("Whose line manager is Ann?", "line manager", "back"),
        ("Which line manager knows Ann?", "line manager", "onward back"),
        ("Does Bob fear Ann?", "fears", "onward back"),
        ("Does Ann's dog fear Bob?", "fears", "onward back"),
    ],
)
def test_who_stands_before_a_predicate_is_its_subject(question: str, relation: str, allowed: str) -> None:
    assert ways(question, relation) == allowed


@pytest.mark.parametrize(
    ("question", "relation", "allowed"),
    [
        ("Who manages Ann?", "manages", "back"),
        ("Whom does Ann manage?", "manages", "onward"),
        ("Which shops are owned by Ann?", "owns", "onward"),
        ("Which company owns the Ann?", "owns", "back"),
        ("What has Ann painted?", "paints", "onward"),
    ],
)
def test_a_verb_goes_from_its_subject(question: str, relation: str, allowed: str) -> None:
    assert ways(question, relation) == allowed


@pytest.mark.parametrize(
    ("question", "relation", "allowed"),
    [
        ("Who is the parent of Ann?", "parent", "onward"),
        ("Who is Ann's mother?", "parent", "onward"),
        ("Who are the children of Ann?", "parent", "back"),
        ("Who is Ann’s daughter?", "parent", "back"),
        ("Who is the parent of Ann's child?", "parent", "back"),
        ("Who is Ann the mother of?", "child", "onward"),
        ("Of which river is Ann a tributary?", "tributary", "back"),
        ("Who is the son of Ann?", "child", "onward"),
        ("Whose father is Ann?", "father", "back"),
        ("Whose parent is Ann?", "parent", "back"),
        ("Who has Ann as a teacher?", "teacher", "back"),
        ("Which pupils did Ann have?", "has pupil", "onward"),
        ("Who is the pupil of Ann?", "pupil of", "back"),
        ("Who is the teacher of Ann?", "pupil of", "onward"),
        ("Who directed it, and who is the director of Ann?", "has director", "onward"),
        ("Who was the successor of Ann?", "predecessor", "back"),
        ("Who is the employer of Ann?", "employer", "onward"),
        ("Who is the grandmother of Ann?", "grandparent", "onward"),
        ("Who mentored Ann?", "mentor", "onward"),
        ("Whom did Ann mentor?", "mentor", "back"),
    ],
)
def test_a_role_belongs_to_the_one_it_is_of(question: str, relation: str, allowed: str) -> None:
    assert ways(question, relation) == allowed


@pytest.mark.parametrize(
    ("question", "relation"),
    [
        ("Who is married to Ann?", "married to"),
        ("Who is the sister of Ann?", "sibling"),
        ("Which towns border Ann?", "borders"),
        ("Whom did Ann's cousin marry?", "cousin of"),
        ("Who was born in the Ann?", "capital"),
        ("Where does Ann live?", "reports to"),
        ("Which films were directed by Ann and produced by Bob?", "shot in"),
        ("Who is the child of Bob?", "child"),
        ("Ann?", "parent"),
    ],
)
def test_nothing_is_said_where_the_wording_does_not_decide(question: str, relation: str) -> None:
    assert ways(question, relation) == "onward back"


def test_a_topic_is_found_by_its_mention_and_by_its_label_but_not_within_a_word() -> None:
    queen = topic_named("Ann II", mention="the Queen")
    assert ways("Who reports to the Queen?", "reports to", queen) == "back"
    assert ways("Who reports to Ann II?", "reports to", queen) == "back"
    assert ways("Who reports to Annika?", "reports to") == "onward back"
    assert ways("WHO REPORTS TO  ANN?", "Reports  to") == "back"


def test_some_relations_mean_the_same_both_ways() -> None:
    assert [is_symmetric(label) for label in ("adjoining", "Sibling of", "reports to")] == [True, True, False]


def test_a_topic_without_a_mention_is_no_word_of_the_question() -> None:
    assert ways("Who reports to Bob?", "reports to", topic_named("Ann", mention="")) == "onward back"


@pytest.mark.parametrize(
    ("relation", "noun", "onward", "leads"),
    [
        ("has part", "parts", True, True),
        ("has part", "part", False, False),
        ("Part of", "part", False, True),
        ("part of", "parts", True, False),
        ("sequel to", "sequel", False, True),
        ("film director", "director", True, True),
        ("supplied by", "part", True, None),
        ("", "part", True, None),
        ("music.artist.track", "tracks", False, False),
        ("track list", "tracks", False, False),
    ],
)
def test_a_step_leads_to_the_role_that_its_relation_names(
    relation: str, noun: str, onward: bool, leads: bool | None
) -> None:
    assert leads_to_role(relation, noun, onward) is leads


@pytest.mark.parametrize(
    ("question", "relation", "verb", "expected"),
    [
        ("Who bought Ann?", "bought from", "bought", True),
        ("Which shop purchased Ann?", "was bought from", "purchased", True),
        ("From whom was Ann bought?", "bought from", "bought", False),
        ("Who was Ann bought from?", "bought from", "bought", False),
        ("Who bought Ann?", "bought by", "bought", False),
        ("Who bought Ann?", "buyer", "bought", False),
    ],
)
def test_a_relation_with_from_tells_no_doer(question: str, relation: str, verb: str, expected: bool) -> None:
    assert is_of_another_doer(question, ANN, relation, verb) is expected


@pytest.mark.parametrize(
    ("question", "relation", "said"),
    [
        ("Where does it flow into?", "flows through", "'into'"),
        ("Who was it vouched for by?", "vouched for by", ""),
        ("Who did it vouch to?", "vouched for by", "'to'"),
        ("To whom was it sold?", "sold by", "'to'"),
        ("To whom was it sold?", "sold to", ""),
        ("By whom was it named?", "named after", "'by'"),
        ("For whom does it work?", "works at", ""),
        ("Did  name it?", "named after", "no 'after'"),
        ("Which elements did  name?", "named after", "no 'after'"),
        ("Who was it named after?", "named after", ""),
        ("Where did it move?", "moved to", ""),
        ("Into which sea does it flow?", "flows through", "'into'"),
        ("Which was the first launched of those?", "launched on", ""),
        ("What is it made of?", "made in", "'of'"),
        ("Who reported ?", "reports to", "no 'to'"),
        ("Who performed at ?", "performed by", ""),
        ("Who performed with ?", "performed by", "'with'"),
        ("Who bought ?", "bought from", "no 'from'"),
        ("Where does it flow into?", "flows into", ""),
        ("Who works at it?", "works in", ""),
        ("What is the sequel of ?", "sequel to", ""),
        ("Who reports to ?", "reports to", ""),
        ("Who is the painter of it?", "painted by", ""),
        ("What is it named for?", "named after", ""),
        ("What takes its name from it?", "named after", ""),
        ("Where was it sent?", "sent from", "'where'"),
        ("Where was it sent from?", "sent from", ""),
        ("Where does it end?", "flows into", ""),
        ("Who painted it?", "painter", ""),
    ],
)
def test_another_preposition_of_the_same_verb_says_something_else(question: str, relation: str, said: str) -> None:
    assert other_way(question, relation) == said


def test_a_preposition_in_the_name_of_the_relation_is_its_own() -> None:
    assert other_way("By whom was Ann vouched for?", "vouched for by") == ""
    assert other_end("What was Ann vouched for?", "vouched for by") == ""
    assert other_end("What was Ann vouched for?", "vouched by") == "for"


def test_what_is_exported_to_a_place_comes_from_others() -> None:
    assert other_way("From which countries does  receive exports?", "exports to", onward=False) == ""
    question = "From which countries come exports?"
    assert other_way(question, "exports to", onward=True) == "'from'"
    assert other_way(question, "exports to", onward=False) == ""


@pytest.mark.parametrize(
    ("words", "relation", "says"),
    [
        (["mother"], "parent", "gender-not-told"),
        (["sons"], "has child", "gender-not-told"),
        (["mother"], "mother", ""),
        (["parents"], "parent", ""),
        (["mother"], "lives in", ""),
    ],
)
def test_a_relation_of_both_sexes_does_not_tell_one(words: list[str], relation: str, says: str) -> None:
    assert id_of(gender_flaw(words, relation)) == says


@pytest.mark.parametrize(
    ("noun", "relation", "expected"),
    [
        ("floor", "floor area m2", True),
        ("units", "price per unit", True),
        ("area", "floor area (m2)", False),
        ("place", "place of birth", False),
        ("visitors", "visitor count", False),
        ("room", "hangs in room", True),
        ("wall", "floor area", False),
        ("zone", "has time zone", False),
    ],
)
def test_a_noun_that_narrows_a_relation_is_not_what_that_leads_to(
    noun: str, relation: str, expected: bool
) -> None:
    assert narrows(noun, relation) == expected


@pytest.mark.parametrize(
    ("relation", "words", "expected"),
    [
        ("order taken by", ["ordered"], True),
        ("order taken by", ["took", "order"], False),
        ("painted by", ["painted"], False),
        ("order taken for", ["ordered"], False),
        ("order taken by", ["paid"], False),
        ("winner ridden by", ["won"], True),
        ("winner ridden by", ["rode"], False),
    ],
)
def test_who_took_an_order_did_not_order(relation: str, words: list[str], expected: bool) -> None:
    assert is_done_by_another(relation, words) == expected


@pytest.mark.parametrize(
    ("noun", "relation", "found"),
    [
        ("pupil", "taught by", True),
        ("pupil", "teacher", True),
        ("shed", "built by", False),
        ("pupil", "fed by", False),
    ],
)
def test_who_is_taught_has_the_other_side_of_a_role(noun: str, relation: str, *, found: bool) -> None:
    assert is_converse_role(noun, relation.split()) is found
