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
