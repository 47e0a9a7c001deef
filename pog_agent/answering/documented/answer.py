"""From a draft that quotes passages to an answer with its status."""

from collections.abc import Iterable, Sequence

from pog_agent.answering.documented.doubts import doubts_of
from pog_agent.answering.documented.quotes import FoundQuote, Quotes, find_quotes
from pog_agent.answering.facts.units import with_units
from pog_agent.answering.run_report import ended_early, status_of, unsupported_notes, with_run
from pog_agent.answering.shown_paths import term_labels
from pog_agent.answering.verification import verified_answer
from pog_agent.answering.walked_paths import walked_text
from pog_agent.models import Answer, AnswerItem, CitedPath
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.run.context import RunContext
from pog_agent.state import HybridState
from pog_agent.subgraph.patterns.pattern import PathPattern
from pog_agent.terms import Term
from pog_agent.words import folded


async def documented_answer(state: HybridState, run: RunContext) -> Answer | None:
    """The answer of a draft that quotes passages; None where it quotes none.

    An answer that stands on cited paths has the status that these give it, and the quotations that have it, too,
    are further evidence. Any other answer must stand in a quotation that its passage has word for word. One that
    does not is the model's own knowledge.
    """
    draft = state.get("draft")
    if draft is None or not draft.quotations:
        return None
    quotes = find_quotes(draft.quotations, state.get("contexts", ()), run)
    by_path = with_units(await verified_answer(_read_from_paths(state, has_quotes=bool(quotes.found)), run), run)
    if by_path.status in ("supported", "partial"):
        return _beside_paths(by_path, quotes)
    showing = [item for item in quotes.found if item.has_answer]
    if not showing:
        return _unshown(await verified_answer(_with_own_answers(state), run), quotes)
    return await _quoted(showing, quotes, state, run)


async def _quoted(showing: Sequence[FoundQuote], quotes: Quotes, state: HybridState, run: RunContext) -> Answer:
    """The answers that stand in quotations."""
    flaws = doubts_of(showing, state, run)
    paths, lost = await _paths_to(showing, state, run)
    flaws += lost
    found = {item.quotation.answer for item in showing}
    missing = [item.quotation.answer for item in quotes.found if item.quotation.answer not in found]
    notes = [*quotes.warnings, *(f"dropped {text!r}, which no quotation has" for text in dict.fromkeys(missing))]
    answer = Answer(
        question=state["question"],
        answers=tuple(await _items(showing, run)),
        status=status_of(flaws),
        evidence="kg_and_documents" if paths else "documents",
        reason=state["draft"].reason,
        paths=paths,
        passages=tuple(dict.fromkeys(item.cited for item in showing)),
        findings=tuple(dict.fromkeys(flaws)),
        query_lacks="the answer was read from documents",
        truncated=state.get("truncated", False),
    )
    return with_run(answer, state, [*unsupported_notes(flaws), *notes, *ended_early(state, run)])


def _beside_paths(answer: Answer, quotes: Quotes) -> Answer:
    """An answer from paths with the quotations that have one of its labels; those with another answer are told."""
    labels = {folded(item.label) for item in answer.answers}
    having = [item for item in quotes.found if item.has_answer]
    said = [item for item in having if folded(item.quotation.answer) in labels]
    others = [f"a quotation has another answer: {item.quotation.answer!r}" for item in having if item not in said]
    return answer.model_copy(
        update={
            "passages": tuple(dict.fromkeys(item.cited for item in said)),
            "evidence": "kg_and_documents" if said else answer.evidence,
            "warnings": tuple(dict.fromkeys([*answer.warnings, *quotes.warnings, *others])),
        }
    )


def _unshown(answer: Answer, quotes: Quotes) -> Answer:
    note = "no quotation has the answer, so it counts as the model's own knowledge"
    return answer.model_copy(update={"warnings": tuple(dict.fromkeys([*answer.warnings, *quotes.warnings, note]))})


def _with_own_answers(state: HybridState) -> HybridState:
    """The state with what was to be quoted as the model's own knowledge."""
    draft = state["draft"]
    texts = dict.fromkeys(text for item in draft.quotations if (text := item.answer.strip()))
    own, *more = [*texts, *filter(None, [draft.own_answer])] or [""]
    changed = draft.model_copy(update={"own_answer": own or None, "more_own_answers": tuple(more)})
    return {**state, "draft": changed}


def _read_from_paths(state: HybridState, *, has_quotes: bool) -> HybridState:
    """The state with what the draft says of paths: not the model's own knowledge where quotations hold.

    A draft that quotes and cites no path does not say that the graph has nothing: it is no "no" and no 0.
    """
    draft = state["draft"]
    if has_quotes:
        draft = draft.model_copy(update={"own_answer": None, "more_own_answers": ()})
    if not draft.citations:
        draft = draft.model_copy(update={"operation": "none"})
    return {**state, "draft": draft}


async def _items(showing: Iterable[FoundQuote], run: RunContext) -> list[AnswerItem]:
    """Each answer once: an entity where the passage is linked to one, and only one, of this name, else a text."""
    items: dict[str, AnswerItem] = {}
    for quote in showing:
        text = " ".join(quote.quotation.answer.split())
        linked = [link.iri for link in quote.links if link.in_graph]
        labels = await term_labels(run, linked)
        named = [iri for iri in dict.fromkeys(linked) if folded(labels[iri]) == folded(text)]
        item = AnswerItem(iri=named[0], label=labels[named[0]]) if len(named) == 1 else None
        items.setdefault(folded(text), item or AnswerItem(value=text, label=text))
    return list(items.values())


async def _paths_to(
    showing: Sequence[FoundQuote], state: HybridState, run: RunContext
) -> tuple[tuple[CitedPath, ...], list[Finding]]:
    """The kept paths as far as they lead to the quoted passages; a flaw for each that does not."""
    refs = state.get("shortlist", [])
    paths: dict[str, CitedPath] = {}
    flaws: dict[Finding, None] = {}
    for quote in showing:
        number = quote.quotation.path
        if number is None:
            continue
        key = refs[number - 1].key if 1 <= number <= len(refs) else None
        pattern = await run.pattern(state, key) if key is not None else None
        walk = _walk_to(quote, pattern) if pattern is not None else None
        triples = pattern.path_triples(walk) if pattern is not None and walk else []
        if pattern is None or walk is None or not all(await run.kg.contains(triples)):
            flaws[finding("path-to-passage-unknown", number)] = None
        elif triples:
            text = await walked_text(run, pattern.key.prefix(len(triples)).model_copy(update={"nodes": walk}))
            paths.setdefault(text, CitedPath(text=text, triples=tuple(triples)))
    return tuple(paths.values()), [*flaws]


def _walk_to(quote: FoundQuote, pattern: PathPattern) -> tuple[Term, ...] | None:
    """The nodes of a path to an entity that the passage is linked to, the farthest; None where it has none."""
    linked = dict.fromkeys(link.iri for link in quote.links if link.in_graph)
    for position in range(pattern.key.length, -1, -1):
        for entity in linked:
            for path in pattern.paths(limit=1, position=position, node=entity):
                return path[: position + 1]
    return None
