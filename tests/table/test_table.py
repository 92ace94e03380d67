"""The table: every action, who may take it when, and that a refusal changes nothing."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx import games, record
from quincunx.games import CHANCE
from quincunx.law import Message
from quincunx.law.draws import Draws
from quincunx.table import Pace, Seat, Series, Setup, Table, TableRefusal, computer, person, to_record, view
from quincunx.table.events import AgreedRematch, Began, from_json, to_json

ADA, BOB, CY, DEE = (person(name) for name in ("Ada", "Bob", "Cy", "Dee"))
HARD = computer("hard")


def table(game: str, *seats: Seat | None, pace: Pace | None = None, start: str = "", begin: bool = True) -> Table:
    opened = Table.open(Setup(games.game(game), seats, "match", "dice", pace, games.parse(start) if start else None))
    return opened.begin(0.0) if begin else opened


def timed(game: str, *seats: Seat) -> Table:
    """A match in which all clocks run, as if everybody had made a move."""
    return Table.open(table(game, *seats, pace=Pace(60), begin=False).setup, (Began(0.0, first_moves_timed=True),))


def moves(match: Table, *typed: str) -> Table:
    """Plays for whoever's turn it is; `roll` rolls the dice."""
    for n, move in enumerate(typed, 1):
        turn = match.state.turn
        match = match.roll(turn, float(n)) if move == "roll" else match.move(turn, move, float(n))
    return match


def refused(reason: Message, verb: Callable[[], object]) -> None:
    with pytest.raises(TableRefusal) as caught:
        verb()
    assert caught.value.message == reason


class TestSitting:
    def test_an_open_seat_is_taken_once_and_a_match_begins_when_all_sit(self) -> None:
        match = table("xtic", ADA, None, begin=False)
        refused(Message("table.open", seat=2), lambda: match.begin(0.0))
        refused(Message("table.not-begun"), lambda: match.move(1, "=7", 0.0))
        refused(Message("table.taken", name="Ada", number=1), lambda: match.sit(1, BOB, 0.0))
        refused(Message("law.no-seat", number=3, seats=2), lambda: match.sit(3, BOB, 0.0))
        full = match.sit(2, BOB, 0.0).begin(1.0)
        refused(Message("table.began"), lambda: full.begin(2.0))
        assert full.seat(2) == BOB
        assert moves(full, "=7").state.turn == 2

    def test_a_computer_takes_over_for_somebody_who_went_away(self) -> None:
        match = moves(table("xtic", ADA, BOB), "=7").take_over(2, HARD, 5.0)
        assert match.seat(2) == HARD
        assert match.move(2, "b3", 6.0).plies[-1].seat == 2
        refused(Message("law.over"), lambda: match.resign(1, 7.0).take_over(1, HARD, 8.0))

    def test_what_cannot_be_a_setup(self) -> None:
        refused(Message("table.seats", game="xtic", seats=2, n=3), lambda: table("xtic", ADA, BOB, CY))
        refused(
            Message("record.start", start="tactix", game="xtic"),
            lambda: table("xtic", ADA, BOB, start="tactix oooo/oooo/oooo/oooo 1"),
        )
        refused(
            Message("table.start-over", reason=Message("tactix.last-loses", seat=2)),
            lambda: table("tactix", ADA, BOB, start="tactix ..../..../..../.... 1"),
        )

    @pytest.mark.parametrize(
        ("seat", "reason"),
        [
            (lambda: Seat("ghost", "Ada", "ada"), Message("table.seat.kind", kind="ghost")),  # type: ignore[arg-type]
            (lambda: person(""), Message("table.seat.name", name="", longest=40)),
            (lambda: person(" Ada"), Message("table.seat.name", name=" Ada", longest=40)),
            (lambda: person("A\nda"), Message("table.seat.name", name="A\nda", longest=40)),
            (
                lambda: person("x" * 41),
                Message("table.seat.name", name="xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", longest=40),
            ),
            (lambda: Seat("person", "Ada", ""), Message("table.seat.player")),
            (lambda: Seat("computer", "C", "c"), Message("table.seat.level")),
            (lambda: Seat("bot", "B", "b", "hard"), Message("table.seat.level")),
        ],
    )
    def test_who_cannot_sit(self, seat: Callable[[], Seat], reason: Message) -> None:
        refused(reason, seat)


