"""The texts of the pages: every key that the scripts use is in a catalogue, and every text is used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import quincunx
from quincunx.games import GAMES
from quincunx.law import messages
from quincunx.server.routes.web import pages
from quincunx.server.static_site import proof_pages

SOURCE = Path(quincunx.__file__).parent
FOUND = [*SOURCE.glob("web/**/*.js"), *SOURCE.glob("games/*/web/*.js")]
SCRIPTS = sorted(script for script in FOUND if script.parent.name != "bundles")
AREAS = ("web", "law", "table", "proofs", *GAMES)

KEY = re.compile(rf"""(["'`])((?:{"|".join(AREAS)})(?:\.(?:[\w-]|\$\{{[^}}]*\}})+)+)\1""")
"""A key in a script; a template stands for all keys that it matches."""
CALL = re.compile(r"\b(?:text|parts|advice)\(\s*([^,()]*(?:\([^()]*\)[^,()]*)*),\s*\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}")
"""A call that gives a key, or one of two, and its arguments on the spot."""
ARGUMENT = re.compile(r"(?:^|,)\s*(\w+)\s*(?=:|,|$)")


def keys_in(script: Path) -> list[str]:
    return [found[2] for found in KEY.finditer(script.read_text("utf-8"))]


def texts(area: str) -> dict[str, messages.Text]:
    """The texts of the pages: all of `web`, what a game has under `board`, and those of the pages of proofs."""
    found = messages.catalogue(area).items()
    begins = {"web": "", "proofs": "page."}.get(area, "board.")
    return {f"{area}.{key}": text for key, text in found if key.startswith(begins)}


def matching(key: str, every: dict[str, messages.Text]) -> list[str]:
    """The texts that a key of a script can mean: itself, those of a group, or those that a template matches."""
    pattern = re.compile(re.sub(r"\\\$\\\{[^}]*\\\}", r"[\\w-]+", re.escape(key)))
    return [name for name in every if pattern.fullmatch(name) or name.startswith(f"{key}.")]


def everything() -> dict[str, messages.Text]:
    return {f"{area}.{key}": text for area in AREAS for key, text in messages.catalogue(area).items()}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_every_key_is_in_a_catalogue(script: Path) -> None:
    every = everything()
    assert [key for key in keys_in(script) if not matching(key, every)] == []


def used() -> Iterator[str]:
    every = {name: text for area in ("web", "proofs", *GAMES) for name, text in texts(area).items()}
    for script in SCRIPTS:
        for key in keys_in(script):
            yield from matching(key, every)


BY_RULE = re.compile(
    r".*-keys"  # what `advice` adds
    r"|.*\.board\.(origin|moved)"  # games.js asks every game for them
    r"|.*\.board\.(steps|turn-passed|roll-again)"  # status.js
    r"|.*\.board\.\w+-roll"  # status.js
    r"|.*\.board\.skin\.\w+"  # menu.js
)
"""Texts whose keys are put together in the scripts."""


def test_every_text_is_used() -> None:
    every = {name for area in ("web", "proofs", *GAMES) for name in texts(area)}
    unused = {"web.noscript", "web.old-browser", "web.not-loaded"}  # the server puts them into the page
    assert sorted(name for name in every - set(used()) - unused if not BY_RULE.fullmatch(name)) == []


def test_pages_do_not_load_what_is_said_to_authors_of_games() -> None:
    assert messages.catalogue("contract")
    assert b'"contract.' not in pages.messages_module()
    assert SOURCE / "contract" / "declaration.py" in proof_pages.checker_files()
    assert SOURCE / "contract" / messages.FILE not in proof_pages.checker_files()


def placeholders(text: messages.Text) -> set[str]:
    forms = [text] if isinstance(text, str) else list(text.values())
    return {hit for form in forms for hit in messages.PLACEHOLDER.findall(form)} | ({"n"} if len(forms) > 1 else set())


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_arguments_are_those_of_the_text(script: Path) -> None:
    every = everything()
    for call in CALL.finditer(script.read_text("utf-8")):
        given = set(ARGUMENT.findall(re.sub(r"\{[^{}]*\}|\([^()]*\)|\[[^\[\]]*\]|`[^`]*`", "", call[2])))
        if "..." in call[2]:
            continue
        for key in (found[2] for found in KEY.finditer(call[1])):
            for name in matching(key, every):
                assert placeholders(every[name]) <= given, f"{name} in {call[0]}"
