from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from quincunx import games
from quincunx.games import GAMES, Game, State
from quincunx.law import Message
from quincunx.record import Dice, Entry, Pace, Player, Record, RecordError, random_match, read, write

ALL = [game.with_options(options) for game in GAMES.values() for options in game.variants]
DRAWN = [
    "tritoc:first=random",
    "tritoc:level=red1",
    "xchain:first=random",
    "xchain:preset=random4",
    "xchain:preset=columns2",
]

TEXT = r"""[Game "xtic:type=torus"]
[Rules "1"]
[Date "2026-11-15T21:50:54Z"]
[Seed "5f0c"]
[Seat1 "Ada \"the \\ slash\" L."]
[Kind1 "person"]
[Seat2 "Hard"]
[Kind2 "computer hard"]
[Clock "3600+5"]
[Event "a\nb"]
[Round "2"]
[Result "0-1"]
[Why "line"]

{both know the rules} 1. =0 <1:00:04.0> 2. a1 <59:58.5> {as good as any} =1 3.
b1 =2 4. c1 {hopeless: whatever is given now, a corner of the row is still to
fill, \} and \\ and all} {see?} =3 <0:00.1> 5. d1 0-1
"""
"""A canonical record in which something of everything happens."""

ADA_AND_HARD = (Player('Ada "the \\ slash" L.'), Player("Hard", "computer hard"))
RECORD = Record(
    games.game("xtic:type=torus"),
    ADA_AND_HARD,
    (
        Entry("=0", 36040),
        Entry("a1", 35985, ("as good as any",)),
        Entry("=1"),
        Entry("b1"),
        Entry("=2"),
        Entry(
            "c1",
            None,
            (
                "hopeless: whatever is given now, a corner of the row is still to fill, } and \\ and all",
                "see?",
            ),
        ),
        Entry("=3", 1),
        Entry("d1"),
    ),
    "0-1",
    "line",
    seed="5f0c",
    date="2026-11-15T21:50:54Z",
    clock=Pace(3600, 5),
    comments=("both know the rules",),
    tags={"Event": "a\nb", "Round": "2"},
)

TWO = (Player("Ada"), Player("Bob"))
THREE = (*TWO, Player("Cleo", "bot"))


def moves(text: str) -> tuple[Entry, ...]:
    return tuple(map(Entry, text.split()))


COMPLETED = Message(
    "xtic.line-avoid",
    seat=1,
    line="a1 b1 c1 d1",
    traits=[Message("xtic.word.solid"), Message("xtic.word.round")],
)
"""How the match of RECORD ended."""


def refusal(doing: Callable[[], object]) -> RecordError:
    with pytest.raises(RecordError) as caught:
        doing()
    return caught.value


# Writing and reading


def test_a_record_is_written_in_its_canonical_form() -> None:
    assert write([RECORD]) == TEXT


def test_a_record_is_read() -> None:
    (record,) = read(TEXT)
    assert record == RECORD
    assert list(record.tags) == ["Event", "Round"]


def test_the_example_in_the_docs_is_canonical() -> None:
    page = (Path(__file__).parents[1] / "docs" / "records.md").read_text("utf-8")
    text = page.split("```\n")[1]
    assert write(read(text)) == text


def test_several_records_are_separated_by_an_empty_line() -> None:
    other = random_match(games.game("tactix"), "other")
    text = write([RECORD, other, RECORD])
    assert text == "\n".join([TEXT, write([other]), TEXT])
    assert read(text) == [RECORD, other, RECORD]


