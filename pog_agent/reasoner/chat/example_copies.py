"""Copies of a prompt's examples in a reply: small models repeat an example instead of doing the task.

What may be copied is read from the examples of the prompt file itself, so it holds for any prompt. Names are told
by their capitals; dates count as names. A name or sentence that the request has, too, is no copy, and a short
sentence is one only where it says something that the request does not.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Generic, TypeVar

from pydantic import BaseModel

from pog_agent.language.lexicon import english_words
from pog_agent.prompts import Prompt
from pog_agent.reasoner.replies import ReplyModel
from pog_agent.words import FUNCTION_WORDS, content_words, folded, stem

MOST_WORDS_OF_NAME = 5
LEAST_WORDS_OF_SENTENCE = 6
LEAST_WORDS_OF_SHORT = 3
"""A sentence so long is not written twice by chance; one so short may be, in the words of the request."""

_TAG = re.compile(r"</?[a-z_]+>")
_QUOTED = re.compile(r'"((?:[^"\\\n]|\\.)*)"(\s*:)?')
_SEPARATOR = re.compile(r"->|<-|(?:^|\s)-(?:\s|$)|[{}\n]", re.MULTILINE)
_NUMBERING = re.compile(r"^(?:\s*(?:\[P?\d+\]|\d+\.(?:\d+)?)\s)+")
_PARENTHESES = re.compile(r"\s*\([^()]*\)$")
_SENTENCE = re.compile(r"(?<=[.?!])\s+")
_SENTENCE_START = re.compile(r"(?:^|[.?!:]\W*\s)$")
_WORD = re.compile(r"[^\W_]+(?:['’\-.][^\W_]+)*")
_BETWEEN_PARTS = {" ", *(f" {words} " for words in english_words("between_parts_of_name"))}
_PLACEHOLDER = re.compile(r"\{\d+\}")
_DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_GENITIVE = re.compile(r"['’]s$")

R = TypeVar("R", bound=ReplyModel)


@dataclass(frozen=True)
class ExampleTexts:
    """What the examples of prompts say: names that the instructions lack, folded sentences without any."""

    names: frozenset[str] = frozenset()
    sentences: frozenset[str] = frozenset()
    short: frozenset[str] = frozenset()

    @classmethod
    @lru_cache(maxsize=64)
    def of_prompts(cls, *prompts: Prompt) -> "ExampleTexts":
        """The names and sentences in the examples of some prompts."""
        names: set[str] = set()
        sentences: set[str] = set()
        short: set[str] = set()
        for prompt in prompts:
            said = set(_WORD.findall(f"{prompt.instructions} {prompt.user}"))
            for text in _texts(prompt.examples):
                names.update(name for name in _names(text) if not said.issuperset(_capitalised(name)))
                names.update(date for date in _DATE.findall(text) if date not in said)
                sentences.update(_sentences(text))
                short.update(_short_sentences(text))
        named = cls(frozenset(names)).pattern
        nameless = [
            frozenset(_unnumbered(text) for text in texts if not (named and named.search(text)))
            for texts in (sentences, short)
        ]
        return cls(frozenset(names), *nameless)

    @cached_property
    def pattern(self) -> re.Pattern[str] | None:
        """Finds any of the names as whole words, the longest first; None without names.

        Models write names in small letters, too: of one word this may be another word.
        """
        ranked = sorted(self.names, key=lambda name: (-len(name), name))
        spelled = [f"(?i:{re.escape(name)})" if " " in name else re.escape(name) for name in ranked]
        return re.compile(rf"(?<!\w)(?:{'|'.join(spelled)})(?!\w)") if ranked else None

    def with_turn(self, text: str) -> "ExampleTexts":
        """These and the long sentences of a further turn, whole and between colons: they are no data either."""
        parts = (part for sentence in _SENTENCE.split(text) for part in (sentence, *sentence.split(": ")))
        said = (part for part in map(str.strip, parts) if len(part.split()) >= LEAST_WORDS_OF_SENTENCE)
        forms = {form for part in said for form in (folded(part), folded(part).rstrip("."))}
        return replace(self, sentences=self.sentences | forms)


@dataclass(frozen=True)
class Uncopied(Generic[R]):
    """A reply without what it copies, None where what is left is not to be trusted; and what it copies."""

    value: R | None
    copies: tuple[str, ...] = ()

    @property
    def problem(self) -> str:
        """What is wrong with the reply; empty where nothing is."""
        if not self.copies:
            return ""
        named = ", ".join(map(repr, self.copies))
        return f"it repeats {named} from an example of the instructions, which the request does not have"


@dataclass(frozen=True)
class ExampleGuard:
    """Finds in replies to one request what stands only in the examples."""

    texts: ExampleTexts
    request: str = field(repr=False)

    def checked(self, reply: R) -> Uncopied[R]:
        """The reply without the parts that copy an example.

        Of the fields that it names as `droppable` a list without a default loses the items that copy, any other
        value is left out. A copy in any other field says that the reply as a whole is not about the request.
        """
        found = {name: tuple(self._copies(getattr(reply, name))) for name in type(reply).model_fields}
        copies = tuple(dict.fromkeys(copy for copied in found.values() for copy in copied))
        copying = [name for name, copied in found.items() if copied]
        if not reply.droppable.issuperset(copying):
            return Uncopied(None, copies)
        kept = {name: self._kept(reply, name) for name in copying}
        return Uncopied(reply.model_copy(update=kept), copies)

    def _kept(self, reply: ReplyModel, name: str) -> object:
        known = type(reply).model_fields[name]
        if not known.is_required():
            return known.get_default(call_default_factory=True)
        return [item for item in getattr(reply, name) if not any(self._copies(item))]

    def _copies(self, value: object) -> Iterator[str]:
        for text in _leaves(value):
            names = self.texts.pattern.findall(text) if self.texts.pattern else ()
            yield from (name for name in names if not self._is_asked(folded(name)))
            for sentence in _SENTENCE.split(text):
                if self._is_copied(_unnumbered(sentence)):
                    yield sentence.strip()

    def _is_copied(self, sentence: str) -> bool:
        if sentence in self.texts.short:
            return any(stem(word) not in self._asked_stems for word in content_words(sentence))
        return sentence in self.texts.sentences and not self._is_asked(sentence)

    def _is_asked(self, text: str) -> bool:
        return re.search(rf"(?<!\w){re.escape(text)}(?!\w)", self._folded_request) is not None

    @cached_property
    def _folded_request(self) -> str:
        return folded(self.request)

    @cached_property
    def _asked_stems(self) -> frozenset[str]:
        return frozenset(map(stem, content_words(self.request)))


def _texts(examples: str) -> Iterator[str]:
    """The texts of examples: strings in quotes, and what stands between tags, arrows, braces and line breaks."""
    untagged = _TAG.sub("\n", examples)
    yield from (found[1].strip() for found in _QUOTED.finditer(untagged) if found[1].strip() and not found[2])
    for line in _SEPARATOR.split(_QUOTED.sub("\n", untagged)):
        text = _NUMBERING.sub("", line).strip()
        if text:
            yield text


def _names(text: str) -> Iterator[str]:
    """The runs of capitalised words in a sentence; of a list the short pieces that begin with a capital."""
    for piece in [text] if text[-1] in ".?!" else text.split(", "):
        name = _PARENTHESES.sub("", piece)
        words = name.split()
        is_listed = text[-1] not in ".?!:" and ":" not in name and 0 < len(words) <= MOST_WORDS_OF_NAME
        if is_listed and name[0].isupper() and words[0].casefold() not in FUNCTION_WORDS:
            yield name
        else:
            yield from _runs(piece)


def _runs(text: str) -> Iterator[str]:
    """Runs of capitalised words. One word alone at the start of a sentence says nothing by its capital."""
    runs: list[list[re.Match[str]]] = []
    for word in _WORD.finditer(text):
        if not word[0][0].isupper() or word[0].casefold() in FUNCTION_WORDS:
            continue
        if runs and text[runs[-1][-1].end() : word.start()] in _BETWEEN_PARTS:
            runs[-1].append(word)
        else:
            runs.append([word])
    for run in runs:
        if len(run) > 1 or not _SENTENCE_START.search(text[: run[0].start()]):
            yield _GENITIVE.sub("", text[run[0].start() : run[-1].end()])


def _capitalised(name: str) -> list[str]:
    return [word for word in _WORD.findall(name) if word[0].isupper()]


def _sentences(text: str) -> Iterator[str]:
    yield from (part for part in _SENTENCE.split(text) if len(part.split()) >= LEAST_WORDS_OF_SENTENCE)


def _short_sentences(text: str) -> Iterator[str]:
    """Short sentences that end as such: a phrase without an end may be a relation."""
    lengths = range(LEAST_WORDS_OF_SHORT, LEAST_WORDS_OF_SENTENCE)
    yield from (part for part in _SENTENCE.split(text) if part[-1:] in ".?!" and len(part.split()) in lengths)


def _unnumbered(sentence: str) -> str:
    """A sentence for comparison; the numbers that stand for names in it may be others."""
    return _PLACEHOLDER.sub("{}", folded(sentence))


def _leaves(value: object) -> Iterator[str]:
    """The strings in a value of a reply."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, BaseModel):
        yield from _leaves(dict(value))
    elif isinstance(value, dict):
        yield from _leaves(list(value.values()))
    elif isinstance(value, Sequence):
        for item in value:
            yield from _leaves(item)
