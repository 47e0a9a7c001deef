"""Why a run has no answer: which case it is, and what of the graph is near to what was asked for.

It is told by code, the same for every reasoner and system. It reads English, and it asks the graph little: nearest
names, and the edges of at most `TOPICS_READ` topics and of some things of their classes.
"""

from collections.abc import Sequence

from pog_agent.answering.caveats.not_looked import failed_graph, is_unrecognized, unread_replies, unsearched_names
from pog_agent.answering.known_relations import TopicFacts, topic_facts
from pog_agent.answering.namesakes import bearers_of, namesakes_that_differ, told_apart
from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.base import SampledNaming
from pog_agent.models import EXTREMES, Abstention, Answer, KnownRelation, NearEntity, TopicEntity
from pog_agent.reading.cues import undone_by_paths, unread_cues
from pog_agent.reading.names import names_beyond, numbers_in
from pog_agent.reading.wording import read_wording, without_topics
from pog_agent.run.budget.budget import spent_search
from pog_agent.run.context import RunContext
from pog_agent.run.topics import required_iris
from pog_agent.state import PogState
from pog_agent.terms import XSD, LiteralTerm, is_literal, literal_datatype
from pog_agent.words import folded

TOPICS_READ = 2
NAMES_SHOWN = 3
NEAR_SHOWN = 3
RELATIONS_SHOWN = 8
RELATIONS_SAID = 5
ENOUGH_FIT = 0.45
"""From here on a relation is taken for what the question asks (by eye, on the odd everyday questions)."""
CLEAR_MARGIN = 0.2
"""So much better than the topic's own relations a relation of others must fit."""


async def with_abstention(answer: Answer, state: PogState, run: RunContext) -> Answer:
    """The answer; one that is none says why, which may be that the graph has failed."""
    if answer.status != "abstained":
        return answer
    try:
        found = await _abstention(answer, state, run)
    except GraphUnavailableError as error:
        return answer.model_copy(update={"abstention": failed_graph(error), "graph_failed": True})
    return answer.model_copy(update={"abstention": found})


async def _abstention(answer: Answer, state: PogState, run: RunContext) -> Abstention:
    """The first case that holds. A system that looks at no graph has nothing to say of it."""
    known = _of_query(answer, state) or unread_replies(state)
    if known is not None:
        return known
    if "shortlist" not in state:
        return _spent(state, run) or _rest(answer, state, ())
    question, topics = answer.question, answer.topic_entities
    chosen = [topic for iri in required_iris(state)[:TOPICS_READ] for topic in topics if topic.iri == iri]
    if (topics or is_unrecognized(state)) and (spent := _spent(state, run)):
        return spent
    facts = [await topic_facts(question, topics, topic, run) for topic in chosen]
    if (unlinked := await _unlinked(state, run, facts)) is not None:
        return unlinked
    if state.get("draft") is not None and state["draft"].kind == "profile":
        return await _undescribed(question, topics, facts[0], run)
    return (
        await _impossible(question, state, facts, run)
        or await _ambiguous(question, topics, facts, run)
        or _lacking(facts)
        or _unrelated(facts)
        or _rest(answer, state, facts)
    )


def _of_query(answer: Answer, state: PogState) -> Abstention | None:
    """What a query did not find, or why none was composed for a question that was read."""
    if answer.query is not None:
        return Abstention(case="nothing_found", message=_sentence(answer.reason))
    draft = state.get("query_draft")
    if draft is not None and draft.refused:
        return Abstention(case="operation_not_possible", message=_sentence(draft.reason))
    return None


def _spent(state: PogState, run: RunContext) -> Abstention | None:
    """The budget that ended the search before it was over."""
    verdict, sizes = state.get("verdict"), state.get("sizes")
    spent = (
        None if verdict is not None and verdict.sufficient else spent_search(state, run.config, keeps_call=False)
    )
    fetched = sizes.fetched if sizes is not None else None
    if spent is None and fetched is not None:
        most = {
            "rows": run.config.max_rows,
            "queries": run.config.max_queries,
            "seconds": run.config.max_fetch_seconds,
        }
        used = fetched.model_dump()
        over = next((name for name, bound in most.items() if used[name] >= bound), None)
        spent = f"the bound of {most[over]} {over} that an endpoint is asked for is reached" if over else None
    return Abstention(case="budget_spent", message=f"The search ended early: {spent}.") if spent else None


