"""Dice that anybody can verify: what was promised, what was rolled, and every way to cheat."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from quincunx import games
from quincunx.games import CHANCE
from quincunx.law import Message
from quincunx.record import Entry, Record, read, write
from quincunx.table import Setup, Table, person, to_record
from quincunx.table.dice import DiceRefusal, commitment, roll, some_faces, verify
from quincunx.table.events import Began, Moved, Rolled, from_json, to_json


def match(game: str = "tritoc", dice_seed: str = "dice") -> Record:
    """A match played to its end, with one nonce."""
    table = Table.open(Setup(games.game(game), (person("Ada"), person("Bob")), "match", dice_seed)).begin(0.0)
    return to_record(play_on(table.send_nonce(2, "bobs-salt", 1.0)))


def play_on(table: Table) -> Table:
    """Plays to the end."""
    while not table.over:
        turn = table.state.turn
        table = table.roll(turn, 2.0) if table.state.actor == CHANCE else table.move(turn, table.state.moves()[-1], 2.0)
    return table


def rolls_in(entries: Sequence[Entry]) -> int:
    return sum(entry.token.isdecimal() for entry in entries)


@pytest.mark.parametrize("game", ["tritoc", "tritoc:dice=equal,level=red2"])
def test_an_honest_match_is_verified_roll_by_roll(game: str) -> None:
    record = read(write([match(game)]))[0]
    assert verify(record) == rolls_in(record.entries) > 10


def test_the_promise_is_the_hash_of_the_seed() -> None:
    assert commitment("dice") == hashlib.sha256(b"dice").hexdigest()
    dice = match().dice
    assert dice is not None
    assert dice.hash == commitment("dice")


def test_another_seed_is_found_out() -> None:
    record, other = match(), match(dice_seed="loaded")
    with pytest.raises(DiceRefusal) as caught:
        verify(replace(record, dice=other.dice))
    assert caught.value.code == "table.dice.differs"


def test_another_nonce_is_found_out() -> None:
    record = match()
    assert record.dice is not None
    with pytest.raises(DiceRefusal) as caught:
        verify(replace(record, dice=record.dice._replace(nonces=("", "other"))))
    assert caught.value.code == "table.dice.differs"


def test_a_changed_roll_is_found_out() -> None:
    record = match()
    first = record.entries[0].token
    changed = "5" if first != "5" else "6"
    with pytest.raises(DiceRefusal) as caught:
        verify(replace(record, entries=(Entry(changed),), result="*", why=""))
    assert caught.value.message == Message("table.dice.differs", number=1, written=changed, right=first)


def test_rolls_that_were_brought_along_are_left_out_and_told() -> None:
    begun = match(dice_seed="elsewhere")
    brought = 5
    entries = begun.entries[: next(n for n in range(len(begun.entries)) if rolls_in(begun.entries[:n]) == brought)]
    happened = [
        Rolled(2.0, state.turn, entry.token, (1, int(entry.token) - 1))
        if state.actor == CHANCE
        else Moved(2.0, state.turn, entry.token)
        for state, entry in zip((begun.first, *begun.states), entries, strict=False)
    ]
    setup = Setup(begun.game, (person("Ada"), person("Bob")), "match", "here", brought=brought)
    table = Table.open(setup, (Began(1.0), *happened)).send_nonce(1, "new-salt", 3.0)
    record = read(write([to_record(play_on(table))]))[0]
    assert record.dice is not None
    assert (record.dice.after, record.dice.nonces) == (brought, ("new-salt", ""))
    assert verify(record) == rolls_in(record.entries) - brought > 0
    with pytest.raises(DiceRefusal) as caught:
        verify(replace(record, dice=record.dice._replace(after=0)))
    assert caught.value.message.args["number"] <= 5
    with pytest.raises(DiceRefusal) as caught:
        verify(replace(record, dice=record.dice._replace(nonces=("", ""))))
    assert caught.value.code == "table.dice.differs"


def test_nothing_to_verify_without_a_seed() -> None:
    with pytest.raises(DiceRefusal) as caught:
        verify(replace(match(), dice=None))
    assert caught.value.code == "table.dice.unknown"
    going_on = Table.open(Setup(games.game("tritoc"), (person("Ada"), person("Bob")), "m", "d")).begin(0.0)
    with pytest.raises(DiceRefusal) as caught:
        verify(to_record(going_on.roll(1, 1.0)))
    assert caught.value.code == "table.dice.unknown"


def test_every_pair_of_faces_comes_up_and_makes_the_sum() -> None:
    chances = games.start("tritoc").chances()
    seen = set()
    for n in range(1, 800):
        token, faces = roll("seed", ("", ""), n, chances)
        assert faces
        assert sum(faces) == int(token)
        seen.add(faces)
    assert seen == {(a, b) for a in range(1, 7) for b in range(1, 7)}


@pytest.mark.parametrize("tokens", [("1", "2", "3", "4", "5", "6"), ("heads", "tails"), ("2", "3"), ("13", "0")])
def test_other_dice_have_no_faces(tokens: tuple[str, ...]) -> None:
    """A game of another package names its rolls as it likes."""
    chances = {token: Fraction(1, len(tokens)) for token in tokens}
    rolled = [roll("seed", ("", ""), n, chances) for n in range(1, 50)]
    assert {token for token, _ in rolled} == set(tokens)
    assert all(faces is None for _, faces in rolled)
    assert all(some_faces(token, chances) is None for token in tokens)


def test_a_roll_without_faces_is_an_event_like_the_others() -> None:
    rolled = Rolled(1.0, 2, "heads", None)
    assert from_json(to_json(rolled)) == rolled
