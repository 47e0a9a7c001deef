"""What calls have found out of the server of a model."""

from dataclasses import dataclass, field
from typing import Final

JSON_SCHEMA: Final = "json_schema"
JSON_OBJECT: Final = "json_object"
FORMS: Final = (JSON_SCHEMA, JSON_OBJECT)
"""Ways to hold a model to JSON, the best first, by their names in the OpenAI protocol."""
STREAMS: Final = "streams"
UNCAPPED: Final = "the cap of replies"
EXAMPLES: Final = "examples in prompts"
"""What `left_out` has for a model that thinks before it replies, besides the temperature."""


@dataclass
class KnownServer:
    """The reasoners of one model share it, so that each thing is found out once.

    `left_out` has what is not sent any more: parameters by name, forms of replies by theirs, and `json_schema of
    answer` for a form that fails with one step alone. `served` has what a sound reply has come of.
    """

    left_out: set[str] = field(default_factory=set)
    served: set[str] = field(default_factory=set)

    def form(self, step: str, offered: tuple[str, ...]) -> str:
        """The best form that a step may ask for; empty for plain text."""
        open_to_it = (form for form in offered if not {form, _of(form, step)} & self.left_out)
        return next(open_to_it, "")

    def is_proven(self, form: str, step: str) -> bool:
        """Whether a reply of a step in this form was read."""
        return _of(form, step) in self.served

    def prove(self, form: str, step: str) -> None:
        """A reply of a step in this form was read."""
        self.served |= {form, _of(form, step)}

    def give_up(self, form: str, step: str) -> str:
        """A form is to blame for what came of a step. Says what is left out: for this step alone if others had it.

        Empty where another call was told so in the meantime.
        """
        lost = _of(form, step) if form in self.served else form
        is_new = lost not in self.left_out
        self.left_out.add(lost)
        return lost if is_new else ""


def _of(form: str, step: str) -> str:
    return f"{form} of {step}"
