"""Attributes that some things of a class have in the place of a compared one: a weight as a text, or in kg."""

from pog_agent.kg.schema.summary import SchemaAttribute
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.reading.schema.text_quantities import MeasuredTexts
from pog_agent.terms import Term


def measure_beside(lexicon: SchemaLexicon, relation: Term, class_: Term) -> Term | None:
    """Another attribute of a class that is named as one is: with numbers, where that has texts with units."""
    names, has_texts = lexicon.name_stems(relation), _has_texts(lexicon, relation)
    is_read = lexicon.is_numeric(relation) or lexicon.is_dated(relation)
    for item in lexicon.summary.attributes_of(class_):
        is_other = item.relation != relation and lexicon.is_numeric(item.relation)
        differs = not is_read or _has_texts(lexicon, item.relation) != has_texts
        if is_other and differs and names & lexicon.name_stems(item.relation):
            return item.relation
    return None


def beside_an_extreme(lexicon: SchemaLexicon, relation: Term, class_: Term) -> Term | None:
    """Another attribute of a class that is named as one is and that an extreme by that one leaves out."""
    names = lexicon.name_stems(relation)
    for item in lexicon.summary.attributes_of(class_):
        is_compared = lexicon.is_numeric(item.relation) or lexicon.is_dated(item.relation)
        may_compare = not is_compared and _may_have_numbers(item)
        if item.relation != relation and may_compare and names & lexicon.name_stems(item.relation):
            return item.relation
    return measure_beside(lexicon, relation, class_)


def _may_have_numbers(attribute: SchemaAttribute) -> bool:
    """Whether some of the values may be numbers: a colour is none."""
    examples = attribute.examples
    return not examples or any(character.isdigit() for text in examples for character in text)


def _has_texts(lexicon: SchemaLexicon, relation: Term) -> bool:
    return isinstance(lexicon.measured_relations.get(relation), MeasuredTexts)
