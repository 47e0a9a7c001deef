"""An answer among the answers to an earlier question: "which of them ...?"."""

from collections.abc import Collection, Sequence

from pog_agent.answering.computed.answer import computed_answer
from pog_agent.answering.computed.query_parts import queries_in, subject_of
from pog_agent.answering.run_report import doubted
from pog_agent.conversation.kinds import ThingKinds
from pog_agent.models import Abstention, Answer, QueryDraft, Referent
from pog_agent.models.findings.finding import finding
from pog_agent.models.query import Constant, GraphPattern, Query
from pog_agent.run.context import RunContext
from pog_agent.state import PogState
from pog_agent.terms import RDF_TYPE

NOT_LIMITED = "What was found could not be limited to the answers of the earlier question."


async def limited_answer(answer: Answer, members: Sequence[Referent], state: PogState, run: RunContext) -> Answer:
    """The answer with the members as a further condition of its query, which is evaluated anew.

    It is never surer than the answer without them, nor than the members. Where it is not clear what in
    the query they are, or there is no query, the answer is withheld. Raises `GraphUnavailableError`.
    """
    if not members or answer.status == "abstained":
        return answer
    variable = None if answer.query is None else await _variable_of(answer, answer.query, members, run)
    if answer.query is None or variable is None:
        return _withheld(answer)
    query = limited_query(answer.query, variable, [item.iri for item in members])
    limited = await computed_answer({**state, "query_draft": QueryDraft(query=query, reading=answer.reading)}, run)
    if limited is None:
        return _withheld(answer)
    if limited.status == "abstained":
        return limited.model_copy(
            update={"abstention": Abstention(case="nothing_found", message=_sentence(limited.reason))}
        )
    rewriting = state.get("rewriting")
    are_sure = rewriting is None or rewriting.are_members_sure
    sure = [value for value in (answer.confidence, limited.confidence) if value is not None]
    limited = limited.model_copy(update={"confidence": min(sure, default=None)})
    return doubted(limited, *answer.findings, *(() if are_sure else (finding("members-not-sure"),)))


def limited_query(query: Query, variable: str, iris: Collection[str]) -> Query:
    """The query about some things alone: those that a variable of it may be."""
    elements = (*query.pattern.elements, Constant(variable=variable, terms=tuple(sorted(iris))))
    pattern = GraphPattern(elements=elements, conditions=query.pattern.conditions)
    return query.model_copy(update={"pattern": pattern})


async def _variable_of(answer: Answer, query: Query, members: Sequence[Referent], run: RunContext) -> str | None:
    """The one variable of a query that stands for things of the class of the members.

    It is the one that the query says to be of that class; else that of the answers, where they are. None where
    that is not clear, or the query computes with other queries.
    """
    if queries_in(query):
        return None
    kinds = ThingKinds(run)
    entities = [item.iri for item in answer.answers if item.iri is not None]
    await kinds.look_up([*(item.iri for item in members), *entities])
    classes = set((await kinds.of(members[0].iri)).classes)
    for item in members[1:]:
        classes &= set((await kinds.of(item.iri)).classes)
    of_class = _instances(query, classes)
    if of_class:
        return of_class.pop() if len(of_class) == 1 else None
    of_kind = [iri for iri in entities if classes.intersection((await kinds.of(iri)).classes)]
    subject = subject_of(query)
    if not of_kind or query.form != "rows" or subject not in query.pattern.variables:
        return None
    return subject


def _instances(query: Query, classes: Collection[str]) -> set[str]:
    """The variables of the main pattern that are of one of some classes."""
    elements = query.pattern.elements
    named = {
        item.variable for item in elements if item.kind == "constant" and not set(item.terms).isdisjoint(classes)
    }
    found = {item.variable for item in elements if item.kind == "instance" and item.class_ in classes}
    typed = (item for item in elements if item.kind == "edge" and item.relation == RDF_TYPE)
    return found | {item.source for item in typed if item.target in named}


def _withheld(answer: Answer) -> Answer:
    nothing = ("answers", "columns", "rows", "paths", "computations", "passages", "alternatives")
    return answer.model_copy(
        update={
            **dict.fromkeys(nothing, ()),
            **dict.fromkeys(("evidence", "confidence", "sparql", "query")),
            "status": "abstained",
            "reason": NOT_LIMITED,
            "abstention": Abstention(case="operation_not_possible", message=NOT_LIMITED),
            "query_lacks": "",
        }
    )


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