@pytest.mark.parametrize("text", ["", "\n \t\r\n", "\ufeff"])
def test_an_empty_text_has_no_records(text: str) -> None:
    assert read(text) == []
    assert write([]) == ""


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: "\ufeff" + text,
        lambda text: "\n\n" + text.replace("]\n[", "] ["),
        lambda text: text.replace("]\n\n{", "]{"),
        lambda text: text.replace(" {as good as any} =1", "{as good as any}\n\n\t=1"),
        lambda text: text.replace("<59:58.5> {as good as any}", "{as good as any} <59:58.5>"),
        lambda text: text.replace("2. a1 <", "2. a1<"),
        lambda text: text.replace('[Seed "5f0c"]', '[ Seed\t"5f0c" ]'),
        lambda text: text.replace("as good as any", "as\ngood as\nany"),
        lambda text: text.replace("type=torus", "goal=avoid,type=torus"),
        lambda text: text.rstrip("\n"),
    ],
)
def test_other_layouts_read_the_same(change: Callable[[str], str]) -> None:
    assert change(TEXT) != TEXT
    assert read(change(TEXT)) == [RECORD]


def test_a_record_whose_tags_come_in_another_order_is_written_in_ours() -> None:
    lines = TEXT.split("\n")
    tags = sorted(lines[:13], reverse=True)
    (record,) = read("\n".join([*tags, *lines[13:]]))
    assert record == RECORD
    assert list(record.tags) == ["Round", "Event"]


def test_entries_know_their_place_but_it_makes_no_difference() -> None:
    (record,) = read(TEXT)
    assert record.entries[1].place == (15, 44)
    assert record.entries[1] == RECORD.entries[1]
    assert RECORD.entries[1].place is None


# Replaying


@pytest.mark.parametrize("game", ALL, ids=str)
def test_a_replay_reproduces_every_position(game: Game) -> None:
    record = random_match(game, "replay")
    state = game.start("replay")
    assert record.first == state
    for entry, after in record.replay():
        state = state.play(entry.token)
        assert after == state
    assert record.last == state
    assert (record.result, record.why) == (state.outcome and state.outcome.score, state.outcome and state.outcome.why)


def test_a_turn_is_all_that_a_seat_does_before_the_next_one() -> None:
    assert RECORD.numbers == (1, 2, 2, 3, 3, 4, 4, 5)


@pytest.mark.parametrize("game", ALL, ids=str)
def test_turns_change_exactly_with_the_seat(game: Game) -> None:
    record = random_match(game, "turns")
    before = [record.first, *record.states]
    assert record.numbers[0] == 1
    for (number, state), (later, next_state) in pairwise(zip(record.numbers, before, strict=False)):
        assert later - number == (state.turn != next_state.turn)


def test_a_match_may_begin_with_another_position() -> None:
    start = games.parse("xtic 012./..../..../.... =3")
    record = Record(start.game, TWO, moves("d1"), "0-1", "line", start=start)
    text = write([record])
    assert '[Start "xtic 012./..../..../.... =3"]\n' in text
    assert "\n1. d1 0-1\n" in text
    assert read(text) == [record]


@pytest.mark.parametrize("name", DRAWN)
def test_a_start_that_is_drawn_needs_a_seed_or_the_position(name: str) -> None:
    drawn = random_match(games.game(name), "any")
    assert refusal(lambda: replace(drawn, seed=None).first).code == "record.seed"
    unseeded = replace(drawn, seed=None, start=drawn.first)
    assert read(write([unseeded])) == [unseeded]
    error = refusal(lambda: read(write([drawn]).replace('[Seed "any"]\n', "")))
    assert (error.line, error.column) == (1, 1)


@pytest.mark.parametrize("name", ["xtic", "tactix:size=3", "tesseract", "tritoc:first=2", "xchain:seats=3"])
def test_a_start_that_is_not_drawn_needs_none(name: str) -> None:
    drawn = random_match(games.game(name), "any")
    assert replace(drawn, seed=None).first == drawn.first


