"""What a fact of more than two parts states beside the part that is on a path."""

from pog_agent.models.value import Value


class Qualifier(Value):
    """A further edge of a fact on a path: of a mediator, or of a statement about a triple.

    `relation` and `value` are words; in front of a relation that leads to the fact stands ``<-``. `fact` is the
    mediator or the statement, `position` the node of the path behind which it is shown.
    """

    relation: str
    value: str
    fact: str
    position: int
    triple: tuple[str, str, str]

    @property
    def text(self) -> str:
        """Relation and value in words."""
        return f"{self.relation}: {self.value}"

    @property
    def term(self) -> str:
        """The entity or literal that it states."""
        head, _, tail = self.triple
        return tail if head == self.fact else head
