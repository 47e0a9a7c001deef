"""Names of the graph that stand in a question and that neither its topics nor the cited paths account for."""

import re
from collections.abc import Collection, Iterator, Sequence

from pog_agent.language.english import english_pattern
from pog_agent.models import SpanReading, TopicEntity
from pog_agent.reading.names import names_in
from pog_agent.reading.spans import read_by_letters
from pog_agent.words import content_words, folded

Place = tuple[int, int]


def unused_names(
    question: str,
    spotted: Sequence[str],
    topics: Sequence[TopicEntity],
    spans: Sequence[SpanReading],
    known: Collection[str],
) -> list[str]:
    """Those of the `spotted` labels that are proper names and that nobody used.

    A capital inside the sentence or quotes make a name of a label: it is used where each of its words stands on a
    cited path letter by letter. Any other label of several words, one that begins the sentence, one around the
    name of a topic, or listed with one ("Ann and bob") may be common words: they are used where each word was read
    as anything. `spans` are the words of the question as they were read, `known` are other names in use. Topics
    are used, and what stands inside their names.
    """
    titles = [text for topic in topics for text in (topic.mention, topic.label)]
    taken = [place for title in titles for place in _places(title, question)]
    used = {folded(name) for name in (*known, *titles)}
    marked = _marked_names(question)
    return [
        name
        for name in spotted
        if folded(name) not in used
        and any(_is_unused(place, taken, marked, spans, question) for place in _places(name, question))
    ]


def _is_unused(
    place: Place, taken: Sequence[Place], marked: Sequence[Place], spans: Sequence[SpanReading], question: str
) -> bool:
    if any(_is_inside(place, other) for other in taken):
        return False
    inside = [span for span in spans if _overlap((span.start, span.end), place)]
    is_around_topic = any(_overlap(place, other) for other in taken)
    if not is_around_topic and any(_overlap(place, other) for other in marked):
        return not read_by_letters(inside)
    name = question[slice(*place)]
    is_phrase = len(name.split()) > 1 or (place[0] == 0 and name[0].isupper())
    is_phrase = is_phrase or any(_are_listed(place, other, question) for other in taken)
    return is_phrase and any(span.role == "unread" for span in inside)


def _are_listed(one: Place, other: Place, question: str) -> bool:
    """Whether no more than "and", "or" or a comma stands between two names."""
    first, last = sorted((one, other))
    between = question[first[1] : last[0]]
    return english_pattern("names", "listed").fullmatch(between) is not None


def _marked_names(question: str) -> list[Place]:
    """What quotes and capitals mark as names. Where every word has a capital, only quotes do."""
    is_title = not any(word[0].islower() and content_words(word) for word in question.split())
    found = names_in(question)
    quoted = [(start, end) for _, start, end in found if question[start - 1 : start] in ('"', "“", "«")]
    return quoted if is_title else [(start, end) for _, start, end in found]


def _places(name: str, question: str) -> Iterator[Place]:
    if name:
        pattern = rf"(?<!\w){re.escape(name)}(?!\w)"
        yield from (match.span() for match in re.finditer(pattern, question, re.IGNORECASE))


def _is_inside(place: Place, other: Place) -> bool:
    return other[0] <= place[0] and place[1] <= other[1]


def _overlap(one: Place, other: Place) -> bool:
    return one[0] < other[1] and other[0] < one[1]