def test_seats_leave_a_game_of_three() -> None:
    game = games.game("xchain:seats=3,size=3x3")
    entries = (*moves("a1 b2 out1:resigned c3 b2"), Entry("out3:time", 0, ("asleep",)))
    last = game.start("").play("a1").play("b2").leave(1).play("c3").play("b2").leave(3)
    assert last.outcome
    record = Record(game, THREE, entries, last.outcome.score, last.outcome.why, clock=Pace(60))
    text = write([record])
    assert "\n1. a1 2. b2 3. out1:resigned c3 4. b2 5. out3:time <0:00.0> {asleep} 0-1-0\n" in text
    assert read(text) == [record]
    assert record.last == last


@pytest.mark.parametrize(
    ("game", "entries", "reason"),
    [
        ("xchain:seats=3", "a1 out2:resigned out2:resigned", Message("xchain.gone", seat=2)),
        ("xchain:seats=3", "a1 out4:resigned", Message("law.no-seat", number=4, seats=3)),
        ("xchain:seats=3", "out1:resigned out2:resigned out3:resigned", Message("law.over")),
        ("xchain:seats=3", "out1:bored", Message("law.square", square="out1:bored", last="h8")),
        ("xchain:seats=3", "out0:resigned", Message("law.square", square="out0:resigned", last="h8")),
        ("xchain", "a1 out1:resigned", Message("record.leaving-two")),
        ("xtic", "=1 out1:resigned", Message("record.leaving-two")),
        ("tactix", "a1 a1", Message("tactix.empty", square="a1")),
        ("tactix", "A1", Message("law.move", move="A1", game="TacTix")),
        ("tactix", "b1-a1", Message("law.move", move="b1-a1", game="TacTix")),
    ],
)
def test_what_cannot_happen_is_not_replayed(game: str, entries: str, reason: Message) -> None:
    chosen = games.game(game)
    error = refusal(Record(chosen, THREE[: chosen.seats], moves(entries)).check)
    assert error.reason == reason
    assert (error.line, error.column) == (None, None)


# How it ended


def ended(game: str, result: str, why: str, entries: str = "", clock: Pace | None = None) -> Record:
    chosen = games.game(game)
    return Record(chosen, THREE[: chosen.seats], moves(entries), result, why, clock=clock)


@pytest.mark.parametrize(
    "record",
    [
        ended("xtic", "*", ""),
        ended("xtic", "*", "abandoned", "=1"),
        ended("xtic", "1/2-1/2", "agreed", "=1"),
        ended("tritoc", "1/2-1/2", "agreed", "7"),
        ended("xtic", "1-0", "resigned", "=1"),
        ended("xtic", "0-1", "resigned"),
        ended("tactix", "0-1", "time", "a1", Pace(10)),
        ended("xchain:seats=3", "*", "abandoned", "a1 out3:resigned"),
    ],
    ids=str,
)
def test_a_match_can_end_at_the_table(record: Record) -> None:
    assert read(write([record])) == [record]


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (
            replace(RECORD, result="*", why=""),
            Message("record.result", right="0-1", written="*", reason=COMPLETED),
        ),
        (
            replace(RECORD, result="1-0"),
            Message("record.result", right="0-1", written="1-0", reason=COMPLETED),
        ),
        (
            replace(RECORD, why="resigned"),
            Message("record.why", right="line", written="resigned", reason=COMPLETED),
        ),
        (
            replace(RECORD, why="full"),
            Message("record.why", right="line", written="full", reason=COMPLETED),
        ),
        (ended("xtic", "1-0", "line", "=1"), Message("record.not-over", written="line")),
        (ended("xtic", "1-0", ""), Message("record.going-on", right=["*"], written="1-0")),
        (ended("xtic", "1-0", "abandoned"), Message("record.ending", why="abandoned", right=["*"], written="1-0")),
        (ended("xtic", "*", "resigned"), Message("record.ending", why="resigned", right=["1-0", "0-1"], written="*")),
        (
            ended("xtic", "1/2-1/2", "resigned"),
            Message("record.ending", why="resigned", right=["1-0", "0-1"], written="1/2-1/2"),
        ),
        (
            ended("xtic", "1-0-0", "resigned"),
            Message("record.ending", why="resigned", right=["1-0", "0-1"], written="1-0-0"),
        ),
        (ended("xtic", "1-0", "agreed"), Message("record.ending", why="agreed", right=["1/2-1/2"], written="1-0")),
        (ended("tactix", "1/2-1/2", "agreed"), Message("record.agreed", game="TacTix")),
        (ended("xchain:seats=3", "1/2-1/2-1/2", "agreed"), Message("record.agreed", game="Chain Reaction")),
        (ended("xchain:seats=3", "1-0-0", "resigned"), Message("record.leaving", seats=3, why="resigned")),
        (ended("xchain:seats=3", "1-0-0", "time", clock=Pace(10)), Message("record.leaving", seats=3, why="time")),
        (ended("xtic", "1-0", "time"), Message("record.no-clock")),
        (ended("xchain:seats=3", "*", "", "out3:time"), Message("record.no-clock")),
        (Record(games.game("xtic"), TWO, (Entry("=1", 5),)), Message("record.no-clock")),
    ],
)
def test_an_ending_that_contradicts_the_law_is_refused(record: Record, reason: Message) -> None:
    assert refusal(record.check).reason == reason
    assert refusal(lambda: write([record])).reason == reason


