"""The dates of a thing by what happened then, in the words of English verbs."""

from pog_agent.language.lexicon import english_table
from pog_agent.models.query import Query
from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.composing.forms.operands import operand_of
from pog_agent.reading.composing.forms.subquestions import Span, WholeQuestion
from pog_agent.reading.composing.writing.unwritten import UnwrittenError
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.terms import Term
from pog_agent.words import stem


def dates_of_event(verb: str, lexicon: SchemaLexicon) -> tuple[Term, ...]:
    """The relations that tell when what a verb says happened."""
    word = " ".join(verb.lower().split())
    return dates_named(english_table("lexicon", "events").get(word, (word,)), lexicon)


def dates_named(words: tuple[str, ...], lexicon: SchemaLexicon) -> tuple[Term, ...]:
    """The relations to dates and years with one of some words in a name."""
    wanted = {stem(word) for word in words}
    return tuple(
        sorted(
            relation
            for relation in lexicon.attributes
            if (lexicon.is_dated(relation) or lexicon.is_year_number(relation))
            and any(wanted & set(form.stems) for form in lexicon.forms.get(relation, ()))
        )
    )


def drafts_of(question: WholeQuestion, relations: tuple[Term, ...], thing: Span) -> tuple[QueryDraft, ...]:
    """What is composed for the values of some relations that a thing has itself: those with the fewest flaws."""
    lexicon = question.vocabulary.lexicon
    found = []
    for relation in relations:
        draft = question.draft("What is the ", lexicon.label(relation), " of ", thing, "?")
        if draft.query is not None and _relation_of(draft.query, lexicon) == relation:
            found.append(draft)
    least = min((len(draft.flaws) + len(draft.reading.unread) for draft in found), default=0)
    return tuple(draft for draft in found if len(draft.flaws) + len(draft.reading.unread) == least)


def _relation_of(query: Query, lexicon: SchemaLexicon) -> Term | None:
    try:
        return operand_of(query, lexicon, "one").relation
    except UnwrittenError:
        return None
