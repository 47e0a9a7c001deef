"""Candidate answers held against a graph: how many right ones are proven, and wrong ones contradicted.

Usage: python -m tests.benchmarks.check_answer [NAME ...] [--number N] [--seed S] [--show]

It draws N everyday questions (`tests/everyday/NAME/questions.jsonl`) that the graph answers. The right candidate
of each is its first gold answer, by label. The wrong one is another thing of its class, another value of its
relation, another number, or the other of yes and no: never a gold answer. Without names, it takes graphs that the
check was not developed with.

The line `right, facts lost` has right candidates that the graph lacks: the facts that a supported answer cites of
them were taken out of it before they were checked. None of them should be contradicted.
"""

import argparse
import asyncio
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import rdflib

from pog_agent import PathsOverGraph
from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.data.gold import GoldItem
from pog_agent.kg.local.rdflib_graph import term_of
from pog_agent.kg.open import open_kg
from pog_agent.models import Answer
from pog_agent.terms import RDF_TYPE, Triple, local_name
from pog_agent.values.spellings import same_value
from tests.benchmarks.everyday import FOLDER, available
from tests.benchmarks.report import table
from tests.gold import read_questions

REPORTED = (
    *("brewery", "comics", "farm", "hospital", "library", "observatory", "school", "shipwrecks", "theatre"),
    *("university", "vineyardtours", "winery", "canal", "lighthouses", "perfume", "puppetry", "racehorses"),
    "typefoundry",
)
"""None of them was looked at while the check was made."""
VERDICTS = ("proven", "contradicted", "undecided")
KINDS, ILL = ("right", "wrong"), ("contradicted", "proven")
"""The two candidates of a question, and the verdict that neither should have."""
TRUTHS = {"true": "yes", "false": "no"}
MOST_OFF = 3


@dataclass(frozen=True)
class DrawnQuestion:
    """A question with a right and a wrong candidate."""

    question: Question
    right: str
    wrong: str


def said(item: GoldItem) -> str:
    """A gold answer as another system would say it."""
    value = TRUTHS.get(item.value or "", item.value)
    return item.label or value or local_name(item.iri or "")


def wrong_candidate(
    question: Question, graph: rdflib.Graph, names: Mapping[str, str], random: Random
) -> str | None:
    """A candidate of the same kind that is no gold answer; None where the graph has no other."""
    gold = question.answers[0]
    if gold.value in TRUTHS:
        return next(text for truth, text in TRUTHS.items() if truth != gold.value)
    iris = [item.iri for item in question.answers if item.iri]
    others = _of_same_class(iris, graph, names) if iris else _of_same_relation(gold, graph)
    right = {name for item in question.answers for name in (*item.names, item.iri) if name}
    found = sorted({text for text in others if not any(same_value(text, name) for name in right)})
    if found:
        return random.choice(found)
    if gold.value is not None and gold.value.isdigit():
        return str(int(gold.value) + random.randint(1, MOST_OFF))
    return None


def _of_same_class(iris: Sequence[str], graph: rdflib.Graph, names: Mapping[str, str]) -> Iterator[str]:
    gold = {rdflib.URIRef(iri) for iri in iris}
    classes = {kind for thing in gold for kind in graph.objects(thing, rdflib.RDF.type)}
    for other in {thing for kind in classes for thing in graph.subjects(rdflib.RDF.type, kind)} - gold:
        yield names.get(str(other)) or local_name(str(other))


def _of_same_relation(gold: GoldItem, graph: rdflib.Graph) -> Iterator[str]:
    relations = {
        relation
        for _, relation, value in graph
        if isinstance(value, rdflib.Literal) and any(same_value(str(value), text) for text in gold.names)
    }
    for relation in relations:
        yield from (str(value) for value in graph.objects(None, relation) if isinstance(value, rdflib.Literal))


def names_in(kg: str, graph: rdflib.Graph) -> dict[str, str]:
    """What the things of a graph are called, by IRI."""
    return asyncio.run(open_kg(kg).labels(sorted({str(thing) for thing in graph.subjects(rdflib.RDF.type)})))


