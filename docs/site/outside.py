"""Takes the files that pages link to outside of docs/ into the site: notebooks, diagrams, prompts.

They are below `repository/` there, by their path. A folder cannot be shown, so its link becomes plain text.
"""

import os
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

DOCS = Path(__file__).parents[1]
ROOT = DOCS.parent
PREFIX = "repository/"
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s:#]+)(#[^)\s]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the files that are linked to, and those that they link to in turn."""
    ahead = [DOCS / file.src_uri for file in files.documentation_pages()]
    known: set[Path] = set()
    while ahead:
        source = ahead.pop()
        for target in _targets(source) - known:
            known.add(target)
            if DOCS not in target.parents and target.is_file():
                uri = PREFIX + target.relative_to(ROOT).as_posix()
                level = InclusionLevel.NOT_IN_NAV
                files.append(File.generated(config, uri, abs_src_path=str(target), inclusion=level))
                ahead.append(target)
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Links as they are in the site."""
    source = _source(page.file.src_uri)

    def linked(found: re.Match[str]) -> str:
        label, target, anchor = found[1], (source.parent / found[2]).resolve(), found[3] or ""
        if target.is_dir():
            return label
        if DOCS in target.parents:
            uri = target.relative_to(DOCS).as_posix()
        elif ROOT in target.parents:
            uri = PREFIX + target.relative_to(ROOT).as_posix()
        else:
            return found[0]
        return f"[{label}]({os.path.relpath(uri, Path(page.file.src_uri).parent)}{anchor})"

    return LINK.sub(linked, markdown)


def _targets(source: Path) -> set[Path]:
    if source.suffix != ".md":
        return set()
    found = LINK.finditer(source.read_text(encoding="utf-8"))
    return {(source.parent / link[2]).resolve() for link in found}


def _source(uri: str) -> Path:
    return ROOT / uri.removeprefix(PREFIX) if uri.startswith(PREFIX) else DOCS / uri
