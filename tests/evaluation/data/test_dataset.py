"""Question sets are told by their content and become one form; what is broken is named with its place."""

import json
import os
from pathlib import Path

import pytest

from pog_agent.errors import SettingError
from pog_agent.evaluation.data.dataset import load_questions
from pog_agent.evaluation.data.selection import Selection
from pog_agent.evaluation.measures.judgement import judged_rows
from pog_agent.models import AnswerItem
from tests.gold import read_questions

FB, WD = "http://rdf.freebase.com/ns/", "http://www.wikidata.org/"
PREFIX = "PREFIX ns: <http://rdf.freebase.com/ns/>\n"
CWQ = {
    "ID": "CWQ-1",
    "compositionality_type": "composition",
    "question": "Where did the artist of the tour study?",
    "sparql": PREFIX + "SELECT ?x WHERE { ?c ns:music.artist.tours ns:m.0t1 . ?c ns:people.person.education ?x .\n"
    "?x ns:common.topic.notable_types ns:m.0t2 }",
    "topic_entity": {"m.0t1": "The Tour"},
    "answer": "Belmont University",
}
WEBQSP = {
    "QuestionId": "WebQTest-1",
    "RawQuestion": "what did she do?",
    "Parses": [
        {
            "TopicEntityMid": "m.0d8",
            "TopicEntityName": "Kate",
            "InferentialChain": ["people.person.profession"],
            "Answers": [
                {"AnswerType": "Entity", "AnswerArgument": "m.0cb", "EntityName": "Writer"},
                {"AnswerType": "Value", "AnswerArgument": "1894-01-01", "EntityName": None},
            ],
        },
        {
            "TopicEntityMid": "m.0d8",
            "InferentialChain": None,
            "Answers": [{"AnswerArgument": "m.0cb", "EntityName": "Writer"}],
        },
    ],
}
GRAILQA = {
    "qid": 2100,
    "question": "which play is produced?",
    "level": "i.i.d.",
    "function": "count",
    "num_edge": 1,
    "answer": [{"answer_type": "Value", "answer_argument": "3", "entity_name": ""}],
    "graph_query": {"edges": [{"start": 0, "end": 1, "relation": "theater.play.productions"}]},
    "topic_entity": {"m.0yr": "The Illusion"},
}
SIMPLE = {"question": "where is it?", "answer": "France", "relation": "country", "topic_entity": {"m.02q": "It"}}
WEBQUESTIONS = {
    "url": "http://www.freebase.com/view/en/jamaica",
    "question": "what does he speak?",
    "answers": ["Jamaican English", "Creole", "Creole"],
    "topic_entity": {"m.03_r3": "Jamaica"},
    "qid_topic_entity": {"Q766": "Jamaica"},
}
QALD = {
    "question": "How deep?",
    "sparql": "PREFIX wdt: <http://www.wikidata.org/prop/direct/> SELECT (COUNT(?x) AS ?n) "
    "WHERE { wd:Q4 p:P39/ps:P39 ?x }",
    "answer": {"+157": "+157"},
    "qid_topic_entity": {"Q4": "Lake"},
}

OFFICIAL_QALD = {
    "id": "7",
    "question": [{"language": "de", "string": "Wie tief?"}, {"language": "en", "string": "How deep?"}],
    "query": {"sparql": "SELECT ?d { wd:Q4 wdt:P31/<http://www.wikidata.org/prop/direct/P279> ?x. ?x p:P39 ?d }"},
    "answers": [
        {
            "head": {"vars": ["d"]},
            "results": {
                "bindings": [
                    {"d": {"type": "uri", "value": "http://www.wikidata.org/entity/Q5"}},
                    {"d": {"type": "literal", "value": "157"}},
                ]
            },
        }
    ],
}


def write(tmp_path, *records, lines=False):
    path = tmp_path / "data.json"
    rows = [json.dumps(record) if not isinstance(record, str) else record for record in records]
    path.write_text("\n".join(rows) if lines else "[" + ",\n".join(rows) + "]")
    return path


def only(tmp_path, record):
    found = load_questions(write(tmp_path, record))
    assert len(found.questions) == 1
    return found.format, found.questions[0]


