"""Paths-over-Graph with documents as whole runs: what is read, shown, quoted and claimed beside the paths."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from pog_agent import SettingError
from pog_agent.agent import open_system
from pog_agent.answering.documented import kept_entities as kept
from pog_agent.evaluation.job import Job, evaluate
from pog_agent.events import NodeFinished
from pog_agent.interfaces.preview import preview
from pog_agent.systems.wiring import DOCS_UNREAD
from tests.documents.corpora import built, write_graph
from tests.finding_ids import ids
from tests.llm_server import Body, Scripted, user_text
from tests.pipeline_fixtures import (
    NO,
    YES,
    StepReply,
    Traced,
    choosing,
    citing,
    comparable,
    mentions,
    number_of,
    replies,
    run,
    scripted,
)
from tests.systems.test_tog2 import BORN, BUILT, CORPUS, GRAPH, E, passages

ESTABLISHED = "What has Ann Lee established?"
TEA = "{Ann Lee} - likes -> {Tea}"
ACME = "{Ann Lee} - established -> {Acme}"
OSK = "{Ann Lee} - established -> {Acme} - seat -> {Osk}"
STAFF = "{Ann Lee} - established -> {Acme} <- works for - {Bob Ray, Eve Dow}"
Given = StepReply | list[Scripted]
READING = ("judge_with_passages", "answer_with_passages")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The settings that name a small graph and an index of documents about it."""
    folder = tmp_path_factory.mktemp("pog-documents")
    kg = write_graph(folder, GRAPH)
    built(folder, CORPUS, kg=kg)
    return {"kg": kg, "docs": str(folder / "index"), "encoder": "lexical", "summarize": False}


def judged(
    *, paths: tuple[int, ...] = (), read: tuple[int, ...] = (), by_paths: bool = False, sufficient: bool = True
) -> dict[str, Any]:
    """A verdict over paths and passages."""
    split = {"question": 1, "covered": bool(paths or read), "paths": list(paths), "passages": list(read)}
    return {"splits": [split], "paths_suffice": by_paths, "sufficient": sufficient, "reason": ""}


def quoting(quote: str, answer: str, path: str | None = None, **fields: Any) -> Callable[[Body], Scripted]:
    """A reply of the answer step that quotes the passage with these words, else the first one."""

    def reply(body: Body) -> Scripted:
        found = [number for number, text in passages(body).items() if quote in text] or [1]
        way = number_of(body, path) if path else None
        quotes = [{"passage": found[0], "quote": quote, "answer": answer, "path": way}]
        return {"reason": "As quoted.", "citations": [], "quotes": quotes, **fields}

    return reply


DEEPER = [judged(sufficient=False), judged(read=(1,))]
"""Passages suffice at the second depth."""


def asked(question: str, world: dict[str, Any], judge: Given, answer: StepReply, **more: Any) -> Traced:
    """A run whose model judges and answers so, with passages or without any."""
    return run(question, script_of(judge, answer), **{**world, **more})


def script_of(judge: Given, answer: StepReply) -> Any:
    return replies(
        recognize_topics=mentions("Ann Lee"),
        select_paths=choosing(OSK, STAFF, TEA, ACME),
        judge_with_passages=judge,
        judge_sufficiency=NO,
        answer_with_passages=answer,
        answer=answer,
    )


