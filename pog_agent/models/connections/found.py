"""What was found of a question for connections."""

from itertools import pairwise

from pog_agent.models.connections.asked import ConnectionQuestion
from pog_agent.models.patterns import PatternKey
from pog_agent.models.value import Value


class ListedConnection(Value):
    """A pattern that joins the entities, by one of its paths, the nodes of `others`, and how many `more` it has.

    `same_relation` marks something that is shared by one relation, as the birthplace of both. Of a shared thing
    without a name `parts` are its further facts.
    """

    path: PatternKey
    others: tuple[tuple[str, ...], ...] = ()
    more: int = 0
    same_relation: bool = False
    parts: tuple[tuple[str, str, str], ...] = ()

    @property
    def triples(self) -> tuple[tuple[str, str, str], ...]:
        """The triples of the paths, those of the first one first, each in its own direction."""
        walks = (pairwise(nodes) for nodes in (self.path.nodes, *self.others))
        found = (
            (head, step.relation, tail) if step.forward else (tail, step.relation, head)
            for walk in walks
            for (head, tail), step in zip(walk, self.path.steps, strict=True)
        )
        return tuple(dict.fromkeys([*found, *self.parts]))

    @property
    def between(self) -> tuple[str, ...]:
        """The nodes besides the entities, those of the first path first."""
        nodes = dict.fromkeys(node for path in (self.path.nodes, *self.others) for node in path)
        return tuple(node for node in nodes if node not in self.path.topics)


class SharedRole(Value):
    """A relation that leads to each of the entities from something else: all of them are somebody's employer."""

    relation: str
    triples: tuple[tuple[str, str, str], ...]


class FoundConnections(Value):
    """What was found of a question for connections.

    `total` counts the patterns, listed or not, of at most `longest` steps from one entity to the next; with
    `is_deepest` no longer ones may be looked for. `cuts` say what was left out, and `beyond` why longer
    ones were not looked for, where the question does not say it. The names `unknown` are those in conditions that
    nothing has.
    """

    asked: ConnectionQuestion
    listed: tuple[ListedConnection, ...] = ()
    roles: tuple[SharedRole, ...] = ()
    total: int = 0
    longest: int = 0
    is_deepest: bool = False
    cuts: tuple[str, ...] = ()
    beyond: str = ""
    unknown: tuple[str, ...] = ()

    @property
    def cited(self) -> tuple[ListedConnection | SharedRole, ...]:
        """Everything that is listed."""
        return (*self.listed, *self.roles)
