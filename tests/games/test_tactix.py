import pytest

from quincunx import games
from quincunx.games.tactix.law import spans
from quincunx.law import Message


def lost_for_the_mover(size: int, last_loses: bool) -> int:
    """How many of all positions the mover loses, by looking at every one; positions grow with their number."""
    takings = list(spans(size).values())
    wins = bytearray(1 << size * size)
    wins[0] = last_loses
    for counters in range(1, 1 << size * size):
        wins[counters] = any(counters & taken == taken and not wins[counters ^ taken] for taken in takings)
    return wins.count(0)


@pytest.mark.parametrize(
    ("size", "goal", "lost"),
    [(3, "last-loses", 89), (3, "last-wins", 88), (4, "last-loses", 8_568), (4, "last-wins", 8_380)],
)
def test_every_position_of_the_small_grids(size: int, goal: str, lost: int) -> None:
    assert lost_for_the_mover(size, goal == "last-loses") == lost


def test_the_law_gives_the_same_values() -> None:
    """The same count for 3x3 through the law itself, and the seven winning first moves."""
    wins: dict[str, bool] = {}

    def winning(state: games.State) -> bool:
        key, mover = state.body.split()
        if state.outcome:
            return state.outcome.winner == int(mover)
        if key not in wins:
            wins[key] = any(not winning(state.play(move)) for move in state.moves())
        return wins[key]

    start = games.start("tactix:size=3")
    assert winning(start)
    assert sum(not winning(start.play(move)) for move in start.moves()) == 7
    assert sum(not value for value in wins.values()) <= 89
    assert winning(games.parse("tactix:size=3 .../.../... 1"))


def test_sixty_four_first_moves() -> None:
    assert len(games.start("tactix").moves()) == 64


def test_a_game() -> None:
    state = games.start("tactix:size=3")
    for move in ["a1-c1", "a2-a3", "b2-b3", "c2"]:
        state = state.play(move)
    assert str(state) == "tactix:size=3 .../.../..o 1"
    lost = state.play("c3").outcome
    assert lost is not None
    assert (lost.winner, lost.message) == (2, Message("tactix.last-loses", seat=1))
    won = games.parse("tactix:size=3,goal=last-wins .../.../..o 1").play("c3").outcome
    assert won is not None
    assert (won.winner, won.message) == (1, Message("tactix.last-wins", seat=1))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("oooo/oooo/oooo/oooo", Message("tactix.position")),
        ("oooo/oooo/oooo/oooo/oooo 1", Message("law.rows", n=5, height=4)),
        ("oooo/ooooo/oooo/oooo 1", Message("law.row", row=2, n=5, width=4)),
        ("oooo/oOoo/oooo/oooo 1", Message("law.cell", row=2, column=2, found="O")),
        ("oooo/oooo/oooo/oooo 3", Message("law.turn", written="3", seats=["1", "2"])),
        ("oooo/oooo/oooo/oooo  1", Message("tactix.position")),
    ],
)
def test_impossible_positions_are_refused_with_the_reason(text: str, reason: Message) -> None:
    with pytest.raises(games.InvalidPosition) as caught:
        games.parse(f"tactix {text}")
    assert caught.value.message == reason


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("b2", Message("tactix.empty", square="b2")),
        ("b1-b3", Message("tactix.gap", square="b2")),
        ("a2-d2", Message("tactix.gap", square="b2")),
        ("b3-b1", Message("law.move", move="b3-b1", game="TacTix")),
    ],
)
def test_illegal_moves_say_why(move: str, reason: Message) -> None:
    with pytest.raises(games.IllegalMove) as caught:
        games.parse("tactix oooo/o..o/oooo/oooo 1").play(move)
    assert caught.value.message == reason


def test_nothing_can_be_taken_when_it_is_over() -> None:
    with pytest.raises(games.IllegalMove) as caught:
        games.parse("tactix ..../..../..../.... 1").play("a1")
    assert caught.value.message == Message("law.over")


@pytest.mark.parametrize(
    ("typed", "token"),
    [("b4-b2", "b2-b4"), ("B2", "b2"), ("b2-b2", "b2"), (" d1 - A1 ", "a1-d1"), ("c1-c4", "c1-c4")],
)
def test_typed_moves(typed: str, token: str) -> None:
    assert games.game("tactix").move(typed) == token


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("a1-b2", Message("tactix.line", first="a1", last="b2")),
        ("e1", Message("law.square", square="e1", last="d4")),
        ("a1-a2-a3", Message("tactix.ends", move="a1-a2-a3")),
        ("", Message("law.square", square="", last="d4")),
    ],
)
def test_typed_nonsense_says_why(typed: str, reason: Message) -> None:
    with pytest.raises(games.IllegalMove) as caught:
        games.game("tactix").move(typed)
    assert caught.value.message == reason