class TestPlaying:
    def test_only_the_seat_whose_turn_it_is_moves(self) -> None:
        match = table("xtic", ADA, BOB)
        refused(Message("table.turn", seat=2, next_seat=1), lambda: match.move(2, "=7", 1.0))
        refused(Message("law.no-seat", number=9, seats=2), lambda: match.move(9, "=7", 1.0))
        refused(Message("xtic.give"), lambda: match.move(1, "b3", 1.0))
        refused(Message("xtic.move", move="hello"), lambda: match.move(1, "hello", 1.0))
        refused(Message("table.no-roll"), lambda: match.roll(1, 1.0))
        assert match.move(1, "f", 1.0).plies[-1].token == "=F"

    def test_nobody_moves_when_it_is_over(self) -> None:
        match = moves(table("xtic", ADA, BOB, start="xtic 012./..../..../.... =3"), "d1")
        assert match.outcome is not None
        assert match.outcome.winner == 2
        refused(Message("law.over"), lambda: match.move(2, "=4", 2.0))
        refused(Message("law.over"), lambda: match.resign(2, 2.0))
        refused(Message("law.over"), lambda: match.abandon(2.0))

    def test_resigning_between_two_ends_the_match(self) -> None:
        outcome = moves(table("tactix", ADA, BOB), "a1").resign(1, 9.0).outcome
        assert outcome is not None
        assert (outcome.winner, outcome.why, outcome.message) == (
            2,
            "resigned",
            Message("table.outcome.resigned", seat=1),
        )

    def test_resigning_among_three_leaves_two_to_play_on(self) -> None:
        match = moves(table("xchain:seats=3", ADA, BOB, CY), "a1", "b2", "c3").resign(2, 9.0)
        assert match.outcome is None
        assert match.living == (1, 3)
        refused(Message("table.eliminated", seat=2), lambda: match.move(2, "b2", 10.0))
        refused(Message("table.eliminated", seat=2), lambda: match.resign(2, 10.0))
        match = match.move(1, "a2", 11.0)
        assert match.state.turn == 3
        last = match.resign(1, 12.0)
        assert last.outcome is not None
        assert last.outcome.winner == 3

    def test_whoever_is_away_for_too_long_forfeits(self) -> None:
        match = moves(table("tactix", ADA, BOB), "a1").forfeit(2, 9.0)
        assert match.outcome is not None
        assert (match.outcome.winner, match.outcome.why) == (1, "absent")
        assert record.read(record.write([to_record(match)]))[0].why == "absent"

    def test_abandoning_has_no_winner(self) -> None:
        match = moves(table("tactix", ADA, BOB), "a1").abandon(2.0)
        assert match.over
        assert match.outcome is None
        refused(Message("law.over"), lambda: match.move(2, "a2", 3.0))


