"""Relations that a question says twice, one after the other: the parent of a parent is two steps away."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import pairwise

from pog_agent.language.english import english_pattern
from pog_agent.reading.question_words import FILLERS
from pog_agent.reading.stems import begins_alike
from pog_agent.words import FUNCTION_WORDS, PREPOSITIONS, WORD, plain_word, stem


def untaken_word(question: str, relations: Sequence[str], besides: Collection[str] = ()) -> str:
    """A word that a question says more often than the `relations` in words, one for each step; else empty.

    `question` has no names of topics. The words `besides`, and that behind "which", say what kind of things are
    meant: "the state that borders the state".
    """
    words = [(plain_word(question, match), match) for match in WORD.finditer(question)]
    words = [item for item in words if item[0] not in FUNCTION_WORDS | PREPOSITIONS | FILLERS]
    kinds = {stem(word) for text in besides for word in text.casefold().split()}
    said = Counter(
        stem(word) for word, match in words if stem(word) not in kinds and not _is_noun_asked_for(question, match)
    )
    chain, owned = english_pattern("owning", "of_another"), english_pattern("owning", "owned")
    for (one, first), (other, second) in pairwise(words):
        between = question[first.end() - (len(first.group()) - len(one)) : second.start()]
        is_chain = chain.fullmatch(between) and owned.match(question[second.start() + len(other) :])
        if is_chain and begins_alike([other], [stem(one)]):
            said[stem(other)] = max(said[stem(other)], 2)
    for word, _ in words:
        steps = sum(begins_alike([word, stem(word)], [relation.casefold()]) for relation in relations)
        if 0 < steps < said[stem(word)]:
            return word
    return ""


def _is_noun_asked_for(question: str, word: re.Match[str]) -> bool:
    """Whether a word stands behind "which" and is no verb with an object there."""
    is_behind = english_pattern("owning", "behind_which").search(question[: word.start()])
    return bool(is_behind) and not english_pattern("owning", "before_objects").match(question[word.end() :])
