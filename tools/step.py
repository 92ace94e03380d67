"""Run one step of the set-up: a line says what it does and how long it took; its output is shown only if it fails.

python tools/step.py "Installing packages" pip install …
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time

QUIET = 8.0  # seconds of silence after which a line says that the step is still going on


def main(title: str, command: list[str]) -> int:
    began = time.monotonic()
    lines: list[str] = []
    done = threading.Event()

    def tell(words: str) -> None:
        print(words, file=sys.stderr, flush=True)

    def wait() -> None:
        while not done.wait(QUIET):
            said = [line.strip() for line in lines[-50:] if not line.lstrip().startswith(("WARNING", "DEPRECATION"))]
            last = said[-1][:90] if said else ""
            tell(f"  … {title}: {time.monotonic() - began:.0f} s {last}".rstrip())

    tell(title)
    threading.Thread(target=wait, daemon=True).start()
    try:
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
        ) as child:
            assert child.stdout
            for line in child.stdout:
                lines.append(line)
    except FileNotFoundError:
        tell(f"There is no program {command[0]!r} here.")
        return 127
    finally:
        done.set()
    if child.returncode:
        tell("".join(lines) + f"{title}: failed with exit code {child.returncode}.")
        return child.returncode
    tell(f"{title}: done in {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1], sys.argv[2:]))
    except KeyboardInterrupt:
        sys.exit(130)
