"""What the words of an English question do not allow: answers of another kind, time, way or party."""

import re
from collections.abc import Iterator

from pog_agent.answering.guards.examined import Examined
from pog_agent.answering.guards.owners import owner_flaws
from pog_agent.deadline import while_in_time
from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.alignment import SURE
from pog_agent.reading.answer_type import (
    date_flaw,
    names_agent,
    role_flaw,
    type_flaw,
    unit_flaw,
    who_is,
)
from pog_agent.reading.asked.kinds import asked_kind, may_be
from pog_agent.reading.cues import (
    is_nested,
    second_question,
)
from pog_agent.reading.elements import relation_groups
from pog_agent.reading.question_words import PARAPHRASED
from pog_agent.reading.reader import ReadPath
from pog_agent.reading.senses.begun_and_ended import SINCE_WHEN, is_other_end_of_time
from pog_agent.reading.senses.prepositions import other_end, other_way
from pog_agent.reading.stems import content_stems
from pog_agent.values.known_units import known_unit
from pog_agent.words import stem

_ROUNDING = 1e-6
_WHICH_NOUN = english_pattern("judged_answers", "which_noun")
_IS_THE_ROLE = english_pattern("judged_answers", "is_the_role")
_WHAT_IT_COSTS = english_pattern("judged_answers", "what_it_costs")


def wording_flaws(answer: Examined) -> Iterator[Finding]:
    """What the words of an English question do not allow."""
    guards = (
        _answer_of_other_type,
        owner_flaws,
        _another_way,
        _doers_for_things,
        _role_elsewhere,
        _no_price,
        _half_of_two_questions,
    )
    for guard in while_in_time(guards, "guards on wording"):
        yield from guard(answer)


def _answer_of_other_type(answer: Examined) -> Iterator[Finding]:
    """An answer that is no person, place, date, number or member of the class that is asked for."""
    if answer.draft.operation in ("count", "exists"):
        return
    for item in answer.read:
        question, wording, node = answer.question, answer.reader.wording, item.answer
        relation, onward = item.path.relations[item.position - 1], item.path.forward[item.position - 1]
        tells_who = onward and relation.casefold().endswith(" by") and _is_said(item)
        is_named = who_is(question, node.types)
        is_end = node.kind == "entity" and onward and _names_its_end(answer, relation)
        if not (is_end or _are_people(answer, item)):
            flaw = type_flaw(
                question,
                wording,
                node,
                answer.classes | answer.known.labels,
                answer.encoder,
                relation=relation,
                onward=onward,
                is_said=tells_who or is_named,
            )
            yield from filter(None, [flaw])
        yield from filter(None, [date_flaw(question, wording, node, relation)])
        is_other_end = wording.expects == "date" and is_other_end_of_time(question, relation)
        if is_other_end and node.kind == "literal" and not _is_called(answer, item):
            yield finding("other-end-of-time", relation)
        if _is_time_of_another(answer, item):
            yield finding("time-of-another", relation)
        yield from filter(None, [onward and role_flaw(wording, node, relation, answer.encoder)])
        yield from filter(None, [unit_flaw(answer.rest, node, relation)])


def _are_people(answer: Examined, item: ReadPath) -> bool:
    """Whether "who" is asked, and the answers are of a class that has what people have.

    A country that wins, loses or sells is somebody, too, where the question says the relation.
    """
    kinds = {kind.casefold() for kind in item.answer.types}
    last = [asked.likeness for asked in item.alignment.relations if asked.element.place == item.position]
    may_act = (
        bool(last)
        and last[0] >= PARAPHRASED - _ROUNDING
        and not kinds.isdisjoint(english_words("acting_for_people"))
    )
    asks_who = answer.reader.wording.targets == ("person",)
    return asks_who and (may_act or not kinds.isdisjoint(answer.known.people))


def _names_its_end(answer: Examined, relation: str) -> bool:
    """Whether a relation tells of what it leads to that it answers "who" or "where", whatever class that has.

    Who is the borrower is what the relation `borrower` leads to; where something is made is what it is `made at`.
    """
    asks_where = answer.reader.wording.targets == ("place",)
    return who_is(answer.question, [relation]) or (asks_where and relation.casefold().endswith(" at"))


def _is_said(item: ReadPath) -> bool:
    """Whether the question has the words of the relation that leads to the answer."""
    last = (asked for asked in item.alignment.relations if asked.element.place == item.position)
    return any(asked.likeness >= SURE for asked in last)


