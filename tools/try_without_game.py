"""Build and try Quincunx without each of its games in turn: nothing else may depend on a game.

A copy of the tree in build/without loses the game's two folders, src/quincunx/games/NAME and core/games/NAME; then the
core is linked again, and rules, engine, server and terminal are tried with the games that are left.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "without"
TREE, BUILD, ASIDE = PLACE / "tree", PLACE / "core", PLACE / "aside"
PACKAGE = TREE / "src" / "quincunx"


def copy() -> None:
    """The sources that the package is built from, without what earlier builds left in them."""
    shutil.rmtree(TREE, ignore_errors=True)
    shutil.rmtree(ASIDE, ignore_errors=True)
    leave = shutil.ignore_patterns("__pycache__", "*.so")
    for name in ("src", "core"):
        shutil.copytree(ROOT / name, TREE / name, ignore=leave)
    shutil.copy(ROOT / "CMakeLists.txt", TREE)


def build() -> None:
    """The core, put into the package; what was compiled before is only linked again."""
    run(sys.executable, "-m", "cmake", "--build", str(BUILD))
    for old in PACKAGE.glob("_core_*.so"):
        old.unlink()
    for made in BUILD.glob("_core_*.so"):
        shutil.copy(made, PACKAGE)


def configure() -> None:
    nanobind = subprocess.run(
        [sys.executable, "-m", "nanobind", "--cmake_dir"], capture_output=True, text=True, check=True
    )
    run(
        *(sys.executable, "-m", "cmake", "-S", str(TREE), "-B", str(BUILD), "-G", "Ninja"),
        *("-D", "CMAKE_BUILD_TYPE=Release", "-D", "QUINCUNX_CORES=machine", "-D", "SKBUILD_PROJECT_VERSION=0"),
        *("-D", f"Python_EXECUTABLE={sys.executable}", "-D", f"nanobind_DIR={nanobind.stdout.strip()}"),
    )


def run(*words: str) -> None:
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        print(done.stdout)
        raise SystemExit(f"{' '.join(words[:6])} … failed")


def attempt(gone: str) -> None:
    """Without `site`, so that the package of the checkout is not found."""
    installed = next(path for path in sys.path if path.endswith("site-packages"))
    os.environ["PYTHONPATH"] = os.pathsep.join([str(TREE / "src"), installed])
    run(sys.executable, "-S", "-c", f"from quincunx.games import GAMES; assert GAMES and {gone!r} not in GAMES, GAMES")
    run(sys.executable, "-S", str(ROOT / "tools" / "try_wheel.py"))


def main() -> None:
    copy()
    configure()
    names = sorted(folder.parent.name for folder in PACKAGE.glob("games/*/law.py"))
    for name in names:
        folders = [PACKAGE / "games" / name, TREE / "core" / "games" / name]
        ASIDE.mkdir()
        for number, folder in enumerate(folders):
            folder.rename(ASIDE / str(number))
        print(f"Without {name}: ", end="", flush=True)
        build()
        attempt(name)
        print("the others play")
        for number, folder in enumerate(folders):
            (ASIDE / str(number)).rename(folder)
        ASIDE.rmdir()


if __name__ == "__main__":
    main()
