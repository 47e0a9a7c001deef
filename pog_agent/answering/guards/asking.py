"""Whether the question asks for each relation and class of the cited paths, clearly enough and once each."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, product

from pog_agent.answering.connections import ONLY_LINK
from pog_agent.answering.guards.examined import Examined
from pog_agent.deadline import while_in_time
from pog_agent.language.english import english_pattern
from pog_agent.models import SpanReading
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.alignment import CLASS_WEIGHT, Strictness
from pog_agent.reading.answer_type import has_year, is_agent
from pog_agent.reading.asked.verbs import asked_verb
from pog_agent.reading.cues import KIND_OF
from pog_agent.reading.elements import relation_groups
from pog_agent.reading.senses.plain_links import unlike_link
from pog_agent.reading.stems import begins_alike, content_stems
from pog_agent.values import read_text
from pog_agent.values.known_units import known_unit
from pog_agent.words import stem, word_stems

_HANGING_PREPOSITION = english_pattern("judged_answers", "hanging_preposition")
_OFFERS = content_stems("makes offers")
_PRICES = content_stems("cost fee price")
"""What something is offered for is its price."""
_KINDS = word_stems("kind_noun")


def asking_flaws(answer: Examined, spans: Sequence[SpanReading], strictness: Strictness) -> Iterator[Finding]:
    """What of the cited paths the words of a question do not ask for, or not clearly."""
    found = (
        _unlike_links(answer),
        _uncertain_relations(answer, strictness),
        _uncertain_classes(spans, strictness),
        _numbers_of_events(answer),
        _verbs_of_others(answer),
    )
    yield from chain.from_iterable(while_in_time(found, "guards on what is asked"))


def _unlike_links(answer: Examined) -> Iterator[Finding]:
    """Relations that alone join a thing with a class, where small words of the question say something else."""
    every = answer.reader.words.words
    for item in answer.read:
        read = [word for word in item.alignment.words if word.element and word.element.kind == "class"]
        for relation in item.alignment.relations if read else ():
            if not relation.element.needed.startswith(ONLY_LINK):
                continue
            nouns = [word.word.text for word in read]
            nouns += [
                part for word in read if word.element for text in word.element.texts for part in text.split()
            ]
            first = min([read[0].word.start, *(word.start for word in every if word.kind == "topic")])
            words = [word for word in every if word.start >= first and word.kind != "content"]
            text = relation.element.texts[0]
            said = unlike_link(answer.question, nouns, words, text)
            if said:
                yield finding("other-way-said", repr(said), text)


def _uncertain_relations(answer: Examined, strictness: Strictness) -> Iterator[Finding]:
    asks_for_kind = KIND_OF.search(answer.question) is not None
    for item in answer.read:
        for relation in item.alignment.uncertain(strictness.certain):
            text = " ".join(word.text for word in relation.words)
            if not (asks_for_kind and stem(text) in _KINDS):
                yield finding("meaning-uncertain", text, relation.element.texts[0])


def _uncertain_classes(spans: Sequence[SpanReading], strictness: Strictness) -> Iterator[Finding]:
    least = CLASS_WEIGHT * strictness.certain
    for span in spans:
        is_vague = span.role == "class" and span.meaning and span.likeness < least
        if is_vague and not begins_alike([span.text.casefold()], [span.meaning]):
            yield finding("meaning-uncertain", span.text, span.meaning)


def _verbs_of_others(answer: Examined) -> Iterator[Finding]:
    """The verb of a topic that is that of a role beside, and of nothing on its path: who "ran" is no `pacer`."""
    question = _HANGING_PREPOSITION.sub("", answer.question)
    for item, topic in product(answer.read, answer.topics):
        verb = asked_verb(question, topic.mention or topic.label)
        if not verb or item.path.key is None or topic.iri not in item.path.key.topics:
            continue
        said = [*item.path.relations, *(kind for group in relation_groups(item.path) for kind in group.event)]
        roles = sorted(text for text in answer.near or () if _is_role(text) and begins_alike([verb], [text]))
        asking = [word for word in item.asking if word.text == verb]
        if answer.reader.words.is_paraphrased(asking, item.path.relations[item.position - 1]):
            continue
        if roles and not begins_alike([verb], map(str.casefold, said)):
            yield finding("verb-of-role", verb, roles[0])


def _is_role(relation: str) -> bool:
    """Whether the name of a relation is one word for who does something."""
    return len(relation.split()) == 1 and is_agent(relation)


def _numbers_of_events(answer: Examined) -> Iterator[Finding]:
    """A number of a nameless event of the topic, which nothing asks for: what a repair cost is no price.

    A paraphrase asks for the event, too, as does the whole of a longer name: "rent per month".
    """
    words = answer.reader.words
    said = content_stems(" ".join([answer.question, *chain.from_iterable(words.paraphrases.values())]))
    for item in answer.read:
        groups = {group.place: group for group in relation_groups(item.path)}
        group = groups.get(item.position)
        node = item.answer
        if group is None or group.size == 1 or node.kind != "literal" or not node.labels:
            continue
        event = item.path.relations[item.position - group.size]
        if not re.search(r"[^\W\d_]{3}", event):
            continue  # a code such as "p30" is no word that a question could say
        is_number = read_text(node.labels[0]).kind in ("number", "quantity") and not has_year(node.labels[0])
        last = item.path.relations[item.position - 1].split()
        name = content_stems(" ".join(word for word in last if known_unit(word) is None))
        is_asked = any(not said.isdisjoint(content_stems(text)) for text in (event, *group.event))
        is_asked = is_asked or (content_stems(event) <= _OFFERS and bool(name & _PRICES & said))
        if is_number and not is_asked and not (len(name) > 1 and name <= said):
            yield finding("number-of-event", event)
