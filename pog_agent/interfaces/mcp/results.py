"""What the tools that answer give: what a reader of an answer or a table needs, bounded in size."""

from collections.abc import Sequence

from pydantic import Field

from pog_agent.answering.reply import (
    MOST_CHARACTERS,
    MOST_CITED,
    WAYS_ON,
    evidence_text,
    names_text,
    reply_text,
    short_triples,
    shown_line,
)
from pog_agent.lookup.results import SparqlResult
from pog_agent.models import (
    Abstention,
    AbstentionCase,
    Answer,
    AnswerItem,
    AnswerRow,
    Basis,
    CitedEvidence,
    CitedPassage,
    Evidence,
    Status,
    Value,
    Verdict,
)

MOST_TRIPLES = 20
MOST_NEAR = 10
MOST_WARNINGS = 20
LONGEST_SPARQL = 8_000


class AnswerValue(Value):
    """One answer: an entity (`iri`) or a value (`value`)."""

    iri: str | None = Field(None, description="identifier, where the answer is an entity")
    value: str | None = Field(None, description="lexical form, where it is a number, date, text, or a yes or no")
    label: str = Field(description="the answer as it is shown, with its unit, on one line")
    relation: str | None = Field(
        None, description="in a profile, the relation; <- in front where it leads to the entity"
    )


class CitedText(Value):
    """One piece of what an answer stands on."""

    number: int = Field(description="the number that the text cites it by, [1] and on")
    text: str = Field(description="a path, a computed statement, or a quoted passage, in one line")
    triples: tuple[tuple[str, str, str], ...] = Field(
        description=f"facts of the graph that show it, as [head, relation, tail]; the first {MOST_TRIPLES}"
    )


class NearName(Value):
    """An entity that a name in the question may mean."""

    mention: str = Field(description="the name in the question")
    iri: str = Field(description="identifier; ask again with it in `topics`")
    label: str = Field(description="its name in the graph")
    detail: str = Field(description="what tells it from others of its name; may be empty")


class NearRelation(Value):
    """A relation that the graph has of what the question names."""

    label: str = Field(description="the relation in words")
    forward: bool = Field(description="whether it leads from the entity; else to it")
    facts: int = Field(description="number of facts")


class NoAnswer(Value):
    """Why there is no answer, and what helps."""

    case: AbstentionCase = Field(description="the kind of reason")
    message: str = Field(description="the reason in a sentence or two")
    way_on: str = Field(description="what to try next")
    near: tuple[NearName, ...] = Field(description="entities that may be meant")
    relations: tuple[NearRelation, ...] = Field(description="what the graph has instead")


class ToldFinding(Value):
    """A reason why an answer is not supported."""

    id: str = Field(description="the check that found it")
    message: str = Field(description="the reason in a sentence")
    refutes: bool = Field(description="whether it shows that the answer is not what was asked")


class ReadingResult(Value):
    """Another reading of the question."""

    number: int | None = Field(
        description="ask the same question again with it in `alternative`; null if it cannot"
    )
    answers: str = Field(description="its answers in one line")
    path: str = Field(description="the relations that lead to them; may be empty")
    confidence: float = Field(description="estimated probability, 0 to 1")


class AnswerResult(Value):
    """A verified answer with what it stands on, or why there is none."""

    question: str = Field(description="the question, or the claim")
    status: Status = Field(
        description="supported: checked in full against the graph; partial: something is missing, may be wrong; "
        "parametric: a language model's guess, not from the graph; abstained: no answer"
    )
    basis: Basis | None = Field(
        description="of a supported answer: proven: nothing speaks against it; agreed: another way to it settled "
        "what did; confirmed: the language model did. null for any other"
    )
    verdict: Verdict | None = Field(description="of a claim: true or false if supported, else not enough")
    text: str = Field(description="the answer as text with its status and numbered citations")
    answers: tuple[AnswerValue, ...] = Field(description="the answers; of a table its first column")
    total_answers: int = Field(description="number of answers, listed or not")
    columns: tuple[str, ...] = Field(description="names of the columns, where the answer is a table")
    rows: tuple[tuple[str | None, ...], ...] = Field(description="rows of the table; null where a cell is empty")
    citations: tuple[CitedText, ...] = Field(description="what the answer stands on")
    evidence: Evidence | None = Field(description="where the answer comes from; null without an answer")
    confidence: float | None = Field(description="estimated probability that the answer is right, 0 to 1")
    abstention: NoAnswer | None = Field(description="why there is no answer; null where there is one")
    alternatives: tuple[ReadingResult, ...] = Field(description="other readings of the question, the best first")
    sparql: str | None = Field(description="SPARQL that yields the answer over the whole graph")
    llm_calls: int = Field(description="calls of a language model that the answer took")
    seconds: float = Field(description="seconds that the answer took")
    findings: tuple[ToldFinding, ...] = Field(description="why the answer is not supported; the first few")
    warnings: tuple[str, ...] = Field(description="what was cut, skipped, replaced or ambiguous")


