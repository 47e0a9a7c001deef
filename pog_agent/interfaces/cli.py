"""The command line `pog-agent`. Nothing heavy is imported before its need."""

import argparse
import json
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, NoReturn

from pog_agent.config import PogConfig
from pog_agent.errors import PogError, SettingError
from pog_agent.interfaces.evaluate import add_compare, add_eval, add_reproduce
from pog_agent.systems.registry import SYSTEMS, find_system

if TYPE_CHECKING:
    from pog_agent.agent import Agent
    from pog_agent.models import Answer

DEMO_QUESTIONS = ("demo-01", "demo-04", "demo-08", "demo-14", "demo-21", "demo-23")

SWITCHES = {
    "summarize": "--no-summarize",
    "node_expansion": "--no-node-expansion",
    "allow_parametric": "--no-parametric",
}
TEXTS = (
    *("preset", "kg_cache", "model", "base_url", "encoder", "profile", "strategy", "fuzzy", "languages"),
    *("embedding_cache", "entity_index"),
)
KINDS = ("flat", "hnsw", "sq8", "ivf-pq")
NUMBERS = (
    *("d_max", "w_max", "w1", "w2", "supplements", "samples", "seed"),
    *("max_llm_calls", "max_tokens", "max_seconds", "max_output_tokens", "timeout"),
    *("max_patterns", "max_degree", "max_triples", "max_rows", "max_queries", "max_fetch_seconds"),
    *("explore_temperature", "reason_temperature"),
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
    check = commands.add_parser("check", help="what can be learned of a graph before asking questions of it")
    check.add_argument("kg", metavar="KG", help=_described("kg"))
    check.add_argument("--preset", default="auto", metavar="PRESET", help=_described("preset"))
    check.add_argument("--timeout", metavar="TIMEOUT", help="seconds per query, 10 at most (default 10)")
    check.add_argument("--json", action="store_true", help="print the facts as one JSON object")
    check.set_defaults(run=_check)
    graph = commands.add_parser("graph", help="print the workflow as a Mermaid diagram")
    _add_system(graph)
    graph.set_defaults(run=_graph)
    evaluation = add_eval(commands, _values)
    add_compare(commands)
    add_reproduce(commands)
    for command in (ask, demo, evaluation):
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
    index.add_argument("--preset", default="auto", metavar="PRESET", help=_described("preset"))
    index.add_argument(
        "--oxigraph", action="store_true", help="only load an Oxigraph store, for `ask --kg oxigraph:DIR`"
    )
    index.add_argument(
        "--languages", metavar="TAGS", help="index names in these languages (en,de) and without one; default all"
    )
    index.add_argument("--kind", choices=KINDS, help="kind of FAISS index (by default chosen by size)")
    index.add_argument("--timeout", type=float, default=60.0, metavar="SECONDS", help=_described("timeout"))
    index.add_argument("--json", action="store_true", help="print the facts as one JSON object")
    index.set_defaults(run=_index)


def _add_settings(command: argparse.ArgumentParser) -> None:
    """A flag for every setting of a run; values are checked by `PogConfig`, so that they are checked once."""
    _add_system(command)
    for name in (*TEXTS, *NUMBERS):
        flag = "--" + name.replace("_", "-")
        command.add_argument(flag, dest=name, metavar=name.upper(), help=_described(name))
    for name, flag in SWITCHES.items():
        command.add_argument(flag, dest=name, action="store_const", const=False, help=f"not: {_described(name)}")


def _add_system(command: argparse.ArgumentParser) -> None:
    known = "; ".join(f"{system.name}: {system.summary}" for system in SYSTEMS.values())
    command.add_argument("--system", metavar="NAME", help=f"{known} (default {PogConfig().variant})")


def _described(name: str) -> str:
    field = PogConfig.model_fields[name]
    default = "" if field.default in (None, (), True) else f" (default {field.default})"
    return f"{field.description}{default}".replace("%", "%%")


def _values(arguments: argparse.Namespace) -> dict[str, Any]:
    """The settings that have a flag of their own name."""
    return {name: getattr(arguments, name) for name in (*TEXTS, *NUMBERS, *SWITCHES)}


def _settings(arguments: argparse.Namespace) -> PogConfig:
    values = _values(arguments)
    if arguments.system:
        values |= find_system(arguments.system).settings
    values["kg"] = os.pathsep.join(arguments.kg) if arguments.kg else None
    values["topics"] = tuple(arguments.topics) if arguments.topics else None
    return PogConfig.create(**values)


def _ask(arguments: argparse.Namespace) -> int:
    config = _settings(arguments)
    if arguments.dry_run:
        return _preview(config, arguments.system or config.variant, as_json=arguments.json)
    with _agent(arguments, config) as agent:
        answer = _watched(agent, arguments.question, quiet=arguments.quiet, to_stderr=arguments.json)
    if arguments.json:
        print(json.dumps(answer.to_json(), ensure_ascii=False))
    else:
        from pog_agent.interfaces.display import show_answer  # noqa: PLC0415 (rich)

        show_answer(answer)
    return 0


def _demo(arguments: argparse.Namespace) -> int:
    from importlib.resources import files  # noqa: PLC0415

    from pog_agent.interfaces.display import show_answer  # noqa: PLC0415 (rich)

    arguments.kg = ["demo"]
    questions = [arguments.question] if arguments.question else []
    if not questions:
        lines = files("pog_agent.demo").joinpath("questions.jsonl").read_text(encoding="utf-8").splitlines()
        known = {record["id"]: record["question"] for record in map(json.loads, lines)}
        questions = [known[name] for name in DEMO_QUESTIONS]
    with _agent(arguments, _settings(arguments)) as agent:
        for question in questions:
            show_answer(_watched(agent, question, quiet=False, to_stderr=False))
    return 0


def _indexed(arguments: argparse.Namespace) -> dict[str, Any]:
    """The compiled form and the entity index, made with bars on the way."""
    _hush_libraries()
    from pog_agent.interfaces.display import show_progress  # noqa: PLC0415 (rich)
    from pog_agent.linking.index import index_graph  # noqa: PLC0415 (FAISS, Oxigraph)

    given = arguments.languages
    languages = None if given is None else PogConfig.create(languages=given).language_list
    with show_progress(hidden=arguments.json) as (progress, warn):
        return index_graph(
            arguments.sources,
            arguments.out,
            encoder=None if arguments.no_embeddings else arguments.encoder,
            kind=arguments.kind,
            timeout=arguments.timeout,
            preset=arguments.preset,
            languages=languages,
            progress=progress,
            warn=warn,
        )


def _index(arguments: argparse.Namespace) -> int:
    if arguments.oxigraph:
        if arguments.languages or arguments.kind or arguments.no_embeddings or arguments.encoder != "auto":
            raise SettingError("--oxigraph only loads triples: leave out options for the index of names")
        from pog_agent.kg.local.oxigraph_files import build_store  # noqa: PLC0415

        facts = asdict(build_store(arguments.sources, arguments.out, arguments.preset))
    else:
        facts = _indexed(arguments)
    if arguments.json:
        print(json.dumps(facts, ensure_ascii=False))
        return 0
    index = facts.pop("entity_index", {})
    rows = [*facts.items(), *(("entity index, " + name, value) for name, value in index.items())]
    for name, value in rows:
        print(f"{name}: {value:,}" if isinstance(value, int) else f"{name}: {value}")
    return 0


def _check(arguments: argparse.Namespace) -> int:
    from pog_agent.kg.check import check_kg  # noqa: PLC0415 (numpy, Oxigraph)

    config = PogConfig.create(kg=arguments.kg, preset=arguments.preset, timeout=arguments.timeout)
    report = check_kg(config.kg, config.timeout, config.preset)
    if arguments.json:
        print(json.dumps(report.to_json(), ensure_ascii=False))
    else:
        from pog_agent.interfaces.display import show_report  # noqa: PLC0415 (rich)

        show_report(report)
    return 0


def _graph(arguments: argparse.Namespace) -> int:
    from pog_agent.run.resources import Resources  # noqa: PLC0415 (LangGraph)

    system = find_system(arguments.system or PogConfig().variant)
    print(system.build(Resources(), None).get_graph().draw_mermaid())
    return 0


def _watched(agent: "Agent", question: str, *, quiet: bool, to_stderr: bool) -> "Answer":
    """Runs a question and shows its steps as they happen."""
    if quiet:
        return agent.ask(question)
    from pog_agent.interfaces.display import watch  # noqa: PLC0415 (rich)

    return watch(question, agent.stream(question), to_stderr=to_stderr)


@contextmanager
def _agent(arguments: argparse.Namespace, config: PogConfig) -> "Iterator[Agent]":
    _hush_libraries()
    settings = {name: getattr(config, name) for name in PogConfig.model_fields}
    from pog_agent.agent import open_system  # noqa: PLC0415 (LangGraph)

    with open_system(arguments.system or config.variant, **settings) as agent:
        yield agent.open()


def _hush_libraries() -> None:
    """Keeps the progress bars of model libraries off the terminal; set before they are imported."""
    for name in ("HF_HUB_DISABLE_PROGRESS_BARS", "TQDM_DISABLE"):
        os.environ.setdefault(name, "1")
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")


def _preview(config: PogConfig, system: str, *, as_json: bool) -> int:
    """Calls and tokens of one question, without calling anything."""
    from pog_agent.interfaces.preview import preview  # noqa: PLC0415

    costs = preview(config, system=system)
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
