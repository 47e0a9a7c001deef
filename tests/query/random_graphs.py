"""Random small graphs with every kind of value: ties, gaps, cycles, several values and languages.

Left out of all graphs is what Oxigraph does otherwise: numbers beyond 64 bits and 18 digits behind the point, zero
as a dividend, and spellings that it replaces by others (01, 1.0, T24:00:00). A graph for rdflib also leaves
out what rdflib cannot hold or computes otherwise: literals that their datatype does not allow, NaN, xsd:float,
calendar years and months (gYear, gYearMonth), and time zones. `test_engine_differences.py` shows each case.
"""

from collections.abc import Callable
from random import Random

from pog_agent.terms import RDF_TYPE, XSD, Triple, literal

EX = "http://example.org/"
SUBCLASS = "http://www.w3.org/2000/01/rdf-schema#subClassOf"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"

CLASSES = tuple(f"{EX}Class{number}" for number in range(4))
NODES = tuple(f"{EX}node{number}" for number in range(12))
LINKS = tuple(f"{EX}link{number}" for number in range(3))

NUMBERS = (EX + "size", EX + "price", EX + "weight")
DAYS = (EX + "born", EX + "died")
MOMENTS = (EX + "seen",)
PERIODS = (EX + "founded",)
TEXTS = (EX + "motto", LABEL)

YEARS = (literal("1990", XSD + "gYear"), literal("1990-05", XSD + "gYearMonth"))
_WORDS = ("Ada", "ada", "ADA", "Bob", "straße", "Ærø", "naïve", "x y", "", 'quo"te', "back\\slash", "tab\there")
_LANGUAGES = ("en", "de", "en-gb")


def random_graph(random: Random, for_rdflib: bool) -> list[Triple]:
    """The triples of a graph, each once."""
    triples: set[Triple] = set()
    for class_ in CLASSES:
        if random.random() < 0.6:
            triples.add((class_, SUBCLASS, random.choice(CLASSES)))
    for node in NODES:
        for _ in range(random.choice((0, 1, 1, 1, 2))):
            triples.add((node, RDF_TYPE, random.choice(CLASSES)))
        for link in LINKS:
            for _ in range(random.choice((0, 0, 1, 1, 2))):
                triples.add((node, link, random.choice(NODES)))
        for relation, value in _ATTRIBUTES.items():
            for _ in range(random.choice((0, 1, 1, 1, 2))):
                triples.add((node, relation, value(random, for_rdflib)))
    return sorted(triples)


def number(random: Random, for_rdflib: bool) -> str:
    """Small numbers of all datatypes, so that there are many ties, and rarely something else."""
    kind = random.random()
    if kind < 0.45:
        return literal(str(random.choice((-2, -1, 1, 2, 2, 3, 4, 5, 6))), XSD + "integer")
    if kind < 0.75:
        return literal(
            random.choice(("0.1", "0.2", "1.5", "2.5", "3.25", "-1.5", "3000000000.1")), XSD + "decimal"
        )
    if kind < 0.9:
        return literal(random.choice(("5.0E-1", "1.5E0", "2.5E0", "1.0E1", "-3.0E0")), XSD + "double")
    if for_rdflib or kind < 0.94:
        return literal(random.choice(("many", "5")))
    other = (("NaN", "double"), ("INF", "double"), ("abc", "integer"), ("2.5", "float"), ("true", "boolean"))
    text, datatype = random.choice(other)
    return literal(text, XSD + datatype)


def day(random: Random, for_rdflib: bool) -> str:
    """Days around leap years and turns of centuries; with zones, negative years and days that are none."""
    text = random.choice(
        ("2000-02-29", "2000-03-01", "1999-12-31", "2000-01-01", "1900-03-01", "2024-02-29", "1969-07-20")
    )
    if random.random() < 0.08:
        return literal(random.choice((text, "soon")))
    if not for_rdflib and random.random() < 0.35:
        text = random.choice(
            (
                f"{text}Z",
                f"{text}+14:00",
                f"{text}-05:00",
                "-0044-03-15",
                "12000-01-01",
                "2001-02-30",
                "0001-01-01",
            )
        )
    return literal(text, XSD + "date")


def moment(random: Random, for_rdflib: bool) -> str:
    """Points in time close to each other, with and without zones."""
    text = random.choice(
        ("2000-01-01T00:00:00", "2000-01-01T12:30:00", "1999-12-31T23:59:59.5", "2000-01-02T00:00:00")
    )
    if random.random() < 0.05:
        return literal(text)
    if not for_rdflib and random.random() < 0.5:
        text = random.choice(
            (f"{text}Z", f"{text}+02:00", f"{text}-11:30", "2000-01-01T25:00:00", "2000-01-01T12:30:00.125Z")
        )
    return literal(text, XSD + "dateTime")


def period(random: Random, for_rdflib: bool) -> str:
    """What has a year: calendar years and months, days and points in time."""
    if for_rdflib or random.random() < 0.4:
        return random.choice((day, moment))(random, for_rdflib)
    text, datatype = random.choice(
        (
            ("1990", "gYear"),
            ("1995Z", "gYear"),
            ("-0010", "gYear"),
            ("1990-05", "gYearMonth"),
            ("1995-12Z", "gYearMonth"),
        )
    )
    return literal(text, XSD + datatype)


def text(random: Random, for_rdflib: bool) -> str:
    """Words in several cases and languages, and rarely a number."""
    word = random.choice(_WORDS)
    kind = random.random()
    if kind < 0.1:
        return literal("7", XSD + "integer")
    return literal(word, language=random.choice(_LANGUAGES)) if kind < 0.6 else literal(word)


_ATTRIBUTES: dict[str, Callable[[Random, bool], str]] = {
    **dict.fromkeys(NUMBERS, number),
    **dict.fromkeys(DAYS, day),
    **dict.fromkeys(MOMENTS, moment),
    **dict.fromkeys(PERIODS, period),
    **dict.fromkeys(TEXTS, text),
}