def test_cwq_has_its_relations_from_the_query_and_its_answer_by_name(tmp_path):
    name, question = only(tmp_path, CWQ)
    assert (name, question.id, question.type) == ("CWQ", "CWQ-1", "composition")
    assert question.topics == (FB + "m.0t1",)
    assert question.relations == {FB + "music.artist.tours", FB + "people.person.education"}
    assert [(item.iri, item.label) for item in question.answers] == [(None, "Belmont University")]


def test_cwq_with_answer_ids_and_aliases(tmp_path):
    record = {**CWQ, "answers": [{"answer_id": "m.0b", "answer": "Belmont", "aliases": ["Belmont U"]}]}
    answer = only(tmp_path, record)[1].answers[0]
    assert (answer.iri, answer.names) == (FB + "m.0b", ("Belmont", "Belmont U"))


def test_webqsp_unites_its_parses(tmp_path):
    name, question = only(tmp_path, WEBQSP)
    assert (name, question.type, question.length, question.topics) == ("WebQSP", "1hop", 1, (FB + "m.0d8",))
    assert [(item.iri, item.value) for item in question.answers] == [(FB + "m.0cb", None), (None, "1894-01-01")]
    official = tmp_path / "official.json"
    official.write_text(json.dumps({"Version": "1.0", "Questions": [WEBQSP]}, indent=1))
    assert load_questions(official).questions == (question,)


def test_grailqa_simplequestions_webquestions_and_qald(tmp_path):
    name, grail = only(tmp_path, GRAILQA)
    assert (name, grail.id, grail.kind, grail.length) == ("GrailQA", "2100", "count", 1)
    assert grail.answers[0].value == "3"
    name, simple = only(tmp_path, SIMPLE)
    assert (name, simple.relations, simple.length) == ("SimpleQuestions", {"country"}, 1)
    name, web = only(tmp_path, WEBQUESTIONS)
    assert (name, [item.label for item in web.answers]) == ("WebQuestions", ["Jamaican English", "Creole"])
    name, qald = only(tmp_path, QALD)
    assert (name, qald.kind, qald.topics) == ("QALD-10", "count", (WD + "entity/Q4",))
    assert qald.relations == {WD + "prop/P39", WD + "prop/statement/P39"}
    yes = {**QALD, "sparql": "ASK WHERE { wd:Q4 wdt:P1 wd:Q5 }", "answer": {"1": "1"}}
    assert [item.value for item in only(tmp_path, yes)[1].answers] == ["true"]


def test_the_official_layout_of_qald(tmp_path):
    path = tmp_path / "qald.json"
    asked = {
        **OFFICIAL_QALD,
        "id": "8",
        "question": [{"language": "de", "string": "Ist er tief?"}],
        "query": {"sparql": "ASK WHERE { wd:Q4 wdt:P1 wd:Q5 }"},
        "answers": [{"head": {}, "boolean": False}],
    }
    without = {**OFFICIAL_QALD, "id": "9", "answers": [{"head": {"vars": ["d"]}, "results": {"bindings": []}}]}
    path.write_text(json.dumps({"dataset": {"id": "qald-10"}, "questions": [OFFICIAL_QALD, asked, without]}))
    found = load_questions(path)
    assert found.format == "QALD-10"
    assert found.notices == ("1 of 3 questions have no gold answers and are left out",)
    deep, yes = found.questions
    assert (deep.id, deep.question, deep.kind, deep.topics) == ("qald10-7", "How deep?", "", (WD + "entity/Q4",))
    assert deep.relations == {WD + "prop/direct/P31", WD + "prop/direct/P279", WD + "prop/P39"}
    assert [(item.iri, item.value) for item in deep.answers] == [(WD + "entity/Q5", None), (None, "157")]
    assert (yes.question, yes.kind, [item.value for item in yes.answers]) == ("Ist er tief?", "boolean", ["false"])
    path.write_text(json.dumps({"questions": [OFFICIAL_QALD, {**OFFICIAL_QALD, "question": []}]}))
    with pytest.raises(SettingError, match="record 2: not a question of QALD-10"):
        load_questions(path)


