"""The compiled checker of xtic (checkers/xtic.cpp). It shares no code with the core."""

class Xtic:
    """Answers questions about boards by trying everything, with a table of what it has found before."""

    def __init__(self, lines: list[tuple[int, int, int, int]], completing_loses: bool, memory: int) -> None:
        """The lines as squares 0 to 15; bytes for the table."""

    def gets(self, board: list[int], win: bool) -> bool | None:
        """Whether the seat that is to give can force a win or (not `win`) cannot be forced to lose. A board has the
        piece on each square, or -1, and no complete line. None if it was stopped."""

    @property
    def nodes(self) -> int:
        """How many boards it has searched."""

    def stop(self) -> None:
        """Ends the question of another thread, and all later ones."""