def answer_result(answer: Answer, limit: int) -> AnswerResult:
    """The result for a client, with at most `limit` answers and rows; what is left out is a warning."""
    cut = _cut(answer, limit)
    room = MOST_WARNINGS - len(cut)
    if len(answer.warnings) > room:
        cut.append(f"{room} of {len(answer.warnings)} warnings of the run are listed")
    sparql = answer.sparql if answer.sparql is not None and len(answer.sparql) <= LONGEST_SPARQL else None
    return AnswerResult(
        question=answer.question,
        status=answer.status,
        basis=answer.basis,
        verdict=answer.verdict,
        text=reply_text(answer),
        answers=tuple(map(answer_value, answer.answers[:limit])),
        total_answers=len(answer.answers),
        columns=tuple(map(shown_line, answer.columns)),
        rows=tuple(map(_row, answer.rows[:limit])),
        citations=cited_texts(answer.cited),
        evidence=answer.evidence,
        confidence=answer.confidence,
        abstention=_no_answer(answer.abstention),
        alternatives=tuple(_other(answer, number) for number in range(1, len(answer.alternatives) + 1)),
        sparql=sparql,
        llm_calls=answer.usage.llm_calls,
        seconds=round(sum(answer.seconds.values()), 3),
        findings=tuple(
            ToldFinding(id=item.id, message=shown_line(item.message), refutes=item.refutes)
            for item in answer.findings[:room]
        ),
        warnings=(*map(shown_line, answer.warnings[:room]), *cut),
    )


def table_text(result: SparqlResult) -> str:
    """Rows with tabs between their cells, then hints and warnings, for a model to read."""
    if result.truth is not None:
        lines = ["true" if result.truth else "false"]
    else:
        lines = ["\t".join(f"?{name}" for name in result.columns)]
        lines += ["\t".join(cell or "" for cell in row) for row in result.rows] or ["(no rows)"]
    for hint in result.hints:
        near = ", ".join(f"<{item.iri}> ({item.kind} {item.label})" for item in hint.near)
        known = hint.use if hint.is_known else f"the graph does not have it; near: {near or 'nothing'}"
        lines.append(f"hint: <{hint.iri}>: {known}")
    return "\n".join((*lines, *(f"! {warning}" for warning in result.warnings)))


def _cut(answer: Answer, limit: int) -> list[str]:
    """What the result does not list."""
    texts = []
    if len(answer.answers) > limit:
        texts.append(f"{limit} of {len(answer.answers)} answers are listed")
    if len(answer.rows) > limit:
        texts.append(f"{limit} of {len(answer.rows)} rows are listed")
    if len(answer.cited) > MOST_CITED:
        texts.append(f"{MOST_CITED} of {len(answer.cited)} citations are listed")
    evidence = (item for item in answer.cited[:MOST_CITED] if not isinstance(item, CitedPassage))
    missing = sum(len(item.triples) - len(short_triples(item.triples, MOST_TRIPLES)) for item in evidence)
    if missing:
        texts.append(f"triples of citations that are left out, since they are many or long: {missing}")
    long = sum(len(item.value or "") > MOST_CHARACTERS for item in answer.answers[:limit])
    if long:
        texts.append(f"values of more than {MOST_CHARACTERS} characters are cut: {long}")
    if answer.sparql is not None and len(answer.sparql) > LONGEST_SPARQL:
        texts.append(f"the SPARQL is left out: it has {len(answer.sparql):,} characters")
    return texts


def answer_value(item: AnswerItem) -> AnswerValue:
    """One answer, its texts of bounded length."""
    return AnswerValue(
        iri=item.iri,
        value=None if item.value is None else item.value[:MOST_CHARACTERS],
        label=shown_line(item.shown),
        relation=None if item.relation is None else shown_line(item.relation),
    )


def _row(row: AnswerRow) -> tuple[str | None, ...]:
    return tuple(None if item is None else shown_line(item.shown) for item in row)


def cited_texts(cited: Sequence[CitedEvidence]) -> tuple[CitedText, ...]:
    """The first pieces of evidence, numbered."""
    return tuple(
        CitedText(
            number=number,
            text=evidence_text(item),
            triples=() if isinstance(item, CitedPassage) else short_triples(item.triples, MOST_TRIPLES),
        )
        for number, item in enumerate(cited[:MOST_CITED], 1)
    )


def _no_answer(abstention: Abstention | None) -> NoAnswer | None:
    if abstention is None:
        return None
    near = [
        NearName(mention=item.mention, iri=item.iri, label=shown_line(item.label), detail=shown_line(item.detail))
        for item in abstention.near[:MOST_NEAR]
    ]
    relations = [
        NearRelation(label=shown_line(item.label), forward=item.forward, facts=item.facts)
        for item in abstention.relations[:MOST_NEAR]
    ]
    return NoAnswer(
        case=abstention.case,
        message=shown_line(abstention.message),
        way_on=WAYS_ON[abstention.case],
        near=tuple(near),
        relations=tuple(relations),
    )


def _other(answer: Answer, number: int) -> ReadingResult:
    reading = answer.alternatives[number - 1]
    return ReadingResult(
        number=number if reading.query is not None and answer.verdict is None else None,
        answers=names_text(reading.answers),
        path=shown_line(reading.path),
        confidence=reading.confidence,
    )
