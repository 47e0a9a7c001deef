"""What a schema says of the parts of a query: names, classes of variables, other ways to join them."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from pog_agent.kg.names import is_in
from pog_agent.kg.schema.chains import ChainFinder
from pog_agent.kg.schema.summary import NO_CLASS_NO_LABEL, PSEUDO_CLASSES
from pog_agent.models.query_walk import NUMBER_TYPES
from pog_agent.reading.query_account.parts import QueryParts, RelationPart, Variable, shown_variables
from pog_agent.reading.schema.lexicon import DATE_TYPES
from pog_agent.reading.schema.vocabulary import QueryVocabulary
from pog_agent.terms import Term


class SchemaFacts:
    """The schema around one query."""

    def __init__(
        self, parts: QueryParts, vocabulary: QueryVocabulary, labels: Mapping[Term, str] = MappingProxyType({})
    ) -> None:
        """`labels` are words for relations that the schema may not have."""
        self._parts = parts
        self._labels = labels
        self._vocabulary = vocabulary
        self._summary = vocabulary.summary

    def name(self, relation: Term) -> str:
        """A relation in words, in small letters."""
        return self.label(relation).lower()

    def label(self, relation: Term) -> str:
        """A relation in words."""
        known = self._labels.get(relation)
        return self._summary.names_of(relation).shown(self._vocabulary.languages) if known is None else known

    def aliases(self, relation: Term) -> tuple[str, ...]:
        """Its other names in the languages of the run, in small letters."""
        found = self._summary.names_of(relation).aliases
        return tuple(name.text.lower() for name in found if is_in(name.language, self._vocabulary.languages))

    def class_name(self, iri: Term) -> str:
        """A class in words."""
        found = self._summary.class_of(iri)
        return found.shown(self._vocabulary.languages) if found else iri

    def is_attribute(self, relation: Term) -> bool:
        """Whether a relation leads to values."""
        return bool(self._datatypes(relation))

    def is_dated(self, relation: Term) -> bool:
        """Whether a relation leads to dates or years."""
        return not DATE_TYPES.isdisjoint(self._datatypes(relation))

    def is_numeric(self, relation: Term) -> bool:
        """Whether a relation leads to numbers."""
        return not NUMBER_TYPES.isdisjoint(self._datatypes(relation))

    def attributes_at(self, variable: Variable) -> list[Term]:
        """The attributes that the things of a variable have, each once."""
        found = (item.relation for iri in self.classes_at(variable) for item in self._summary.attributes_of(iri))
        return sorted(set(found))

    def relations_beside(self, part: RelationPart) -> set[Term]:
        """The relations of the same kind, links or attributes, that the same things have."""
        if self.is_attribute(part.iri):
            return set(self.attributes_at(part.source))
        return {link.relation for iri in self.classes_at(part.source) for link in self._summary.links_from(iri)}

    def classes_at(self, variable: Variable) -> list[Term]:
        """The classes that a variable is said to be in, those of its topics; else what its relations join."""
        own = self._parts.classes_of(variable)
        for term in self._parts.terms_of(variable):
            own += self._vocabulary.classes_of.get(term, ())
        for part in self._parts.relations_at(variable) if not own else ():
            own += [source if part.source == variable else target for source, target, _ in self._pairs(part.iri)]
        return list(dict.fromkeys(own))

    def kinds_at(self, variable: Variable) -> list[Term]:
        """The classes, with superclasses, that all things of a variable are in by what is said of it."""
        own = set(self._parts.classes_of(variable))
        for term in self._parts.terms_of(variable):
            own.update(self._vocabulary.classes_of.get(term, ()))
        for part in self._parts.relations_at(variable) if not own else ():
            ends = {source if part.source == variable else target for source, target, _ in self._pairs(part.iri)}
            own.update(iri for iri in ends - {*PSEUDO_CLASSES} if self.is_implied(iri, variable))
        return sorted({wide for iri in own for wide in self._summary.above.get(iri, {iri})})

    def is_value(self, variable: Variable) -> bool:
        """Whether a variable stands for values."""
        return any(
            part.target == variable and self.is_attribute(part.iri) for part in self._parts.relations_at(variable)
        )

    def is_nameless(self, variable: Variable) -> bool:
        """Whether a variable stands for things without a name, which are walked through."""
        known = [(iri, self._summary.class_of(iri)) for iri in self.classes_at(variable)]
        return bool(known) and all(
            iri == NO_CLASS_NO_LABEL or (found is not None and found.mediator) for iri, found in known
        )

    def may_be_alike(self, one: Variable, other: Variable) -> bool:
        """Whether two variables may stand for things of one kind, as far as classes tell."""
        return any(
            self._are_kin(first, second) for first in self.classes_at(one) for second in self.classes_at(other)
        )

    def is_implied(self, iri: Term, variable: Variable) -> bool:
        """Whether a relation at a variable has a class at this end wherever the graph has the relation."""
        for part in self._parts.relations_at(variable):
            ends = [
                (source if part.source == variable else target, edges)
                for source, target, edges in self._pairs(part.iri)
            ]
            own = max((edges for found, edges in ends if found == iri), default=0)
            if own and own == max(edges for _, edges in ends) and all(self._are_kin(end, iri) for end, _ in ends):
                return True
        return False

    def is_only_way(self, part: RelationPart, asked_classes: frozenset[Term]) -> bool:
        """Whether the graph has no other relation, and no other way of two, between what a relation joins.

        Both ends must be spoken of. A variable that nothing else speaks of is passed through to the next relation.
        """
        if self.is_attribute(part.iri):
            return False
        ways = [(part.source, part.target, [part.iri])]
        for end, start in ((part.source, part.target), (part.target, part.source)):
            others = [item for item in self._parts.relations_at(end) if item is not part]
            if len(others) == 1 and not self._is_spoken_of(end, asked_classes):
                beyond = others[0].target if others[0].source == end else others[0].source
                ways.append((start, beyond, [part.iri, others[0].iri]))
        ways = ways[1:] or ways
        spoken = all(
            self._is_spoken_of(end, asked_classes) for start, beyond, _ in ways for end in (start, beyond)
        )
        return spoken and all(self._is_single(*way) for way in ways)

    def _is_spoken_of(self, variable: Variable, asked_classes: frozenset[Term]) -> bool:
        if not asked_classes.isdisjoint(self._parts.classes_of(variable)) or self._parts.terms_of(variable):
            return True
        return variable in shown_variables(self._parts.query)

    def _is_single(self, start: Variable, end: Variable, relations: Sequence[Term]) -> bool:
        ends = self.classes_at(end) or list(PSEUDO_CLASSES)
        found = {
            frozenset(step.relation for step in steps)
            for begin in self.classes_at(start) or PSEUDO_CLASSES
            for steps in self._chains.between(begin, ends)
            if len(steps) <= len(relations)
        }
        return found == {frozenset(relations)}

    @cached_property
    def _chains(self) -> ChainFinder:
        return ChainFinder(self._summary)

    def _datatypes(self, relation: Term) -> set[Term]:
        return {item.datatype for item in self._summary.attributes if item.relation == relation}

    def _pairs(self, relation: Term) -> list[tuple[Term, Term, int]]:
        """The classes, or class and datatype, that a relation joins, with the number of its edges."""
        links = [
            (item.source, item.target, item.edges) for item in self._summary.links if item.relation == relation
        ]
        attributes = (item for item in self._summary.attributes if item.relation == relation)
        return [*links, *((item.source, item.datatype, item.edges) for item in attributes)]

    def _are_kin(self, one: Term, other: Term) -> bool:
        above = self._summary.above
        return one == other or one in above.get(other, ()) or other in above.get(one, ())