def drawn(names: Sequence[str], number: int, seed: int) -> dict[str, list[DrawnQuestion]]:
    """So many questions of some graphs, by the file of the graph."""
    every: list[tuple[str, DrawnQuestion]] = []
    for name, kg in available(names, []):
        graph = rdflib.Graph().parse(kg)
        called = names_in(kg, graph)
        for question in read_questions(FOLDER / name / "questions.jsonl"):
            if question.answers and not question.answers[0].cells:
                wrong = wrong_candidate(question, graph, called, Random(f"{seed}:{question.id}"))
                if wrong is not None:
                    every.append((kg, DrawnQuestion(question, said(question.answers[0]), wrong)))
    found: dict[str, list[DrawnQuestion]] = {}
    for kg, item in sorted(Random(seed).sample(every, min(number, len(every))), key=lambda pair: pair[0]):
        found.setdefault(kg, []).append(item)
    return found


def verdicts(kg: str, drawn_of_graph: Sequence[DrawnQuestion], *, show: bool) -> Iterator[tuple[str, str]]:
    """The kind of each candidate with its verdict, for questions to one graph."""
    with PathsOverGraph(kg, "offline") as agent:
        for item in drawn_of_graph:
            check = agent.check_answer(item.question.question, [item.right, item.wrong])
            closed = agent.lookup.check_candidates(check.answer, [item.right, item.wrong], complete=True)
            is_supported = check.answer.status == "supported"
            for kind, found in (("", check), (", graph taken for complete", closed)):
                for name, ill, candidate in zip(KINDS, ILL, found.candidates, strict=True):
                    yield f"{name}{kind}", candidate.verdict
                    if is_supported and not kind:
                        yield f"{name}, answer supported", candidate.verdict
                    if show and candidate.verdict == ill:
                        print(
                            f"{name}{kind} {ill}: {check.question} -> {candidate.candidate} ({candidate.reason})"
                        )
            facts = _facts_of(item.question.answers[0].iri, check.answer) if is_supported else []
            if facts:
                yield "right, facts lost", lost_verdict(kg, facts, item, show=show)


def lost_verdict(kg: str, facts: Collection[Triple], item: DrawnQuestion, *, show: bool) -> str:
    """The verdict on the right candidate of a question where the graph has lost some facts."""
    graph = rdflib.Graph().parse(kg)
    for triple in [triple for triple in graph if tuple(map(term_of, triple)) in facts]:
        graph.remove(triple)
    with PathsOverGraph(graph, "offline") as agent:
        (candidate,) = agent.check_answer(item.question.question, [item.right]).candidates
    if show and candidate.verdict == "contradicted":
        print(f"lost, contradicted: {item.question.question} -> {item.right} ({candidate.reason})")
    return candidate.verdict


def _facts_of(iri: str | None, answer: Answer) -> list[Triple]:
    """The cited facts of an entity, but for its classes."""
    return [fact for fact in answer.cited_triples if iri in fact and fact[1] != RDF_TYPE]


def row(kind: str, verdicts: Sequence[str]) -> dict[str, object]:
    """One line of the table: shares of the verdicts."""
    counts = Counter(verdicts)
    shares = {verdict: f"{counts[verdict] / max(1, len(verdicts)):.3f}" for verdict in VERDICTS}
    return {"candidates": kind, "n": len(verdicts), **shares}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", default=REPORTED, help="(default: graphs that were not looked at)")
    parser.add_argument("--number", type=int, default=200, metavar="N", help="questions (default 200)")
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--show", action="store_true", help="show what is decided wrongly")
    args = parser.parse_args()
    started = time.process_time()
    found: dict[str, list[str]] = {}
    for kg, questions in drawn(args.names, args.number, args.seed).items():
        for kind, verdict in verdicts(kg, questions, show=args.show):
            found.setdefault(kind, []).append(verdict)
    print(table([row(kind, given) for kind, given in sorted(found.items())]))
    print(f"{time.process_time() - started:.0f} CPU s")


if __name__ == "__main__":
    main()
