"""Options of a game: declared once, with the text a form needs, read from and written to short tokens.

A game declares an option as a dataclass field whose default comes from `choice`, `first_seat`, `whole`, `sized`
or `counted`; `Game` does the rest.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from quincunx.law.errors import InvalidOption

T = TypeVar("T")


@dataclass(frozen=True)
class Option(ABC, Generic[T]):
    """One thing a player can choose before a game."""

    label: str
    help: str

    @abstractmethod
    def read(self, text: str) -> T:
        """The value of `text`; InvalidOption says what would be right."""

    @abstractmethod
    def form(self) -> dict[str, Any]:
        """What a form needs besides label and help: the kind of control, choices, bounds."""

    def narrowed(self, allows: Callable[[T], bool]) -> dict[str, Any]:  # noqa: ARG002
        """What of the form is left where only some values are allowed."""
        return self.form()

    def write(self, value: T) -> str:
        return str(value)


@dataclass(frozen=True)
class Choice(Option[str]):
    """One of a few tokens, each with the label a menu shows."""

    choices: Mapping[str, str]

    def read(self, text: str) -> str:
        if text not in self.choices:
            raise InvalidOption("law.option.choice", typed=text, choices=list(self.choices))
        return text

    def form(self) -> dict[str, Any]:
        return {"kind": "choice", "choices": dict(self.choices)}

    def narrowed(self, allows: Callable[[str], bool]) -> dict[str, Any]:
        return {"kind": "choice", "choices": {key: label for key, label in self.choices.items() if allows(key)}}


@dataclass(frozen=True)
class Whole(Option[int]):
    """A whole number between two bounds."""

    low: int
    high: int

    def read(self, text: str) -> int:
        if not re.fullmatch(r"0|[1-9][0-9]{0,3}", text) or not self.low <= int(text) <= self.high:
            raise InvalidOption("law.option.whole", typed=text, low=self.low, high=self.high)
        return int(text)

    def form(self) -> dict[str, Any]:
        return {"kind": "whole", "low": self.low, "high": self.high}


class Size(NamedTuple):
    """Width and height of a board, written `8x8`."""

    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


@dataclass(frozen=True)
class Sized(Option[Size]):
    """A board size, each side between two bounds."""

    low: int
    high: int

    def read(self, text: str) -> Size:
        match = re.fullmatch(r"([1-9][0-9]?)x([1-9][0-9]?)", text)
        size = Size(int(match[1]), int(match[2])) if match else Size(0, 0)
        if not self.low <= min(size) <= max(size) <= self.high:
            small, large = Size(self.low, self.low), Size(self.high, self.high)
            raise InvalidOption("law.option.size", typed=text, small=str(small), large=str(large))
        return size

    def form(self) -> dict[str, Any]:
        return {"kind": "size", "low": self.low, "high": self.high}


class Count(NamedTuple):
    """A word with a number, written `columns3`; a word that takes none has 0 and is written alone."""

    word: str
    number: int

    def __str__(self) -> str:
        return f"{self.word}{self.number or ''}"


@dataclass(frozen=True)
class Counted(Option[Count]):
    """One of a few words; a word with an upper bound takes a number from 1 to it."""

    choices: Mapping[str, str]
    most: Mapping[str, int]

    def read(self, text: str) -> Count:
        match = re.fullmatch(r"([a-z]+)([1-9][0-9]{0,3})?", text)
        count = Count(match[1], int(match[2] or 0)) if match else Count("", 0)
        most = self.most.get(count.word, 0)
        if count.word not in self.choices or not min(most, 1) <= count.number <= most:
            forms = [f"{w}1..{w}{self.most[w]}" if w in self.most else w for w in self.choices]
            raise InvalidOption("law.option.choice", typed=text, choices=forms)
        return count

    def form(self) -> dict[str, Any]:
        return {"kind": "counted", "choices": dict(self.choices), "most": dict(self.most)}

    def narrowed(self, allows: Callable[[Count], bool]) -> dict[str, Any]:
        largest = {
            word: next((n for n in range(self.most.get(word, 0), -1, -1) if allows(Count(word, n))), None)
            for word in self.choices
        }
        return {
            "kind": "counted",
            "choices": {word: label for word, label in self.choices.items() if largest[word] is not None},
            "most": {word: most for word, most in largest.items() if most},
        }


def choice(default: str, label: str, help: str, choices: Mapping[str, str]) -> Any:
    return field(default=default, metadata={"option": Choice(label, help, choices)})


def first_seat(*labels: str, help: str = "Which seat begins.") -> Any:
    """The seat that begins: `1`, `2`, … with these labels, or `random`."""
    numbers = {str(n): label for n, label in enumerate(labels, 1)}
    return choice("1", "First to move", help, numbers | {"random": "random"})


def whole(default: int, label: str, help: str, low: int, high: int) -> Any:
    return field(default=default, metadata={"option": Whole(label, help, low, high)})


def sized(default: Size, label: str, help: str, low: int, high: int) -> Any:
    return field(default=default, metadata={"option": Sized(label, help, low, high)})


def counted(default: Count, label: str, help: str, choices: Mapping[str, str], most: Mapping[str, int]) -> Any:
    return field(default=default, metadata={"option": Counted(label, help, choices, most)})


def values(option: Option[Any]) -> list[str]:
    """What can be written for an option: its values, or ranges of them."""
    match option:
        case Choice(choices=choices):
            return list(choices)
        case Whole(low=low, high=high):
            return [f"{low}..{high}"]
        case Sized(low=low, high=high):
            return [f"{Size(low, low)}..{Size(high, high)}"]
        case Counted(choices=choices, most=most):
            return [f"{word}1..{most[word]}" if word in most else word for word in choices]
    raise TypeError(f"{option} is not a known kind of option")
