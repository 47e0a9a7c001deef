"""What speaks against an answer that stands in quoted passages.

A passage proves less than a path: code cannot read it. So an answer is called supported only if its quotation has
every word that the question asks with, the passage names every topic, and nothing in either asks for more.
"""

import re
from collections.abc import Iterator, Sequence

from pog_agent.answering.computed.doubts.answers import guessed_topics
from pog_agent.answering.documented.quotes import FoundQuote, find_words
from pog_agent.answering.documented.roles import asked_role, told_role
from pog_agent.answering.documented.statement import statement_doubts
from pog_agent.models import ShownNode, TopicEntity
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.answer_type import type_flaw
from pog_agent.reading.cues import NEGATION, UNSURE, asks_for_computing, unread_cues
from pog_agent.reading.question_words import QuestionWords
from pog_agent.reading.wording import read_wording, without_topics
from pog_agent.run.context import RunContext
from pog_agent.state import PogState
from pog_agent.values import read_text
from pog_agent.words import LANGUAGE, stem

_PLACED = r"\b(?:at|from|in|inside|into|near|on|outside)\s+(?:the\s+)?"


def doubts_of(quotes: Sequence[FoundQuote], state: PogState, run: RunContext) -> list[Finding]:
    """Why answers that stand in quotations are not supported, each reason once; empty where they are."""
    topics = [topic for topic in state.get("topics", ()) if not topic.optional]
    verdict = state.get("verdict")
    flaws = [] if verdict is not None and verdict.sufficient else [finding("not-judged-sufficient")]
    if verdict is not None and not all(split.covered for split in verdict.splits):
        flaws.append(finding("split-question-open"))
    if not topics:
        flaws.append(finding("no-entity"))
    flaws += guessed_topics(state)
    flaws += [finding("namesake", topic.mention, topic.namesakes[0]) for topic in topics if topic.namesakes]
    flaws += [finding("name-unlinked", name) for name in state.get("unlinked", ())]
    flaws += _of_question(state["question"], topics, run)
    for answer in dict.fromkeys(item.quotation.answer for item in quotes):
        own = [item for item in quotes if item.quotation.answer == answer]
        each = [[*_of_quote(item, state["question"], topics, run)] for item in own]
        fewest = min(each, key=len)
        flaws += fewest
    return list(dict.fromkeys(flaws))


def _names_of(topic: TopicEntity, quote: FoundQuote) -> list[str]:
    """The names that the topic has in the question and in the graph, and by which the passage is linked to it."""
    linked = (link for link in quote.links if link.iri == topic.iri and link.score == 1.0)
    return [name for name in (topic.label, topic.mention, *(link.mention for link in linked)) if name]


def names_topic(quote: FoundQuote, topic: TopicEntity) -> bool:
    """Whether the passage, or the title of its document, has a name of the topic.

    That is its label, what the question calls it, or a name by which the index has linked it to nothing else.
    """
    names = _names_of(topic, quote)
    return any(find_words(name, quote.chunk.titled, ignore_case=True) for name in names)


def _of_question(question: str, topics: Sequence[TopicEntity], run: RunContext) -> Iterator[Finding]:
    if not run.reads(question, topics):
        yield finding("language-not-read", LANGUAGE)
    if asks_for_computing(question, topics):
        yield finding("computing-asked")


def _of_quote(
    quote: FoundQuote, question: str, topics: Sequence[TopicEntity], run: RunContext
) -> Iterator[Finding]:
    answer, text = quote.quotation.answer, quote.text
    for topic in topics:
        if not names_topic(quote, topic):
            yield finding("passage-without-topic", answer, topic.label)
    if find_words(answer, question, ignore_case=True):
        yield finding("answer-said", answer)
    wording = read_wording(question, topics)
    content = QuestionWords(question, topics, wording).content
    asked_kind = {stem(word) for target in wording.targets for word in target.split()}
    said, beside = _stems(text), _stems(quote.chunk.titled)
    for word in content:
        if stem(word.text) not in said and not (stem(word.text) in asked_kind and stem(word.text) in beside):
            yield finding("quote-lacks-word", word.text)
    rest = without_topics(question, topics)
    for cue in unread_cues(rest, [text]):
        yield finding("cue-not-carried-out", cue)
    yield from _of_claim(quote.sentence, rest)
    names = [_names_of(topic, quote) for topic in topics]
    yield from statement_doubts(quote.sentence, answer, names, question, {stem(word.text) for word in content})
    node = ShownNode(labels=(answer,), total=1, kind="entity" if read_text(answer).kind == "text" else "literal")
    yield from filter(None, [type_flaw(question, wording, node, (), run.encoder)])
    if wording.targets == ("place",) and not re.search(
        rf"{_PLACED}{re.escape(answer)}", quote.sentence, re.IGNORECASE
    ):
        yield finding("quote-other-role", answer, "place")
    verbs = frozenset(stem(word.text) for word in content)
    asked, told = asked_role(question, verbs), told_role(quote.sentence, answer, verbs)
    if asked is not None and told != asked:
        yield finding("quote-other-role", answer, asked)


def _of_claim(text: str, rest: str) -> Iterator[Finding]:
    """What makes a statement none: a negation, or a word that leaves it open."""
    for pattern in (NEGATION, UNSURE):
        found = pattern.search(text)
        if found and not find_words(found.group(), rest, ignore_case=True):
            yield finding("quote-says-other", found.group())


def _stems(text: str) -> set[str]:
    return {stem(word) for word in re.findall(r"[^\W_]+(?:['’\-.][^\W_]+)*|[^\W_]+", text)}
