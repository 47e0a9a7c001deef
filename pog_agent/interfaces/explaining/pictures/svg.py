"""Draws the picture of an answer as SVG. All that is of the graph is escaped; colours are those of the page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Final

from markupsafe import Markup

from pog_agent.interfaces.explaining.pictures.boxes import Box, Sketch
from pog_agent.interfaces.explaining.pictures.layout import LinkRun, PictureLayout, Point, Rectangle, laid_out
from pog_agent.interfaces.explaining.pictures.sketch import sketched
from pog_agent.interfaces.explaining.pictures.widths import text_width, wrapped
from pog_agent.terms import is_iri
from pog_agent.tracing.elements import NodeRole, subgraph_elements
from pog_agent.tracing.run_trace import RunTrace

NAME: Final = 14.0
SMALL: Final = 12.0
ROW: Final = 18.0
PADDING: Final = 9.0
WIDEST: Final = 210.0
NARROWEST_PAGE: Final = 2
"""So many boxes stand side by side on a telephone."""
WIDEST_ON_TELEPHONE: Final = 150.0
LABEL_LINES: Final = 3
LABEL_WIDTH: Final = 120.0
ARROW: Final = 7.0
STEPS: Final = (30, 40, 50, 60)
"""Widths of a page in rem from which on it has room for a wide picture."""
PIXELS_OF_REM: Final = 16
READ_ALOUD: Final = (
    "The paths from what is asked about to the answers, which the list of cited paths says in words"
)
LEGEND: Final[dict[NodeRole, str]] = {
    "topic": '<li><i class="is-topic"></i>asked about</li>',
    "answer": '<li><i class="is-answer"></i>answer</li>',
    "path": "<li><i></i>on the way</li>",
}


@dataclass(frozen=True)
class AnswerPicture:
    """The picture for wide and for narrow pages, empty texts where there is nothing to draw.

    A page shows the wide one where it has as many rem as `from_rem`. `roles` are those of its boxes, `left_out`
    counts what found no room.
    """

    wide: str = ""
    narrow: str = ""
    from_rem: int = 0
    roles: frozenset[NodeRole] = frozenset()
    left_out: int = 0


def answer_picture(run: RunTrace) -> AnswerPicture:
    """The cited paths of a run from its topics to its answers.

    There is none for a run that failed or cites no path, nor for a profile, which says the same as a list.
    """
    if run.answer is None or run.answer.kind == "profile":
        return AnswerPicture()
    elements, is_connection = subgraph_elements(run), run.answer.kind == "paths"
    sketch = sketched(elements, is_connection=is_connection)
    if not any(box.caption or sketch.links for box in sketch.boxes):
        return AnswerPicture()
    wide, width = _drawn(sketch, downwards=False)
    small = sketched(elements, NARROWEST_PAGE, is_connection=is_connection)
    narrow, _ = _drawn(small, downwards=True)
    from_rem = next((step for step in STEPS if width <= step * PIXELS_OF_REM), 0)
    roles = frozenset(box.role for box in sketch.boxes)
    return AnswerPicture(wide if from_rem else "", narrow, from_rem, roles, sketch.left_out)


def picture_html(picture: AnswerPicture) -> Markup:
    """The picture with its legend for a page that has `picture.css`; empty where there is none.

    What is read aloud is the list of what the answer stands on, which says the same in words. The keyboard reaches
    the picture, since one that is wider than the page has to be moved.
    """
    if not picture.narrow:
        return Markup("")
    at = f"from-{picture.from_rem}"
    wide = f'<div class="wide-picture {at}">{picture.wide}</div>' if picture.wide else ""
    left = f'<p class="soft">{picture.left_out} more things are not drawn.</p>' if picture.left_out else ""
    drawn = f'{wide}<div class="{at}">{picture.narrow}</div>'
    named = f'<div class="paths-picture" role="img" tabindex="0" aria-label="{READ_ALOUD}">{drawn}</div>'
    legend = "".join(item for role, item in LEGEND.items() if role in picture.roles)
    # Every text of the graph is escaped where it is drawn.
    return Markup(f'<ul class="legend soft">{legend}</ul>{named}{left}')  # nosec B704


@dataclass(frozen=True)
class _Row:
    """A line of text in a box. Rows of one thing have its id."""

    text: str
    kind: str
    id: str = ""
    facts: frozenset[int] = frozenset()


def _drawn(sketch: Sketch, *, downwards: bool) -> tuple[str, float]:
    """The SVG, and its width in pixels."""
    widest = (
        WIDEST_ON_TELEPHONE
        if downwards and len(sketch.boxes) > len({box.layer for box in sketch.boxes})
        else WIDEST
    )
    rows = {box.key: [*_rows(box, widest)] for box in sketch.boxes}
    sizes = {key: _size(own) for key, own in rows.items()}
    layout = laid_out(sketch, sizes, _label_size, downwards=downwards)
    parts = [part for run in layout.runs for part in _run(run, downwards=downwards)]
    parts += [part for text, place, facts in layout.labels for part in _label(text, place, facts)]
    parts += [part for box in sketch.boxes for part in _box(box, layout.boxes[box.key], rows[box.key])]
    return _svg(layout, parts), layout.width


def _rows(box: Box, widest: float) -> Iterator[_Row]:
    """The texts of a box, one below the other."""
    count = len(box.lines) + box.more
    if box.caption:
        told = f"{box.caption} · {count}" if count > 1 else box.caption
        yield from (_Row(text, "caption") for text in wrapped(told, SMALL, widest, 1))
    for line in box.lines:
        if line.relation:
            yield from (
                _Row(text, "detail", line.id, line.facts) for text in wrapped(line.relation, SMALL, widest, 1)
            )
        for text in wrapped(line.text, NAME, widest, 2 if count > 1 else 3):
            yield _Row(text, "name", line.id, line.facts)
        for text in wrapped(line.detail, SMALL, widest, 1 if count > 1 else 2) if line.detail else ():
            yield _Row(text, "detail", line.id, line.facts)
    if box.more:
        yield _Row(f"and {box.more} more", "caption")


def _size(rows: Sequence[_Row]) -> tuple[float, float]:
    widths = [text_width(row.text, NAME if row.kind == "name" else SMALL) for row in rows]
    return max(widths, default=0.0) + 2 * PADDING, ROW * len(rows) + PADDING


def _label_lines(text: str) -> list[str]:
    return wrapped(text, SMALL, LABEL_WIDTH, LABEL_LINES)


def _label_size(text: str) -> tuple[float, float]:
    lines = _label_lines(text)
    return (max(text_width(line, SMALL) for line in lines) + 8.0, 16.0 * len(lines) + 4.0) if lines else (0.0, 0.0)


def _box(box: Box, place: Rectangle, rows: Sequence[_Row]) -> Iterator[str]:
    yield f'<g class="box {box.role}">{_rectangle(place)}'
    for number, row in enumerate(rows):
        x, y = place.x + PADDING, place.y + PADDING / 2 + ROW * (number + 0.72)
        iri = f' data-iri="{escape(row.id)}"' if is_iri(row.id) else ""
        data = f' data-facts="{_numbers(row.facts)}"{iri}' if row.id else ""
        yield f'<text class="{row.kind}" x="{x:.1f}" y="{y:.1f}"{data}>{escape(row.text)}</text>'
    yield "</g>"


def _rectangle(place: Rectangle) -> str:
    return (
        f'<rect x="{place.x:.1f}" y="{place.y:.1f}" width="{place.width:.1f}" height="{place.height:.1f}" rx="8"/>'
    )


def _label(text: str, place: Rectangle, facts: frozenset[int]) -> Iterator[str]:
    if not text:
        return
    yield f'<g class="label" data-facts="{_numbers(facts)}">{_rectangle(place)}'
    for number, line in enumerate(_label_lines(text)):
        x, y = place.x + place.width / 2, place.y + 2 + 16 * (number + 0.75)
        yield f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{escape(line)}</text>'
    yield "</g>"


def _run(run: LinkRun, *, downwards: bool) -> Iterator[str]:
    facts = _numbers(run.facts)
    first, *_, last = run.points
    way = [f"M{first[0]:.1f} {first[1]:.1f}"]
    for one, other in pairwise(run.points):
        way.append(_curve(one, other, downwards=downwards))
    yield f'<path class="run" data-facts="{facts}" d="{"".join(way)}"/>'
    if run.at_start:
        yield _arrow(first, -ARROW, facts, downwards=downwards)
    if run.at_end:
        yield _arrow(last, ARROW, facts, downwards=downwards)


def _curve(one: Point, other: Point, *, downwards: bool) -> str:
    """From one point to the next, leaving and arriving in the direction of the layers."""
    (x, y), (to_x, to_y) = one, other
    middle = (y + to_y) / 2 if downwards else (x + to_x) / 2
    bends = (x, middle, to_x, middle) if downwards else (middle, y, middle, to_y)
    return "C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}".format(*bends, to_x, to_y)


def _arrow(tip: Point, length: float, facts: str, *, downwards: bool) -> str:
    x, y = tip
    half = ARROW * 0.6
    if downwards:
        corners = ((x, y), (x - half, y - length), (x + half, y - length))
    else:
        corners = ((x, y), (x - length, y - half), (x - length, y + half))
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)
    return f'<polygon class="arrow" data-facts="{facts}" points="{points}"/>'


def _svg(layout: PictureLayout, parts: Sequence[str]) -> str:
    width, height = round(layout.width + 0.5), round(layout.height + 0.5)
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} aria-hidden="true">{"".join(parts)}</svg>'


def _numbers(facts: frozenset[int]) -> str:
    return " ".join(map(str, sorted(facts)))
