"""What a browser needs to install the pages as an app: a manifest, and icons as pictures of points."""

from __future__ import annotations

import io
from functools import cache

import orjson

from quincunx.law.messages import text

MANIFEST = "manifest.webmanifest"
SIZES = (192, 512)
"""The sizes that browsers ask for, in points."""
GROUND, PIP, MIDDLE = "#14201e", "#f9faf8", "#f6c945"
PAPER = "#f9faf8"
"""The colours of icon.svg, and of the pages."""
PIPS = ((8, 8, PIP), (20, 8, PIP), (8, 20, PIP), (20, 20, PIP), (14, 14, MIDDLE))
SIDE, RADIUS = 28, 2.6
"""Five pips, as icon.svg has them."""
FINE = 4
"""Drawn this many times larger, and scaled down."""


def files(root: str) -> dict[str, bytes]:
    """The manifest and the icons by their paths. `root` is the first page, as the manifest sees it."""
    return {MANIFEST: _manifest(root), **{_name(size): _icon(size) for size in SIZES}}


def _name(size: int) -> str:
    return f"icon-{size}.png"


def _manifest(root: str) -> bytes:
    drawn = [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}]
    # They fill their square, so that a phone can mask them to its own shape.
    pictures = [
        {"src": _name(size), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size in SIZES
        for purpose in ("any", "maskable")
    ]
    return orjson.dumps(
        {
            "name": text("web.name"),
            "short_name": text("web.name"),
            "description": text("web.lobby.below"),
            "id": root,
            "start_url": root,
            "scope": root,
            "display": "standalone",
            "background_color": PAPER,
            "theme_color": GROUND,
            "icons": [*drawn, *pictures],
        }
    )


@cache
def _icon(size: int) -> bytes:
    from PIL import Image, ImageDraw  # slow to import

    image = Image.new("RGB", (size * FINE, size * FINE), GROUND)
    pen, unit = ImageDraw.Draw(image), size * FINE / SIDE
    for x, y, colour in PIPS:
        pen.ellipse([(n - RADIUS) * unit for n in (x, y)] + [(n + RADIUS) * unit for n in (x, y)], fill=colour)
    file = io.BytesIO()
    image.resize((size, size), Image.Resampling.LANCZOS).save(file, "PNG", optimize=True)
    return file.getvalue()
