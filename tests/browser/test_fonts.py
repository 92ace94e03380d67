"""Chromium sees the fonts of a test and no others, so that a page looks the same on every machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from font_sets import FONT_SETS, environment
from playwright.sync_api import Browser

WIDTH = """family => {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `2048px ${family}`;
  return pen.measureText("m").width;
}"""
"""How wide an `m` is, in the units of the font file."""


@pytest.mark.parametrize("name", FONT_SETS)
def test_chromium_sees_these_fonts_only(launch: Callable[..., Browser], name: str) -> None:
    fonts = FONT_SETS[name]
    hidden = [family for other in FONT_SETS.values() if other is not fonts for family in other.generic.items()]
    page = launch(fonts).new_page()
    for name, family in fonts.generic.items():
        assert page.evaluate(WIDTH, name) == fonts.advance[name]
        assert page.evaluate(WIDTH, f"'{family}', {name}") == fonts.advance[name]
    for name, family in hidden:
        assert page.evaluate(WIDTH, f"'{family}', {name}") == fonts.advance[name], f"{family} must be hidden"
    page.close()


@pytest.mark.parametrize("name", FONT_SETS)
def test_a_missing_font_names_the_package_to_install(tmp_path: Path, name: str) -> None:
    fonts = FONT_SETS[name]
    with pytest.raises(pytest.fail.Exception) as failure:
        environment(fonts, tmp_path, roots=(str(tmp_path),))
    assert fonts.package in str(failure.value)
    assert "\n" not in str(failure.value)
