"""The engine in the browser: it plays and judges as the server does, can be stopped, and leaves the server alone.

Needs `make wasm`, as test_wasm_core.py does.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from full_run import FULL
from live_server import Json
from playwright.sync_api import Request, Route, expect
from test_wasm_core import reached
from visitors import Guest
from wasm_core import MODULE

from quincunx import engine, games, puzzles
from quincunx.engine import levels
from quincunx.games import CHANCE, GAMES, State
from quincunx.law import text

POSITIONS = 40 if FULL else 6
LEVELS = ("trivial", "easy", "medium", "hard", "random") if FULL else ("trivial", "easy", "medium", "random")
LOST = Path(__file__).parents[1] / "engine" / "lost.txt"
DANGERS = LOST.with_name("dangers.txt")
THREE = "tactix:size=3 ooo/.../.o. 1"
RECORD = (
    '[Game "tactix:size=3"]\n[Rules "1"]\n[Seat1 "Ada"]\n[Kind1 "person"]\n[Seat2 "Bo"]\n[Kind2 "person"]\n'
    f'[Start "{THREE}"]\n[Result "0-1"]\n[Why "last"]\n\n1. a1-b1 2. b3 3. c1 0-1\n'
)

pytestmark = pytest.mark.skipif(
    (not MODULE.is_file() and not FULL) or "QUINCUNX_WITHOUT_WASM" in os.environ, reason="`make wasm` has not built it"
)

ASK = """async ([name, question]) => {
    const { local } = await import("/static/engine/local.js");
    window.engine ??= local();
    return engine.ask(name, question);
}"""


@pytest.fixture
def asked(ada: Guest) -> list[str]:
    """The requests of a guest that cost the server an analysis."""
    found: list[str] = []

    def hear(request: Request) -> None:
        path = request.url.removeprefix(ada.server.url)
        judging = path == "api/study" and '"judge":false' not in (request.post_data or "")
        if path == "api/analysis" or judging or (path.startswith("api/puzzles/") and request.method == "POST"):
            found.append(f"{request.method} {path}")

    ada.page.on("request", hear)
    return found


def analyse(ada: Guest, **question: object) -> Json:
    found: Json = ada.page.evaluate(ASK, ["analyse", question])
    return found


def positions(game: str) -> Iterator[State]:
    """Positions in which a seat chooses: of random games, from the openings, lost ones, and those with
    something that no level but the first overlooks."""
    yield from (state for state in reached(game, POSITIONS) if state.actor != CHANCE)
    start = games.start(game, "wasm")
    if start.actor != CHANCE:
        yield start
        yield start.play(start.moves()[-1])
    lost = [games.parse(line) for line in LOST.read_text().splitlines() if line.startswith(game)]
    yield from lost[:: 1 if FULL else 8]
    dangers = [games.parse(line) for line in DANGERS.read_text().splitlines() if line.startswith(game)]
    yield from dangers if FULL else dangers[2::4]


@pytest.mark.parametrize("game", GAMES)
def test_levels_choose_as_on_the_server(ada: Guest, game: str) -> None:
    ada.go("/rules")
    for state in positions(game):
        for level in LEVELS:
            move, found = levels.choose(state, level, "")
            here = analyse(ada, position=str(state), level=level, seconds=60)
            assert here["best"] == move, f"{state} {level}"
            assert [each["move"] for each in here["moves"]] == [each.move for each in found.ranked()]
            assert here["nodes"] == found.nodes
            assert here["basis"] == {"code": found.basis.code, "args": found.basis.view()["args"]}


def opening(game: str) -> Iterator[State]:
    """Positions of a book: who follows it against somebody who does not."""
    state = games.start(game)
    for ply in range(6):
        page = engine.book.page(state)
        if page:
            yield state
        state = state.play(page.move if page and page.move else state.moves()[-1 - ply])


BOOKS = (
    "tactix:size=6",
    "tactix:size=6,goal=last-wins",
    "xtic",
    "xtic:type=torus",
    "xtic:goal=complete",
    "tesseract",
    "tesseract:dims=3",
)


@pytest.mark.parametrize("game", BOOKS)
def test_books_are_followed_as_on_the_server(ada: Guest, game: str) -> None:
    ada.go("/rules")
    line = list(opening(game))
    assert len(line) >= 2
    for state in line:
        page = engine.book.page(state)
        assert page
        here = analyse(ada, position=str(state), seconds=0.5)
        if page.move:
            assert analyse(ada, position=str(state), level="perfect", seconds=60)["best"] == page.move
        found = engine.analyse(state, engine.Limits(nodes=2_000))
        proved = {each.move: list(each.value.seats) for each in found.moves if each.value.exact}
        exact = {each["move"]: each["value"]["seats"] for each in here["moves"] if each["value"]["exact"]}
        assert {move: exact.get(move) for move in proved} == proved


def test_a_search_is_stopped_at_once_and_leaves_its_best_move(ada: Guest) -> None:
    ada.go("/rules")
    start = games.start("xchain")
    best = ada.page.evaluate(
        """async (position) => {
            const { local, Stopped } = await import("/static/engine/local.js");
            const engine = local();
            const running = engine.ask("analyse", { position, seconds: 3600 });
            const outcome = running.catch((error) => (error instanceof Stopped ? error.best : `${error}`));
            while (!engine.preferred) await new Promise((resolve) => setTimeout(resolve, 5));
            engine.stop();
            const best = await outcome;
            const { moves } = await engine.ask("position", { position });
            return moves.includes(best) ? best : null;
        }""",
        str(start),
    )
    assert best in start.moves()


def test_a_stopped_search_ends_itself(ada: Guest) -> None:
    """Chromium lets a worker that was ended run for two more seconds: here it is not ended at all."""
    ada.go("/rules")
    stopped = ada.page.evaluate(
        """async (position) => {
            const { local, Stopped } = await import("/static/engine/local.js");
            Worker.prototype.terminate = () => {};
            window.Worker = class extends Worker {
                constructor(...words) {
                    super(...words);
                    this.addEventListener("message", ({ data }) => (window.best ??= data.found?.best));
                }
            };
            const engine = local();
            const outcome = engine.ask("analyse", { position, seconds: 3600 }).catch((error) => error);
            while (!engine.preferred) await new Promise((resolve) => setTimeout(resolve, 5));
            engine.stop();
            return (await outcome) instanceof Stopped;
        }""",
        str(games.start("xchain")),
    )
    assert stopped
    ada.page.wait_for_function("() => window.best")


def test_where_no_memory_can_be_shared_the_engine_answers_all_the_same(ada: Guest, asked: list[str]) -> None:
    """WebKitGTK isolates pages, and has no SharedArrayBuffer."""
    ada.page.add_init_script("delete globalThis.SharedArrayBuffer")
    ada.go(f"/study?position={quote('tactix:size=3 ooo/.../... 1')}")
    assert ada.page.evaluate("[crossOriginIsolated, typeof SharedArrayBuffer]") == [True, "undefined"]
    expect(ada.status).to_contain_text("2 moves win")
    assert asked == []


def test_what_a_search_prefers_is_a_move_of_its_position(ada: Guest) -> None:
    """The level `perfect` then searches the positions after its best moves."""
    ada.go("/rules")
    state = games.parse("xtic .E8F/.562/4.../..1. =0")
    preferred = ada.page.evaluate(
        """async (position) => {
            const { compiled } = await import("/static/engine/local.js");
            const worker = new Worker("/static/engine/worker.js", { type: "module" });
            worker.postMessage({ module: await compiled(), flag: null });
            const preferred = [];
            const answer = new Promise((resolve) => {
                worker.onmessage = ({ data }) => {
                    if (data.preferred) preferred.push(data.preferred);
                    else if (!data.began) resolve();
                };
            });
            worker.postMessage({ id: 1, name: "analyse", question: { position, level: "perfect", seconds: 60 } });
            await answer;
            worker.terminate();
            return preferred;
        }""",
        str(state),
    )
    assert preferred
    assert set(preferred) <= set(state.moves())


def test_a_search_is_stopped_before_its_worker_is_there(ada: Guest) -> None:
    ada.go("/rules")
    ada.page.evaluate(
        """async (position) => {
            const { local, Stopped } = await import("/static/engine/local.js");
            const engine = local();
            window.outcomes = [];
            const note = (error) => outcomes.push(error instanceof Stopped);
            for (let i = 0; i < 3; i += 1) {
                engine.ask("analyse", { position, seconds: 3600 }).catch(note);
                engine.stop();
            }
            engine.stop();
            engine.ask("position", { position }).then(({ moves }) => outcomes.push(moves.length));
        }""",
        str(games.start("xchain")),
    )
    ada.page.wait_for_function("() => outcomes.length === 4")
    assert ada.page.evaluate("outcomes") == [True, True, True, 64]


def test_after_a_worker_that_failed_the_next_question_gets_another(ada: Guest) -> None:
    ada.page.route("**/engine/worker.js", lambda route: route.fulfill(status=404), times=1)
    ada.go("/rules")
    ada.page.evaluate(
        """async (position) => {
            const { local } = await import("/static/engine/local.js");
            const engine = local();
            const failed = await engine.ask("position", { position }).catch((error) => error.message);
            window.outcomes = [failed];
            engine.ask("position", { position }).then(({ moves }) => outcomes.push(moves.length));
        }""",
        THREE,
    )
    ada.page.wait_for_function("() => outcomes.length === 2")
    assert ada.page.evaluate("outcomes") == ["the worker failed", len(games.parse(THREE).moves())]


def test_a_study_session_asks_the_server_for_no_analysis(ada: Guest, asked: list[str]) -> None:
    ada.go(f"/study?position={quote('xtic .E8F/.562/4.../..1. =0')}")
    expect(ada.status).to_contain_text(text("web.study.proven.draw"))
    ada.page.get_by_label(text("web.study.level"), exact=True).select_option("medium")
    expect(ada.page.get_by_text(text("web.study.level-note", level="medium"))).to_be_visible()
    expect(ada.cell("b3")).to_have_accessible_name("b3, empty, legal, 50%")
    ada.go(f"/study?position={quote('tactix:size=3 ooo/.../... 1')}")
    expect(ada.status).to_contain_text("2 moves win")
    ada.action("record").click()
    ada.page.get_by_role("textbox").last.fill(RECORD)
    ada.page.get_by_role("button", name=text("web.record.study-it")).click()
    expect(ada.page.locator(".slips li")).to_have_count(1)
    assert asked == []


def test_where_the_engine_fails_in_the_middle_of_a_match_the_server_goes_on(ada: Guest, asked: list[str]) -> None:
    ada.go("/study")
    ada.page.evaluate(
        """() => {
            const post = Worker.prototype.postMessage;
            let positions = 0;
            Worker.prototype.postMessage = function (message) {
                positions += message.name === "position";
                if (positions < 3) post.call(this, message);
                else this.dispatchEvent(new Event("error"));
            };
        }"""
    )
    ada.press(text("web.record.study"))
    ada.page.get_by_role("textbox").last.fill(RECORD)
    ada.page.get_by_role("button", name=text("web.record.study-it")).click()
    expect(ada.page.locator(".slips li")).to_have_count(1)
    assert "POST api/study" in asked


def test_a_puzzle_is_solved_without_the_server(ada: Guest, asked: list[str]) -> None:
    puzzle = next(each for each in puzzles.load() if each.game == "tactix" and each.grade == 1)
    ada.go(f"/puzzles/{puzzle.id}")
    state = games.parse(puzzle.position)
    wrong = next(move for move in state.moves() if move != puzzle.move)
    ada.play(state, wrong)
    expect(ada.page.locator(".board-line.refused")).to_be_visible()
    ada.play(state, puzzle.move)
    expect(ada.page.locator(".lesson-feedback")).not_to_be_empty()
    assert asked == []


def test_where_a_book_does_not_come_the_server_judges_a_puzzle(ada: Guest, asked: list[str]) -> None:
    puzzle = next(each for each in puzzles.load() if each.game == "tesseract" and each.grade == 1)
    ada.page.route("**/by-content/**", lambda route: route.fulfill(status=404, body=b""))
    ada.go(f"/puzzles/{puzzle.id}")
    ada.play(games.parse(puzzle.position), puzzle.move)
    expect(ada.page.locator(".lesson-feedback")).to_contain_text("Correct")
    assert asked == ["POST api/analysis", f"POST api/puzzles/{puzzle.id}"]


def test_the_time_that_a_book_takes_is_not_taken_from_the_search(ada: Guest) -> None:
    held: list[Route] = []
    ada.page.route("**/by-content/**", lambda route: held.append(route))
    ada.go("/rules")
    start = games.start("tesseract")
    position = str(start.play(start.moves()[-1]))
    with ada.page.expect_request("**/by-content/**"):
        ada.page.evaluate(
            f"""(question) => {{
                window.asked = performance.now();
                ({ASK})(["analyse", question]).then((found) => (window.found = found));
            }}""",
            {"position": position, "seconds": 0.5},
        )
    ada.page.wait_for_function("() => performance.now() > asked + 1000")
    held[0].continue_()
    ada.page.wait_for_function("() => window.found")
    assert ada.page.evaluate("found.seconds") >= 0.4, "a search that ends by its time alone"


def test_where_the_module_does_not_load_the_server_is_asked(ada: Guest, asked: list[str]) -> None:
    ada.page.route("**/wasm/core.wasm", lambda route: route.fulfill(status=200, body=b"not a module"))
    ada.go(f"/study?position={quote('xtic .E8F/.562/4.../..1. =0')}")
    expect(ada.status).to_contain_text(text("web.study.proven.draw"))
    assert asked == ["POST api/analysis"]


@pytest.mark.parametrize("file", ["wasm/core.wasm", "by-content/**"])
def test_where_a_file_of_the_engine_does_not_arrive_the_server_is_asked(
    ada: Guest, asked: list[str], file: str
) -> None:
    held: list[Route] = []
    ada.page.route(f"**/{file}", lambda route: held.append(route))
    ada.page.clock.install()
    with ada.page.expect_request(f"**/{file}"):
        ada.go(f"/study?position={quote(str(games.start('tesseract:dims=3')))}")
    ada.page.clock.fast_forward(60_000)
    expect(ada.status).to_contain_text("1 move wins")
    assert asked == ["POST api/analysis"]
    for route in held:
        route.fulfill(status=200)


def test_a_module_that_did_not_come_is_asked_for_again(ada: Guest, asked: list[str]) -> None:
    ada.is_reached = False
    ada.page.route("**/wasm/core.wasm", lambda route: route.abort(), times=1)
    ada.go(f"/study?position={quote('xtic .E8F/.562/4.../..1. =0')}")
    expect(ada.status).to_contain_text(text("web.study.proven.draw"))
    ada.cell("b3").click()
    expect(ada.status).to_have_text(f"{text('web.study.proven.draw')} 7 moves draw.")
    assert asked == ["POST api/analysis"]


def test_a_host_that_does_not_know_the_type_of_the_module_is_enough(ada: Guest, asked: list[str]) -> None:
    body = MODULE.read_bytes()
    ada.page.route("**/wasm/core.wasm", lambda route: route.fulfill(body=body, content_type="application/octet-stream"))
    ada.go(f"/study?position={quote('xtic .E8F/.562/4.../..1. =0')}")
    expect(ada.status).to_contain_text(text("web.study.proven.draw"))
    assert asked == []