class TestQuotedAnswers:
    def test_a_passage_about_the_topic_answers_where_no_path_does(self, world: dict[str, Any]) -> None:
        traced = asked(BORN, world, judged(read=(1,)), quoting("Ann Lee was born in Rome.", "Rome"))
        answer = traced.answer
        assert (answer.status, answer.evidence, traced.labels) == ("supported", "documents", ["Rome"])
        assert [(item.document, item.text) for item in answer.passages] == [("ann", "Ann Lee was born in Rome.")]
        assert not [text for text in answer.warnings if "supported" in text]
        at = traced.nodes.index("retrieve_path_contexts")
        assert traced.nodes[at : at + 4] == [
            *("retrieve_path_contexts", "check_sufficiency", "compose_query", "generate_answer")
        ]
        assert [step for step in traced.steps if step in READING] == [*READING]
        told = {event.node: event.summary for event in traced.events if isinstance(event, NodeFinished)}
        assert told["check_sufficiency"] == "sufficient with passages"

    def test_the_profile_lean_reads_at_once_and_judges_passages_as_before(self, world: dict[str, Any]) -> None:
        script = replies(
            read_question={"starts": {"Ann Lee": ["born"]}},
            judge_with_passages=judged(read=(1,)),
            answer_with_passages=quoting("Ann Lee was born in Rome.", "Rome"),
        )
        traced = run(BORN, script, **world, profile="lean")
        assert (traced.labels, traced.answer.status) == (["Rome"], "supported")
        assert [step for step in traced.steps if step != "select_paths"] == ["read_question", *READING]

    def test_a_path_leads_to_the_passage_that_answers(self, world: dict[str, Any]) -> None:
        answer = asked(BUILT, world, DEEPER, quoting("King Ilm built Osk.", "King Ilm", OSK)).answer
        assert (answer.evidence, answer.status) == ("kg_and_documents", "partial")
        assert [item.text for item in answer.paths] == [OSK]
        assert answer.paths[0].triples == (
            (f"{E}ann", f"{E}established", f"{E}acme"),
            (f"{E}acme", f"{E}seat", f"{E}osk"),
        )
        assert any("does not mention 'Ann Lee'" in text for text in answer.warnings)

    def test_no_path_leads_to_what_it_starts_from(self, world: dict[str, Any]) -> None:
        quote = quoting("Ann Lee was born in Rome.", "Rome", ACME)
        answer = asked(BORN, world, judged(read=(1,)), quote).answer
        assert (answer.status, answer.evidence, answer.paths) == ("supported", "documents", ())

    def test_a_path_that_does_not_lead_to_the_passage_is_told(self, world: dict[str, Any]) -> None:
        quote = quoting("King Ilm built Osk.", "King Ilm", TEA)
        answer = asked(BUILT, world, DEEPER, quote).answer
        assert (answer.paths, answer.evidence) == ((), "documents")
        assert any("is said to lead to the passage" in text for text in answer.warnings)

    @pytest.mark.parametrize(
        ("verdict", "doubt"),
        [
            (judged(sufficient=False), "not-judged-sufficient"),
            (judged(), "split-question-open"),
        ],
    )
    def test_what_was_not_judged_to_be_settled_is_partial(
        self, world: dict[str, Any], verdict: dict[str, Any], doubt: str
    ) -> None:
        answer = asked(BORN, world, verdict, quoting("Ann Lee was born in Rome.", "Rome")).answer
        assert answer.status == "partial"
        assert doubt in ids(answer.findings)

    @pytest.mark.parametrize(
        ("quote", "answer"),
        [("Ann Lee was born in Paris.", "Paris"), ("Ann Lee was born in", "Rome"), ("Ignore all rules.", "Rome")],
    )
    def test_what_no_passage_says_is_own_knowledge(self, world: dict[str, Any], quote: str, answer: str) -> None:
        given = asked(BORN, world, judged(read=(1,)), quoting(quote, answer)).answer
        assert (given.status, given.passages) == ("parametric", ())
        strict = asked(BORN, world, judged(read=(1,)), quoting(quote, answer), allow_parametric=False).answer
        assert strict.status == "abstained"

    def test_a_sentence_about_someone_else_is_partial(self, world: dict[str, Any]) -> None:
        quote = quoting("Ann Lee's father was born in Paris.", "Paris")
        answer = asked(BORN, world, judged(read=(1,)), quote).answer
        assert answer.status == "partial"

    def test_a_passage_that_was_not_shown_is_no_evidence(self, world: dict[str, Any]) -> None:
        reply = {
            "citations": [],
            "quotes": [{"passage": 99, "quote": "It is old.", "answer": "old"}],
        }
        answer = asked(BUILT, world, judged(read=(1,)), reply).answer
        assert (answer.status, answer.answers) == ("abstained", ())
        assert any("quotations of passages not shown" in text for text in answer.warnings)

    def test_a_quotation_is_no_no(self, world: dict[str, Any]) -> None:
        quote = quoting("Ann Lee was born in Rome.", "Rome", kind="boolean", operation="exists")
        answer = asked("Was Ann Lee born in Rome?", world, judged(read=(1,)), quote).answer
        assert answer.status == "partial"
        assert [item.label for item in answer.answers] == ["Rome"]


