"""Words that ask for something to be done, and which of them an answer does."""

import pytest

from pog_agent.models import Operation, TopicEntity
from pog_agent.reading.cues import (
    asking_words,
    asks_for_computing,
    asks_for_reason,
    asks_what_was,
    exclusion_of,
    is_former,
    is_nested,
    of_the_past,
    second_question,
    superlatives,
    unasked_operation,
    unread_cues,
)
from tests.finding_ids import id_of


@pytest.mark.parametrize(
    ("rest", "cues"),
    [
        ("Which people were not born in ?", ["not"]),
        ("Which people weren't born in ?", ["weren't"]),
        ("Which people weren’t born in ?", ["weren’t"]),
        ("Which towns have no river?", ["no"]),
        ("Which towns border except for Neu?", ["except for"]),
        ("Who lives in other than Ann?", ["other than"]),
        ("Who works in apart from Ann?", ["apart from"]),
        ("Who lives only in ?", ["only"]),
        ("Which bakeries outside sell rye bread?", ["outside"]),
        ("Neither of the towns, not one village: which is it, not counting farms?", ["Neither", "not"]),
        ("Which rivers of are longer than the Iller?", ["longer than"]),
        ("Who had more than three wives?", ["more than"]),
        ("Who reigned between 1500 and 1600?", ["between"]),
        ("Which songs were written before the war?", ["before"]),
        ("Who has lived here since 1990?", ["since"]),
        ("Is in Bavaria or in Hesse?", ["or"]),
        ("What is the second moon of ?", ["second"]),
        ("Who won the 12th stage of ?", ["12th"]),
        ("Which town near has the most bridges?", ["most bridges"]),
        ("Which is the oldest bridge of ?", ["oldest"]),
        ("Which ferry is the most expensive?", ["most expensive"]),
        ("Does every bakery have a mill?", ["every"]),
        ("Are all breads of sold at ?", ["all"]),
    ],
)
def test_what_is_asked_to_be_done_is_found_once(rest: str, cues: list[str]) -> None:
    assert unread_cues(rest, []) == cues


@pytest.mark.parametrize(
    "rest",
    [
        "Which river runs through ?",
        "How long does last?",
        "How many minutes did last?",
        "Since when has Ann lived in ?",
        "Which bus No. 5 goes to ?",
        "Which painter of the 19th century lived in ?",
        "Who fought in the Second World War?",
        "What is the first name of ?",
        "Which forest lies west of ?",
        "Which rivers run through all of ?",
        "Is in Bavaria at all?",
        "Which rainforest lies in ?",
        "What began the unrest in ?",
        "Which guest of the host is a priest?",
        "",
    ],
)
def test_other_words_ask_for_nothing_to_be_done(rest: str) -> None:
    assert unread_cues(rest, []) == []
    assert superlatives(rest) == []


@pytest.mark.parametrize(
    ("rest", "named"),
    [
        ("What is the highest point of ?", ["highest point"]),
        ("Who was the bridge named after?", ["named after"]),
        ("Who is the second gentleman of ?", ["second gentleman", "Bob"]),
        ("Who plays in Not Fade Away?", ["Not Fade Away"]),
    ],
)
def test_a_cue_in_the_name_of_what_is_cited_is_read(rest: str, named: list[str]) -> None:
    assert unread_cues(rest, named) == []
    assert unread_cues(rest, ["elsewhere"])


@pytest.mark.parametrize(
    ("rest", "operation", "cues"),
    [
        ("Which is the oldest bridge of ?", "earliest", []),
        ("Which is the oldest bridge of ?", "count", ["oldest"]),
        ("What is the most populous town of ?", "largest", []),
        ("Who has the fewest different jobs?", "smallest", ["fewest different jobs"]),
        ("Which town near has the most bridges?", "largest", ["most bridges"]),
        ("What is the second tallest tower of ?", "largest", ["second"]),
        ("Which is the oldest bridge that is not in ?", "earliest", ["not"]),
    ],
)
def test_an_extreme_does_superlatives_and_nothing_else(rest: str, operation: Operation, cues: list[str]) -> None:
    assert unread_cues(rest, [], operation) == cues


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the longest river", ["longest"]),
        ("the least populous canton and the coldest lake", ["least populous", "coldest"]),
        ("the first mayor, the last king", ["first", "last"]),
        ("the best film", ["best"]),
        ("the worst storm", ["worst"]),
        ("a bequest to the museum", []),
        ("flights to Budapest and Bucharest", []),
    ],
)
def test_superlatives_are_told_from_words_that_end_like_them(text: str, found: list[str]) -> None:
    assert superlatives(text) == found


