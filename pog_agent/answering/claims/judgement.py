"""A yes or no to a claim from the answer to a question for what the claim states."""

from collections.abc import Sequence

from pog_agent.models import Answer, AnswerItem, CitedComputation
from pog_agent.words import folded

_TRUTHS = {"yes": True, "true": True, "no": False, "false": False}


def truth_of(answer: Answer) -> bool | None:
    """Whether the answer is a yes or a no; None where it is neither."""
    if len(answer.answers) != 1:
        return None
    (item,) = answer.answers
    return _TRUTHS.get(folded(item.value or ""))


def judgement(found: Answer, *, is_so: bool, statements: Sequence[str]) -> Answer:
    """That the statement of a claim is so, or is not, by the supported answer that was `found`.

    `statements` say how one follows from the other.
    """
    truth = "true" if is_so else "false"
    told = tuple(CitedComputation(text=text) for text in statements)
    return found.model_copy(
        update={
            "kind": "boolean",
            "answers": (AnswerItem(value=truth, label="yes" if is_so else "no"),),
            "columns": (),
            "rows": (),
            "computations": (*found.computations, *told),
            "alternatives": (),
            "reason": "; ".join(statements),
        }
    )
