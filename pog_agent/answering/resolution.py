"""From an answer draft to what its citations lead to: paths followed, conditions applied, sets joined."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from pog_agent.answering.distinct import Place, distinct_literals
from pog_agent.answering.facts.restriction import MOST_PATHS, AppliedCondition, CitedPaths, restriction_of
from pog_agent.answering.shown_paths import spellings, term_labels
from pog_agent.deadline import while_in_time
from pog_agent.kg.names import is_name
from pog_agent.models import EXTREMES, AnswerDraft, AnswerKind, PathCitation, PatternRef
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.run.context import RunContext
from pog_agent.run.topics import topic_iris
from pog_agent.state import PogState
from pog_agent.subgraph.patterns.pattern import PathPattern
from pog_agent.terms import Term, Triple, is_literal
from pog_agent.values import named_texts
from pog_agent.words import folded

MAX_CITED_PATHS = 100
PATHS_PER_ANSWER = 2


@dataclass
class Cited:
    """A pattern the draft cites, with the position of the answer in it and the set that stands there.

    `carrying` are those concrete paths whose facts carry what the question states, None where that restricts none.
    """

    pattern: PathPattern
    position: int
    nodes: list[Term]
    carrying: tuple[tuple[Term, ...], ...] | None = None

    def paths_through(self, term: Term, limit: int | None = None) -> list[tuple[Term, ...]]:
        """Concrete paths with a term at the position, at most `limit`; only those that carry the conditions."""
        if self.carrying is None:
            return self.pattern.paths(limit=limit, position=self.position, node=term)
        return [path for path in self.carrying if path[self.position] == term][:limit]

    def some_paths(self, limit: int) -> list[tuple[Term, ...]]:
        """Concrete paths, at most `limit`; only those that carry the conditions."""
        return self.pattern.paths(limit=limit) if self.carrying is None else list(self.carrying[:limit])


@dataclass(frozen=True)
class AnswerSlot:
    """Where the indicator has the answer: behind `before` of its `topics`."""

    before: int
    topics: tuple[Term, ...]


@dataclass
class Resolution:
    """What a draft comes to: answer terms, the concrete paths they stand on, and why something failed.

    For a count and an extreme, the terms are what is counted or chosen from. `flaws` are reasons why the answer is
    not supported. `left_out` is what the draft's `only` took away, `nameless` counts the nodes without a name.
    `candidates` are the terms before equal values were put together. `showing` are the citations that show a yes,
    with the ends that `only` names. `conditions` are what the question states and the facts on the paths carry;
    `warnings` say what could not be looked at.
    """

    kind: AnswerKind
    terms: list[Term] = field(default_factory=list)
    labels: dict[Term, str] = field(default_factory=dict)
    paths: list[tuple[PathPattern, tuple[Term, ...]]] = field(default_factory=list)
    flaws: list[Finding] = field(default_factory=list)
    cited: list[Cited] = field(default_factory=list)
    left_out: tuple[Term, ...] = ()
    nameless: int = 0
    candidates: list[Term] = field(default_factory=list)
    showing: list[tuple[Cited, list[Term]]] = field(default_factory=list)
    conditions: tuple[AppliedCondition, ...] = ()
    warnings: tuple[str, ...] = ()


async def resolve(draft: AnswerDraft, refs: Sequence[PatternRef], state: PogState, run: RunContext) -> Resolution:
    """Follows the citations of a draft into the graph.

    A citation whose position cannot hold the answer (a topic entity, the wrong segment of the indicator) is
    refused: the right node somewhere on a path proves nothing. An inner node of an open path is answered from the
    path up to there, but not as supported: what was judged to answer the question is the whole path.
    """
    result = Resolution(kind=draft.kind)
    topics = frozenset(topic_iris(state))
    for citation in draft.citations:
        key = refs[citation.path - 1].key if 1 <= citation.path <= len(refs) else None
        pattern = await run.pattern(state, key) if key else None
        if pattern is None:
            result.flaws.append(finding("position-refused", citation.path, "it is not among the kept paths"))
        elif draft.operation == "exists":
            result.cited.append(Cited(pattern, citation.position, []))
        else:
            cited, flaw = await _followed(citation, pattern, draft, state, run)
            result.cited += [cited] if cited else []
            result.flaws += [flaw] if flaw else []
    if draft.kind != "profile":
        await _apply_conditions(result, state, run)
    if draft.operation == "exists":
        await _resolve_existence(result, draft, topics, run)
    elif result.cited:
        await _resolve_nodes(result, draft, topics, run)
    return result


async def _followed(
    citation: PathCitation, pattern: PathPattern, draft: AnswerDraft, state: PogState, run: RunContext
) -> tuple[Cited | None, Finding | None]:
    """What stands at a cited place of a pattern, None where nothing there can be the answer; and what is wrong."""
    why = position_flaw(pattern, citation.position, _indicated_slot(state), frozenset(topic_iris(state)))
    if why:
        return None, finding("position-refused", citation.path, why)
    nodes = pattern.nodes_at(citation.position)
    end, flaw = max(citation.position, draft.key_position or 0), None
    if max(pattern.key.fixed) < citation.position and end < pattern.key.length:
        pattern = await run.pattern(state, pattern.key.prefix(end)) or pattern
        flaw = finding("place-on-the-way", citation.path, citation.position, end)
    return Cited(pattern, citation.position, nodes), flaw


async def _apply_conditions(result: Resolution, state: PogState, run: RunContext) -> None:
    """Keeps what stands on facts that carry what the question states ("director", "in 2015")."""
    listed = [CitedPaths(item.pattern, item.position, _listed(item)) for item in result.cited]
    found = await restriction_of(listed, state["question"], state.get("topics", ()), run)
    result.flaws += found.flaws
    result.conditions, result.warnings = found.conditions, found.warnings
    for item, kept in zip(result.cited, found.kept, strict=bool(found.kept)):
        if kept is not None:
            item.carrying = kept
            ends = {path[item.position] for path in kept}
            item.nodes = [node for node in item.nodes if node in ends]


def _listed(cited: Cited) -> tuple[tuple[Term, ...], ...]:
    """The concrete paths of a citation through the answers, one more than are looked at if there are so many."""
    if not cited.nodes:
        return tuple(cited.pattern.paths(limit=MOST_PATHS + 1))
    each = (path for node in cited.nodes for path in cited.pattern.paths(MOST_PATHS + 1, cited.position, node))
    return tuple(islice(each, MOST_PATHS + 1))


async def _resolve_nodes(result: Resolution, draft: AnswerDraft, topics: frozenset[Term], run: RunContext) -> None:
    """The answers are what the citations have in common, restricted as the draft says, each value once."""
    result.terms = _joined(result.cited, topics)
    result.labels = await term_labels(run, result.terms)
    _refuse_nameless(result)
    if draft.only:
        _restrict(result, draft.only)
    result.candidates = result.terms
    if any(map(is_literal, result.terms)):
        _make_distinct(result, draft, run)
    if draft.operation not in EXTREMES:
        _cite(result)
    if result.kind != "profile" and result.terms and all(is_literal(term) for term in result.terms):
        result.kind = "literal"


def choose(result: Resolution, labels: Mapping[Term, str]) -> None:
    """Makes some terms, given with their labels, the answers of a resolution, and cites their paths."""
    result.terms = [*labels]
    result.labels |= labels
    _cite(result)


def _refuse_nameless(result: Resolution) -> None:
    """A node without a name, and a text of blanks, is no answer: nobody could tell what it is."""
    named = [term for term in result.terms if (is_name(term) if is_literal(term) else result.labels[term] != term)]
    if len(named) < len(result.terms):
        result.nameless = len(result.terms) - len(named)
        result.flaws.append(finding("results-without-name", result.nameless))
        result.terms = named


def position_flaw(
    pattern: PathPattern,
    position: int,
    slot: AnswerSlot | None,
    topics: Collection[Term],
) -> str | None:
    """Why an answer cannot stand at this position of a pattern; None if it can.

    A predicted entity may be the answer, though it is as fixed on its paths as the `topics` are. Between topics
    the answer is in the segment that the indicator puts it in; a path through some of its topics has other
    segments, so there it says nothing.
    """
    key = pattern.key
    if not 0 < position <= key.length:
        return f"position {position} is not on the path"
    if position in key.fixed:
        return f"position {position} is a topic entity" if key.fixed[position] in topics else None
    if position > max(key.fixed):
        return None
    if slot is None or not 0 < slot.before < len(slot.topics) or not key.topics.issuperset(slot.topics):
        return None
    before = sum(anchor < position and entity in slot.topics for anchor, entity in key.fixed.items())
    if before != slot.before:
        return f"position {position} is not between the topics where the question has the answer"
    return None


def _indicated_slot(state: PogState) -> AnswerSlot | None:
    """The slot of the answer in the indicator, whose topics come first in the order of the topics.

    An indicator that comes to the answer again and again, from each of several topics, tells none.
    """
    analysis = state.get("analysis")
    indicator = analysis.indicator if analysis is not None else None
    if indicator is None or indicator.answer_slot is None:
        return None
    if sum(node.kind == "answer" for node in indicator.nodes) > 1:
        return None
    count = len({node.text for node in indicator.nodes if node.kind == "topic"})
    return AnswerSlot(indicator.answer_slot, tuple(topic_iris(state)[:count]))


def _joined(cited: Sequence[Cited], topics: frozenset[Term]) -> list[Term]:
    """Union over citations of the same topics, intersection over those of different topics."""
    groups = by_topics(cited, topics)
    return sorted(set.intersection(*({node for item in items for node in item.nodes} for items in groups)))


def by_topics(cited: Sequence[Cited], topics: frozenset[Term]) -> list[list[Cited]]:
    """The citations of the same topics together."""
    groups: dict[frozenset[str], list[Cited]] = {}
    for item in cited:
        groups.setdefault(item.pattern.key.topics & topics, []).append(item)
    return list(groups.values())


def alike_citations(cited: Sequence[Cited]) -> list[Cited]:
    """The citations on which a position means the same as on the first one."""
    return [item for item in cited if _same_shape(item, cited[0])]


def _restrict(result: Resolution, only: Sequence[str]) -> None:
    spelled = {term: spellings(result.labels[term]) for term in result.terms}
    wanted = {folded(label) for label in only}
    missing = wanted.difference(*spelled.values())
    if missing:
        result.flaws.append(finding("labels-not-there", ", ".join(sorted(missing))))
    kept = [term for term in result.terms if spelled[term] & wanted]
    result.left_out = tuple(term for term in result.terms if term not in kept)
    result.terms = kept


def _make_distinct(result: Resolution, draft: AnswerDraft, run: RunContext) -> None:
    """Each value once, in the preferred language; a count says where that is not certain."""
    standing = [edge for item in result.cited for edge in standing_at(item, item.position)]
    distinct = distinct_literals(result.terms, standing, run.config.language_list)
    result.terms = distinct.distinct_terms(result.terms)
    if distinct.unclear and draft.operation == "count":
        named = named_texts(distinct.unclear)
        result.flaws.append(finding("values-alike", named))


def standing_at(cited: Cited, position: int) -> list[tuple[Place, Term]]:
    """Where the nodes at a position stand: at which node before, by which relation."""
    if not 0 < position <= cited.pattern.key.length:
        return []
    relation = cited.pattern.key.steps[position - 1].relation
    return [((source, relation), target) for source, target in cited.pattern.edges_into(position)]


def _same_shape(one: Cited, other: Cited) -> bool:
    """Whether a position means the same on both: single paths of one pattern are cited one by one."""
    return one.position == other.position and one.pattern.key.steps == other.pattern.key.steps


def _cite(result: Resolution) -> None:
    """Concrete paths for every answer, from each cited pattern that has it; capped, the rest named."""
    for term in while_in_time(result.terms[:MAX_CITED_PATHS], "answers whose paths are cited"):
        for item in result.cited:
            if term in item.nodes:
                result.paths += _paths_through(item, term)


def _paths_through(cited: Cited, term: Term) -> list[tuple[PathPattern, tuple[Term, ...]]]:
    """The first concrete paths that have a term at the cited position."""
    return [(cited.pattern, path) for path in cited.paths_through(term, PATHS_PER_ANSWER)]


async def _resolve_existence(
    result: Resolution, draft: AnswerDraft, topics: frozenset[Term], run: RunContext
) -> None:
    """A yes stands on paths that join topics, or that end in what `only` names.

    A citation that shows neither is no answer: a path that leads elsewhere does not contradict the question.
    """
    for item in result.cited:
        if len(item.pattern.key.topics & topics) > 1:
            paths = item.some_paths(PATHS_PER_ANSWER)
            result.showing += [(item, [])] if paths else []
            result.paths += [(item.pattern, path) for path in paths]
        elif draft.only and item.position == item.pattern.key.length:
            named = await _named(item.pattern.nodes_at(item.position), draft.only, run)
            result.showing += [(item, named)] if named else []
            for term in named:
                result.paths += _paths_through(item, term)
    if draft.citations and not result.paths:
        result.flaws.append(finding("no-path-joins"))


async def _named(terms: Sequence[Term], only: Sequence[str], run: RunContext) -> list[Term]:
    wanted = {folded(label) for label in only}
    labels = await term_labels(run, terms)
    return [term for term in terms if spellings(labels[term]) & wanted]


def triples_of(resolution: Resolution) -> list[list[Triple]]:
    """The triples of each cited path."""
    return [pattern.path_triples(path) for pattern, path in resolution.paths]
