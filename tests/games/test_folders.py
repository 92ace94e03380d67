"""A game is its two folders: the rest of the program names none."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from quincunx.games import GAMES

ROOT = Path(__file__).resolve().parents[2]
NAMES = re.compile("|".join(GAMES), re.IGNORECASE)

TEXT = re.compile(r"(\.(py|pyi|js|css|tcss|html|svg|json|cpp|hpp|txt|toml|sh))?")
"""The endings of the files that are searched."""

ALLOWED = {
    "Makefile": "`make books` knows which books take how much memory; `make learn` runs an example",
    "checkers/tactix.cpp": "the compiled checker of a game",
    "checkers/xchain.cpp": "the compiled checker of a game",
    "checkers/xtic.cpp": "the compiled checker of a game",
    "pyproject.toml": "the description of the package, and the module of an example",
    "src/quincunx/_checker_tactix.pyi": "describes a compiled checker",
    "src/quincunx/_checker_xchain.pyi": "describes a compiled checker",
    "src/quincunx/_checker_xtic.pyi": "describes a compiled checker",
    "src/quincunx/_core.pyi": "describes what each game's bindings.cpp adds to the core",
    "src/quincunx/cli/messages.toml": "the help names the games and has examples",
    "src/quincunx/cli/positions.py": "an example in an error message",
    "src/quincunx/engine/process/protocol.py": "the engine protocol promises a default game",
    "src/quincunx/record/messages.toml": "an example in an error message",
    "tools/proofs.py": "an example in a help text",
    "tools/try_image.sh": "plays one game in a container",
    "tools/try_wheel.py": "the games that a server is tried with",
    "tools/xchain_tables.py": "computes a table of docs/solved.md",
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
    for folder in ("checkers", "tools"):
        yield from sorted((ROOT / folder).iterdir())
    yield from (ROOT / name for name in ("CMakeLists.txt", "Makefile", "pyproject.toml"))


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
        case ".txt" | ".toml" | ".sh" | "":
            return re.sub(r"#.*", "", text)
        case _:
            return re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*|<!--.*?-->", "", text, flags=re.DOTALL)


def _is_text(node: object) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def test_only_these_general_files_name_a_game() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): names
        for path in general()
        if path.is_file()
        and TEXT.fullmatch(path.suffix)
        and (names := sorted({name.lower() for name in NAMES.findall(code(path))}))
    }
    assert found.keys() == ALLOWED.keys(), found


def test_no_module_has_the_name_of_one_of_the_standard_library() -> None:
    modules = (path for path in (ROOT / "src" / "quincunx").rglob("*.py") if path.name != "__main__.py")
    names = {path: path.parent.name if path.stem == "__init__" else path.stem for path in modules}
    assert not [path for path, name in names.items() if name in sys.stdlib_module_names]


@pytest.mark.parametrize("text", ["x = 'tactix'", "import quincunx.games.xtic.law", "class XticState: pass"])
def test_a_name_in_code_is_found(text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(f'"""About tritoc."""\n{text}  # and xchain\n')
    assert {name.lower() for name in NAMES.findall(code(path))} <= {"tactix", "xtic"} != set()
