"""Presets: which predicates of a graph name, describe and classify its nodes, and which are its edges.

The files in `presets/` are the presets for well-known graphs; a user's own file has the same form.
"""

import hashlib
import tomllib
from collections.abc import Sequence
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Final, Literal, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from pog_agent.errors import SettingError
from pog_agent.terms import RDF_TYPE, RDFS_SUBCLASS, Term, is_iri
from pog_agent.urls import is_http_url

AUTO: Final = "auto"
GENERIC: Final = "generic"
PRESETS: Final = (GENERIC, "freebase", "wikidata", "wikidata-statements", "dbpedia")

_HOSTS: Final = {
    "query.wikidata.org": "wikidata",
    "query-main.wikidata.org": "wikidata",
    "query-scholarly.wikidata.org": "wikidata",
    "dbpedia.org": "dbpedia",
    "live.dbpedia.org": "dbpedia",
}
_QLEVER_HOSTS: Final = ("qlever.dev", "qlever.cs.uni-freiburg.de")
_SHORT_FORMS: Final = ("rdf:", "rdfs:", "owl:", "skos:", "foaf:", "schema:", "wd:", "wdt:", "dbo:", "dbp:", "fb:")


def _full_iri(text: str) -> str:
    if not is_iri(text) or text.startswith(_SHORT_FORMS):
        raise ValueError(f"{text!r} is not a full IRI such as {RDF_TYPE}")
    return text


Iri = Annotated[str, AfterValidator(_full_iri)]
Iris = tuple[Iri, ...]


class Preset(BaseModel):
    """What the stores know about the vocabulary of a graph. A predicate stands in one field at most.

    A triple is an edge unless its predicate is a name, a description or skipped, or a namespace rules out the
    predicate or one of its nodes. A namespace is the beginning of an IRI.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    labels: Iris = Field(min_length=1, max_length=100, description="predicates of names, the most trusted first")
    own_labels: Iris = Field((), description="those of the labels that were found in the graph itself")
    aliases: Iris = Field((), max_length=100, description="predicates of other names: found by, not shown")
    descriptions: Iris = Field((), description="predicates of descriptions")
    types: Iris = Field((RDF_TYPE,), min_length=1, description="predicates of classes; always edges as well")
    subclasses: Iris = Field(
        (RDFS_SUBCLASS,), description="those edges that lead from a class to a superclass, for the schema summary"
    )
    skip: Iris = Field((), description="other predicates that are no edges")
    skip_prefixes: Iris = Field((), description="namespaces of predicates that are no edges")
    edge_prefixes: Iris = Field((), description="only predicates in these namespaces are edges; all if empty")
    skip_nodes: Iris = Field((), description="namespaces of IRIs that are no entities: without edges, never found")
    mediators: Iris = Field(
        (), description="namespaces of mediators beside the nodes without a label, never named"
    )
    relation_labels: dict[Iri, Iri] = Field(
        {}, description="by the beginning of a relation, that of the IRI which bears its label"
    )
    names_from_iris: Literal["auto", "always", "never"] = Field(
        "auto", description="whether a node without a label goes by the words of its IRI"
    )
    graphs: Iris = Field((), description="named graphs that an endpoint is asked about")
    search: Literal["auto", "none", "virtuoso", "wikidata", "qlever", "jena"] = Field(
        "auto", description="full-text search that the endpoint has"
    )

    @model_validator(mode="after")
    def _each_predicate_once(self) -> Self:
        seen: dict[str, str] = {}
        for field in ("labels", "aliases", "descriptions", "types", "skip"):
            for predicate in getattr(self, field):
                if predicate in seen:
                    raise ValueError(f"<{predicate}> stands in {seen[predicate]!r} and again in {field!r}")
                seen[predicate] = field
        return self

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Predicates by which a node is found; the place in this order ranks them."""
        return (*self.labels, *self.aliases)

    @cached_property
    def given(self) -> "Preset":
        """The preset as it was given, before a graph was looked at."""
        labels = tuple(label for label in self.labels if label not in self.own_labels)
        return self._with_labels(labels, ()) if self.own_labels else self

    def with_own(self, labels: Sequence[str]) -> "Preset":
        """The preset with predicates of names that were found in a graph, behind its own ones."""
        return self._with_labels((*self.labels, *labels), (*self.own_labels, *labels))

    def _with_labels(self, labels: Sequence[str], own: Sequence[str]) -> "Preset":
        """A copy without what was worked out of the other labels, which `model_copy` would keep."""
        return Preset.model_validate(self.model_dump() | {"labels": labels, "own_labels": own})

    @cached_property
    def annotations(self) -> frozenset[str]:
        """Predicates that their names exclude as edges."""
        return frozenset((*self.names, *self.descriptions, *self.skip))

    @cached_property
    def digest(self) -> str:
        """A short string that changes with all that decides about names and edges of a graph."""
        content = self.model_dump_json(exclude={"name", "graphs", "search", "subclasses"})
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    def allows(self, predicate: str) -> bool:
        """Whether the namespaces leave room for the predicate as an edge."""
        return not predicate.startswith(self.skip_prefixes) and (
            not self.edge_prefixes or predicate.startswith(self.edge_prefixes)
        )

    def is_relation(self, predicate: str) -> bool:
        """Whether triples with the predicate are edges between nodes."""
        return predicate in self.types or (predicate not in self.annotations and self.allows(predicate))

    def is_schema_relation(self, relation: str) -> bool:
        """Whether edges with the relation are more than those to a class or superclass."""
        return self.is_relation(relation) and relation not in self.types and relation not in self.subclasses

    def is_edge(self, head: Term, relation: str, tail: Term) -> bool:
        """Whether the triple is an edge."""
        return self.is_relation(relation) and not (self.is_skipped(head) or self.is_skipped(tail))

    def is_skipped(self, node: Term) -> bool:
        """Whether the node has no edges."""
        return node.startswith(self.skip_nodes)

    def is_nameless(self, node: Term) -> bool:
        """Whether no name leads to the node, whatever the graph says."""
        return node.startswith((*self.skip_nodes, *self.mediators))

    def label_bearer(self, term: Term) -> Term | None:
        """The IRI whose label is shown for the term; None for a mediator, which is never named."""
        if term.startswith(self.mediators):
            return None
        begin = max((begin for begin in self.relation_labels if term.startswith(begin)), key=len, default="")
        return self.relation_labels[begin] + term.removeprefix(begin) if begin else term