@pytest.mark.parametrize(
    ("question", "operation", "words"),
    [
        ("How many bridges does Ulm have?", "count", "How many"),
        ("What is the total number of ferries?", "count", "total number of"),
        ("Is Ann a painter?", "exists", "Is"),
        ("Ann, was she a painter?", "exists", "was"),
        ("Tell me whether Ann paints.", "exists", "whether"),
        ("Ann paints, right?", "exists", "right?"),
        ("Isn't Ann a painter?", "exists", "Isn't"),
        ("What is the deepest lake of Peru?", "largest", "deepest"),
        ("Which lake lies in Peru?", "largest", ""),
        ("Which forest lies in Peru?", "largest", ""),
        ("Which river runs through Budapest?", "largest", ""),
        ("Which bridges does Ulm have?", "count", ""),
        ("Which painter is Ann?", "exists", ""),
    ],
)
def test_an_operation_is_asked_for_by_words_of_its_own(question: str, operation: Operation, words: str) -> None:
    assert asking_words(question, operation) == words


@pytest.mark.parametrize(
    ("question", "operation", "flaw"),
    [
        ("Which bridges cross the Po?", "none", ""),
        ("How many bridges cross the Po?", "count", ""),
        ("Which bridges cross the Po?", "count", "operation-unasked"),
        ("Which bridges cross the Po?", "exists", "yes-no-not-asked"),
        ("Which bridges cross the Po?", "earliest", "operation-unasked"),
    ],
)
def test_an_operation_nobody_asked_for_is_a_flaw(question: str, operation: Operation, flaw: str) -> None:
    assert id_of(unasked_operation(question, operation)) == flaw


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("How many rivers cross Ohio?", True),
        ("What is the longest river in Ohio?", True),
        ("Which rivers in Ohio are longer than 100 km?", True),
        ("Which rivers do not cross Ohio?", True),
        ("What is the average length of rivers in Ohio?", True),
        ("How many rivers are there per state?", True),
        ("Which rivers cross Ohio or Utah?", True),
        ("Which rivers cross Ohio?", False),
        ("Who governs Ohio?", False),
        ("Where is the First National Bank?", False),
    ],
)
def test_words_that_ask_for_computing_are_told_from_others(question: str, asks: bool) -> None:
    names = [TopicEntity(iri="urn:ohio", label="Ohio"), TopicEntity(iri="urn:bank", label="First National Bank")]
    assert asks_for_computing(question, names) is asks


@pytest.mark.parametrize(
    ("rest", "named", "cues"),
    [
        ("Who used to manage ?", [], ["used to"]),
        ("Who will be in charge?", [], ["will"]),
        ("What is the former name of ?", [], ["former"]),
        ("What is the former name of ?", ["former name"], []),
        ("Which rope is used to climb ?", [], []),
        ("Who is Will?", [], []),
    ],
)
def test_another_time_is_a_cue_unless_the_path_tells_it(rest: str, named: list[str], cues: list[str]) -> None:
    assert unread_cues(rest, named) == cues


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What is the number of bikes?", "number of"),
        ("Number of bikes?", "Number of"),
        ("Which shop has the largest number of bikes?", "number of"),
        ("What is the phone number of Ann?", ""),
        ("What is the order number of the bike?", ""),
    ],
)
def test_a_phone_number_is_no_count(question: str, words: str) -> None:
    assert asking_words(question, "count") == words


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Where was Ann's mother born?", True),
        ("Where was the wife of Ann born?", True),
        ("Which town has the museum that owns it?", True),
        ("Which prizes did films directed by Ann win?", True),
        ("Which museum was Ann born in?", False),
        ("In which year was it painted?", False),
        ("What kind of bike is it?", False),
        ("What's Ann?", False),
        ("Which films were directed by Ann?", False),
    ],
)
def test_a_question_names_a_thing_by_another(question: str, expected: bool) -> None:
    assert is_nested(question) == expected


@pytest.mark.parametrize(
    ("question", "relation", "word"),
    [
        ("Why was it repaired?", "repaired on", "Why"),
        ("How was it built?", "built by", "How"),
        ("Why was it repaired?", "repair / reason", ""),
        ("How tall is it?", "height", ""),
        ("How many boats are there?", "boat", ""),
        ("How is it transcribed?", "method of transcription", ""),
    ],
)
def test_a_reason_is_told_by_a_relation_that_says_so(question: str, relation: str, word: str) -> None:
    assert asks_for_reason(question, [relation]) == word


