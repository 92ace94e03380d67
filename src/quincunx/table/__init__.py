"""Tables: seats, turns, history, undo, clocks, dice and series, for all games and every front end.

>>> from quincunx import games, table
>>> setup = table.Setup(games.game("tactix:size=3"), (table.person("Ada"), table.person("Bob")), "seed", "dice")
>>> match = table.Table.open(setup).begin(now=0.0)
>>> match = match.move(1, "B3-b1", now=2.5)
>>> match.state.turn, match.plies[-1].token
(2, 'b1-b3')
>>> match.move(1, "a1", now=3.0)
Traceback (most recent call last):
    ...
quincunx.table.seats.TableRefusal: It is not Seat 1's turn but Seat 2's.
>>> match.resign(2, now=4.0).outcome.reason
'Seat 2 resigned.'
"""

from quincunx.record import Pace
from quincunx.table.clock import Clock
from quincunx.table.events import Event
from quincunx.table.pending import PendingAction, only_computers_play, pending_action
from quincunx.table.recording import to_record
from quincunx.table.seats import Seat, TableRefusal, computer, person
from quincunx.table.series import Series
from quincunx.table.setup import Setup
from quincunx.table.table import Table
from quincunx.table.table_state import Ply, Question
from quincunx.table.view import view

__all__ = [
    "Clock",
    "Event",
    "Pace",
    "PendingAction",
    "Ply",
    "Question",
    "Seat",
    "Series",
    "Setup",
    "Table",
    "TableRefusal",
    "computer",
    "only_computers_play",
    "pending_action",
    "person",
    "to_record",
    "view",
]
