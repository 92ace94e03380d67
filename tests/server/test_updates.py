"""Small updates: a client that merges them has the table that others get whole."""

from __future__ import annotations

import itertools
import json
import random
import statistics

import pytest
from changing_table import PLAYERS, ChangingTable, Json, caller, comparable, lossy, messages, whole

from quincunx import games
from quincunx.record import Pace
from quincunx.server.auth import ANONYMOUS
from quincunx.server.tables.presence import PeerPresence
from quincunx.server.tables.snapshot import Snapshot, SnapshotRenderer
from quincunx.store import SPECTATORS, ChatLine
from quincunx.table import Seat, computer, person
from quincunx.table.updates import CHAT_KEPT, Follower, Missed, difference, merge

GAMES = ("tactix", "tesseract:dims=3", "tritoc", "xchain:seats=3,size=3x3", "xtic")


@pytest.mark.parametrize("fat", [False, True], ids=["position", "view"])
@pytest.mark.parametrize("clocks", [False, True], ids=["untimed", "timed"])
@pytest.mark.parametrize("game", GAMES)
def test_merging_every_update_gives_the_whole_table(game: str, clocks: bool, fat: bool) -> None:
    room = ChangingTable(game, f"{game} {clocks}", Pace(60, 2) if clocks else None)
    viewers = (*PLAYERS[:3], ANONYMOUS)
    base: Snapshot | None = None
    known: dict[str, Json] = {}
    for snapshot in itertools.islice(room.snapshots(), 150):
        for viewer in viewers:
            shown = whole(snapshot, viewer)
            if base:
                message = json.loads(b"".join(snapshot.update(base, viewer, fat=fat)))
                update = message.get("update")
                merged = merge(known[viewer.player], update) if update else message["table"]
                assert comparable(merged, fat=fat) == comparable(shown, fat=fat)
            known[viewer.player] = shown
        base = snapshot


@pytest.mark.parametrize("clocks", [False, True], ids=["untimed", "timed"])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_kept_between_snapshots_is_never_stale(game: str, clocks: bool) -> None:
    room = ChangingTable(game, f"kept {game}", Pace(60, 2) if clocks else None)
    for player in PLAYERS:
        room.state.presence.connect(player.player)
    for snapshot in itertools.islice(room.snapshots(), 300):
        fresh = SnapshotRenderer(room.state).take(room.now)
        assert whole(snapshot, PLAYERS[1]) == whole(fresh, PLAYERS[1])


@pytest.mark.parametrize("seed", range(10))
def test_a_client_recovers_from_lost_repeated_and_reordered_messages(seed: int) -> None:
    """The follower never shows a wrong table: it has the one of its last message, or it asks for a whole one."""
    draws = random.Random(seed)
    sent = list(messages(ChangingTable("xtic", f"lossy {seed}"), PLAYERS[1], 60))
    right = {message["revision"]: table for message, table in sent}
    follower, asked = Follower(), 0
    for message, whole_table in lossy(sent, draws):
        try:
            follower.take(message)
        except Missed:
            asked += 1
            follower.take(whole_table)
        assert comparable(follower.table) == comparable(right[follower.revision])
    assert asked


@pytest.mark.parametrize("game", games.GAMES)
def test_half_of_all_moves_take_at_most_600_bytes(game: str) -> None:
    """Also with clocks, and for players too, who get more than those who watch."""
    room, sizes, base = ChangingTable(game, game, Pace(600, 5)), list[int](), None
    for snapshot in itertools.islice(room.snapshots(), 200):
        for viewer in (*PLAYERS[:2], ANONYMOUS):
            if base and room.moved:
                sizes.append(len(b"".join(snapshot.update(base, viewer, fat=False))))
        base = snapshot
    assert sizes
    assert statistics.median(sizes) <= 600


def test_somebody_who_sits_down_gets_the_whole_table() -> None:
    room = ChangingTable("tactix", "")
    before = room.take()
    after = room.change(room.state.table.sit(1, person("Ada", PLAYERS[0].player), room.now))
    message = json.loads(b"".join(after.update(before, PLAYERS[0], fat=False)))
    assert message["table"]["mine"] == [1]
    assert message["revision"] == after.revision


def test_an_update_of_nothing_but_the_chat_is_valid() -> None:
    room = ChangingTable("tactix", "")
    base = room.take()
    said = room.change(room.state.table, ChatLine(1, SPECTATORS, "Ada", "hi", room.now))
    message = json.loads(b"".join(said.update(base, PLAYERS[3], fat=False)))
    assert [line["text"] for line in message["update"]["chat"]] == ["hi"]


