"""Dice that anybody can verify: what was promised, what was thrown, and every way to cheat."""

import hashlib
from dataclasses import replace

import pytest

from quincunx import games
from quincunx.games import CHANCE
from quincunx.record import Entry, Record, read, write
from quincunx.table import Setup, Table, person, to_record
from quincunx.table.dice import DiceRefusal, commitment, throw, verify


def match(game: str = "tritoc", dice_seed: str = "dice") -> Record:
    """A match played to its end, with one nonce."""
    table = Table.open(Setup(games.game(game), (person("Ada"), person("Bob")), "match", dice_seed)).begin(0.0)
    table = table.send_nonce(2, "bobs-salt", 1.0)
    while not table.over:
        turn = table.state.turn
        if table.state.actor == CHANCE:
            table = table.throw(turn, 2.0)
        else:
            table = table.move(turn, table.state.moves()[-1], 2.0)
    return to_record(table)


@pytest.mark.parametrize("game", ["tritoc", "tritoc:dice=equal,level=red2"])
def test_an_honest_match_is_verified_throw_by_throw(game: str) -> None:
    record = read(write([match(game)]))[0]
    throws = [entry for entry in record.entries if entry.token.isdecimal()]
    assert verify(record) == len(throws) > 10


def test_the_promise_is_the_hash_of_the_seed() -> None:
    assert commitment("dice") == hashlib.sha256(b"dice").hexdigest()
    dice = match().dice
    assert dice is not None
    assert dice.hash == commitment("dice")


def test_another_seed_is_found_out() -> None:
    record, other = match(), match(dice_seed="loaded")
    with pytest.raises(DiceRefusal, match=r"throw \d+ is \d+, but the seed and the nonces give \d+"):
        verify(replace(record, dice=other.dice))


def test_another_nonce_is_found_out() -> None:
    record = match()
    assert record.dice is not None
    with pytest.raises(DiceRefusal, match="but the seed and the nonces give"):
        verify(replace(record, dice=record.dice._replace(nonces=("", "other"))))


def test_a_changed_throw_is_found_out() -> None:
    record = match()
    first = record.entries[0].token
    changed = "5" if first != "5" else "6"
    with pytest.raises(DiceRefusal, match=f"throw 1 is {changed}, but the seed and the nonces give {first}"):
        verify(replace(record, entries=(Entry(changed),), result="*", why=""))


def test_nothing_to_verify_without_a_seed() -> None:
    with pytest.raises(DiceRefusal, match="cannot be verified"):
        verify(replace(match(), dice=None))
    going_on = Table.open(Setup(games.game("tritoc"), (person("Ada"), person("Bob")), "m", "d")).begin(0.0)
    with pytest.raises(DiceRefusal, match="cannot be verified"):
        verify(to_record(going_on.throw(1, 1.0)))


def test_every_pair_of_faces_comes_up_and_makes_the_sum() -> None:
    chances = games.start("tritoc").chances()
    seen = set()
    for n in range(1, 800):
        token, faces = throw("seed", ("", ""), n, chances)
        assert sum(faces) == int(token)
        seen.add(faces)
    assert seen == {(a, b) for a in range(1, 7) for b in range(1, 7)}
