"""The compiled checker of xchain (checkers/xchain.cpp). It shares no code with the core."""

class Xchain:
    """Searches positions for two seats, with a table of what it has found before."""

    def __init__(self, neighbours: list[list[int]], memory: int) -> None:
        """For each of at most 25 squares, row by row, those that touch it; bytes for the table."""

    def sharing(self) -> Xchain:
        """Another checker with the same table, for another thread."""

    def lost(self, owners: list[int], values: list[int]) -> bool | None:
        """Whether the seat to move loses. The owner of a square is 1 for this seat, 2 for the other, 0 for nobody; both
        own squares. None if it was stopped."""

    @property
    def nodes(self) -> int:
        """How many positions it has searched."""

    def stop(self) -> None:
        """Ends the question of another thread, and all later ones."""