class TestUndo:
    def test_against_a_computer_it_goes_back_to_ones_own_last_decision(self) -> None:
        match = moves(table("xtic", ADA, HARD), "=7", "b3", "=8", "a1", "=9", "c3", "=A")
        back = match.ask(1, "undo", 9.0)
        assert str(back.state) == "xtic 8.../..../.7../.... -"  # before giving 9
        assert str(back.ask(1, "undo", 10.0).state) == "xtic ..../..../.7../.... =8"  # before placing 8
        refused(Message("table.no-undo", seat=2), lambda: table("xtic", ADA, HARD).ask(2, "undo", 1.0))

    def test_redo_goes_forward_to_ones_next_decision_until_something_else_is_played(self) -> None:
        match = moves(table("xtic", ADA, HARD), "=7", "b3", "=8", "a1", "=9", "c3", "=A")
        back = match.ask(1, "undo", 9.0).ask(1, "undo", 10.0)
        forward = back.ask(1, "redo", 11.0)
        assert str(forward.state) == "xtic 8.../..../.7../.... -"
        assert forward.ask(1, "redo", 12.0).state == match.state
        refused(Message("table.no-redo"), lambda: match.ask(1, "redo", 12.0))
        other = back.move(1, "d4", 11.0)
        refused(Message("table.no-redo"), lambda: other.ask(1, "redo", 12.0))

    @pytest.mark.parametrize("other", [computer("hard"), person("Bob")])
    def test_nothing_is_made_again_after_the_end(self, other: Seat) -> None:
        back = moves(table("tactix", person("Ada"), other), "a1", "b1").ask(1, "undo", 10.0)
        back = back.answer(2, True, 11.0) if back.question else back
        over = back.resign(1, 12.0)
        refused(Message("law.over"), lambda: over.ask(1, "redo", 13.0))
        assert over.state == back.state

    def test_between_people_all_have_to_agree(self) -> None:
        match = moves(table("tactix", ADA, BOB), "a1", "b2")
        asked = match.ask(1, "undo", 3.0)
        assert asked.state == match.state
        assert asked.must_answer == (2,)
        refused(Message("table.asked", seat=1), lambda: asked.ask(2, "undo", 4.0))
        refused(Message("table.no-answer", seat=1), lambda: asked.answer(1, True, 4.0))
        assert asked.answer(2, True, 4.0).state == match.setup.first
        declined = asked.answer(2, False, 4.0)
        assert (declined.state, declined.question) == (match.state, None)
        assert asked.answer(1, False, 4.0).question is None  # withdrawn
        assert asked.move(1, "c3", 4.0).question is None  # playing on is an answer
        refused(Message("table.no-question"), lambda: match.answer(2, True, 4.0))

    def test_among_four_everybody_has_to_agree_but_not_computers(self) -> None:
        match = moves(table("xchain:seats=4", ADA, HARD, CY, DEE), "a1", "b2", "c3", "d4")
        asked = match.ask(1, "undo", 5.0)
        assert asked.must_answer == (3, 4)
        half = asked.answer(3, True, 6.0)
        assert half.state == match.state
        refused(Message("table.no-answer", seat=3), lambda: half.answer(3, True, 7.0))
        assert half.answer(4, True, 7.0).state == match.setup.first

    def test_two_at_one_screen_need_no_consent(self) -> None:
        match = moves(table("tactix", person("Ada", "x"), person("Bob", "x")), "a1", "b2")
        assert match.ask(2, "undo", 3.0).state == match.plies[0].after

    def test_never_past_a_roll(self) -> None:
        match = moves(table("tritoc", ADA, HARD), "roll")
        while match.state.actor == CHANCE:
            match = match.roll(match.state.turn, 1.0)
        seat = match.state.actor
        placed = match.move(seat, match.state.moves()[0], 2.0)
        assert placed._undoable(seat) == (1, None)
        rolled = placed.roll(placed.state.turn, 3.0)
        refused(Message("table.rolled"), lambda: rolled.ask(seat, "undo", 4.0))

    def test_not_past_somebody_who_left(self) -> None:
        match = moves(table("xchain:seats=3", ADA, HARD, CY), "a1", "b2", "c3").resign(3, 4.0)
        refused(Message("table.left", seat=3), lambda: match.ask(1, "undo", 5.0))

    def test_a_lost_game_against_a_computer_can_be_taken_back_but_not_one_between_people(self) -> None:
        fatal = "xtic 012./..../..../.... =3"
        lost = moves(table("xtic", ADA, HARD, start=fatal), "d1")
        assert lost.over
        assert not lost.ask(1, "undo", 2.0).over
        lost = moves(table("xtic", ADA, BOB, start=fatal), "d1")
        refused(Message("law.over"), lambda: lost.ask(1, "undo", 2.0))
        gone = table("xtic", ADA, HARD).resign(1, 2.0)
        refused(Message("law.over"), lambda: gone.ask(1, "undo", 3.0))