# What is refused in a file


@pytest.mark.parametrize(
    ("old", "new", "at", "reason"),
    [
        # the shape of the text
        ("[Game", "Game", "Game", Message("record.no-tags")),
        ("[Rules", "{no} [Rules", "[Rules", Message("record.no-result")),
        ('[Rules "1"]', '[Rules "1]', "[Rules", Message("record.tag")),
        ('[Rules "1"]', "[Rules 1]", "[Rules", Message("record.tag")),
        ('[Rules "1"]', '[Rules "1" "2"]', "[Rules", Message("record.tag")),
        ('[Rules "1"]', '[2Rules "1"]', "[2Rules", Message("record.tag")),
        (r"a\nb", "a\nb", "[Event", Message("record.tag")),
        (r"a\nb", r"a\xb", "[Event", Message("record.escape", written="\\x")),
        (r"\} and", r"\] and", "{hopeless", Message("record.escape", written="\\]")),
        ("{see?}", "{see?", "{see?", Message("record.comment")),
        ("{see?}", "see?}", "see?}", Message("law.move", move="see?}", game="xtic")),
        (" 0-1\n", "\n", "d1\n", Message("record.cut-off")),
        (" 0-1\n", " 0-1 {bye}\n", "{bye}", Message("record.no-tags")),
        (" 0-1\n", " 0-1 1-0\n", "1-0\n", Message("record.no-tags")),
        (" 0-1\n", " 1-0\n", "1-0\n", Message("record.last-word", written="1-0", result="0-1")),
        ("=1 3.", "=\ud8001 3.", "=\ud8001", Message("record.surrogate")),
        # tags
        ("xtic:type=torus", "xtik", "[Game", Message("games.similar", game="xtik", similar="xtic")),
        (
            "xtic:type=torus",
            "xtic:type=round",
            "[Game",
            Message(
                "law.option.value",
                game="xtic",
                option="type",
                reason=Message("law.option.choice", typed="round", choices=["normal", "nodiags", "torus"]),
            ),
        ),
        ('[Rules "1"]', '[Rules "2"]', "[Rules", Message("record.rules", game="xtic", written="2", version=1)),
        ('[Rules "1"]\n', "", "[Game", Message("record.tag-missing", tag="Rules")),
        ('[Kind1 "person"]\n', "", "[Game", Message("record.tag-missing", tag="Kind1")),
        ('[Seat2 "Hard"]\n', "", "[Game", Message("record.tag-missing", tag="Seat2")),
        ('[Result "0-1"]\n', "", "[Game", Message("record.tag-missing", tag="Result")),
        ('[Why "line"]\n', "", "[Game", Message("record.tag-missing", tag="Why")),
        ('"Hard"', '" "', "[Seat2", Message("record.name", seat=2)),
        ("computer hard", "computer", "[Kind2", Message("record.kind", written="computer")),
        ("computer hard", "computer very hard", "[Kind2", Message("record.kind", written="computer very hard")),
        ("[Round", "[Seat3", "[Seat3", Message("record.tag-misplaced", tag="Seat3", seats=2)),
        ("[Round", "[Seed", '[Seed "2"]', Message("record.tag-twice", tag="Seed")),
        ("[Round", "[Nonce3", "[Nonce3", Message("record.tag-misplaced", tag="Nonce3", seats=2)),
        ("[Round", "[Nonce1", "[Nonce1", Message("record.tag-misplaced", tag="Nonce1", seats=2)),
        ("[Round", "[DiceSeed", "[DiceSeed", Message("record.tag-misplaced", tag="DiceSeed", seats=2)),
        (
            "[Round",
            "[DiceAfter",
            "[DiceAfter",
            Message("record.tag-misplaced", tag="DiceAfter", seats=2),
        ),
        ("[Round", "[DiceHash", "[DiceHash", Message("record.dice-hash", written="2")),
        ("11-15T", "11-31T", "[Date", Message("record.date", written="2026-11-31T21:50:54Z")),
        ("54Z", "54", "[Date", Message("record.date", written="2026-11-15T21:50:54")),
        ("3600+5", "3600", "[Clock", Message("record.clock", written="3600")),
        ("3600+5", "03600+5", "[Clock", Message("record.clock", written="03600+5")),
        ("3600+5", "3600+100001", "[Clock", Message("record.clock-range", clock="3600+100001")),
        (
            '[Round "2"',
            '[Start "xtic ..../..../..../.... -"',
            "[Start",
            Message("record.start", start="xtic", game="xtic:type=torus"),
        ),
        ('[Round "2"', '[Start "xtic:type=torus ...."', "[Start", Message("xtic.position")),
        ('[Round "2"', '[Start "xtic:type=torus 00../..../..../.... -"', "[Start", Message("xtic.twice", piece="0")),
        ('[Result "0-1"]', '[Result "1-0"]', "0-1\n", Message("record.last-word", written="0-1", result="1-0")),
        (
            '[Why "line"]',
            '[Why ""]',
            "[Why",
            Message("record.why", right="line", written="", reason=COMPLETED),
        ),
        ("5. d1 0-1", "0-1", "[Why", Message("record.not-over", written="line")),
        # moves and their numbers
        ("b1 =2", "a1 =2", "a1 =2", Message("xtic.taken", square="a1", piece="0")),
        ("=2 4.", "=1 4.", "=1 4.", Message("xtic.used", piece="1", square="b1")),
        ("=2 4.", "=G 4.", "=G", Message("law.move", move="=G", game="xtic")),
        ("=1 3.", "=1 4.", "4.\nb1", Message("record.turn", turn=3, written="4")),
        ("=1 3.", "=1 03.", "03.", Message("record.turn", turn=3, written="03")),
        ("=1 3.", "=1", "b1", Message("record.new-turn", move="b1", turn=3)),
        ("=2 4.", "4. =2 4.", "4. =2", Message("record.same-turn", move="=2", turn=3)),
        ("=1 3.", "=1 3. 4.", "3. 4.", Message("record.no-move", number="3.")),
        ("d1 0-1", "d1 6. 0-1", "6. 0-1", Message("record.no-move", number="6.")),
        # times
        ("{both", "<1:00.0> {both", "<1:00.0>", Message("record.time-misplaced")),
        ("1. =0", "1. <1:00.0> =0", "<1:00.0>", Message("record.time-misplaced")),
        ("2. a1", "2. <1:00.0> a1", "<1:00.0>", Message("record.time-misplaced")),
        ("<59:58.5>", "<59:58.5> <59:58.4>", "<59:58.4>", Message("record.time-misplaced")),
        ("<59:58.5>", "<59:58>", "<59", Message("record.time")),
        ("<59:58.5>", "<60:58.5>", "<60", Message("record.time")),
        ("<59:58.5>", "<09:58.5>", "<09", Message("record.time")),
        ("<59:58.5>", "<9:60.5>", "<9", Message("record.time")),
        ("<59:58.5>", "<0:09:58.5>", "<0:09", Message("record.time")),
        ("<59:58.5>", "<59:58.5", "<59", Message("record.time")),
        ("<59:58.5>", "<५९:58.5>", "<५९", Message("record.time")),
        ('[Clock "3600+5"]\n', "", "=0 <", Message("record.no-clock")),
    ],
)
def test_a_bad_text_is_refused_with_line_and_column(old: str, new: str, at: str, reason: Message) -> None:
    """`at` is what begins where the error points."""
    assert TEXT.count(old) == 1
    text = TEXT.replace(old, new)
    assert text.count(at) == 1
    before = text[: text.index(at)].split("\n")
    error = refusal(lambda: read(text))
    assert error.reason == reason
    assert (error.line, error.column) == (len(before), len(before[-1]) + 1)
    assert error.message.view()["args"] == {"line": error.line, "column": error.column, "reason": reason.view()}


