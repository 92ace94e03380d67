"""The summary row that the store keeps of a table, so that lists and restarts need not replay its events."""

from __future__ import annotations

from quincunx.store import SummaryRow
from quincunx.table import Table, only_computers_play, pending_action


def summary_row(table: Table, now: float) -> SummaryRow:
    return SummaryRow(
        updated=now,
        over=table.over,
        waiting=not table.began and not table.over and None in table.seats,
        due=table.due,
        thinks=pending_action(table) is not None and not only_computers_play(table),
    )
