"""Draws curves over a number axis, with counts below, into a figure of matplotlib."""

from typing import Any

from pog_agent.evaluation.reports.calibration_charts import Curve, CurveChart, CurvePoint

BLUE, GREY, BAR = "#0072B2", "#666666", "#56B4E9"
NARROWEST_BAR, LABEL_WIDTH = 0.6, 10.0


def draw_curves(figure: Any, chart: CurveChart) -> Any:
    """Draws a chart, and gives the axes that a title belongs above."""
    if chart.counts:
        axes, below = figure.subplots(2, 1, sharex=True, height_ratios=(3.2, 1))
        _counts(below, chart)
    else:
        axes = below = figure.add_subplot()
    for name, curve in chart.curves.items():
        _curve(axes, name, curve)
    axes.set_ylabel(chart.axis)
    axes.set_ylim(*(-2, 102) if chart.counts else (0, _top(chart)))
    below.set_xlabel(chart.over)
    below.set_xlim(0, 102)
    for one in {axes, below}:
        one.grid(True, color="#dddddd")
        one.set_axisbelow(True)
        one.spines[["top", "right"]].set_visible(False)
    figure.legend(loc="outside lower center", ncols=len(chart.curves), frameon=False, fontsize=9)
    return axes


def _curve(axes: Any, name: str, curve: Curve) -> None:
    places, heights = [point.x for point in curve.points], [point.y for point in curve.points]
    if curve.kind == "reference":
        axes.plot(places, heights, color=GREY, linestyle="--", linewidth=1, label=name)
        return
    spans = [point.interval or (point.y, point.y) for point in curve.points]
    if curve.kind == "line":
        axes.fill_between(places, *zip(*spans, strict=True), color=BLUE, alpha=0.15, linewidth=0)
        axes.plot(places, heights, color=BLUE, label=name)
    else:
        reach = [[max(0.0, y - low) for y, (low, _) in zip(heights, spans, strict=True)]]
        reach += [[max(0.0, high - y) for y, (_, high) in zip(heights, spans, strict=True)]]
        axes.errorbar(places, heights, reach, fmt="o", color=BLUE, capsize=3, linewidth=1, label=name)
    for point in curve.points:
        if point.note:
            _note(axes, point)


def _note(axes: Any, point: CurvePoint) -> None:
    """Marks a point and writes its note above it, on the side where a rising curve is not."""
    shift, side = ((-5, 5), "right") if point.x > LABEL_WIDTH else ((0, 6), "left")
    axes.plot([point.x], [point.y], "o", color=BLUE, markersize=4, clip_on=False)
    axes.annotate(point.note, (point.x, point.y), shift, textcoords="offset points", fontsize=8, ha=side)


def _counts(axes: Any, chart: CurveChart) -> None:
    for low, high, count in chart.counts:
        width = max(high - low, NARROWEST_BAR)
        left = (low + high - width) / 2
        axes.bar(left, count, width, align="edge", color=BAR, edgecolor="white", linewidth=0.5)
    axes.set_ylabel("answers")
    axes.get_yaxis().get_major_locator().set_params(integer=True)


def _top(chart: CurveChart) -> float:
    """A limit that shows the curves with their bands at the right end, where they rest on most answers."""
    lines = [curve.points for curve in chart.curves.values() if curve.kind == "line"]
    highest = max((point.y for points in lines for point in points), default=0.0)
    settled = max((points[-1].interval or (0.0, 0.0))[1] for points in lines)
    return min(102.0, 1.15 * max(highest, settled, 5.0))
