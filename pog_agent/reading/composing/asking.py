"""Which words of a question ask for a relation between two things that it names, and in which direction."""

from collections.abc import Iterator, Sequence
from typing import Final

from pog_agent.kg.schema.summary import PSEUDO_CLASSES
from pog_agent.models.class_topics import SchemaStep
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.alignment import LEAST_CERTAIN
from pog_agent.reading.composing.heads import Head
from pog_agent.reading.composing.hints import ReadingHints
from pog_agent.reading.composing.scan import IDLE, Scan
from pog_agent.reading.cues import of_the_past
from pog_agent.reading.likeness import LEAST_PARAPHRASED
from pog_agent.reading.question_words import PARAPHRASED
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.reading.schema.names import stems_of
from pog_agent.reading.senses.doers import may_be_plural, source_does
from pog_agent.reading.senses.prepositions import LEAST_OF_SAME, OTHER_SIDES, other_way
from pog_agent.reading.stems import begins_alike
from pog_agent.terms import Term
from pog_agent.words import FUNCTION_WORDS, PREPOSITIONS, stem

LEAST_ASKED: Final = 0.5
"""So like a relation must the words be that ask for it."""
LEAST_SAID: Final = 0.3
"""So like a relation words between two things are read with it, where the name of a thing asks for it itself."""
OF_DOER: Final = 0.9
"""How like a verb is to the noun for who does it: "edited" to `editor`."""
OF_FAR_WORDS: Final = 0.3
"""What words behind both things lose where there are words between them."""
OF_DIRECTION: Final = 0.15
OF_VAGUE_DIRECTION: Final = 0.05
"""The same for a relation of things of one kind that may be no verb ("coach"): both ways are looked at."""
_MOST_WORDS: Final = 3


