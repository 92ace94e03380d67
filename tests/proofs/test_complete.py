"""Complete checks: the compiled checkers agree with the law, and refuse what is false; a check can be resumed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from quincunx import games, proofs
from quincunx._checker_tactix import Tactix
from quincunx._checker_xchain import Xchain
from quincunx._checker_xtic import Xtic
from quincunx.cli import main
from quincunx.games import Refused, State, registry
from quincunx.games.tactix import complete as tactix_complete
from quincunx.games.tactix import solve as tactix_solver
from quincunx.games.tactix.law import TactixState
from quincunx.games.xchain import complete as xchain_complete
from quincunx.games.xchain import solve as xchain_solver
from quincunx.games.xchain.law import Xchain as XchainLaw
from quincunx.games.xchain.law import XchainState, neighbours
from quincunx.games.xtic.complete import checker
from quincunx.games.xtic.law import XticState
from quincunx.games.xtic.plain_solver import Plain
from quincunx.law import Message
from quincunx.law.draws import Draws
from quincunx.proofs import Certificate, Effort, Progress, Unproved
from quincunx.proofs.checking import check_completely
from quincunx.proofs.complete import Leaf, prove
from quincunx.proofs.saved import alone
from quincunx.proofs.solving import solve

XTIC_GAMES = ["xtic", "xtic:type=nodiags", "xtic:type=torus", "xtic:goal=complete", "xtic:type=torus,goal=complete"]
LITTLE = Effort(memory=1 << 24)


def silent(progress: Progress) -> None:
    assert 0 <= progress.share <= 1


def xtic_value(state: State) -> int:
    """0 to 2 for the seat to act, by the law alone."""
    best, actor = 0, state.turn
    for move in state.moves():
        after = state.play(move)
        if after.outcome:
            value = 1 if after.outcome.winner is None else 2 * (after.outcome.winner == actor)
        else:
            value = xtic_value(after) if after.turn == actor else 2 - xtic_value(after)
        best = max(best, value)
        if best == 2:
            break
    return best


def late(game: str, seed: int, empty: int) -> XticState | None:
    """A board with this many empty squares after random moves that complete nothing; None if there was no such move."""
    draws, state = Draws(str(seed), "late"), games.start(game)
    while state.phase == "place" or state.body.count(".") > empty:
        quiet = [move for move in state.moves() if not state.play(move).outcome]
        if not quiet:
            return None
        state = state.play(draws.choice(quiet))
    assert isinstance(state, XticState)
    return state


@pytest.mark.parametrize("game", XTIC_GAMES)
def test_the_checker_of_xtic_agrees_with_the_law(game: str) -> None:
    found: dict[int, int] = {0: 0, 1: 0, 2: 0}
    start = games.start(game)
    assert isinstance(start, XticState)
    xtic = checker(start, 1 << 20)
    seeds = 500 if os.environ.get("QUINCUNX_FULL") else 100
    for seed in range(seeds):
        state = late(game, seed, empty=4 if seed % 50 == 0 else 3)
        if state is None:
            continue
        value = xtic_value(state)
        found[value] += 1
        board = list(state.board)
        assert (xtic.gets(board, True), xtic.gets(board, False)) == (value == 2, value >= 1), state
    assert sum(found.values()) > seeds / 5
    assert sum(count > 0 for count in found.values()) > 1


@pytest.mark.parametrize("game", XTIC_GAMES)
def test_the_checker_of_xtic_agrees_with_the_plain_solver(game: str) -> None:
    start = games.start(game)
    assert isinstance(start, XticState)
    xtic, compared = checker(start, 1 << 20), 0
    for seed in range(30):
        if (state := late(game, seed, empty=6)) is not None:
            for win in (True, False):
                assert xtic.gets(list(state.board), win) == Plain(state).gets(win), state
            compared += 1
    assert compared > 5


@cache
def tactix_loses(state: State) -> bool:
    """By the definition, with the law alone."""
    after = [state.play(move) for move in state.moves()]
    return not any(over.outcome.winner == state.turn if over.outcome else tactix_loses(over) for over in after)


@pytest.mark.parametrize("goal", ["last-loses", "last-wins"])
def test_the_checker_of_tactix_agrees_with_the_law(goal: str) -> None:
    tactix, found = Tactix(), {True: 0, False: 0}
    small, large = games.game(f"tactix:size=3,goal={goal}"), games.game(f"tactix:size=4,goal={goal}")
    sets = [(small, counters) for counters in range(1, 512)]
    draws = Draws("sets", goal)
    sets += [(large, draws.below(1 << 16) & draws.below(1 << 16) | 1) for _ in range(600)]
    for game, counters in sets:
        state = TactixState(game, counters, 1)  # type: ignore[arg-type]
        lost = tactix_complete.lost(state, tactix)
        assert lost == tactix_loses(state), state
        found[lost] += 1
    assert min(found.values()) > 50


@cache
def xchain_loses(state: State) -> bool:
    """By the definition, with the law alone."""
    return not any(after.outcome or xchain_loses(after) for after in map(state.play, state.moves()))


LATE_BOARDS = [("2x4", 5), ("3x3", 7), ("3x4", 13), ("6x2", 13), ("4x4", 22), ("3x6", 26), ("5x5", 41)]
"""Sizes, and how many pieces make a game late enough for Python to try everything."""


@pytest.mark.parametrize(("size", "least"), LATE_BOARDS)
def test_the_checker_of_xchain_agrees_with_the_law(size: str, least: int) -> None:
    game = games.game(f"xchain:size={size}")
    assert isinstance(game, XchainLaw)
    xchain, found = xchain_complete.checker(game.size, 1 << 20), {True: 0, False: 0}
    for seed in range(150):
        draws, state = Draws(str(seed), "late"), games.start(str(game))
        while not state.outcome:
            assert isinstance(state, XchainState)
            if sum(state.board.values) >= least:
                lost = xchain_complete.lost(state, xchain)
                assert lost == xchain_loses(state), state
                found[lost] += 1
            state = state.play(draws.choice(state.moves()))
    assert sum(found.values()) > 100
    assert min(found.values()) > 20


def test_checkers_of_xchain_share_what_they_have_proved() -> None:
    state = games.start("xchain:size=3x4")
    for move in ("a1", "c4", "b2", "c2", "a3", "c1", "b1", "b4"):
        state = state.play(move)
    assert isinstance(state, XchainState)
    first = xchain_complete.checker(state.game.size, 1 << 20)
    second = first.sharing()
    assert xchain_complete.lost(state, first) is xchain_complete.lost(state, second)
    assert 0 < second.nodes < first.nodes


NEAR = [list(near) for near in neighbours(games.game("xchain:size=3x3").size)]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Xchain(NEAR * 4, 1 << 20),
        lambda: Xchain([[1], [0]], 1 << 20),
        lambda: Xchain([[1, 3], [0, 2], [1, 3], [0, 2]], 1 << 20),
        lambda: Xchain([*NEAR[:8], [5, 6]], 1 << 20),
        lambda: Xchain([[1, 2], [0, 2], [0, 3]], 1 << 20),
        lambda: Xchain(NEAR, 1 << 20).lost([1, 2], [1, 1]),
        lambda: Xchain(NEAR, 1 << 20).lost([1, 2, *[0] * 7], [2, 1, *[0] * 7]),
        lambda: Xchain(NEAR, 1 << 20).lost([1, 0, *[0] * 7], [1, 1, *[0] * 7]),
        lambda: Xchain(NEAR, 1 << 20).lost([1, 1, *[0] * 7], [1, 1, *[0] * 7]),
        lambda: Xtic([(0, 1, 2, 16)], True, 1 << 20),
        lambda: Xtic([], True, 1 << 20).gets([0, 0, *[-1] * 14], True),
        lambda: Xtic([], True, 1 << 20).gets([16, *[-1] * 15], True),
        lambda: Tactix().lost(37, [1], True),
        lambda: Tactix().lost(0, [], True),
        lambda: Tactix().lost(3, [8], True),
        lambda: Tactix().lost(3, [0], True),
    ],
)
def test_a_checker_refuses_what_is_not_a_position(wrong: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"squares?|pieces|counters|board"):
        wrong()


@pytest.fixture(scope="module")
def xtic() -> Certificate:
    """A strategy whose leaves have eight pieces; Python could prove them all, but here it is called a sample."""
    return replace(solve(games.parse("xtic 0.../.5.3/...6/9.C1 -"), LITTLE, silent), kind="sample")


@pytest.fixture(scope="module")
def tactix() -> Certificate:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tactix_solver, "WHOLE", 8)
        patch.setattr(tactix_solver, "LEAVES", 7)
        return solve(games.start("tactix"), Effort(), silent)


@pytest.fixture(scope="module")
def xchain() -> Certificate:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(xchain_solver, "WHOLE", 8)
        patch.setattr(xchain_solver, "LEAVES", 7)
        return solve(games.start("xchain:size=3x3"), LITTLE, silent)


@pytest.fixture(autouse=True)
def _small_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tactix_complete, "LARGEST", 9)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", ["xtic", "tactix", "xchain"])
def test_a_sample_is_checked_completely(name: str, threads: int, request: pytest.FixtureRequest) -> None:
    certificate = request.getfixturevalue(name)
    assert certificate.kind == "sample"
    said = check_completely(certificate, Effort(threads, LITTLE.memory), silent)
    assert "NOT" not in " ".join(said)
    assert "all" in said[-1]


def test_only_a_complete_check_verifies_a_sample(tactix: Certificate, tmp_path: Path) -> None:
    proofs.write(tmp_path / "tactix.cert", tactix)
    words = ["verify", str(tmp_path / "tactix.cert")]
    part, whole = (CliRunner().invoke(main, [*words, *more]) for more in ([], ["--complete"]))
    assert (part.exit_code, whole.exit_code) == (0, 0)
    assert "verified" not in part.output
    assert "with --complete" in part.output.splitlines()[-1]
    assert whole.output.splitlines()[-1].startswith("verified in")


def test_a_whole_strategy_needs_no_other_checker() -> None:
    certificate = solve(games.start("tactix:size=3"), Effort(), silent)
    assert "end of the game" in check_completely(certificate, LITTLE, silent)[0]


def code(refused: Refused) -> str:
    """The code of a refusal without the place that it names."""
    message = refused.message
    while isinstance(inner := message.args.get("reason", message.args.get("problem")), Message):
        message = inner
    return message.code


def test_a_false_leaf_of_xtic_is_found(xtic: Certificate) -> None:
    """The tree of a draw is one of a win too, but for its leaves."""
    assert xtic.value == "draw"
    only = xtic.body.index("seat 2 holds")
    body = tuple(line.replace("holds", "wins") for line in xtic.body[:only])
    with pytest.raises(Unproved) as caught:
        check_completely(replace(xtic, value="1", body=body), LITTLE, silent)
    assert code(caught.value) == "xtic.proof.leaf"


def test_a_false_leaf_of_tactix_is_found() -> None:
    state = games.parse("tactix oo../..../o.../.... 1")
    wrong = Certificate(state, "1", "sample", {"Leaves": "2"}, (f"{state.body}: 0b1",))
    with pytest.raises(Unproved) as caught:
        check_completely(wrong, LITTLE, silent)
    assert code(caught.value) == "proofs.strategy.leaf"


def test_a_false_leaf_of_xchain_is_found() -> None:
    state = games.parse("xchain:size=3x3 A1B1./.A1./..B1 aa 1")
    bad = [move for move in state.moves() if not xchain_loses(state.play(move))]
    wrong = Certificate(state, "1", "sample", {"Leaves": "5"}, (f"{state.body}: 0{bad[0]}",))
    with pytest.raises(Unproved) as caught:
        check_completely(wrong, LITTLE, silent)
    assert code(caught.value) == "proofs.strategy.leaf"


@pytest.mark.parametrize(
    ("game", "answer"),
    [("xchain:size=3x3", "0a1"), ("xchain:size=6x6,preset=columns1,values=ones", "0b1")],
)
def test_a_leaf_that_the_checker_of_xchain_cannot_take_is_refused(game: str, answer: str) -> None:
    """A seat that has not moved yet, or too many squares."""
    start = games.start(game)
    wrong = Certificate(start, "1", "sample", {"Leaves": "1"}, (f"{start.body}: {answer}",))
    with pytest.raises(Unproved) as caught:
        check_completely(wrong, LITTLE, silent)
    assert code(caught.value) == "proofs.complete.cannot"


def test_a_broken_tree_is_refused(xtic: Certificate, tactix: Certificate, xchain: Certificate) -> None:
    first = next(i for i, line in enumerate(xtic.body) if line.startswith("seat ")) + 1
    short = (*xtic.body[:first], xtic.body[first].rpartition(" ")[0], *xtic.body[first + 1 :])
    for certificate, fault in (
        (replace(xtic, body=short), "xtic.proof.count"),
        (replace(xtic, value="1"), "xtic.proof.claims"),
        (replace(tactix, value="1"), "proofs.strategy.own"),
        (replace(tactix, body=tactix.body[:1] + tactix.body[2:]), "proofs.strategy.no-line"),
        (replace(xchain, body=xchain.body[:1] + xchain.body[2:]), "proofs.strategy.no-line"),
        (replace(xchain, tags={"Leaves": "8"}), "proofs.strategy.no-line"),
    ):
        with pytest.raises(Unproved) as caught:
            check_completely(certificate, LITTLE, silent)
        assert code(caught.value) == fault


@pytest.mark.parametrize("name", ["xtic", "tactix", "xchain"])
def test_a_check_is_resumed(name: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    certificate, save = request.getfixturevalue(name), tmp_path / "check"
    leaves = check_completely(certificate, LITTLE, silent)[-1].split()[6]
    effort = replace(LITTLE, resume=save)

    def interrupt(_: Progress) -> None:
        raise KeyboardInterrupt

    def unwilling(progress: Progress) -> None:
        assert progress.nodes == 0, "everything is proved already"

    with pytest.raises(KeyboardInterrupt):
        check_completely(certificate, effort, interrupt)
    tags, _, names = save.read_text().partition("\n\n")
    assert certificate.sha256 in tags
    *tree, said = check_completely(certificate, effort, silent)
    earlier = len(names.splitlines())
    assert said.startswith(f"Proved by the compiled checker: all {leaves} leaves")
    assert f" {earlier} of these leaves were proved in earlier runs: {save} says so" in said
    assert save.read_text().partition("\n\n")[2].startswith(names)
    *again, said = check_completely(certificate, effort, unwilling)
    assert again == tree
    assert f" {leaves} of these leaves were proved in earlier runs" in said


def test_names_of_no_leaf_in_a_save_file_count_for_nothing(tactix: Certificate, tmp_path: Path) -> None:
    save = tmp_path / "check"
    effort = replace(LITTLE, resume=save)
    whole = check_completely(tactix, effort, silent)[-1]
    assert "earlier" not in whole
    tags, gap, names = save.read_text().partition("\n\n")
    first, *rest = names.splitlines()
    save.write_text(f"{tags}{gap}" + "".join(f"{name}\n" for name in (first[:-1], *rest, rest[0], "oooo/oooo", "")))
    said = check_completely(tactix, effort, silent)[-1]
    assert f" {len(rest)} of these leaves were proved in earlier runs" in said
    assert set(save.read_text().partition("\n\n")[2].splitlines()) == {first, *rest}


def test_a_save_file_is_for_one_process(tactix: Certificate, tmp_path: Path) -> None:
    cert, save = tmp_path / "tactix.cert", tmp_path / "check"
    proofs.write(cert, tactix)
    check = ["verify", str(cert), "--complete", "--resume", str(save)]
    search = ["solve", "xchain:size=2x2", "--resume", str(save)]
    with alone(save):
        for words in (check, search):
            refused = CliRunner().invoke(main, words)
            assert refused.exit_code == 1
            assert f"Another process is saving to {save}" in refused.stderr
        assert not save.exists()
    assert CliRunner().invoke(main, check).exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["check", "tactix.cert"]


class Idle:
    """A checker that proves nothing."""

    nodes = 0

    def stop(self) -> None:
        pass


def test_a_checker_that_ends_too_soon_proves_nothing(tactix: Certificate) -> None:
    leaf: Leaf[Idle] = Leaf("one", lambda _: None, Message("proofs.no-solver"))
    with pytest.raises(Unproved) as caught:
        prove(tactix, [leaf], [Idle()], LITTLE, silent)
    assert caught.value.code == "proofs.complete.stopped"


def test_two_leaves_do_not_share_a_name(tactix: Certificate) -> None:
    leaves: list[Leaf[Idle]] = [
        Leaf("one", lambda _: True, Message("proofs.at", place=place)) for place in ("here", "there")
    ]
    with pytest.raises(ValueError, match="two leaves have the name one"):
        prove(tactix, leaves, [Idle()], LITTLE, silent)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGTERM")
def test_a_check_that_is_ended_saves_what_it_proved(tmp_path: Path) -> None:
    save, certificate = tmp_path / "check", registry.file("xtic", "data", "xtic-torus.gz")
    command = [sys.executable, "-m", "quincunx", "verify", str(certificate), "--complete", "--resume", str(save)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as check:
        assert check.stdout
        assert check.stderr
        check.stdout.readline()
        sha256 = check.stdout.readline().split()[1]
        assert "nodes" in check.stderr.readline()
        check.terminate()
    assert check.returncode == 128 + signal.SIGTERM
    assert sha256 in save.read_text()


def test_the_save_file_of_another_check_is_refused(xtic: Certificate, tactix: Certificate, tmp_path: Path) -> None:
    for number, written in enumerate(('[Resume "complete check of something else"]\n\n', "rubbish", "")):
        save = tmp_path / str(number)
        save.write_text(written)
        for certificate in (xtic, tactix):
            with pytest.raises(Refused) as caught:
                check_completely(certificate, replace(LITTLE, resume=save), silent)
            assert caught.value.code == "proofs.complete.saved"
        assert save.read_text() == written


@pytest.mark.parametrize(("tag", "number"), [("Nodes", "-5"), ("Seconds", "nan"), ("Seconds", "-1"), ("Nodes", "x")])
def test_a_save_file_with_wrong_numbers_is_refused_and_kept(
    xtic: Certificate, tmp_path: Path, tag: str, number: str
) -> None:
    """They would be printed as the work that was done."""
    save = tmp_path / "check"
    tags = {"Position": str(xtic.state), "Nodes": "1", "Seconds": "1.0"} | {tag: number}
    lines = [f'[Resume "complete check of {xtic.sha256}"]', *(f'[{name} "{said}"]' for name, said in tags.items())]
    save.write_text("\n".join([*lines, "", ""]))
    before = save.read_bytes()
    with pytest.raises(Refused) as caught:
        check_completely(xtic, replace(LITTLE, resume=save), silent)
    assert caught.value.code == "proofs.complete.saved"
    assert save.read_bytes() == before


def test_a_complete_check_needs_no_core(xtic: Certificate, tmp_path: Path) -> None:
    proofs.write(tmp_path / "xtic.cert", xtic)
    program = """
import sys
for name in ("_core", "_core_any", "_core_avx2"):
    sys.modules[f"quincunx.{name}"] = None
from quincunx.cli import main
main(["verify", sys.argv[1], "--complete"])
"""
    words = [sys.executable, "-c", program, str(tmp_path / "xtic.cert")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "verified in" in done.stdout
