"""The report of an event: one HTML file with everything in it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape

from quincunx.arena.event import Event, Result
from quincunx.arena.stats import plots
from quincunx.arena.stats.ratings import Ratings, superiority
from quincunx.arena.stats.sprt import SprtState
from quincunx.arena.stats.standings import Standings, points

MOST_FAULTS = 200
"""That are told one by one."""

STYLE = """
:root { color-scheme: light dark; --paper: light-dark(#f9faf8, #19211e); --ink: light-dark(#14201e, #e9eeea);
  --quiet: light-dark(#4a5753, #a8b5af); --line: light-dark(#c7d0cb, #303b37);
  --accent: light-dark(#0b6353, #6ccbb0); --soft: light-dark(#a9cfc5, #2c5a4e); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 800px; padding: 32px 20px 64px; background: var(--paper); color: var(--ink);
  font: 15px/1.5 "Avenir Next", "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif; }
h1, h2 { font: 400 30px/1.2 "Iowan Old Style", Palatino, "Liberation Serif", Georgia, serif; letter-spacing: -0.01em; }
h2 { font-size: 22px; margin: 40px 0 4px; }
p { margin: 4px 0 14px; color: var(--quiet); max-width: 66ch; }
p.verdict { color: var(--ink); border-left: 3px solid var(--accent); padding-left: 12px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 5px 10px; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th { font-weight: 500; color: var(--quiet); }
th.name, td.name { text-align: left; color: var(--ink); max-width: 240px; overflow: hidden; text-overflow: ellipsis; }
td.told { white-space: normal; text-align: left; overflow-wrap: anywhere; }
td.met { background: color-mix(in srgb, var(--accent) calc(var(--share) * 45%), transparent); min-width: 64px; }
svg { display: block; width: 100%; min-width: 560px; height: auto; margin-top: 8px; font: 13px/1 inherit; }
svg .name { fill: var(--ink); } svg .number { fill: var(--quiet); font-variant-numeric: tabular-nums; }
svg .grid { stroke: var(--line); fill: none; } svg .bar { fill: var(--soft); }
svg .dot { fill: var(--accent); } svg .whisker { stroke: var(--ink); stroke-width: 1.5; fill: none; }
svg .even { stroke: var(--accent); stroke-width: 1.5; stroke-dasharray: 5 4; fill: none; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 20px; margin: 12px 0 0; }
dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
"""


def report(
    event: Event,
    results: Sequence[Result],
    standings: Standings,
    ratings: Ratings | None,
    test: SprtState | None = None,
) -> str:
    """The whole page. Without ratings (no match yet, or nothing to compute them with) it has no plot of them."""
    title = f"{event.law.title}: {', '.join(event.names)}"
    parts = [f"<h1>{escape(title)}</h1>", _facts(event, results)]
    if test:
        parts.append(f'<p class="verdict">{escape(test.words())}</p>')
    if ratings:
        parts.append(_ratings(event, standings, ratings))
    parts.append(_matrix(standings))
    if results:
        parts += [_seats(standings), _lengths(standings)]
    parts.append(_faults(event, results))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def _facts(event: Event, results: Sequence[Result]) -> str:
    openings = f"{len(event.openings)} positions" if event.openings else f"{event.plies} random moves"
    times = [f"{event.move_time:g} s a move"] if event.move_time else []
    times += [f"{event.clock} s a match"] if event.clock else []
    facts = {
        "game": event.game,
        "format": event.format + (f", {event.rounds} rounds" if event.rounds else ""),
        "matches": str(len(results)),
        "openings": f"{openings}, each from every seat",
        "seed": event.seed,
        "time": ", ".join(times) or "as the players like",
        "budgets of levels": f"times {event.scale:g}",
    }
    facts |= {name.name: name.spec for name in event.players if name.name != name.spec}
    return "<dl>" + "".join(f"<dt>{escape(key)}</dt><dd>{escape(value)}</dd>" for key, value in facts.items()) + "</dl>"


def _ratings(event: Event, standings: Standings, ratings: Ratings) -> str:
    order = sorted(range(len(event.players)), key=lambda player: -ratings.elo[player])
    rows = [(event.names[player], ratings.elo[player], 1.96 * ratings.error(player)) for player in order]
    model = "Davidson's model, with draws" if event.law.seats == 2 else "Plackett and Luce's model"
    lines = []
    for rank, player in enumerate(order):
        made = points(standings.points.get(player, Fraction(0)))
        better = ""
        if rank + 1 < len(order):
            better = f"{superiority(*ratings.difference(player, order[rank + 1])):.1%}".replace("%", " %")
        lines.append(
            f'<tr><td class="name">{escape(event.names[player])}</td><td>{ratings.elo[player]:+.0f}</td>'
            f"<td>{1.96 * ratings.error(player):.0f}</td><td>{made}</td><td>{standings.played[player]}</td>"
            f"<td>{better}</td></tr>"
        )
    return (
        "<h2>Ratings</h2><p>Elo, with the mean of all at 0; the lines are 95 % intervals."
        f" Maximum likelihood, {model}.</p>"
        + plots.dots(rows, "Ratings with 95 % intervals")
        + '<div class="wide"><table><tr><th class="name">player</th><th>Elo</th><th>±</th><th>points</th>'
        "<th>matches</th><th>stronger than the next</th></tr>" + "".join(lines) + "</table></div>"
    )


def _matrix(standings: Standings) -> str:
    names, order = standings.event.names, standings.ranking
    head = "".join(f"<th>{rank}</th>" for rank in range(1, len(order) + 1))
    lines = []
    for rank, player in enumerate(order, 1):
        cells = []
        for other in order:
            met = standings.meetings[player, other]
            taken = standings.taken.get((player, other), Fraction(0))
            share = float(taken / met) if met else 0.0
            text = f"{points(taken)} of {met}" if met else "·"
            cells.append(f'<td class="met" style="--share: {share:.3f}">{text}</td>' if met else f"<td>{text}</td>")
        lines.append(f'<tr><td>{rank}</td><td class="name">{escape(names[player])}</td>{"".join(cells)}</tr>')
    meaning = "" if standings.event.law.seats == 2 else " Of players at one table, who goes out later has done better."
    return (
        f"<h2>Meetings</h2><p>What the player of the row has against that of the column.{meaning}</p>"
        f'<div class="wide"><table><tr><th></th><th class="name"></th>{head}</tr>{"".join(lines)}</table></div>'
    )


def _seats(standings: Standings) -> str:
    seats = standings.event.law.seats
    total = sum(standings.seat_wins.values())
    rows = [(f"seat {seat} won", standings.seat_wins[seat]) for seat in range(1, seats + 1)]
    drawn = standings.seat_wins[0]
    if drawn:
        rows.append(("drawn", drawn))
    fair = (1 - drawn / total) / seats
    return (
        "<h2>Seats</h2><p>Everybody sat in every seat equally often, so a difference is the seat's: seat 1 is the one"
        " that begins a game. The dashed line is where the seats would be even.</p>"
        + plots.shares(rows, total, fair, "Share of matches won by each seat")
    )


def _lengths(standings: Standings) -> str:
    lengths = sorted(standings.lengths)
    middle = lengths[len(lengths) // 2]
    return (
        f"<h2>Lengths</h2><p>Moves and throws of a match after its opening: {lengths[0]} to {lengths[-1]},"
        f" half of them at most {middle}.</p>" + plots.histogram(lengths, "How many matches had each length")
    )


def _faults(event: Event, results: Sequence[Result]) -> str:
    told = [(result, fault) for result in results for fault in result.faults]
    if not told:
        return "<h2>Faults</h2><p>Nobody crashed, made an illegal move or took too long.</p>"
    rows = "".join(
        f'<tr><td>{result.match}</td><td class="name">{escape(event.names[result.seats[fault.seat - 1]])}</td>'
        f'<td class="name">{escape(fault.kind)}</td><td class="told">{escape(fault.reason)}</td></tr>'
        for result, fault in told[:MOST_FAULTS]
    )
    more = f"<p>And {len(told) - MOST_FAULTS} more.</p>" if len(told) > MOST_FAULTS else ""
    return (
        '<h2>Faults</h2><div class="wide"><table><tr><th>match</th><th class="name">player</th>'
        f'<th class="name">kind</th><th class="name">reason</th></tr>{rows}</table></div>{more}'
    )
