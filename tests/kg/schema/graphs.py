"""Random small graphs with classes, superclasses, literals, and nodes without a class."""

from hypothesis import strategies

from pog_agent.terms import RDF_TYPE, RDFS_LABEL, RDFS_SUBCLASS, XSD, Triple, literal

EX = "http://example.org/"
NODES = [f"{EX}n{number}" for number in range(6)]
CLASSES = [f"{EX}C{number}" for number in range(5)]
RELATIONS = [f"{EX}r{number}" for number in range(3)]
NAME = literal("name", language="en")
LITERALS = [
    *(literal(text, XSD + "integer") for text in ("7", "10", "-3", "007", "seven")),
    *(literal(text, XSD + "gYear") for text in ("1999", "2001", "MMI")),
    *(literal("red"), literal("blue"), literal("rot", language="de"), literal("red", language="en")),
]


def graphs(values: list[str] = LITERALS) -> strategies.SearchStrategy[set[Triple]]:
    """Sets of triples with these literals."""
    nodes = strategies.sampled_from([*NODES, *CLASSES, "_:b0", "_:b1"])
    classes = strategies.sampled_from(CLASSES)
    chosen = strategies.sampled_from
    triples = strategies.one_of(
        strategies.tuples(nodes, chosen(RELATIONS), nodes),
        strategies.tuples(nodes, chosen(RELATIONS), chosen(values)),
        strategies.tuples(nodes, strategies.just(RDF_TYPE), nodes),
        strategies.tuples(nodes, strategies.just(RDF_TYPE), classes),
        strategies.tuples(classes, strategies.just(RDFS_SUBCLASS), classes),
        strategies.tuples(chosen(NODES), strategies.just(RDFS_LABEL), strategies.just(NAME)),
    )
    return strategies.sets(triples, max_size=40)
