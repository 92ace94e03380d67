"""The compiled checker of tactix (checkers/tactix.cpp). It shares no code with the core."""

class Tactix:
    """Makes a table of all subsets of a position."""

    def __init__(self) -> None: ...
    def lost(self, counters: int, takes: list[int], empty_is_lost: bool) -> bool | None:
        """Whether the seat to move loses with this number of counters. A move takes a set of them, as bits; where none
        is left, the seat to move has lost, or won. None if it was stopped."""

    @property
    def nodes(self) -> int:
        """How many subsets it has looked at."""

    def stop(self) -> None:
        """Ends the question of another thread, and all later ones."""

class Halves:
    """All positions that two equal halves can become, where no move takes counters of both."""

    def __init__(self, counters: int, takes: list[int], empty_is_lost: bool) -> None:
        """Each half has this number of counters. A move in it takes a set of them, as bits; each of them can be taken
        alone. Where none is left in both, the seat to move has lost, or won."""

    def fill(self, rows: int) -> bool:
        """Settles more pairs, those of at most this number of kinds in the first half. True when all are settled."""

    def lost(self, first: int, second: int) -> bool:
        """Whether the seat to move loses with these counters, as bits, in the two halves. ValueError until `fill` was
        true."""

    @property
    def kinds(self) -> int:
        """How many kinds of half there are: halves whose moves lead to the same kinds are of the same kind."""

    @property
    def done(self) -> int:
        """Of how many kinds in the first half the pairs are settled."""
