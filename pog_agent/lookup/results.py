"""What lookups give: plain values with a description of every field, bounded in size."""

from pydantic import Field

from pog_agent.models import Value

LABEL = "name in the graph, on one line"
WARNINGS = "what was cut, skipped or is ambiguous, in words; empty if the result is complete"


class NamedEntity(Value):
    """An entity with its name."""

    iri: str = Field(description="identifier of the entity; usable wherever a name is")
    label: str = Field(description=LABEL)


class FoundEntity(NamedEntity):
    """An entity that a name may mean."""

    types: tuple[str, ...] = Field(description="labels of its classes, which tell entities of one name apart")
    score: float = Field(ge=0, le=1, description="likeness of the names; 1 where they are equal")


class FoundEntities(Value):
    """The entities that a name may mean, the most likely first."""

    text: str = Field(description="the name that was looked for")
    entities: tuple[FoundEntity, ...] = Field(description="the entities, the most likely first; may be empty")
    is_exact: bool = Field(description="whether the entities have exactly this name; else they only resemble it")
    warnings: tuple[str, ...] = Field((), description=WARNINGS)


class FactEnd(Value):
    """What a fact leads to: an entity (`iri`) or a literal (`value`)."""

    iri: str | None = Field(None, description="identifier, where it is an entity")
    value: str | None = Field(None, description="lexical form, where it is a literal such as a date or number")
    label: str = Field(description=LABEL)


class RelationFacts(Value):
    """The facts of an entity with one relation in one direction."""

    relation: str = Field(description="label of the relation")
    iri: str = Field(description="identifier of the relation")
    forward: bool = Field(description="true: entity - relation -> ends; false: ends - relation -> entity")
    ends: tuple[FactEnd, ...] = Field(description="the first ends of the facts that have a name")
    total: int = Field(description="number of facts of this relation, listed or not")


class EntityDescription(Value):
    """What the graph has of one entity."""

    entity: NamedEntity = Field(description="the entity that is described")
    types: tuple[str, ...] = Field(description="labels of its classes")
    facts: tuple[RelationFacts, ...] = Field(
        description="its facts by relation: classes, then what it has, then what leads to it"
    )
    relations: int = Field(description="number of relations that it has, listed or not")
    total: int = Field(description="number of its facts, listed or not")
    warnings: tuple[str, ...] = Field((), description=WARNINGS)


class ConnectingPath(Value):
    """A path pattern that joins entities: relations in order, and what stands between them."""

    text: str = Field(description="the path in one line, {A} - relation -> {B} <- relation - {C}")
    length: int = Field(description="number of steps")
    relations: tuple[str, ...] = Field(
        description="labels of the relations in order, with <- where one is walked back"
    )
    triples: tuple[tuple[str, str, str], ...] = Field(
        description="facts of its first paths as [head, relation, tail], without very long literals"
    )
    score: float | None = Field(None, description="similarity to what was asked about; null where nothing was")


class ConnectingPaths(Value):
    """Paths that run through entities in the order given."""

    entities: tuple[NamedEntity, ...] = Field(description="the entities that were joined, in order")
    paths: tuple[ConnectingPath, ...] = Field(
        description="the paths: the most similar to what was asked about first, else the shortest first"
    )
    total: int = Field(description="number of path patterns found, listed or not")
    warnings: tuple[str, ...] = Field((), description=WARNINGS)


class ClassCount(Value):
    """A class with its instances."""

    iri: str = Field(description="identifier of the class, or 'no class' for things without one")
    label: str = Field(description=LABEL)
    instances: int = Field(description="number of instances, those of subclasses included")


class LinkCount(Value):
    """A relation from instances of one class to instances of another."""

    source: str = Field(description="label of the class that it leads from")
    relation: str = Field(description="label of the relation")
    iri: str = Field(description="identifier of the relation")
    target: str = Field(description="label of the class that it leads to")
    edges: int = Field(description="number of facts")


class AttributeCount(Value):
    """A relation from instances of a class to literals."""

    source: str = Field(description="label of the class")
    relation: str = Field(description="label of the relation")
    iri: str = Field(description="identifier of the relation")
    datatype: str = Field(description="kind of value, such as integer, date or string")
    edges: int = Field(description="number of facts")
    examples: tuple[str, ...] = Field(description="some of the values")


class SchemaOverview(Value):
    """Classes, links between them and attributes, the most frequent first."""

    classes: tuple[ClassCount, ...] = Field(description="classes with their instances")
    links: tuple[LinkCount, ...] = Field(description="relations between instances of classes")
    attributes: tuple[AttributeCount, ...] = Field(description="relations to literals")
    total_classes: int = Field(description="number of classes, listed or not")
    total_links: int = Field(description="number of links, listed or not")
    total_attributes: int = Field(description="number of attributes, listed or not")
    warnings: tuple[str, ...] = Field((), description=WARNINGS)


class NearTerm(Value):
    """A relation, class or entity of the graph that a query may mean."""

    iri: str = Field(description="identifier, to be put into the query")
    label: str = Field(description=LABEL)
    kind: str = Field(description="relation, class or entity")


class QueryHint(Value):
    """What the graph has of an IRI in a query that found nothing."""

    iri: str = Field(description="the IRI in the query")
    is_known: bool = Field(description="whether the graph has it")
    use: str = Field(description="how the graph uses it: ends of a relation and an example; empty if unknown")
    near: tuple[NearTerm, ...] = Field((), description="what may be meant, where the graph does not have it")


class SparqlResult(Value):
    """The result of a SPARQL query."""

    columns: tuple[str, ...] = Field(description="variables of a SELECT, without question mark")
    rows: tuple[tuple[str | None, ...], ...] = Field(
        description="rows of terms as SPARQL writes them, an IRI in <>; null where a cell is empty"
    )
    truth: bool | None = Field(description="answer of an ASK; null for a SELECT")
    hints: tuple[QueryHint, ...] = Field(
        (), description="where nothing was found: what the graph has of the IRIs in the query"
    )
    warnings: tuple[str, ...] = Field((), description=WARNINGS)
