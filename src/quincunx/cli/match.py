"""The command that plays one match between computer players."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from quincunx.cli.arguments import complete_player
from quincunx.cli.positions import game_argument
from quincunx.cli.progress import ProgressLine
from quincunx.law.messages import text

if TYPE_CHECKING:
    from quincunx.arena import Fault
    from quincunx.table import Table


@click.command(help=text("cli.match.help"), short_help=text("cli.match.short"))
@game_argument
@click.argument("players", metavar="PLAYER...", nargs=-1, required=True, shell_complete=complete_player)
@click.option("--seed", help=text("cli.seed"))
def match(game: str, players: tuple[str, ...], seed: str | None) -> None:
    import secrets

    from quincunx import arena, record, settings, table
    from quincunx.arena.players import open_player, trouble
    from quincunx.arena.players import seat as seat_of
    from quincunx.engine.interruptible import run_interruptible

    chosen = settings.game(game)
    if len(players) != chosen.seats:
        raise click.UsageError(text("cli.match.players", game=str(chosen), seats=chosen.seats, given=len(players)))
    entrants = [arena.entrant(spec, chosen) for spec in players]
    seed = secrets.token_hex(16) if seed is None else seed
    setup = table.Setup(chosen, tuple(map(seat_of, entrants)), seed, f"{seed}-dice")
    line = ProgressLine()
    opened = [open_player(entrant, chosen, 1.0) for entrant in entrants]
    stopped = threading.Event()

    def watch(played: Table) -> None:
        if stopped.is_set():
            raise KeyboardInterrupt
        line.show(text("cli.match.progress", n=len(played.plies)))

    def work() -> tuple[Table, tuple[Fault, ...]]:
        for entrant, player in zip(entrants, opened, strict=True):
            if reason := trouble(player):
                name, spec = entrant.name, entrant.spec
                raise arena.ArenaRefusal("arena.player.cannot-play", name=name, spec=spec, reason=reason)
        return arena.play(setup, opened, watch=watch)[:2]

    def stop() -> None:
        stopped.set()
        for player in opened:
            player.stop()

    try:
        played, faults = run_interruptible(work, stop)
    finally:
        for player in opened:
            player.close()
        line.show("")
    for fault in faults:
        said = text("cli.match.fault", number=fault.seat, kind=fault.kind, reason=fault.reason)
        click.echo(said, err=True)
    click.echo(record.write([replace(table.to_record(played), date="")]), nl=False)