def test_what_lasts_long_is_not_the_last() -> None:
    assert superlatives("Which courses last longer than 3 days?") == []
    assert superlatives("Which is the last course?") == ["last"]


@pytest.mark.parametrize(
    ("question", "names", "said"),
    [
        ("Which countries besides Belmark border Avoria?", ["Belmark"], "besides Belmark"),
        ("Who sings here apart from Ann Lee and Bob?", ["Bob", "Ann Lee"], "apart from Ann Lee and Bob"),
        ("Who sings here, except for the Duke?", ["Duke"], "except for the Duke"),
        ("Who sings here apart from Ann and Bob?", ["Ann"], ""),
        ("Who sings here apart from Ann's child?", ["Ann"], ""),
        ("Who sings here apart from Ann?", ["Ann", "Bob"], ""),
        ("Who besides singers knows Ann?", ["Ann"], ""),
        ("Who sings here besides Annabel?", ["Ann"], ""),
        ("Who sings here with Ann?", ["Ann"], "with Ann"),
        ("Who sings here with Ann's child?", ["Ann"], ""),
        ("Who sings here?", ["Ann"], ""),
        ("Who sings here besides Ann?", [], ""),
    ],
)
def test_an_exclusion_names_all_that_is_left_out_and_nothing_else(
    question: str, names: list[str], said: str
) -> None:
    found = exclusion_of(question, names)
    assert (question[found.start : found.end] if found else "") == said


@pytest.mark.parametrize(
    ("question", "relation", "expected"),
    [
        ("Is  the landlord of ?", "former landlord", True),
        ("Who is the owner of ?", "previous owner", True),
        ("Who was the owner of ?", "previous owner", False),
        ("Who is the former owner of ?", "former owner", False),
        ("Who works at ?", "worked at", True),
        ("Where does  live?", "lived in", True),
        ("Who is teaching at ?", "taught at", True),
        ("Who worked at ?", "worked at", False),
        ("Where did  work?", "worked at", False),
        ("Who works at ?", "works at", False),
        ("Who works at ?", "work at", False),
        ("Where is  located?", "located in", False),
        ("Who stars in ?", "starred in", False),
        ("Who owns ?", "owned by", False),
    ],
)
def test_what_was_is_not_what_is(question: str, relation: str, expected: bool) -> None:
    assert of_the_past(question, relation) is expected


@pytest.mark.parametrize(
    ("question", "relation", "expected"),
    [
        ("Who was the owner of ?", "owner", True),
        ("Who owned ?", "owner", True),
        ("Who led ?", "lead", True),
        ("Where did  work?", "employer", True),
        ("Who leads ?", "lead", False),
        ("Who owns ?", "owner", False),
        ("By whom is  owned?", "owner", False),
        ("Which hall is owned by ?", "owned by", False),
    ],
)
def test_a_verb_in_the_past_asks_what_was(question: str, relation: str, expected: bool) -> None:
    assert asks_what_was(question, relation) is expected


@pytest.mark.parametrize(
    ("relation", "of", "expected"),
    [
        ("former lead", "lead", True),
        ("formerly owned by", "owner", True),
        ("previous owner", "owned by", True),
        ("former lead", "founder", False),
        ("former lead", "lead singer", False),
        ("previous season", "season", True),
        ("former lead", "former lead", False),
        ("former", "lead", False),
        ("born on", "born in", False),
    ],
)
def test_a_former_relation_is_that_of_a_present_one(relation: str, of: str, expected: bool) -> None:
    assert is_former(relation, of) is expected


@pytest.mark.parametrize(
    ("question", "second"),
    [
        ("Which author wrote it and in which town was she born?", "in which"),
        ("Who wrote it and when?", "when"),
        ("When and where was it built?", "where"),
        ("Tell me who wrote it and who printed it.", "who"),
        ("Who wrote it, and how old is she?", "how"),
        ("Which towns that lie there and which have a mill are old?", ""),
        ("List the authors who wrote it and who live there.", ""),
        ("Which rivers are long and wide?", ""),
        ("Is it known who wrote it?", ""),
    ],
)
def test_two_questions_are_told_from_two_clauses(question: str, second: str) -> None:
    assert second_question(question) == second
