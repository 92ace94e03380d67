"""The fonts that Chromium sees in these tests: one family at a time, whatever the machine has installed."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOTS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")


@dataclass(frozen=True, eq=False)
class FontSet:
    """A family with a sans, a serif and a monospaced face, and the Debian package that brings it."""

    name: str
    package: str
    generic: dict[str, str]
    """The family behind each generic name of CSS."""
    advance: dict[str, int]
    """How wide an `m` of each is, in units of 1/2048 em."""
    files: tuple[str, ...]
    """Named one by one: other packages put further faces into the same directory."""


DEJAVU = FontSet(
    name="dejavu",
    package="fonts-dejavu-core",
    generic={"sans-serif": "DejaVu Sans", "serif": "DejaVu Serif", "monospace": "DejaVu Sans Mono"},
    advance={"sans-serif": 1995, "serif": 1942, "monospace": 1233},
    files=tuple(f"DejaVu{face}{weight}.ttf" for face in ("Sans", "Serif", "SansMono") for weight in ("", "-Bold")),
)
"""As wide as text fonts get: a plain Linux has nothing else."""

LIBERATION = FontSet(
    name="liberation",
    package="fonts-liberation",
    generic={"sans-serif": "Liberation Sans", "serif": "Liberation Serif", "monospace": "Liberation Mono"},
    advance={"sans-serif": 1706, "serif": 1593, "monospace": 1229},
    files=tuple(
        f"Liberation{face}-{style}.ttf"
        for face in ("Sans", "Serif", "Mono")
        for style in ("Regular", "Bold", "Italic", "BoldItalic")
    ),
)
"""As narrow as Arial, Times and Courier."""

FONT_SETS = {fonts.name: fonts for fonts in (DEJAVU, LIBERATION)}

CONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<dir>{folder}</dir>
<cachedir>{folder}/cache</cachedir>
{aliases}
</fontconfig>
"""
ALIAS = "<alias><family>{name}</family><prefer><family>{family}</family></prefer></alias>"


@cache
def _installed(roots: tuple[str, ...]) -> dict[str, Path]:
    """Every font file of this machine by its name."""
    return {
        name: Path(folder, name)
        for root in roots
        for folder, _, names in os.walk(os.path.expanduser(root))
        for name in names
    }


def environment(fonts: FontSet, folder: Path, roots: tuple[str, ...] = ROOTS) -> dict[str, str]:
    """Environment of a program that is to see these fonts only; `folder` is a new one for its font configuration."""
    installed = _installed(roots)
    missing = [name for name in fonts.files if name not in installed]
    if missing:
        pytest.fail(
            f"The browser tests need the font {missing[0]}: install the package {fonts.package}"
            f" (`apt install {fonts.package}`, or your system's way).",
            pytrace=False,
        )
    for name in fonts.files:
        (folder / name).symlink_to(installed[name])
    aliases = "\n".join(ALIAS.format(name=name, family=family) for name, family in fonts.generic.items())
    config = folder / "fonts.conf"
    config.write_text(CONFIG.format(folder=folder, aliases=aliases), encoding="utf-8")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("FONTCONFIG_")}
    return {**inherited, "FONTCONFIG_FILE": str(config)}
