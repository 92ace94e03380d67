"""Print requirements of pyproject.toml, one a line: python tools/requirements.py build | server | build all."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path


def main(wanted: list[str]) -> None:
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())
    extras = project["project"]["optional-dependencies"]
    lines = [] if wanted == ["build"] else list(project["project"]["dependencies"])
    for name in wanted:
        if name == "build":
            # cmake and ninja: scikit-build-core would ask for them where the machine has none.
            lines += [*project["build-system"]["requires"], "cmake>=3.25,<5", "ninja>=1.11,<2"]
        elif name == "all":
            lines += [line for extra in extras.values() for line in extra]
        elif name in extras:
            lines += extras[name]
        else:
            sys.exit(f"pyproject.toml has no extra {name!r}; it has {', '.join(extras)}.")
    print("\n".join(dict.fromkeys(lines)))


if __name__ == "__main__":
    main(sys.argv[1:])
