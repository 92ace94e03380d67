"""Many positions at once: answers out of order, priorities, cancelling, and errors that name the field."""

import json
import random
import subprocess
import sys
import threading
from typing import Any

import pytest
import wrong_positions

from quincunx import engine, games
from quincunx.engine.player import player
from quincunx.engine.process.jsonlines import Desk
from quincunx.engine.signature import positions

VARIANTS = (*games.GAMES, "xchain:size=3x3", "tactix:size=3", "tactix:size=6", "tesseract:dims=3", "xtic:type=torus")


class Answers:
    def __init__(self) -> None:
        self.all: list[dict[str, Any]] = []
        self.came = threading.Condition()

    def __call__(self, lines: str) -> None:
        with self.came:
            self.all += map(json.loads, lines.split("\n"))
            self.came.notify_all()

    def of(self, identity: object) -> dict[str, Any]:
        with self.came:
            assert self.came.wait_for(lambda: any(a["id"] == identity for a in self.all), timeout=60)
            return next(a for a in self.all if a["id"] == identity)


def send(desk: Desk, **request: Any) -> None:
    desk.handle(json.dumps(request))


def test_every_position_is_answered() -> None:
    answers = Answers()
    desk = Desk(answers, workers=2)
    for n in range(20):
        send(desk, id=n, position="tactix:size=3", moves=["b1-b3"] if n % 2 else [], limits={"nodes": 1000})
    desk.close()
    assert sorted(a["id"] for a in answers.all) == list(range(20))
    for answer in answers.all:
        assert answer["best"] in [found["move"] for found in answer["moves"]]
        assert answer["moves"][0]["value"]["exact"]


def test_cancelling_ends_a_running_search_with_what_it_has() -> None:
    answers = Answers()
    desk = Desk(answers, workers=2)
    send(desk, id="long", position="xtic", method="playouts", limits={"seconds": 600})
    send(desk, id="probe", position="tactix:size=3", limits={"nodes": 10})
    answers.of("probe")  # it was taken up after the long one
    send(desk, id="long", cancel=True)
    assert answers.of("long")["moves"]
    assert answers.of("long")["cancelled"]
    assert "cancelled" not in answers.of("probe")
    desk.close()


def test_greater_priority_comes_first() -> None:
    answers = Answers()
    desk = Desk(answers, workers=1)
    send(desk, id="long", position="xtic", method="playouts", limits={"seconds": 600}, priority=10)
    send(desk, id="low", position="tactix:size=3", limits={"nodes": 10}, priority=-1)
    send(desk, id="high", position="tactix:size=3", limits={"nodes": 10}, priority=1)
    send(desk, id="dropped", position="tactix:size=3", limits={"nodes": 10}, priority=-2)
    send(desk, id="dropped", cancel=True)
    assert answers.of("dropped") == {"id": "dropped", "cancelled": True}
    send(desk, id="long", cancel=True)
    desk.close()
    assert [a["id"] for a in answers.all] == ["dropped", "long", "high", "low"]


def test_a_level_chooses() -> None:
    answers = Answers()
    desk = Desk(answers)
    send(desk, id=1, position="xtic", level="easy", seed="s")
    send(desk, id=2, position="xtic", level="easy", seed="s")
    desk.close()
    assert answers.of(1)["best"] == answers.of(2)["best"]


@pytest.mark.parametrize(
    ("line", "field", "code"),
    [
        ("{", "", "engine.json.line"),
        ("[" * 100_000, "", "engine.json.line"),
        ("[1]", "", "engine.json.object"),
        ('{"position": "xtic"}', "id", "engine.json.id"),
        ('{"id": null, "position": "xtic"}', "id", "engine.json.id"),
        ('{"id": true, "position": "xtic"}', "id", "engine.json.id"),
        ('{"id": 1, "colour": 2}', "colour", "engine.json.field"),
        ('{"id": 1}', "position", "engine.json.position"),
        ('{"id": 1, "position": ""}', "position", "engine.json.position"),
        ('{"id": 1, "position": "chess"}', "position", "games.unknown"),
        ('{"id": 1, "position": 5}', "position", "engine.json.text"),
        ('{"id": 1, "position": "xtic 7"}', "position", "xtic.position"),
        ('{"id": 1, "position": "xtic", "moves": "a1"}', "moves", "engine.json.moves"),
        ('{"id": 1, "position": "xtic", "moves": ["=1", "=2"]}', "moves[1]", "xtic.place"),
        ('{"id": 1, "position": "xtic", "level": "god"}', "level", "engine.no-level"),
        ('{"id": 1, "position": "xtic", "limits": 5}', "limits", "engine.json.limits"),
        ('{"id": 1, "position": "xtic", "limits": {"nodes": "5"}}', "limits.nodes", "engine.json.whole"),
        ('{"id": 1, "position": "xtic", "limits": {"nodes": -5}}', "limits", "engine.limit"),
        ('{"id": 1, "position": "xtic", "limits": {"luck": 5}}', "limits.luck", "engine.json.limit"),
        ('{"id": 1, "position": "xtic", "priority": true}', "priority", "engine.json.priority"),
        ('{"id": 1, "position": "xtic", "priority": NaN}', "priority", "engine.json.priority"),
        ('{"id": 1, "cancel": true}', "id", "engine.json.id-unknown"),
        ('{"id": 1, "position": "xtic", "method": "guess", "limits": {"nodes": 5}}', "method", "engine.no-method"),
        ('{"id": 1, "position": "xtic", "level": "easy", "seed": "\\ud800"}', "seed", "engine.json.surrogate"),
        ('{"id": 1, "position": "tactix:size=3 .../.../... 1", "level": "random"}', "position", "engine.over"),
        ('{"id": 1, "position": "tritoc", "level": "random"}', "position", "engine.roll-first"),
        ('{"id": 1, "position": "xtic", "limits": {"memory": 1125899906842623}}', "method", "engine.memory"),
        (
            '{"id": 1, "position": "tactix:size=3 .../.../... 1", "limits": {"nodes": 5}}',
            "position",
            "engine.over",
        ),
    ],
)
def test_errors_name_the_field_and_carry_the_id(line: str, field: str, code: str) -> None:
    answers = Answers()
    desk = Desk(answers)
    desk.handle(line)
    desk.close()
    (answer,) = answers.all
    assert answer["id"] == (1 if '"id": 1' in line else None)
    assert answer["error"]["field"] == field
    assert answer["error"]["code"] == code
    assert answer["error"]["reason"]


