"""Positions as pictures."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from quincunx import games, picture
from quincunx.games import GAMES
from quincunx.law.suits import SUITS


@pytest.mark.parametrize("game", [f"{name}:{options}" for name, kind in GAMES.items() for options in kind.variants])
def test_every_variant_has_a_picture_that_shows_its_position(game: str) -> None:
    state = games.start(game.rstrip(":"), "seed")
    first = picture.draw(state.view(), 160)
    assert max(first.size) == 160
    while state.actor == games.CHANCE:
        state = state.play(state.moves()[5])
    after = state.play(state.moves()[0])
    while after.view()["cells"] == state.view()["cells"]:
        after = after.play(after.moves()[0])
    assert picture.draw(after.view(), 160).tobytes() != first.tobytes()


def test_the_seats_of_a_game_look_different() -> None:
    view = games.start("xchain:seats=4").view()
    drawn = set()
    for seat in range(5):
        cell = {**view["cells"][0], "value": 1, "seat": seat} if seat else view["cells"][0]
        drawn.add(picture.draw({**view, "cells": [cell, *view["cells"][1:]]}, 100).tobytes())
    assert len(drawn) == 5


def test_every_suit_has_its_colours() -> None:
    assert set(picture.SUIT_COLOURS) == set(SUITS)


def test_a_preview_is_a_png_of_the_usual_size_however_long_its_texts() -> None:
    for view in (games.start("tritoc").view(), games.start("tesseract:dims=3").view(), None):
        data = picture.card(view, "A title that does not fit " * 20, ["one", "another " * 100])
        with Image.open(io.BytesIO(data)) as image:
            assert (image.format, image.size) == ("PNG", (1200, 630))