def test_an_error_in_the_second_record_points_there() -> None:
    error = refusal(lambda: read(TEXT + "\n" + TEXT.replace("b1 =2", "a1 =2")))
    assert str(error) == "Line 34, column 1: a1 is taken by piece 0."


@pytest.mark.parametrize(("end", "first"), [("\n", ""), ("\r\n", ""), ("\r", ""), ("\n", "\ufeff")])
def test_line_and_column_are_the_same_with_other_line_ends(end: str, first: str) -> None:
    text = first + TEXT.replace("=2 4.", "=1 4.").replace("\n", end)
    assert str(refusal(lambda: read(text))) == "Line 16, column 4: Piece 1 is already on b1."


# Dice


def test_the_dice_seed_must_be_the_one_that_was_promised() -> None:
    promised = sha256(b"a dice seed").hexdigest()
    dice = Dice(promised, "a dice seed", ("x", ""))
    record = replace(random_match(games.game("tritoc"), "1"), dice=dice)
    text = write([record])
    assert read(text) == [record]
    error = refusal(lambda: read(text.replace('"a dice seed"', '"another"')))
    assert error.reason == Message("record.dice-seed")
    assert (error.line, error.column) == (9, 1)
    secret = replace(record, dice=Dice(promised, None, ("", "")))
    assert read(write([secret])) == [secret]


