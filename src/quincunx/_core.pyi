"""The compiled core: the engine's own fast rules, and its searches.

It speaks only in the strings of docs/notation.md: a game is `name:options`, a position its whole line, a move
its token. A string that is none of these, or a move that is not legal, raises ValueError; its message is for a
programmer, the law in `quincunx.games` words it for players. Every function may be called from any thread;
`perft`, `random_games`, `analyse`, `answers` and a `Batch` let other threads run meanwhile.
"""

from typing import Any, Final

from numpy.typing import NDArray

version: Final[str]
has_avx2: Final[bool]
"""Whether this machine has AVX2, and with it uses the build that needs it."""

def seats(game: str) -> int: ...
def actions(game: str) -> list[str]:
    """Every move token of the game, in the order that also numbers them."""

def canonical_game(game: str) -> str:
    """The game with only the options that differ from the default, in the order of declaration."""

def canonical(position: str) -> str:
    """The position read and written again."""

def place(position: str) -> tuple[str, int]:
    """`canonical` and `actor` with one call."""

def turn(position: str) -> int:
    """The seat whose turn it is, also while dice are rolled for it; -1 when the game is over."""

def actor(position: str) -> int:
    """Who is to choose a move: a seat, 0 for the dice, -1 when the game is over."""

def moves(position: str) -> list[str]:
    """The legal moves in the order of `actions`; the rolls while dice are to be rolled."""

def weights(position: str) -> list[int]:
    """For each of `moves`, while dice are to be rolled, its chance out of the sum of all; otherwise none."""

def play(position: str, move: str) -> str: ...
def steps(position: str, move: str) -> list[str]:
    """The boards between the position and the one after the move: xchain's, before each wave."""

def outcome(position: str) -> tuple[int, str] | None:
    """The winner, 0 for a draw, and why (the law's token); None while the game goes on."""

def winning(position: str) -> list[str]:
    """The moves that win at once, or after which whatever the next seat does loses at once (core/guard.hpp)."""

def danger(position: str, move: str) -> int:
    """What the next seat can do to the seat to move after a move of it: 0 nothing at once, 1 eliminate it from a game
    that goes on, 2 win."""

class Control:
    """Watches and stops one running call from another thread. Use a new one for each call."""

    def __init__(self) -> None: ...
    def stop(self) -> None: ...
    def pause(self) -> None:
        """The search sleeps where it next counts nodes; its answer stays the same, unless its time is limited."""
    def resume(self) -> None: ...
    def wait_while_paused(self) -> None:
        """For searches in Python, which have to call it often."""
    @property
    def stopped(self) -> bool: ...
    @property
    def called_off(self) -> bool:
        """Whether somebody stopped it, or its time is over; False where it only spent its nodes."""
    @property
    def paused(self) -> bool: ...
    @property
    def nodes(self) -> int: ...
    @property
    def progress(self) -> float:
        """The share of the work that is done, from 0 to 1; rough."""
    @property
    def seconds(self) -> float: ...

def perft(position: str, depth: int, control: Control | None = None) -> int | None:
    """How many sequences of `depth` moves, 0 to 256, there are; None if it was stopped."""

def random_games(position: str, count: int, seed: int, control: Control | None = None) -> tuple[int, int]:
    """Plays so many games from the position with random moves: the games finished and the moves played."""

class Finding:
    """What a search says of one legal move."""

    @property
    def move(self) -> str: ...
    @property
    def exact(self) -> bool:
        """Whether the values are proved; otherwise they are an estimate."""
    @property
    def values(self) -> list[float]:
        """The expected result, one for each seat: 1 a win, 0 a loss, 1/2 a draw."""
    @property
    def distance(self) -> int:
        """Moves, not rolls, to the end under best play; -1 where unknown."""
    @property
    def line(self) -> list[str]:
        """Best play from here, beginning with the move itself."""

class Report:
    @property
    def moves(self) -> list[Finding]:
        """Every legal move, in the order of `moves`."""
    @property
    def basis(self) -> str:
        """What the values rest on: the key of a message, and a number if that has one."""
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...

def analyse(
    position: str,
    method: str,
    *,
    nodes: int = 0,
    seconds: float = 0.0,
    depth: int = 0,
    threads: int = 1,
    memory: int = 0,
    seed: int = 0,
    control: Control | None = None,
) -> Report:
    """Values of all moves within the given limits; 0 means no limit of that kind. ValueError where a game
    has no such method."""

