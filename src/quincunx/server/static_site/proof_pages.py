"""The pages of a site on which visitors check proofs: `quincunx site --proofs` (docs/site.md).

A page runs `quincunx verify` in the browser, with Pyodide. Everything large is kept apart, under
`proofs/`: no page loads it, and no service worker keeps it, until somebody asks for a check.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import orjson

import quincunx
from quincunx.games import Refused
from quincunx.proofs import Progress, theorems
from quincunx.proofs.theorems import SOURCES, Theorem, runs_from_sources
from quincunx.server.routes.web.pages import WebPage

PAGE = WebPage("proofs", "rules-page proofs-page", ("rules", "proofs"))
PATH = "proofs/"
"""The folder of the page, and of what it loads for a check."""

# Only this page runs Python. A worker made of a blob has the policy of its page, so it holds for Python too.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
POLICY_TAG = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'

PYODIDE = SOURCES / "build" / "pyodide" / "node_modules" / "pyodide"
"""Where `make pyodide` puts the npm package."""
PYODIDE_VERSION = "314.0.7"
"""The version that the tests run."""
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
NOT_LOADED = ("package.json",)
"""Says what it is, and its licence."""

CHECKER = "data/checker.zip"
LISTED = "data/proofs.json"

IMPORTED = """
import json, sys
for name in ("_core", "_core_any", "_core_avx2"):
    sys.modules[f"quincunx.{name}"] = None  # whoever imports it fails
from quincunx.games import registry
from quincunx.proofs import in_page
for game in registry.having("check"):
    registry.part(game, "check")
ours = (module for name, module in sys.modules.items() if module and name.split(".")[0] == "quincunx")
print(json.dumps([module.__file__ for module in ours]))
"""
"""Lists the files of all modules of ours that a check imports."""


class ProofPages(NamedTuple):
    """What a site needs for them."""

    games: list[str]
    """Games about which something is proved."""
    generated: dict[str, bytes]
    """Files that belong to the edition."""
    files: dict[str, bytes]
    """Large files, by their paths in the site."""
    left_out: list[str]
    """Theorems whose certificates only the sources have."""


def make(games: Iterable[str], chosen: Iterable[Theorem] | None = None, pyodide: Path | None = None) -> ProofPages:
    """The pages of all theorems about these games, or of those that are chosen. Certificates that are not shipped are
    made, which takes about a minute the first time. `pyodide` is the folder of that npm package, if it is not where
    `make pyodide` puts it."""
    python, size = _python(pyodide or PYODIDE)
    every = list(theorems.theorems() if chosen is None else chosen)
    known = [theorem for theorem in every if theorem.is_available or runs_from_sources()]
    listed: list[dict[str, Any]] = []
    files = dict(python)
    for theorem in known:
        if (name := theorem.game.partition(":")[0]) not in games:
            continue
        path, certificate = theorems.certificate_of(theorem, _untold)
        file = f"{PATH}certificates/{theorem.name}.gz"
        files[file] = path.read_bytes()
        listed.append(
            {
                "name": theorem.name,
                "of": name,
                "game": _described(theorem, known),
                "position": str(certificate.state),
                "value": theorem.value,
                "kind": certificate.kind,
                "tags": dict(certificate.tags),
                "sha256": theorem.sha256,
                "file": file,
                "bytes": len(files[file]),
                "seconds": theorem.seconds,
            }
        )
    checker = checker_zip()
    about = {
        "python": {"folder": next(iter(python)).rpartition("/")[0] + "/", "bytes": size + len(checker)},
        "theorems": listed,
    }
    of = list(dict.fromkeys(entry["of"] for entry in listed))
    left_out = [theorem.game for theorem in every if theorem not in known]
    return ProofPages(of, {LISTED: orjson.dumps(about), CHECKER: checker}, files, left_out)


def _described(theorem: Theorem, known: Iterable[Theorem]) -> str:
    """The game with every option in which the theorems about it differ, the usual values too."""
    game = theorem.start.game
    alike = [other.start.game for other in known]
    options = ",".join(
        f"{key}={option.write(getattr(game, key))}"
        for key, option in game.options().items()
        if any(type(other) is type(game) and getattr(other, key) != getattr(game, key) for other in alike)
    )
    return f"{game.name}:{options}".rstrip(":")


def _untold(progress: Progress) -> None:
    """Discards progress reports."""


def _python(package: Path) -> tuple[dict[str, bytes], int]:
    """The files of Pyodide by their paths in the site, and the bytes that a check loads of them."""
    try:
        version = json.loads((package / "package.json").read_text("utf-8"))["version"]
        found = {name: (package / name).read_bytes() for name in (*PYODIDE_FILES, *NOT_LOADED)}
    except (OSError, ValueError, LookupError, TypeError):
        key = "server.site.pyodide-make" if runs_from_sources() else "server.site.pyodide"
        raise Refused(key, folder=str(package), version=PYODIDE_VERSION) from None
    size = sum(len(body) for name, body in found.items() if name not in NOT_LOADED)
    return {f"{PATH}pyodide-{version}/{name}": body for name, body in found.items()}, size


def checker_files() -> list[Path]:
    """All files of this package that a check needs: the modules that it imports, and their messages."""
    package = Path(quincunx.__file__).parent
    ran = subprocess.run(
        [sys.executable, "-S", "-c", IMPORTED],
        env={**os.environ, "PYTHONPATH": str(package.parent)},
        stdout=subprocess.PIPE,
        check=True,
    )
    modules = {Path(file) for file in json.loads(ran.stdout)}
    words = {file.parent / "messages.toml" for file in modules}
    words.discard(package / "contract" / "messages.toml")  # what is wrong with laws of others
    return sorted(modules | {file for file in words if file.is_file()})


def checker_zip() -> bytes:
    """The same as an archive; the same files give the same bytes."""
    root = Path(quincunx.__file__).parents[1]
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for file in checker_files():
            entry = ZipInfo(file.relative_to(root).as_posix())
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, file.read_bytes())
    return made.getvalue()