def test_a_move_that_is_taken_back_and_repeated_is_one_move() -> None:
    """A server can learn of all this at once, from another process."""
    room = ChangingTable("tactix", "")
    table = room.state.table.sit(1, room.first, room.now).begin(room.now).move(1, "a1", room.now)
    base = room.change(table)
    known = whole(base, PLAYERS[1])
    room.now += 1
    table = table.ask(1, "undo", room.now).answer(2, True, room.now).move(1, "a1", room.now)
    after = room.change(table)
    update = json.loads(b"".join(after.update(base, PLAYERS[1], fat=False)))["update"]
    assert comparable(merge(known, update)) == comparable(whole(after, PLAYERS[1]))


def test_another_move_in_place_of_one_that_is_taken_back_replaces_it() -> None:
    """Learned at once too, so that both histories have the same length."""
    room = ChangingTable("tactix", "")
    table = room.state.table.sit(1, room.first, room.now).begin(room.now).move(1, "a1", room.now)
    base = room.change(table)
    known = whole(base, PLAYERS[1])
    room.now += 1
    after = room.change(table.ask(1, "undo", room.now).answer(2, True, room.now).move(1, "b1", room.now))
    update = json.loads(b"".join(after.update(base, PLAYERS[1], fat=False)))["update"]
    assert [ply["token"] for ply in merge(known, update)["history"]] == ["b1"]


def test_who_comes_through_another_process_is_shown_at_once() -> None:
    room = ChangingTable("tactix", "")
    room.change(room.state.table.sit(1, room.first, room.now).begin(room.now))
    presence, (ada, bo) = room.state.presence, (player.player for player in PLAYERS[:2])

    def present() -> list[bool]:
        return [seat["present"] for seat in whole(room.take(), ANONYMOUS)["seats"]]

    presence.connect(ada)
    presence.update_peer("other", PeerPresence(frozenset({bo}), 0), room.now)
    assert present() == [True, True]
    presence.update_peer("other", PeerPresence(frozenset(), 0), room.now)
    assert present() == [True, False]
    presence.update_recorded(frozenset({bo}), {})
    assert present() == [True, True]
    presence.update_recorded(frozenset(), {})
    assert present() == [True, False]


def test_a_seat_that_changes_hands_is_shown_at_once() -> None:
    room = ChangingTable("tactix", "")
    for player in PLAYERS[:2]:
        room.state.presence.connect(player.player)
    room.change(room.state.table.sit(1, room.first, room.now).begin(room.now))
    renamed = room.change(room.state.table.rename(2, "Bo", room.now))
    assert whole(renamed, ANONYMOUS)["seats"][1]["name"] == "Bo"
    taken = room.change(room.state.table.take_over(2, computer("easy"), room.now))
    shown = whole(taken, PLAYERS[0])
    assert [seat["kind"] for seat in shown["seats"]] == ["person", "computer"]
    assert shown["hints"]  # nobody else plays


def test_the_same_line_twice_is_two_lines() -> None:
    line = {"seat": 1, "name": "Ada", "text": "hi", "at": 1}
    for many in (2, 3):
        old, new = {"chat": [line] * (many - 1)}, {"chat": [line] * many}
        assert merge(old, difference(old, new)) == new


def test_a_long_chat_is_cut_as_the_server_cuts_it() -> None:
    room = ChangingTable("tactix", "")
    base, known = room.take(), whole(room.take(), PLAYERS[0])
    for n in range(1, CHAT_KEPT + 5):
        room.now += 1
        snapshot = room.change(room.state.table, ChatLine(n, SPECTATORS, "Ada", str(n), room.now))
        update = json.loads(b"".join(snapshot.update(base, PLAYERS[0], fat=False)))["update"]
        assert len(update["chat"]) == 1
        known, base = merge(known, update), snapshot
    assert [line["text"] for line in known["chat"]] == [str(n) for n in range(5, CHAT_KEPT + 5)]


def test_a_game_without_a_reader_of_positions_gets_views(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.server.tables.snapshot.reads_positions", lambda _: False)
    first, second = itertools.islice(messages(ChangingTable("tactix", ""), ANONYMOUS, 9), 7, 9)
    updates = [message["update"] for message, _ in (first, second)]
    assert all("cells" in update["state"] for update in updates if "state" in update)


def test_nothing_private_is_in_an_update_for_others() -> None:
    room = ChangingTable("tactix", "secret")
    seat: Seat = room.first
    base = room.change(room.state.table.sit(1, seat, room.now).begin(room.now))
    said = room.change(room.state.table, ChatLine(1, 1, "Ada", "just between us", room.now))
    assert b"between us" in b"".join(said.update(base, PLAYERS[1], fat=False))
    assert b"between us" not in b"".join(said.update(base, ANONYMOUS, fat=False))
    assert b"between us" not in b"".join(said.update(base, caller(9), fat=False))
