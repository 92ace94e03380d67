"""Plots as SVG text. Colours are classes, which the page's style sheet gives for light and dark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, floor, log10, sqrt

from quincunx.law.messages import text

WIDTH = 720
ROW = 30
LEFT, RIGHT = 210, 60
"""Room for names and for numbers beside a plot."""


def dots(rows: Sequence[tuple[str, float, float]], label: str) -> str:
    """For each name a value as a dot, with an error to both sides as a line."""
    low = min(value - error for _, value, error in rows)
    high = max(value + error for _, value, error in rows)
    at = _Axis(low, high)
    height = ROW * len(rows)
    parts = list(at.grid(height))
    for number, (name, value, error) in enumerate(rows):
        y = ROW * number + ROW / 2
        x, left, right = at(value), at(value - error), at(value + error)
        parts += [
            _text(LEFT - 12, y + 5, name[:28], "end"),
            f'<path class="whisker" d="M{left:.1f} {y}H{right:.1f}M{left:.1f} {y - 5}v10M{right:.1f} {y - 5}v10"/>',
            f'<circle class="dot" cx="{x:.1f}" cy="{y}" r="5"/>',
            _text(WIDTH - RIGHT + 8, y + 5, f"{value:+.0f}", "start", "number"),
        ]
    return _svg(height + 28, parts, label)


def shares(rows: Sequence[tuple[str, int]], total: int, fair: float, label: str) -> str:
    """For each name its share of the total as a bar with an error bar; a dashed line marks equal shares."""
    at = _Axis(0, 100)
    height = ROW * len(rows)
    parts = list(at.grid(height, "%"))
    for number, (name, count) in enumerate(rows):
        y = ROW * number + ROW / 2
        share = count / max(1, total)
        error = 1.96 * sqrt(share * (1 - share) / max(1, total))
        left, right = at(100 * max(0.0, share - error)), at(100 * min(1.0, share + error))
        parts += [
            _text(LEFT - 12, y + 5, name, "end"),
            f'<rect class="bar" x="{at(0):.1f}" y="{y - 8}" width="{at(100 * share) - at(0):.1f}" height="16"/>',
            f'<path class="whisker" d="M{left:.1f} {y}H{right:.1f}M{left:.1f} {y - 5}v10M{right:.1f} {y - 5}v10"/>',
            _text(WIDTH - RIGHT + 8, y + 5, f"{share:.1%}", "start", "number"),
        ]
    x = at(100 * fair)
    parts.append(f'<path class="even" d="M{x:.1f} 0V{height}"/>')
    return _svg(height + 28, parts, label)


def histogram(values: Sequence[int], label: str) -> str:
    """A histogram of whole numbers; a bar stands for one value or for a few neighbouring ones."""
    low, high = min(values), max(values)
    span = max(1, ceil((high - low + 1) / 36))
    counts = [0] * (-(-(high - low + 1) // span))
    for value in values:
        counts[(value - low) // span] += 1
    left, height = 60, 180
    wide = (WIDTH - left - 20) / max(len(counts), 8)
    most = max(counts)
    parts = [f'<path class="grid" d="M{left} {height}H{WIDTH - 20}"/>', _text(left - 8, 14, str(most), "end", "number")]
    every = max(1, ceil(len(counts) / 12))
    for number, count in enumerate(counts):
        x, tall = left + wide * number, (height - 6) * count / most
        first = low + number * span
        code = "arena.report.bar" if span == 1 else "arena.report.bar-range"
        bar = text(code, first=first, last=first + span - 1, count=count)
        parts.append(
            f'<rect class="bar" x="{x + 1:.1f}" y="{height - tall:.1f}" width="{max(1.0, wide - 2):.1f}"'
            f' height="{tall:.1f}"><title>{escape(bar)}</title></rect>'
        )
        if number % every == 0:
            parts.append(_text(x + wide / 2, height + 18, str(first), "middle", "number"))
    return _svg(height + 28, parts, label)


class _Axis:
    """From values to places, left to right, with ticks at round numbers."""

    def __init__(self, low: float, high: float) -> None:
        raw = max(high - low, 1e-9) / 5
        size = 10.0 ** floor(log10(raw))
        self._step = next(size * times for times in (1, 2, 5, 10) if size * times >= raw)
        self._low = floor(low / self._step) * self._step
        self._high = max(ceil(high / self._step) * self._step, self._low + self._step)

    def __call__(self, value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - self._low) / (self._high - self._low)

    def grid(self, height: float, unit: str = "") -> Iterator[str]:
        for n in range(round((self._high - self._low) / self._step) + 1):
            value = self._low + n * self._step
            yield f'<path class="grid" d="M{self(value):.1f} 0V{height}"/>'
            yield _text(self(value), height + 18, f"{value:g}{unit}", "middle", "number")


def _text(x: float, y: float, words: str, anchor: str, kind: str = "name") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _svg(height: float, parts: Sequence[str], label: str) -> str:
    name = escape(label, quote=True)
    svg = f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{name}">{"".join(parts)}</svg>'
    return f'<div class="wide">{svg}</div>'
