"""The Python of the documents, as it stands there: one snippet each, with the page and line that it is from."""

import ast
import builtins
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")))
BLOCK = re.compile(r"^```python[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)

GIVEN = {
    "pog": "pog_agent.PathsOverGraph",
    "answer": "pog_agent.Answer",
    "kg": "pog_agent.kg.local.compiled.CompiledGraph",
    "query": "pog_agent.models.query.Query",
    "graph": "langgraph.graph.state.CompiledStateGraph[Any, Any, Any, Any]",
    "client": "langgraph_sdk.client.SyncLangGraphClient",
    "thread": "str",
}
"""What a snippet may take from the text around it, and its type."""


@dataclass(frozen=True)
class Snippet:
    """Python of a page; `line` is that of its first line there."""

    page: str
    line: int
    code: str

    @property
    def name(self) -> str:
        """A module's name for it."""
        return f"{Path(self.page).stem}_{self.line}".replace("-", "_")

    @property
    def module(self) -> str:
        """A module that a type checker reads: the snippet as a function, which takes what it does not define."""
        taken = ", ".join(f'{name}: "{GIVEN[name]}"' for name in sorted(self.undefined & GIVEN.keys()))
        paths = (kind.partition("[")[0] for kind in GIVEN.values())
        imports = sorted({f"import {path.rpartition('.')[0]}" for path in paths if "." in path})
        head = "\n".join(["from typing import Any", *imports])
        return f"{head}\n\n\nasync def snippet({taken}) -> None:\n{textwrap.indent(self.code, '    ')}"

    @property
    def undefined(self) -> set[str]:
        """The names that the snippet reads and nothing in it binds."""
        tree = ast.parse(self.code)
        read: set[str] = set()
        bound = set(dir(builtins))
        for node in ast.walk(tree):
            if isinstance(node, ast.Name):
                (read if isinstance(node.ctx, ast.Load) else bound).add(node.id)
            elif isinstance(node, ast.alias):
                bound.add((node.asname or node.name).partition(".")[0])
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                bound.add(node.name)
            elif isinstance(node, ast.arg):
                bound.add(node.arg)
            elif isinstance(node, ast.ExceptHandler) and node.name:
                bound.add(node.name)
        return read - bound


def snippets() -> Iterator[Snippet]:
    """Every block of Python in the README and the pages."""
    for file in PAGES:
        text = file.read_text(encoding="utf-8")
        for block in BLOCK.finditer(text):
            line = text.count("\n", 0, block.start(1)) + 1
            yield Snippet(str(file.relative_to(ROOT)), line, block[1])


def block_titled(page: str, title: str) -> str:
    """The block of a page that has this title, such as the name of a file."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = re.search(rf'^```\w+ title="{re.escape(title)}"\n(.*?)^```', text, re.DOTALL | re.MULTILINE)
    if found is None:
        raise ValueError(f"{page} has no block titled {title!r}")
    return found[1]