# What is refused where it is made


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"players": TWO[:1]}, Message("record.players", game="xtic:type=torus", seats=2, n=1)),
        ({"players": THREE}, Message("record.players", game="xtic:type=torus", seats=2, n=3)),
        ({"players": (Player(""), TWO[1])}, Message("record.name", seat=1)),
        ({"players": (TWO[0], Player("Bob", "robot"))}, Message("record.kind", written="robot")),
        ({"players": (TWO[0], Player("B\udc80b"))}, Message("record.surrogate")),
        ({"start": games.start("tactix")}, Message("record.start", start="tactix", game="xtic:type=torus")),
        ({"seed": "\ud800"}, Message("record.surrogate")),
        ({"comments": ("\ud800",)}, Message("record.surrogate")),
        ({"tags": {"A": "\ud800"}}, Message("record.surrogate")),
        ({"tags": {"A b": ""}}, Message("record.tag-name", tag="A b")),
        ({"tags": {"": ""}}, Message("record.tag-name", tag="")),
        ({"tags": {"Result": "1-0"}}, Message("record.tag-misplaced", tag="Result", seats=2)),
        ({"date": "2026-11-15"}, Message("record.date", written="2026-11-15")),
        ({"dice": Dice("0" * 64, "a dice seed", ("", ""))}, Message("record.dice-seed")),
        ({"dice": Dice("0" * 64, None, ("", ""), -1)}, Message("record.rolls", written=-1)),
        ({"dice": Dice("0" * 64, None, ("",))}, Message("record.nonces", game="xtic:type=torus", seats=2, n=1)),
        ({"dice": Dice("0" * 64, "\ud800", ("", ""))}, Message("record.surrogate")),
        ({"dice": Dice("0" * 64, None, ("", "\ud800"))}, Message("record.surrogate")),
    ],
)
def test_a_malformed_record_cannot_be_made(fields: dict[str, Any], reason: Message) -> None:
    assert refusal(lambda: replace(RECORD, **fields)).reason == reason


