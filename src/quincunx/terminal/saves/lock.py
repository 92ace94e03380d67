"""Locks of saved games: only one process plays a saved game at a time."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

try:
    import fcntl
except ModuleNotFoundError:  # no such locks on this system: a game opened twice goes unnoticed
    fcntl = None  # type: ignore[assignment]

SUFFIX = ".game"


class Slot:
    """A locked saved game: no other process can write it at the same time."""

    def __init__(self, folder: Path, name: str, lock: int) -> None:
        self.name = name
        self.path = folder / f"{name}{SUFFIX}"
        self._lock = lock
        self._lock_path = _lock_path(folder, name)

    @classmethod
    def claim(cls, folder: Path, name: str) -> Slot | None:
        """Takes the lock; None if another process has it. The system releases it when the process ends."""
        path = _lock_path(folder, name)
        while True:
            lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            if not _locked(lock):
                os.close(lock)
                return None
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(lock), os.stat(path)):
                    return cls(folder, name, lock)
            os.close(lock)  # the previous owner removed the file meanwhile: this lock protects nothing

    def release(self) -> None:
        with suppress(OSError):
            self._lock_path.unlink()
        os.close(self._lock)


def in_use(folder: Path, name: str) -> bool:
    """Whether a process, perhaps this one, is playing that saved game."""
    try:
        lock = os.open(_lock_path(folder, name), os.O_RDWR)
    except OSError:
        return False
    try:
        return not _locked(lock)
    finally:
        os.close(lock)


def _lock_path(folder: Path, name: str) -> Path:
    return folder / f".{name}.lock"


def _locked(file: int) -> bool:
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


def free_slot(folder: Path, game: str) -> Slot:
    """The first free name for a match of a game: `tactix-1`, `tactix-2`, …"""
    folder.mkdir(parents=True, exist_ok=True)
    number = 0
    while True:
        number += 1
        name = f"{game}-{number}"
        if os.path.lexists(folder / f"{name}{SUFFIX}"):
            continue
        slot = Slot.claim(folder, name)
        if slot and not os.path.lexists(slot.path):
            return slot
        if slot:
            slot.release()
