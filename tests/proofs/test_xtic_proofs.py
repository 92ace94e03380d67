"""xtic proved: small positions to the last leaf, a sample where there are too many, and every lie found out."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from quincunx import books, games, proofs
from quincunx._core import XticProof
from quincunx.games import Refused, State
from quincunx.games.xtic import book as xtic
from quincunx.games.xtic.check import check_tree
from quincunx.games.xtic.law import XticState
from quincunx.games.xtic.plain_solver import Plain
from quincunx.law import Message
from quincunx.law.draws import Draws
from quincunx.proofs import Certificate, Effort, Progress, Unproved
from quincunx.proofs.checking import check
from quincunx.proofs.solving import NoProof, solve

pytestmark = pytest.mark.long

SEVEN = "xtic 0.../.5.3/...6/9.C1 -"
PLAIN_NINE = "xtic 0..A/.5.3/.B.6/9.C1 -"
NINE = "xtic:type=torus 0..A/.5.3/.B.6/9.C1 -"
IN_HAND = "xtic:type=nodiags 0..A/.5.3/.B.6/9.C. =1"
FEW = "xtic:type=torus,goal=complete 0.../.5../..6./.... -"
ALL_LEAVES = [PLAIN_NINE, NINE, IN_HAND, "xtic:goal=complete 0.../.5.3/..F6/9.7. =1"]
if os.environ.get("QUINCUNX_FULL"):
    ALL_LEAVES.append(SEVEN)


def silent(progress: Progress) -> None:
    assert 0 <= progress.share <= 1


def proved(position: str, effort: Effort = Effort()) -> Certificate:  # noqa: B008 - frozen
    return solve(games.parse(position), effort, silent)


@pytest.fixture(scope="module")
def seven() -> Certificate:
    return proved(SEVEN)


@pytest.fixture(scope="module")
def few() -> Certificate:
    return proved(FEW)


@pytest.mark.parametrize("position", ALL_LEAVES)
def test_a_position_is_proved_to_the_last_leaf(position: str, tmp_path: Path) -> None:
    certificate = proved(position)
    assert certificate.kind == "strategy"
    proofs.write(tmp_path / "xtic.cert.gz", certificate)
    said = check(proofs.read(tmp_path / "xtic.cert.gz"), silent)
    assert sum("leaves proved again" in line for line in said) == (2 if certificate.value == "draw" else 1)


def test_a_sample_says_what_it_has_not_proved(few: Certificate) -> None:
    assert few.kind == "sample"
    assert "NOT all proved" in check(few, silent)[-1]


def test_two_threads_find_the_same(few: Certificate) -> None:
    assert proved(FEW, Effort(threads=2)).value == few.value


BOOKS = {name: proofs.parse(books.load(name)) for name in books.names() if name.startswith("xtic-")}
VALUES = {
    f"xtic-{kind}{goal}": value
    for kind, value in {"nodiags": "draw", "normal": "draw", "torus": "2"}.items()
    for goal in ("", "-complete")
}


def test_the_books_are_all_known() -> None:
    assert {name: certificate.value for name, certificate in BOOKS.items()} == VALUES


@pytest.mark.parametrize("name", VALUES)
def test_every_reply_to_a_book_is_answered(name: str) -> None:
    for strategy in xtic.read(BOOKS[name].body):
        root = BOOKS[name].state
        assert isinstance(root, XticState)
        assert "by the rules" in check_tree(root, strategy, lambda *_: None)


@pytest.mark.proofs
@pytest.mark.parametrize("name", VALUES)
def test_a_book_can_be_verified(name: str) -> None:
    assert "NOT all proved" in check(BOOKS[name], silent)[-1]


@pytest.mark.proofs
@pytest.mark.parametrize("name", ["xtic-nodiags", "xtic-torus"])
def test_a_book_can_be_found_again(name: str) -> None:
    assert solve(BOOKS[name].state, Effort(memory=1 << 32), silent).value == VALUES[name]


def plain_value(state: State) -> int:
    """0 to 2 for the seat to act, by the law alone."""
    best, actor = 0, state.turn
    for move in state.moves():
        after = state.play(move)
        if after.outcome:
            value = 1 if after.outcome.winner is None else 2 * (after.outcome.winner == actor)
        else:
            value = plain_value(after) if after.turn == actor else 2 - plain_value(after)
        best = max(best, value)
        if best == 2:
            break
    return best


@pytest.mark.parametrize("options", ["", ":type=nodiags", ":type=torus", ":goal=complete", ":type=torus,goal=complete"])
def test_the_plain_solver_agrees_with_the_law_and_the_core(options: str) -> None:
    found = set()
    for seed in range(12):
        draws, state = Draws(str(seed), f"plain{options}"), games.start(f"xtic{options}")
        while not state.outcome and state.body.count(".") > 4:
            safe = [m for m in state.moves() if not state.play(m).outcome]
            state = state.play(draws.choice(safe or state.moves()))
        if state.outcome:
            continue
        assert isinstance(state, XticState)
        value = plain_value(state)
        assert (Plain(state).gets(True), Plain(state).gets(False)) == (value == 2, value >= 1)
        assert proved(str(state)).value == ("draw" if value == 1 else str(state.turn if value else 3 - state.turn))
        found.add(value)
    assert len(found) > 1


def body(change: Callable[[list[str]], None]) -> Callable[[Certificate], Certificate]:
    def changed(certificate: Certificate) -> Certificate:
        lines = list(certificate.body)
        change(lines)
        assert tuple(lines) != certificate.body
        return replace(certificate, body=tuple(lines))

    return changed


def code(refused: Refused) -> str:
    """The code of a refusal without the place that it names."""
    message = refused.message
    while isinstance(inner := message.args.get("reason"), Message):
        message = inner
    return message.code


def first_node(lines: list[str]) -> int:
    return next(i for i, line in enumerate(lines) if line.startswith("seat ")) + 1


def drop_reply(lines: list[str]) -> None:
    lines[first_node(lines)] = lines[first_node(lines)].rpartition(" ")[0]


def other_node(lines: list[str]) -> None:
    words = lines[first_node(lines)].split(" ")
    number, _, rest = words[-1].rpartition(">")[2].partition(".")
    words[-1] = words[-1].replace(f"{number}.{rest}", f"{int(number) - 1}.{rest}")
    lines[first_node(lines)] = " ".join(words)


def no_node(lines: list[str]) -> None:
    words = lines[first_node(lines)].split(" ")
    words[-1] = words[-1].replace(words[-1].rpartition(">")[2].partition(".")[0] + ".", "99999.")
    lines[first_node(lines)] = " ".join(words)


def other_symmetry(lines: list[str]) -> None:
    head, order = lines[first_node(lines)][:-4], lines[first_node(lines)][-4:]
    lines[first_node(lines)] = head + order[::-1]


def wrong_turn(lines: list[str]) -> None:
    """Lines of the board no longer go to lines."""
    for i, line in enumerate(lines):
        if line.startswith("turn "):
            lines[i] = line[:5] + line[6] + line[5] + line[7:]


def ended_too_soon(lines: list[str]) -> None:
    words = lines[first_node(lines)].split(" ")
    square, arrow, _ = words[-1].rpartition(">")
    words[-1] = f"{square}{arrow}-"
    lines[first_node(lines)] = " ".join(words)


def swap_claims(lines: list[str]) -> None:
    for i, line in enumerate(lines):
        if line.startswith("seat "):
            lines[i] = f"seat {3 - int(line[5])}{line[6:]}"


def one_claim(lines: list[str]) -> None:
    last = max(i for i, line in enumerate(lines) if line.startswith("seat "))
    del lines[last:]


def twice_a_piece(lines: list[str]) -> None:
    lines[-1] = lines[-1].replace(".", lines[-1].replace(".", "")[0], 1)


@pytest.mark.parametrize(
    ("lie", "fault"),
    [
        (body(drop_reply), "xtic.proof.count"),
        (body(other_node), "xtic.proof.elsewhere"),
        (body(no_node), "xtic.proof.no-board"),
        (body(other_symmetry), "xtic.proof.elsewhere"),
        (body(wrong_turn), "xtic.proof.symmetry"),
        (body(ended_too_soon), "xtic.proof.no-link"),
        (body(swap_claims), "xtic.proof.no-gift"),
        (body(one_claim), "xtic.proof.claims"),
        (body(twice_a_piece), "xtic.proof.twice"),
        (body(lambda lines: lines.append("turn 0000")), "xtic.proof.turn"),
        (body(lambda lines: lines.insert(0, "0...............")), "xtic.proof.begin"),
        (body(lambda lines: lines.append("................ b7>1")), "xtic.proof.link"),
        (body(lambda lines: lines.append(f"................ {'1' * 5000}.0.00123")), "xtic.proof.link"),
        (lambda c: replace(c, value="1"), "xtic.proof.claims"),
        (lambda c: replace(c, kind="sample"), "xtic.proof.falls"),
        (lambda c: replace(c, kind="belief"), "xtic.proof.kind"),
        (lambda c: replace(c, state=games.parse("xtic 0.../.5.3/...6/9C.1 -")), "xtic.proof.first"),
        (lambda c: replace(c, body=()), "xtic.proof.claims"),
    ],
)
def test_a_lie_is_found_out(seven: Certificate, lie: Callable[[Certificate], Certificate], fault: str) -> None:
    assert seven.value == "draw"
    with pytest.raises(Unproved) as caught:
        check(lie(seven), silent)
    assert code(caught.value) == fault


def test_a_wrong_leaf_is_found_out() -> None:
    won = proved(NINE)
    assert won.value == "1"
    leaf = won.body[-1]
    with pytest.raises(Unproved) as caught:
        check(replace(won, value="2", body=("seat 2 wins", leaf)), silent)
    assert code(caught.value) == "xtic.proof.leaf"
    with pytest.raises(Unproved) as caught:
        check(replace(won, value="draw", body=("seat 1 holds", leaf, "seat 2 holds", leaf)), silent)
    assert code(caught.value) == "xtic.proof.leaf"


def answer_first(lines: list[str], other: Callable[[str], str]) -> None:
    """Changes what is answered on the first way down: so it is found out before all are walked."""
    way = next(i for i, line in enumerate(lines) if line.startswith("fall"))
    lines[way] = other(lines[way])


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda lines: lines.pop(), "xtic.proof.falls"),
        (lambda lines: answer_first(lines, lambda way: way + " =0"), "xtic.proof.fall-long"),
        (lambda lines: answer_first(lines, lambda way: way.rpartition(" ")[0]), "xtic.proof.fall-short"),
        (lambda lines: lines.append("fall b9 =3"), "xtic.proof.falls"),
    ],
)
def test_a_wrong_sample_is_found_out(few: Certificate, change: Callable[[list[str]], None], fault: str) -> None:
    with pytest.raises(Unproved) as caught:
        check(body(change)(few), silent)
    assert code(caught.value) == fault


def test_nothing_is_proved_of_a_game_that_is_over() -> None:
    over = games.parse("xtic 0124/9F../6E../3A5. -")
    board = "01249F..6E..3A5."
    forged = Certificate(over, "draw", "strategy", {}, ("seat 1 holds", board, "seat 2 holds", board))
    with pytest.raises(Unproved) as caught:
        check(forged, silent)
    assert code(caught.value) == "xtic.proof.over"


def test_a_sample_without_leaves_is_none() -> None:
    last, board = games.parse("xtic:type=nodiags 145B/AD3F/289./E70C -"), "145BAD3F289.E70C"
    ways = ("fall",) * 100
    body = ("seat 1 holds", f"{board} d3>-", *ways, "seat 2 holds", f"{board} =6 -", *ways)
    with pytest.raises(Unproved) as caught:
        check(Certificate(last, "draw", "sample", {}, body), silent)
    assert code(caught.value) == "xtic.proof.no-leaf"
    whole = tuple(line for line in body if line != "fall")
    assert "0 leaves" in check(Certificate(last, "draw", "strategy", {}, whole), silent)[1]


def test_a_sample_may_not_begin_at_the_root(few: Certificate) -> None:
    """A tree without a board, whose ways down lead anywhere."""
    leaf = few.body[first_node(list(few.body))].split(" ")[0]
    falls = [line for line in few.body if line.startswith("fall")]
    with pytest.raises(Unproved) as caught:
        check(replace(few, body=("seat 2 wins", leaf, *falls)), silent)
    assert code(caught.value) == "xtic.proof.early-leaf"


def test_the_checker_needs_no_core(tmp_path: Path) -> None:
    proofs.write(tmp_path / "xtic.cert", proved(IN_HAND))
    program = """
