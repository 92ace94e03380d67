"""A match at a table as a record. The seeds are in it only when the match is over."""

from __future__ import annotations

from datetime import UTC, datetime

from quincunx import record
from quincunx.record import Entry, Player, Record
from quincunx.table import dice
from quincunx.table.events import Began
from quincunx.table.table import Table


def to_record(table: Table) -> Record:
    """The match so far, without undone moves."""
    setup, outcome = table.setup, table.outcome
    seed, dice_seed = table.secrets or (None, None)
    start = setup.start
    if start is None and seed is None and table.game.start_is_drawn:
        start = setup.first  # the reader cannot draw it without the seed
    return Record(
        table.game,
        tuple(Player(seat.name, seat.who) for seat in map(table.seat, range(1, table.game.seats + 1))),
        tuple(Entry(ply.token, None if ply.left is None else int(ply.left * 10)) for ply in table.plies),
        outcome.score if outcome else "*",
        outcome.why if outcome else "abandoned" if table.abandoned else "",
        seed,
        start,
        date=next((_date(event.at) for event in table.events if isinstance(event, Began)), ""),
        clock=setup.pace,
        dice=record.Dice(dice.commitment(setup.dice_seed), dice_seed, table.nonces, setup.brought)
        if table.game.has_dice
        else None,
    )


def _date(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
