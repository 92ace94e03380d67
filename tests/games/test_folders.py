"""A game is its two folders: the rest of the program names none."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from quincunx.games import GAMES

ROOT = Path(__file__).resolve().parents[2]
NAMES = re.compile("|".join(GAMES), re.IGNORECASE)

ALLOWED = {
    "src/quincunx/_checker_tactix.pyi": "describes a compiled checker",
    "src/quincunx/_checker_xchain.pyi": "describes a compiled checker",
    "src/quincunx/_checker_xtic.pyi": "describes a compiled checker",
    "src/quincunx/_core.pyi": "describes what each game's bindings.cpp adds to the core",
    "src/quincunx/cli/positions.py": "an example in an error message",
    "src/quincunx/engine/protocol.py": "the engine protocol promises a default game",
}
"""General files that name a game in their code, each with the reason. Docstrings and comments may name one anywhere."""


def general() -> Iterator[Path]:
    for path in sorted((ROOT / "src" / "quincunx").rglob("*")):
        # What `make bundle` makes has the games' modules in it.
        if path.parent.name == "bundles":
            continue
        if "games" not in path.relative_to(ROOT).parts[2:3] or path.parent.name == "games":
            yield path
    for path in sorted((ROOT / "core").rglob("*")):
        if "games" not in path.relative_to(ROOT).parts:
            yield path
    yield ROOT / "CMakeLists.txt"


def code(path: Path) -> str:
    """The text of a file without comments and docstrings."""
    text = path.read_text("utf-8")
    match path.suffix:
        case ".py" | ".pyi":
            tree = ast.parse(text)
            for node in ast.walk(tree):
                body = getattr(node, "body", None)
                if isinstance(body, list):
                    node.body = [each for each in body if not _is_text(each)] or [ast.Pass()]  # type: ignore[attr-defined]
            return ast.unparse(tree)
        case ".txt":
            return re.sub(r"#.*", "", text)
        case _:
            return re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*|<!--.*?-->", "", text, flags=re.DOTALL)


def _is_text(node: object) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def test_only_these_general_files_name_a_game() -> None:
    kinds = {".py", ".pyi", ".js", ".css", ".html", ".svg", ".cpp", ".hpp", ".txt", ".tcss"}
    found = {
        path.relative_to(ROOT).as_posix(): names
        for path in general()
        if path.suffix in kinds and (names := sorted({name.lower() for name in NAMES.findall(code(path))}))
    }
    assert found.keys() == ALLOWED.keys(), found


@pytest.mark.parametrize("text", ["x = 'tactix'", "import quincunx.games.xtic.law", "class XticState: pass"])
def test_a_name_in_code_is_found(text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(f'"""About tritoc."""\n{text}  # and xchain\n')
    assert {name.lower() for name in NAMES.findall(code(path))} <= {"tactix", "xtic"} != set()
