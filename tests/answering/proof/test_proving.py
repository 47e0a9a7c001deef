"""A proof is checked against the whole local graph: what the search did not see makes a flaw."""

from pathlib import Path
from typing import Any

import pytest

from pog_agent.answering.proof import proving
from pog_agent.answering.proof.composition import ComposedQuery, query_of
from pog_agent.answering.proof.proving import Proof, proof_of
from pog_agent.answering.resolution import resolve
from pog_agent.config import PogConfig
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.local.compile import compile_files
from pog_agent.linking import EntityLinker
from pog_agent.models import AnswerDraft, Citation, PatternKey, PatternRef, TopicEntity
from pog_agent.ranking.encoder import LexicalEncoder
from pog_agent.reasoner.offline.reasoner import OfflineReasoner
from pog_agent.run.context import RunContext
from pog_agent.run.workspace import Workspace
from tests.answering.test_resolution import key
from tests.finding_ids import ids
from tests.kg.rdf_store import RdfStore
from tests.pipeline_fixtures import T, small_graph

CHILDREN = 8
FAMILY = small_graph(
    *(f"Ann parent Kid{number}" for number in range(CHILDREN)), "Kid0 friend Kid1", "Kid1 friend Kid1"
)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeGraph:
    file = tmp_path_factory.mktemp("kg") / "family.nt"
    Path(file).write_text(FAMILY.serialize(format="nt"), encoding="utf-8")
    return compile_files([file], "family")


async def proven(kg: KnowledgeGraph, path: PatternKey, **settings: Any) -> Proof:
    config, encoder = PogConfig.create({}, **settings), LexicalEncoder()
    reasoner = OfflineReasoner(encoder)
    run = RunContext(config, kg, encoder, EntityLinker(kg, encoder), reasoner, Workspace(kg, config))
    (start,) = path.topics
    state: Any = {"question": "", "topics": [TopicEntity(iri=start, label="topic")]}
    draft = AnswerDraft(citations=(Citation(path=1, position=path.length),))
    resolution = await resolve(draft, [PatternRef(key=path)], state, run)
    assert resolution.terms
    return await proof_of(draft, resolution, [start], run)


async def test_an_answer_that_is_whole_has_no_flaw(compiled: KnowledgeGraph) -> None:
    proof = await proven(compiled, key("Ann", "parent"))
    assert (proof.flaws, proof.lacking) == ((), "")
    assert proof.sparql == f"SELECT DISTINCT ?answer WHERE {{\n  <{T}Ann> <{T}parent> ?answer .\n}}"


async def test_what_the_limit_of_a_hub_left_out_is_counted(compiled: KnowledgeGraph) -> None:
    proof = await proven(compiled, key("Ann", "parent"), max_degree=5)
    assert ids(proof.flaws) == ["graph-has-more"]


async def test_the_longer_query_is_composed_only_where_the_shorter_one_does_not_do(
    compiled: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    def counted(*args: Any, differing: bool = True) -> ComposedQuery:
        composed.append(differing)
        return query_of(*args, differing=differing)

    composed: list[bool] = []
    monkeypatch.setattr(proving, "query_of", counted)
    await proven(compiled, key("Ann", "parent"))
    assert composed == [False]
    await proven(compiled, key("Kid1", "<friend"))
    assert composed[1:] == [False, True]


async def test_nodes_are_tested_to_differ_where_it_matters(compiled: KnowledgeGraph) -> None:
    proof = await proven(compiled, key("Kid1", "<friend"))
    assert proof.flaws == ()
    assert proof.sparql is not None
    assert "FILTER" in proof.sparql


async def test_a_graph_that_is_not_compiled_is_not_asked() -> None:
    proof = await proven(RdfStore(FAMILY), key("Ann", "parent"), max_degree=5)
    assert proof.flaws == ()
    assert proof.sparql is not None
    assert "FILTER" in proof.sparql
