"""The library is light: what only some people need is not imported before they ask, and says how to get it."""

import subprocess
import sys

import pytest

HEAVY = {"distributed", "fastapi", "gymnasium", "numpy", "open_spiel", "pettingzoo", "pyspiel", "textual", "uvicorn"}


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


def test_games_engine_and_commands_import_nothing_heavy() -> None:
    ran = run("import sys, quincunx.games, quincunx.engine, quincunx.table, quincunx.cli; print(*sys.modules)")
    assert "quincunx.cli" in ran.stdout.split(), ran.stderr
    assert HEAVY.isdisjoint(ran.stdout.split())


@pytest.mark.parametrize(
    ("adapter", "needed"),
    [
        ("pettingzoo", "pettingzoo"),
        ("pettingzoo", "numpy"),
        ("openspiel", "pyspiel"),
        ("openspiel", "numpy"),
        ("gymnasium", "gymnasium"),
        ("gymnasium", "numpy"),
    ],
)
def test_an_adapter_without_its_extra_says_what_to_install(adapter: str, needed: str) -> None:
    ran = run(f"import sys; sys.modules[{needed!r}] = None; import quincunx.adapters.{adapter}")
    told = f"quincunx.adapters.{adapter} needs {needed}: pip install 'quincunx[{adapter}]'"
    assert ran.stderr.splitlines()[-1] == f"ModuleNotFoundError: {told}"


def test_batches_without_numpy_say_what_to_install() -> None:
    ran = run("import sys; sys.modules['numpy'] = None; import quincunx.batch")
    told = "quincunx.batch needs numpy: pip install 'quincunx[batch]'"
    assert ran.stderr.splitlines()[-1] == f"ModuleNotFoundError: {told}"
