"""What LangSmith is sent, by its own variables: every step once, in short."""

import os
import re
import subprocess
import sys

from tests.viewers import serve_viewer

VALUES = re.compile(r'\.(?:inputs|outputs)"\r\n[^\r]*\r\nContent-Length: (\d+)')
"""The sizes of what steps are recorded with; LangSmith adds some 2 kB of its own for each."""

PROGRAM = """
from langchain_core.tracers.langchain import wait_for_all_tracers
from pog_agent import PathsOverGraph

with PathsOverGraph("demo", encoder="lexical") as agent:
    answer = agent.ask("What country bordering France contains an airport that serves Nijmegen?")
wait_for_all_tracers()
print(*answer.seconds)
"""


def test_each_step_is_one_run_in_short():
    with serve_viewer() as viewer:
        variables = {
            "LANGSMITH_TRACING": "true",
            "LANGSMITH_ENDPOINT": viewer.url,
            "LANGSMITH_API_KEY": "lsv2_pt_0123456789abcdef",
            "LANGSMITH_DISABLE_RUN_COMPRESSION": "true",
        }
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
            env={**os.environ, **variables},
        )
    runs = set(re.findall(r'\{"id":"([0-9a-f-]+)"[^\n]*?"name":"([a-z_]+)","run_type"', viewer.text))
    names = [name for _, name in runs]
    assert set(done.stdout.split()) <= set(names)
    assert names.count("verify_answer") == names.count("recognize_topics") == 1
    assert sum(int(size) for size in VALUES.findall(viewer.text)) < 60_000
    assert "0123456789abcdef" not in viewer.text
