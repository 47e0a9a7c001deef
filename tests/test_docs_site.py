"""The site that `make docs` builds: every page is in it, and no link or anchor leads nowhere."""

import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

ROOT = Path(__file__).parents[1]
SETTINGS = ROOT / "docs" / "site" / "mkdocs.yml"


class Links(HTMLParser):
    """What a page links to or loads, and the anchors that it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.targets.add(value)
            elif name in ("id", "name") and value:
                self.anchors.add(value)


def built(settings: Path, out: Path) -> "subprocess.CompletedProcess[str]":
    pytest.importorskip("mkdocs", reason="the extra docs is not installed")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(settings), "-d", str(out)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    out = tmp_path_factory.mktemp("site")
    done = built(SETTINGS, out)
    assert done.returncode == 0, done.stderr
    return out


def test_every_page_stands_once_in_the_navigation():
    named = re.findall(r": (\S+\.md)$", SETTINGS.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(named) == sorted(file.name for file in ROOT.glob("docs/*.md"))


def test_every_link_and_anchor_of_the_site_leads_somewhere(site):
    pages = {file: Links(file.read_text(encoding="utf-8")) for file in site.rglob("*.html")}
    assert len(pages) > 25
    missing = []
    for file, links in pages.items():
        for target in links.targets if file.name != "404.html" else ():
            path, anchor = urldefrag(unquote(target))
            if re.match(r"[a-z]+:|//|/", path):
                continue
            found = (file.parent / path).resolve() if path else file
            found = found / "index.html" if found.is_dir() else found
            if not found.is_file() or (anchor and found in pages and anchor not in pages[found].anchors):
                missing.append((file.relative_to(site).as_posix(), target))
    assert missing == []


def test_no_page_of_the_site_names_anything_to_load_from_elsewhere(site):
    loaded = {
        url
        for file in site.rglob("*.html")
        for url in re.findall(r'<(?:script|img|link)[^>]+(?:src|href)="((?:https?:)?//[^"]+)"', file.read_text())
    }
    assert loaded == set()


@pytest.mark.parametrize("link", ["nowhere.md", "index.md#no-such-heading"])
def test_a_link_that_leads_nowhere_fails_the_build(link, tmp_path):
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    (tmp_path / "docs" / "mcp.md").write_text(f"# MCP\n\n[here]({link})\n", encoding="utf-8")
    done = built(tmp_path / "docs" / "site" / "mkdocs.yml", tmp_path / "out")
    assert done.returncode == 1
    assert f"'{link}'" in done.stderr