def answers(
    questions: list[tuple[str, str, tuple[int, float, int, int, int, int], Control]],
    threads: int = 1,
) -> list[tuple[str, str, str] | None]:
    """Analyses of many positions as JSON, each by a method within limits (nodes, seconds, depth, threads, memory, seed)
    and with a control of its own; `threads` of them run at once. Of each: the fields `best`, `position`, `actor` and
    `moves` as `Analysis.to_json` writes them, the basis, and the fields `nodes` and `seconds`; None where `analyse`
    raises."""

def keep_network(name: str, bytes: bytes) -> None:
    """Hands over a learned network (core/search/network.hpp): the methods that need it find it by its name."""

def network_answers(bytes: bytes, inputs: bytes) -> bytes:
    """What a network answers to each row of its inputs (int16), as the searches get it: one int32 for each."""

def xchain_outlook(position: str) -> float:
    """The chance of the seat to move to win, by the evaluation by hand alone."""

def xchain_features(positions: list[str]) -> bytes:
    """What a network sees of positions of xchain: int16, 112 numbers for each living side, the one to move first."""

def tritoc_features(positions: list[str]) -> bytes:
    """What a network sees of positions of tritoc: int16, 48 numbers for each."""

class Level:
    """How a batch chooses for a level: the fields of `quincunx.engine.player.Level` that it needs."""

    def __init__(
        self,
        method: str,
        *,
        nodes: int,
        depth: int,
        margin: float,
        glance: str,
        overlooks: int,
        desperate: float,
        guarded: bool,
        keen: bool,
        patient: bool,
        hope: int,
    ) -> None: ...

class Batch:
    """Many matches of one game, from `batch`: see `quincunx.batch`, which is made for people.

    `sheets` are the arrays to write into: observations uint8, masks bool, turns int8, rewards float32, done bool, cut
    bool. Nothing is converted: another type is a TypeError, another shape a ValueError.
    """

    @property
    def shape(self) -> tuple[int, int, int]:
        """Planes, rows and columns of an observation."""
    def reset(self, seed: int | None, which: NDArray[Any] | None, sheets: tuple[NDArray[Any], ...]) -> None: ...
    def step(self, actions: NDArray[Any], sheets: tuple[NDArray[Any], ...]) -> None: ...
    def sample(self, actions: NDArray[Any]) -> None: ...
    def choose(self, level: Level, seed: str, played: NDArray[Any], which: NDArray[Any], actions: NDArray[Any]) -> None:
        """The moves of a level where `which` is set, -2 where only the engine in Python knows it, -1 elsewhere.
        `played` (int64) is part of each match's seed."""
    def position(self, match: int) -> str:
        """The body of the position; so is `ended`, of how the match before it ended."""

    def ended(self, match: int) -> str: ...
    def ends(self, seats: NDArray[Any], observations: NDArray[Any]) -> None: ...

def batch(game: str, starts: list[str], *, count: int, seed: int, longest: int, threads: int) -> Batch: ...

class TesseractProof:
    """A search for a strategy by which a seat wins a position of tesseract. It goes on where it was in each call."""

    def __init__(self, position: str, winner: int, memory: int) -> None: ...
    def run(self, nodes: int, control: Control) -> bool:
        """Spends about so many nodes; whether it is proved now."""
    @property
    def known(self) -> int:
        """Positions proved so far."""
    @property
    def share(self) -> float:
        """Of the top of the tree, what is proved; rough."""
    @property
    def open(self) -> int:
        """The proof number: small is near the end; it goes up and down."""
    @property
    def fill(self) -> float:
        """The share of the memory that is used; at 1 the search goes no further."""
    @property
    def exhausted(self) -> bool:
        """There is nothing left to try that looks like a win."""
    def strategy(self) -> list[str]:
        """The lines of the certificate, once it is proved."""
    def remember(self) -> list[str]:
        """What was proved on the way, a line a position."""
    def recall(self, lines: list[str]) -> None:
        """Takes in what another search remembered; ValueError where a line is no such thing."""

