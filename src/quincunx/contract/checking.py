"""Tries a law: `check` plays a few random games of each variant, looks at every position, and reports.

`quincunx games check` runs it on somebody's own game, and the tests run the checks on all of ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from quincunx import law
from quincunx.contract import declaration, message_keys, overrides
from quincunx.contract.fault import ContractFault, class_of, fault_of, file_of, place, raised
from quincunx.contract.game_checks import OF_A_GAME, variants
from quincunx.contract.position_checks import OF_A_POSITION, SLOW
from quincunx.contract.want import Broken, stays, want
from quincunx.law.draws import Draws
from quincunx.law.errors import Refused
from quincunx.law.game import Game, State
from quincunx.law.messages import Message

LONGEST = 10_000
"""Moves and rolls after which a random game is taken to have no end."""
GAMES = 3
"""Random games of each variant."""
THOROUGH = 5
"""Positions of a game in which every action is tried, and a few bad texts are read."""
OURS = tuple(str(Path(module.__file__ or "").parent) for module in (declaration, law))
"""The folders of the contract: an error that is raised in one comes from what the law gave."""


@dataclass
class ContractReport:
    """What a check has found."""

    name: str
    variants: int = 0
    positions: int = 0
    checks: set[str] = field(default_factory=set)
    faults: dict[str, ContractFault] = field(default_factory=dict)
    """The first fault of each check."""

    @property
    def message(self) -> Message:
        checks, passed = len(self.checks), len(self.checks) - len(self.faults)
        return Message(
            "contract.report",
            game=self.name,
            checks=Message("contract.some", passed=passed, checks=checks) if self.faults else checks,
            variants=Message("contract.variants-tried", n=self.variants),
            positions=self.positions,
        )

    def __str__(self) -> str:
        return str(self.message)


def check(kind: type[Game]) -> ContractReport:
    """Tries a game. It takes a few seconds at most where the law is not very slow."""
    report = ContractReport(getattr(kind, "name", kind.__name__), checks={"declaration"})
    if found := declaration.faults(kind) or overrides.faults(kind) or overrides.of_positions(kind):
        report.faults = {f"declaration {n}": fault for n, fault in enumerate(found)}
        report.checks = set(report.faults)
        return report
    report.checks.add("messages")
    for fault in message_keys.faults(file_of(kind))[:1]:
        report.faults["messages"] = fault
    with _reporting(report, "variants", kind):
        variants(kind)
    for text in kind.variants:
        game = kind.with_options(text)
        report.variants += 1
        for name, trial in OF_A_GAME.items():
            with _reporting(report, name, game):
                trial(game)
        for number in range(GAMES):
            _try_out(report, game, str(number))
    return report


def _try_out(report: ContractReport, game: Game, seed: str) -> None:
    history: list[State] = []
    with _reporting(report, "random games", game):
        history.extend(play_out(game, seed))
    report.positions += len(history)
    few = set(range(0, len(history), max(1, len(history) // THOROUGH)))
    for n, state in enumerate(history):
        for name, trial in OF_A_POSITION.items():
            if (name in SLOW and n not in few) or (name == "bad positions" and report.faults):
                continue  # bad positions would show once more what is wrong in good ones
            with _reporting(report, name, state):
                trial(state)


@contextmanager
def _reporting(report: ContractReport, name: str, subject: Any) -> Iterator[None]:
    """Notes what a check finds, an exception of the law included."""
    report.checks.add(name)
    try:
        yield
    except Broken as broken:
        if broken.__cause__:
            where = raised(broken.__cause__, file_of(subject)).where
        else:
            found = broken.of or subject
            owner = class_of(found if hasattr(class_of(found), broken.method) else getattr(found, "game", found))
            method = getattr(owner, broken.method, None) if overrides.is_own(owner, broken.method) else None
            where = place(method, owner)
        report.faults.setdefault(name, broken.at(where))
    except (Exception, SystemExit) as error:
        report.faults.setdefault(name, _of_exception(error, subject))


def _of_exception(error: BaseException, subject: Any) -> ContractFault:
    found = raised(error, file_of(subject))
    if isinstance(error, Refused):
        return ContractFault("contract.raises.refusal", found.where, error=_in_position(found.error, subject))
    if found.where.startswith(OURS):
        # Not raised in the law, but because of a value that it gave.
        return fault_of(class_of(subject), "contract.raises.type", error=_in_position(found.message, subject))
    return ContractFault("contract.raises.error", found.where, error=_in_position(found.error, subject))


def _in_position(error: str | Message, subject: Any) -> str | Message:
    """An error with the position in which it came, if that position's text is not what is wrong."""
    if isinstance(subject, type | Game):
        return error
    try:
        return Message("contract.in", error=error, body=repr(subject.body))
    except Exception:
        return error


def play_out(game: Game, seed: str) -> Iterator[State]:
    """The positions of a random game, to its end."""
    draws, state, made = Draws(seed, "contract"), game.start(seed), 0
    if not isinstance(state, State):  # for the check of the start to find
        return
    yield state
    while not state.outcome:
        moves = state.moves()
        if not moves:  # for the check of the end to find
            return
        chances, before, body = state.chances(), state, state.body
        move = draws.weighted(chances) if chances else draws.choice(moves)
        state = state.play(move)
        if not isinstance(state, State):  # for the check of playing to find
            return
        stays(before, before.body == body, move)
        made += not chances
        want(made <= LONGEST, "contract.endless", "outcome", limit=LONGEST)
        yield state
    if game.longest is not None:
        want(isinstance(game.longest, int), "contract.longest.type", "longest", found=repr(game.longest))
        want(made <= game.longest, "contract.longest.exceeded", "longest", moves=made, longest=game.longest)