import sys
for name in ("_core", "_core_any", "_core_avx2"):
    sys.modules[f"quincunx.{name}"] = None
from pathlib import Path
from quincunx import proofs
from quincunx.proofs.checking import check
print(*check(proofs.read(Path(sys.argv[1])), lambda _: None), sep="\\n")
"""
    words = [sys.executable, "-c", program, str(tmp_path / "xtic.cert")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "leaves proved again" in done.stdout


def test_stopped_work_goes_on(few: Certificate, tmp_path: Path) -> None:
    saved = tmp_path / "xtic.save"

    def impatient(_: Progress) -> None:
        raise KeyboardInterrupt

    slow = games.start("xtic:type=nodiags")
    with pytest.raises(KeyboardInterrupt):
        solve(slow, Effort(resume=saved, memory=1 << 28), impatient)
    text = saved.read_text()
    assert text.startswith('[Resume "xtic 1"]\n[Position "xtic:type=nodiags ..../..../..../.... -"]')
    assert [path.name for path in tmp_path.iterdir()] == ["xtic.save"]
    with pytest.raises(NoProof) as caught:
        proved(FEW, Effort(resume=saved))
    assert code(caught.value) == "xtic.proof.another"
    with pytest.raises(KeyboardInterrupt):
        solve(slow, Effort(resume=saved, memory=1 << 28), impatient)
    assert int(saved.read_text().split('[Nodes "')[1].split('"')[0]) > int(text.split('[Nodes "')[1].split('"')[0])
    saved.unlink()
    assert proved(FEW, Effort(resume=saved)).body == few.body
    again = proved(FEW, Effort(resume=saved))
    assert (again.value, again.kind) == (few.value, few.kind)


HEAD = f'[Resume "xtic 1"]\n[Position "{SEVEN}"]\n[Nodes "1"]\n[Seconds "1"]\n\n'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rubbish",
        '[Resume "xtic 0"]\n\n',
        '[Resume "xtic 1"]\n\n',
        "\x00",
        f"{HEAD}5\n",
        f"{HEAD}-5 1\n",
        f"{HEAD}{'f' * 30} 1\n",
        f"{HEAD}5 100\n",
    ],
)
def test_what_was_not_saved_here_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "save").write_text(text)
    with pytest.raises(NoProof) as caught:
        proved(SEVEN, Effort(resume=tmp_path / "save"))
    assert caught.value.code == "xtic.proof.saved"
    assert (tmp_path / "save").read_text() == text


def test_too_little_memory_is_refused() -> None:
    with pytest.raises(NoProof) as caught:
        solve(games.start("xtic"), Effort(memory=10 << 20), silent)
    assert caught.value.message == Message("xtic.proof.memory", needed="0.25", allowed="0.0098")


def test_a_proof_is_about_xtic() -> None:
    with pytest.raises(ValueError, match="is not xtic"):
        XticProof("tactix", 1 << 20)
    with pytest.raises(Refused, match="over"):
        proved("xtic 7632/..../..../.... -")
