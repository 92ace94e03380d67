import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import make

from quincunx import games


@pytest.mark.parametrize("variant", games.variants())
def test_playthrough(variant: str) -> None:
    """The law says today what it said when the file was made (`make golden`)."""
    assert make.path(variant).exists(), "no golden file: run `make golden`, read it, commit it"
    assert make.playthrough(variant) == make.path(variant).read_text(encoding="utf-8")


def test_no_file_is_left_over() -> None:
    assert {make.path(variant) for variant in games.variants()} == set(make.FOLDER.glob("*.txt"))
