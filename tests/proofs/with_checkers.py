"""Runs the tests of complete checks with checkers that were built in another way, such as with the sanitizers.

python tests/proofs/with_checkers.py FOLDER    where FOLDER has NAME.so for each checkers/NAME.cpp
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

import quincunx

HERE = Path(__file__).parent


def load(file: Path) -> None:
    """Takes the place of the checker that is installed."""
    name = f"_checker_{file.stem}"
    spec = importlib.util.spec_from_file_location(f"quincunx.{name}", file)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules[spec.name] = module
    setattr(quincunx, name, module)


def main() -> int:
    files = sorted(Path(sys.argv[1]).glob("*.so"))
    assert [file.stem for file in files] == sorted(file.stem for file in (HERE.parents[1] / "checkers").glob("*.cpp"))
    for file in files:
        load(file)
    tests = [str(HERE / name) for name in ("test_complete.py", "test_tactix_halves.py")]
    return pytest.main(["-q", "-s", "-p", "no:cacheprovider", "-k", "checker or halves", *tests])


if __name__ == "__main__":
    sys.exit(main())