FEVER = {"id": 5, "verifiable": "VERIFIABLE", "label": "SUPPORTS", "claim": "Ann is a poet.", "evidence": []}
CREAK = {"ex_id": "dev_0", "sentence": "Soup is solid.", "label": "false", "entity": "Soup"}


def test_claims_of_fever_and_creak_have_a_verdict_and_topics_where_they_are_published(tmp_path):
    labels = ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")
    records = [{**FEVER, "id": number, "label": label} for number, label in enumerate(labels)]
    found = load_questions(write(tmp_path, *records, lines=True))
    assert found.format == "FEVER" and found.notices == ()
    assert [(item.task, item.verdict) for item in found.questions] == [
        ("verify", "true"),
        ("verify", "false"),
        ("verify", "not enough"),
    ]
    assert only(tmp_path, {**FEVER, "entities": {"Q7": "Ann"}})[1].topics == (WD + "entity/Q7",)
    name, creak = only(tmp_path, {**CREAK, "qid_topic_entity": {"Q41415": "Soup"}})
    assert (name, creak.verdict, creak.topics) == ("Creak", "false", (WD + "entity/Q41415",))
    assert [item.label for item in only(tmp_path, CREAK)[1].topic_entities] == ["Soup"]


def test_a_published_file_of_lines_names_the_broken_line(tmp_path):
    with pytest.raises(SettingError, match="line 2: not JSON"):
        load_questions(write(tmp_path, FEVER, "{", lines=True))
    with pytest.raises(SettingError, match="record 2: not a question of FEVER"):
        load_questions(write(tmp_path, FEVER, {**FEVER, "label": "MAYBE"}, lines=True))


def test_advhotpotqa_zero_shot_re_and_webqsp_as_think_on_graph_2_has_them(tmp_path):
    hop = {"qas_id": "5a", "question": "Where?", "paragraphs": [], "answer": "Sochi", "rationale": []}
    name, question = only(tmp_path, hop)
    assert (name, question.id, question.answers[0].label) == ("AdvHotpotQA", "5a", "Sochi")
    slot = {
        "input": "Mapo Bridge [SEP] crosses",
        "template_questions": ["What does Mapo Bridge cross?", "Over what?"],
        "answer": "Han River",
        "alias": ["Han River", "Han"],
        "qid_topic_entity": {"Q9": "Mapo Bridge"},
    }
    name, question = only(tmp_path, slot)
    assert (name, question.question, question.type) == ("Zero-Shot RE", "What does Mapo Bridge cross?", "crosses")
    assert [item.names for item in question.answers] == [("Han River", "Han")]
    assert question.topics == (WD + "entity/Q9",)
    web = {
        "id": "WebQTest-0",
        "question": "what?",
        "qid_topic_entity": {"Q766": "J"},
        "answers": ["English", "en"],
    }
    name, question = only(tmp_path, web)
    assert (name, question.topics, len(question.answers)) == ("WebQSP", (WD + "entity/Q766",), 2)


def test_webqsp_has_its_relations_from_the_query_of_its_first_parse(tmp_path):
    parses = [
        {**WEBQSP["Parses"][0], "Sparql": "SELECT ?x { ?x ns:a.b.c ns:m.0d8 . ?x ns:a.b.from ?y }"},
        *WEBQSP["Parses"],
    ]
    question = only(tmp_path, {**WEBQSP, "Parses": parses})[1]
    assert question.relations == {FB + "a.b.c", FB + "a.b.from"}


def test_topics_can_be_had_in_the_ids_of_the_other_graph(tmp_path):
    found = load_questions(write(tmp_path, WEBQUESTIONS))
    assert found.questions[0].topics == (FB + "m.03_r3",)
    assert found.with_other_topics().questions[0].topics == (WD + "entity/Q766",)


def test_records_without_gold_are_left_out_and_counted(tmp_path):
    found = load_questions(write(tmp_path, SIMPLE, {**SIMPLE, "answer": []}))
    assert len(found.questions) == 1
    assert "1 of 2 questions have no gold answers" in found.notices[0]


