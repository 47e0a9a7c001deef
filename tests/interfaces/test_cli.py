"""The command line as its user meets it: output, exit codes, one-line errors."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest
import rdflib

from pog_agent.interfaces.cli import main
from pog_agent.models.query import Query

TURTLE = """
@prefix e: <http://e/> . @prefix r: <http://r/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
e:acme rdfs:label "Acme" ; r:founder e:ann . e:ann rdfs:label "Ann [bold]Lee" ; r:birthplace e:rome .
e:rome rdfs:label "Rome" . r:founder rdfs:label "founder" . r:birthplace rdfs:label "birthplace" .
"""
CONTRACT = {
    *(
        "question",
        "answers",
        "status",
        "basis",
        "settled",
        "verdict",
        "evidence",
        "phase",
        "depth",
        "reason",
        "paths",
        "topic_entities",
    ),
    *("subgraph", "candidates", "usage", "seconds", "truncated", "graph_failed", "findings", "warnings", "kind"),
    "reading",
    *("confidence", "alternatives", "abstention", "sparql", "query", "query_lacks"),
    *("columns", "rows", "computations", "passages", "asked", "among", "by_reading"),
}


@pytest.fixture
def kg(tmp_path: Path) -> str:
    path = tmp_path / "world.ttl"
    path.write_text(TURTLE)
    return str(path)


def ask(*arguments: str) -> list[str]:
    return ["ask", "Who is the founder of Acme?", "--encoder", "lexical", *arguments]


@pytest.fixture
def run(capfd):
    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        captured = capfd.readouterr()
        return code, captured.out, captured.err

    return call


def test_an_answer_is_shown_with_its_status_and_paths(run, kg):
    code, out, _ = run(*ask("--kg", kg))
    assert code == 0
    assert "Ann [bold]Lee" in out
    assert "supported" in out
    assert "{Acme} - founder ->" in out
    assert "explore_topic_paths" in out


def test_json_is_one_object_with_every_field_of_the_contract(run, kg):
    code, out, err = run(*ask("--kg", kg, "--json"))
    record = json.loads(out)
    assert code == 0
    assert set(record) == CONTRACT
    assert record["answers"] == [{"iri": "http://e/ann", "label": "Ann [bold]Lee"}]
    assert record["paths"][0]["triples"] == [["http://e/acme", "http://r/founder", "http://e/ann"]]
    assert set(record["subgraph"]) == {"detected", "reduced", "on_paths", "fetched"}
    assert set(record["usage"]) >= {"llm_calls", "prompt_tokens", "completion_tokens", "by_step"}
    assert "verify_answer" in record["seconds"]
    assert "verify_answer" in err


def test_quiet_json_leaves_the_error_stream_empty(run, kg):
    _, out, err = run(*ask("--kg", kg, "--json", "--quiet"))
    assert json.loads(out)["status"] == "supported"
    assert err == ""


def test_a_question_without_an_entity_of_the_graph_abstains(run, kg):
    code, out, _ = run("ask", "Why is the sky blue?", "--kg", kg, "--encoder", "lexical", "--json", "--quiet")
    record = json.loads(out)
    assert (code, record["status"], record["answers"], record["evidence"]) == (0, "abstained", [], None)
    assert any("no entity" in text for text in record["warnings"])


def test_an_abstention_says_its_case_and_a_sentence(run, kg):
    question = ("ask", "Where was Acmee founded?", "--kg", kg, "--encoder", "lexical", "--quiet")
    _, out, _ = run(*question)
    said = "No entity is named 'Acmee'; did you mean Acme?"
    assert "abstained (name not found)" in out
    assert said in out
    record = json.loads(run(*question, "--json")[1])
    assert record["abstention"] == {
        "case": "name_not_found",
        "message": said,
        "near": [{"mention": "Acmee", "iri": "http://e/acme", "label": "Acme", "detail": ""}],
        "relations": [],
    }


def test_a_profile_is_shown_with_one_line_for_each_relation(run, kg):
    question = ("ask", "What do you know about Acme?", "--kg", kg, "--encoder", "lexical", "--quiet")
    _, out, _ = run(*question)
    assert "founder: Ann [bold]Lee" in out
    record = json.loads(run(*question, "--json")[1])
    assert (record["kind"], record["status"], record["abstention"]) == ("profile", "supported", None)
    assert record["answers"] == [{"iri": "http://e/ann", "label": "Ann [bold]Lee", "relation": "founder"}]


def test_several_files_and_folders_and_gz(run, tmp_path):
    (tmp_path / "a.nt").write_text('<http://e/acme> <http://www.w3.org/2000/01/rdf-schema#label> "Acme" .\n')
    with gzip.open(tmp_path / "b.nt.gz", "wt") as stream:
        stream.write("<http://e/acme> <http://r/founder> <http://e/ann> .\n")
    names = '<http://e/ann> <http://www.w3.org/2000/01/rdf-schema#label> "Ann" .\n'
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "c.nt").write_text(names)
    sources = [str(tmp_path / name) for name in ("a.nt", "b.nt.gz", "more")]
    flags = [part for source in sources for part in ("--kg", source)]
    _, out, _ = run(*ask(*flags, "--json", "--quiet"))
    assert [item["label"] for item in json.loads(out)["answers"]] == ["Ann"]


def test_topics_by_iri_skip_recognition(run, kg):
    _, out, _ = run(
        "ask", "Who founded it?", "--kg", kg, "--topics", "http://e/acme", "--encoder", "lexical", "--json"
    )
    assert [topic["iri"] for topic in json.loads(out)["topic_entities"]] == ["http://e/acme"]


def test_dry_run_previews_the_paper_s_six_calls(run):
    code, out, _ = run("ask", "Who?", "--model", "openai:any", "--dry-run", "--json")
    preview = json.loads(out)
    assert code == 0
    assert preview["one_round"]["llm_calls"] == 6
    assert preview["most"]["llm_calls"] > 6
    assert preview["most"]["prompt_tokens"] > preview["one_round"]["prompt_tokens"] > 0


def test_dry_run_says_calls_and_tokens_in_words(run):
    code, out, err = run("ask", "Who?", "--model", "openai:any", "--dry-run")
    assert code == 0
    assert "6 LLM calls" in out
    assert "tokens in" in out
    assert not err


def test_dry_run_says_the_cost_where_the_price_is_known(run):
    _, out, _ = run("ask", "Who?", "--model", "openai:any", "--prices", "2/10", "--dry-run")
    assert out.splitlines()[0].endswith(" USD")


@pytest.mark.parametrize("flags", [(), ("--dry-run",)])
def test_a_budget_in_dollars_without_a_price_says_what_to_give(run, flags):
    server = ("--model", "openai:any", "--base-url", "http://127.0.0.1:9/v1")
    code, _, err = run("ask", "Who?", *server, "--encoder", "lexical", "--max-cost", "0.5", *flags)
    assert code == 2
    assert "max_cost needs the price of the model 'openai:any'" in err and "prices" in err
    assert len(err.strip().splitlines()) == 1


def broken(tmp_path: Path) -> str:
    path = tmp_path / "broken.ttl"
    path.write_text("@prefix e: <http://e/> .\ne:a e:b e:c .\ne:a e:b [ .\n")
    return str(path)


def empty(tmp_path: Path) -> str:
    path = tmp_path / "empty.ttl"
    path.write_text("# nothing\n")
    return str(path)


def odd(tmp_path: Path) -> str:
    path = tmp_path / "table.csv"
    path.write_text("a,b\n")
    return str(path)


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (broken, "broken.ttl, line 3: not valid turtle"),
        (empty, "holds no triples"),
        (odd, "not a known RDF file name"),
        (lambda folder: str(folder / "absent.ttl"), "no such file"),
        (lambda folder: "http://127.0.0.1:9/sparql", "127.0.0.1:9"),
    ],
    ids=["broken", "empty", "ending", "missing", "endpoint"],
)
def test_a_graph_that_cannot_be_read_exits_with_3(run, tmp_path, make, expected):
    code, out, err = run(*ask("--kg", make(tmp_path)))
    assert code == 3
    assert out == ""
    assert err.startswith("pog-agent: error: ")
    assert expected in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (["--strategy", "magic"], "'strategy' has the value 'magic'; allowed: one of fuzzy, fuzzy+branch"),
        (["--system", "nope"], "unknown system 'nope'; known are io, cot, sc,"),
        (["--d-max", "9"], "'d_max' has the value '9'"),
        (["--min-confidence", "50"], "'min_confidence' has the value '50'"),
        (["--w1", "many"], "'w1' has the value 'many'"),
        (["--model", "gpt-99"], "unknown model 'gpt-99'"),
        (["--flag"], "unrecognized arguments: --flag"),
        (["--languages", "en;de"], "'languages'"),
    ],
)
def test_a_wrong_value_exits_with_2_and_says_what_is_allowed(run, kg, flags, expected):
    code, out, err = run(*ask("--kg", kg, *flags))
    assert code == 2
    assert out == ""
    assert expected in err
    assert len(err.splitlines()) == 1


def test_a_missing_key_exits_with_4_and_names_the_variable(run, kg, monkeypatch):
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_API_BASE"):
        monkeypatch.delenv(name, raising=False)
    code, _, err = run(*ask("--kg", kg, "--model", "openai:gpt-4o-mini"))
    assert code == 4
    assert "OPENAI_API_KEY" in err
    assert len(err.splitlines()) == 1


def test_an_unreachable_model_server_exits_with_4(run, kg):
    url = "http://127.0.0.1:9/v1"
    code, out, err = run(*ask("--kg", kg, "--model", "openai:any", "--base-url", url, "--timeout", "2", "--quiet"))
    assert code == 4
    assert out == ""
    assert url in err
    assert len(err.splitlines()) == 1


def test_debug_shows_the_traceback(run, kg):
    _, _, err = run(*ask("--kg", "/absent.ttl", "--debug"))
    assert "Traceback" in err


def test_the_diagram_is_that_of_the_loop_and_in_full_of_everything(run):
    from pog_agent.systems.pog import POG

    code, out, _ = run("graph")
    assert (code, out.partition("\n")[0]) == (0, "flowchart TD")
    assert "compose_query" not in out and "confirm_plan" not in out
    code, out, _ = run("graph", "--full")
    assert code == 0
    assert all(step.name in out for step in POG.with_confirmations.steps)
    assert "nothing new: predict supplements" in out


def test_a_part_of_the_diagram_is_drawn_apart(run):
    code, out, _ = run("graph", "--part", "answer")
    assert code == 0
    assert '    compose_query -->|"no query"| generate_answer' in out.splitlines()
    code, _, err = run("graph", "--part", "judge")
    assert code == 2
    assert "the system pog has no part 'judge'; it has answer" in err


@pytest.mark.parametrize("system", ["tog", "tog-r"])
def test_a_baseline_answers_from_the_command_line(run, kg, system):
    code, out, _ = run(*ask("--kg", kg, "--system", system, "--json", "--quiet"))
    record = json.loads(out)
    assert (code, record["status"], set(record)) == (0, "supported", CONTRACT)
    assert record["paths"][0]["triples"] == [["http://e/acme", "http://r/founder", "http://e/ann"]]


def test_the_diagram_of_a_baseline(run):
    code, out, _ = run("graph", "--system", "tog")
    assert code == 0
    assert "prune_relations" in out
    assert "fuzzy_select" not in out


def test_dry_run_knows_the_system(run):
    _, out, _ = run("ask", "Who?", "--model", "openai:any", "--system", "tog", "--dry-run", "--json")
    assert json.loads(out)["most"]["llm_calls"] == 23


COMMANDS = ("", "ask", "demo", "index", "index-docs", "check", "graph", "eval", "compare", "reproduce")


def test_help_loads_nothing_heavy():
    """One process shows the help of all commands: none loads what another one could have loaded before."""
    script = (
        "import sys; from pog_agent.interfaces.cli import main; heavy = {'torch', 'langgraph', 'rdflib', "
        "'sentence_transformers', 'faiss', 'rich', 'numpy', 'httpx', 'pydantic_settings'}\n"
        f"for command in {COMMANDS}:\n"
        "    code = main([*command.split(), '--help'])\n"
        "    print([command, code, *heavy & set(sys.modules)], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines() == [str([command, 0]) for command in COMMANDS]


def test_an_offline_question_loads_no_library_that_it_does_not_need(kg):
    script = (
        "import gc, sys; from pog_agent.interfaces.cli import main; "
        f"code = main(['ask', 'Where was Ann born?', '--kg', {kg!r}, '--encoder', 'lexical', '--quiet']); "
        "unneeded = {'torch', 'sentence_transformers', 'openai', 'scipy', 'bm25s', 'faiss'} & set(sys.modules); "
        "print(unneeded, gc.isenabled(), file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.strip().splitlines()[-1]) == (0, "set() True")


def test_the_kinds_of_an_index_are_those_that_there_are():
    from typing import get_args

    from pog_agent.interfaces.building.index import KINDS
    from pog_agent.linking.vectors import FaissKind

    assert get_args(FaissKind) == KINDS


def test_a_missing_command_is_one_line(run):
    code, _, err = run()
    assert code == 2
    assert len(err.splitlines()) == 1


def test_a_graph_is_indexed_once_and_asked_from_its_folder(run, kg, tmp_path):
    folder = tmp_path / "index"
    code, out, err = run("index", kg, "--out", str(folder), "--encoder", "lexical")
    assert (code, err) == (0, "")
    assert "triples: 7\n" in out
    assert "entities: 3\n" in out
    _, out, _ = run(*ask("--kg", str(folder), "--json", "--quiet"))
    assert json.loads(out)["answers"] == [{"iri": "http://e/ann", "label": "Ann [bold]Lee"}]


def test_the_facts_of_an_index_are_one_json_object(run, kg, tmp_path):
    names = {
        *("directory", "preset", "triples", "edges", "entities", "literals", "relations", "classes", "seconds"),
        "bytes",
    }
    for _ in range(2):
        code, out, _ = run("index", kg, "demo", "--out", str(tmp_path / "index"), "--json", "--no-embeddings")
        facts = json.loads(out)
        assert (code, set(facts)) == (0, {*names, "entity_index"})
        assert set(facts["entity_index"]) == {
            *("entities", "names", "texts", "embedded", "kind", "seconds", "bytes"),
        }
        assert facts["entity_index"]["kind"] == "none"


def test_the_names_of_an_endpoint_are_indexed_and_used_with_it(run, kg, tmp_path):
    import rdflib

    from tests.servers import oxigraph_of, serve_oxigraph

    out_folder = str(tmp_path / "names")
    with serve_oxigraph(oxigraph_of(rdflib.Graph().parse(kg))) as url:
        for embedded in (3, 0):
            code, out, err = run("index", url, "--out", out_folder, "--encoder", "lexical", "--json")
            facts = json.loads(out)
            assert (code, err, facts["source"]) == (0, "", url)
            assert (facts["entity_index"]["names"], facts["entity_index"]["embedded"]) == (3, embedded)
        _, out, _ = run(*ask("--kg", url, "--entity-index", out_folder, "--json", "--quiet"))
        record = json.loads(out)
        assert [item["label"] for item in record["answers"]] == ["Ann [bold]Lee"]
        assert not any("entity index" in text for text in record["warnings"])
    code, out, err = run("index", url, kg, "--out", out_folder)
    assert (code, "an endpoint is indexed alone" in err) == (2, True)


def test_names_in_other_languages_are_left_out_of_an_index(run, tmp_path):
    import rdflib

    from tests.servers import oxigraph_of, serve_oxigraph

    file = tmp_path / "names.ttl"
    file.write_text(
        TURTLE
        + 'e:rome rdfs:label "Rom"@de, "Rome"@en-GB, "Roma"@mul ; r:twin e:oslo . e:oslo rdfs:label "Ósló"@is .'
    )
    with serve_oxigraph(oxigraph_of(rdflib.Graph().parse(file))) as url:
        for number, source in enumerate((str(file), url)):
            index = ("index", source, "--no-embeddings", "--json", "--out")
            counts = []
            for more in (["--languages", "en"], ["--languages", "en,de"], [], ["--languages", "is"]):
                folder = str(tmp_path / f"{number}{len(counts)}")
                counts.append(json.loads(run(*index, folder, *more)[1])["entity_index"]["names"])
                code, out, err = run(*index, folder, "--languages", "fr")
                assert (code, out, len(err.splitlines())) == (2, "", 1)
            assert counts == [4, 5, 6, 5]
            code, out, err = run(*index, folder, "--languages", "e n")
            assert (code, out, len(err.splitlines())) == (2, "", 1)
    store = ("index", str(file), "--out", str(tmp_path / "store"), "--oxigraph")
    for more in (["--languages", "en"], ["--encoder", "lexical"], ["--kind", "flat"], ["--no-embeddings"]):
        code, _, err = run(*store, *more)
        assert (code, "--oxigraph only loads triples" in err) == (2, True)


def test_an_index_made_before_the_graph_changed_is_a_warning_and_brought_up_to_date(run, kg, tmp_path):
    folder = str(tmp_path / "index")
    index = ("index", kg, "--out", folder, "--encoder", "lexical", "--json")
    run(*index)
    Path(kg).write_text(TURTLE + 'e:eve rdfs:label "Eve" ; r:founder e:rome .')
    _, out, _ = run(*ask("--kg", folder, "--json", "--quiet"))
    assert any("was made from another state of the graph" in text for text in json.loads(out)["warnings"])
    _, out, _ = run(*index)
    assert json.loads(out)["entity_index"]["embedded"] == 1
    _, out, _ = run(*ask("--kg", folder, "--json", "--quiet"))
    assert json.loads(out)["warnings"] == []


def test_an_entity_index_that_cannot_be_used_is_one_line(run, kg, tmp_path):
    code, out, err = run(*ask("--kg", kg, "--entity-index", str(tmp_path)))
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert "no entity index in this folder" in err


def test_an_index_is_built_by_a_preset_and_asked_with_no_other(run, kg, tmp_path):
    folder = str(tmp_path / "index")
    assert "preset: dbpedia\n" in run("index", kg, "--out", folder, "--preset", "dbpedia")[1]
    assert run(*ask("--kg", folder, "--quiet"))[0] == 0
    assert run(*ask("--kg", folder, "--preset", "dbpedia", "--quiet"))[0] == 0
    code, out, err = run(*ask("--kg", folder, "--preset", "freebase", "--quiet"))
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert "compiled with the preset dbpedia" in err


@pytest.mark.parametrize("command", ["ask", "index"])
def test_a_preset_that_does_not_exist_is_one_line(run, kg, tmp_path, command):
    words = ask("--kg", kg) if command == "ask" else ("index", kg, "--out", str(tmp_path / "index"))
    code, out, err = run(*words, "--preset", "wikipedia")
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert "no preset 'wikipedia'; allowed: auto, generic, freebase" in err


def test_an_index_does_not_replace_other_folders(run, kg, tmp_path):
    for target in (tmp_path, Path(kg)):
        code, out, err = run("index", kg, "--out", str(target))
        assert (code, out, len(err.splitlines())) == (2, "", 1)
        assert "exists and is not a compiled graph" in err


@pytest.mark.parametrize(("source", "code"), [("http://127.0.0.1:9/sparql", 3), ("/absent.ttl", 3)])
def test_what_cannot_be_indexed_is_one_line(run, tmp_path, source, code):
    found, out, err = run("index", source, "--out", str(tmp_path / "index"))
    assert (found, out, len(err.splitlines())) == (code, "", 1)
    assert source in err
    assert not (tmp_path / "index").exists()


def test_the_lean_profile_previews_fewer_calls(run):
    def calls(*flags: str) -> tuple[int, int]:
        _, out, _ = run("ask", "Who?", "--model", "openai:any", "--dry-run", "--json", *flags)
        preview = json.loads(out)
        return preview["one_round"]["llm_calls"], preview["most"]["llm_calls"]

    assert calls("--profile", "paper") == calls() == (6, 31)
    assert calls("--profile", "lean") == calls("--profile", "lean", "--topics", "http://e/a") == (2, 4)
    assert calls("--profile", "lean", "--supplements", "2") == (4, 14)
    assert calls("--profile", "lean", "--system", "tog") == calls("--system", "tog")


def test_the_environment_gives_a_profile_and_a_flag_wins_over_it(run, monkeypatch):
    monkeypatch.setenv("POG_AGENT_PROFILE", "lean")
    preview = ("ask", "Who?", "--model", "openai:any", "--dry-run", "--json")
    assert json.loads(run(*preview)[1])["one_round"]["llm_calls"] == 2
    assert json.loads(run(*preview, "--profile", "paper")[1])["one_round"]["llm_calls"] == 6
    monkeypatch.setenv("POG_AGENT_MERGE_STEPS", "false")
    assert json.loads(run(*preview)[1])["one_round"]["llm_calls"] == 5


def test_a_lean_run_answers_without_the_steps_it_leaves_out(run, kg):
    _, out, _ = run(*ask("--kg", kg, "--profile", "lean", "--json", "--quiet"))
    record = json.loads(out)
    assert record["answers"] == [{"iri": "http://e/ann", "label": "Ann [bold]Lee"}]
    assert not {"summarize_paths", "predict_supplements", "expand_nodes"} & set(record["seconds"])


def test_every_import_inside_a_function_has_a_reason():
    folder = Path(__file__).parents[2] / "pog_agent" / "interfaces"
    lines = [line for file in folder.glob("*.py") for line in file.read_text().splitlines() if "PLC0415" in line]
    assert lines
    assert all(line.rstrip().endswith(")") for line in lines)


def test_sparql_prints_the_query_below_the_answer(run, kg):
    code, out, _ = run(*ask("--kg", kg, "--sparql", "--quiet"))
    assert code == 0
    sparql = out[out.index("SELECT") :]
    _, found, _ = run(*ask("--kg", kg, "--json", "--quiet"))
    answer = json.loads(found)
    assert sparql == answer["sparql"] + "\n"
    assert {str(row[0]) for row in rdflib.Graph().parse(kg).query(sparql)} == {
        item["iri"] for item in answer["answers"]
    }
    assert Query.model_validate(answer["query"]).form == "rows"


def test_table_prints_the_answers_below_the_answer(run, kg):
    code, out, _ = run(*ask("--kg", kg, "--table", "--quiet"))
    assert code == 0
    assert out.count("Ann [bold]Lee") > run(*ask("--kg", kg, "--quiet"))[1].count("Ann [bold]Lee")


def test_sparql_of_no_answer_says_that_there_is_none(run, kg):
    question = ("ask", "Why is the sky blue?", "--kg", kg, "--encoder", "lexical", "--quiet", "--sparql")
    code, out, err = run(*question)
    assert code == 0
    assert "SELECT" not in out
    assert "! no SPARQL: no answer was read from the graph" in err


class TestClaims:
    def test_a_claim_is_shown_with_its_verdict_and_paths(self, run, kg):
        code, out, _ = run("ask", "Acme has the founder Ann [bold]Lee.", "--task", "verify", "--kg", kg, "--quiet")
        assert code == 0
        assert "true" in out and "{Acme} - founder -> {Ann [bold]Lee}" in out

    def test_what_is_not_enough_is_told_with_the_reason(self, run, kg):
        claim = ("ask", "Acme was founded by Bob Ray.", "--task", "verify", "--kg", kg)
        code, out, _ = run(*claim, "--json")
        answer = json.loads(out)
        assert (code, answer["verdict"], answer["answers"]) == (0, "not enough", [])
        assert answer["question"] == "Acme was founded by Bob Ray."
        assert answer["abstention"]["case"] == "name_not_found"
        assert "not enough" in run(*claim, "--quiet")[1]

    @pytest.mark.parametrize("text", ["", "Who founded Acme?", "Acme is old. Rome is old."])
    def test_what_is_no_claim_is_bad_usage(self, run, kg, text):
        code, _, err = run("ask", text, "--task", "verify", "--kg", kg)
        assert code == 2 and "claim" in err

    def test_an_unknown_task_is_bad_usage(self, run, kg):
        code, _, err = run("ask", "Acme is old.", "--task", "guess", "--kg", kg)
        assert code == 2 and "one of answer, verify" in err


@pytest.mark.parametrize("more", [(), ("--oxigraph",)])
def test_an_index_is_not_written_to_a_device(run, kg, more):
    embeddings = () if more else ("--no-embeddings",)
    code, _, err = run("index", kg, "--out", "/dev/full", *embeddings, *more)
    assert code == 2
    assert err.startswith("pog-agent: error: /dev/full: exists ") and err.count("\n") == 1


def test_a_topic_that_is_no_iri_is_refused(run, kg):
    code, _, err = run(*ask("--kg", kg, "--topics", "not an iri"))
    assert code == 2
    assert "'not an iri' is none" in err and err.count("\n") == 1


@pytest.mark.parametrize("more", [["--no-embeddings"], ["--oxigraph"]])
def test_index_names_the_files_of_a_folder_that_it_skips(run, tmp_path, more):
    folder = tmp_path / "graph"
    folder.mkdir()
    (folder / "a.nt").write_text("<urn:a> <urn:b> <urn:c> .\n")
    (folder / "notes.txt").write_text("no triples")
    code, _, err = run("index", str(folder), "--out", str(tmp_path / "out"), *more)
    assert code == 0
    assert "skipped files that are no RDF files: 1 (notes.txt)" in " ".join(err.split())
