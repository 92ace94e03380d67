"""Plots as SVG files: panels with axes, ticks and labels, readable on light and on dark backgrounds.

The two series of a plot differ in colour and in shape: `first` has filled circles and bars, `second` open diamonds and
bars.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from typing import Literal, TypeAlias

from quincunx.law.messages import text

Series: TypeAlias = Literal["first", "second"]

STYLE = """
text { font: 13px sans-serif; fill: #222 } .title { font-weight: bold }
.paper { fill: #fff } .grid { stroke: #ddd } .axis { stroke: #666; fill: none } .even { stroke: #666 }
.even { stroke-dasharray: 5 4 } .line { stroke-width: 1.5 }
.first { stroke: #0072b2; fill: #0072b2 } .second { stroke: #b84a00; fill: none; stroke-width: 2 } .line { fill: none }
@media (prefers-color-scheme: dark) {
  text { fill: #e6e6e6 } .paper { fill: #1b1f23 } .grid { stroke: #3a4047 } .axis, .even { stroke: #a0a8b0 }
  .first { stroke: #56b4e9; fill: #56b4e9 } .second { stroke: #f0a04b } .line { fill: none }
}
"""


@dataclass(frozen=True)
class Axis:
    """From values to pixels: `low` is at `start`, `high` at `end`."""

    low: float
    high: float
    start: float
    end: float
    ticks: Sequence[float]

    def __call__(self, value: float) -> float:
        return self.start + (self.end - self.start) * (value - self.low) / (self.high - self.low)

    @classmethod
    def around(cls, values: Sequence[float], start: float, end: float) -> Axis:
        """An axis between round numbers that contains all values."""
        low, high = min(values), max(values)
        if high - low < 0.001:
            low, high = low - 0.0005, high + 0.0005
        raw = (high - low) / 4
        size = 10.0 ** floor(log10(raw))
        step = next(size * times for times in (1, 2, 5, 10) if size * times >= raw)
        first = floor(low / step)
        ticks = [round(n * step, 9) for n in range(first, ceil(high / step) + 1)]
        return cls(ticks[0], ticks[-1], start, end, ticks)


class Plot:
    """A plot being drawn; `str` gives the SVG file."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self._size, self._name, self._parts = (width, height), escape(title), list[str]()
        self.text(12, 22, title, "start", "title")

    def __str__(self) -> str:
        width, height = self._size
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
                f' height="{height}" role="img">',
                f"<title>{self._name}</title>",
                f"<style>{STYLE}</style>",
                f'<rect class="paper" width="{width}" height="{height}"/>',
                *self._parts,
                "</svg>\n",
            ]
        )

    def text(self, x: float, y: float, words: str, anchor: str, kind: str = "label") -> None:
        self._parts.append(
            f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'
        )

    def axes(self, x: Axis, y: Axis, y_label: str, x_label: str = "") -> None:
        """A panel between two axes; `y` begins at the bottom."""
        for tick in y.ticks:
            self._parts.append(f'<path class="grid" d="M{x.start:.1f} {y(tick):.1f}H{x.end:.1f}"/>')
            self.text(x.start - 8, y(tick) + 4, f"{tick:,g}", "end", "tick")
        for tick in x.ticks:
            self._parts.append(f'<path class="axis" d="M{x(tick):.1f} {y.start:.1f}v5"/>')
            self.text(x(tick), y.start + 19, f"{tick:,g}", "middle", "tick")
        self._parts.append(f'<path class="axis" d="M{x.start:.1f} {y.end:.1f}V{y.start:.1f}H{x.end:.1f}"/>')
        self.text(x.start, y.end - 10, y_label, "start")
        if x_label:
            self.text((x.start + x.end) / 2, y.start + 37, x_label, "middle")

    def points(self, series: Series, places: Sequence[tuple[float, float]]) -> None:
        """Points in pixels, with a line through them."""
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        self._parts.append(f'<polyline class="line {series}" points="{line}"/>')
        for place in places:
            self.point(series, *place)

    def point(self, series: Series, x: float, y: float) -> None:
        if series == "first":
            self._parts.append(f'<circle class="point first" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>')
        else:
            self._parts.append(f'<path class="point second" d="M{x:.1f} {y - 6:.1f}l6 6l-6 6l-6-6z"/>')

    def bar(self, series: Series, x: float, width: float, top: float, bottom: float) -> None:
        """A bar centred at `x`."""
        self._parts.append(
            f'<rect class="bar {series}" x="{x - width / 2:.1f}" y="{top:.1f}" width="{width:.1f}"'
            f' height="{bottom - top:.1f}"/>'
        )

    def even(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """A dashed line for comparison."""
        self._parts.append(f'<path class="even" d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"/>')


def training(name: str, epochs: int, losses: Sequence[float], scores: Sequence[float]) -> str:
    """The plot of a training of this many epochs: the loss and the Brier score of those that are complete."""
    plot = Plot(600, 440, text("training.plot.title", name=name))
    step = max(1, -(-epochs // 10))
    panels: tuple[tuple[Series, Sequence[float], str], ...] = (
        ("first", losses, text("training.plot.loss")),
        ("second", scores, text("training.plot.brier")),
    )
    for number, (series, values, label) in enumerate(panels):
        bottom = 190 + 200 * number
        x = Axis(0, epochs, 70, 570, range(0, epochs + 1, step))
        y = Axis.around(values, bottom, bottom - 120)
        plot.axes(x, y, label, text("training.plot.epoch"))
        plot.points(series, [(x(epoch), y(value)) for epoch, value in enumerate(values, 1)])
    return str(plot)