def test_while_dice_are_to_be_rolled_no_move_is_best() -> None:
    answers = Answers()
    desk = Desk(answers)
    send(desk, id=1, position="tritoc", limits={"nodes": 10})
    desk.close()
    assert answers.of(1)["best"] is None
    assert [found["move"] for found in answers.of(1)["moves"]] == [str(roll) for roll in range(2, 13)]


def test_an_id_is_used_once_at_a_time() -> None:
    answers = Answers()
    desk = Desk(answers)
    send(desk, id=1, position="xtic", method="playouts", limits={"seconds": 600})
    send(desk, id=1, position="xtic")
    assert answers.of(1)["error"]["field"] == "id"
    send(desk, id=1, cancel=True)
    desk.close()


def test_a_real_process() -> None:
    requests = "".join(f'{{"id": {n}, "position": "tactix:size=3", "limits": {{"nodes": 50}}}}\n' for n in range(5))
    words = [sys.executable, "-m", "quincunx", "engine", "--json", "--threads", "2"]
    result = subprocess.run(words, input=requests, capture_output=True, text=True, timeout=60, check=True)
    assert sorted(json.loads(line)["id"] for line in result.stdout.splitlines()) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    "variant", [*games.GAMES, "xchain:size=3x3", "tactix:size=3", "tactix:size=6", "tesseract:dims=3"]
)
def test_answers_are_those_of_the_engine(variant: str) -> None:
    """Whether the core writes them, many at once, or Python, because a book has something to say."""
    answers, states = Answers(), list(positions(variant))
    desk = Desk(answers, workers=2)
    for n, state in enumerate(states):
        send(desk, id=n, position=str(state), limits={"nodes": 300, "seed": 1})
    desk.close()
    for n, state in enumerate(states):
        plain = engine.analyse(state, engine.Limits(nodes=300, seed=1))
        best = None if state.actor == games.CHANCE else plain.best.move
        expected = {"id": n, "best": best, **json.loads(json.dumps(plain.to_json()))}
        assert {**answers.of(n), "seconds": 0.0} == {**expected, "seconds": 0.0}


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_text_of_a_position_shows_where_no_book_has_it(variant: str) -> None:
    own, draws, found = player(games.game(variant).name), random.Random(variant), 0
    state = games.start(variant)
    while not state.outcome:
        if method := own.plain_method(state.game, state.body):
            assert not own.page(state)
            assert method == own.method(state)
            found += 1
        state = state.play(draws.choice(state.moves()))
    assert found or variant == "tesseract:dims=3"  # where a match ends before


def test_positions_are_refused_for_the_reason_that_the_law_gives() -> None:
    """The core reads them, and asks the law where it refuses."""
    for text in wrong_positions.texts(rounds=20):
        if " " not in text:
            continue
        answers = Answers()
        Desk(answers).handle(json.dumps({"id": 1, "position": text, "limits": {"nodes": "none"}}))
        (answer,) = answers.all
        said = wrong_positions.answer(text)
        if "position" in said:  # the next thing that is wrong
            assert answer["error"]["code"] == "engine.json.whole", text
        else:
            assert answer["error"] == {"field": "position", **said, "reason": answer["error"]["reason"]}, text


def test_small_searches_are_answered_together() -> None:
    """Those that wait while another is running; also wrong ones and one that is cancelled among them."""
    answers = Answers()
    desk = Desk(answers)
    send(desk, id="long", position="xtic", method="playouts", limits={"seconds": 600}, priority=1)
    start = "tactix:size=3 ooo/ooo/ooo 1"
    for n in range(100):
        send(desk, id=n, position=start, limits={"nodes": 100, "seconds": 10})
    send(desk, id="book", position="xtic 7.../..../..../.... =8", limits={"nodes": 100})
    send(desk, id="level", position=start, level="easy", seed="s")
    send(desk, id="method", position=start, method="guess", limits={"nodes": 100})
    send(desk, id="memory", position=start, method="playouts", limits={"nodes": 9, "memory": 2**50 - 1})
    send(desk, id="over", position="tactix:size=3 .../.../... 1", limits={"nodes": 100})
    send(desk, id=50, cancel=True)
    send(desk, id="long", cancel=True)
    desk.close()
    assert len(answers.all) == 106
    assert answers.of(50) == {"id": 50, "cancelled": True}
    expected = engine.analyse(games.parse(start), engine.Limits(nodes=100))
    for n in range(100):
        if n != 50:
            assert answers.of(n)["best"] == expected.best.move
            assert answers.of(n)["nodes"] == expected.nodes
    assert answers.of("book")["basis_message"]["code"] == "engine.basis.both"
    assert answers.of("level")["best"] == engine.choose(games.parse(start), "easy", "s")[0]
    assert answers.of("method")["error"]["code"] == "engine.no-method"
    assert answers.of("memory")["error"] == {
        "field": "method",
        "code": "engine.memory",
        "args": {"method": "playouts"},
        "reason": answers.of("memory")["error"]["reason"],
    }
    assert answers.of("over")["error"]["field"] == "position"
