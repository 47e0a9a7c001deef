"""What the relations of a schema summary are called and measure: one object for a graph, which questions share."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np

from pog_agent.deadline import while_in_time
from pog_agent.kg.schema.chains import ChainFinder
from pog_agent.kg.schema.summary import NO_CLASS_NO_LABEL, PSEUDO_CLASSES, SchemaAttribute, SchemaSummary
from pog_agent.language.lexicon import english_words
from pog_agent.models.query_walk import NUMBER_TYPES
from pog_agent.ranking.encoder import Encoder
from pog_agent.reading.answer_type import answers_who_or_where, is_had_by_people
from pog_agent.reading.extremes import AGES, ATTRIBUTES, OF_TIME, is_of_age
from pog_agent.reading.likeness import ALIAS
from pog_agent.reading.schema.flags import FlagValues, flag_values
from pog_agent.reading.schema.matching import NameMatcher
from pog_agent.reading.schema.names import SchemaNameForm, name_forms, stems_of, with_plain_names
from pog_agent.reading.schema.quantities import MeasuredRelation, measured_relations, with_measured_attributes
from pog_agent.reading.schema.text_days import relations_to_days
from pog_agent.reading.schema.text_quantities import MeasuredTexts, measured_texts, with_numbers_for_texts
from pog_agent.terms import XSD, LiteralTerm, Term
from pog_agent.values import read_text
from pog_agent.values.known_units import KnownUnit, are_comparable, known_unit
from pog_agent.words import stem

DATE_TYPES: Final = frozenset(XSD + name for name in ("date", "dateTime", "gYear", "gYearMonth"))
LEAST_LIKENESS: Final = 0.5
"""Below it, a word does not stand for a relation."""
LEAST_OF_MEASURE: Final = 0.55
"""So like what an adjective measures an attribute must be, if it shares no word with it."""
MOST_OF_UNIT: Final = 3
"""Words of so few letters may be units ("kg")."""
BY_MEANING: Final = 0.6
"""The score of an attribute that an adjective measures by likeness alone."""
CLEARLY: Final = 0.1
"""By so much the relations differ that a word is most like, if only the first is meant."""
OF_UNKNOWN_UNIT: Final = 0.2
OF_OTHER_UNIT: Final = 0.5
"""What an attribute loses that is compared with a number in a unit, where it has no known one or another."""
OF_TEXTS: Final = 0.5
"""What an attribute loses whose values are texts with units, so that another one which compares is taken first."""
_YEAR: Final = "year"
_YEARS: Final = range(1000, 2101)
_WITH_UNIT: Final = ("quantity", "duration")


@dataclass(frozen=True)
class Measure:
    """A relation that a head may stand for, and how well its words say so (0 to 1)."""

    relation: Term
    score: float
    reversed: bool = False
    """Whether its order is turned around: who is older has the earlier date of birth."""
    doubt: float = 0.0
    """What speaks against it beside its words: its values are texts, or in another unit than what they meet."""


class SchemaLexicon:
    """The relations of one schema summary in words."""

    def __init__(
        self,
        summary: SchemaSummary,
        encoder: Encoder,
        languages: Sequence[str],
        texts: Mapping[Term, Sequence[LiteralTerm]] | None = None,
    ) -> None:
        """`texts` are all values of some attributes."""
        nodes, plain = measured_relations(summary), measured_texts(summary, texts or {})
        self.measured_relations: Mapping[Term, MeasuredRelation | MeasuredTexts] = {**plain, **nodes}
        self._days = relations_to_days(summary, texts or {})
        self.summary = summary = with_numbers_for_texts(with_measured_attributes(summary, nodes), plain)
        self.chains = ChainFinder(summary)
        self._encoder = encoder
        self.forms: Mapping[Term, tuple[SchemaNameForm, ...]] = {
            item.iri: with_plain_names(name_forms(item, languages), summary.unit_of(item.iri))
            for item in summary.relations
        }
        self._languages = tuple(languages)
        attributes: defaultdict[Term, list[SchemaAttribute]] = defaultdict(list)
        for attribute in summary.attributes:
            attributes[attribute.relation].append(attribute)
        self.attributes: Mapping[Term, list[SchemaAttribute]] = dict(attributes)
        self.matcher = NameMatcher([form for forms in self.forms.values() for form in forms], encoder)

    def label(self, relation: Term) -> str:
        """The name of a relation to show."""
        return self.summary.names_of(relation).shown(self._languages)

    def class_label(self, class_iri: Term) -> str:
        """The name of a class to show."""
        found = self.summary.class_of(class_iri)
        return found.shown(self._languages) if found else class_iri

    def datatypes(self, relation: Term) -> frozenset[Term]:
        """The datatypes of an attribute's values."""
        return frozenset(item.datatype for item in self.attributes.get(relation, ()))

    def is_numeric(self, relation: Term) -> bool:
        """Whether all values are numbers."""
        return bool(self.datatypes(relation)) and self.datatypes(relation) <= NUMBER_TYPES

    def is_dated(self, relation: Term) -> bool:
        """Whether all values are dates or years."""
        types = self.datatypes(relation)
        return bool(types) and types <= DATE_TYPES

    def is_day_in_text(self, relation: Term) -> bool:
        """Whether all values are texts of days ("1931-04-12"), which are compared, and no more."""
        return relation in self._days

    def is_boolean(self, relation: Term) -> bool:
        """Whether the values are true and false."""
        return XSD + "boolean" in self.datatypes(relation)

    def flag(self, relation: Term) -> FlagValues | None:
        """What says yes and no among the values of an attribute; None for one that says more."""
        return flag_values(self.attributes.get(relation, ()))

    def is_zoned(self, relation: Term) -> bool:
        """Whether the dates have a time zone, as far as examples tell."""
        examples = [text for item in self.attributes.get(relation, ()) for text in item.examples]
        return any(re.search(r"(?:Z|[+-]\d\d:\d\d)$", text) for text in examples)

    def is_year_number(self, relation: Term) -> bool:
        """Whether an attribute of whole numbers is named as a year, or as a deed that was done then ("built")."""
        if not self.is_numeric(relation):
            return False
        forms = self.forms.get(relation, ())
        words = {word for form in forms for word in form.words}
        is_deed = not words.isdisjoint(english_words("done_in")) or any(word.endswith("ed") for word in words)
        return _YEAR in words or (is_deed and self._are_years(relation))

    def _are_years(self, relation: Term) -> bool:
        """Whether all values are whole numbers that may be years."""
        ends = [text for item in self.attributes[relation] for text in (item.smallest, item.greatest)]
        return all(text is not None and text.isdecimal() and int(text) in _YEARS for text in ends)

    def is_of_time(self, relation: Term) -> bool:
        """Whether all values are dates, or years as dates or numbers."""
        return self.is_dated(relation) or self.is_year_number(relation)

    def is_duration(self, relation: Term) -> bool:
        """Whether the numbers of a relation are a time: minutes, days."""
        minute = known_unit("minute")
        own = self.unit(relation) or known_unit(self.label(relation))
        return minute is not None and are_comparable(minute, own)

    def measured(self, adjective: str) -> tuple[Measure, ...]:
        """The attributes that an adjective of degree measures, the best first, texts that do not compare last."""
        wanted = [tuple(text.split()) for text in ATTRIBUTES.get(adjective, ())]
        own = stem(adjective)
        found = []
        for relation in self.attributes:
            is_dated, is_text = self.is_of_time(relation), bool(self.text_with_unit(relation))
            if not (self.is_numeric(relation) or is_dated or is_text):
                continue
            if is_dated and adjective not in OF_TIME:
                continue
            best = 0.0
            is_age = not is_dated and adjective in AGES
            for form in self.forms.get(relation, ()):
                stems = set(form.stems)
                for text in [("age",)] if is_age else wanted:
                    if stems >= set(stems_of(text)):
                        best = max(best, 0.9 if len(stems) == len(text) else 0.75)
                if own in stems:
                    best = max(best, 0.85)
            if is_dated and adjective in AGES:
                is_told = any(is_of_age(" ".join(form.words)) for form in self.forms.get(relation, ()))
                best = max(best, 0.75 if is_told else BY_MEANING)
            elif is_dated and adjective in OF_TIME:
                best = max(best, 0.65)
            if not best and wanted and not (is_dated or is_text):
                best = float(self.likeness([" ".join(text) for text in wanted], [relation]).max())
                is_time = adjective in english_words("of_duration") and self.is_duration(relation)
                best = BY_MEANING if is_time or best >= LEAST_OF_MEASURE else 0.0
            if best:
                is_reversed = adjective in AGES and is_dated == (adjective == "old")
                found.append(Measure(relation, best, is_reversed, OF_TEXTS if is_text else 0.0))
        return tuple(sorted(found, key=lambda item: (item.doubt - item.score, item.relation)))

    def alike(self, text: str, attributes_only: bool, *, by_meaning: bool = False) -> tuple[Measure, ...]:
        """The relations that a text is most like, those near to the best one.

        With `by_meaning`, it is not enough that the text is a part of a name. A text that is the whole name of a
        link means no attribute of another name: a "seller" is no price.
        """
        relations = [item for item in self.forms if not attributes_only or item in self.attributes]
        if not relations:
            return ()
        likeness = self.likeness([text], relations, by_meaning=by_meaning)[0]
        best = float(likeness.max())
        if best < LEAST_LIKENESS or (attributes_only and best < 1 - CLEARLY and self._names_link(text)):
            return ()
        near = [
            Measure(relation, float(fit))
            for relation, fit in zip(relations, likeness, strict=True)
            if fit >= max(LEAST_LIKENESS, best - CLEARLY)
        ]
        return tuple(sorted(near, key=lambda item: -item.score))

    def _names_link(self, text: str) -> bool:
        """Whether a text is the whole name of a relation to things."""
        return tuple(stems_of(tuple(text.casefold().split()))) in self._link_names

    @cached_property
    def _link_names(self) -> frozenset[tuple[str, ...]]:
        """The stems of each name of a relation to things."""
        links = (item for item in self.forms if item not in self.attributes)
        return frozenset(tuple(form.stems) for item in links for form in self.forms[item])

    def prepare(self, texts: Sequence[str]) -> None:
        """Encodes texts that will be compared, at once."""
        if texts:
            self._encoder.encode(list(dict.fromkeys(texts)))

    def likeness(
        self,
        texts: Sequence[str],
        relations: Sequence[Term],
        *,
        by_meaning: bool = False,
        by_aliases: bool = True,
    ) -> "np.ndarray[tuple[int, int], np.dtype[np.float32]]":
        """How like each text is to each relation: 1 for the same words, a little less for those of an alias."""
        found = np.zeros((len(texts), len(relations)), dtype=np.float32)
        if not texts or not relations:
            return found
        vectors = self._encoder.encode(list(texts))
        said = [stems_of(tuple(text.split())) for text in texts]
        for place, relation in enumerate(while_in_time(relations, "relations of the schema")):
            worth = np.array(
                [1.0 if form.how != "alias" else ALIAS * by_aliases for form in self.forms[relation]],
                dtype=np.float32,
            )
            if not worth.size:
                continue
            found[:, place] = (np.clip(vectors @ self._vectors[relation].T, 0.0, 1.0) * worth).max(axis=1)
            for row, stems in enumerate(said):
                for form, weight in zip(self.forms[relation], worth.tolist(), strict=True):
                    share = 0.0
                    if stems == form.stems:
                        share = 1.0
                    elif not by_meaning and set(stems) < set(form.stems):
                        share = 0.55 + 0.35 * len(stems) / len(form.stems)
                    found[row, place] = max(found[row, place], weight * share)
        return found

    @cached_property
    def _vectors(self) -> Mapping[Term, "np.ndarray[tuple[int, int], np.dtype[np.float32]]"]:
        """The vectors of the names of each relation, one a row."""
        flat = [form.text for forms in self.forms.values() for form in forms]
        matrix = self._encoder.encode(flat) if flat else np.zeros((0, 1), dtype=np.float32)
        found, start = {}, 0
        for relation, forms in self.forms.items():
            found[relation] = matrix[start : start + len(forms)]
            start += len(forms)
        return found

    def has_units(self, classes: Sequence[Term], relation: Term) -> bool:
        """Whether a relation's values in the last of some classes are quantities with units of their own."""
        if not classes:
            return False
        beside = [item.outgoing for item in self.summary.shapes if relation in item.outgoing]
        if classes[-1] == NO_CLASS_NO_LABEL and beside:
            around = [other for shape in beside for other in shape]
        else:
            around = [item.relation for item in self.summary.attributes_of(classes[-1])]
            around += [item.relation for item in self.summary.links_from(classes[-1])]
        return any(
            stem("unit") in stem(word)
            for item in around
            for form in self.forms.get(item, ())
            for word in form.words
        )

    def unit(self, relation: Term) -> KnownUnit | None:
        """The unit that all numbers of a relation are in; None where it is not known."""
        return self._units.get(relation)

    def text_with_unit(self, relation: Term) -> str:
        """An example of the texts of an attribute that are a number with a unit; empty where it has none."""
        return self._texts_with_units.get(relation, "")

    def fitting(self, measures: Sequence[Measure], unit: KnownUnit) -> tuple[Measure, ...]:
        """The same relations, with doubt about those whose unit is not known, and more if it does not compare."""
        return tuple(replace(item, doubt=self._doubt(item.relation, unit)) for item in measures)

    def _doubt(self, relation: Term, unit: KnownUnit) -> float:
        own = self.unit(relation)
        if self.text_with_unit(relation):
            return OF_TEXTS
        if own is None:
            return OF_UNKNOWN_UNIT
        return 0.0 if are_comparable(unit, own) else OF_OTHER_UNIT

    def measured_in(self, unit: KnownUnit) -> tuple[Measure, ...]:
        """All attributes in units which compare with this one, as guesses."""
        return tuple(
            Measure(relation, BY_MEANING)
            for relation in self.attributes
            if are_comparable(unit, self.unit(relation))
        )

    @cached_property
    def _units(self) -> Mapping[Term, KnownUnit]:
        found = {item.relation: known_unit(item.unit) for item in self.summary.units}
        found |= {relation: measured.unit for relation, measured in self.measured_relations.items()}
        return {relation: unit for relation, unit in found.items() if unit is not None}

    @cached_property
    def _texts_with_units(self) -> Mapping[Term, str]:
        found = {}
        for relation, own in self.attributes.items():
            if not (self.is_numeric(relation) or self.is_dated(relation)):
                texts = (text for item in own for text in item.examples)
                found[relation] = next((text for text in texts if read_text(text).kind in _WITH_UNIT), "")
        return found

    def name_stems(self, relation: Term) -> set[str]:
        """The stems of the names of a relation, without what may be a unit."""
        return {stem for form in self.forms.get(relation, ()) for stem in form.stems if len(stem) > MOST_OF_UNIT}

    def owners(self, relation: Term) -> tuple[Term, ...]:
        """The classes whose instances have an attribute, the smallest first."""
        found = {item.source for item in self.attributes.get(relation, ())} - set(PSEUDO_CLASSES)
        sizes = {item.iri: item.instances for item in self.summary.classes}
        return tuple(sorted(found, key=lambda iri: (sizes.get(iri, 0), iri)))

    def is_of_people(self, class_: Term) -> bool:
        """Whether "who" asks for things of a class, by its name or by what they have."""
        has = (
            form.text for item in self.summary.attributes_of(class_) for form in self.forms.get(item.relation, ())
        )
        label = self.class_label(class_).casefold()
        return any(map(is_had_by_people, has)) or answers_who_or_where(("person",), (label,), self._encoder)
