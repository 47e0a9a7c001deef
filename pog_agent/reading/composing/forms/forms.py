"""The entry of this room: the query for a question that is computed from what plainer questions ask for."""

from collections.abc import Callable, Sequence

from pog_agent.deadline import while_in_time
from pog_agent.models import TopicEntity
from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.composing.forms.choosing import choice
from pog_agent.reading.composing.forms.comparing import comparison
from pog_agent.reading.composing.forms.linked import linked
from pog_agent.reading.composing.forms.subquestions import Compose, WholeQuestion
from pog_agent.reading.schema.vocabulary import QueryVocabulary


def composed_form(
    text: str, topics: Sequence[TopicEntity], vocabulary: QueryVocabulary, compose: Compose
) -> QueryDraft | None:
    """The query for a question of one of these forms; None for any other question.

    `compose` gives the query for a plain question. A form whose parts are not read has no query, and the reason.
    """
    question = WholeQuestion(text, topics, vocabulary, compose)
    readers: tuple[Callable[[WholeQuestion], QueryDraft | None], ...] = (comparison, choice, linked)
    found = (read(question) for read in while_in_time(readers, "forms of questions"))
    return next((draft for draft in found if draft is not None), None)
