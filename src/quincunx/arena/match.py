"""Plays one match: the table is the referee, the players are asked for moves."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from quincunx import record
from quincunx.arena.players import ArenaPlayer, open_player, seat
from quincunx.arena.players.failure import Failure
from quincunx.arena.tournament import Fault, Pairing, Result, Tournament
from quincunx.engine.process.protocol import clock_share
from quincunx.games import CHANCE
from quincunx.law.draws import Draws
from quincunx.table import Seat, Setup, Table, TableRefusal, to_record

PATIENCE = 60.0
"""Seconds for a move if the tournament sets no time limit, so that a hanging player cannot stop it."""

GRACE = 0.25
"""Tolerance in seconds for a busy machine."""

LONGEST_REASON = 300


def play(
    setup: Setup,
    players: Sequence[ArenaPlayer],
    move_time: float | None = None,
    watch: Callable[[Table], None] = lambda _: None,
) -> tuple[Table, tuple[Fault, ...], tuple[float, ...]]:
    """Plays a match to its end; returns the table, the faults, and the thinking time of each seat.

    A player that crashes, makes an illegal move or takes too long forfeits; with two seats it has lost. The table's
    clock counts thinking time only, from 0, so that it does not depend on the machine's time.
    """
    table, now = Table.open(setup).begin(0.0, first_moves_timed=True), 0.0
    faults: list[Fault] = []
    spent = [0.0] * setup.game.seats

    def fail(number: int, failure: Failure) -> Table:
        faults.append(Fault(number, failure.kind, failure.reason[:LONGEST_REASON]))
        late = table.clock is not None and table.clock.deadline is not None and now >= table.clock.deadline
        return table.flag(now) if late else table.forfeit(number, now)

    for number, player in enumerate(players, 1):
        try:
            player.begin(Draws(setup.seed, f"player:{number}").below(2**32))
        except Failure as failure:
            if not table.over:
                table = fail(number, failure)
    while not table.over:
        state = table.state
        if state.actor == CHANCE:
            table = table.roll(state.turn, now)
            continue
        number = state.actor
        share, most = _budget(table, move_time)
        move, wrong = "", None
        began = time.perf_counter()
        try:
            move = players[number - 1].choose(state, share, most)
        except Failure as failure:
            wrong = failure
        took = time.perf_counter() - began
        spent[number - 1] += took
        now += took
        if wrong is None and took > most:
            wrong = Failure("timeout", "arena.failure.no-move", seconds=f"{most:g}")
        if wrong is None:
            try:
                table = table.move(number, move, now)
            except TableRefusal as refusal:
                wrong = Failure("illegal", "arena.failure.illegal", move=move[:50], reason=refusal.message)
        if wrong:
            table = fail(number, wrong)
        watch(table)
    return table, tuple(faults), tuple(spent)


def _budget(table: Table, move_time: float | None) -> tuple[float | None, float]:
    """The seconds that the next move should take, if known, and the most that it may."""
    share, most = move_time, PATIENCE if move_time is None else move_time + GRACE
    if table.clock:
        turn = table.state.turn
        left, increment = table.clock.left[turn - 1], table.clock.pace.increment
        fair = clock_share({f"time{turn}": int(left * 1000), f"inc{turn}": increment * 1000}, turn)
        return fair if share is None else min(share, fair), min(most, left) if move_time else left
    return share, most


def play_batch(tournament: Tournament, pairings: Sequence[Pairing]) -> tuple[list[Result], float]:
    """Plays some matches of a tournament in a worker; returns the results and the seconds taken.

    The results depend on the tournament and the pairings alone, provided the players do.
    """
    began = time.perf_counter()
    law = tournament.law
    opened: dict[tuple[int, int], ArenaPlayer] = {}

    def sit(seats: tuple[int, ...], at: int) -> ArenaPlayer:
        # A player in two seats of a table is opened twice.
        key = seats[at], seats[:at].count(seats[at])
        if key not in opened:
            opened[key] = open_player(tournament.players[seats[at]], law, tournament.scale)
        return opened[key]

    try:
        results = []
        for pairing in pairings:
            seed = tournament.match_seed(pairing.opening)
            who = _seats(tournament, pairing.seats)
            start = tournament.start(pairing.opening)
            own = None if start == law.start(seed) else start
            setup = Setup(law, who, seed, f"{seed}-dice", tournament.pace, own)
            players = [sit(pairing.seats, at) for at in range(law.seats)]
            results.append(_result(pairing, *play(setup, players, tournament.move_time)))
        return results, time.perf_counter() - began
    finally:
        for player in opened.values():
            player.close()


def _seats(tournament: Tournament, players: tuple[int, ...]) -> tuple[Seat, ...]:
    return tuple(seat(tournament.players[player]) for player in players)


def _result(pairing: Pairing, table: Table, faults: tuple[Fault, ...], spent: tuple[float, ...]) -> Result:
    outcome = table.outcome
    assert outcome
    # No date, so that the same match has the same record.
    recorded = replace(to_record(table), date="", tags={"Match": str(pairing.match), **_fault_tags(faults)})
    return Result(
        pairing.match,
        pairing.opening,
        pairing.seats,
        outcome.score,
        _places(table),
        outcome.why,
        len(table.plies),
        faults,
        tuple(round(seconds, 4) for seconds in spent),
        record.write([recorded]),
    )


def _fault_tags(faults: tuple[Fault, ...]) -> dict[str, str]:
    return {f"Fault{fault.seat}": f"{fault.kind}: {fault.reason}" for fault in faults}


def _places(table: Table) -> tuple[int, ...]:
    """The place of each seat: the winner, then by how long each stayed in the game."""
    outcome, seats = table.outcome, range(1, table.game.seats + 1)
    assert outcome
    stayed = {
        number: sum(ply.after.plays(number) for ply in table.plies) if table.game.seats > 2 else 0 for number in seats
    }
    worth = [(number == outcome.winner, stayed[number]) for number in seats]
    return tuple(1 + sum(other > mine for other in worth) for mine in worth)