@pytest.mark.parametrize("entry", [{"clock": -1}, {"clock": 3_600_000_000}, {"comments": ("fine", "\udfff")}])
def test_a_malformed_entry_cannot_be_made(entry: dict[str, Any]) -> None:
    refusal(lambda: Entry("b3", **entry))


@pytest.mark.parametrize("pace", [(0, 5), (-1, 0), (1_000_001, 0), (60, -1), (60, 100_001)])
def test_a_clock_has_its_bounds(pace: tuple[int, int]) -> None:
    assert refusal(lambda: Pace(*pace)).code == "record.clock-range"


# Random matches


def test_a_random_match_needs_a_proper_seed() -> None:
    assert refusal(lambda: random_match(games.game("xtic"), "\udc80")).code == "record.surrogate"


@pytest.mark.parametrize("game", ALL, ids=str)
def test_a_random_match_depends_on_the_seed_alone(game: Game) -> None:
    match = random_match(game, "1")
    assert match == random_match(game, "1")
    assert match.entries != random_match(game, "2").entries
    match.check()


@pytest.mark.parametrize("game", ALL, ids=str)
def test_no_move_can_be_taken_for_anything_else_in_a_record(game: Game) -> None:
    for token in game.actions:
        assert not set(token) & set(' \t\r\n[]{}<>"')
        assert not token.endswith(".")
        assert not token.startswith("out")
        assert token not in ("*", "1-0", "0-1", "1/2-1/2")


# For any record, for any text

anything = st.text(
    st.one_of(st.sampled_from('\\"{}[]<>\n\r\t\ufeff\u2028 a1.*'), st.characters(exclude_categories=["Cs"])),
    max_size=30,
)
comments = st.lists(st.one_of(anything, st.text("ab \n", max_size=300)), max_size=2).map(tuple)
players = st.builds(
    Player,
    anything.filter(lambda name: bool(name.strip())),
    st.sampled_from(["person", "bot", "computer hard", "computer very-hard"]),
)
others = st.dictionaries(st.from_regex(r"\AX[A-Za-z0-9]{0,5}\Z"), anything, max_size=3)


@st.composite
def records(draw: st.DrawFn, game: Game) -> Record:
    """A random match, whole or broken off, decorated with all that a record can hold."""
    match = random_match(game, draw(anything))
    begin = draw(st.integers(0, len(match.entries)))
    end = draw(st.integers(begin, len(match.entries)))
    clock = draw(st.one_of(st.none(), st.builds(Pace, st.integers(1, 1_000_000), st.integers(0, 100_000))))
    dice_seed = draw(anything)
    tokens = [entry.token for entry in match.entries[begin:end]]
    state = [match.first, *match.states][end]
    if game.seats > 2 and draw(st.booleans()):
        state = leaving(draw, state, tokens, ["resigned", "time"] if clock else ["resigned"])
    times = st.one_of(st.none(), st.integers(0, 3_599_999_999)) if clock else st.none()
    result, why = draw(st.sampled_from(endings(state, clock)))
    return Record(
        game,
        tuple(draw(players) for _ in range(game.seats)),
        tuple(
            Entry(token, draw(times), draw(comments)) if i % 6 == 0 else Entry(token) for i, token in enumerate(tokens)
        ),
        result,
        why,
        seed=match.seed if begin == 0 else draw(st.one_of(st.none(), anything)),
        start=None if begin == 0 else [match.first, *match.states][begin],
        date=draw(st.sampled_from(["", "2026-11-15T21:50:54Z"])),
        clock=clock,
        dice=draw(
            st.none()
            | st.builds(
                Dice,
                st.just(sha256(dice_seed.encode()).hexdigest()),
                st.sampled_from([None, dice_seed]),
                st.tuples(*[anything] * game.seats),
                st.integers(0, 10**9 - 1),
            )
        ),
        comments=draw(comments),
        tags=draw(others),
    )


