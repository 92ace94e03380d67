"""Any bytes at all, given to everything that reads text: it is read, or refused with a reason; nothing else happens.

Each input is made of pieces that the reader knows, so that it gets far, with raw bytes among them.
"""

import os
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx import games, record
from quincunx import settings as server_settings
from quincunx.games import Refused
from quincunx.record import Pace, random_match

EXAMPLES = 600 if os.environ.get("QUINCUNX_FULL") else 150
"""For each reader; `make test-more` tries more."""
POSITIONS = [str(random_match(games.game(variant), "fuzz").last).encode() for variant in games.variants()]
RECORDS = record.write([random_match(games.game(variant), "fuzz") for variant in games.variants()]).encode()
PIECES = {
    "options": [b"xtic", b"xchain", b":", b",", b"=", b"size", b"seats", b"3x3", b"preset", b"random9", b"first"],
    "positions": [*POSITIONS, b"xtic ", b"tritoc ", b"/", b"..../", b" ", b"-", b"=F", b"A1", b"aa 1", b"oooo/"],
    "moves": [b"=", b"a1", b"-", b"x", b"b2.7", b"3A", b"l12", b"12", b" ", b"pass", b"\xc2\xb2"],
    "records": [*RECORDS.splitlines(keepends=True), b'[Game "', b'"]', b"{", b"}", b"<1:02.3>", b"1.", b"1-0", b"\\"],
    "paces": [b"300", b"+", b"5", b".5", b"-1", b"0", b"\xd9\xa3"],
    "settings": [
        b"[display]\n",
        b"colour",
        b" = ",
        b'"auto"',
        b"[games]\n",
        b"xtic",
        b'"type=torus"',
        b"\n",
        b"#",
        b"[[",
    ],
}


def read_settings(text: str) -> object:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        file = Path(folder) / "settings.toml"
        file.write_bytes(text.encode("utf-8", "surrogateescape"))
        patch.setenv("QUINCUNX_CONFIG", str(file))
        return server_settings.load()


READERS: dict[str, Callable[[str], object]] = {
    "options": games.game,
    "positions": games.parse,
    "moves": lambda text: [games.game(name).move(text) for name in games.GAMES],
    "records": record.read,
    "paces": Pace.read,
    "settings": read_settings,
}


@pytest.mark.parametrize("what", READERS)
@settings(max_examples=EXAMPLES, deadline=None)
@given(data=st.data())
def test_any_bytes(what: str, data: st.DataObject) -> None:
    pieces = st.sampled_from(PIECES[what]) | st.binary(max_size=6)
    raw = b"".join(data.draw(st.lists(pieces, max_size=12)))
    text = raw.decode("utf-8", "surrogateescape")
    try:
        READERS[what](text)
    except Refused as refusal:
        reason = str(refusal)
    else:
        return
    assert reason
    assert "Traceback" not in reason
