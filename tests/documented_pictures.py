"""Takes the pictures of README and pages anew, of real runs in a real browser.

Usage: python -m tests.documented_pictures [NAME ...] (needs Chromium; without names all of them)
"""

import argparse
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from pog_agent.interfaces.cli import main as pog_agent
from tests.documented_code import ROOT, block_titled

IMAGES = ROOT / "docs" / "images"
WIDTH = 900
SETTLED = 1_500
"""Milliseconds that a picture of a graph takes to be laid out, at most."""
PADDING = 28
"""Pixels between the edge of a box and its heading, and half of those between two boxes."""


@dataclass(frozen=True)
class Picture:
    """A page that `made` writes into a folder, and its part: from one heading to another, or some pixels."""

    name: str
    made: Callable[[Path], Path]
    start: str = ""
    height: int = 0
    end: str = ""


def run_page(question: str, graph: Callable[[], str]) -> Callable[[Path], Path]:
    """Writes the page of a run."""

    def made(folder: Path) -> Path:
        pog_agent(["ask", question, "--kg", graph(), "--quiet", "--trace", "run.html"])
        return folder / "run.html"

    return made


def evaluation(folder: Path) -> Path:
    """Writes the page of an evaluation of the tutorial's questions."""
    questions = "questions.jsonl"
    Path(questions).write_text(block_titled("docs/evaluation.md", questions), encoding="utf-8")
    command = ["eval", "--data", questions, "--kg", kilns(), "--bare-questions", "--quiet"]
    pog_agent([*command, "--no-plots", "--out", "run"])
    return folder / "run" / "index.html"


def kilns() -> str:
    """Makes the graph of the tables of the first tutorial, and gives its name."""
    files = ["kilns.csv", "studios.csv"]
    for file in files:
        Path(file).write_text(block_titled("docs/own-data.md", file), encoding="utf-8")
    pog_agent(["convert", *files, "--out", "kilns.ttl", "--force"])
    return "kilns.ttl"


def company() -> str:
    """Writes the graph of the tutorial for agents, and gives its name."""
    Path("company.ttl").write_text(block_titled("docs/agents.md", "company.ttl"), encoding="utf-8")
    return "company.ttl"


def bundled() -> str:
    """The bundled graph."""
    return "demo"


AIRPORT = "What country bordering France contains an airport that serves Nijmegen?"
RIVER = "Which river flows through the birthplace of Albert Einstein?"
STEPS = "The steps"
PICTURES = (
    Picture("answer", run_page(AIRPORT, bundled), end=STEPS),
    Picture("own-data", run_page("In which town is the studio of Little Tom?", kilns), end=STEPS),
    Picture("agent", run_page("Who sells Anvil?", company), end=STEPS),
    Picture("steps", run_page(RIVER, bundled), start=STEPS, height=640),
    Picture("evaluation", evaluation, height=640),
)


@contextmanager
def browser_page() -> Iterator[Page]:
    """A page of Chromium, light and of a fixed width."""
    found = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=found, args=arguments)
        try:
            yield browser.new_page(viewport={"width": WIDTH, "height": 900}, color_scheme="light")
        finally:
            browser.close()


def take(page: Page, picture: Picture, folder: Path) -> Path:
    """Writes one picture, and gives its file."""
    page.goto(picture.made(folder).as_uri())
    page.wait_for_timeout(SETTLED)
    top = above(page, picture.start) if picture.start else 0.0
    height = above(page, picture.end) - top if picture.end else float(picture.height)
    file = IMAGES / f"{picture.name}.png"
    page.screenshot(path=file, full_page=True, clip={"x": 0, "y": top, "width": WIDTH, "height": height})
    return file


def above(page: Page, heading: str) -> float:
    """Where the box of a heading begins."""
    box = page.get_by_role("heading", name=heading, exact=True).first.bounding_box()
    if box is None:
        raise ValueError(f"the page shows no heading {heading!r}")
    return box["y"] - PADDING


def main() -> None:
    """Takes the pictures that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    names = parser.parse_args().names or [picture.name for picture in PICTURES]
    taken = {}
    with browser_page() as page, TemporaryDirectory() as folder, chdir(folder):
        for picture in (picture for picture in PICTURES if picture.name in names):
            taken[picture.name] = take(page, picture, Path(folder)).stat().st_size
    json.dump(taken, sys.stdout)


if __name__ == "__main__":
    main()
