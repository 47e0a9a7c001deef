"""A run asks all questions of a set, or a selection of them."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from pog_agent.errors import SettingError
from pog_agent.evaluation.data.dataset import Question


@dataclass(frozen=True)
class Selection:
    """Takes the questions of some types (all if empty), the first `limit`, or `sample` drawn with `seed`."""

    types: tuple[str, ...] = ()
    limit: int | None = None
    sample: int | None = None
    seed: int = 0

    def selected_from(self, questions: Sequence[Question]) -> list[Question]:
        """The selected questions in the order of the file. Raises `SettingError` if there are none.

        A larger sample with the same seed contains a smaller one.
        """
        chosen = [item for item in questions if not self.types or _type_names(item) & set(self.types)]
        if not chosen:
            known = ", ".join(sorted({item.group or "(none)" for item in questions}))
            raise SettingError(f"no question is of the types {', '.join(self.types)}; there are: {known}")
        if self.sample is not None:
            order = list(range(len(chosen)))
            random.Random(self.seed).shuffle(order)
            chosen = [chosen[place] for place in sorted(order[: self.sample])]
        return chosen[: self.limit]


def _type_names(question: Question) -> set[str]:
    """The names of a type: the whole, up to its hops, up to a colon."""
    parts = question.type.split(":")
    return {question.group, *(":".join(parts[:size]) for size in range(1, len(parts) + 1))}
