"""How follow-ups are understood: offline, with a language model that reads rightly, and with one that errs.

    python -m tests.benchmarks.conversations [--talks NAME ...] [--encoder lexical] [--show]

The language model is scripted and speaks HTTP on this machine (`tests/conversations/scripted.py`).
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from langgraph.checkpoint.memory import InMemorySaver

from pog_agent import PathsOverGraph
from tests.conversations.scripted import ENDINGS, ScriptedTalk, scripted_talk
from tests.conversations.talks import GRAPHS, HELD_OUT, OF_A_READER, TALKS, Said, Tally, held, turns_of

OUTCOMES = ("as said", "resolved", "asked back as it should", "asked back", "wrong")


def style_of(name: str) -> str:
    """The style of a conversation; for those of mixed styles, whose they are."""
    return (
        "run at the end" if name in HELD_OUT else "of a reader" if name in OF_A_READER else name.partition("_")[0]
    )


def offline(name: str, encoder: str) -> Iterator[Said]:
    """A conversation without a language model."""
    with PathsOverGraph(
        GRAPHS[turns_of(name)[0]], "offline", encoder=encoder, checkpointer=InMemorySaver()
    ) as agent:
        yield from held(name, agent)


def tallied(said: Iterable[Said], tally: Tally, show: bool) -> None:
    """Counts how the turns of a conversation ended."""
    for one in said:
        tally.add(one)
        if show:
            print(f"{one.outcome:26}{one.turn['say']} => {one.answer.question} | {one.answer.status}")


def tallied_errors(talk: ScriptedTalk, endings: Counter[str], show: bool) -> None:
    """Counts what came of the model's wrong readings."""
    for erred in talk.wrongly():
        endings[erred.ending] += 1
        if show:
            print(f"{erred.ending:26}{erred.turn['say']} => {erred.wrong['question']} | {erred.answer.status}")


def table(title: str, columns: Iterable[str], rows: Mapping[str, Mapping[str, int]]) -> str:
    """Counts by style."""
    lines = [title, "| style | " + " | ".join(columns) + " |"]
    lines += [
        f"| {style} | " + " | ".join(str(row.get(it, 0)) for it in columns) + " |" for style, row in rows.items()
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--talks", nargs="+", default=[*TALKS, *HELD_OUT, *OF_A_READER])
    parser.add_argument("--encoder", default="auto")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    styles = dict.fromkeys(map(style_of, options.talks))
    alone, rightly = {style: Tally() for style in styles}, {style: Tally() for style in styles}
    wrongly: dict[str, Counter[str]] = {style: Counter() for style in styles}
    for name in options.talks:
        style = style_of(name)
        tallied(offline(name, options.encoder), alone[style], options.show)
        if name in HELD_OUT:
            continue
        with scripted_talk(name, encoder=options.encoder) as talk:
            tallied(talk.rightly(), rightly[style], options.show)
            tallied_errors(talk, wrongly[style], options.show)
    supported = "supported and wrong"
    for title, tallies in (("offline", alone), ("a model that reads rightly", rightly)):
        rows = {style: {**it.outcomes, supported: len(it.wrong_and_supported)} for style, it in tallies.items()}
        print(table(title, (*OUTCOMES, supported), rows))
    print(table("a model that errs", ENDINGS, wrongly))


if __name__ == "__main__":
    main()