class TestDrawsAndHints:
    def test_a_draw_needs_every_living_seat(self) -> None:
        match = moves(table("tesseract", ADA, BOB), "00", "11").ask(1, "draw", 3.0)
        assert match.must_answer == (2,)
        outcome = match.answer(2, True, 4.0).outcome
        assert outcome is not None
        assert (outcome.winner, outcome.why, outcome.score) == (None, "agreed", "1/2-1/2")
        assert match.answer(2, False, 4.0).outcome is None

    def test_a_computer_is_asked_too(self) -> None:
        assert table("xtic", ADA, HARD).ask(1, "draw", 1.0).must_answer == (2,)

    @pytest.mark.parametrize("game", ["tactix", "xchain"])
    def test_no_draws_where_the_game_has_none(self, game: str) -> None:
        refused(
            Message("table.no-draws", game=games.game(game).title), lambda: table(game, ADA, BOB).ask(1, "draw", 1.0)
        )

    def test_hints_between_people_only_when_all_agree(self) -> None:
        match = table("tactix", ADA, BOB)
        assert not match.hints_allowed
        asked = match.ask(2, "hints", 1.0)
        assert not asked.hints_allowed
        assert asked.answer(1, True, 2.0).hints_allowed
        assert table("tactix", ADA, HARD).hints_allowed
        refused(Message("table.hints"), lambda: table("tactix", ADA, HARD).ask(1, "hints", 1.0))
        assert match.resign(1, 1.0).hints_allowed


