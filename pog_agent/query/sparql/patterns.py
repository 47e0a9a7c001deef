"""Graph patterns in SPARQL: the lines of a group, with its guards and conditions."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pog_agent.kg.sparql.terms import spellings, write_iri
from pog_agent.models.query import (
    Combination,
    Condition,
    Expression,
    GraphPattern,
    InQuery,
    InstanceOf,
    PatternElement,
    Query,
)
from pog_agent.models.query_walk import mentioned, variables_of
from pog_agent.query.sparql.expressions import (
    Read,
    is_computed,
    reads,
    write_comparison,
    write_expression,
    write_guard,
    write_text_guard,
    write_text_test,
)
from pog_agent.query.sparql.names import VariableNames
from pog_agent.terms import RDF_TYPE, is_literal

_MOST_CLASSES = 1_000_000
"""More than any graph has. Only a subquery with a limit is computed by itself in Virtuoso."""

Lines = list[str]
NestedSelect = Callable[[Query, Mapping[str, str]], Lines]
"""Writes a query inside of another one; the mapping gives the names that its columns have there."""


@dataclass(frozen=True)
class QueryWriting:
    """What the parts of one text share: the names that are taken, and how a nested query is written.

    Virtuoso loses rows where it joins a path of any length, and fails at YEAR of a text: `for_virtuoso` looks up
    subclasses in a subquery, and does not test whether days exist, since Virtuoso keeps none that do not. It also
    makes decimals of integers before it divides them.
    """

    names: VariableNames
    nested: NestedSelect
    for_virtuoso: bool = False


@dataclass
class GroupText:
    """One group of a query while it is written. `variables` are those that the group knows, as they are written.

    `elements` are the lines of what binds variables, `guards` the tests that values can be read, `filters` all
    other tests. `computed` says that a test or a later binding computes, which some engines only do without
    failing when the guards are tested before.
    """

    writing: QueryWriting
    variables: dict[str, str]
    elements: Lines = field(default_factory=list)
    guards: dict[str, None] = field(default_factory=dict)
    filters: Lines = field(default_factory=list)
    computed: bool = False
    _scalars: dict[Query, str] = field(default_factory=dict)

    def scalar(self, query: Query) -> str:
        """The variable with the value of a scalar query, whose subquery stands in this group."""
        if query not in self._scalars:
            name = self.writing.names.fresh(query.columns[0].name)
            self._scalars[query] = f"?{name}"
            self.elements += braced(self.writing.nested(query, {query.columns[0].name: name}))
        return self._scalars[query]

    def expression(self, expression: Expression) -> str:
        """An expression as this group writes it."""
        self.computed = self.computed or is_computed(expression)
        return write_expression(expression, self.variables, self.scalar, self.writing.for_virtuoso)

    def guard(self, expressions: Iterable[Expression], among: frozenset[str] | None = None) -> None:
        """Adds the guards of what expressions read; only of some variables with `among`."""
        for read in reads(expressions):
            if among is None or read.variable in among:
                self.guard_read(read)

    def guard_read(self, read: Read) -> None:
        """Adds the guard of a variable that is read."""
        guard = write_guard(read, self.variables, self.writing.for_virtuoso)
        if guard:
            self.guards[f"FILTER({guard})"] = None

    def lines(self) -> Lines:
        """The whole group, without braces."""
        body = [*self.elements, *self.guards]
        if self.guards and self.computed:
            body = braced(body)
        return [*body, *self.filters]


def open_group(
    pattern: GraphPattern, writing: QueryWriting, given: Mapping[str, str], needed: Iterable[str]
) -> GroupText:
    """The group of a pattern. `given` has the variables that are known around it, as they are written.

    `needed` are the variables that are used outside of the pattern: they stay variables, while another one that
    is a single IRI is written as this IRI.
    """
    kept = {*needed, *(name for condition in pattern.conditions for name in mentioned(condition))}
    fixed = _written_out(pattern, kept.union(given))
    variables = dict(given)
    for name in dict.fromkeys(name for element in pattern.elements for name in variables_of(element)):
        if name in fixed:
            variables[name] = write_iri(fixed[name])
        elif name not in variables:
            variables[name] = f"?{writing.names.fresh(name)}"
    group = GroupText(writing, variables)
    for element in sorted(pattern.elements, key=lambda element: element.kind != "constant"):
        if not (element.kind == "constant" and element.variable in fixed):
            group.elements += _element(element, group)
    own = pattern.variables
    for condition in pattern.conditions:
        _add_condition(condition, group, own)
    return group


def braced(lines: Lines) -> Lines:
    """A group of lines in braces of its own; a query stands in the same lines as its braces."""
    if lines[0].startswith("SELECT"):
        return [f"{{ {lines[0]}", *lines[1:-1], f"{lines[-1]} }}"]
    return ["{", *indented(lines), "}"]


def indented(lines: Sequence[str]) -> Lines:
    """The lines one level deeper."""
    return [f"  {line}" for line in lines]


def _written_out(pattern: GraphPattern, kept: set[str]) -> dict[str, str]:
    """The variables that are one IRI, with this IRI, where only edges and classes use them."""
    used_apart = {
        name
        for element in pattern.elements
        if element.kind in ("in_query", "combination")
        for name in variables_of(element)
    }
    found: dict[str, str] = {}
    for element in pattern.elements:
        if element.kind != "constant":
            continue
        if element.variable in found or len(element.terms) > 1 or is_literal(element.terms[0]):
            used_apart.add(element.variable)
        else:
            found[element.variable] = element.terms[0]
    bound = {name for element in pattern.elements if element.kind != "constant" for name in variables_of(element)}
    return {name: value for name, value in found.items() if name in bound and name not in kept | used_apart}


def _element(element: PatternElement, group: GroupText) -> Lines:
    if element.kind == "edge":
        source, target = group.variables[element.source], group.variables[element.target]
        return [f"{source} {_relation(element.relation)} {target} ."]
    if element.kind == "constant":
        values = " ".join(spelling for constant in element.terms for spelling in spellings(constant))
        return [f"VALUES {group.variables[element.variable]} {{ {values} }}"]
    if element.kind == "instance":
        return _membership(element, group)
    if element.kind == "in_query":
        return _nested_query(element, group)
    return _combination(element, group)


def _relation(relation: str) -> str:
    return "a" if relation == RDF_TYPE else write_iri(relation)


def _membership(element: InstanceOf, group: GroupText) -> Lines:
    own = group.variables[element.variable]
    ways = "|".join(map(_relation, element.type_relations))
    ways = f"({ways})" if len(element.type_relations) > 1 else ways
    below = f"{write_iri(element.subclass_relation)}* {write_iri(element.class_)} ."
    if not group.writing.for_virtuoso:
        return [f"{own} {ways}/{below}"]
    found = f"?{group.writing.names.fresh('class')}"
    subquery = [f"SELECT DISTINCT {found} WHERE {{", *indented([f"{found} {below}"]), f"}} LIMIT {_MOST_CLASSES}"]
    return [*braced(subquery), f"{own} {ways} {found} ."]


def _nested_query(element: InQuery, group: GroupText) -> Lines:
    names = [group.variables[name].removeprefix("?") for name in element.variables]
    return braced(group.writing.nested(element.query, dict(zip(element.columns, names, strict=True))))


def _combination(element: Combination, group: GroupText) -> Lines:
    given = {name: group.variables[name] for name in element.variables}
    parts = [
        braced(open_group(pattern, group.writing, given, element.variables).lines())
        for pattern in element.patterns
    ]
    between = {"union": "UNION", "intersection": "", "difference": "MINUS"}[element.operation]
    lines = list(parts[0])
    for part in parts[1:]:
        lines += [f"{between} {part[0]}".strip(), *part[1:]]
    return braced(lines)


def _add_condition(condition: Condition, group: GroupText, own: frozenset[str]) -> None:
    """Adds a condition, with the guards of what it reads. `own` are the variables that the group itself binds."""
    if condition.kind == "comparison":
        sides = condition.left, condition.right
        _guard_outer(sides, group, own)
        group.guard(sides, own)
        group.filters.append(f"FILTER({write_comparison(condition, group.expression)})")
    elif condition.kind == "text":
        group.filters.append(f"FILTER({write_text_guard(group.variables[condition.variable])})")
        group.filters.append(f"FILTER({write_text_test(condition, group.variables)})")
    else:
        around = {name: group.variables[name] for name in own}
        inner = open_group(condition.pattern, group.writing, around, ())
        first, *rest = braced(inner.lines())
        group.filters += [f"FILTER {'NOT ' if condition.negated else ''}EXISTS {first}", *rest]


def _guard_outer(sides: Iterable[Expression], group: GroupText, own: frozenset[str]) -> None:
    """Tests what is read of variables that only the group around binds, which no inner braces know."""
    for read in reads(sides):
        guard = write_guard(read, group.variables, group.writing.for_virtuoso)
        if read.variable not in own and guard:
            group.filters.append(f"FILTER({guard})")