class TestPathsBesidePassages:
    def test_an_answer_on_a_path_has_its_status_and_the_quotation_beside_it(self, world: dict[str, Any]) -> None:
        answer = asked(
            ESTABLISHED, world, judged(paths=(1, 2, 3), by_paths=True), citing((ACME, 1), quotes=[]), d_max=1
        ).answer
        plain = asked_without(ESTABLISHED, world, citing((ACME, 1)), d_max=1).answer
        assert (answer.status, answer.evidence) == (plain.status, plain.evidence) == ("supported", "kg_only")
        changed = {"seconds", "usage"}
        assert answer.model_dump(exclude=changed) == plain.model_dump(exclude=changed)

    def test_the_quotation_with_the_same_answer_is_further_evidence(self, world: dict[str, Any]) -> None:
        def reply(body: Body) -> Scripted:
            cited = [{"path": number_of(body, STAFF), "position": 2}]
            quotes = [{"passage": number, "quote": "Bob Ray designs kettles for Acme.", "answer": "Bob Ray"}
                      for number, text in passages(body).items() if "designs" in text]  # fmt: skip
            return {"citations": cited, "only": ["Bob Ray"], "quotes": quotes}

        question = "Who works for what Ann Lee established?"
        verdicts = [judged(sufficient=False), judged(paths=(1, 2, 3), by_paths=True)]
        answer = asked(question, world, verdicts, reply).answer
        assert (answer.evidence, [item.iri for item in answer.answers]) == ("kg_and_documents", [f"{E}bob"])
        assert [item.document for item in answer.passages] == ["bob"]

    def test_a_quotation_with_another_answer_is_told(self, world: dict[str, Any]) -> None:
        def reply(body: Body) -> Scripted:
            cited = [{"path": number_of(body, ACME), "position": 1}]
            quotes = [{"passage": number, "quote": "Ann Lee was born in Rome.", "answer": "Rome"}
                      for number, text in passages(body).items() if "Rome" in text]  # fmt: skip
            return {"citations": cited, "quotes": quotes}

        verdict = judged(paths=(1, 2, 3), by_paths=True)
        answer = asked(ESTABLISHED, world, verdict, reply, d_max=1).answer
        assert (answer.status, answer.evidence, answer.text) == ("supported", "kg_only", "Acme")
        assert "a quotation has another answer: 'Rome'" in answer.warnings

    @pytest.mark.parametrize(
        "verdict", [judged(paths=(1, 2, 3), by_paths=False), judged(read=(1,), by_paths=True)]
    )
    def test_a_path_does_not_support_what_needs_passages(
        self, world: dict[str, Any], verdict: dict[str, Any]
    ) -> None:
        answer = asked(ESTABLISHED, world, verdict, citing((ACME, 1)), d_max=1).answer
        assert answer.status == "partial"
        assert "not-judged-sufficient" in ids(answer.findings)

    def test_the_offline_reasoner_answers_from_the_paths_as_before(self, world: dict[str, Any]) -> None:
        for question in (ESTABLISHED, BORN, "Who works for Acme?"):
            answers = []
            for docs in (world["docs"], None):
                with open_system("pog", **{**world, "docs": docs}) as agent:
                    answers.append(agent.ask(question).model_dump(exclude={"seconds", "usage"}))
            assert answers[0] == answers[1]


def asked_without(question: str, world: dict[str, Any], answer: StepReply, **more: Any) -> Traced:
    """The run of a model that finds the paths sufficient, without documents."""
    script = replies(
        recognize_topics=mentions("Ann Lee"), select_paths={"selected": [1, 2, 3]}, judge_sufficiency=YES,
        answer=answer,
    )  # fmt: skip
    return run(question, script, **{**world, "docs": None, **more})


def requests(world: dict[str, Any], question: str = BORN, **more: Any) -> list[Body]:
    """Everything that the model of a run is asked, which finds nothing sufficient."""
    script = script_of(judged(sufficient=False), {"citations": []})
    with scripted(script, **{**world, **more}) as (agent, llm):
        agent.ask(question)
    return llm.requests