class TestClocks:
    def test_time_runs_for_the_seat_whose_turn_it_is_and_each_turn_adds_the_increment(self) -> None:
        match = table("xtic", ADA, BOB, pace=Pace(60, 5)).move(1, "=7", 10.0).move(2, "b3", 17.0).move(2, "=8", 20.0)
        clock = match.clock
        assert clock is not None
        assert clock.left_at(1, 20.0) == 60, "the first move is not timed, and adds nothing"
        assert clock.left_at(2, 20.0) == 60 - 3 + 5, "placing was its first move, giving was timed"
        assert clock.left_at(1, 23.0) == 57
        assert clock.deadline == 20 + 60

    def test_a_seats_time_runs_after_its_first_move(self) -> None:
        match = table("tactix", ADA, BOB, pace=Pace(60))
        assert match.clock is not None
        assert (match.clock.running, match.clock.awaited, match.clock.deadline) == (None, 1, None)
        refused(Message("table.not-late"), lambda: match.flag(1000.0))
        asked = match.ask(1, "abandon", 5.0).answer(2, False, 6.0)
        assert asked.clock == match.clock, "what is not a move changes nothing"
        moved = match.move(1, "a1", 50.0)
        assert moved.clock is not None
        assert (moved.clock.running, moved.clock.awaited, moved.clock.since) == (None, 2, 50.0)
        both = moved.move(2, "a2", 90.0)
        assert both.clock is not None
        assert (both.clock.left, both.clock.running, both.clock.deadline) == ((60, 60), 1, 150.0)
        undone = both.ask(2, "undo", 95.0).answer(1, True, 96.0)
        assert undone.clock is not None
        assert undone.clock.running == 2, "an undone first move was one"

    @pytest.mark.parametrize(("seconds", "given"), [(5, 60.0), (300, 300.0)])
    def test_a_match_without_a_first_move_is_abandoned(self, seconds: int, given: float) -> None:
        match = table("tactix", ADA, BOB, pace=Pace(seconds)).move(1, "a1", 10.0)
        assert match.due == 10 + given
        refused(Message("table.not-late"), lambda: match.expire(9.9 + given))
        ended = match.expire(10 + given)
        assert (ended.abandoned, ended.abandoned_why, ended.outcome, ended.due) == (True, "first-move", None, None)
        assert match.move(2, "a2", 1000.0).plies[-1].left == seconds, "until then it may come late"

    def test_a_computer_that_is_slow_abandons_no_match(self) -> None:
        match = table("tactix", ADA, computer("hard"), pace=Pace(5)).move(1, "a1", 10.0)
        assert match.due is None
        refused(Message("table.not-late"), lambda: match.expire(1e9))
        assert view(match, 20.0)["clock"]["first_move_deadline"] is None
        moved = match.move(2, "a2", 1e6)
        assert moved.due == 1e6 + 5, "from then on time runs"
        waiting = table("tactix", computer("hard"), ADA, pace=Pace(5)).move(1, "a1", 10.0)
        assert waiting.due == 70.0, "a person has forgotten the match"
        assert waiting.forfeit(2, 20.0).due is None
        assert waiting.take_over(2, computer("hard"), 20.0).due is None

    def test_clocks_that_ran_from_the_beginning_still_do(self) -> None:
        stored = {"event": "Began", "at": 0.0}
        match = Table.open(table("tactix", ADA, BOB, pace=Pace(60, 5), begin=False).setup, (from_json(stored),))
        assert match.clock is not None
        assert (match.clock.running, match.clock.deadline, match.due) == (1, 60, 60)
        moved = match.move(1, "a1", 10.0)
        assert moved.clock is not None
        assert (moved.clock.left, moved.clock.running) == ((55, 60), 2)

    def test_whoever_runs_out_loses(self) -> None:
        match = timed("tactix", ADA, BOB)
        refused(Message("table.not-late"), lambda: match.flag(59.9))
        refused(Message("table.late", seat=1), lambda: match.move(1, "a1", 60.0))
        outcome = match.expire(60.0).outcome
        assert outcome is not None
        assert (outcome.winner, outcome.why) == (2, "time")
        refused(Message("table.not-late"), lambda: match.flag(60.0).flag(61.0))

    def test_among_three_the_others_play_on(self) -> None:
        match = timed("xchain:seats=3", ADA, BOB, CY).move(1, "a1", 1.0).flag(61.0)
        assert match.living == (1, 3)
        assert match.state.turn == 3
        assert match.clock is not None
        assert match.clock.deadline == 121

    def test_the_rollers_clock_runs(self) -> None:
        match = timed("tritoc", ADA, BOB).roll(1, 10.0)
        assert match.clock is not None
        assert match.clock.left_at(1, 15.0) == 45

    def test_a_clock_that_jumps_back_gives_nobody_time(self) -> None:
        match = timed("tactix", ADA, BOB).move(1, "a1", 10.0).move(2, "b2", 5.0)
        assert match.clock is not None
        assert match.clock.left == (50, 60)

    def test_it_stands_still_while_the_server_is_closed(self) -> None:
        match = timed("tactix", ADA, BOB).move(1, "a1", 10.0).reopen(25.0, 1000.0)
        assert match.clock is not None
        assert match.clock.left_at(2, 1000.0) == 45
        assert match.clock.deadline == 1045
        assert match.reopen(1001.0, 1005.0).move(2, "b1", 1010.0).plies[-1].left == 60 - 15 - 1 - 5
        assert Table.open(match.setup, match.events) == match

    def test_a_clock_set_back_while_the_server_is_closed_costs_and_gives_nothing(self) -> None:
        match = timed("tactix", ADA, BOB).move(1, "a1", 50.0).reopen(65.0, 20.0)
        assert match.clock is not None
        assert match.clock.left_at(2, 20.0) == 45
        assert match.clock.deadline == 65

    def test_time_is_credited_forward_and_back(self) -> None:
        match = timed("tactix", ADA, BOB).move(1, "a1", 10.0)
        for seconds in (600.0, -600.0):
            credited = match.credit(seconds, 20.0 + seconds)
            assert credited.clock is not None
            assert credited.clock.left_at(2, 20.0 + seconds) == 50
        first = table("tactix", ADA, BOB, pace=Pace(60)).credit(600.0, 610.0)
        assert first.due == 660.0
        refused(Message("table.no-clock"), lambda: match.resign(1, 11.0).credit(1.0, 12.0))

    def test_only_what_ran_meanwhile_is_given_back(self) -> None:
        late = timed("tactix", ADA, BOB).reopen(closed=70.0, now=500.0)
        assert late.flag(500.0).outcome
        asleep = timed("tactix", ADA, BOB).move(1, "a1", 10.0).reopen(closed=0.0, now=500.0)
        assert asleep.clock is not None
        assert asleep.clock.left == (50, 60)
        assert asleep.clock.left_at(2, 500.0) == 60
        refused(Message("table.no-clock"), lambda: table("tactix", ADA, BOB).reopen(1.0, 2.0))
        refused(Message("table.no-clock"), lambda: asleep.resign(2, 501.0).reopen(502.0, 503.0))

    def test_it_stops_at_the_end(self) -> None:
        match = timed("tactix", ADA, BOB).resign(1, 10.0)
        assert match.clock is not None
        assert match.clock.running is None
        assert match.clock.left_at(1, 1000.0) == 50


