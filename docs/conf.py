"""How Sphinx makes the documentation site: `make docs`.

The source folder is the whole repository, so that links between pages are the same here and where the repository is
browsed. Only the pages that `include_patterns` names are read.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent

project = "Quincunx"
author = "The Quincunx founders"
version = release = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]

extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "docs/index"
include_patterns = ["*.md", "docs/**.md", "src/quincunx/games/*/rules.md"]
exclude_patterns = ["build", "core", "bench", "tests", ".*", "**/__pycache__", "**/node_modules"]
templates_path = ["_templates"]
html_additional_pages = {"index": "front.html"}  # the address of the site itself: it leads to docs/index.html

html_theme = "furo"
html_title = f"Quincunx {version}"
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_theme_options = {"footer_icons": []}
pygments_style = "default"

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["misc.highlighting_failure"]  # JSON with `…` in it is still best shown as JSON

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"undoc-members": True}
python_maximum_signature_line_length = 88

_PAGE = re.compile(r"\bdocs/([\w-]+)\.md")
_CODE = re.compile(r"`([^`\n]+)`")
_NAME = re.compile(r"[A-Za-z_][\w.]*(\(\))?")


def _text(line: str) -> str:
    """Ordinary words of a docstring as reStructuredText: nothing in them is markup, but a page is a link."""
    parts = _PAGE.split(line)
    escaped = [re.sub(r"([*_|\\])", r"\\\1", part) for part in parts]
    escaped[1::2] = [f":doc:`docs/{page}.md </docs/{page}>`" for page in parts[1::2]]
    return "".join(escaped)


def _restructured(lines: list[str]) -> list[str]:
    """A docstring in our Markdown as reStructuredText: `x` is code, or a link if it names something of the reference.

    >>> _restructured(["What `parse` reads, `a1-b3`s too: 2 * 3, in docs/notation.md", ">>> `left` as it *is*"])
    ['What :py:obj:`parse` reads, ``a1-b3``\\\\ s too: 2 \\\\* 3, in :doc:`docs/notation.md </docs/notation>`', \
'>>> `left` as it *is*']
    """
    done = []
    example = False
    for line in lines:
        example = line.lstrip().startswith(">>>") or (example and bool(line.strip()))
        if example:
            done.append(line)
            continue
        parts = _CODE.split(line)
        for at, part in enumerate(parts):
            if at % 2:
                glue = "\\ " if re.match(r"\w", parts[at + 1]) else ""
                parts[at] = (f":py:obj:`{part}`" if _NAME.fullmatch(part) else f"``{part}``") + glue
            else:
                parts[at] = _text(part)
        done.append("".join(parts))
    return done


def _process_docstring(
    _app: object, _what: str, _name: str, _object: object, _options: object, lines: list[str]
) -> None:
    lines[:] = _restructured(lines)


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", _process_docstring)
