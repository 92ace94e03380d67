"""Writing a file as a whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def draft(place: Path) -> Iterator[Path]:
    """An empty file beside a place, readable for its owner alone. It is removed unless it was moved away."""
    made = place.with_name(f".{place.name}.{secrets.token_hex(4)}.tmp")
    os.close(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield made
    finally:
        with contextlib.suppress(OSError):
            made.unlink(missing_ok=True)


def sync(file: Path) -> None:
    """Waits until a file's contents are on the disk."""
    opened = os.open(file, os.O_RDWR)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def publish(draft: Path, place: Path) -> None:
    """Gives a finished draft its name; raises FileExistsError if there is a file of that name."""
    try:
        os.link(draft, place)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if os.path.lexists(place):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(place)) from None
        os.rename(draft, place)
    else:
        draft.unlink()
    _sync_folder(place.parent)


def take_place(draft: Path, place: Path) -> None:
    """Puts a finished draft in the place of a file, if there is one: at every moment there is one of the two."""
    os.replace(draft, place)
    _sync_folder(place.parent)


def replace(place: Path, data: bytes, *, private: bool = True) -> None:
    """Puts a file in its place with these contents, or raises OSError and leaves everything as it was.

    Folders that are missing are made. Where the place is a link, what it points at is written; where there is a
    file already, its mode is kept. A new file is readable for its owner alone, unless it is not `private`.
    """
    target = place.resolve()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), error.filename) from None
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666)
        with os.fdopen(file, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        if target.exists():
            shutil.copymode(target, draft)
        os.replace(draft, target)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Lets the disk have the file's name too; where a folder cannot be opened for that, the name comes later."""
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
