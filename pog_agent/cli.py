"""The command line: `pog-agent demo | ask | index | graph`. Nothing heavy is imported before it is needed."""

import argparse
import json
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

from pog_agent.config import PogConfig
from pog_agent.errors import PogError

if TYPE_CHECKING:
    from pog_agent.agent import PathsOverGraph
    from pog_agent.models import Answer

DEMO_QUESTIONS = ("demo-01", "demo-04", "demo-08", "demo-14", "demo-21", "demo-23")

SWITCHES = {
    "summarize": "--no-summarize",
    "node_expansion": "--no-node-expansion",
    "allow_parametric": "--no-parametric",
}
TEXTS = (*("model", "base_url", "encoder", "strategy", "fuzzy", "languages", "embedding_cache", "entity_index"),)
KINDS = ("flat", "hnsw", "sq8", "ivf-pq")
NUMBERS = (
    *("d_max", "w_max", "w1", "w2", "supplements", "seed"),
    *("max_llm_calls", "max_tokens", "max_seconds", "max_output_tokens", "timeout"),
    *("max_patterns", "max_degree", "max_triples", "explore_temperature", "reason_temperature"),
)


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"pog-agent: error: {message} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code.

    0 answered (an abstention included), 2 bad usage or setting, 3 graph missing, unreadable or unreachable,
    4 model unreachable, 1 anything unforeseen.
    """
    parser = _build_parser()
    try:
        arguments = parser.parse_args(argv)
    except SystemExit as stop:
        return int(stop.code or 0)
    try:
        return int(arguments.run(arguments))
    except PogError as error:
        return _failed(arguments, str(error), error.exit_code)
    except KeyboardInterrupt:
        return _failed(arguments, "interrupted", 130)
    except Exception as error:  # noqa: BLE001 (the last resort of a command line: one line, no traceback)
        return _failed(arguments, f"{type(error).__name__}: {error} (--debug shows the traceback)", 1)


def _failed(arguments: argparse.Namespace, message: str, code: int) -> int:
    if arguments.debug:
        traceback.print_exc()
    print(f"pog-agent: error: {' '.join(message.split())}", file=sys.stderr)
    return code


def _build_parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="pog-agent", description="Ask questions of a knowledge graph; get verified answers.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    ask = commands.add_parser("ask", help="answer a question over a knowledge graph")
    ask.add_argument("question", metavar="QUESTION")
    ask.add_argument("--kg", action="append", help=f"{_described('kg')}; may be given several times")
    ask.add_argument("--json", action="store_true", help="print the whole answer as one JSON object")
    ask.add_argument("--quiet", action="store_true", help="do not show the steps")
    ask.add_argument("--dry-run", action="store_true", help="preview LLM calls and tokens, call nothing")
    ask.add_argument("--topics", action="append", metavar="IRI", help=f"{_described('topics')}; repeatable")
    ask.set_defaults(run=_ask)
    demo = commands.add_parser("demo", help="a few questions over the bundled graph, no key needed")
    demo.add_argument("--question", help="ask this instead")
    demo.set_defaults(run=_demo, kg=None, topics=None, json=False, quiet=False)
    _add_index(commands.add_parser("index", help="compile a graph and index its names, for large graphs"))
    graph = commands.add_parser("graph", help="print the workflow as a Mermaid diagram")
    graph.set_defaults(run=_graph)
    for command in (ask, demo):
        _add_settings(command)
    for command in commands.choices.values():
        command.add_argument("--debug", action="store_true", help="show the traceback of an error")
    return parser


def _add_index(index: argparse.ArgumentParser) -> None:
    index.description = (
        "Compiles RDF files into a folder that `ask --kg DIR` opens at once, and indexes the names of the "
        "entities there (full text and embeddings). Of an endpoint only the names are indexed, for "
        "`ask --entity-index DIR`. Stopped at any moment, the same command goes on where it was; after changes it "
        "embeds new names only."
    )
    index.add_argument(
        "sources", metavar="KG", nargs="+", help="RDF file, folder or endpoint URL; 'demo' is the bundled graph"
    )
    index.add_argument("--out", required=True, metavar="DIR", help="folder to write")
    index.add_argument("--encoder", default="auto", metavar="ENCODER", help=_described("encoder"))
    index.add_argument("--no-embeddings", action="store_true", help="index names by words only, without vectors")
    index.add_argument("--kind", choices=KINDS, help="kind of FAISS index (by default chosen by size)")
    index.add_argument("--timeout", type=float, default=60.0, metavar="SECONDS", help=_described("timeout"))
    index.add_argument("--json", action="store_true", help="print the facts as one JSON object")
    index.set_defaults(run=_index)


def _add_settings(command: argparse.ArgumentParser) -> None:
    """A flag for every setting of a run; values are checked by `PogConfig`, so that they are checked once."""
    command.add_argument("--system", metavar="NAME", help="pog or pog-e: " + _described("variant"))
    for name in (*TEXTS, *NUMBERS):
        flag = "--" + name.replace("_", "-")
        command.add_argument(flag, dest=name, metavar=name.upper(), help=_described(name))
    for name, flag in SWITCHES.items():
        command.add_argument(flag, dest=name, action="store_const", const=False, help=f"not: {_described(name)}")


def _described(name: str) -> str:
    field = PogConfig.model_fields[name]
    default = "" if field.default in (None, (), True) else f" (default {field.default})"
    return f"{field.description}{default}".replace("%", "%%")


def _settings(arguments: argparse.Namespace) -> PogConfig:
    names = (*TEXTS, *NUMBERS, *SWITCHES)
    values: dict[str, Any] = {name: getattr(arguments, name) for name in names}
    values["variant"] = arguments.system
    values["kg"] = os.pathsep.join(arguments.kg) if arguments.kg else None
    values["topics"] = tuple(arguments.topics) if arguments.topics else None
    return PogConfig.create(**values)


def _ask(arguments: argparse.Namespace) -> int:
    config = _settings(arguments)
    if arguments.dry_run:
        return _preview(config, as_json=arguments.json)
    with _agent(config) as agent:
        answer = _watched(agent, arguments.question, quiet=arguments.quiet, to_stderr=arguments.json)
    if arguments.json:
        print(json.dumps(answer.to_json(), ensure_ascii=False))
    else:
        from pog_agent.display import show_answer  # noqa: PLC0415 (rich)

        show_answer(answer)
    return 0


def _demo(arguments: argparse.Namespace) -> int:
    from importlib.resources import files  # noqa: PLC0415

    from pog_agent.display import show_answer  # noqa: PLC0415 (rich)

    arguments.kg = ["demo"]
    questions = [arguments.question] if arguments.question else []
    if not questions:
        lines = files("pog_agent.demo").joinpath("questions.jsonl").read_text(encoding="utf-8").splitlines()
        known = {record["id"]: record["question"] for record in map(json.loads, lines)}
        questions = [known[name] for name in DEMO_QUESTIONS]
    with _agent(_settings(arguments)) as agent:
        for question in questions:
            show_answer(_watched(agent, question, quiet=False, to_stderr=False))
    return 0


def _index(arguments: argparse.Namespace) -> int:
    _hush_libraries()
    from pog_agent.display import show_progress  # noqa: PLC0415 (rich)
    from pog_agent.linking.index import index_graph  # noqa: PLC0415 (FAISS, Oxigraph)

    with show_progress(hidden=arguments.json) as (progress, warn):
        facts = index_graph(
            arguments.sources,
            arguments.out,
            encoder=None if arguments.no_embeddings else arguments.encoder,
            kind=arguments.kind,
            timeout=arguments.timeout,
            progress=progress,
            warn=warn,
        )
    if arguments.json:
        print(json.dumps(facts, ensure_ascii=False))
        return 0
    index = facts.pop("entity_index")
    rows = [*facts.items(), *(("entity index, " + name, value) for name, value in index.items())]
    for name, value in rows:
        print(f"{name}: {value:,}" if isinstance(value, int) else f"{name}: {value}")
    return 0


def _graph(arguments: argparse.Namespace) -> int:
    del arguments
    from pog_agent.pog import build_pog  # noqa: PLC0415 (LangGraph)

    print(build_pog().get_graph().draw_mermaid())
    return 0


def _watched(agent: "PathsOverGraph", question: str, *, quiet: bool, to_stderr: bool) -> "Answer":
    """Runs a question and shows its steps as they happen."""
    if quiet:
        return agent.ask(question)
    from pog_agent.display import watch  # noqa: PLC0415 (rich)

    return watch(question, agent.stream(question), to_stderr=to_stderr)


@contextmanager
def _agent(config: PogConfig) -> "Iterator[PathsOverGraph]":
    _hush_libraries()
    from pog_agent.agent import PathsOverGraph  # noqa: PLC0415 (LangGraph)

    with PathsOverGraph(**{name: getattr(config, name) for name in PogConfig.model_fields}) as agent:
        yield agent.open()


def _hush_libraries() -> None:
    """Keeps the progress bars of model libraries off the terminal; set before they are imported."""
    for name in ("HF_HUB_DISABLE_PROGRESS_BARS", "TQDM_DISABLE"):
        os.environ.setdefault(name, "1")
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")


def _preview(config: PogConfig, *, as_json: bool) -> int:
    """Calls and tokens of one question, without calling anything."""
    from pog_agent.preview import preview  # noqa: PLC0415

    costs = preview(config)
    if as_json:
        print(json.dumps(costs.model_dump()))
        return 0
    for when, cost in (("answered in one round", costs.one_round), ("every round of every phase", costs.most)):
        print(
            f"{when}: {cost.llm_calls} LLM calls, about {cost.prompt_tokens:,} tokens in "
            f"and {cost.completion_tokens:,} out"
        )
    print("(tokens are estimated; repairs of unreadable replies are not counted)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
