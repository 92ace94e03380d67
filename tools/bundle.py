"""Bundle the modules of the pages with esbuild, for a server and for a static site, into src/quincunx/web/bundles/.

python tools/bundle.py ESBUILD

The program uses a bundle if it is there and fits the modules (`quincunx.server.transport.bundle`).
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from quincunx.games import registry
from quincunx.server.routes.web import pages
from quincunx.server.static_site import proof_pages, writing
from quincunx.server.transport import bundle
from quincunx.server.transport.static_files import StaticFiles

START = """export * as api from "./api.js"; // for scripts beside the pages: a second copy of a module is another one
import(`./pages/${document.documentElement.dataset.page}.js`);
"""
OPTIONS = ("--bundle", "--format=esm", "--target=es2022", "--minify", "--charset=utf8", "--log-level=warning")

OF_SERVER = [page for page in pages.PAGES.values() if page not in (pages.EMBED, pages.OPERATOR)]
"""Boards on other sites have modules that know nothing of the player. The operator's page can wait."""
OF_SITE = [*writing.PAGES.values(), proof_pages.PAGE]


def bundled(esbuild: str, files: StaticFiles, shown: list[pages.WebPage]) -> bytes:
    bodies = files.bodies()
    names = sorted({f"pages/{page.name}.js" for page in shown})
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary).resolve()
        for name, body in bodies.items():
            if not name.endswith(".js") or (name.startswith("pages/") and name not in names):
                continue
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            # A module's own address, although its code is in the bundle.
            own = f"new URL({json.dumps(f'./{name}')}, import.meta.url).href"
            (folder / name).write_text(body.decode().replace("import.meta.url", own))
        (folder / "start.js").write_text(START)
        external = [f"--external:./{name}" for name in bundle.GENERATED]
        command = [esbuild, "start.js", *OPTIONS, *external, "--outfile=made.js", "--metafile=made.json"]
        subprocess.run(command, cwd=folder, check=True)
        made = json.loads((folder / "made.json").read_text())["outputs"]["made.js"]
        modules = sorted(name for name in made["inputs"] if name in bodies)
        imports = sorted(found["path"].removeprefix("./") for found in made["imports"])
        head = bundle.Bundle(bundle.fingerprint(bodies), names, modules, imports)
        return bundle.write(head, (folder / "made.js").read_bytes())


def main(esbuild: str) -> None:
    built_in = [name for name in registry.GAMES if name not in registry.SOURCES]
    folder = pages.WEB / bundle.FOLDER
    folder.mkdir(exist_ok=True)
    made = {
        "server.js": bundled(esbuild, pages.static_files(built_in), OF_SERVER),
        "site.js": bundled(esbuild, writing.static_files(), OF_SITE),
    }
    for name, body in made.items():
        (folder / name).write_bytes(body)
        print(f"{name}: {len(body)} bytes")


if __name__ == "__main__":
    main(str(Path(sys.argv[1]).resolve()))
