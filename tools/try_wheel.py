"""Try an installed Quincunx as its users would: rules, engine, a game over HTTP, the terminal.

Nothing of the checkout is imported.

python tools/try_wheel.py                           with the Python that Quincunx is installed for
python tools/try_wheel.py --serve-with COMMAND …    only a game over HTTP, with the server that COMMAND starts
"""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMAND = [sys.executable, *(["-S"] if sys.flags.no_site else []), "-m", "quincunx"]
PATIENCE = 120.0  # seconds to wait for any answer


def run(*words: str, said: str = "") -> str:
    """What `quincunx words…` prints, given this input."""
    done = subprocess.run([*COMMAND, *words], input=said, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def rules() -> None:
    from quincunx import games

    for name in games.GAMES:
        for seed in range(3):
            run("record", "check", "-", said=run("random", name, "--seed", str(seed)))
        assert run("rules", name).startswith("# ")


def engine() -> None:
    from quincunx import games

    for name in games.GAMES:
        run("match", name, "easy", "medium", "--seed", "1")
    told = run("engine", said="isready\ngo nodes 100\nquit\n")
    assert "readyok" in told, told
    assert "bestmove" in told, told


def serve(command: list[str], names: Iterable[str]) -> None:
    with tempfile.TemporaryDirectory() as place:
        started = [*command, "serve", "--no-open", "--port", "0", "--database", str(Path(place) / "games.db")]
        with subprocess.Popen(started, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
            assert server.stdout
            try:
                address = next(found[0] for line in server.stdout if (found := re.search(r"http://[\w.:\[\]]+", line)))
                for name in names:
                    bot = [*COMMAND[:-2], str(ROOT / "examples" / "bot.py"), address, name, "easy"]
                    told = subprocess.run(bot, capture_output=True, text=True, check=True, timeout=PATIENCE)
                    assert '"why"' in told.stdout, told.stdout + told.stderr
            finally:
                server.terminate()
    assert server.returncode in (0, -15), server.returncode


def site() -> None:
    """A static site, if the package has the engine for browsers; and what is missing for pages of proofs."""
    from quincunx.server.routes.web.pages import WEB

    if not (WEB / "wasm" / "core.wasm").is_file():
        return
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "site"
        run("site", str(folder))
        assert (folder / "index.html").is_file()
        assert (folder / "service-worker.js").is_file()
        words = [*COMMAND, "site", str(folder), "--proofs", "--pyodide", place]
        refused = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
        assert refused.returncode == 1, refused.stdout + refused.stderr
        assert "--pyodide" in refused.stderr, refused.stderr


def terminal(names: Iterable[str]) -> None:
    for name in names:
        assert run("play", name, "--plain", said="y\nquit\n")
    full_screen()


def full_screen() -> None:
    """The full screen draws its form and leaves with Ctrl-Q."""
    import pty

    pid, screen = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", COLUMNS="100", LINES="40")
        os.execv(COMMAND[0], [*COMMAND, "play"])
    seen, until = b"", time.monotonic() + PATIENCE
    left = False
    while time.monotonic() < until:
        if not select.select([screen], [], [], 1.0)[0]:
            continue
        try:
            seen += os.read(screen, 65536)
        except OSError:  # it has ended
            break
        if b"Seat 1" in seen and not left:
            left = True
            os.write(screen, b"\x11")
    else:
        os.kill(pid, 9)
    _, status = os.waitpid(pid, 0)
    assert left, seen[-500:]
    assert status == 0, (status, seen[-500:])


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home, "XDG_STATE_HOME": home}
        if sys.argv[1:2] == ["--serve-with"]:
            serve(sys.argv[2:], ["tactix", "tritoc"])
        else:
            rules()
            engine()
            from quincunx.games import GAMES

            serve(COMMAND, GAMES)
            site()
            terminal(GAMES)


if __name__ == "__main__":
    main()
