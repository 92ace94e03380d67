"""The saved progress of a long search: a few tags, and lines that only its method reads."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from quincunx.games import Refused


@dataclass(frozen=True, slots=True)
class Saved:
    position: str
    nodes: int
    seconds: float
    """Of all runs so far, as the nodes are."""
    lines: tuple[str, ...]

    @classmethod
    def read(cls, path: Path, method: str) -> Saved:
        """Reads a file; ValueError says what is wrong with it, OSError that there is none."""
        head, _, rest = path.read_text().partition("\n\n")
        tags = dict(re.findall(r'\[(\w+) "([^"]*)"\]', head))
        if tags.get("Resume") != method:
            raise Refused("proofs.saved.begin", method=method)
        try:
            return cls(tags["Position"], int(tags["Nodes"]), float(tags["Seconds"]), tuple(rest.splitlines()))
        except KeyError as error:
            raise Refused("proofs.saved.missing", tag=str(error.args[0])) from None

    def write(self, path: Path, method: str) -> None:
        """Writes a file atomically. `method` names the search with its version."""
        tags = {"Resume": method, "Position": self.position, "Nodes": self.nodes, "Seconds": f"{self.seconds:.1f}"}
        lines = [*(f'[{name} "{value}"]' for name, value in tags.items()), "", *self.lines]
        part = path.with_name(path.name + ".part")
        part.write_text("".join(f"{line}\n" for line in lines))
        part.replace(path)
