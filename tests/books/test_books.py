"""Books: what is shipped is what was made, and nothing else is read."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from quincunx import books, games
from quincunx.law.messages import Message

FOLDERS = sorted(Path(games.__file__).parent.glob("*/data"))


def test_every_book_has_its_sum_and_is_small() -> None:
    files = {path.stem: path for folder in FOLDERS for path in folder.glob("*.gz")}
    assert books.names() == tuple(sorted(files))
    for name, path in files.items():
        assert books.load(name)
        assert path.stat().st_size < 3_000_000


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Another folder of books, with one in it."""
    data = gzip.compress(b"all is known")
    (tmp_path / "small.gz").write_bytes(data)
    (tmp_path / "SHA256SUMS").write_text(f"{hashlib.sha256(data).hexdigest()}  small.gz\n")
    monkeypatch.setattr("quincunx.games.registry.file", lambda *_: tmp_path)
    books.load.cache_clear()
    books._shelf.cache_clear()
    yield tmp_path
    books._shelf.cache_clear()


@pytest.mark.usefixtures("shelf")
def test_a_book_is_read() -> None:
    assert books.load("small") == "all is known"


def test_a_spoiled_book_is_refused(shelf: Path) -> None:
    (shelf / "small.gz").write_bytes(gzip.compress(b"all is lost"))
    with pytest.raises(books.Spoiled) as refused:
        books.load("small")
    assert refused.value.code == "quincunx.book.damaged"


def test_a_missing_book_is_refused(shelf: Path) -> None:
    with pytest.raises(books.Spoiled) as refused:
        books.load("big")
    assert refused.value.message == Message("quincunx.book.unknown", name="big", names=("small",))
    (shelf / "small.gz").unlink()
    with pytest.raises(books.Spoiled) as refused:
        books.load("small")
    assert refused.value.code == "quincunx.book.unreadable"
