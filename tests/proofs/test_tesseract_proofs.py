"""Strategies of tesseract: what is proved is believed, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from quincunx import books, games, proofs
from quincunx.games import Refused
from quincunx.games.tesseract import strategy
from quincunx.games.tesseract.check import Board, refuted
from quincunx.games.tesseract.law import TesseractState, lines
from quincunx.games.tesseract.strategy import Link, Plan
from quincunx.law import Message
from quincunx.law.draws import Draws
from quincunx.proofs import Certificate, Effort, Progress, Unproved
from quincunx.proofs.checking import check
from quincunx.proofs.solving import NoProof, solve

BOOK = proofs.parse(books.load("tesseract"))
NAMES = BOOK.state.game.actions


def nobody(progress: Progress) -> None:
    """Listens to no progress."""


def position(crosses: int, noughts: int, dims: str = "4") -> TesseractState:
    game = games.game("tesseract" if dims == "4" else f"tesseract:dims={dims}")
    cells = "".join(".xo"[(crosses >> i & 1) + 2 * (noughts >> i & 1)] for i in range(len(game.actions)))
    width = len(cells) // 16
    state = games.parse(f"{game} " + "/".join(cells[i : i + width] for i in range(0, len(cells), width)))
    assert isinstance(state, TesseractState)
    return state


def descend(seed: str) -> Iterator[tuple[int, int, int, Plan]]:
    """A game through the book with replies drawn from a seed, as long as it has links: line, marks of both, plan."""
    draws, number, won, lost = Draws(seed, "descend"), 0, 0, 0
    while True:
        plan = strategy.read(4, BOOK.body[number])
        yield number, won, lost, plan
        if not plan.links or plan.move is None:
            return
        reply = draws.choice(tuple(plan.links))
        link = plan.links[reply]
        where = strategy.symmetry(4, link.symmetry)
        number = link.line
        won, lost = strategy.image(won | 1 << plan.move, where), strategy.image(lost | 1 << reply, where)


def part(number: int, state: TesseractState) -> Certificate:
    """The part of the book that begins with a line."""
    numbers, plans = {number: 0}, []
    waiting = [number]
    while waiting:
        plan = strategy.read(4, BOOK.body[waiting.pop(0)])
        for link in plan.links.values():
            if link.line not in numbers:
                numbers[link.line] = len(numbers)
                waiting.append(link.line)
        links = {reply: Link(numbers[link.line], link.symmetry) for reply, link in plan.links.items()}
        plans.append(replace(plan, links=links))
    return Certificate(state, "1", "strategy", {}, strategy.join(4, plans))


def deep(seed: str, plies: int) -> Certificate:
    """A part of the book with some dozens of lines, so many replies into a game."""
    for attempt in range(1000):
        for depth, (number, won, lost, _) in enumerate(descend(f"{seed} {attempt}")):
            if depth == plies and 12 <= len((found := part(number, position(won, lost))).body) <= 200:
                return found
    raise AssertionError("there is no such part")


@pytest.mark.parametrize("dims", [3, 4])
def test_symmetries_are_all_of_them_and_carry_lines_to_lines(dims: int) -> None:
    law = {frozenset(line) for line in lines(str(dims))}
    seen = {strategy.symmetry(dims, number) for number in range(strategy.symmetries(dims))}
    assert len(seen) == {3: 192, 4: 1536}[dims]
    assert strategy.symmetry(dims, 0) == bytes(range(4**dims))
    for where in seen:
        assert {frozenset(where[square] for square in line) for line in law} == law


@pytest.mark.parametrize("text", ["3C !0F2A 51>7 52>8.1033", "!0102", "- !0102 51>7", "3C", "00 01>2"])
def test_a_plan_is_text(text: str) -> None:
    assert strategy.read(4, text).write(NAMES) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3",
        "3C !0",
        "3C 51",
        "3C 51>",
        "3C 51>7 !0F",
        "3C 51>7 51>8",
        "3c",
        "3C  51>7",
        f"3C 51>{'7' * 5000}",
    ],
)
def test_what_is_no_plan_is_refused(text: str) -> None:
    with pytest.raises(Refused) as caught:
        strategy.read(4, text)
    assert caught.value.code in ("tesseract.proof.plan", "tesseract.proof.twice")


def test_squares_outside_the_cube_are_refused() -> None:
    with pytest.raises(Refused) as caught:
        strategy.read(3, "3C")
    assert caught.value.message == Message("tesseract.proof.square", square="3C", dims=3)


def wins_by_the_law(state: TesseractState, sequence: tuple[int, ...]) -> bool:
    """The same as `refuted` says, one position at a time, through the law."""
    winner = state.mover
    for move in sequence:
        if NAMES[move] not in state.moves():
            return False
        state = state.play(NAMES[move])
        if state.outcome:
            return state.outcome.winner == winner
        threes = state.view()["highlights"]["candidates"]
        if any(three["seat"] != winner for three in threes):
            return False
        fourths = {three["at"] for three in threes}
        if len(fourths) != 1:
            return len(fourths) > 1
        state = state.play(fourths.pop())
    return False


def test_replies_are_refuted_together_as_the_law_refutes_each() -> None:
    draws, compared, upset = Draws("each", "tesseract"), 0, 0
    for seed in range(12):
        for _, won, lost, plan in list(descend(f"each {seed}"))[3:]:
            if plan.move is None:
                continue
            board = Board.of(4, won | 1 << plan.move, lost)
            if board.all_fourths():
                continue
            empty = ~(board.won | board.lost) & (1 << 256) - 1
            quiet = set(strategy.bits(empty)) - set(plan.links)
            for sequence in plan.sequences:
                together = refuted(board, sequence, empty)
                tried = [*plan.links, *sequence, *(draws.choice(tuple(quiet)) for _ in range(4))]
                for reply in tried:
                    alone = wins_by_the_law(position(board.won, board.lost | 1 << reply), sequence)
                    # A reply on a fourth of a double three is taken up alone, with its mark on the board.
                    if together >> reply & 1:
                        assert alone
                    after = Board.of(4, board.won, board.lost | 1 << reply)
                    assert bool(refuted(after, sequence, 1 << 256)) == alone
                    compared += 1
                    upset += not alone
    assert compared > 300
    assert upset > 100


def test_a_part_of_the_book_is_proved() -> None:
    certificate = deep("part", 3)
    answer = check(certificate, nobody)
    assert answer[0].startswith(f"Checked {len(certificate.body)} of {len(certificate.body)} positions")
    assert "the winner's" in answer[3]


def test_the_checker_needs_no_core(tmp_path: Path) -> None:
    proofs.write(tmp_path / "part.cert", deep("core", 3))
    program = (
        "import sys; sys.modules['quincunx._core'] = None\n"
        "from pathlib import Path; from quincunx import proofs; from quincunx.proofs.checking import check\n"
        f"print(check(proofs.read(Path({str(tmp_path / 'part.cert')!r})), print)[0])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "through every reply" in done.stdout


def spoil(certificate: Certificate, number: int, plan: Plan) -> Certificate:
    body = list(certificate.body)
    body[number] = plan.write(NAMES)
    return replace(certificate, body=tuple(body))


def code(refused: Refused) -> str:
    """The code of a refusal without the place that it names."""
    message = refused.message
    while isinstance(inner := message.args.get("reason"), Message):
        message = inner
    return message.code


def first_with(certificate: Certificate, links: int = 1, sequences: int = 1) -> tuple[int, Plan]:
    for number, text in enumerate(certificate.body):
        plan = strategy.read(4, text)
        if len(plan.links) >= links and len(plan.sequences) >= sequences:
            return number, plan
    raise AssertionError("there is no such line")


def squares(*names: str) -> int:
    return sum(1 << NAMES.index(name) for name in names)


def broken() -> Iterator[tuple[str, Certificate, str]]:
    good = deep("broken", 3)
    number, plan = first_with(good)
    assert plan.move is not None
    reply, link = next(iter(plan.links.items()))
    state = good.state
    assert isinstance(state, TesseractState)
    taken = (state.crosses | state.noughts).bit_length() - 1
    others = {each: to for each, to in plan.links.items() if each != reply}
    yield (
        "another move",
        spoil(good, number, replace(plan, move=plan.sequences[0][-1])),
        "tesseract.proof.unanswered",
    )
    yield "a taken square", spoil(good, 0, replace(strategy.read(4, good.body[0]), move=taken)), "tesseract.proof.taken"
    yield "a missing reply", spoil(good, number, replace(plan, links=others)), "tesseract.proof.unanswered"
    yield "no sequence", spoil(good, number, replace(plan, sequences=())), "tesseract.proof.unanswered"
    short = tuple(sequence[:-1] for sequence in plan.sequences if len(sequence) > 1)
    yield "short sequences", spoil(good, number, replace(plan, sequences=short)), "tesseract.proof.unanswered"
    turned = {**plan.links, reply: Link(link.line, 77)}
    yield "a wrong symmetry", spoil(good, number, replace(plan, links=turned)), "tesseract.proof.unanswered"
    turned = {**plan.links, reply: Link(link.line, 1536)}
    yield "no symmetry", spoil(good, number, replace(plan, links=turned)), "tesseract.proof.no-symmetry"
    astray = {**plan.links, reply: Link(len(good.body))}
    yield "a missing line", spoil(good, number, replace(plan, links=astray)), "tesseract.proof.missing"
    circle = {**plan.links, reply: Link(0)}
    yield "a circle", spoil(good, number, replace(plan, links=circle)), "tesseract.proof.elsewhere"
    yield "another winner", replace(good, value="2"), "tesseract.proof.dash"
    yield "a draw", replace(good, value="draw"), "tesseract.proof.kind"
    yield "another kind", replace(good, kind="table"), "tesseract.proof.kind"
    lost = position(squares("01", "02", "10", "20"), squares("F0", "F1", "F2", "F3"))
    yield "a lost game", replace(good, state=lost, body=("!00",)), "tesseract.proof.over"
    yield "nothing", replace(good, body=()), "tesseract.proof.missing"
    yield "replies to no move", replace(good, body=(" 51>1", *good.body[1:])), "tesseract.proof.one-sequence"
    yield "two sequences", replace(good, body=("!5152 !5354", *good.body[1:])), "tesseract.proof.one-sequence"
    yield "nonsense", replace(good, body=("nonsense", *good.body[1:])), "tesseract.proof.plan"
    yield "another position", replace(good, state=games.start("tesseract")), "tesseract.proof.unanswered"
    yield (
        "the loser's turn",
        replace(good, body=("- " + good.body[0].split(" ", 1)[1], *good.body[1:])),
        "tesseract.proof.dash",
    )


BROKEN = list(broken())


@pytest.mark.parametrize(("certificate", "fault"), [each[1:] for each in BROKEN], ids=[each[0] for each in BROKEN])
def test_a_broken_certificate_proves_nothing(certificate: Certificate, fault: str) -> None:
    with pytest.raises(Refused) as refusal:
        check(certificate, nobody)
    assert code(refusal.value) == fault
    assert isinstance(refusal.value, Unproved)


FOUR = position(squares("00", "01", "02"), squares("F0", "F1", "F4"))
CROSS = position(squares("01", "02", "10", "20"), squares("77", "88", "9B", "C6"))
COUNTER = position(squares("01", "02", "10", "20"), squares("FC", "FD", "FE", "C6"))


@pytest.mark.parametrize(
    ("state", "line", "proved"),
    [
        (FOUR, "!03", True),
        (FOUR, "03", True),
        (FOUR, "!04", False),
        (CROSS, "!00", True),
        (CROSS, "00", True),
        (CROSS, "!03", False),
        (CROSS, "!0300", False),  # the block takes 00
        (COUNTER, "!00", False),
        (COUNTER, "00", False),
        (CROSS.play("33"), "- !00", False),
        (position(squares("01", "02", "10", "20", "33"), squares("77", "88", "9B", "C6")), "- !00", False),
    ],
)
def test_proofs_by_hand(state: TesseractState, line: str, proved: bool) -> None:
    certificate = Certificate(state, "1", "strategy", {}, (line,))
    if proved:
        assert check(certificate, nobody)
    else:
        with pytest.raises(Unproved):
            check(certificate, nobody)


def test_the_loser_may_be_to_move() -> None:
    """x has two crosses of twos, far apart, and o has nothing: no reply stops both."""
    crosses = squares("01", "02", "10", "20", "CD", "CE", "DC", "EC", "77")
    noughts = squares("04", "0B", "17", "19", "53", "7A", "9F", "E2")
    state = position(crosses, noughts)
    assert state.mover == 2
    check(Certificate(state, "1", "strategy", {}, ("- !00 !CC",)), nobody)
    with pytest.raises(Unproved) as caught:
        check(Certificate(state, "1", "strategy", {}, ("- !00",)), nobody)
    assert code(caught.value) == "tesseract.proof.unanswered"
    with pytest.raises(Unproved) as caught:
        check(Certificate(state, "1", "strategy", {}, ("!00",)), nobody)
    assert code(caught.value) == "tesseract.proof.dash"
    answer = check(Certificate(state.play("FF").play("00"), "1", "strategy", {}, ("-",)), nobody)
    assert "after at most 2 moves" in answer[3]


FULL = "xxox/ooxx/xoxx/xxxo/ooxo/oxxo/xoox/ooox/xoox/ooxo/ooxo/xxoo/xooo/xxoo/oxxx/xxx."
"""The cube before the last move, without a line of one kind: it ends in a draw."""


def test_a_full_board_is_not_won() -> None:
    """There is no reply that the checker could find unanswered."""
    state = games.parse(f"tesseract:dims=3 {FULL}")
    last = state.game.actions[-1]
    over = state.play(last).outcome
    assert over
    assert over.winner is None
    with pytest.raises(Unproved) as caught:
        check(Certificate(state, "2", "strategy", {}, (last,)), nobody)
    assert code(caught.value) == "tesseract.proof.full-board"


def after(*moves: str, dims: str = "4") -> TesseractState:
    state = games.start("tesseract" if dims == "4" else f"tesseract:dims={dims}")
    for move in moves:
        state = state.play(move)
    assert isinstance(state, TesseractState)
    return state


EASY = after("33", "15", "F3", "7A")
"""One reply to the first two moves on rich squares."""


@pytest.mark.parametrize(
    ("state", "winner"),
    [(EASY, "1"), (FOUR, "1"), (CROSS, "1"), (after("33", "15", "F3", "7A", "00", "5D", "03"), "1")],
    ids=["four marks", "a four", "two twos", "the loser's turn"],
)
def test_what_is_solved_is_proved(state: TesseractState, winner: str) -> None:
    certificate = solve(state, Effort(memory=1 << 28), nobody)
    assert certificate.value == winner
    assert check(certificate, nobody)


def test_three_dimensions_are_solved_and_proved() -> None:
    certificate = solve(
        position(1 << 0 | 1 << 51 | 1 << 60, 1 << 3 | 1 << 12 | 1 << 48, "3"), Effort(memory=1 << 28), nobody
    )
    assert certificate.value == "1"
    assert len(certificate.body) > 10
    assert check(certificate, nobody)


def test_the_book_of_three_dimensions_is_proved_and_without_any_one_line_it_is_not() -> None:
    certificate = proofs.parse(books.load("tesseract-3"))
    assert str(certificate.state) == str(games.start("tesseract:dims=3"))
    assert certificate.value == "1"
    assert "25 of them the winner's" in check(certificate, nobody)[3]
    for number in (0, 1, 100, len(certificate.body) - 1):
        body = list(certificate.body)
        body[number] = "00"
        with pytest.raises(Unproved):
            check(replace(certificate, body=tuple(body)), nobody)


def test_a_reply_to_the_first_moves_is_solved_and_proved() -> None:
    """A hard one: nothing is threatened after the third mark, so that every square must be answered."""
    certificate = solve(after("33", "12", "F3", "73"), Effort(memory=1 << 28), nobody)
    assert len(certificate.body) > 100
    assert check(certificate, nobody)


class Enough(Exception):
    """Somebody stops a solver."""


def test_a_stopped_solver_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.games.tesseract.solve.SLICE", 100_000)
    answer: list[Progress] = []

    def stop(progress: Progress) -> None:
        answer.append(progress)
        if len(answer) == 3:
            raise Enough

    state, save = after("33", "12", "F3", "73"), tmp_path / "save"
    effort = Effort(memory=1 << 28, resume=save)
    with pytest.raises(Enough):
        solve(state, effort, stop)
    assert [path.name for path in tmp_path.iterdir()] == ["save"]
    known = len(save.read_text().splitlines())
    assert known > 10
    assert answer[-1].nodes > answer[0].nodes > 0
    certificate = solve(state, effort, nobody)
    assert int(certificate.tags["Nodes"]) > answer[-1].nodes
    assert check(certificate, nobody)
    answer.clear()
    assert solve(state, effort, stop).body == certificate.body
    assert not answer, "what is proved is not proved again"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "does not begin"),
        ('[Resume "tesseract 0"]\n\n', "does not begin"),
        ('[Resume "tesseract 1"]\n[Position "tesseract"]\n[Nodes "1"]\n[Seconds "1"]\n\n', "It is about tesseract"),
        (f'[Resume "tesseract 1"]\n[Position "{EASY}"]\n[Nodes "1"]\n[Seconds "1"]\n\n1 33F3 157A zz\n', "no squares"),
        (f'[Resume "tesseract 1"]\n[Position "{EASY}"]\n[Nodes "x"]\n\n', "invalid literal"),
    ],
)
def test_a_wrong_save_file_is_refused_and_kept(tmp_path: Path, text: str, fault: str) -> None:
    save = tmp_path / "save"
    save.write_text(text)
    with pytest.raises(NoProof) as caught:
        solve(EASY, Effort(memory=1 << 28, resume=save), nobody)
    assert fault in str(caught.value)
    assert save.read_text() == text


def test_what_cannot_be_solved_is_said() -> None:
    with pytest.raises(NoProof) as caught:
        solve(EASY, Effort(memory=1 << 20), nobody)
    assert caught.value.message == Message("tesseract.proof.memory", needed="0.062", allowed="0.00098")
    with pytest.raises(NoProof) as refused:
        solve(FOUR.play("03"), Effort(), nobody)
    assert refused.value.code == "proofs.over"


def test_a_full_memory_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.games.tesseract.solve.LEAST", 0)
    with pytest.raises(NoProof) as caught:
        solve(games.start("tesseract"), Effort(memory=1 << 20), nobody)
    assert caught.value.code == "tesseract.proof.full"


def test_a_draw_is_not_claimed() -> None:
    """The last moves of a tied game, of which none makes a three."""
    state = games.start("tesseract")
    assert isinstance(state, TesseractState)
    for move in (Path(__file__).parents[1] / "data" / "tesseract-tie.txt").read_text().split():
        following = state.play(move)
        if following.outcome:
            break
        state = following
    with pytest.raises(NoProof) as caught:
        solve(state, Effort(memory=1 << 27), nobody)
    assert caught.value.code == "tesseract.proof.none"


@pytest.mark.proofs
def test_the_book_proves_the_first_players_win() -> None:
    answer = check(BOOK, nobody)
    assert BOOK.state == games.start("tesseract")
    assert answer[0].startswith("Checked 20,351 of 20,351 positions")
    assert answer[1].startswith("4,965,214 replies")
    assert "at most 49 moves, 25 of them the winner's" in answer[3]


@pytest.mark.proofs
def test_the_first_players_win_is_found_again() -> None:
    certificate = solve(games.start("tesseract"), Effort(memory=4 << 30), nobody)
    assert certificate.body == BOOK.body
