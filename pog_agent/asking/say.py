"""Says a candidate as a plain question, so that a person can tell whether it is what was meant."""

from collections.abc import Callable, Mapping
from typing import Final

from pog_agent.asking.generating.bench import Bench
from pog_agent.asking.generating.shapes import (
    Along,
    Both,
    CandidateQuery,
    Either,
    ExtremeOf,
    Having,
    Lasting,
    LinkedThings,
    Members,
    MostOf,
    Numbered,
    Shape,
    Valued,
    Without,
)
from pog_agent.asking.ranking.direction import name_kind
from pog_agent.asking.schema import AskedSchema, SchemaWay
from pog_agent.language.cues import CueBook
from pog_agent.terms import Term, is_literal, literal_value
from pog_agent.words import plural

SHOWN_NAMES: Final = 3


class CandidateWords:
    """The words for the candidates of one question; `labels` name the things that it links.

    What it writes is made of the phrases of the language's `cues.toml`, table `say`.
    """

    def __init__(self, bench: Bench, labels: Mapping[Term, str]) -> None:
        self._bench, self._labels = bench, labels
        self._schema: AskedSchema = bench.schema
        self._book: CueBook = bench.question.book

    def sentence(self, candidate: CandidateQuery) -> str:
        """A candidate as a question."""
        shape = candidate.selection.shape
        if candidate.greater is not None:
            greater = candidate.greater
            kind = self._kind(greater.step)
            more = self._say("more" if greater.descending else "less", of=kind)
            return self._say(
                "greater",
                one=self._link(greater.one),
                other=self._link(greater.other),
                more=more,
                relation=self._name(greater.step),
            )
        if candidate.form == "exists":
            return self._truth(shape)
        if candidate.form == "count":
            return self._say("count", things=plural(self._noun(shape)[0]) + self._noun(shape)[1])
        if candidate.form in ("sum", "average") and candidate.step is not None:
            head, rest = self._noun(shape)
            return self._say(candidate.form, relation=self._name(candidate.step), things=plural(head) + rest)
        if isinstance(shape, Along) and isinstance(shape.origin, LinkedThings):
            return self._of_one(shape)
        return self._say("which", things="".join(self._noun(shape, "plain")))

    def _of_one(self, shape: Along) -> str:
        """What a relation tells of a named thing, as one asks for it."""
        kind = name_kind(self._name(shape.step), self._book)
        form = "forward" if shape.step.forward else "backward"
        return self._say(f"{form}_{kind}", thing=self._set(shape.origin), relation=self._name(shape.step))

    def _truth(self, shape: Shape) -> str:
        parts = shape.parts if isinstance(shape, Both) else (shape,)
        named = [part for part in parts if isinstance(part, LinkedThings)]
        others = [part for part in parts if not isinstance(part, LinkedThings)]
        if named and others:
            return self._say("is", thing=self._set(named[0]), clause=" ".join(map(self._clause, others)))
        return self._say("is_there", things="".join(self._noun(shape)))

    def _set(self, shape: Shape) -> str:
        """A set as a noun phrase."""
        if isinstance(shape, LinkedThings):
            return self._link(shape.link)
        if isinstance(shape, Either):
            return self._say("or", one=self._link(shape.one), other=self._link(shape.other))
        return self._say("a", things="".join(self._noun(shape)))

    def _noun(self, shape: Shape, joint: str = "that") -> tuple[str, str]:
        """The noun of a set, and what is said behind it, after a phrase that joins them."""
        classes, clauses, behind = self._flat(shape)
        head = classes[0] if classes else ""
        if not head and clauses and isinstance(clauses[0], Along) and clauses[0].step.forward:
            first = clauses[0]
            name = self._name(first.step)
            if name_kind(name, self._book) == "noun":
                head = self._say("of", relation=name, things=self._set(first.origin))
                clauses = clauses[1:]
        said = self._say("and").join(map(self._clause, clauses))
        return head or self._say("thing"), (self._say(joint, clause=said) if said else "") + behind

    def _flat(self, shape: Shape) -> tuple[list[str], list[Shape], str]:
        """The classes of a set, its conditions, and its order."""
        if isinstance(shape, Members):
            return [self._schema.name(shape.class_)], [], ""
        if isinstance(shape, Both):
            parts = [self._flat(part) for part in shape.parts]
            classes = [name for part in parts for name in part[0]]
            clauses = [clause for part in parts for clause in part[1]]
            return classes, clauses, "".join(part[2] for part in parts)
        if isinstance(shape, (Without, ExtremeOf, MostOf, Numbered)):
            classes, clauses, behind = self._flat(shape.of)
            return classes, clauses, behind + self._behind(shape)
        return [], [shape], ""

    def _behind(self, shape: Without | ExtremeOf | MostOf | Numbered) -> str:
        """What sets things of a set apart from its others."""
        if isinstance(shape, Without):
            return self._say("but_not", clause=self._clause(shape.other))
        if isinstance(shape, ExtremeOf):
            word = self._say("greatest" if shape.descending else "least", of=self._kind(shape.steps[-1]))
            names = self._say("of_its").join(self._name(step) for step in reversed(shape.steps))
            return self._say("with", word=word, relation=names)
        if isinstance(shape, MostOf):
            word = self._say("most" if shape.descending else "fewest")
        else:
            word = self._say(f"number{shape.operator}", value=self._bench.question.numbers[shape.value].text)
        return self._say("with_number", word=word, relation=self._counted(shape.step))

    def _clause(self, shape: Shape) -> str:
        """A condition: what things do or are."""
        if isinstance(shape, Along):
            kind = name_kind(self._name(shape.step), self._book)
            form = "clause_forward" if shape.step.forward else "clause_backward"
            return self._say(f"{form}_{kind}", thing=self._set(shape.origin), relation=self._name(shape.step))
        if isinstance(shape, Having):
            form = f"{'lacks' if shape.denied else 'has'}_{'forward' if shape.step.forward else 'backward'}"
            return self._say(form, relation=self._name(shape.step))
        if isinstance(shape, Valued):
            question = self._bench.question
            text = question.times[shape.value].text if shape.is_time else question.numbers[shape.value].text
            word = self._say(f"{'time' if shape.is_time else 'number'}{shape.operator}", value=text)
            return self._say("valued", relation=self._name(shape.step), word=word)
        if isinstance(shape, Lasting):
            return self._say("lasting", value=self._bench.question.times[shape.value].text)
        return self._say("is_a", things=self._set(shape))

    def _counted(self, step: SchemaWay) -> str:
        name = self._name(step)
        return plural(name) if step.forward else self._say("counted_backward", relation=name)

    def _kind(self, step: SchemaWay) -> str:
        return "time" if self._schema.steps[step].kind == "date" else "number"

    def _name(self, step: SchemaWay) -> str:
        return self._schema.name(step.relation)

    def _link(self, number: int) -> str:
        """The names of a link's things, the first few."""
        terms = sorted(self._bench.links[number].terms)
        names = [literal_value(term) if is_literal(term) else self._labels.get(term, term) for term in terms]
        return self._say("or_between").join(list(dict.fromkeys(names))[:SHOWN_NAMES])

    def _say(self, phrase: str, *, of: str = "", **words: str) -> str:
        """A phrase of the language with these words in it."""
        say: Callable[..., str] = self._book.text("say", f"{phrase}_{of}" if of else phrase).format
        return say(**words)
