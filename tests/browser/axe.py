"""Runs axe-core on a page: the accessibility faults that a program can find."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from visitors import Guest

AXE = Path(__file__).parents[2] / "build/axe/node_modules/axe-core/axe.min.js"


@cache
def _script() -> str:
    if not AXE.is_file():
        pytest.fail("these tests need axe-core: `make browser`, or `npm install --prefix build/axe axe-core`")
    return AXE.read_text()


def violations(guest: Guest) -> list[str]:
    """What axe finds, minor faults too, with the element to blame. It waits for motion to end: what is half seen would
    be judged pale."""
    guest.page.evaluate("Promise.allSettled(document.getAnimations().map(motion => motion.finished))")
    guest.page.evaluate(_script())
    found = guest.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{fault['id']}: {fault['help']}: {node['html'][:200]}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]