class TestDice:
    def test_nonces_come_before_the_first_roll_and_change_the_rolls(self) -> None:
        plain = table("tritoc", ADA, BOB)
        salted = plain.send_nonce(2, "salt", 1.0)
        refused(Message("table.nonce.twice", seat=2), lambda: salted.send_nonce(2, "more", 2.0))
        refused(Message("table.nonce.form"), lambda: plain.send_nonce(1, "a:b", 1.0))
        refused(Message("table.no-dice", game="xtic"), lambda: table("xtic", ADA, BOB).send_nonce(1, "a", 1.0))
        refused(Message("table.nonce.late"), lambda: plain.roll(1, 1.0).send_nonce(1, "late", 2.0))

        def rolls(match: Table) -> list[str]:
            while not match.over and len(match.plies) < 40:
                turn, options = match.state.turn, match.state.moves()
                match = match.roll(turn, 2.0) if match.state.actor == CHANCE else match.move(turn, options[0], 2.0)
            return [ply.token for ply in match.plies if ply.kind == "roll"]

        assert rolls(plain) == rolls(table("tritoc", ADA, BOB))
        assert rolls(plain) != rolls(salted)

    def test_only_the_seat_in_turn_rolls_and_it_must(self) -> None:
        match = table("tritoc", ADA, BOB)
        refused(Message("table.turn", seat=2, next_seat=1), lambda: match.roll(2, 1.0))
        refused(Message("law.roll-first"), lambda: match.move(1, "b2", 1.0))

    def test_the_faces_add_up(self) -> None:
        match = table("tritoc", ADA, BOB).roll(1, 1.0)
        faces = view(match, 1.0)["dice"]["faces"]
        assert sum(faces) == int(match.plies[-1].token)
        assert all(1 <= face <= 6 for face in faces)


