"""How values are written into prompts: numbered, one item a line."""

from collections.abc import Iterable

from pog_agent.models import ShownPath, Summary, TopicEntity
from pog_agent.reasoner.shown import QuestionContext, ShownPassage, ShownRelation, ShownRelations


def question_values(context: QuestionContext) -> dict[str, object]:
    """The question and what its analysis gave, split questions numbered from 1."""
    numbered = (f"{number}. {text}" for number, text in enumerate(context.split_questions, start=1))
    return {
        "question": context.question,
        "indicator": context.indicator,
        "split_questions": lines(numbered),
    }


def evidence_values(paths: tuple[ShownPath, ...], summary: Summary, coded: bool = False) -> dict[str, object]:
    """The paths with the facts that the summary chose, with all of theirs when it chose none."""
    return {"paths": path_lines(paths, summary.facts or all_facts(paths), coded), "summary": summary.chain}


def all_facts(paths: tuple[ShownPath, ...]) -> dict[int, tuple[int, ...]]:
    """Every fact of every path, numbered from 1 within its path."""
    return {path.number: tuple(range(1, len(path.facts) + 1)) for path in paths}


def path_lines(
    paths: tuple[ShownPath, ...], facts: dict[int, tuple[int, ...]] | None = None, coded: bool = False
) -> str:
    """Paths as `[n] text`, each followed by its chosen facts as `n.k fact`; `coded` where places are cited."""
    rows: list[str] = []
    for path in paths:
        rows.append(f"[{path.number}] {path.coded if coded else path.text}")
        chosen = (facts or {}).get(path.number, ())
        rows += [f"{path.number}.{k} {path.facts[k - 1]}" for k in chosen if 1 <= k <= len(path.facts)]
    return lines(rows)


def relation_lines(relations: tuple[ShownRelation, ...]) -> str:
    """Relations as `[n] words`, those that are walked against their arrow marked."""
    return lines(
        f"[{item.number}] - {item.text} ->" if item.forward else f"[{item.number}] <- {item.text} -"
        for item in relations
    )


def relation_groups(groups: tuple[ShownRelations, ...]) -> str:
    """The relations of each group below the path that they lead on from."""
    return "\n".join(f"{lines([f'from {group.walked}'])}\n{relation_lines(group.relations)}" for group in groups)


def passage_lines(passages: tuple[ShownPassage, ...]) -> str:
    """Passages as `[Pn] title: text`, the triple that led to one in parentheses behind its number.

    One without a text is that triple alone.
    """
    return lines(
        f"[P{item.number}] {f'({item.context}) ' if item.context else ''}{_titled(item)}".rstrip()
        for item in passages
    )


def _titled(passage: ShownPassage) -> str:
    return f"{passage.title}: {passage.text}" if passage.text else ""


def topic_lines(topics: tuple[TopicEntity, ...]) -> str:
    """Topic entities as `[n] label`, with the mention where it is another."""
    rows: list[str] = []
    for number, topic in enumerate(topics, start=1):
        differs = topic.mention not in ("", topic.label)
        rows.append(f"[{number}] {topic.label}" + (f' (in the question: "{topic.mention}")' if differs else ""))
    return lines(rows)


def lines(texts: Iterable[str]) -> str:
    """One text a line: a line break inside one would let data pose as a numbered item."""
    return "\n".join(" ".join(text.split()) for text in texts)
