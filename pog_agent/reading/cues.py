"""Words of a question that ask for something to be done: negations, exceptions, comparisons, counts, extremes."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_table, english_words
from pog_agent.language.qualifiers import alike_qualifiers
from pog_agent.models import EXTREMES, Operation, TopicEntity
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.stems import begins_alike
from pog_agent.reading.wording import without_topics
from pog_agent.words import FUNCTION_WORDS, IRREGULAR_VERBS, PREPOSITIONS, stem, word_stems

NEGATION = english_pattern("negation", "denied_or_alone")
"""What denies something, or says that nobody else takes part."""
NO_VERB = english_pattern("superlatives", "no_verb").pattern
"""Behind "last" it tells no superlative but how long something lasts."""
_ORDINAL = english_pattern("superlatives", "ordinal")
_COUNT = english_pattern("counts", "count")
_ASKS_WHETHER = english_pattern("question_words", "whether")
UNSURE = english_pattern("doubt", "unsure")
"""What leaves open whether a statement is so."""
OTHER_TIMES = english_pattern("times", "other")
"""What was so once or is to be so, where a graph says what is."""
_SAYS_PAST = english_pattern("times", "past")
ASKS_FOR_A_KIND = english_pattern("kinds", "asked_for")
KIND_OF = english_pattern("kinds", "kind_of")


def asks_for_computing(question: str, topics: Sequence[TopicEntity]) -> bool:
    """Whether a question has words that ask for more than what stands at the end of a path.

    These ask for counts, extremes, comparisons, negations, groups or aggregates.
    """
    rest = without_topics(question, topics)
    is_aggregate = english_pattern("comparisons", "aggregate").search(rest) is not None
    return is_aggregate or bool(_COUNT.search(rest) or unread_cues(rest, ()))


@dataclass(frozen=True)
class Exclusion:
    """Words that leave things out by name ("besides Ann", "with Ann"): the cue, and where both begin and end."""

    cue: str
    start: int
    end: int


def exclusion_of(question: str, names: Sequence[str]) -> Exclusion | None:
    """The words that leave out things of all these names and of no other; None where the question does not."""
    said = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    found = english_pattern("negation", "exclusion", names=said).search(question) if names else None
    if found is None or english_pattern("names", "and_another").match(question[found.end() :]):
        return None
    are_all = all(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", found.group(), re.IGNORECASE) for name in names)
    return Exclusion(found.group("cue"), *found.span()) if are_all else None


def asks_for_shared(rest: str) -> bool:
    """Whether a question without the names of its topics asks for things that have something in common."""
    return english_pattern("comparisons", "shared").search(rest) is not None


def is_left_out(question: str, name: str) -> bool:
    """Whether a question names something only to leave it out: "besides Ann", "apart from the Thames"."""
    excluded, beside = exclusion_of(question, [name]), english_pattern("negation", "beside")
    return excluded is not None and not beside.fullmatch(excluded.cue) and question.count(name) == 1


def unread_cues(rest: str, named: Collection[str], operation: Operation = "none") -> list[str]:
    """What a question asks to be done that the `operation` of the answer does not do, each cue once.

    `rest` is the question without the names of its topics, `named` the words of the cited relations and names: a
    word that is part of these ("highest point", "founded before") is read.
    """
    compared, most = english_pattern("comparisons", "compared"), english_pattern("superlatives", "most_of_a_kind")
    cues = (NEGATION, compared, _ORDINAL, most, OTHER_TIMES)
    idle = [found.group() for cue in cues for found in cue.finditer(rest)]
    if _ASKS_WHETHER.search(rest):
        idle += english_pattern("counts", "every").findall(rest)
    if operation not in EXTREMES:
        idle += superlatives(rest)
    idle = [cue for cue in idle if not _ORDINAL.fullmatch(cue) or not cue.istitle()]
    stems = {stem(word) for text in named for word in re.findall(r"\w+", text)}
    return [cue for cue in dict.fromkeys(idle) if not all(_is_among(word, stems) for word in cue.split())]


def _is_among(word: str, stems: Collection[str]) -> bool:
    """Whether the stem of a word is among some, or that of a word which qualifies as it does."""
    return any(stem(other) in stems for other in (word, *alike_qualifiers(word.casefold())))


def asked_total(question: str) -> str:
    """The words at the end of a question that ask for a sum: "what did they cost together"; empty without."""
    found = english_pattern("counts", "total").search(question)
    return found["total"] if found else ""


def undone_by_paths(rest: str) -> list[str]:
    """What a yes/no question asks of what it names besides how it is joined: to compare it, or to deny it.

    `rest` is the question without the names of its topics. That no path joins them is no answer to it.
    """
    alike = english_pattern("comparisons", "sameness").findall(rest)
    return [*unread_cues(rest, (), "exists"), *dict.fromkeys(alike)]


def of_the_past(question: str, relation: str) -> bool:
    """Whether a relation tells what was, where a question asks what is.

    So do "former landlord" and, of what lasts, a verb in the past ("worked at"); "founded in" is done once.
    """
    if _SAYS_PAST.search(question):
        return False
    label = re.findall(r"[^\W\d_]+", relation.casefold())
    if not english_words("former").isdisjoint(label):
        return True
    lasting = word_stems("lasting_verb") | word_stems("lasting_verb_or_noun")
    if len(label) < 2 or stem(label[0]) not in lasting or label[-1] not in english_words("preposition_of_state"):
        return False
    forms = {word for word in re.findall(r"[^\W\d_]+", question.casefold()) if stem(word) == stem(label[0])}
    return bool(forms) and label[0] not in forms and label[0] not in (stem(label[0]), f"{stem(label[0])}s")


def second_question(question: str) -> str:
    """What begins a second question behind "and" ("who wrote it and when"); empty where there is none.

    In "towns that lie here and which have a mill", a second clause begins so.
    """
    first = english_pattern("clauses", "first_question").search(question)
    second = english_pattern("clauses", "second_question").search(question)
    if first is None or second is None or second.start() < first.end() - 1:
        return ""
    before = re.findall(r"[^\W\d_]+", first["before"].casefold())
    between = question[first.end() : second.start()]
    is_clause = english_pattern("clauses", "relative_clause").search(between) is not None
    return "" if is_clause or not set(before) <= FUNCTION_WORDS | PREPOSITIONS else second["second"]


def asks_what_was(question: str, relation: str) -> bool:
    """Whether a question asks what was so by a relation: "who was the owner", "who owned"."""
    if _SAYS_PAST.search(question):
        return True
    words = re.findall(r"[^\W\d_]+", question.casefold())
    pasts = [word for word in words if word.endswith("ed") or word in IRREGULAR_VERBS]
    return begins_alike(pasts, [relation]) and not english_pattern("times", "present").search(question)


def asks_what_is(question: str) -> bool:
    """Whether a question asks what is so, and not when or how long: "where does she work", "who owns it"."""
    rest = english_pattern("verbs", "do_have").sub(r"\g<subject>", question)
    is_of_time = _SAYS_PAST.search(question) or english_pattern("times", "of_time").search(rest)
    verbs = (found["verb"].casefold() for found in english_pattern("verbs", "does_now").finditer(question))
    does = any(verb not in english_words("ends_as_verb") for verb in verbs)
    does = does or not english_words("lasting_verb").isdisjoint(question.casefold().split())
    return (does or english_pattern("verbs", "is_or_does").search(question) is not None) and not is_of_time


def is_former(relation: str, of: str) -> bool:
    """Whether a relation tells what was, and another one what is: "former owner", "previously owned by"."""
    own, other = (set(re.findall(r"[^\W\d_]+", text.casefold())) - FUNCTION_WORDS for text in (relation, of))
    former = english_words("former")
    rest = own - former
    return rest < own and former.isdisjoint(other) and len(rest) == len(other) and begins_alike(rest, other)


def asks_for_reason(question: str, relations: Collection[str]) -> str:
    """The word that asks for a reason or a manner which none of the relations tells by its name; empty without."""
    found = english_pattern("question_words", "why_or_how").search(question)
    told = {stem(word) for text in relations for word in re.findall(r"[^\W\d_]+", text.casefold())}
    done = english_pattern("question_words", "how_done").search(question)
    if done and any(text.casefold().endswith("ing") and stem(text) == stem(done[1]) for text in relations):
        return ""
    return found.group() if found and told.isdisjoint(word_stems("reason")) else ""


def is_nested(question: str) -> bool:
    """Whether a question names its thing by others: by a genitive, a relative clause or a participle."""
    return english_pattern("clauses", "nested").search(KIND_OF.sub("kind", question)) is not None


def superlatives(text: str) -> list[str]:
    """The superlatives of a text, without words that only end like one, and without names."""
    lasts = english_pattern("superlatives", "lasts").search(text)
    verb = text.casefold().rfind("last") if lasts else -1
    matches = english_pattern("superlatives", "superlative").finditer(text)
    found = ((match.group(), match.start()) for match in matches if match.start() != verb)
    others = english_table("cues", "extremes")["not_by_ending"]
    return [word for word, start in found if word.casefold() not in others and not (start and word[0].isupper())]


def asking_words(question: str, operation: Operation) -> str:
    """The words of a question that ask for an operation; empty where none do."""
    if operation in EXTREMES:
        return next(iter(superlatives(question)), "")
    found = (_COUNT if operation == "count" else _ASKS_WHETHER).search(question)
    return found.group().strip(" ,;:.") if found else ""


def unasked_operation(question: str, operation: Operation) -> Finding | None:
    """Why a question does not ask for an operation; None where it does."""
    if operation == "none" or asking_words(question, operation):
        return None
    if operation == "exists":
        return finding("operation-unasked", "yes or no")
    return finding("operation-unasked", "a count" if operation == "count" else f"the {operation}")
