"""Why there is no answer: one of a few cases, a sentence, and what of the graph is near to what was asked for."""

from typing import Literal

from pog_agent.models.value import Value

AbstentionCase = Literal[
    "could_not_look",
    "reference_unclear",
    "name_not_found",
    "ambiguous",
    "operation_not_possible",
    "value_lacking",
    "relation_not_found",
    "nothing_found",
    "not_connected",
    "budget_spent",
    "rejected",
    "not_judged_sufficient",
]


class NearEntity(Value):
    """An entity that a name in the question may mean. `detail` tells it from others of its name."""

    mention: str
    iri: str
    label: str
    detail: str = ""


class KnownRelation(Value):
    """A relation that the graph has of a topic, and the number of its facts there.

    `forward` is False for facts that lead to the topic. Of a class it is a relation of things of this class, and
    `facts` is the number of those that have it.
    """

    topic: str
    iri: str
    label: str
    forward: bool
    facts: int


class Abstention(Value):
    """Why a run has no answer.

    `could_not_look`: a step that nothing stood in for failed: the replies of the model could not be read, or the
    graph failed. The message has the cause, and says nothing of what the graph has or lacks.
    `reference_unclear`: a word such as "it" may refer to several things of the conversation, which are `near`, or
    to none that is known.
    `name_not_found`: no entity has a name that the question says, or it names none; `near` has similar names.
    `ambiguous`: several entities have a name and give different answers; `near` has them.
    `operation_not_possible`: a comparison lacks its values, or no step carries out a negation or condition.
    `value_lacking`: things of the topic's class have a relation that fits, the topic has not; `relations` has it.
    `relation_not_found`: nothing at the topic resembles what is asked; `relations` has what is there.
    `nothing_found`: the query that was composed has no result; the message says what was looked through.
    `not_connected`: the graph has no path as asked for between the entities, as a complete search found.
    `budget_spent`: the search ended early. `rejected`: a person who was asked did not let the answer pass.
    `not_judged_sufficient` is the rest.
    """

    case: AbstentionCase
    message: str
    near: tuple[NearEntity, ...] = ()
    relations: tuple[KnownRelation, ...] = ()
