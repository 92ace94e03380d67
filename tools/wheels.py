"""Build the sdist and the wheels into dist/, check them, and try each in a clean environment.

python tools/wheels.py [--no-try]

`make wasm bundle` comes first: sdist and wheels carry what they made. From the sdist, not from the checkout, one wheel
is built with Python 3.11 and one with 3.12, which serves every later version (the stable ABI). Pythons are looked for
on the PATH and in pyenv; what is missing is named and left out.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
WORK = ROOT / "build" / "wheels"
BUILT_WITH = ("3.11", "3.12")
TRIED_WITH = ("3.11", "3.12", "3.13", "3.14")


def run(title: str, *command: str | Path, cwd: Path = ROOT) -> None:
    step = [sys.executable, ROOT / "tools" / "step.py", title, *command]
    subprocess.run([str(word) for word in step], check=True, cwd=cwd)


def python(version: str) -> str | None:
    """A Python of this version that starts, or nothing."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = [shutil.which(f"python{version}"), *map(str, sorted(pyenv.glob(f"{version}.*/bin/python"), reverse=True))]
    for candidate in filter(None, found):
        asked = [candidate, "-c", "import sys, venv; print('%d.%d' % sys.version_info[:2])"]
        if subprocess.run(asked, capture_output=True, text=True).stdout.strip() == version:
            return candidate
    return None


def environment(name: str, interpreter: str, *packages: str | Path) -> Path:
    place = WORK / name
    shutil.rmtree(place, ignore_errors=True)
    subprocess.run([interpreter, "-m", "venv", place], check=True)
    pip: list[str | Path] = [place / "bin" / "pip", "--disable-pip-version-check", "install", "--progress-bar", "off"]
    run(f"Installing into a clean {name}", *pip, *packages)
    return place / "bin"


def build(tools: Path) -> list[Path]:
    shutil.rmtree(DIST, ignore_errors=True)
    run("Building the sdist", tools / "python", "-m", "build", "--sdist", "--outdir", DIST, ROOT)
    (sdist,) = DIST.glob("*.tar.gz")
    for version in BUILT_WITH:
        if interpreter := python(version):
            place = environment(f"build-{version}", interpreter, "pip>=24")
            run(
                f"Building a wheel with Python {version}",
                place / "pip",
                "-v",
                "wheel",
                "--no-deps",
                "--wheel-dir",
                DIST,
                sdist,
            )
        else:
            print(f"There is no Python {version} here: its wheel is not built.")
    return sorted(DIST.glob("*.whl"))


def check(tools: Path, wheels: list[Path]) -> None:
    run("twine check", tools / "twine", "check", "--strict", *DIST.iterdir())
    for wheel in wheels:
        shown = subprocess.run([tools / "auditwheel", "show", wheel], capture_output=True, text=True).stdout
        tag = re.search(r'consistent\s+with\s+the\s+following\s+platform\s+tag:\s+"([^"]+)"', shown)
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB; auditwheel says {tag[1] if tag else shown}")
        listed = subprocess.run([tools / "python", "-m", "zipfile", "-l", wheel], capture_output=True, text=True).stdout
        licenses = ("LICENSE", "nanobind.txt", "robin_map.txt", "emscripten.txt")
        made = ("_core_any", "_checker_", "web/wasm/core.wasm", "web/bundles/server.js", "web/bundles/site.js")
        for wanted in (*made, *(f"licenses/{file}" for file in licenses)):
            if wanted not in listed:
                sys.exit(f"{wheel.name} has no {wanted}.")


def fits(wheel: Path, version: str) -> bool:
    number = version.replace(".", "")
    return f"cp{number}-cp{number}" in wheel.name or ("abi3" in wheel.name and int(number) >= 312)


def tried(wheels: list[Path]) -> None:
    for version in TRIED_WITH:
        wheel = next((wheel for wheel in wheels if fits(wheel, version)), None)
        interpreter = python(version)
        if not wheel or not interpreter:
            print(f"Python {version}: not tried, there is no {'wheel for it' if interpreter else 'such Python here'}.")
            continue
        place = environment(f"try-{version}", interpreter, f"quincunx[server,terminal] @ {wheel.as_uri()}", "pytest")
        run(f"Trying {wheel.name} with Python {version}", place / "python", ROOT / "tools" / "try_wheel.py", cwd=WORK)
        builds: list[str | Path] = [
            "-c",
            os.devnull,
            "--rootdir",
            WORK,
            "-p",
            "no:cacheprovider",
            "-q",
            ROOT / "tests/core/test_builds.py",
        ]
        run("  both builds of its core give the same answers", place / "python", "-m", "pytest", *builds, cwd=WORK)


def with_uvx(tools: Path, wheels: list[Path]) -> None:
    """Starts it as a user without an environment would. uvx finds a Python by itself."""
    wheel = next(wheel for wheel in wheels if fits(wheel, f"{sys.version_info.major}.{sys.version_info.minor}"))
    source = f"quincunx[server] @ {wheel.as_uri()}"
    uvx: list[str | Path] = [tools / "uvx", "--python", sys.executable, "--from", source, "quincunx"]
    run("uvx quincunx --version", *uvx, "--version", cwd=WORK)
    run("uvx quincunx serves", tools / "python", ROOT / "tools" / "try_wheel.py", "--serve-with", *uvx, cwd=WORK)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-try", action="store_true", help="only build and check")
    arguments = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    tools = environment("tools", sys.executable, "build", "twine", "auditwheel", "uv")
    wheels = build(tools)
    check(tools, wheels)
    if not arguments.no_try:
        tried(wheels)
        with_uvx(tools, wheels)
    print("\n".join(str(path.relative_to(ROOT)) for path in sorted(DIST.iterdir())))


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as failure:
        sys.exit(failure.returncode)
