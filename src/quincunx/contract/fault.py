"""What is wrong with a law, what is wanted, and in which line."""

from __future__ import annotations

import inspect
import sys
import traceback
from dataclasses import dataclass
from pathlib import Path

IMPORTERS = {("metadata", "__init__.py"), ("games", "registry.py")}
"""Files that import laws, with their folders."""

STANDARD = str(Path(traceback.__file__).parent)
"""The folder of Python's standard library. Those of installed packages may be in it."""


@dataclass(frozen=True)
class ContractFault:
    """Something in a law that is not as the contract wants it."""

    what: str
    wanted: str
    where: str
    """The file and the line."""

    def __str__(self) -> str:
        return f"{self.where}: {self.what}; {self.wanted}"


def place(found: object, owner: object = None) -> str:
    """The file and line of a class or a function, a property included; else of what it belongs to."""
    for name in ("fget", "func", "__func__"):  # what a property, a cached property and a class method wrap
        found = getattr(found, name, found)
    try:
        found = inspect.unwrap(found)  # type: ignore[arg-type]
        return f"{inspect.getsourcefile(found)}:{inspect.getsourcelines(found)[1]}"  # type: ignore[arg-type]
    except (OSError, TypeError):
        return place(owner) if owner else repr(found)


def describe(error: BaseException, within: str = "") -> str:
    """An exception in one line, with the file and line where it was raised.

    With `within`, a file, it is the last line of that file that was running.
    """
    words = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if isinstance(error, SyntaxError) and error.filename:
        return f"SyntaxError: {error.msg} at {error.filename}:{error.lineno}"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not _is_machinery(frame.filename)]
    inside = [frame for frame in frames if frame.filename == within]
    # A decorator such as dataclass raises in the standard library; the law is the line that called it.
    inside = inside or [frame for frame in frames if not _is_standard(frame.filename)] or frames
    return f"{words} at {inside[-1].filename}:{inside[-1].lineno}" if inside else words


def _is_standard(file: str) -> bool:
    """Whether a file is of Python's standard library."""
    return file.startswith(STANDARD) and "site-packages" not in Path(file).parts


def _is_machinery(file: str) -> bool:
    """Whether a file only imports others: an error is not to be looked for there."""
    return file.startswith("<") or Path(file).parent.name == "importlib" or Path(file).parts[-2:] in IMPORTERS


def file_of(subject: object) -> str:
    """The file of a class, or of that of an object."""
    return sys.modules[class_of(subject).__module__].__file__ or ""


def class_of(subject: object) -> type:
    """A class itself, or that of an object."""
    return subject if isinstance(subject, type) else type(subject)
