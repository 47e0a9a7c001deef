"""Answers with a proof: how many have one, and whether its SPARQL yields the answer in other engines.

Usage: python -m tests.benchmarks.proofs [NAME ...]

Asked are the bundled questions (`demo`) and the odd lines of the everyday questions. The SPARQL of each answer
runs in rdflib and in Oxigraph over the same file.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import pyoxigraph
import rdflib

from pog_agent import PathsOverGraph
from pog_agent.kg.local.triples import literal_term
from pog_agent.models import Answer
from pog_agent.terms import literal_value
from tests.benchmarks.report import table
from tests.gold import read_questions

FOLDER = Path(__file__).parents[1] / "everyday"
DEMO = "demo"
NAMES = (DEMO, *sorted(file.parent.name for file in FOLDER.glob("*/kg.ttl")))


@dataclass(frozen=True)
class ProofEngines:
    """One file of triples in two engines that are not ours."""

    rdf: rdflib.Graph
    oxigraph: pyoxigraph.Store

    @classmethod
    def holding(cls, file: Path) -> "ProofEngines":
        store = pyoxigraph.Store()
        store.load(path=file, format=pyoxigraph.RdfFormat.TURTLE)
        return cls(rdflib.Graph().parse(file), store)

    def disagreeing(self, answer: Answer) -> list[str]:
        """The engines in which the SPARQL of an answer yields another one. Numbers compare by their value.

        rdflib has no year of an xsd:gYear, so it is not asked for one.
        """
        own = {_said(item.iri or item.value or "") for item in answer.answers}
        results = {"oxigraph": self._by_oxigraph(answer)}
        if "YEAR(" not in (answer.sparql or ""):
            results["rdflib"] = self._by_rdflib(answer)
        return [name for name, found in results.items() if found != own]

    def _by_rdflib(self, answer: Answer) -> set[str]:
        found = self.rdf.query(answer.sparql or "")
        return {str(found.askAnswer).lower()} if found.type == "ASK" else {_said(str(row[0])) for row in found}

    def _by_oxigraph(self, answer: Answer) -> set[str]:
        found = self.oxigraph.query(answer.sparql or "")
        if isinstance(found, pyoxigraph.QueryBoolean):
            return {str(bool(found)).lower()}
        assert isinstance(found, pyoxigraph.QuerySolutions)
        return {_said(_text(row[0])) for row in found}


def _text(term: object) -> str:
    if isinstance(term, pyoxigraph.Literal):
        return literal_value(literal_term(term))
    assert isinstance(term, pyoxigraph.NamedNode)
    return term.value


def _said(text: str) -> str | float:
    """A number as such: Oxigraph writes 1499.00 as 1499."""
    try:
        return float(text)
    except ValueError:
        return text


def file_of(name: str) -> Path:
    """The graph of a set of questions."""
    return Path(str(files("pog_agent.demo") / "world.ttl")) if name == DEMO else FOLDER / name / "kg.ttl"


def answers_of(name: str, **settings: str) -> Iterator[Answer]:
    """The answers to the questions of a set that are there to work with, as far as there are any."""
    questions = (
        read_questions(file_of(name).with_name("questions.jsonl"))
        if name == DEMO
        else read_questions(FOLDER / name / "questions.jsonl")[::2]
    )
    with PathsOverGraph(str(file_of(name)), "offline", **settings) as agent:
        for question in questions:
            answer = agent.ask(question.question)
            if answer.answers:
                yield answer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", default=NAMES)
    args = parser.parse_args()
    rows = []
    reasons: Counter[str] = Counter()
    for name in args.names:
        engines, counts = ProofEngines.holding(file_of(name)), Counter[str]()
        for answer in answers_of(name):
            counts.update([answer.status, "answers"])
            if answer.sparql is None:
                reasons[answer.query_lacks] += 1
                counts[f"unproven, {answer.status}"] += 1
                continue
            differing = engines.disagreeing(answer)
            counts.update(["with a proof", *(f"differs in {engine}" for engine in differing)])
            for engine in differing:
                print(
                    f"{answer.question} -> {answer.text} ({answer.status}) differs in {engine}:\n{answer.sparql}"
                )
        columns = ("answers", "supported", "with a proof", "unproven, supported", "differs in rdflib")
        rows.append({"set": name, **{key: counts[key] for key in (*columns, "differs in oxigraph")}})
    print(table(rows))
    print(table([{"no proof because": reason, "answers": count} for reason, count in reasons.most_common()]))


if __name__ == "__main__":
    main()
