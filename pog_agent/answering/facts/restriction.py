"""Conditions that a question states and facts carry: of the cited paths, those whose facts carry them are kept.

It reads English, and leaves questions alone that negate or compare: no step carries these out.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby, islice, product

from pog_agent.answering.facts.qualified_paths import FACTS, ConcretePath, qualifiers_of
from pog_agent.deadline import is_late
from pog_agent.models import Qualifier, TopicEntity
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.conditions import StatedValue, carried_by, has_ended, speaks_of, stated_values
from pog_agent.reading.cues import asks_what_is, unread_cues
from pog_agent.reading.names import names_in, numbers_in
from pog_agent.reading.question_words import name_places
from pog_agent.reading.senses.undone import tells_undone
from pog_agent.reading.wording import without_topics
from pog_agent.run.context import RunContext
from pog_agent.subgraph.patterns.pattern import PathPattern
from pog_agent.terms import Term, is_literal, literal_value
from pog_agent.words import LANGUAGE, stem

MOST_PATHS = 500
"""So many concrete paths are looked at. Beyond, no condition is applied, so that what is stated is unread."""
MOST_CHOICES = 200
CLASSES_READ = 25
NAMES_SAID = 3

Fact = Sequence[Qualifier]


@dataclass(frozen=True)
class CitedPaths:
    """The concrete paths of a cited pattern, and the position of the answer on them."""

    pattern: PathPattern
    position: int
    paths: tuple[tuple[Term, ...], ...]


@dataclass(frozen=True)
class AppliedCondition:
    """A value of the question, and the qualifier that carries it: its relation and value in words."""

    value: StatedValue
    relation: str

    @property
    def text(self) -> str:
        """Relation and value in words."""
        return f"{self.relation}: {self.value.text}"


@dataclass(frozen=True)
class Restriction:
    """What conditions leave of cited paths: `kept` has for each pattern its paths, None where none applies.

    `flaws` are reasons why the answer is not supported, `warnings` what could not be looked at.
    """

    kept: tuple[tuple[tuple[Term, ...], ...] | None, ...] = ()
    conditions: tuple[AppliedCondition, ...] = ()
    flaws: tuple[Finding, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass
class _Selection:
    """A cited pattern with the facts on each of its paths, by place, and what is found of it."""

    cited: CitedPaths
    facts: Sequence[Sequence[Sequence[Fact]]]
    kept: tuple[tuple[Term, ...], ...] | None = None
    conditions: list[AppliedCondition] = field(default_factory=list)
    flaws: list[Finding] = field(default_factory=list)

    @property
    def every_fact(self) -> Iterator[Fact]:
        return (fact for path in self.facts for place in path for fact in place)

    def relations_of(self, value: StatedValue) -> frozenset[str]:
        """The relations by which some facts carry the value, or may."""
        found = (carried_by(value, fact) for fact in self.every_fact)
        return frozenset(item.relation for item in found if item.holds is not False)

    def verdicts(self, relations: Mapping[StatedValue, frozenset[str]]) -> list[bool | None]:
        """For each path whether it carries all values; None where its facts do not tell."""
        return [_verdict(places, relations) for places in self.facts]


async def restriction_of(
    cited: Sequence[CitedPaths], question: str, topics: Sequence[TopicEntity], run: RunContext
) -> Restriction:
    """Keeps the paths whose facts carry the names, numbers and years that the question states.

    A value restricts a pattern if some of its facts carry it. Facts of which that cannot be told are left out, and
    a flaw says so.
    """
    rest = without_topics(question, topics)
    if run.config.language_list[0] != LANGUAGE or unread_cues(rest, ()):
        return Restriction()
    total = sum(len(item.paths) for item in cited)
    if total > MOST_PATHS:
        says = bool(numbers_in(rest) or names_in(rest))
        note = f"{total} or more facts are cited: whether they carry what the question states was not checked"
        return Restriction(warnings=(note,) if says else ())
    every: list[ConcretePath] = [(item.pattern, path) for item in cited for path in item.paths]
    found = await qualifiers_of(every, run)
    if any(found.of_paths) and is_late(FACTS):
        return Restriction(warnings=found.warnings)
    remaining = iter(found.of_paths)
    selections = []
    reached = frozenset(topic for item in cited for topic in item.pattern.key.topics)
    for item in cited:
        facts = [_facts_of(qualifiers) for qualifiers in islice(remaining, len(item.paths))]
        selection = _Selection(item, facts)
        if any(selection.every_fact):
            values = await _stated(selection, question, topics, run)
            await _select(selection, values, reached, run)
        selections.append(selection)
    conditions = dict.fromkeys(one for item in selections for one in item.conditions)
    flaws = dict.fromkeys(flaw for item in selections for flaw in item.flaws)
    if asks_what_is(rest) and not any(item.value.is_number for item in conditions):
        flaws |= dict.fromkeys(flaw for item in selections for flaw in _ended(item))
    flaws |= dict.fromkeys(flaw for item in selections for flaw in _undone(item, question))
    return Restriction(tuple(item.kept for item in selections), tuple(conditions), tuple(flaws), found.warnings)


def _ended(selection: _Selection) -> Iterator[Finding]:
    """That some of what is cited has ended, where something that is so is asked for."""
    today = date.today()
    for path, places in zip(selection.cited.paths, selection.facts, strict=True):
        for facts in places if selection.kept is None or path in selection.kept else ():
            if facts and all(has_ended(fact, today) for fact in facts):
                yield finding("facts-ended")


def _undone(selection: _Selection, question: str) -> Iterator[Finding]:
    """That some of what is cited did not come to be, of which the question does not speak."""
    for path, places in zip(selection.cited.paths, selection.facts, strict=True):
        for facts in places if selection.kept is None or path in selection.kept else ():
            for item in (item for fact in facts for item in fact if tells_undone(item.value, question)):
                yield finding("relation-undone", item.relation, item.value)


def _facts_of(qualifiers: Sequence[Qualifier]) -> list[list[Fact]]:
    """For each position that has some, the facts there."""
    by_position = groupby(qualifiers, key=lambda item: item.position)
    return [[list(fact) for _, fact in groupby(found, key=lambda item: item.fact)] for _, found in by_position]


async def _stated(
    selection: _Selection, question: str, topics: Sequence[TopicEntity], run: RunContext
) -> list[StatedValue]:
    """What the question states, but for the topics that are on the pattern and words for its relations."""
    cited = selection.cited
    required = [topic.model_copy(update={"optional": False}) for topic in topics]
    places = [(start, end, topics[number].iri) for start, end, number in name_places(question, required)]
    own = cited.pattern.key.topics
    words = await run.relation_labels([step.relation for step in cited.pattern.key.steps])
    ends = sorted({path[cited.position] for path in cited.paths})[:CLASSES_READ]
    kinds = await run.kg.types([end for end in ends if not is_literal(end)])
    classes = await run.labels(sorted({kind for found in kinds.values() for kind in found}))
    common = {stem(word) for text in (*words.values(), *classes.values()) for word in text.casefold().split()}
    return stated_values(
        question,
        [(start, end) for start, end, iri in places if iri in own],
        [place for place in places if place[2] not in own],
        [item for fact in selection.every_fact for item in fact],
        common,
    )


async def _select(
    selection: _Selection, values: Sequence[StatedValue], reached: Collection[str], run: RunContext
) -> None:
    """Keeps the paths that carry all values; where there are none, those of which it cannot be told.

    A topic that another cited pattern reaches is no condition. But if some facts have it as a part, those that
    have not are other facts.
    """
    paths = selection.cited.paths
    relations = {value: found for value in values if (found := selection.relations_of(value))}
    joined = [value for value in relations if value.topic in reached]
    for value in joined:
        verdicts = selection.verdicts({value: relations.pop(value)})
        lacking = [path for path, holds in zip(paths, verdicts, strict=True) if not holds]
        selection.flaws += await _named_flaw(value.text, lacking, selection, run)
    if not relations:
        return
    verdicts = selection.verdicts(relations)
    kept = [path for path, holds in zip(paths, verdicts, strict=True) if holds]
    unclear = [path for path, holds in zip(paths, verdicts, strict=True) if holds is None]
    said = " and ".join(repr(value.text) for value in relations)
    if not kept and not unclear:
        selection.flaws.append(finding("condition-on-no-fact", said))
        return
    position = selection.cited.position
    shown = {path[position] for path in kept}
    doubtful = [path for path in unclear if path[position] not in shown]
    selection.flaws += await _named_flaw(said, doubtful, selection, run)
    selection.kept = tuple(kept or unclear)
    for value in relations if kept else ():
        _apply(selection, value, [facts for facts, holds in zip(selection.facts, verdicts, strict=True) if holds])


def _apply(selection: _Selection, value: StatedValue, kept: Sequence[Sequence[Sequence[Fact]]]) -> None:
    """Notes the condition, and a flaw where it stands at several places: nobody knows which one is meant."""
    carriers = {
        (item.relation, place): None
        for path in kept
        for place, facts in enumerate(path)
        for item in (carried_by(value, fact) for fact in facts)
        if item.holds
    }
    relations = list(dict.fromkeys(relation for relation, _ in carriers))
    selection.conditions.append(AppliedCondition(value, relations[0]))
    if len(carriers) > 1:
        where = " and ".join(map(repr, relations))
        selection.flaws.append(finding("condition-at-several-places", value.text, where))


def _verdict(places: Sequence[Sequence[Fact]], relations: Mapping[StatedValue, frozenset[str]]) -> bool | None:
    """Whether one fact for each place of a path carries all values between them; None where they do not tell."""
    verdicts = {_joint(choice, relations) for choice in islice(product(*places), MOST_CHOICES)}
    return True if True in verdicts else (None if None in verdicts else False)


def _joint(facts: Sequence[Fact], relations: Mapping[StatedValue, frozenset[str]]) -> bool | None:
    holds = {_best(value, facts, relations[value]) for value in relations}
    return False if False in holds else (None if None in holds else True)


def _best(value: StatedValue, facts: Sequence[Fact], relations: frozenset[str]) -> bool | None:
    """Whether some fact carries a value. Facts that state nothing by such a relation do not tell."""
    holds = {carried_by(value, fact).holds for fact in facts}
    if True in holds:
        return True
    is_told = None not in holds and any(speaks_of(relations, fact) for fact in facts)
    return False if is_told else None


async def _named_flaw(
    said: str, paths: Sequence[tuple[Term, ...]], selection: _Selection, run: RunContext
) -> list[Finding]:
    """That a condition is not told of what stands at the answer's position; none where nothing does."""
    ends = sorted({path[selection.cited.position] for path in paths})
    if not ends:
        return []
    chosen = ends[:NAMES_SAID]
    labels = await run.labels([end for end in chosen if not is_literal(end)])
    names = [literal_value(end) if is_literal(end) else labels.get(end, end) for end in chosen]
    more = f" and {len(ends) - len(names)} more" if len(ends) > len(names) else ""
    return [finding("condition-not-told", said, f"{', '.join(names)}{more}")]
