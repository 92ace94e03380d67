"""The command that plays one match between computer players."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from quincunx.cli.arguments import complete_player
from quincunx.cli.positions import game_argument
from quincunx.cli.progress import ProgressLine

if TYPE_CHECKING:
    from quincunx.arena import Fault
    from quincunx.table import Table


@click.command()
@game_argument
@click.argument("players", metavar="PLAYER...", nargs=-1, required=True, shell_complete=complete_player)
@click.option("--seed", help="Any text; the same seed gives the same moves. Default: a new one.")
def match(game: str, players: tuple[str, ...], seed: str | None) -> None:
    """Play a match between computer players, one for each seat, and print its record.

    A PLAYER is a level, or what `quincunx arena -h` tells. A GAME without options is played with those of the
    setting games.GAME.
    """
    import secrets

    from quincunx import arena, record, settings, table
    from quincunx.arena.players import open_player, trouble
    from quincunx.arena.players import seat as seat_of
    from quincunx.engine.interruptible import run_interruptible

    chosen = settings.game(game)
    if len(players) != chosen.seats:
        raise click.UsageError(f"{chosen} needs {chosen.seats} players, got {len(players)}")
    entrants = [arena.entrant(text, chosen) for text in players]
    seed = secrets.token_hex(16) if seed is None else seed
    setup = table.Setup(chosen, tuple(map(seat_of, entrants)), seed, f"{seed}-dice")
    line = ProgressLine()
    opened = [open_player(entrant, chosen, 1.0) for entrant in entrants]
    stopped = threading.Event()

    def watch(played: Table) -> None:
        if stopped.is_set():
            raise KeyboardInterrupt
        line.show(f"{len(played.plies)} moves")

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
        click.echo(f"seat {fault.seat}: {fault.kind}: {fault.reason}", err=True)
    click.echo(record.write([replace(table.to_record(played), date="")]), nl=False)