def test_names_of_one_answer_from_documents_are_one_answer(tmp_path):
    record = {
        "id": "a",
        "question": "Where?",
        "answers": [{"label": "US"}, {"label": "U.S."}],
        "supporting_docs": ["d1"],
    }
    path = write(tmp_path, record, lines=True)
    assert [item.names for item in load_questions(path).questions[0].answers] == [("US", "U.S.")]
    assert len(read_questions(write(tmp_path, {**record, "supporting_docs": []}, lines=True))[0].answers) == 1


GOOD = {"id": "a", "question": "Who?", "answers": [{"label": "Ann"}]}


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([GOOD, '{"id": '], "line 2: not JSON"),
        (
            [GOOD, {"id": "b", "question": "Who?"}],
            "line 2: answers: Field required; evaluation needs",
        ),
        ([GOOD, {"id": "b", "answers": []}], "line 2: question: Field required"),
        ([GOOD, "", {**GOOD, "question": "What?"}], "line 3: the id 'a' is that of line 1"),
        ([GOOD, "[]"], "line 2: the record: "),
        (
            [GOOD, {"id": "b", "question": "Who?", "answers": [{"vlaue": 3}]}],
            "line 2: answers.0: an answer or a topic entity needs",
        ),
        (
            [GOOD, {"id": "b", "question": "Who?", "answers": [{"value": {"a": 1}}]}],
            "line 2: answers.0.value: Input",
        ),
        (
            [GOOD, {"id": "b", "question": "Who?", "answers": [{"value": [1, [2]]}]}],
            "line 2: answers.0: a list of values is a row",
        ),
        ([GOOD, '{"id": "b", "question": "Who?", "answers": [{"value": NaN}]}'], "a value is a finite number"),
        ([GOOD, {"question": "Who?", "answers": ["Ann", None]}], "line 2: answers.1: null is no text, number,"),
        ([GOOD, {"question": "Who?", "answers": None}], "line 2: answers.0: null is no text, number,"),
        ([GOOD, {"question": "Who?", "answers": [""]}], "line 2: answers.0: an answer or a topic entity needs"),
    ],
)
def test_a_broken_line_is_named_with_its_number(tmp_path, rows, expected):
    with pytest.raises(SettingError, match=r"data\.json") as raised:
        load_questions(write(tmp_path, *rows, lines=True))
    assert expected in str(raised.value)


def test_a_line_that_is_no_utf8_is_named_with_its_number(tmp_path):
    path = tmp_path / "data.jsonl"
    path.write_bytes(json.dumps(GOOD).encode() + b'\n{"id": "\xff"}')
    with pytest.raises(SettingError, match="line 2: not UTF-8"):
        load_questions(path)


@pytest.mark.parametrize(
    ("value", "text"), [(8, "8"), (2.5, "2.5"), (True, "true"), (False, "false"), ("8", "8"), ([8], "8")]
)
def test_a_gold_value_is_a_text_a_number_or_a_boolean(tmp_path, value, text):
    path = write(tmp_path, {**GOOD, "answers": [{"value": value}]}, lines=True)
    (item,) = load_questions(path).questions[0].answers
    assert (item.value, item.cells) == (text, ())


def test_plain_answers_are_compared_by_label_or_value(tmp_path):
    plain_answers = [["France", 3], "FRANCE", True, [["Paris", 3]], "http://k/fr"]
    asked = read_questions(
        write(tmp_path, *({"question": "What?", "answers": one} for one in plain_answers), lines=True)
    )
    assert [item.id for item in asked] == ["1", "2", "3", "4", "5"]
    france, three, yes, paris = (
        *(AnswerItem(iri="http://k/fr", label="France"), AnswerItem(value="3.0", label="3.0")),
        *(AnswerItem(value="true", label="yes"), AnswerItem(iri="http://k/p", label="Paris")),
    )
    given = [[(france,), (three,)], [(france,)], [(yes,)], [(paris, three)], [(france,)]]
    assert [judged_rows(rows, item.answers) for rows, item in zip(given, asked, strict=True)] == ["right"] * 5
    assert judged_rows([(france,)], asked[0].answers) == "too_narrow"


