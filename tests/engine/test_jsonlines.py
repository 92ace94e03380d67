"""Many positions at once: answers out of order, priorities, cancelling, and errors that name the field."""

import json
import random
import subprocess
import sys
import threading
from typing import Any

import pytest
import wrong_positions

from quincunx import _core, engine, games
from quincunx.engine.player import player
from quincunx.engine.process import jsonlines
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
        ('{"id": 1, "position": "xtic", "limits": {"seconds": 1e999}}', "limits.seconds", "engine.json.number"),
        ('{"id": 1, "position": "xtic", "limits": {"seconds": NaN}}', "limits.seconds", "engine.json.number"),
        ('{"id": 1, "position": "xtic", "limits": {"nodes": 1%s}}' % ("0" * 400), "limits", "engine.limit"),
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


SMALL = "tactix:size=3 ooo/ooo/ooo 1"


class Batches:
    """Stands in for the core: the first call waits for `go_on`, and `most` is how many calls with small searches there
    were at once."""

    def __init__(self) -> None:
        self.began, self.go_on = threading.Event(), threading.Event()
        self.sizes: list[int] = []
        self.now = self.most = 0
        self._lock = threading.Lock()

    def __call__(self, questions: list[jsonlines.Question], threads: int) -> list[tuple[str, str, str] | None]:
        small = bool(questions) and questions[0][2][0] <= jsonlines.SMALL
        with self._lock:
            self.now += small
            self.most = max(self.most, self.now)
            self.sizes.append(len(questions))
        if not self.began.is_set():
            self.began.set()
            assert self.go_on.wait(60)
        found = REAL(questions, threads)
        with self._lock:
            self.now -= small
        return found


REAL = _core.answers


def test_one_worker_does_small_searches_and_another_a_large_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also after one that stood first in the queue is cancelled."""
    batches, answers = Batches(), Answers()
    monkeypatch.setattr(_core, "answers", batches)
    desk = Desk(answers, workers=3)
    send(desk, id="first", position=SMALL, limits={"nodes": 1})
    assert batches.began.wait(60)
    for n in range(200):
        send(desk, id=n, position=SMALL, limits={"nodes": 100})
    send(desk, id="large", position=SMALL, limits={"nodes": 5000}, priority=1)
    assert answers.of("large")["best"]  # while the first small one is still being done
    send(desk, id=0, cancel=True)
    assert answers.of(0) == {"id": 0, "cancelled": True}
    assert len(answers.all) == 2
    batches.go_on.set()
    desk.close()
    assert sorted(str(a["id"]) for a in answers.all) == sorted(map(str, [*range(200), "first", "large"]))
    assert batches.most == 1
    assert max(batches.sizes) == 3 * jsonlines.MOST


def test_a_cancelled_request_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """A large search begins when the small one before it, which had to wait, is cancelled."""
    batches, answers = Batches(), Answers()
    monkeypatch.setattr(_core, "answers", batches)
    desk = Desk(answers, workers=2)
    send(desk, id="small", position=SMALL, limits={"nodes": 1})
    assert batches.began.wait(60)
    send(desk, id="next", position=SMALL, limits={"nodes": 1})
    send(desk, id="large", position=SMALL, limits={"nodes": 5000})
    send(desk, id="next", cancel=True)
    assert answers.of("large")["best"]
    assert [a["id"] for a in answers.all] == ["next", "large"]
    batches.go_on.set()
    desk.close()
    assert answers.all[2]["id"] == "small"
    send(desk, id="next", cancel=True)
    assert answers.all[3]["error"]["code"] == "engine.json.id-unknown"


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_each_request_is_answered_once(workers: int) -> None:
    """Small and large searches, levels, wrong ones and cancelled ones, with all kinds of priorities."""
    answers, draws = Answers(), random.Random(workers)
    desk = Desk(answers, workers)
    cancels = 0
    for n in range(400):
        where = draws.choice((SMALL, "xtic", "xchain:size=3x3", "tritoc", "tesseract:dims=3", "chess"))
        kind = draws.choice(
            (
                {"limits": {"nodes": draws.choice((1, 100, 2000))}},
                {"limits": {"nodes": 50}, "method": draws.choice(("playouts", "nonsense"))},
                {"level": draws.choice(("trivial", "nobody"))},
                {"limits": {"nodes": "many"}},
            )
        )
        send(desk, id=n, position=where, priority=draws.choice((0, 0, 3, -1e300, 10**300)), **kind)
        if n % 7 == 0:
            send(desk, id=draws.randrange(n + 1), cancel=True)
            cancels += 1
    desk.close()
    unknown = [a for a in answers.all if a.get("error", {}).get("code") == "engine.json.id-unknown"]
    others = [a["id"] for a in answers.all if a not in unknown]
    assert sorted(others) == list(range(400))
    assert len(unknown) <= cancels


def test_the_number_of_threads_changes_no_answer() -> None:
    """What a search of a number of nodes finds; the seconds differ."""

    def said(workers: int) -> list[dict[str, Any]]:
        answers = Answers()
        desk = Desk(answers, workers)
        for game in VARIANTS:
            for n, state in enumerate(positions(game)):
                send(desk, id=f"{game} {n}", position=str(state), limits={"nodes": 300, "seed": n})
        desk.close()
        return sorted(({**a, "seconds": 0} for a in answers.all), key=lambda a: str(a["id"]))

    assert said(1) == said(2) == said(4)


def test_a_fault_is_answered_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as one in the law of a package."""

    def broken(*_: object) -> None:
        raise TypeError("no such square")

    monkeypatch.setattr(jsonlines, "analyse", broken)
    answers = Answers()
    desk = Desk(answers, workers=2)
    for n in range(10):
        send(desk, id=n, position=SMALL if n % 2 else "xtic", limits={"nodes": 100})  # xtic's book is asked in Python
    desk.close()
    assert sorted(a["id"] for a in answers.all) == list(range(10))
    for answer in answers.all:
        if answer["id"] % 2:
            assert answer["best"]
        else:
            assert answer["error"]["code"] == "engine.json.failed"
            assert answer["error"]["args"] == {"error": "TypeError: no such square"}


def test_a_fault_while_a_request_is_read_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise TypeError("no such square")

    answers = Answers()
    desk = Desk(answers)
    with monkeypatch.context() as patch:
        patch.setattr(games, "parse", broken)
        send(desk, id=1, position=SMALL, moves=["b1"])
    send(desk, id=2, position=SMALL, moves=["b1"], limits={"nodes": 10})
    desk.close()
    assert answers.of(1)["error"]["code"] == "engine.json.failed"
    assert answers.of(2)["best"]
    assert len(answers.all) == 2


def test_a_fault_of_the_core_stops_no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("Resource temporarily unavailable")

    monkeypatch.setattr(_core, "answers", broken)
    answers = Answers()
    desk = Desk(answers, workers=2)
    for n in range(200):
        send(desk, id=n, position=SMALL, limits={"nodes": 100})
    desk.close()
    assert sorted(a["id"] for a in answers.all) == list(range(200))
    assert all(a["best"] for a in answers.all)