async def _unlinked(state: PogState, run: RunContext, facts: Sequence[TopicFacts]) -> Abstention | None:
    """A name that nothing has, or a question that names nothing, as far as all names could be searched."""
    unknown = await _unknown_names(state, run, facts)
    if unknown is None and state.get("topics"):
        return None
    left_out = run.kg.naming_notices if isinstance(run.kg, SampledNaming) else ()
    if left_out:
        return unsearched_names(left_out, unknown.near if unknown is not None else ())
    return unknown or Abstention(case="name_not_found", message="The question names no entity of the graph.")


async def _unknown_names(state: PogState, run: RunContext, facts: Sequence[TopicFacts]) -> Abstention | None:
    """The names of the question that no entity has, each with those that resemble it."""
    topics = state.get("topics", [])
    names = list(state.get("unlinked", ()))
    near: dict[str, list[NearEntity]] = {}
    if not run.config.topics:
        known = {word for fact in facts for _, item in fact.relations for word in folded(item.label).split()}
        known |= {word for fact in facts for word in folded(fact.kind).split()}
        known |= {word for topic in topics for word in folded(f"{topic.mention} {topic.label}").split()}
        names += names_beyond(without_topics(state["question"], topics), known)
        mentions = [*(topic.mention for topic in topics), *names]
        for item in await run.linker.spelling.misspelled(state["question"], mentions) if not topics else ():
            names.append(item.mention)
            near[item.mention] = [
                NearEntity(mention=item.mention, iri=entity.iri, label=entity.label) for entity in item.entities
            ]
    names = list(dict.fromkeys(names))[:NAMES_SHOWN]
    for name in names:
        if name not in near:
            found = await run.linker.spelling.near(name, NEAR_SHOWN)
            near[name] = [NearEntity(mention=name, iri=entity.iri, label=entity.label) for entity in found]
    if not names:
        return None
    return Abstention(
        case="name_not_found",
        message=" ".join(_name_sentence(name, near[name][:NEAR_SHOWN]) for name in names),
        near=tuple(item for name in names for item in near[name]),
    )


def _name_sentence(name: str, near: Sequence[NearEntity]) -> str:
    labels = list(dict.fromkeys(item.label for item in near))
    meant = f"; did you mean {_either(labels)}?" if labels else ", and no name in the graph resembles it."
    return f"No entity is named {name!r}{meant}"


async def _impossible(
    question: str, state: PogState, facts: Sequence[TopicFacts], run: RunContext
) -> Abstention | None:
    """What no step carries out: a negation, a choice, a condition on a number, an extreme without values."""
    topics = state.get("topics", [])
    operation = read_wording(question, topics).operation
    rest = without_topics(question, topics)
    cues = undone_by_paths(rest) if operation == "exists" else unread_cues(rest, (), operation)
    reasons = [f"the question says {cue!r}, which no step carries out" for cue in cues]
    reasons += [f"no step carries out the condition {number!r}" for number in numbers_in(rest)]
    named = {read_wording(item.label, ()).operation for fact in facts for _, item in fact.relations}
    if not reasons and operation in EXTREMES and operation not in named:
        kinds = await _kinds_compared(state, run)
        if not kinds:
            reasons.append(f"the paths found have no values to find the {operation} by")
        elif len(kinds) > 1:
            reasons.append(f"the values to find the {operation} by are of different kinds: {', '.join(kinds)}")
    if not reasons:
        return None
    return Abstention(case="operation_not_possible", message=_sentence("; ".join(reasons)))


async def _kinds_compared(state: PogState, run: RunContext) -> list[str]:
    """The kinds of values at the ends of the kept paths."""
    patterns = await run.patterns(state, [ref.key for ref in state.get("shortlist", ())])
    ends = [term for item in patterns if item is not None for term in item.nodes_at(item.key.length)]
    return sorted({_kind_of(term) for term in ends if is_literal(term)})


def _kind_of(value: LiteralTerm) -> str:
    name = (literal_datatype(value) or "string").removeprefix(XSD)
    return (
        "text" if name in ("string", "langString") else "date" if name.startswith(("date", "gYear")) else "number"
    )