class TestRematch:
    def test_players_change_seats_where_the_starter_sits_in_seat_one(self) -> None:
        again = table("xtic", ADA, BOB).resign(1, 1.0).rematch("seed2", "dice2")
        assert again.seats == (BOB, ADA)
        assert again.series == Series(1, 0, {"Ada": 0, "Bob": 1})
        third = Table.open(again).begin(2.0).resign(1, 3.0).rematch("seed3", "dice3")
        assert third.seats == (ADA, BOB)
        assert third.series.points == {"Ada": 1, "Bob": 1}

    @pytest.mark.parametrize(
        ("game", "then"), [("xchain:seats=3", "2"), ("xchain:seats=3,first=3", "1"), ("tritoc:first=random", "random")]
    )
    def test_the_next_seat_begins_where_an_option_says_who_does(self, game: str, then: str) -> None:
        seats = (ADA, BOB, CY)[: games.game(game).seats]
        again = table(game, *seats).abandon(1.0).rematch("s", "d")
        assert again.seats == seats
        assert getattr(again.game, "first") == then  # noqa: B009
        assert again.series.played == 0

    def test_tritoc_counts_fields_and_five_for_the_game(self) -> None:
        won = "tritoc rrr....../........./........./........./yyy....../........./........./........./......... 1 - 0 0"
        again = table("tritoc", ADA, BOB, start=won).resign(1, 1.0).rematch("s", "d")
        assert again.series.points == {"Ada": 1, "Bob": 6}

    def test_a_match_shows_its_points_and_the_series_when_it_is_over(self) -> None:
        setup = replace(table("tritoc", ADA, BOB).setup, series=Series(1, 0, {"Ada": 9, "Bob": 2}, 15))
        running = Table.open(setup).begin(0.0)
        shown = view(running, 0.0)
        assert [(seat["points"], seat["made"]) for seat in shown["seats"]] == [(9, None), (2, None)]
        assert shown["series"] == {"played": 1, "drawn": 0, "target": 15, "winner": None, "counts_points": True}
        over = view(running.resign(2, 1.0), 1.0)
        assert [(seat["points"], seat["made"]) for seat in over["seats"]] == [(9, 5), (2, 0)]

    def test_whoever_reaches_the_target_wins_the_series_and_the_next_match_begins_another(self) -> None:
        first = Table.open(replace(table("xtic", ADA, BOB).setup, series=Series(target=2))).begin(0.0).resign(1, 1.0)
        assert first.series_winner is None
        second = Table.open(first.rematch("s", "d")).begin(2.0)
        assert second.series_winner is None  # while it is played
        decided = second.resign(2, 3.0)  # Bob went first
        assert [seat.name for seat in decided.seats if seat] == ["Bob", "Ada"]
        assert decided.series_winner == 1
        assert decided.rematch("s", "d").series == Series(target=2)

    def test_after_a_tie_at_the_target_the_series_goes_on(self) -> None:
        tied = Series(4, 0, {"Ada": 14, "Bob": 14}, 15).plus(["Ada", "Bob"], [3, 3], drawn=True)
        assert tied.winner is None
        assert tied.plus(["Ada", "Bob"], [5, 0], drawn=False).winner == "Ada"

    @pytest.mark.parametrize("target", [-1, 1001])
    def test_a_target_is_within_bounds(self, target: int) -> None:
        refused(Message("table.target", most=1000), lambda: Series(target=target))

    def test_two_at_one_screen_have_scores_of_their_own(self) -> None:
        ada, bob = person("Ada", "screen"), person("Bob", "screen")
        again = table("xtic", ada, bob).resign(1, 1.0).rematch("s", "d")
        assert again.seats == (bob, ada)
        shown = view(Table.open(again), 2.0)["seats"]
        assert [(seat["name"], seat["points"]) for seat in shown] == [("Bob", 1), ("Ada", 0)]

    def test_a_draw_is_counted(self) -> None:
        drawn = table("xtic", ADA, BOB).ask(1, "draw", 1.0).answer(2, True, 2.0)
        assert drawn.rematch("s", "d").series == Series(1, 1, {"Ada": 0, "Bob": 0})

    def test_not_before_the_end(self) -> None:
        running = table("xtic", ADA, BOB)
        refused(Message("table.not-over"), lambda: running.rematch("s", "d"))
        refused(Message("table.not-over"), lambda: running.offer_rematch(1, None, 1.0))

    @pytest.mark.parametrize(("first", "seats"), [(1, (ADA, BOB)), (2, (BOB, ADA)), (None, (BOB, ADA))])
    def test_whoever_is_wanted_goes_first(self, first: int | None, seats: tuple[Seat, ...]) -> None:
        assert table("xtic", ADA, BOB).resign(1, 1.0).rematch("s", "d", first).seats == seats
        again = table("xchain", ADA, BOB).resign(1, 1.0).rematch("s", "d", first)
        assert (again.seats, again.first.turn) == ((ADA, BOB), first or 2)

    def test_it_is_an_offer_that_all_other_people_accept(self) -> None:
        over = table("xchain:seats=3", ADA, BOB, HARD).abandon(1.0)
        offered = over.offer_rematch(2, 3, 2.0)
        assert offered.must_answer == (1,)
        for other in (1, None):  # None means seat 2 here
            refused(Message("table.asked", seat=2), partial(offered.offer_rematch, 1, other, 3.0))
        assert offered.answer(1, False, 3.0).question is None
        for agreed in (offered.answer(1, True, 3.0), offered.offer_rematch(1, 3, 3.0)):
            assert agreed.events[-1] == AgreedRematch(3.0, 3)
            assert agreed.question is None

    def test_computers_accept_at_once(self) -> None:
        assert isinstance(table("xtic", ADA, HARD).resign(1, 1.0).offer_rematch(1, None, 2.0).events[-1], AgreedRematch)


