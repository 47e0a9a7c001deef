"""What must hold for any input at all, and inputs that are nearly right; `tests.benchmarks.fuzz` uses it, too.

Each check takes bytes, as a fuzzer gives them. It raises where the code does anything but read them, or refuse
them as it says. `FUZZ_TIMES` multiplies the number of inputs that the tests try.
"""

import io
import os
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from pog_agent.errors import GraphUnavailableError
from pog_agent.interfaces.cli import main
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.sparql.results import (
    UnreadableResultsError,
    parse_boolean,
    parse_table,
    parse_untyped_table,
)
from pog_agent.models import Summary
from pog_agent.reasoner.base import LlmStep
from pog_agent.reasoner.chat.parsing import parse_reply
from pog_agent.reasoner.steps.analyze_question import AnalyzeQuestion
from pog_agent.reasoner.steps.answer import AnswerByCitation
from pog_agent.reasoner.steps.judge_sufficiency import JudgeSufficiency
from pog_agent.reasoner.steps.predict_supplements import PredictSupplements
from pog_agent.reasoner.steps.recognize_topics import RecognizeTopics
from pog_agent.reasoner.steps.select_paths import SelectPaths
from pog_agent.reasoner.steps.summarize_paths import SummarizePaths
from pog_agent.terms import is_literal, literal, literal_datatype, literal_language, literal_value
from tests.reasoner.cases import CONTEXT, PATHS, QUESTION, TOPICS

COLUMNS = ("s", "p", "o")
ANSWERED, BAD_USAGE, NO_GRAPH, NO_MODEL = 0, 2, 3, 4
STEPS: tuple[LlmStep[Any], ...] = (
    RecognizeTopics(QUESTION, ()),
    AnalyzeQuestion(QUESTION, TOPICS, 3, "de"),
    SelectPaths(CONTEXT, PATHS, 2),
    SummarizePaths(CONTEXT, PATHS),
    JudgeSufficiency(CONTEXT, PATHS, Summary()),
    PredictSupplements(CONTEXT, PATHS, 2),
    AnswerByCitation(CONTEXT, PATHS, Summary(), True),
)
MARKS = b"\" ' \\ { } [ ] < > << >> , : _: @en ^^ @prefix ``` <think> </think> :// ../".split()
PIECES = (
    *MARKS,
    *(b"\t", b"\n", b"\r", b"\0", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xf0\x9f", b"%00", b"&lt;"),
    *(b"\\ud800", b"\\uD83D", b"\\U00110000", b"\\UFFFFFFFF", b"<?xml", b"<!DOCTYPE"),
    *(b"null", b"true", b"NaN", b"Infinity", b"1e999", b"-0", b"9" * 5000, b"[" * 3000, b'{"a":' * 3000),
)


def tries(number: int) -> Any:
    """Settings for so many inputs, times FUZZ_TIMES; none is too slow, and a failure is shown as it was found."""
    times = int(os.environ.get("FUZZ_TIMES", "1"))
    return settings(
        max_examples=number * times,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.reuse, Phase.generate),
    )


@st.composite
def nearly(draw: st.DrawFn, seeds: Sequence[bytes]) -> bytes:
    """A good input after some edits: pieces cut out, repeated, replaced, put in."""
    data = draw(st.sampled_from(list(seeds)))
    for _ in range(draw(st.integers(0, 4))):
        begin = draw(st.integers(0, len(data)))
        end = draw(st.integers(begin, min(begin + 40, len(data))))
        put = draw(st.one_of(st.sampled_from(PIECES), st.binary(max_size=4), st.just(data[begin:end] * 2)))
        data = data[:begin] + put + data[end:]
    return data


def any_bytes(seeds: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """Inputs that are nearly right, and a few that are nothing at all."""
    return st.one_of(nearly(seeds), nearly(seeds), st.binary(max_size=200))


def check_reply(data: bytes) -> None:
    """A model's reply is read by every step, or the step says what is wrong with it; numbers are those shown."""
    text = data.decode("utf-8", errors="replace")
    for step in STEPS:
        parsed = parse_reply(text, step.reply)
        if parsed.value is None:
            assert parsed.problem and "\n" not in parsed.problem
            continue
        step.problem(parsed.value)
        value = step.convert(parsed.value).value
        if isinstance(step, SelectPaths):
            assert set(value or ()) <= {path.number for path in PATHS}
        if isinstance(step, AnswerByCitation) and value is not None:
            places = {(path.number, place) for path in PATHS for place in range(len(path.nodes))}
            assert {(cited.path, cited.position) for cited in value.citations} <= places


def check_results(content_type: str, data: bytes) -> None:
    """A response is rows of terms that can be written down, or refused in one line."""
    reads: tuple[Callable[[], Any], ...] = (
        lambda: parse_table(content_type, data, COLUMNS),
        lambda: parse_untyped_table(data, COLUMNS, (None, "k", None)),
        lambda: [(literal(str(parse_boolean(content_type, data))),) * 3],
    )
    for read in reads:
        try:
            rows = read()
        except UnreadableResultsError as error:
            assert "\n" not in str(error) and len(str(error)) < 500
            continue
        for row in rows:
            assert len(row) == len(COLUMNS)
            "".join(row).encode()
            for term in filter(is_literal, row):
                assert literal(literal_value(term), literal_datatype(term), literal_language(term)) == term


def check_file(ending: str, data: bytes, folder: Path) -> None:
    """A file is compiled into terms that can be written down, or refused in one line that names it."""
    file = folder / f"fuzzed{ending}"
    file.write_bytes(data)
    try:
        graph = compile_files([file], "fuzzed")
    except GraphUnavailableError as error:
        assert "\n" not in str(error)
        return
    assert all(term.encode() for term in graph.terms)


def check_arguments(arguments: Sequence[str]) -> int:
    """A command ends with a code that it may end with; whatever is wrong is one line. Returns the code."""
    out, err = (
        io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors=how) for how in ("strict", "backslashreplace")
    )
    with redirect_stdout(out), redirect_stderr(err):
        code = main(arguments)
    err.flush()
    said = err.buffer.getvalue().decode()
    assert code in (ANSWERED, BAD_USAGE, NO_GRAPH, NO_MODEL), said
    assert "Traceback" not in said
    if code:
        assert sum(line.startswith("pog-agent: error: ") for line in said.splitlines()) == 1, said
    return code
