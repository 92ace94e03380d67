"""Attributes that are computed on first use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801 - a decorator
    """`functools.cached_property` without the lock that it takes before Python 3.12: a server computes several of these
    for each move, and the lock takes longer than most of them.

    >>> class Board:
    ...     @lazy
    ...     def size(self) -> int:
    ...         print("computed")
    ...         return 4
    >>> board = Board()
    >>> board.size + board.size
    computed
    8
    """

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute, self.__doc__ = compute, compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type) -> T: ...

    def __get__(self, instance: object | None, owner: type) -> Self | T:
        if instance is None:
            return self
        # Found there from now on, before this descriptor; also in a frozen dataclass.
        value = vars(instance)[self._name] = self._compute(instance)
        return value
