"""Draws charts as PNG files with matplotlib. Everyone can tell its colours and hatches apart."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pog_agent.evaluation.reports.calibration_charts import CurveChart
from pog_agent.evaluation.reports.charts import COUNTED, Chart
from pog_agent.evaluation.reports.curve_drawing import draw_curves

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#999999", "#000000")
"""The palette of Okabe and Ito."""
HATCHES = ("", "///", "...", "xx", "\\\\\\", "++", "oo", "--")
MARKERS = "o^sDvPX*"
STROKES = ("-", "--", "-.", ":")
MATPLOTLIB_MISSING = (
    "Plots are left out, as matplotlib is missing: `pip install 'pog-agent[plots]'` and run the command again."
)


def can_plot() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def draw_charts(charts: Sequence[Chart | CurveChart], folder: Path, subtitle: str, bound: bool) -> list[Path]:
    """Writes a PNG file for each chart and gives their paths. The line below a title names a bound."""
    folder.mkdir(parents=True, exist_ok=True)
    line = f"bound by gold answers, no accuracy; {subtitle}" if bound else subtitle
    return [_draw(chart, folder / f"{chart.name}.png", line) for chart in charts]


def _draw(chart: Chart | CurveChart, file: Path, subtitle: str) -> Path:
    from matplotlib.figure import Figure  # noqa: PLC0415 (optional, slow to load)
    from matplotlib.layout_engine import ConstrainedLayoutEngine  # noqa: PLC0415 (optional, slow to load)

    layout = ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.08)
    figure = Figure(figsize=(7.5, _height(chart)), layout=layout)
    axes = draw_curves(figure, chart) if isinstance(chart, CurveChart) else _draw_categories(figure, chart)
    figure.suptitle(chart.title, fontsize=12, fontweight="bold")
    axes.set_title(subtitle, fontsize=8.5, color="#444444")
    figure.savefig(file, dpi=110)
    return file


def _height(chart: Chart | CurveChart) -> float:
    """The height of a chart in inches."""
    if isinstance(chart, CurveChart):
        return 5.8 if chart.counts else 4.2
    rows = len(chart.categories) * (len(chart.series) if chart.kind == "bars" else 1)
    return max(2.6, 1.5 + 0.28 * rows) if chart.flat else 4.2


def _draw_categories(figure: Any, chart: Chart) -> Any:
    axes = figure.add_subplot()
    if chart.kind == "lines":
        _lines(axes, chart)
    else:
        _bars(axes, chart)
    _label(axes, chart)
    return axes


def _label(axes: Any, chart: Chart) -> None:
    names, values = (axes.yaxis, axes.xaxis) if chart.flat else (axes.xaxis, axes.yaxis)
    names.set_ticks(range(len(chart.categories)), chart.categories, fontsize=9)
    names.set_label_text(chart.over)
    values.set_label_text(chart.axis)
    values.grid(True, color="#dddddd")
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    limit = axes.set_xlim if chart.flat else axes.set_ylim
    limit(0, 105 if chart.is_share else None)
    if chart.axis == COUNTED:
        values.get_major_locator().set_params(integer=True)
    if chart.flat:
        axes.invert_yaxis()
    if len(chart.series) > 1:
        axes.figure.legend(loc="outside lower center", ncols=min(len(chart.series), 4), frameon=False, fontsize=9)


def _bars(axes: Any, chart: Chart) -> None:
    stacked = chart.kind == "stacked"
    width = 0.8 if stacked else 0.8 / len(chart.series)
    below = [0.0] * len(chart.categories)
    for number, (name, values) in enumerate(chart.series.items()):
        shift = 0.0 if stacked else (number - (len(chart.series) - 1) / 2) * width
        places = [place + shift for place in range(len(chart.categories))]
        heights = [value or 0.0 for value in values]
        look = {"color": COLOURS[number % 8], "hatch": HATCHES[number % 8], "edgecolor": "white", "label": name}
        if chart.flat:
            axes.barh(places, heights, width, left=below if stacked else None, **look)
        else:
            axes.bar(places, heights, width, bottom=below if stacked else None, **look)
            _spans(axes, places, heights, chart.spans.get(name, ()))
        if stacked:
            below = [low + height for low, height in zip(below, heights, strict=True)]
        else:
            _numbers(axes, chart, places, values)


def _numbers(axes: Any, chart: Chart, places: Sequence[float], values: Sequence[float | None]) -> None:
    """Writes values at the ends of bars, except beside intervals and on narrow bars."""
    if chart.spans or (len(chart.series) > 2 and not chart.flat):
        return
    for place, value in zip(places, values, strict=True):
        if value is not None:
            at, offset = ((value, place), (3, 0)) if chart.flat else ((place, value), (0, 2))
            style = {"va": "center"} if chart.flat else {"ha": "center"}
            text = f"{value:.3g}"
            axes.annotate(text, at, offset, textcoords="offset points", fontsize=7.5, color="#444444", **style)


def _lines(axes: Any, chart: Chart) -> None:
    for number, (name, values) in enumerate(chart.series.items()):
        known = [(place, value) for place, value in enumerate(values) if value is not None]
        shift = 0.05 * (number - (len(chart.series) - 1) / 2)
        places, heights = [place + shift for place, _ in known], [value for _, value in known]
        look = {"color": COLOURS[number % 8], "marker": MARKERS[number % 8], "linestyle": STROKES[number % 4]}
        axes.plot(places, heights, label=name, **look)
        spans = chart.spans.get(name, ())
        _spans(axes, places, heights, [spans[place] for place, _ in known] if spans else ())


def _spans(
    axes: Any, places: Sequence[float], heights: Sequence[float], spans: Sequence[tuple[float, float] | None]
) -> None:
    for place, height, span in zip(places, heights, spans, strict=False):
        if span is not None:
            reach = [[max(0.0, height - span[0])], [max(0.0, span[1] - height)]]
            axes.errorbar([place], [height], reach, fmt="none", ecolor="#333333", capsize=3, linewidth=1)