class XticProof:
    """Answers yes-or-no questions about whole games of xtic, and keeps what it finds about boards with few pieces.

    A body is a position's text without the game, with nothing in hand and no line complete. `win` asks whether the
    one who is to give can force a win; otherwise the question is whether it can be kept from losing. All but `image`
    and `fill` are for one thread at a time; None says that the control stopped the search. `image` is for boards with
    at most ten pieces.
    """

    def __init__(self, game: str, memory: int, threads: int = 1) -> None: ...
    def ask(self, body: str, win: bool, control: Control) -> bool | None: ...
    def gift(self, body: str, win: bool, control: Control) -> int | None:
        """Where the answer is yes: the piece by which the giver gets it."""

    def reply(self, body: str, piece: int, win: bool, control: Control) -> int | None:
        """Where the answer is no: the square on which the other seat has to put this gift."""

    def image(self, body: str) -> tuple[str, list[int], list[int]]:
        """The board that stands for all that play like this one, and where each square and each piece goes."""

    def findings(self) -> list[tuple[int, int]]:
        """What is known of boards with at most five pieces; may be called from another thread while `ask` runs."""

    def learn(self, findings: list[tuple[int, int]]) -> None: ...
    @property
    def fill(self) -> float:
        """The share of the table that is taken."""

class TactixLosses:
    """Which of all positions that a tactix position can become are lost for the seat to move, one bit each.

    Counters are a number with a bit for each square that holds one, a1 the lowest, in reading order. Use it from one
    thread at a time.
    """

    def __init__(self, position: str) -> None: ...
    def fill(self, seconds: float) -> bool:
        """Works so long, or until the table is full; whether it is. The next call goes on."""

    @property
    def words(self) -> int:
        """Of 64 positions each, in the table."""
    @property
    def done(self) -> int:
        """How many words are made."""
    def made(self, first: int) -> bytes:
        """The words from the first given one on, as far as they are made: eight bytes each."""

    def restore(self, made: bytes) -> None:
        """Adds words, as `made` gave them, after those that are done. What is left over of a block is not taken."""

    def count(self) -> int:
        """How many positions are lost. Like the rest, it wants a full table; else ValueError."""

    def lost(self, counters: int) -> bool: ...
    def winning(self, counters: int) -> list[int]:
        """The moves, by their number among the game's actions, that leave the other seat a lost position."""

def xchain_positions(game: str) -> int:
    """Of how many positions, up to turns, the method `table` has found the value so far; for two seats and at most 12
    squares."""

class XchainProof:
    """Tells who wins positions of xchain for two seats on boards of at most 25 squares, and keeps what it finds.

    A body is a position's text without the game, with the game not over. None says that the time was too short; the
    next call goes on with what is known. Use it from one thread at a time.
    """

    def __init__(self, game: str, memory: int) -> None: ...
    def wins(self, body: str, seconds: float) -> bool | None:
        """Whether the seat to move does."""

    def winning(self, body: str, all: bool, seconds: float) -> list[str] | None:
        """The moves by which it does: all of them, or else those that are known already, and one if none is."""

    def findings(self, most: int) -> bytes:
        """What is proved, 8 bytes for each position, for `learn`. If there is more, what took the most work."""

    def learn(self, findings: bytes) -> None: ...
    def learn_sets(self, findings: bytes) -> None:
        """What `findings` returned until version 0.2: 16 bytes for each position, on boards of at most 16 squares."""

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
    @property
    def fill(self) -> float:
        """The share of the table that is taken."""

class XchainCoalition:
    """Tells whether one seat can force a win against all others together, on boards of at most 10 squares."""

    def __init__(self, game: str, seat: int) -> None: ...
    def wins(self, body: str, seconds: float) -> bool | None:
        """None says that the time was too short; the next call goes on."""

    def strategy(self, body: str) -> list[str]:
        """The lines of whoever succeeds, the seat or the others."""

    @property
    def known(self) -> int:
        """Positions whose value is known, up to turns."""

class XchainStrategy:
    """The winner's strategy, drawn from a proof line by line: the body of a certificate."""

    def __init__(self, proof: XchainProof, body: str, winner: int, leaves: int) -> None:
        """From `leaves` pieces on positions get no line; 0 for lines to the end of the game."""

    def run(self, seconds: float) -> bool:
        """Goes on; True when it is whole."""

    @property
    def lines(self) -> list[str]: ...
    @property
    def known(self) -> int:
        """How many lines there are."""
    @property
    def open(self) -> int:
        """Positions that still need a line."""