def leaving(draw: st.DrawFn, state: State, tokens: list[str], whys: list[str]) -> State:
    """Lets some seats leave, and adds that to the tokens."""
    for seat in draw(st.permutations(range(1, state.game.seats + 1))):
        if not state.outcome and state.plays(seat):
            tokens.append(f"out{seat}:{draw(st.sampled_from(whys))}")
            state = state.leave(seat)
            if not state.outcome and draw(st.booleans()):
                tokens.append(state.moves()[0])
                state = state.play(tokens[-1])
    return state


def endings(state: State, clock: Pace | None) -> list[tuple[str, str]]:
    if state.outcome:
        return [(state.outcome.score, state.outcome.why)]
    found = [("*", ""), ("*", "abandoned")]
    if state.game.agreed_draws:
        found.append(("1/2-1/2", "agreed"))
    if state.game.seats == 2:
        found += [("1-0", "resigned"), ("0-1", "resigned")]
        found += [("1-0", "time"), ("0-1", "time")] if clock else []
    return found


@pytest.mark.parametrize("game", ALL, ids=str)
@settings(max_examples=8 if os.environ.get("QUINCUNX_FULL") else 3, deadline=None)
@given(data=st.data())
def test_what_is_written_reads_back_the_same(game: Game, data: st.DataObject) -> None:
    written = data.draw(st.lists(records(game), min_size=1, max_size=2))
    text = write(written)
    found = read(text)
    assert found == written
    assert [list(record.tags.items()) for record in found] == [list(record.tags.items()) for record in written]
    assert write(found) == text
    for line in text.split("\n"):
        assert len(line) <= 80 or line.startswith("[") or " " not in line
    assert text.encode().decode() == text


@settings(max_examples=200, deadline=None)
@given(st.one_of(anything, st.binary(max_size=200).map(lambda raw: raw.decode("utf-8", "surrogateescape"))))
@example('[Game "tactix"]' * 2)
@example('[Game "' + "x" * 100_000 + '"] *')
@example('[Game "xtic:' + "type=normal," * 10_000 + '"] *')
@example("{" * 100_000)
@example("[" * 100_000)
@example("<" * 100_000)
@example("{" + "\\" * 100_001)
@example('[A "' + "\\" * 100_001)
@example('[A "b"]\n' + "{a}" * 10_000)
@example('[A "b"]\n' + "1." * 10_000)
def test_any_text_is_read_or_refused(text: str) -> None:
    read_or_refuse(text)


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from([TEXT, *(write([random_match(game, "1")]) for game in ALL)]),
    st.data(),
)
def test_any_damaged_record_is_read_or_refused(text: str, data: st.DataObject) -> None:
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, min(len(text), begin + 20)))
    read_or_refuse(text[:begin] + data.draw(anything) + text[end:])


def read_or_refuse(text: str) -> None:
    """What can be read can be written and read again; all else is refused with a place inside the text."""
    try:
        found = read(text)
    except RecordError as refused:
        error = refused
    else:
        assert read(write(found)) == found
        return
    assert error.line
    assert error.column
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert error.column <= len(lines[error.line - 1])