def generic() -> Preset:
    """The preset for graphs whose vocabulary is not known."""
    return load_preset(GENERIC)


def choose_preset(setting: str, kg: str) -> Preset:
    """The preset that a setting names; `auto` gives that of a well-known endpoint, or else the generic one.

    Raises `SettingError` for what begins as a URL and is none.
    """
    if setting != AUTO:
        return load_preset(setting)
    try:
        url = urlsplit(kg) if is_http_url(kg) else urlsplit("")
    except ValueError as error:
        raise SettingError(f"{kg!r} is not a URL ({error})") from error
    dataset = url.path.rstrip("/").rpartition("/")[2]
    if url.hostname in _QLEVER_HOSTS and dataset in PRESETS:
        return load_preset(dataset).model_copy(update={"search": "qlever"})
    return load_preset(_HOSTS.get(url.hostname or "", GENERIC))


def load_preset(setting: str) -> Preset:
    """Loads a preset by its name or the path of its file; `SettingError` if it is missing or wrong."""
    if setting in PRESETS:
        bundled = files("pog_agent.kg").joinpath("presets", f"{setting}.toml")
        return _parse(bundled.read_text(encoding="utf-8"), setting, setting)
    path = Path(setting)
    if not path.is_file():
        allowed = ", ".join((AUTO, *PRESETS))
        raise SettingError(f"no preset {setting!r}; allowed: {allowed}, or the path of a TOML file")
    try:
        return _parse(path.read_text(encoding="utf-8"), path.stem, setting)
    except (OSError, UnicodeDecodeError) as error:
        raise SettingError(f"preset {setting}: cannot be read as text ({error})") from error


def _parse(text: str, name: str, shown: str) -> Preset:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingError(f"preset {shown}: not valid TOML: {error}") from error
    allowed = [field for field in Preset.model_fields if field not in ("name", "own_labels")]
    unknown = [field for field in table if field not in allowed]
    if unknown:
        raise SettingError(f"preset {shown}: unknown field {unknown[0]!r}; allowed: {', '.join(allowed)}")
    try:
        return Preset(name=name, **table)
    except ValidationError as error:
        raise SettingError(f"preset {shown}: {_in_one_line(error)}") from error


def _in_one_line(error: ValidationError) -> str:
    problem = error.errors()[0]
    reason = problem["msg"].removeprefix("Value error, ")
    if not problem["loc"]:
        return reason
    field = str(problem["loc"][0])
    return f"field {field!r}: {reason}; allowed: {Preset.model_fields[field].description}"