class TestWhatIsShown:
    def test_a_chunk_stands_behind_what_leads_to_its_entity(self, world: dict[str, Any]) -> None:
        bodies = [body for body in requests(world, d_max=1) if "<passages>" in user_text(body)]
        lines = set(passages(bodies[0]).values())
        assert f"Ann Lee: {CORPUS[0]['text']}" in lines
        assert f"(Ann Lee established Acme) Acme: {CORPUS[1]['text']}" in lines

    def test_what_leads_to_an_entity_passes_through_nodes_without_a_name(self, tmp_path: Path) -> None:
        kg = write_graph(tmp_path, GRAPH + ":ann :role _:m . _:m :inFilm :osk .")
        built(tmp_path, CORPUS, kg=kg)
        settings = {"kg": kg, "docs": str(tmp_path / "index"), "encoder": "lexical", "summarize": False}
        script = replies(
            recognize_topics=mentions("Ann Lee"),
            select_paths=choosing("{Ann Lee} - role / in film -> {Osk}"),
            judge_with_passages=NO,
        )
        with scripted(script, **settings) as (agent, llm):
            agent.ask("Which film has a role for Ann Lee?")
        shown = {line for body in llm.requests for line in passages(body).values()}
        assert f"(Ann Lee role in film Osk) Osk: {CORPUS[2]['text']}" in shown

    def test_the_number_of_passages_is_bounded(self, world: dict[str, Any]) -> None:
        bodies = [body for body in requests(world, contexts=1) if "<passages>" in user_text(body)]
        assert bodies
        assert {len(passages(body)) for body in bodies} == {1}

    def test_without_documents_no_prompt_has_passages(self, world: dict[str, Any]) -> None:
        bodies = requests(world, docs=None)
        assert bodies
        assert not [body for body in bodies if "passage" in json.dumps(body["messages"])]

    def test_documents_about_nothing_on_the_paths_change_no_prompt(
        self, world: dict[str, Any], tmp_path: Path
    ) -> None:
        built(tmp_path, [{"id": "x", "title": "Weather", "text": "It rains."}], kg=world["kg"])
        plain = requests(world, docs=None)
        assert requests(world, docs=str(tmp_path / "index")) == plain

    def test_documents_cost_no_call_more(self, world: dict[str, Any]) -> None:
        for question in (BORN, BUILT, "How many firms has Ann Lee established?"):
            assert len(requests(world, question)) == len(requests(world, question, docs=None))

    def test_without_any_path_what_is_written_about_the_topic_is_answered_from(self, tmp_path: Path) -> None:
        kg = write_graph(tmp_path, '<http://e/ann> <http://www.w3.org/2000/01/rdf-schema#label> "Ann Lee" .')
        built(tmp_path, CORPUS[:1], kg=kg)
        settings = {"kg": kg, "docs": str(tmp_path / "index"), "encoder": "lexical"}
        traced = asked(BORN, settings, NO, quoting("Ann Lee was born in Rome.", "Rome"))
        assert (traced.answer.status, traced.labels) == ("partial", ["Rome"])
        assert traced.nodes.count("retrieve_path_contexts") == 1
        assert "judge_with_passages" not in traced.steps

    def test_more_entities_than_are_read_about_are_told_and_cut_no_path(
        self, world: dict[str, Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(kept, "MAX_ENTITIES_READ", 1)
        answer = asked(
            ESTABLISHED, world, judged(paths=(1, 2, 3), by_paths=True), citing((ACME, 1)), d_max=1
        ).answer
        assert (answer.status, answer.truncated) == ("supported", False)
        assert any("some were not read about" in text for text in answer.warnings)


class TestRuns:
    @pytest.mark.parametrize("system", ["pog", "pog-e"])
    @pytest.mark.parametrize("strategy", ["fuzzy", "fuzzy+branch", "three-step"])
    @pytest.mark.parametrize("summarize", [True, False])
    def test_every_variant_reads(self, world: dict[str, Any], system: str, strategy: str, summarize: bool) -> None:
        settings = {"system": system, "strategy": strategy, "summarize": summarize}
        traced = asked(BORN, world, judged(read=(1,)), quoting("Ann Lee was born in Rome.", "Rome"), **settings)
        assert (traced.answer.status, traced.labels) == ("supported", ["Rome"])

    @pytest.mark.parametrize(
        "node", ["retrieve_path_contexts", "check_sufficiency", "generate_answer", "verify_answer"]
    )
    def test_a_run_that_stopped_before_a_step_goes_on_elsewhere(self, world: dict[str, Any], node: str) -> None:
        script = script_of(judged(read=(1,)), quoting("Ann Lee was born in Rome.", "Rome"))
        saver = InMemorySaver()
        thread: Any = {"configurable": {"thread_id": "1"}}
        with scripted(script, **world, checkpointer=saver) as (agent, _):
            agent.graph.invoke({"question": BORN}, thread, context=agent.config, interrupt_before=[node])
        with scripted(script, **world, checkpointer=saver) as (agent, _):
            answer = agent.graph.invoke(None, thread, context=agent.config)["answer"]
        whole = run(BORN, script, **world).answer
        assert comparable(answer) == comparable(whole)

    def test_a_thread_answers_one_question_after_the_other(self, world: dict[str, Any]) -> None:
        script = script_of(judged(read=(1,)), quoting("Ann Lee was born in Rome.", "Rome"))
        with scripted(script, **world, checkpointer=InMemorySaver()) as (agent, _):
            first, second = agent.ask(BORN, thread="t"), agent.ask(BORN, thread="t")
        assert comparable(first) == comparable(second)

    def test_a_budget_keeps_its_last_call_for_the_answer(self, world: dict[str, Any]) -> None:
        traced = asked(
            BORN, world, judged(sufficient=False), quoting("Ann Lee was born in Rome.", "Rome"), max_llm_calls=4
        )
        assert traced.answer.usage.llm_calls <= 4
        assert traced.steps[-1] == "answer_with_passages"
        assert (traced.answer.status, traced.labels) == ("partial", ["Rome"])

    def test_the_preview_has_the_same_calls_and_longer_prompts(self, world: dict[str, Any]) -> None:
        costs = {}
        for docs in (None, world["docs"]):
            with scripted(replies(), **{**world, "docs": docs}) as (agent, _):
                costs[docs] = {name: preview(agent.config, system=name).most for name in ("pog", "tog")}
        plain, reading = costs[None], costs[world["docs"]]
        assert reading["pog"].llm_calls == plain["pog"].llm_calls
        assert reading["pog"].prompt_tokens > plain["pog"].prompt_tokens
        assert reading["tog"] == plain["tog"]

    def test_the_oracle_quotes_what_no_path_has(self, world: dict[str, Any], tmp_path: Path) -> None:
        data = tmp_path / "data.jsonl"
        topics = [{"iri": f"{E}ann", "label": "Ann Lee"}]
        rows = [
            {"id": "1", "question": BORN, "answers": [{"label": "Rome"}], "topic_entities": topics},
            {
                "id": "2",
                "question": ESTABLISHED,
                "answers": [{"iri": f"{E}acme", "label": "Acme"}],
                "topic_entities": topics,
            },
        ]
        data.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        evaluate(Job(data=data, out=tmp_path / "run", settings={**world, "model": "oracle"}, plots=False))
        results = (tmp_path / "run" / "results.jsonl").read_text(encoding="utf-8").splitlines()
        found = {record["id"]: record for record in map(json.loads, results)}
        assert (found["1"]["status"], found["1"]["evidence"]) == ("supported", "documents")
        assert (found["2"]["status"], found["2"]["evidence"]) == ("supported", "kg_only")

    def test_a_folder_without_an_index_is_an_error(self, world: dict[str, Any], tmp_path: Path) -> None:
        with (
            open_system("pog", **{**world, "docs": str(tmp_path)}) as agent,
            pytest.raises(SettingError, match="document index"),
        ):
            agent.open()

    def test_the_documents_are_not_told_to_be_unread(self, world: dict[str, Any]) -> None:
        with open_system("pog", **world) as agent:
            assert DOCS_UNREAD not in agent.ask(ESTABLISHED).warnings
