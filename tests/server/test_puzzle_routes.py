"""Puzzles: asked for without their answers, judged by proof, resisted to the end."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest
from live_server import Player, opened, refusal

from quincunx import games, puzzles
from quincunx.law.messages import Message
from quincunx.puzzles import Puzzle

SHELF = (
    Puzzle("tactix-9001", "tactix:size=3 oo./..o/... 1", "win", "a1-b1", 2, 1),
    Puzzle("tactix-9002", "tactix:size=3 oo./.o./o.. 1", "win", "b1", 4, 2),
    Puzzle(
        "tesseract-9001",
        "tesseract:dims=3 o.xx/.x.x/..o./...o/..ox/.xo./..o./..xx/x..o/.oxx/..oo/...o/x.ox/o.../..x./x..o",
        "win",
        "A1",
        9,
        3,
    ),
    Puzzle(
        "tritoc-9001",
        "tritoc r..r.rryr/..y..yy.y/r.y.y.yry/rry.rryrr/rrryr.r.y/.yrr.ryry/yyr.y.r.y/yy.rrrryy/yr.r..yyy 2 12 0 0",
        "best",
        "xc2.6",
        None,
        5,
    ),
    Puzzle("xtic-9001", "xtic CB../4.0./.9E1/D.6. =2", "win", "b2", 3, 3),
)
"""Made by hand, so that these tests do not depend on what is shipped."""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch, opened(tmp_path_factory.mktemp("server") / "games.sqlite") as url:
        patch.setattr(puzzles, "load", lambda: SHELF)
        yield url


def test_puzzles_are_shown_without_their_answers(ada: Player) -> None:
    found = ada.http.get("/api/puzzles").json()
    assert [one["id"] for one in found] == [puzzle.id for puzzle in SHELF]
    one = ada.http.get("/api/puzzles/xtic-9001").json()
    assert one["view"] == games.parse(SHELF[-1].position).view()
    assert (one["goal"], one["grade"], one["moves_to_end"]) == ("win", 3, 3)
    assert all("move" not in shown for shown in (*found, one))
    assert refusal(404, ada.http.get("/api/puzzles/xtic-0")) == Message("server.no-puzzle", id="xtic-0")


def test_today_is_the_same_for_everybody_and_tomorrow_another(ada: Player, url: str) -> None:
    with Player(url) as bob:
        today = ada.http.get("/api/puzzles/daily").json()
        assert today == bob.http.get("/api/puzzles/daily").json()
    days = [puzzles.daily(date(2026, 11, day)).id for day in range(1, 31)]
    assert set(days) == {puzzle.id for puzzle in SHELF}


def test_the_right_move_is_resisted_until_nothing_can_go_wrong(ada: Player) -> None:
    """Whoever follows the proof reaches the goal, whatever the server answers."""
    for puzzle in SHELF:
        state, line, move = games.parse(puzzle.position), list[str](), puzzle.move
        solver = state.turn
        for _ in range(20):
            found = ada.http.post(f"/api/puzzles/{puzzle.id}", json={"move": move, "line": line}).json()
            assert found["right"], (puzzle.id, line, move, found)
            for token in (move, *found["reply"]):
                state = state.play(token)
                line.append(token)
            if found["solved"]:
                break
            assert state.turn == solver
            move = ada.http.post("/api/analysis", json={"position": str(state)}).json()["best"]
        assert found["solved"]
        if state.outcome:
            assert state.outcome.winner == solver


def test_another_way_to_win_is_right_too(ada: Player) -> None:
    """After the only move and the block that it forces three moves win; an analysis stops at the first it finds."""
    found = ada.http.post("/api/puzzles/tesseract-9001", json={"move": "A1"}).json()
    assert (found["right"], found["reply"]) == (True, ["A0"])
    for move, right in (("23", True), ("81", True), ("B1", True), ("01", False)):
        answer = ada.http.post("/api/puzzles/tesseract-9001", json={"move": move, "line": ["A1", "A0"]}).json()
        assert answer["right"] == right


def test_a_wrong_move_is_answered_with_its_value(ada: Player) -> None:
    found = ada.http.post("/api/puzzles/tactix-9001", json={"move": "a1"}).json()
    assert (found["right"], found["solved"], found["reply"]) == (False, False, [])
    assert (found["value"]["seats"], found["value"]["exact"]) == ([0.0, 1.0], True)


def test_with_dice_the_best_move_is_the_whole_answer(ada: Player) -> None:
    wrong = ada.http.post("/api/puzzles/tritoc-9001", json={"move": "xc2.8"}).json()
    assert (wrong["right"], wrong["value"]["exact"]) == (False, True)
    assert 0.4 < wrong["value"]["seats"][1] < 0.45
    right = ada.http.post("/api/puzzles/tritoc-9001", json={"move": "xc2.6"}).json()
    assert (right["right"], right["solved"], right["reply"]) == (True, True, [])


def test_an_attempt_that_is_not_legal_is_refused(ada: Player) -> None:
    ask = "/api/puzzles/tactix-9001"
    for attempt, refused in (
        ({"move": "a2"}, Message("tactix.empty", square="a2")),
        ({"move": "b1", "line": ["a1"]}, Message("server.puzzle-line")),
        ({"move": "c2", "line": ["a1", "b1"]}, Message("server.puzzle-line")),
        ({"move": "b2", "line": ["a1", "a1-b1"]}, Message("tactix.gap", square="a1")),
    ):
        assert refusal(422, ada.http.post(ask, json=attempt)) == refused
    assert refusal(404, ada.http.post("/api/puzzles/none", json={"move": "a1"}))
