"""What a server of chat models has."""

from typing import Literal

from pog_agent.models.value import Value

JsonSupport = Literal["json_schema", "json_object", "plain"]


class ServedModel(Value):
    """One model of a server; None stands for what is not known.

    `spec` is what to write as `--model`. `context` is how many tokens prompt and reply may have by now,
    `most_context` how many the model was made for. `json_support` is what the server holds replies to (a schema,
    any object, or nothing), and `seconds` the time of one small call, which tells both. `problem` says why it gave
    none.
    """

    name: str
    spec: str
    context: int | None = None
    most_context: int | None = None
    json_support: JsonSupport | None = None
    seconds: float | None = None
    problem: str = ""


class ModelServer(Value):
    """A server by the URL that `--base-url` takes, the `kind` of program that it is, and its chat models.

    `notes` say what to heed.
    """

    kind: str
    base_url: str
    models: tuple[ServedModel, ...]
    notes: tuple[str, ...] = ()
