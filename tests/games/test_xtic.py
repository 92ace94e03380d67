import pytest

from quincunx import games
from quincunx.games.xtic.law import Line, describe, lines
from quincunx.law import Message


def symmetries(kind: str) -> int:
    """How many permutations of the sixteen squares take lines to lines, counted by trying."""
    board = lines(kind)
    targets = set(map(frozenset, board))
    through = {square: [line for line in board if square in line] for square in range(16)}

    def extend(image: dict[int, int]) -> int:
        square = len(image)
        if square == 16:
            return 1
        count = 0
        for target in set(range(16)) - set(image.values()):
            image[square] = target
            if all(fits(line, image) for line in through[square]):
                count += extend(image)
            del image[square]
        return count

    def fits(line: Line, image: dict[int, int]) -> bool:
        known = {image[square] for square in line if square in image}
        return any(known <= target for target in targets)

    return extend({})


@pytest.mark.parametrize(("kind", "count"), [("normal", 32), ("nodiags", 1152), ("torus", 128)])
def test_symmetries_of_the_three_boards(kind: str, count: int) -> None:
    assert symmetries(kind) == count


@pytest.mark.parametrize(("kind", "count"), [("normal", 10), ("nodiags", 8), ("torus", 16)])
def test_number_of_lines(kind: str, count: int) -> None:
    assert len(set(map(frozenset, lines(kind)))) == count


def test_the_bits_of_a_piece() -> None:
    assert describe(0b0000) == ["black", "horizontal", "solid", "round"]
    assert describe(0b0001) == ["brown", "horizontal", "solid", "round"]
    assert describe(0b1110) == ["black", "vertical", "hollow", "square"]


def test_seats_give_and_place_in_turn() -> None:
    state = games.start("xtic")
    turns = []
    for move in ["=0", "a1", "=F", "b1", "=1", "c1", "=8"]:
        turns.append((state.turn, state.phase))
        state = state.play(move)
    assert turns == [(1, "give"), (2, "place"), (2, "give"), (1, "place"), (1, "give"), (2, "place"), (2, "give")]
    assert str(state) == "xtic 0F1./..../..../.... =8"


def test_whoever_completes_a_line_loses() -> None:
    state = games.parse("xtic 012./..../..../.... =3").play("d1")
    outcome = state.outcome
    assert outcome is not None
    assert outcome.winner == 2
    assert outcome.score == "0-1"
    assert outcome.message == Message(
        "xtic.line-avoid", seat=1, line="a1 b1 c1 d1", traits=[Message("xtic.word.solid"), Message("xtic.word.round")]
    )
    assert outcome.squares == ("a1", "b1", "c1", "d1")


def test_whoever_completes_a_line_wins_with_the_other_goal() -> None:
    outcome = games.parse("xtic:goal=complete 012./..../..../.... =3").play("d1").outcome
    assert outcome is not None
    assert outcome.winner == 1
    assert outcome.message.code == "xtic.line-complete"


def test_four_with_nothing_in_common_are_harmless() -> None:
    assert games.parse("xtic 07B./..../..../.... =C").play("d1").outcome is None


@pytest.mark.parametrize(
    ("board", "square", "fatal"),
    [
        ("0.../.1../..2./....", "d4", {"normal", "torus"}),
        (".0../..1./...2/....", "a4", {"torus"}),
        ("...0/..1./.2../....", "a4", {"normal", "torus"}),
        ("..0./.1../2.../....", "d4", {"torus"}),
        ("0.../1.../2.../....", "a4", {"normal", "nodiags", "torus"}),
    ],
)
def test_which_lines_are_dangerous_in_which_game_type(board: str, square: str, fatal: set[str]) -> None:
    for kind in ("normal", "nodiags", "torus"):
        after = games.game(f"xtic:type={kind}").read(f"{board} =3").play(square)
        assert bool(after.outcome) == (kind in fatal)


def test_a_full_board_without_a_line_is_drawn() -> None:
    outcome = games.parse("xtic B68A/E371/054F/D.29 =C").play("b4").outcome
    assert outcome is not None
    assert (outcome.winner, outcome.why, outcome.score) == (None, "full", "1/2-1/2")


def test_the_sixteenth_piece_can_lose_too() -> None:
    outcome = games.parse("xtic 0E12/67.D/CA39/548B =F").play("c2").outcome
    assert outcome is not None
    assert (outcome.winner, outcome.why) == (2, "line")
    assert outcome.message == Message(
        "xtic.line-avoid", seat=1, line="a2 b2 c2 d2", traits=[Message("xtic.word.hollow")]
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("7.../..../..../....", Message("xtic.position")),
        ("7.../..../..../.... =8 1", Message("xtic.position")),
        ("7.../..../.... =8", Message("law.rows", n=3, height=4)),
        ("7.../...../..../.... =8", Message("law.row", row=2, n=5, width=4)),
        ("7.../..g./..../.... =8", Message("law.cell", row=2, column=3, found="g")),
        ("7.../..a./..../.... =8", Message("law.cell", row=2, column=3, found="a")),
        ("7.../..7./..../.... =8", Message("xtic.twice", piece="7")),
        ("7.../..../..../.... =7", Message("xtic.both", piece="7")),
        ("7.../..../..../.... =a", Message("xtic.hand", written="=a")),
        ("7.../..../..../.... ", Message("xtic.hand", written="")),
        ("0123/..../..../.... =8", Message("xtic.complete")),
        ("0123/4567/..../.... -", Message("xtic.lines")),
    ],
)
def test_impossible_positions_are_refused_with_the_reason(text: str, reason: Message) -> None:
    with pytest.raises(games.InvalidPosition) as caught:
        games.parse(f"xtic {text}")
    assert caught.value.message == reason


@pytest.mark.parametrize(
    ("position", "move", "reason"),
    [
        ("7.../..../..../.... -", "b2", Message("xtic.give")),
        ("7.../..../..../.... -", "=7", Message("xtic.used", piece="7", square="a1")),
        ("7.../..../..../.... =8", "=9", Message("xtic.place", piece="8")),
        ("7.../..../..../.... =8", "a1", Message("xtic.taken", square="a1", piece="7")),
        ("7.../..../..../.... =8", "e5", Message("law.move", move="e5", game="xtic")),
        ("0123/..../..../.... -", "=4", Message("law.over")),
    ],
)
def test_illegal_moves_say_why(position: str, move: str, reason: Message) -> None:
    with pytest.raises(games.IllegalMove) as caught:
        games.parse(f"xtic {position}").play(move)
    assert caught.value.message == reason


@pytest.mark.parametrize(("typed", "token"), [("=f", "=F"), ("f", "=F"), (" 7 ", "=7"), ("B3", "b3"), ("=A", "=A")])
def test_typed_moves(typed: str, token: str) -> None:
    assert games.game("xtic").move(typed) == token


def test_the_view_shows_the_lines_in_danger() -> None:
    giving = games.parse("xtic 012./5.../9.../.... -").view()
    assert {candidate["at"] for candidate in giving["highlights"]["candidates"]} == {"d1", "a4"}
    placing = games.parse("xtic 012./5.../9.../.... =4").view()
    assert placing["highlights"]["candidates"] == [
        {"squares": ["a1", "b1", "c1", "d1"], "at": "d1", "alike": ["round"]},
        {"squares": ["a1", "a2", "a3", "a4"], "at": "a4", "alike": ["horizontal"]},
    ]
    assert placing["hand"] == {"piece": "4", "words": ["black", "horizontal", "hollow", "round"]}
    assert [slot["piece"] for slot in placing["tray"] if not slot["free"]] == list("012459")