async def _ambiguous(
    question: str, topics: Sequence[TopicEntity], facts: Sequence[TopicFacts], run: RunContext
) -> Abstention | None:
    """A name whose other bearers have what is asked for, and other than the one that was taken."""
    for fact in facts:
        bearers = await namesakes_that_differ(question, topics, fact, run, least=ENOUGH_FIT)
        if bearers:
            return _several(fact, bearers)
    return None


async def _undescribed(
    question: str, topics: Sequence[TopicEntity], fact: TopicFacts, run: RunContext
) -> Abstention:
    """Why there is no profile: several entities have the name, or the graph has nothing of the only one."""
    bearers = await bearers_of(fact.topic, question, run)
    if len(bearers) == 1:
        return Abstention(case="relation_not_found", message=f"The graph has no facts of {fact.topic.label}.")
    others = [await topic_facts(question, topics, bearer, run) for bearer in bearers[1:]]
    return _several(fact, await told_apart([fact, *others], run))


def _several(fact: TopicFacts, bearers: tuple[NearEntity, ...]) -> Abstention:
    shown = _either([f"{item.label} ({item.detail or item.iri})" for item in bearers])
    message = f"{fact.topic.mention!r} may mean {shown}. Which one do you mean?"
    return Abstention(case="ambiguous", message=message, near=bearers)


def _lacking(facts: Sequence[TopicFacts]) -> Abstention | None:
    """A relation that fits, which others of the only topic's class have and the topic has not."""
    if len(facts) != 1 or not facts[0].lacking:
        return None
    (fact,) = facts
    own = max((fit for fit, _ in fact.relations), default=0.0)
    fit, relation = fact.lacking[0]
    if fit < max(ENOUGH_FIT, own + CLEAR_MARGIN):
        return None
    lacked = f"{relation.label!r} of" if relation.forward else f"{relation.label!r} that leads to"
    count = f"{'' if fact.are_all_peers else 'at least '}{relation.facts}"
    of_class = f" of the class {fact.kind!r}" if fact.kind else ""
    others = f"other thing{of_class} has one" if count == "1" else f"other things{of_class} have one"
    message = f"The graph has no {lacked} {fact.topic.label}; {count} {others}."
    return Abstention(case="value_lacking", message=message, relations=(relation,))


def _unrelated(facts: Sequence[TopicFacts]) -> Abstention | None:
    """Topics without a relation that resembles what is asked."""
    if not facts or any(fit >= ENOUGH_FIT for fact in facts for fit, _ in fact.relations):
        return None
    said = _known_sentences(facts)
    labels = " or ".join(fact.topic.label for fact in facts)
    return Abstention(
        case="relation_not_found",
        message=f"The graph has no relation of {labels} that resembles what is asked. {said}".strip(),
        relations=_shown_relations(facts),
    )


def _rest(answer: Answer, state: PogState, facts: Sequence[TopicFacts]) -> Abstention:
    """What was found was not judged to answer the question."""
    verdict = state.get("verdict")
    reason = verdict.reason if verdict is not None and not verdict.sufficient else ""
    reason = reason or answer.reason or "no path answers the question"
    said = _known_sentences(facts)
    message = f"What the graph has was not judged to answer the question: {reason.rstrip('.')}. {said}".strip()
    return Abstention(case="not_judged_sufficient", message=message, relations=_shown_relations(facts))


def _shown_relations(facts: Sequence[TopicFacts]) -> tuple[KnownRelation, ...]:
    return tuple(item for fact in facts for _, item in fact.relations[:RELATIONS_SHOWN])


def _known_sentences(facts: Sequence[TopicFacts]) -> str:
    return " ".join(filter(None, map(_known_sentence, facts)))


def _known_sentence(fact: TopicFacts) -> str:
    """What the graph has of a topic: the most relevant relations with their numbers of facts."""
    said = [item for _, item in fact.relations[:RELATIONS_SAID]]
    onward = ", ".join(f"{item.label} ({item.facts})" for item in said if item.forward)
    back = ", ".join(f"{item.label} ({item.facts})" for item in said if not item.forward)
    parts = [f"About {fact.topic.label} it has: {onward}"] if onward else []
    if back:
        parts.append(f"leading to it: {back}" if parts else f"Leading to {fact.topic.label} it has: {back}")
    more = len(fact.relations) - len(said)
    return f"{'; '.join(parts)}{f' and {more} more' if more > 0 else ''}." if parts else ""


def _either(texts: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(texts[:-1]), texts[-1])))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
