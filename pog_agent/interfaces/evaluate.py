"""The commands `pog-agent eval | compare | reproduce`. Nothing heavy is imported before it is needed."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pog_agent.activity import Activity, is_broken_query, listening
from pog_agent.errors import GraphUnavailableError, SettingError
from pog_agent.interfaces.setting_flags import add_settings, given_settings
from pog_agent.sentences import without_controls

if TYPE_CHECKING:
    from pog_agent.evaluation.job import Job


def add_eval(commands: Any) -> argparse.ArgumentParser:
    """Adds the command that asks a question set."""
    parser: argparse.ArgumentParser = commands.add_parser("eval", help="ask a question set and judge the answers")
    parser.add_argument("--data", required=True, metavar="FILE", help="questions: JSON Lines or a published file")
    parser.add_argument("--kg", action="append", help="the graph of the questions; may be given several times")
    parser.add_argument("--bare-questions", action="store_true", help="do not give the topic entities of the data")
    parser.add_argument("--limit", type=_positive, metavar="N", help="the first N questions")
    parser.add_argument("--sample", type=_positive, metavar="N", help="N questions drawn by --seed")
    parser.add_argument("--types", nargs="+", default=[], metavar="T", help="only questions of these types")
    parser.add_argument("--jobs", type=_positive, default=1, metavar="J", help="questions at once (default 1)")
    parser.add_argument("--rate", type=float, metavar="R", help="model calls a minute, for all jobs together")
    parser.add_argument(
        "--drop-triples",
        type=float,
        default=0.0,
        metavar="SHARE",
        help="leave out edges of the graph, by --seed",
    )
    parser.add_argument(
        "--keep-discovered",
        type=float,
        default=1.0,
        metavar="SHARE",
        help="keep this share of the relations and entities found around a node, by --seed",
    )
    parser.add_argument(
        "--scramble", action="store_true", help="random letters for all entity names, in graph and questions alike"
    )
    parser.add_argument(
        "--noise", type=float, default=0.0, metavar="RATE", help="how often the model 'oracle' errs, 0 to 1"
    )
    parser.add_argument("--out", metavar="DIR", help="folder of the run, continued if there (default: in runs/)")
    parser.add_argument("--no-plots", action="store_true", help="draw no plots (they need the extra 'plots')")
    parser.add_argument(
        "--no-pages", action="store_true", help="write no page that explains the run of a question"
    )
    parser.add_argument("--force", action="store_true", help="delete the run that is in the folder")
    parser.add_argument("--retry-failed", action="store_true", help="ask the failed questions of the run again")
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    add_settings(parser, without=("kg", "topics"))
    parser.set_defaults(run=_eval)
    return parser


def _eval(arguments: argparse.Namespace) -> int:
    from pog_agent.evaluation.job import evaluate  # noqa: PLC0415 (LangGraph)
    from pog_agent.evaluation.reports.report import figures_table  # noqa: PLC0415 (numpy)
    from pog_agent.interfaces.explaining.page import run_page  # noqa: PLC0415 (Jinja)
    from pog_agent.interfaces.progress_bars import question_bar  # noqa: PLC0415 (rich)

    asked: list[Activity] = []  # besides the questions, of which the figures tell
    with question_bar(hidden=arguments.quiet) as begin, listening(asked.append):
        figures = evaluate(_job(arguments), begin, None if arguments.no_pages else run_page)
    print(without_controls(json.dumps(figures, ensure_ascii=False)) if arguments.json else figures_table(figures))
    failed = figures["graph_failed"] or any(map(is_broken_query, asked))
    return GraphUnavailableError.exit_code if failed else 0


def add_compare(commands: Any) -> argparse.ArgumentParser:
    """Adds the command that sets runs side by side."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "compare", help="compare evaluation runs, question by question"
    )
    parser.add_argument("runs", metavar="RUN", nargs="+", help="run folders; differences are to the first")
    parser.add_argument("--out", metavar="FILE", help="write the comparison there, as Markdown")
    parser.add_argument("--json", action="store_true", help="print the comparison as one JSON object")
    parser.set_defaults(run=_compare)
    return parser


def _compare(arguments: argparse.Namespace) -> int:
    from pog_agent.evaluation.reports.comparison import compare_folders, comparison_page  # noqa: PLC0415 (LangGraph)

    compared = compare_folders(arguments.runs)
    page = comparison_page(compared)
    if arguments.out:
        try:
            Path(arguments.out).write_text(page, encoding="utf-8")
        except OSError as error:
            raise SettingError(f"{arguments.out}: cannot be written ({error.strerror or error})") from error
    print(json.dumps(compared, ensure_ascii=False) if arguments.json else page)
    return 0


def add_reproduce(commands: Any) -> argparse.ArgumentParser:
    """Adds the command that makes the tables and figures of the paper."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "reproduce",
        help="the tables and figures of Paths-over-Graph or Think-on-Graph 2, from one configuration",
    )
    parser.add_argument(
        "config", metavar="CONFIG.toml", help="data sets, graphs, models, systems; 'demo' is an example"
    )
    parser.add_argument(
        "--out", required=True, metavar="DIR", help="folder of all runs and of paper.md, continued if there"
    )
    parser.add_argument(
        "--only",
        nargs="+",
        default=[],
        metavar="NAME",
        help="parts: main, depth, strategies, summaries, incompleteness; of Think-on-Graph 2: main, origins, "
        "costs, rankers, beam, ablations, thresholds, consistency",
    )
    parser.add_argument("--quiet", action="store_true", help="do not say what is running")
    parser.set_defaults(run=_reproduce)
    return parser


def _reproduce(arguments: argparse.Namespace) -> int:
    from pog_agent.evaluation.paper.reproduce import reproduce  # noqa: PLC0415 (LangGraph)
    from pog_agent.interfaces.progress_bars import question_bar  # noqa: PLC0415 (rich)

    def say(text: str) -> None:
        if not arguments.quiet:
            print(text, file=sys.stderr)

    with question_bar(hidden=arguments.quiet) as begin:
        print(reproduce(arguments.config, Path(arguments.out), arguments.only, begin, say))
    return 0


def _job(arguments: argparse.Namespace) -> "Job":
    from pog_agent.evaluation.data.selection import Selection  # noqa: PLC0415 (pydantic)
    from pog_agent.evaluation.job import Job  # noqa: PLC0415 (LangGraph)

    return Job(
        data=arguments.data,
        out=Path(arguments.out) if arguments.out else None,
        system=arguments.system or "pog",
        settings=given_settings(arguments),
        selection=Selection(tuple(arguments.types), arguments.limit, arguments.sample),
        topics_given=not arguments.bare_questions,
        drop_triples=arguments.drop_triples,
        keep_discovered=arguments.keep_discovered,
        scramble=arguments.scramble,
        noise=arguments.noise,
        jobs=arguments.jobs,
        rate=arguments.rate,
        plots=not arguments.no_plots,
        force=arguments.force,
        retry_failed=arguments.retry_failed,
    )


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is less than 1")
    return number