def _is_time_of_another(answer: Examined, item: ReadPath) -> bool:
    """Whether "since when" is asked of a topic, and the date is that of another thing on the path."""
    before = item.path.nodes[item.position - 1]
    return before.kind == "entity" and SINCE_WHEN.search(answer.rest) is not None and not is_nested(answer.rest)


def _is_called(answer: Examined, item: ReadPath) -> bool:
    """Whether a paraphrase of words that ask for the last step is its name."""
    return answer.reader.words.is_paraphrased(item.asking, item.path.relations[item.position - 1])


def _another_way(answer: Examined) -> Iterator[Finding]:
    """A relation that goes through something, where the question says into what, or from where."""
    for item in answer.read:
        for group in relation_groups(item.path):
            end = other_end(answer.question, group.text)
            said = other_way(answer.rest, group.text, group.onward) or (repr(end) if end else "")
            if said and not _is_read_elsewhere(answer, item, said.strip("'"), group.place):
                yield finding("other-way-said", said, group.text)


def _is_read_elsewhere(answer: Examined, item: ReadPath, preposition: str, place: int) -> bool:
    """Whether a preposition asks for another relation of the path, or states what else took part in its facts.

    So it does in words that a paraphrase calls the relation itself: who "gets milk from" it is whom it supplies.
    """
    groups = relation_groups(item.path)
    called = answer.reader.words.rewording.called(
        [group.text.casefold() for group in groups if group.place == place]
    )
    is_called = any(preposition in text.lower().split() for text in called)
    is_other = any(preposition in group.text.casefold().split() for group in groups if group.place != place)
    if is_called or is_other:
        return True
    others = [word.text for one in item.alignment.relations if one.element.place != place for word in one.words]
    stated = (answer.question[: found.value.start] for found in answer.resolution.conditions)
    before = rf"\b{re.escape(preposition)}\s+(?:the\s+)?$"
    return preposition in others or any(re.search(before, text, re.IGNORECASE) for text in stated)


def _doers_for_things(answer: Examined) -> Iterator[Finding]:
    """Who does what the noun behind "which" says, where that asks for what it is done with: farm, "farmed by"."""
    asked = _WHICH_NOUN.search(answer.question)
    for item in answer.read if asked and not names_agent(asked["noun"]) else ():
        words = item.path.relations[item.position - 1].casefold().split()
        is_verb = asked is not None and stem(asked["noun"].casefold()) in map(stem, words[:-1])
        is_read = asked is not None and any(word.start == asked.start("noun") for word in item.asking)
        if asked and is_read and is_verb and words[-1] == "by" and item.path.forward[item.position - 1]:
            yield finding("class-elsewhere", asked["noun"])


def _role_elsewhere(answer: Examined) -> Iterator[Finding]:
    """Which country "is the operator of" something is told by no country of the operator."""
    said = _IS_THE_ROLE.match(answer.question)
    for item in answer.read if said and answer.draft.operation != "exists" else ():
        for relation in item.alignment.relations:
            is_role = any(said and said.start("role") <= word.start < said.end("role") for word in relation.words)
            if is_role and relation.element.place < item.position:
                yield finding("role-behind", relation.words[0].text)


def _no_price(answer: Examined) -> Iterator[Finding]:
    """Another number of a thing than what it costs, where "how much is it" asks for that."""
    asked = asked_kind(answer.rest) if _WHAT_IT_COSTS.search(answer.question) else None
    said = content_stems(answer.question.casefold())
    for item in answer.read if asked is not None else ():
        relation = item.path.relations[item.position - 1]
        words = [word for word in re.findall(r"[^\W\d_]+", relation.casefold()) if known_unit(word) is None]
        is_named = content_stems(" ".join(words)) <= said
        is_number = item.answer.kind == "literal" and not is_named
        if asked and is_number and not may_be(asked, item.answer, "", relation, answer.encoder):
            yield finding("no-price-asked", relation)


def _half_of_two_questions(answer: Examined) -> Iterator[Finding]:
    """Two questions in one sentence, and answers by one relation: "who wrote it and when"."""
    second = second_question(answer.rest)
    steps = {(item.position, item.pattern.key.steps[item.position - 1]) for item in answer.resolution.cited}
    if second and len(steps) == 1:
        yield finding("half-of-two-questions", second)
