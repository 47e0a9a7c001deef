"""Schema summaries that the tests of this folder read questions against."""

from collections.abc import Iterable

from pog_agent.kg.local.compile import summarize_triples
from pog_agent.kg.preset import generic
from pog_agent.kg.schema.summary import SchemaSummary
from pog_agent.terms import RDF_TYPE, RDFS_LABEL, RDFS_SUBCLASS, XSD, Triple, literal

EX = "http://example.org/"
ALIAS = "http://www.w3.org/2004/02/skos/core#altLabel"
UCUM = "https://w3id.org/cdt/ucum"


def summary_of(triples: Iterable[Triple]) -> SchemaSummary:
    """The schema summary of some triples."""
    return summarize_triples(triples, generic())


def named(local: str, label: str, *aliases: str) -> list[Triple]:
    """The names of a class, relation or entity."""
    iri = EX + local
    return [
        (iri, RDFS_LABEL, literal(label, language="en")),
        *((iri, ALIAS, literal(alias, language="en")) for alias in aliases),
    ]


def rivers(copies: int = 2) -> list[Triple]:
    """Rivers that run through states, which border each other and have governors for a time; so many of each."""
    found = [
        *named("River", "river", "stream"),
        *named("State", "state"),
        *named("MajorRiver", "major river"),
        *named("Term", "term of office"),
        *named("Governor", "governor"),
        *named("runsThrough", "runs through"),
        *named("borders", "borders"),
        *named("length", "length"),
        *named("population", "population"),
        *named("populationDensity", "population density"),
        *named("heldIn", "held in"),
        *named("heldBy", "held by"),
        (EX + "MajorRiver", RDFS_SUBCLASS, EX + "River"),
        (EX + "wet", RDFS_LABEL, literal("nass", language="de")),
    ]
    for number in range(copies):
        river, state, term, governor = (f"{EX}{kind}{number}" for kind in ("r", "s", "t", "g"))
        found += [
            *named(f"r{number}", f"River number {number}"),
            *named(f"s{number}", f"State number {number}"),
            *named(f"g{number}", f"Governor number {number}"),
            (river, RDF_TYPE, EX + ("MajorRiver" if number % 2 else "River")),
            (state, RDF_TYPE, EX + "State"),
            (term, RDF_TYPE, EX + "Term"),
            (governor, RDF_TYPE, EX + "Governor"),
            (river, EX + "runsThrough", state),
            (state, EX + "borders", f"{EX}s{(number + 1) % copies}"),
            (term, EX + "heldIn", state),
            (term, EX + "heldBy", governor),
            (river, EX + "length", literal(f"{100 + number} km", UCUM)),
            (state, EX + "population", literal(str(1000 + number), XSD + "integer")),
            (state, EX + "populationDensity", literal(str(10 + number), XSD + "integer")),
        ]
    return found
