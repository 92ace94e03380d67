"""The signature of the engine: a change of any search's behaviour shows here, and has to be meant."""

from quincunx.engine.signature import signature

SIGNATURE = 179445
"""What `quincunx bench` ends with. Change it in the commit that changes how the engine thinks, and say so."""


def test_the_engine_thinks_as_it_did() -> None:
    assert list(signature())[-1] == f"signature {SIGNATURE}"


def test_twice_the_same() -> None:
    assert list(signature("easy")) == list(signature("easy"))
