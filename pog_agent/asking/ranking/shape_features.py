"""What the shape of each candidate tells: its operations and cues, the kind of its answer, its directions."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from pog_agent.asking.generating.bench import Bench
from pog_agent.asking.generating.shapes import Along, Both, CandidateQuery, ExtremeOf, Having, MostOf, Without
from pog_agent.asking.likeness import Floats
from pog_agent.asking.question import KINDS
from pog_agent.asking.ranking.direction import chains, expected, name_kind, tested
from pog_agent.asking.schema import SchemaWay
from pog_agent.words import singular

ANSWER_KINDS: Final = ("node", "number", "date", "text", "truth", "none")
OPERATIONS: Final = (
    *("count", "whether", "denial", "extreme", "most", "having", "comparison", "equal", "lasting", "numbered"),
    *("greater", "total", "average"),
)
CUE_OF: Final = {
    "count": "count",
    "whether": "whether",
    "extreme": "extreme",
    "most": "extreme",
    "denial": "denial",
    "comparison": "comparison",
    "numbered": "comparison",
    "greater": "comparison",
    "lasting": "comparison",
    "total": "total",
    "average": "average",
}
ANSWERING_EXTREME: Final = frozenset(("extreme", "most", "greater"))
ANSWERING_COMPARISON: Final = frozenset(("comparison", "greater", "equal", "lasting", "numbered"))
_LOOKED_AT: Final = 4
_MANY: Final = 15
_FORM_OPERATION: Final = {
    "count": "count",
    "exists": "whether",
    "greater": "whether",
    "sum": "total",
    "average": "average",
}


class ShapeFeatures:
    """Writes the features of the shapes of one question's candidates."""

    def __init__(self, bench: Bench) -> None:
        self._bench, self._question = bench, bench.question
        self._expected: dict[tuple[SchemaWay, int], int] = {}

    def columns(self, candidates: Sequence[CandidateQuery]) -> dict[str, Floats]:
        """All these features, one entry per candidate."""
        return self._operations(candidates) | self._answers(candidates) | self._order(candidates)

    def _operations(self, candidates: Sequence[CandidateQuery]) -> dict[str, Floats]:
        cues = self._question.cues
        own = [
            {name for name, _ in item.operations}
            | ({_FORM_OPERATION[item.form]} if item.form != "rows" else set())
            for item in candidates
        ]
        found: dict[str, Floats] = {}
        for name in OPERATIONS:
            used = np.array([name in names for names in own], np.float32)
            found[f"does_{name}"] = used
            if name in CUE_OF:
                cue = float(bool(cues[CUE_OF[name]]))
                found[f"cued_{name}"] = used * (2 * cue - 1)
        for name, answering in (
            ("extreme", ANSWERING_EXTREME),
            ("comparison", ANSWERING_COMPARISON),
            ("denial", frozenset(("denial",))),
            ("count", frozenset(("count",))),
            ("whether", frozenset(("whether",))),
            ("total", frozenset(("total", "average"))),
        ):
            cue = bool(cues[name])
            found[f"idle_{name}"] = np.array([cue and not names & answering for names in own], np.float32)
        found["leaning"] = np.array([self._leaning(item) for item in candidates], np.float32)
        return found

    def _leaning(self, item: CandidateQuery) -> float:
        """Whether the directions of orders and comparisons are those of the words."""
        total, shape = 0.0, item.selection.shape
        while isinstance(shape, (Along, Both)) and not isinstance(shape, ExtremeOf):
            shape = shape.origin if isinstance(shape, Along) else shape.parts[-1]
        for name, sign in item.operations:
            if name in ("extreme", "greater") and isinstance(shape, ExtremeOf):
                table = "comparisons" if name == "greater" else "extremes"
                total += self._bench.leaning(shape.steps[-1], sign == "+", table)
            elif name == "most":
                leanings = self._question.leanings
                total += 1 if leanings["extremes", "most" if sign == "+" else "least"] else -1
            elif name in ("comparison", "numbered"):
                more = (
                    self._question.leanings["comparisons", "more"]
                    or self._question.leanings["comparisons", "late"]
                )
                less = (
                    self._question.leanings["comparisons", "less"]
                    or self._question.leanings["comparisons", "early"]
                )
                if more != less and sign != "=":
                    total += 1 if more == (sign[0] == ">") else -1
                total -= 0.5 * (("=" in sign) != self._question.leanings["comparisons", "inclusive"])
        return total

    def _answers(self, candidates: Sequence[CandidateQuery]) -> dict[str, Floats]:
        """The kind of the answer against what is asked for, and how many there are as far as that is known."""
        bench, asked = self._bench, self._question.asked_for
        kinds = [_answer_kind(bench, item) for item in candidates]
        found: dict[str, Floats] = {}
        for wanted in KINDS:
            for kind in ANSWER_KINDS:
                fits = [wanted == asked and kind == own for own in kinds]
                found[f"asks_{wanted}_{kind}"] = np.array(fits, np.float32)
        rows = np.array([self._class_rows(item) for item in candidates], np.float32).reshape(-1, 5)
        for column, name in enumerate(("head_class", "head_step", "person", "class_lexical", "nameless")):
            found[name] = rows[:, column]
        found["head_any"] = np.maximum(found["head_class"], found["head_step"])
        found["person"] = found["person"] * (asked == "person")
        sizes = [None if item.selection.ends is None else len(item.selection.ends) for item in candidates]
        found["known"] = np.array([size is not None for size in sizes])
        found["size"] = np.array([np.log1p(size or 0) for size in sizes])
        found["is_one"] = np.array([size == 1 for size in sizes])
        found["is_many"] = np.array([(size or 0) > _MANY for size in sizes])
        is_plural = bool(self._question.head) and singular(self._question.head) != self._question.head
        found["plural_one"] = found["is_one"] * is_plural
        found["singular_many"] = np.array([(size or 0) > 1 for size in sizes]) * (
            bool(self._question.head) and not is_plural
        )
        found["whole_class"] = np.array([len(item.parts) == 1 for item in candidates])
        return found

    def _class_rows(self, item: CandidateQuery) -> tuple[float, float, float, float, float]:
        """Of the classes of the answers the likeness to the head, to a person, their words, and if nameless."""
        bench, likeness, selection = self._bench, self._bench.likeness, item.selection
        classes = set(selection.classes) if selection.ends is None else set()
        for node in sorted(selection.ends or ())[:_LOOKED_AT]:
            classes |= bench.sight.class_of(node)
        if selection.class_ is not None:
            classes.add(selection.class_)
        places = [likeness.names.place[class_] for class_ in classes if class_ in likeness.names.place]
        step = likeness.names.place[selection.step.relation] if selection.step is not None else None
        person = np.maximum(likeness.person, likeness.organisation)
        return (
            max((float(likeness.head[place]) for place in places), default=0.0),
            float(likeness.head[step]) if step is not None else 0.0,
            max((float(person[place]) for place in places), default=0.0),
            max((float(likeness.lexical[place]) for place in places), default=0.0),
            float(item.form == "rows" and bool(places) and bench.schema.is_nameless(classes)),
        )

    def _order(self, candidates: Sequence[CandidateQuery]) -> dict[str, Floats]:
        """Whether steps are followed the way that the order of words tells, and what is repeated."""
        agree, against, repeated, passive, back = (np.zeros(len(candidates), np.float32) for _ in range(5))
        for row, item in enumerate(candidates):
            shape = item.selection.shape
            for sign, pairs in ((1, chains(shape)), (-1, tested(shape))):
                for step, link in set(pairs):
                    told = sign * self._told(step, link) * (1 if step.forward else -1)
                    agree[row] += told > 0
                    against[row] += told < 0
                    passive[row] += self._voice(step, link)
            steps = [
                key.relation for part in item.parts if isinstance(key := self._bench.parts[part].key, SchemaWay)
            ]
            repeated[row] = len(steps) - len(set(steps))
            back[row] = item.selection.step is not None and not item.selection.step.forward
        denied = np.array([isinstance(item.selection.shape, (Without, Having)) for item in candidates])
        counted = np.array([isinstance(item.selection.shape, MostOf) for item in candidates])
        return {
            "agrees": agree,
            "disagrees": against,
            "repeats": repeated,
            "voice": passive,
            "backward": back,
            "bare_denial": denied,
            "bare_most": counted,
        }

    def _told(self, step: SchemaWay, link: int) -> int:
        """The direction that the words tell of a relation from a link."""
        key = (step, link)
        if key not in self._expected:
            likeness = self._bench.likeness
            cover = likeness.cover[likeness.names.place[step.relation]]
            name = self._bench.schema.name(step.relation)
            self._expected[key] = expected(self._question, self._bench.links[link], name, cover)
        return self._expected[key]

    def _voice(self, step: SchemaWay, link: int) -> float:
        """Whether an agent in the words goes with one in the name, and with the direction."""
        book, words = self._question.book, self._question.words
        start = self._bench.links[link].start
        agents = book.words("agent")
        is_said = (start > 0 and words[start - 1] in agents) or words[-1] in agents
        is_named = name_kind(self._bench.schema.name(step.relation), book) == "passive"
        return (1 if is_said else -1) * (1 if is_named else -1) * (1 if step.forward else -1)


def _answer_kind(bench: Bench, item: CandidateQuery) -> str:
    if item.form in ("count", "sum", "average"):
        return "number"
    if item.form in ("exists", "greater"):
        return "truth"
    if item.selection.is_empty:
        return "none"
    step = item.selection.step
    return bench.schema.steps[step].kind if step is not None and step.forward else "node"