class TestNames:
    def test_points_follow_a_player_who_is_renamed(self) -> None:
        ada, bob = person("Ada", "screen"), person("Bob", "screen")
        second = Table.open(table("xtic", ada, bob).resign(2, 1.0).rematch("s", "d")).begin(2.0)
        renamed = second.rename(2, "Augusta", 3.0)
        assert [(seat["name"], seat["points"]) for seat in view(renamed, 4.0)["seats"]] == [("Bob", 0), ("Augusta", 1)]
        assert renamed.resign(1, 4.0).rematch("s", "d").series.points == {"screen/Augusta": 2, "screen/Bob": 0}
        assert renamed.rename(2, "Augusta", 5.0) is renamed

    def test_two_at_one_screen_take_back_one_move(self) -> None:
        match = moves(table("tactix", person("Ada", "screen"), person("Bob", "screen")), "a1", "b1")
        once = match.ask(1, "undo", 9.0)
        assert len(once.plies) == 1
        assert len(once.ask(2, "undo", 10.0).plies) == 0
        assert len(once.ask(1, "redo", 10.0).plies) == 2


class TestSecrets:
    def test_seeds_are_shown_only_when_it_is_over(self) -> None:
        match = table("tritoc", ADA, BOB).roll(1, 1.0)
        shown = view(match, 1.0, 1)
        assert (shown["seed"], shown["dice"]["seed"]) == (None, None)
        written = record.write([to_record(match)])
        assert "DiceHash" in written
        assert "DiceSeed" not in written
        assert "[Seed" not in written
        over = match.resign(1, 2.0)
        shown = view(over, 2.0)
        assert (shown["seed"], shown["dice"]["seed"]) == ("match", "dice")
        assert '[DiceSeed "dice"]' in record.write([to_record(over)])

    def test_what_a_seat_may_do_is_told_with_reasons(self) -> None:
        match = moves(table("tactix", ADA, BOB), "a1")
        assert view(match, 2.0, 2)["may"] == {
            "move": None,
            "roll": {"code": "table.no-roll", "args": {}, "reason": "There is nothing to roll now."},
            "resign": None,
            "undo": {"code": "table.no-undo", "args": {"seat": 2}, "reason": "Seat 2 has not made a move yet."},
            "redo": {"code": "table.no-redo", "args": {}, "reason": "There is nothing to redo."},
            "draw": {
                "code": "table.no-draws",
                "args": {"game": "TacTix"},
                "reason": "TacTix has no draws by agreement.",
            },
            "abandon": None,
            "hints": None,
        }
        assert view(match, 2.0)["may"] is None


VARIANTS = games.variants()


@pytest.mark.parametrize("variant", VARIANTS)
@settings(max_examples=4, deadline=None)
@given(seed=st.text("abc", min_size=1, max_size=6))
def test_events_are_the_truth_and_records_replay(variant: str, seed: str) -> None:
    """A match with all sorts of actions, refused or not: its events fold to the same table, its record replays it."""
    game = games.game(variant)
    draws = Draws(seed, "verbs")
    seats = (ADA, BOB, HARD, HARD)[: game.seats]
    match = Table.open(Setup(game, seats, seed, "dice", Pace(3000, 2))).begin(1_000_000.0)
    now = 1_000_000.0
    while not match.over:
        now += draws.below(30) / 10
        before, seat = match, 1 + draws.below(game.seats)
        turn = match.state.turn
        try:
            verb = draws.below(40)
            if verb == 0:
                match = match.ask(seat, draws.choice(("undo", "redo", "draw", "hints")), now)
            elif verb == 1:
                match = match.answer(seat, bool(draws.below(2)), now)
            elif verb == 2 and draws.below(20) == 0:
                match = match.resign(seat, now)
            elif match.state.actor == CHANCE:
                match = match.roll(turn, now)
            else:
                match = match.move(turn, draws.choice(match.state.moves()), now)
        except TableRefusal:
            assert match is before
    stored = tuple(from_json(to_json(event)) for event in match.events)
    assert Table.open(match.setup, stored) == match
    written = to_record(match)
    assert record.read(record.write([written])) == [written]
    assert written.last == match.state
    assert [state for _, state in written.replay()] == [ply.after for ply in match.plies]
    assert view(match, now, 1)["state"] == match.state.view()
