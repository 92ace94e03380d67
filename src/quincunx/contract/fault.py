"""What is wrong with a law, what is wanted, and in which line."""

from __future__ import annotations

import inspect
import sys
import traceback
from pathlib import Path
from typing import NamedTuple

from quincunx.law.messages import Argument, Message

IMPORTERS = {("metadata", "__init__.py"), ("games", "registry.py")}
"""Files that import laws, with their folders."""

STANDARD = str(Path(traceback.__file__).parent)
"""The folder of Python's standard library. Those of installed packages may be in it."""


class ContractFault:
    """Something in a law that is not as the contract wants it.

    `code` begins two keys of messages, which take the same arguments: with `.what` and with `.wanted`.
    """

    def __init__(self, code: str, where: str, /, **args: Argument) -> None:
        """`where` is the file and the line."""
        self.code, self.where, self.args = code, where, args

    @property
    def what(self) -> Message:
        return Message(self.code + ".what", **self.args)

    @property
    def wanted(self) -> Message:
        return Message(self.code + ".wanted", **self.args)

    @property
    def message(self) -> Message:
        return Message("contract.fault", where=self.where, what=self.what, wanted=self.wanted)

    def __str__(self) -> str:
        return str(self.message)


def fault_of(found: object, code: str, owner: object = None, /, **args: Argument) -> ContractFault:
    """A fault in the line of a class or a method; `owner` is the class of the method."""
    return ContractFault(code, place(found, owner), **args)


def place(found: object, owner: object = None) -> str:
    """The file and line of a class or a function, a property included; else of what it belongs to."""
    for name in ("fget", "func", "__func__"):  # what a property, a cached property and a class method wrap
        found = getattr(found, name, found)
    try:
        found = inspect.unwrap(found)  # type: ignore[arg-type]
        return f"{inspect.getsourcefile(found)}:{inspect.getsourcelines(found)[1]}"  # type: ignore[arg-type]
    except (OSError, TypeError):
        return place(owner) if owner else repr(found)


class Raised(NamedTuple):
    """An exception in one line."""

    error: str
    """Its type and its own text."""
    where: str
    """The file and line where it was raised; empty if only the import itself was running."""

    @property
    def message(self) -> str | Message:
        return Message("contract.raised", error=self.error, where=self.where) if self.where else self.error


def raised(error: BaseException, within: str = "") -> Raised:
    """What was raised, and where. With `within`, a file, that is the last line of that file that was running."""
    if isinstance(error, SyntaxError) and error.filename:
        return Raised(f"SyntaxError: {error.msg}", f"{error.filename}:{error.lineno}")
    words = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not _is_machinery(frame.filename)]
    inside = [frame for frame in frames if frame.filename == within]
    # A decorator such as dataclass raises in the standard library; the law is the line that called it.
    inside = inside or [frame for frame in frames if not _is_standard(frame.filename)] or frames
    return Raised(words, f"{inside[-1].filename}:{inside[-1].lineno}" if inside else "")


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