class AskingWords:
    """The words of one question that join what it names, beside relations."""

    def __init__(self, scan: Scan, lexicon: SchemaLexicon, hints: ReadingHints) -> None:
        self._scan = scan
        self._lexicon = lexicon
        self._hints = hints
        self._runs = list(self._free_runs())
        self._likeness: dict[Term, list[float]] = {}
        self._paraphrased: set[tuple[Term, tuple[int, ...]]] = set()

    def asked(self, relation: Term, one: Head, two: Head) -> tuple[float, tuple[int, ...]]:
        """How clearly the words around two heads ask for a relation, and which do.

        Of words that ask as clearly the longer phrase does: a relation may be called "share borders" and "border".
        """
        between, behind = self._regions(one, two)
        says = any(place in between for place in self._scan.free)
        best: float = 0.0
        chosen: tuple[int, ...] = ()
        for fit, run in zip(self._of_runs(relation), self._runs, strict=True):
            if run[0] in between and run[-1] in between:
                worth = fit
            elif run[0] in behind and run[-1] in behind:
                worth = fit - (OF_FAR_WORDS if says else 0.0)
            else:
                continue
            is_longer = worth > best - 1e-6 and set(chosen) < set(run)
            if worth > best + 1e-6 or (chosen and is_longer):
                best, chosen = worth, run
        belonging = self._belonging(relation, one, two, between)
        if belonging and best < OF_DOER:
            return OF_DOER, belonging
        own = self._said_by_heads(relation, one, two)
        if own <= best:
            return best, chosen
        least = LEAST_ASKED if self._says_more(relation, one, two) else LEAST_SAID
        said = chosen and chosen[-1] in between and best >= least
        return own, chosen if said and self._is_nearest(relation, chosen, one, two) else ()

    def direction(self, step: SchemaStep, run: tuple[int, ...], one: Head, two: Head) -> float:
        """What the order of words says for the direction of a step from the first head to the second.

        The subject stands before its verb, the object behind it; "by" turns this around, in the question ("is
        supplied by") as in the name of a relation ("painted by"). Other words for the verb may say it from either
        side ("taught": "pupil of").
        """
        if not run or step.target is None or self._is_paraphrase(step.relation, run):
            return 0.0
        first, last = sorted((one, two), key=lambda head: head.place)
        words = self._scan.words
        subject = first if run[-1] < last.place[0] else last
        behind = run[-1] + 1
        is_passive = words[run[-1]].text == "by" or (behind < len(words) and words[behind].text == "by")
        is_fronted = first.place[0] > 0 and words[first.place[0] - 1].text == "by"
        is_passive = is_passive or is_fronted
        names = (form.text for form in self._lexicon.forms.get(step.relation, ()))
        label = self._lexicon.label(step.relation).lower()
        told = (source_does(label, words[place].text) for place in run)
        does = next((found for found in told if found is not None), None)
        if does is None:
            does = not (label.endswith(" by") or any(name.endswith(" by") for name in names))
        is_turned = is_passive == does
        source = one if step.forward else two
        kinds = [set(classes_of(head, self._lexicon)) for head in (one, two)]
        last_word = label.rsplit(maxsplit=1)[-1] if label.strip() else ""
        is_verb = does and source_does(label, last_word) is True and not may_be_plural(label, last_word)
        is_vague = not kinds[0].isdisjoint(kinds[1]) and not is_verb and last_word not in {"", *PREPOSITIONS}
        worth = OF_VAGUE_DIRECTION if is_vague else OF_DIRECTION
        return worth if (source is subject) != is_turned else -worth

    def doubts(
        self, step: SchemaStep, likeness: float, run: tuple[int, ...], one: Head, two: Head
    ) -> Iterator[Finding]:
        """Why the relation of a step may not be what words ask for that are so like it."""
        label = self._lexicon.label(step.relation)
        text = " ".join(self._scan.words[place].text for place in run)
        if run and likeness < LEAST_CERTAIN and not self.shares_stem(step.relation, run):
            yield finding("meaning-uncertain", text, label)
        said = other_way(self._scan.question, label) if run else ""
        if said:
            yield finding("other-way-said", said, label)
        if of_the_past(self._scan.question, label):
            yield finding("past-told", label)
        if likeness >= LEAST_OF_SAME and self._is_of_another_doer(step, run, one, two):
            yield finding("doer-not-told", label, text)

    def is_said(self, steps: Sequence[SchemaStep], one: Head, two: Head) -> bool:
        """Whether the names of the things themselves ask for one of the relations."""
        return any(self._said_by_heads(step.relation, one, two) >= LEAST_ASKED for step in steps)

    def shares_stem(self, relation: Term, run: tuple[int, ...]) -> bool:
        """Whether a word begins as one of the relation's name does: "funded", "funder"."""
        names = (word for form in self._lexicon.forms.get(relation, ()) for word in form.words)
        return begins_alike((self._scan.words[place].text for place in run), names)

    def _is_of_another_doer(self, step: SchemaStep, run: tuple[int, ...], one: Head, two: Head) -> bool:
        """Whether words ask who does something of which a relation tells another side: "bought from"."""
        label = self._lexicon.label(step.relation).lower().split()
        if not run or len(label) < 2 or label[-1] not in OTHER_SIDES:
            return False
        first, last = sorted((one, two), key=lambda head: head.place)
        behind = {word.text for word in self._scan.words[first.place[1] :]}
        subject = first if run[-1] < last.place[0] else last
        return (two if step.forward else one) is subject and behind.isdisjoint(("by", label[-1]))

    def _says_more(self, relation: Term, one: Head, two: Head) -> bool:
        """Whether each name of a relation says more than what it leads to: "certificate held by", "part of"."""
        nouns = {found for head in (one, two) for found in stems_of(tuple(head.text.lower().split()))}
        if not PREPOSITIONS.isdisjoint(self._lexicon.label(relation).lower().split()[-1:]):
            return True
        forms = self._lexicon.forms.get(relation, ())
        return all(any(stem(word) not in nouns for word in form.words) for form in forms)

    def _regions(self, one: Head, two: Head) -> tuple[range, range]:
        """The words that may ask for a relation of two heads: between them, and behind the later one."""
        first, last = sorted((one, two), key=lambda head: head.place)
        following = min(
            (head.place[0] for head in self._scan.heads if head.place[0] >= last.place[1] and not head.is_hint),
            default=len(self._scan.words),
        )
        return range(first.place[1], last.place[0]), range(last.place[1], following)

    def _said_by_heads(self, relation: Term, one: Head, two: Head) -> float:
        """1 if the name of the relation is that of a class at one of its ends ("pet" for "has pet")."""
        names = [stems_of(form.words) for form in self._lexicon.forms.get(relation, ())]
        for head in (one, two):
            if head.kind == "class" and not head.is_hint:
                stems = stems_of(tuple(head.text.lower().split()))
                if any(name and set(name) <= set(stems) for name in names):
                    return 0.9
                if any(set(stems) < set(name) for name in names):
                    return 0.7
        return 0.0

    def _belonging(self, relation: Term, one: Head, two: Head, between: range) -> tuple[int, ...]:
        """The words that say that one thing belongs to the other, by a relation that is named as its class."""
        words = self._scan.words
        runs = (run for run in self._runs if len(run) == 2 and run[0] in between and run[-1] in between)
        said = next(
            (run for run in runs if stem(words[run[0]].text) == "belong" and words[run[1]].text == "to"), ()
        )
        if not said:
            return ()
        kinds = (
            self._lexicon.class_label(iri).casefold()
            for head in (one, two)
            for iri in classes_of(head, self._lexicon)
        )
        return said if self._lexicon.label(relation).casefold() in kinds else ()

    def _is_nearest(self, relation: Term, run: tuple[int, ...], one: Head, two: Head) -> bool:
        """Whether no other relation of the two things is more like the words."""
        place = self._runs.index(run)
        mine = self._of_runs(relation)[place]
        around = {
            link.relation
            for head in (one, two)
            for class_ in classes_of(head, self._lexicon)
            for link in (*self._lexicon.summary.links_from(class_), *self._lexicon.summary.links_to(class_))
        }
        rivals = [self._of_runs(other)[place] for other in around if other != relation]
        return all(fit <= max(mine, LEAST_ASKED - 0.1) for fit in rivals)

    def _of_runs(self, relation: Term) -> list[float]:
        """How like each run of free words is to a relation."""
        if relation not in self._likeness:
            texts = [" ".join(self._scan.words[place].text for place in run) for run in self._runs]
            own = self._lexicon.likeness(texts, [relation], by_aliases=False)[:, 0].tolist() if texts else []
            has_aliases = texts and any(form.how == "alias" for form in self._lexicon.forms[relation])
            aliases = self._lexicon.likeness(texts, [relation])[:, 0].tolist() if has_aliases else own
            others = [
                max(also, self._of_others(text, relation)) for text, also in zip(texts, aliases, strict=True)
            ]
            own = [max(fit, self._of_doer(text, relation)) for text, fit in zip(texts, own, strict=True)]
            self._likeness[relation] = list(map(max, own, others))
            self._paraphrased |= {
                (relation, run) for run, fit, other in zip(self._runs, own, others, strict=True) if other > fit
            }
        return self._likeness[relation]

    def _of_doer(self, text: str, relation: Term) -> float:
        """What a word is worth that says what the noun for a doer does which a relation is named by: `editor`."""
        label = self._lexicon.label(relation).casefold()
        is_done = " " not in text and " " not in label and source_does(label, text) is False
        return OF_DOER if is_done else 0.0

    def _is_paraphrase(self, relation: Term, run: tuple[int, ...]) -> bool:
        """Whether other words for a run, or for a relation, are more alike than their own are."""
        return (relation, run) in self._paraphrased

    def _of_others(self, text: str, relation: Term) -> float:
        """How like a relation is to other words for a text, a little less than to its own.

        The names of relations are compared without function words.
        """
        named = list(self._hints.others(text))
        plain = [" ".join(word for word in other.split() if word not in FUNCTION_WORDS) for other in named]
        others = [other for other in (*named, *plain) if other]
        best = float(self._lexicon.likeness(others, [relation]).max()) if others else 0.0
        return PARAPHRASED * best if best >= LEAST_PARAPHRASED else 0.0

    def _free_runs(self) -> Iterator[tuple[int, ...]]:
        free = set(self._scan.free)
        words = self._scan.words
        for size in range(1, _MOST_WORDS + 1):
            for first in range(len(words) - size + 1):
                run = tuple(range(first, first + size))
                if any(place in self._scan.used for place in run) or not free.intersection(run):
                    continue
                if run[0] not in free or (run[-1] not in free and words[run[-1]].text not in PREPOSITIONS):
                    continue
                if all(
                    place in free or words[place].text in FUNCTION_WORDS | PREPOSITIONS | IDLE for place in run
                ):
                    yield run


def classes_of(head: Head, lexicon: SchemaLexicon) -> Sequence[Term]:
    """What a head may be an instance of."""
    if head.kind == "entity":
        return head.classes or PSEUDO_CLASSES
    if head.kind == "role":
        links = lexicon.summary.links
        wanted = {item.relation for item in head.measures}
        ends = ((link.source, link.target) for link in links if link.relation in wanted)
        return tuple(dict.fromkeys(end for pair in ends for end in pair))
    return head.classes
