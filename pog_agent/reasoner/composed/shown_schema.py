"""What of a graph's schema is shown to a language model that composes a query: numbered, bounded, in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from operator import attrgetter
from typing import Final, Literal

from pog_agent.kg.schema.summary import (
    NO_CLASS,
    NO_CLASS_NO_LABEL,
    PSEUDO_CLASSES,
    STRING,
    TAGGED,
    SchemaAttribute,
    SchemaLink,
    SchemaSummary,
)
from pog_agent.models import TopicEntity
from pog_agent.models.class_topics import TextMention
from pog_agent.models.query_walk import NUMBER_TYPES
from pog_agent.reading.schema.names import name_forms, stems_of, tokens_of
from pog_agent.reading.schema.vocabulary import QueryVocabulary
from pog_agent.reasoner.shown import QuestionContext
from pog_agent.reasoner.writing import lines
from pog_agent.terms import XSD, Term, literal_value

MOST_CLASSES: Final = 40
MOST_LINKS: Final = 40
MOST_ATTRIBUTES: Final = 40
MOST_PAIRS: Final = 4
"""So many pairs of classes are shown of one relation."""
FARTHEST: Final = 2
"""Classes that are farther from those of the question, in links, come last."""
_LONGEST_TEXT: Final = 60

ValueKind = Literal["entity", "number", "text", "date", "dateTime", "year", "other"]
"""What a variable stands for: a thing, or a value of some type. Years are read as numbers."""
_KINDS: Final[Mapping[Term, ValueKind]] = {
    STRING: "text",
    TAGGED: "text",
    XSD + "date": "date",
    XSD + "dateTime": "dateTime",
    XSD + "gYear": "year",
    XSD + "gYearMonth": "year",
}
_KIND_NAMES: Final[Mapping[ValueKind, str]] = {"dateTime": "date and time", "other": "value without an order"}


@dataclass(frozen=True)
class ShownAttribute:
    """A relation that leads to values of one datatype."""

    relation: Term
    datatype: Term
    owners: tuple[SchemaAttribute, ...]

    @property
    def kind(self) -> ValueKind:
        """What its values are read as."""
        return value_kind(self.datatype)

    @property
    def zoned(self) -> bool:
        """Whether its dates have a time zone, as far as those that are known tell."""
        known = [text for item in self.owners for text in (item.smallest, item.greatest, *item.examples) if text]
        return any(text.endswith("Z") or text[-6:-5] in ("+", "-") for text in known if "T" in text)


@dataclass(frozen=True)
class ShownSchema:
    """What the model was shown, each by its number from 1 on. `left_out` says what was not."""

    vocabulary: QueryVocabulary
    topics: tuple[TopicEntity, ...]
    classes: tuple[Term, ...]
    links: tuple[tuple[SchemaLink, ...], ...]
    attributes: tuple[ShownAttribute, ...]
    left_out: str = ""

    @property
    def texts(self) -> tuple[TextMention, ...]:
        """The texts of attributes that the question has."""
        return self.vocabulary.texts

    def values(self) -> dict[str, str]:
        """The placeholders of the prompt."""
        return {
            "topics": lines(self._topic_lines()),
            "classes": lines(self._class_lines()),
            "links": lines(self._link_lines()),
            "attributes": lines(self._attribute_lines()),
            "texts": lines(self._text_lines()),
        }

    def name_of_class(self, iri: Term) -> str:
        """The name of a class in words."""
        found = self.vocabulary.summary.class_of(iri)
        return found.shown(self.vocabulary.languages) if found else iri

    def _name_of(self, relation: Term) -> str:
        return self.vocabulary.summary.names_of(relation).shown(self.vocabulary.languages)

    def _topic_lines(self) -> Iterator[str]:
        for number, topic in enumerate(self.topics, start=1):
            kinds = self.vocabulary.classes_of.get(topic.iri, ())
            names = ", ".join(map(self.name_of_class, kinds)) or NO_CLASS
            yield f"topic{number} {{{topic.label}}} ({names})"

    def _class_lines(self) -> Iterator[str]:
        for number, iri in enumerate(self.classes, start=1):
            found = self.vocabulary.summary.class_of(iri)
            size = found.instances if found else 0
            named = [item.text for item in self.vocabulary.classes if item.iri == iri]
            said = f', in the question: "{named[0]}"' if named else ""
            yield f"class{number} {{{self.name_of_class(iri)}}} ({size}{said})"

    def _link_lines(self) -> Iterator[str]:
        for number, links in enumerate(self.links, start=1):
            yield f"link{number} {'; '.join(map(self._link_text, links))}"

    def _link_text(self, link: SchemaLink) -> str:
        source, target = self.name_of_class(link.source), self.name_of_class(link.target)
        return f"{{{source}}} - {self._name_of(link.relation)} -> {{{target}}} ({link.edges})"

    def _attribute_lines(self) -> Iterator[str]:
        for number, item in enumerate(self.attributes, start=1):
            owners = ", ".join(
                f"{{{self.name_of_class(owner.source)}}} ({owner.edges})" for owner in item.owners[:MOST_PAIRS]
            )
            name = _KIND_NAMES.get(item.kind, item.kind)
            yield f"attribute{number} {self._name_of(item.relation)} of {owners}: {name}{_range(item)}"

    def _text_lines(self) -> Iterator[str]:
        for number, item in enumerate(self.texts, start=1):
            said = literal_value(item.terms[0])[:_LONGEST_TEXT]
            yield f'value{number} "{said}" of {self._name_of(item.relation)}'


def value_kind(datatype: Term) -> ValueKind:
    """What literals of a datatype are read as."""
    return "number" if datatype in NUMBER_TYPES else _KINDS.get(datatype, "other")


def shown_schema(context: QuestionContext, vocabulary: QueryVocabulary) -> ShownSchema:
    """The classes, links and attributes nearest to what a question names, at most 40 of each.

    Classes count as near by the links between them and those that the question names; relations whose words stand
    in the question come first.
    """
    summary = vocabulary.summary
    distances = _distances(vocabulary)
    stems = {stem for token in tokens_of(context.question) for stem in stems_of((token.text,))}
    named = {
        item.iri: any(stems.intersection(form.stems) for form in name_forms(item, vocabulary.languages))
        for item in summary.relations
    }
    links = sorted(_links_by_relation(summary), key=lambda found: _rank_of_links(found, named, distances))
    attributes = sorted(_attributes_of(summary), key=lambda found: _rank_of_attribute(found, named, distances))
    used = {iri for found in links[:MOST_LINKS] for link in found for iri in (link.source, link.target)}
    used |= {owner.source for found in attributes[:MOST_ATTRIBUTES] for owner in found.owners[:MOST_PAIRS]}
    asked = [item.iri for item in vocabulary.classes]
    ranked = sorted(
        (item for item in summary.classes if item.iri not in PSEUDO_CLASSES),
        key=lambda item: (item.iri not in asked, item.iri not in used, distances.get(item.iri, FARTHEST + 1)),
    )
    sizes = (
        ("classes", len(ranked), MOST_CLASSES),
        ("links", len(links), MOST_LINKS),
        ("attributes", len(attributes), MOST_ATTRIBUTES),
    )
    cut = [f"{most} of {size} {name}" for name, size, most in sizes if size > most]
    is_class = {item.iri for item in summary.classes}
    return ShownSchema(
        vocabulary,
        tuple(topic for topic in context.topics if topic.iri not in is_class),
        tuple(item.iri for item in ranked[:MOST_CLASSES]),
        tuple(links[:MOST_LINKS]),
        tuple(attributes[:MOST_ATTRIBUTES]),
        f"the model was shown {', '.join(cut)}" if cut else "",
    )


def _distances(vocabulary: QueryVocabulary) -> Mapping[Term, int]:
    """How many links classes are from those of the question, up to `FARTHEST`; 0 for all where it names none."""
    own = chain.from_iterable(kinds or (NO_CLASS, NO_CLASS_NO_LABEL) for kinds in vocabulary.classes_of.values())
    starts = {*(item.iri for item in vocabulary.classes), *own}
    if not starts:
        return {item.iri: 0 for item in vocabulary.summary.classes}
    found = dict.fromkeys(starts, 0)
    border = starts
    for distance in range(1, FARTHEST + 1):
        border = {iri for near in border for iri in _neighbours(vocabulary.summary, near)} - found.keys()
        found |= dict.fromkeys(border, distance)
    return found


def _neighbours(summary: SchemaSummary, iri: Term) -> Iterator[Term]:
    yield from (link.target for link in summary.links_from(iri))
    yield from (link.source for link in summary.links_to(iri))


def _links_by_relation(summary: SchemaSummary) -> Iterator[tuple[SchemaLink, ...]]:
    """The links of each relation, the most frequent first, between the classes that say most."""
    above = summary.above
    by_relation = attrgetter("relation")
    for _, group in groupby(sorted(summary.links, key=by_relation), key=by_relation):
        links = tuple(group)
        telling = [link for link in links if not any(_says_more(other, link, above) for other in links)]
        yield tuple(sorted(telling, key=lambda link: (-link.edges, link.source, link.target))[:MOST_PAIRS])


def _says_more(one: SchemaLink, other: SchemaLink, above: Mapping[Term, frozenset[Term]]) -> bool:
    """Whether a link has all edges of another one and more, or the same between narrower classes."""
    is_wider = one.source in above.get(other.source, ()) and one.target in above.get(other.target, ())
    is_narrower = other.source in above.get(one.source, ()) and other.target in above.get(one.target, ())
    return (is_wider and one.edges > other.edges) or (is_narrower and not is_wider and one.edges == other.edges)


def _attributes_of(summary: SchemaSummary) -> Iterator[ShownAttribute]:
    """The attributes by relation and datatype; of classes below each other the one that says most."""
    above = summary.above
    by_relation = attrgetter("relation", "datatype")
    for (relation, datatype), group in groupby(sorted(summary.attributes, key=by_relation), key=by_relation):
        found = tuple(group)
        telling = [item for item in found if not any(_is_about_more(other, item, above) for other in found)]
        owners = tuple(sorted(telling, key=lambda item: (-item.edges, item.source)))
        yield ShownAttribute(relation, datatype, owners)


def _is_about_more(one: SchemaAttribute, other: SchemaAttribute, above: Mapping[Term, frozenset[Term]]) -> bool:
    is_wider = one.source in above.get(other.source, ())
    is_narrower = other.source in above.get(one.source, ())
    return (is_wider and one.edges > other.edges) or (is_narrower and not is_wider and one.edges == other.edges)


def _rank_of_links(
    links: Sequence[SchemaLink], named: Mapping[Term, bool], distances: Mapping[Term, int]
) -> tuple[bool, int, int, Term]:
    far = FARTHEST + 1
    distance = min(distances.get(link.source, far) + distances.get(link.target, far) for link in links)
    return not named.get(links[0].relation), distance, -links[0].edges, links[0].relation


def _rank_of_attribute(
    found: ShownAttribute, named: Mapping[Term, bool], distances: Mapping[Term, int]
) -> tuple[bool, int, int, Term, Term]:
    distance = min(distances.get(item.source, FARTHEST + 1) for item in found.owners)
    return not named.get(found.relation), distance, -found.owners[0].edges, found.relation, found.datatype


def _range(item: ShownAttribute) -> str:
    """The unit, and either the least and greatest value or some examples."""
    first = item.owners[0]
    units = sorted({unit for owner in item.owners for unit in owner.units})
    unit = f" in {', '.join(units)}" if units else ""
    if first.smallest is not None and first.greatest is not None:
        return f"{unit}, {first.smallest} to {first.greatest}"
    examples = ", ".join(f'"{text[:_LONGEST_TEXT]}"' for text in first.examples)
    return f"{unit}, such as {examples}" if examples else unit
