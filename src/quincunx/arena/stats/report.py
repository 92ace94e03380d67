"""The report of a tournament: one HTML file with everything in it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape

from quincunx.arena.stats import plots
from quincunx.arena.stats.ratings import Ratings, superiority
from quincunx.arena.stats.sprt import SprtState
from quincunx.arena.stats.standings import Standings, accuracy_text, by_accuracy, points
from quincunx.arena.tournament import Result, Tournament
from quincunx.law.messages import Message, text

MOST_FAULTS = 200
"""Faults that are listed one by one."""

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
td.reason { white-space: normal; text-align: left; overflow-wrap: anywhere; }
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
    tournament: Tournament,
    results: Sequence[Result],
    standings: Standings,
    ratings: Ratings | None,
    test: SprtState | None = None,
    accuracies: Sequence[float | None] | None = None,
) -> str:
    """The whole page. Without ratings (no match yet, or nothing to compute them with) it has no plot of them."""
    title = f"{tournament.law.title}: {', '.join(tournament.names)}"
    parts = [f"<h1>{escape(title)}</h1>", _facts(tournament, results)]
    if test:
        parts.append(f'<p class="verdict">{escape(test.words())}</p>')
    if ratings:
        parts.append(_ratings(tournament, standings, ratings))
    parts.append(_matrix(standings))
    if results:
        parts += [_seats(standings), _lengths(standings)]
    if accuracies:
        parts.append(_accuracies(tournament, accuracies))
    parts.append(_faults(tournament, results))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def _facts(tournament: Tournament, results: Sequence[Result]) -> str:
    positions = text("arena.report.positions", count=len(tournament.openings))
    random = text("arena.report.random-moves", count=tournament.plies)
    times = [text("arena.report.move-time", seconds=f"{tournament.move_time:g}")] if tournament.move_time else []
    times += [text("arena.report.clock", clock=tournament.clock)] if tournament.clock else []
    rounds = text("arena.report.format-rounds", format=tournament.format, rounds=tournament.rounds)
    facts = {
        text("arena.report.game"): tournament.game,
        text("arena.report.format"): rounds if tournament.rounds else tournament.format,
        text("arena.table.games"): str(len(results)),
        text("arena.report.openings"): positions if tournament.openings else random,
        text("arena.report.seed"): tournament.seed,
        text("arena.report.time"): ", ".join(times) or text("arena.report.no-time"),
        text("arena.report.scale"): text("arena.report.times", factor=f"{tournament.scale:g}"),
    }
    facts |= {name.name: name.spec for name in tournament.players if name.name != name.spec}
    return "<dl>" + "".join(f"<dt>{escape(key)}</dt><dd>{escape(value)}</dd>" for key, value in facts.items()) + "</dl>"


def _ratings(tournament: Tournament, standings: Standings, ratings: Ratings) -> str:
    order = sorted(range(len(tournament.players)), key=lambda player: -ratings.elo[player])
    rows = [(tournament.names[player], ratings.elo[player], 1.96 * ratings.error(player)) for player in order]
    model = Message("arena.report.davidson" if tournament.law.seats == 2 else "arena.report.plackett-luce")
    lines = []
    for rank, player in enumerate(order):
        made = points(standings.points.get(player, Fraction(0)))
        better = ""
        if rank + 1 < len(order):
            better = f"{superiority(*ratings.difference(player, order[rank + 1])):.1%}"
        lines.append(
            f'<tr><td class="name">{escape(tournament.names[player])}</td><td>{ratings.elo[player]:+.0f}</td>'
            f"<td>{1.96 * ratings.error(player):.0f}</td><td>{made}</td><td>{standings.played[player]}</td>"
            f"<td>{better}</td></tr>"
        )
    return (
        _section("arena.report.ratings", text("arena.report.ratings-about", model=model))
        + plots.dots(rows, text("arena.report.ratings-plot"))
        + f'<div class="wide"><table><tr>{_head("arena.table.player", "name")}{_head("arena.table.elo")}<th>±</th>'
        + "".join(map(_head, ("arena.table.points", "arena.table.games", "arena.report.superiority")))
        + f"</tr>{''.join(lines)}</table></div>"
    )


def _matrix(standings: Standings) -> str:
    names, order = standings.tournament.names, standings.ranking
    head = "".join(f"<th>{rank}</th>" for rank in range(1, len(order) + 1))
    lines = []
    for rank, player in enumerate(order, 1):
        cells = []
        for other in order:
            met = standings.meetings[player, other]
            taken = standings.taken.get((player, other), Fraction(0))
            share = float(taken / met) if met else 0.0
            score = escape(text("arena.report.score", points=points(taken), games=met))
            cells.append(f'<td class="met" style="--share: {share:.3f}">{score}</td>' if met else "<td>·</td>")
        lines.append(f'<tr><td>{rank}</td><td class="name">{escape(names[player])}</td>{"".join(cells)}</tr>')
    about = [text("arena.report.meetings-about")]
    about += [text("arena.report.meetings-many")] if standings.tournament.law.seats > 2 else []
    return (
        _section("arena.report.meetings", " ".join(about))
        + f'<div class="wide"><table><tr><th></th><th class="name"></th>{head}</tr>{"".join(lines)}</table></div>'
    )


def _seats(standings: Standings) -> str:
    seats = standings.tournament.law.seats
    total = sum(standings.seat_wins.values())
    rows = [(text("arena.table.seat-won", number=seat), standings.seat_wins[seat]) for seat in range(1, seats + 1)]
    drawn = standings.seat_wins[0]
    if drawn:
        rows.append((text("arena.table.drawn"), drawn))
    fair = (1 - drawn / total) / seats
    plot = plots.shares(rows, total, fair, text("arena.report.seats-plot"))
    return _section("arena.report.seats", text("arena.report.seats-about")) + plot


def _lengths(standings: Standings) -> str:
    lengths = sorted(standings.lengths)
    middle = lengths[len(lengths) // 2]
    about = text("arena.report.lengths-about", shortest=lengths[0], longest=lengths[-1], median=middle)
    return _section("arena.report.lengths", about) + plots.histogram(lengths, text("arena.report.lengths-plot"))


def _accuracies(tournament: Tournament, accuracies: Sequence[float | None]) -> str:
    rows = "".join(
        f'<tr><td class="name">{escape(tournament.names[player])}</td><td>{accuracy_text(accuracies[player])}</td></tr>'
        for player in by_accuracy(accuracies)
    )
    head = _head("arena.table.player", "name") + _head("arena.table.accuracy")
    table = f'<div class="wide"><table><tr>{head}</tr>{rows}</table></div>'
    return _section("arena.report.accuracy", text("arena.report.accuracy-about")) + table


def _faults(tournament: Tournament, results: Sequence[Result]) -> str:
    faults = [(result, fault) for result in results for fault in result.faults]
    if not faults:
        return _section("arena.report.faults", text("arena.report.no-faults"))
    rows = "".join(
        f'<tr><td>{result.match}</td><td class="name">{escape(tournament.names[result.seats[fault.seat - 1]])}</td>'
        f'<td class="name">{escape(fault.kind)}</td><td class="reason">{escape(fault.reason)}</td></tr>'
        for result, fault in faults[:MOST_FAULTS]
    )
    heads = "".join(_head(code, "name") for code in ("arena.table.player", "arena.report.kind", "arena.report.reason"))
    head = _head("arena.report.number") + heads
    left = len(faults) - MOST_FAULTS
    more = f"<p>{escape(text('arena.report.more', count=left))}</p>" if left > 0 else ""
    table = f'<div class="wide"><table><tr>{head}</tr>{rows}</table></div>{more}'
    return _section("arena.report.faults") + table


def _section(title: str, about: str = "") -> str:
    """The heading of a section, by its key, and a paragraph about it."""
    return f"<h2>{escape(text(title))}</h2>" + (f"<p>{escape(about)}</p>" if about else "")


def _head(code: str, kind: str = "") -> str:
    """The head of a column, by its key."""
    return f'<th class="{kind}">{escape(text(code))}</th>' if kind else f"<th>{escape(text(code))}</th>"
