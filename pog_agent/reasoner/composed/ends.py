"""Whether links and attributes may lead from what variables stand for, by the classes of the schema."""

from collections.abc import Iterable, Mapping

from pog_agent.kg.schema.summary import PSEUDO_CLASSES
from pog_agent.reasoner.composed.scope import QueryScope, shown_item
from pog_agent.reasoner.composed.statements import Follows, Statement, StatementError
from pog_agent.terms import Term

Above = Mapping[Term, frozenset[Term]]


def check_ends(statements: Iterable[Statement], scope: QueryScope) -> None:
    """Raises `StatementError` where a link or attribute cannot lead from what its variables stand for.

    A class fits its subclasses and superclasses. What has no class fits everything.
    """
    above = scope.schema.vocabulary.summary.above
    for item in statements:
        if isinstance(item, Follows) and item.code.kind == "link":
            _check_link(item, scope, above)
        elif isinstance(item, Follows):
            attribute = shown_item(scope.schema.attributes, item.code.number, "attribute")
            if not any(_may_be(scope, item.source, owner.source, above) for owner in attribute.owners):
                raise StatementError(f"{item.code} is no attribute of what {item.source!r} stands for")


def _check_link(item: Follows, scope: QueryScope, above: Above) -> None:
    first = shown_item(scope.schema.links, item.code.number, "link")[0]
    links = [link for link in scope.schema.vocabulary.summary.links if link.relation == first.relation]
    for link in links:
        if _may_be(scope, item.source, link.source, above) and _may_be(scope, item.target, link.target, above):
            return
    source, target = scope.schema.name_of_class(first.source), scope.schema.name_of_class(first.target)
    raise StatementError(
        f"{item.code} leads from {source!r} to {target!r}, which does not fit what {item.source!r} and "
        f"{item.target!r} stand for: mind the direction"
    )


def _may_be(scope: QueryScope, variable: str, iri: Term, above: Above) -> bool:
    own = scope.classes.get(variable)
    if not own or iri in PSEUDO_CLASSES:
        return True
    return any(iri in above.get(item, ()) or item in above.get(iri, ()) for item in own)
