"""How to install an optional part of Quincunx, depending on how this copy was installed."""

from __future__ import annotations

import json
import shlex
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from quincunx.law.messages import text


def install(extra: str) -> str:
    """The command that installs an extra.

    A copy from a package index is named by its name. One from a checkout, a file or a repository is named by where it
    came from (PEP 610 keeps that), because an index need not have it.
    """
    origin = _origin()
    url, name = origin.get("url", ""), f"quincunx[{extra}]"
    if "dir_info" in origin:
        folder = url2pathname(urlsplit(url).path)
        if not Path(folder, "pyproject.toml").exists():
            return text("quincunx.install-checkout", extra=extra)
        editable = "-e " if origin["dir_info"].get("editable") else ""
        return f"pip install {editable}{shlex.quote(f'{folder}[{extra}]')}"
    if "vcs_info" in origin:
        kind, commit = origin["vcs_info"]["vcs"], origin["vcs_info"]["commit_id"]
        return f"pip install {shlex.quote(f'{name} @ {kind}+{url}@{commit}')}"
    return f"pip install {shlex.quote(f'{name} @ {url}' if url else name)}"


def needs(module: str, missing: ModuleNotFoundError, extra: str) -> str:
    """What to say where a module cannot be imported without an extra."""
    return text("quincunx.needs", module=module, library=missing.name or "", install=install(extra))


def _origin() -> dict[str, Any]:
    """Where this copy was installed from; nothing for one from an index."""
    try:
        written = distribution("quincunx").read_text("direct_url.json")
    except PackageNotFoundError:
        return {}
    return dict(json.loads(written)) if written else {}
