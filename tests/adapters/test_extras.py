"""Optional dependencies: imported only when they are used, and a missing one says how to install it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from quincunx import extras
from quincunx.extras import install
from quincunx.law.messages import text

HEAVY = {"distributed", "fastapi", "gymnasium", "numpy", "open_spiel", "pettingzoo", "pyspiel", "textual", "uvicorn"}


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


def test_games_engine_and_commands_import_nothing_heavy() -> None:
    ran = run(
        "import sys, quincunx.games, quincunx.engine, quincunx.table, quincunx.cli; "
        "quincunx.cli.main(['--help'], standalone_mode=False); print(*sys.modules)"
    )
    assert "quincunx.cli.training" in ran.stdout.split(), ran.stderr
    assert HEAVY.isdisjoint(ran.stdout.split())


@pytest.mark.parametrize(
    ("adapter", "needed", "extra"),
    [
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("pettingzoo", "numpy", "pettingzoo"),
        ("openspiel", "pyspiel", "openspiel"),
        ("openspiel", "numpy", "openspiel"),
        ("gymnasium", "gymnasium", "gymnasium"),
        ("gymnasium", "numpy", "gymnasium"),
        ("planes", "numpy", "batch"),
    ],
)
def test_an_adapter_without_its_extra_says_what_to_install(adapter: str, needed: str, extra: str) -> None:
    ran = run(f"import sys; sys.modules[{needed!r}] = None; import quincunx.adapters.{adapter}")
    module = "quincunx.planes" if adapter == "planes" else f"quincunx.adapters.{adapter}"
    answer = text("quincunx.needs", module=module, library=needed, install=install(extra))
    assert ran.stderr.splitlines()[-1] == f"ModuleNotFoundError: {answer}"


def test_batches_without_numpy_say_what_to_install() -> None:
    ran = run("import sys; sys.modules['numpy'] = None; import quincunx.batch")
    answer = text("quincunx.needs", module="quincunx.batch", library="numpy", install=install("batch"))
    assert ran.stderr.splitlines()[-1] == f"ModuleNotFoundError: {answer}"


def test_training_without_numpy_says_what_to_install(tmp_path: Path) -> None:
    words = ["train", "xchain", "--out", str(tmp_path)]
    ran = run(f"import sys; sys.modules['numpy'] = None; import quincunx.cli; quincunx.cli.main({words!r})")
    answer = text("cli.train.needs", library="numpy", install=install("train"))
    assert (ran.returncode, ran.stderr) == (1, f"{text('cli.refusal', reason=answer)}\n")


@pytest.mark.parametrize(
    ("origin", "command"),
    [
        ({}, "pip install 'quincunx[arena]'"),
        (
            {"url": "file:///x/quincunx.whl", "archive_info": {}},
            "pip install 'quincunx[arena] @ file:///x/quincunx.whl'",
        ),
        (
            {"url": "https://example.org/q.git", "vcs_info": {"vcs": "git", "commit_id": "abc"}},
            "pip install 'quincunx[arena] @ git+https://example.org/q.git@abc'",
        ),
        ({"url": "file:///not/there", "dir_info": {}}, "pip install '.[arena]' in a checkout of Quincunx"),
    ],
)
def test_an_extra_is_installed_from_where_this_copy_came_from(
    monkeypatch: pytest.MonkeyPatch, origin: dict[str, object], command: str
) -> None:
    monkeypatch.setattr(extras, "_origin", lambda: origin)
    assert install("arena") == command


@pytest.mark.parametrize(("editable", "flag"), [(True, "-e "), (False, "")])
def test_from_a_checkout_its_folder_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, editable: bool, flag: str
) -> None:
    checkout = tmp_path / "my checkout"
    checkout.mkdir()
    (checkout / "pyproject.toml").touch()
    origin = {"url": checkout.as_uri(), "dir_info": {"editable": editable}}
    monkeypatch.setattr(extras, "_origin", lambda: origin)
    assert install("arena") == f"pip install {flag}'{checkout}[arena]'"


@pytest.mark.parametrize(("text", "origin"), [(None, {}), ('{"url": "x"}', {"url": "x"})])
def test_the_origin_is_what_the_installer_wrote(
    monkeypatch: pytest.MonkeyPatch, text: str | None, origin: dict[str, str]
) -> None:
    class Installed:
        def read_text(self, name: str) -> str | None:
            return text if name == "direct_url.json" else json.dumps({"wrong": name})

    monkeypatch.setattr(extras, "distribution", lambda _: Installed())
    assert extras._origin() == origin