def test_a_published_file_of_lines_keeps_its_topics(tmp_path):
    for rows in ([WEBQUESTIONS], [WEBQUESTIONS, WEBQUESTIONS]):
        found = load_questions(write(tmp_path, *rows, lines=True))
        assert (found.format, found.questions[0].topics) == ("WebQuestions", (FB + "m.03_r3",))
    own = {"question": "Who?", "answers": ["Ann"], "query": "SELECT ...", "url": "http://k/"}
    assert load_questions(write(tmp_path, own, own, lines=True)).format == "jsonl"


def test_a_list_of_values_is_a_row_of_a_table(tmp_path):
    answer = {"value": [{"iri": "e:fr", "label": "France"}, 3, None]}
    question = read_questions(write(tmp_path, {**GOOD, "answers": [answer]}, lines=True))[0]
    (row,) = question.answers
    assert [cell and (cell.iri, cell.value) for cell in row.cells] == [("e:fr", None), (None, "3"), None]
    assert (row.label, question.is_computed) == ("France, 3, ", True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "holds no questions"),
        ("[]", "holds no questions"),
        ('[{"a": 1, "b": 2}]', "not a known question set; known are JSON Lines"),
        ('{\n"a": 1,\n"b": 2}', "the first record has: a, b"),
        ('[{"a": 1},\n{"b"]', "line 2: not JSON"),
        ("id,question\n1,Who?\n", "line 1: not JSON"),
        (json.dumps([{**SIMPLE, "answer": []}]), "no record of it has gold answers"),
        (json.dumps([{**CWQ, "sparql": None}]), "record 1: not a question of CWQ"),
    ],
)
def test_an_unknown_file_says_what_is_known(tmp_path, text, expected):
    path = tmp_path / "data.json"
    path.write_text(text)
    with pytest.raises(SettingError) as raised:
        load_questions(path)
    assert expected in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_missing_file_is_an_error():
    with pytest.raises(SettingError, match="cannot be read"):
        load_questions("/absent.jsonl")


def questions(tmp_path):
    rows = [{**GOOD, "id": str(n), "type": f"{n % 3 + 1}hop:kind_{n % 2}"} for n in range(30)]
    return load_questions(write(tmp_path, *rows, lines=True)).questions


def test_a_selection_takes_types_by_whole_name_hops_or_family(tmp_path):
    found = questions(tmp_path)
    assert len(Selection(types=("2hop",)).selected_from(found)) == 10
    assert {item.type for item in Selection(types=("2hop:kind_1", "3hop")).selected_from(found)} == {
        *("2hop:kind_1", "3hop:kind_0", "3hop:kind_1")
    }
    with pytest.raises(SettingError, match="there are: 1hop, 2hop, 3hop"):
        Selection(types=("4hop",)).selected_from(found)


def test_a_sample_is_seeded_nested_and_in_the_order_of_the_file(tmp_path):
    found = questions(tmp_path)
    small, large = (Selection(sample=size, seed=7).selected_from(found) for size in (5, 12))
    assert {item.id for item in small} < {item.id for item in large}
    assert [int(item.id) for item in large] == sorted(int(item.id) for item in large)
    assert Selection(sample=12, seed=8).selected_from(found) != large
    assert Selection(sample=12, seed=7, limit=3).selected_from(found) == large[:3]


DATA = Path(os.environ.get("POG_AGENT_DATA", Path(__file__).parents[4] / "shared" / "data"))
HEADS = sorted((DATA / "published-formats").glob("*.json")) or [None]


@pytest.mark.parametrize("path", HEADS, ids=lambda path: path.name if path else "absent")
def test_the_head_of_each_published_file_is_read(path):
    if path is None:
        pytest.skip("heads of the published files are not at hand (set POG_AGENT_DATA to the folder)")
    found = load_questions(path)
    assert len(found.questions) == 50
    assert all(item.topics and item.answers for item in found.questions)
    assert found.format.lower().split("-")[0][:6] in path.name.lower().replace("simpleqa", "simplequestions")
