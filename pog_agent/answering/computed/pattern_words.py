"""What a pattern says of its variables, in words."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from pog_agent.asking.ranking.direction import NameKind, name_kind
from pog_agent.models.query import Condition, Edge, Expression, GraphPattern
from pog_agent.models.query_walk import read_variables
from pog_agent.words import plural

if TYPE_CHECKING:
    from pog_agent.answering.computed.query_words import QueryWords


class Noun(NamedTuple):
    """A noun with what is said of it."""

    head: str
    behind: str = ""

    @property
    def one(self) -> str:
        """One of it."""
        return f"{self.head} {self.behind}".rstrip()

    @property
    def many(self) -> str:
        """Several of it."""
        return f"{plural(self.head)} {self.behind}".rstrip()

    def counted(self, count: int) -> str:
        """So many of it."""
        return f"{count:,} {self.one if count == 1 else self.many}"


class PatternWords:
    """What a pattern says of its variables. Each element and test is said once; `told` are variables that are told
    of elsewhere: of the relations around them nothing is said."""

    def __init__(self, words: "QueryWords", pattern: GraphPattern, told: frozenset[str] = frozenset()) -> None:
        self._words, self._pattern = words, pattern
        self._edges = [item for item in pattern.elements if item.kind == "edge"]
        self._said: set[object] = {edge for edge in self._edges if {edge.source, edge.target} & told}

    def head(self, variable: str) -> str:
        """The class that a variable is one of, else a thing."""
        for element in self._pattern.elements:
            if element.kind == "instance" and element.variable == variable:
                self._said.add(element)
                return _small(self._words.labels[element.class_])
        return self._words.say("thing")

    def whole(self, variable: str) -> Noun:
        """A variable with all that the pattern says of it; without a class it is the owner of something.

        What a relation calls it, too, is said once: "mascots of the Yankees", and not "mascots mascot of" them.
        """
        head = self.head(variable)
        owned = (edge for edge in self._edges if edge.target == variable and edge not in self._said)
        edge = next((edge for edge in owned if self._kind(edge) == "noun"), None)
        if edge is None or head != self._words.say("thing"):
            return Noun(head, " ".join(clause.removeprefix(f"{head} ") for clause in self.clauses(variable)))
        self._said.add(edge)
        of = self._words.say("of", things=self._end(edge.source) or self._words.say("something"))
        return Noun(self._words.relations[edge.relation], " ".join([of, *self.clauses(variable)]))

    def whether(self, variable: str | None) -> str:
        """The pattern as the question whether it is so."""
        named = next((item for item in self._pattern.elements if item.kind == "constant"), None)
        if named is None:
            noun = self.whole(variable) if variable is not None else Noun(self._words.say("thing"))
            return self._words.say("is_there", things=noun.one)
        self._said.add(named)
        noun = self.whole(named.variable)
        is_thing = noun.head == self._words.say("thing")
        what = self._words.say("one") if is_thing else self._words.say("a", things=noun.head)
        return self._words.say("is", thing=self._words.names(named), things=f"{what} {noun.behind}".rstrip())

    def clauses(self, variable: str) -> Iterator[str]:
        """Conditions of a variable, those of what they lead to behind them."""
        for element in self._pattern.elements:
            if element in self._said:
                continue
            if element.kind == "edge" and variable in (element.source, element.target):
                self._said.add(element)
                yield self._edge(element, variable)
            elif element.kind == "instance" and element.variable == variable:
                self._said.add(element)
                yield self._words.say("of_class", things=_small(self._words.labels[element.class_]))
            elif element.kind == "constant" and element.variable == variable:
                self._said.add(element)
                yield self._words.say("called", thing=self._words.names(element))
            elif element.kind == "in_query" and variable in element.variables:
                self._said.add(element)
                yield self._words.say("among", things=self._words.query(element.query))
            elif element.kind == "combination" and variable in element.variables:
                self._said.add(element)
                yield self._words.say(element.operation).join(self._within(p, variable) for p in element.patterns)
        yield from self._tests(variable)

    def _end(self, variable: str) -> str:
        """The other end of an edge with all that is said of it; empty where the pattern says nothing."""
        for element in self._pattern.elements:
            if element.kind == "constant" and element.variable == variable:
                self._said.add(element)
                return " ".join([self._words.names(element), *self.clauses(variable)])
        has_class = any(item.kind == "instance" and item.variable == variable for item in self._pattern.elements)
        noun = self.whole(variable)
        if noun.head != self._words.say("thing"):
            return self._words.say("a" if has_class else "the", things=noun.one)
        return f"{self._words.say('something')} {noun.behind}" if noun.behind else ""

    def _edge(self, edge: Edge, variable: str) -> str:
        is_source = edge.source == variable
        other = edge.target if is_source else edge.source
        tests = " ".join(self._value_tests(other))
        end = " ".join(filter(None, [self._end(other), tests]))
        if is_source and (tests or (not end and self._kind(edge) == "noun")):
            return self._words.say("with", relation=self._words.relations[edge.relation], value=end).rstrip()
        way = "against" if is_source else "along"
        return self._words.of_relation(f"clause_{way}", edge, end or self._words.say("something"))

    def _kind(self, edge: Edge) -> NameKind:
        return name_kind(self._words.relations[edge.relation], self._words.book)

    def _value_tests(self, variable: str) -> Iterator[str]:
        """The tests of a value that begin with it: "more than 5", "containing 'Art'"."""
        for condition in self._pattern.conditions:
            if condition.kind == "existence" or condition in self._said:
                continue
            if condition.kind == "text" and condition.variable == variable:
                self._said.add(condition)
                yield self._words.say(condition.test, value=repr(condition.text))
            elif (
                condition.kind == "comparison"
                and condition.left.kind in ("variable", "term_number")
                and variable in read_variables(condition.left)
            ):
                self._said.add(condition)
                yield self._words.compared(condition.operator, condition.right, self._value(condition.right))

    def _value(self, expression: Expression) -> str:
        """A value that another one is compared with: of which other named thing, if it is of one."""
        said = self._words.expression(expression, self._pattern)
        others = (item for item in self._pattern.elements if item not in self._said)
        named = {item.variable for item in others if item.kind == "constant"}
        for edge in self._edges:
            is_others = edge.source in named and edge not in self._said
            if is_others and edge.target in read_variables(expression):
                self._said.add(edge)
                return f"{said} {self._words.say('of', things=self._end(edge.source))}"
        return said

    def _tests(self, variable: str) -> Iterator[str]:
        for condition in self._pattern.conditions:
            if condition in self._said or not _is_about(condition, variable):
                continue
            self._said.add(condition)
            if condition.kind == "text":
                yield self._words.say(condition.test, value=repr(condition.text))
            elif condition.kind == "existence":
                inner = self._within(condition.pattern, variable)
                yield self._denied(inner) if condition.negated else inner
            else:
                yield self._words.test(condition.left, condition.operator, condition.right, self._pattern)

    def _denied(self, clause: str) -> str:
        """That something has none of this: "without director"."""
        having, lacking = (
            self._words.say(phrase, relation="", value="").rstrip() for phrase in ("with", "without")
        )
        if clause.startswith(having):
            return lacking + clause.removeprefix(having)
        return self._words.say("but_not", clause=clause)

    def _within(self, pattern: GraphPattern, variable: str) -> str:
        """What another pattern says of a variable."""
        return " ".join(PatternWords(self._words, pattern).clauses(variable))


def _small(name: str) -> str:
    """The name of a class as a noun: "Motor Boat" is "motor boat", and "DNA Test" is "DNA test"."""
    return " ".join(word.lower() if word.istitle() else word for word in name.split())


def _is_about(condition: Condition, variable: str) -> bool:
    """Whether a condition tests a variable, itself or in what has to exist."""
    if condition.kind == "existence":
        return variable in condition.pattern.variables
    if condition.kind == "comparison":
        return variable in {*read_variables(condition.left), *read_variables(condition.right)}
    return condition.variable == variable
