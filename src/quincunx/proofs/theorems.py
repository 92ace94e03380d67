"""The theorems: games whose value is known, with certificates. Each game lists its own in the file `theorems.toml`.

    [[theorem]]
    options = "size=5"
    value = "1"
    sha256 = "…"
    seconds = 4

`value` and `sha256` are those of the certificate from the first position. `certificate` names its file, in the game's
folder or in `proofs/` of the sources; without it the certificate is made in a few seconds. `seconds` is about how long
a browser takes to check it (`make bench-proofs`), and is missing where that may be longer than visitors will wait.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

import quincunx
from quincunx import games
from quincunx.games import GAMES, Refused, State, registry
from quincunx.proofs.certificate import Certificate, Unproved, read, write
from quincunx.proofs.progress import Effort, Tell

FILE = "theorems.toml"
SOURCES = Path(quincunx.__file__).parents[2]
"""The folder of the sources, where Quincunx runs from them."""


def runs_from_sources() -> bool:
    """False for an installed package."""
    return (SOURCES / "pyproject.toml").is_file()


def made_folder() -> Path:
    """The folder of certificates made on this machine."""
    if runs_from_sources():
        return SOURCES / "build" / "proofs"
    from platformdirs import user_cache_path

    return user_cache_path("quincunx", appauthor=False) / "proofs"


@dataclass(frozen=True, slots=True)
class Theorem:
    game: str
    """With its options, as `games.game` writes it."""
    value: str
    sha256: str
    seconds: int | None
    """About how long a browser takes to check it; None if it is not to try."""
    certificate: str = ""
    """A file in the game's folder or in `proofs/`; empty where it is made when it is needed."""

    @property
    def name(self) -> str:
        """For files and addresses."""
        return self.game.replace(":", "-").replace(",", "-").replace("=", "")

    @property
    def start(self) -> State:
        return games.start(self.game)

    @property
    def _path(self) -> Path:
        found = registry.file(self.game.partition(":")[0], *self.certificate.split("/"))
        return Path(str(found)) if found else SOURCES / self.certificate

    @property
    def is_available(self) -> bool:
        """Whether its certificate is here or can be made: the large ones are only in the sources."""
        return not self.certificate or self._path.is_file()

    @property
    def shipped(self) -> Path | None:
        """Its certificate's file; None if it has to be made. Refused if it is missing."""
        if not self.certificate:
            return None
        path = self._path
        if not path.is_file():
            raise Refused("proofs.theorem.missing", game=self.game, path=str(path))
        return path


def theorems() -> list[Theorem]:
    """All theorems, game by game."""
    return [theorem for name in GAMES for theorem in _of(name)]


def _of(name: str) -> list[Theorem]:
    file = registry.file(name, FILE)
    listed = tomllib.loads(file.read_text("utf-8"))["theorem"] if file else []
    return [
        Theorem(
            str(games.game(f"{name}:{entry['options']}".rstrip(":"))),
            entry["value"],
            entry["sha256"],
            entry.get("seconds"),
            entry.get("certificate", ""),
        )
        for entry in listed
    ]


def certificate_of(theorem: Theorem, tell: Tell, made: Path | None = None) -> tuple[Path, Certificate]:
    """The certificate of a theorem, and its file; one that is not shipped is made, and kept in `made` or in
    `made_folder()`. Unproved if it claims something else, or is not the one that docs/solved.md names."""
    made = made or made_folder()
    path = theorem.shipped or made / f"{theorem.name}.gz"
    if not path.exists():
        from quincunx.proofs.solving import solve

        made.mkdir(parents=True, exist_ok=True)
        write(path, solve(theorem.start, Effort(), tell))
    found = read(path)
    if (found.state, found.value) != (theorem.start, theorem.value):
        raise Unproved("proofs.theorem.another", path=str(path), position=str(found.state), claim=found.claim)
    if found.sha256 != theorem.sha256:
        raise Unproved("proofs.theorem.hash", path=str(path), sha256=theorem.sha256)
    return path, found
