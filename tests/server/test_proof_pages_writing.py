"""`quincunx site --proofs`: what it writes, and what a browser loads to check a proof."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner
from test_site_writing import engine

from quincunx.cli import main
from quincunx.games import GAMES, Refused
from quincunx.law import text
from quincunx.proofs.theorems import SOURCES, Theorem, certificate_of, theorems
from quincunx.server.static_site import proof_pages, writing

__all__ = ["engine"]

SMALL = [
    theorem for theorem in theorems() if theorem.game in ("tactix:size=3", "tactix:goal=last-wins", "tesseract:dims=3")
]


@pytest.fixture
def pyodide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands for the package that `make pyodide` installs."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name in proof_pages.PYODIDE_FILES:
        (folder / name).write_text(name)
    (folder / "package.json").write_text(json.dumps({"version": "1.2.3"}))
    monkeypatch.setattr(proof_pages, "PYODIDE", folder)


@pytest.mark.usefixtures("engine", "pyodide")
def test_pages_of_proofs_are_written_beside_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.proofs.theorems.theorems", lambda: SMALL)
    folder = tmp_path / "site"
    found = CliRunner().invoke(main, ["site", str(folder), "--proofs"])
    assert found.exit_code == 0, found.output
    static = next((folder / "static").glob("*/messages.js")).parent
    about = json.loads((static / "data/proofs.json").read_bytes())
    assert [theorem["name"] for theorem in about["theorems"]] == [theorem.name for theorem in SMALL]
    for theorem in about["theorems"]:
        assert (folder / theorem["file"]).stat().st_size == theorem["bytes"]
    assert (folder / about["python"]["folder"] / "pyodide.mjs").is_file()
    assert '"proofs": ["tactix", "tesseract"]' in (static / "data/site.js").read_text("utf-8")
    assert about["theorems"][0]["game"] == "tactix:size=3,goal=last-loses"


@pytest.mark.usefixtures("engine", "pyodide")
def test_only_their_page_has_their_policy_and_it_allows_no_eval(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    writing.write(folder, proofs=proof_pages.make(GAMES, SMALL))
    with_policy = [page for page in folder.rglob("index.html") if "Content-Security-Policy" in page.read_text("utf-8")]
    assert with_policy == [folder / "proofs" / "index.html"]
    page = with_policy[0].read_text("utf-8")
    assert page.index("Content-Security-Policy") < page.index("<script")
    assert "'unsafe-eval'" not in page
    assert "connect-src 'self';" in page


@pytest.mark.usefixtures("engine", "pyodide")
def test_the_service_worker_keeps_neither_python_nor_certificates(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    made = proof_pages.make(GAMES, SMALL)
    writing.write(folder, proofs=made)
    worker = (folder / "service-worker.js").read_text("utf-8")
    kept = json.loads(re.findall(r"FILES = (.*);", worker)[0])
    assert kept
    assert all(file.startswith("static/") for file in kept)
    assert all(file.startswith("proofs/") for file in made.files)
    assert not [file for file in kept if re.search("pyodide|certificates|checker", file)]
    assert "proofs/" in json.loads(re.findall(r"PAGES = (.*);", worker)[0])


@pytest.mark.usefixtures("engine", "pyodide")
def test_a_site_that_is_written_without_them_has_none_left(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    writing.write(folder, proofs=proof_pages.make(GAMES, SMALL))
    writing.write(folder)
    assert not (folder / "proofs").exists()
    assert (folder / "index.html").is_file()


@pytest.mark.usefixtures("engine")
def test_without_pyodide_it_says_what_to_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_pages, "PYODIDE", tmp_path / "nothing")
    found = CliRunner().invoke(main, ["site", str(tmp_path / "site"), "--proofs"])
    assert found.exit_code == 1
    wanted = {"folder": str(tmp_path / "nothing"), "version": proof_pages.PYODIDE_VERSION}
    assert text("server.site.pyodide-make", **wanted) in found.output
    assert not (tmp_path / "site").exists()


def test_the_version_of_pyodide_is_the_one_that_is_installed_here() -> None:
    assert f"PYODIDE := pyodide@{proof_pages.PYODIDE_VERSION}\n" in (SOURCES / "Makefile").read_text("utf-8")


@pytest.mark.usefixtures("engine", "pyodide")
def test_an_installed_package_writes_the_proofs_that_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pyodide is named, certificates are made in the user's cache, those that only the sources have are left out."""
    large = [theorem for theorem in theorems() if theorem.game == "xchain:size=2x7"]
    monkeypatch.setattr("quincunx.proofs.theorems.SOURCES", tmp_path / "nowhere")
    monkeypatch.setattr("quincunx.proofs.theorems.theorems", lambda: [*SMALL, *large])
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    package, missing = proof_pages.PYODIDE, tmp_path / "no-pyodide"
    monkeypatch.setattr(proof_pages, "PYODIDE", missing)
    folder = tmp_path / "site"
    found = CliRunner().invoke(main, ["site", str(folder), "--proofs"])
    assert found.exit_code == 1
    wanted = {"folder": str(missing), "version": proof_pages.PYODIDE_VERSION}
    assert text("server.site.pyodide", **wanted) in found.output
    found = CliRunner().invoke(main, ["site", str(folder), "--proofs", "--pyodide", str(package)])
    assert found.exit_code == 0, found.output
    assert text("cli.site.proofs-left-out", games=["xchain:size=2x7"]) in found.output
    assert {path.name for path in (folder / "proofs" / "certificates").iterdir()} == {f"{one.name}.gz" for one in SMALL}
    assert (tmp_path / "cache" / "quincunx" / "proofs" / "tactix-size3.gz").is_file()


@pytest.mark.usefixtures("engine", "pyodide")
def test_another_certificate_than_the_listed_one_is_not_published() -> None:
    wrong = Theorem(SMALL[0].game, SMALL[0].value, "0" * 64, 1)
    with pytest.raises(Refused, match="SHA-256"):
        proof_pages.make(GAMES, [wrong])


CHECK = """
import sys
sys.path.insert(0, sys.argv[1])
from quincunx.proofs import in_page
seen = []
print(in_page.check(sys.argv[2], lambda share, what: seen.append(share)))
print(len(seen))
ours = [name for name, module in sys.modules.items() if name.split(".")[0] == "quincunx"]
foreign = [name for name, module in sys.modules.items() if "site-packages" in (getattr(module, "__file__", "") or "")]
assert all(sys.modules[name].__file__.startswith(sys.argv[1]) for name in ours), ours
assert not foreign, foreign
"""


def in_page(checker: Path, certificate: Path) -> tuple[dict[str, object], int]:
    """What the archive says of a certificate, with the standard library alone; and how often it told its progress."""
    command = [sys.executable, "-I", "-S", "-c", CHECK, str(checker), str(certificate)]
    lines = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()
    return json.loads(lines[0]), int(lines[1])


def test_the_archive_for_browsers_checks_proofs_without_core_or_libraries(tmp_path: Path) -> None:
    body = proof_pages.checker_zip()
    (tmp_path / "checker.zip").write_bytes(body)
    names = ZipFile(io.BytesIO(body)).namelist()
    assert {name.rpartition(".")[2] for name in names} == {"py", "toml"}
    assert not [name for name in names if re.search(r"_core|solving|solve\.py|player|engine|server", name)]
    dims3 = next(theorem for theorem in SMALL if theorem.game == "tesseract:dims=3")
    path, _ = certificate_of(dims3, proof_pages._untold)
    found, reports = in_page(tmp_path / "checker.zip", path)
    assert (found["sha256"], found["value"]) == (dims3.sha256, "1")
    assert found["lines"]
    assert reports


def test_the_archive_refuses_what_is_no_proof(tmp_path: Path) -> None:
    (tmp_path / "checker.zip").write_bytes(proof_pages.checker_zip())
    _, certificate = certificate_of(SMALL[0], proof_pages._untold, tmp_path)
    false = tmp_path / "false.txt"
    false.write_text(certificate.text().replace('[Value "1"]', '[Value "2"]'), "utf-8")
    found, _ = in_page(tmp_path / "checker.zip", false)
    assert set(found) == {"refused"}
    (tmp_path / "noise.gz").write_bytes(b"\x1f\x8bnoise")
    found, _ = in_page(tmp_path / "checker.zip", tmp_path / "noise.gz")
    assert "neither text nor gzipped text" in str(found["refused"])
    false.write_text(certificate.text().replace('[Kind "', f'[Kind "{10**6 * "k"}'), "utf-8")
    found, _ = in_page(tmp_path / "checker.zip", false)
    assert 100 < len(str(found["refused"])) <= 1000, "a page has to show it"


def test_theorems_are_those_of_the_docs() -> None:
    written = re.findall(
        r"^\|.*\b([0-9a-f]{64}) \|$", (SOURCES / "docs" / "solved.md").read_text("utf-8"), re.MULTILINE
    )
    assert sorted(theorem.sha256 for theorem in theorems()) == sorted(written)


@pytest.mark.parametrize(
    "theorem", [theorem for theorem in theorems() if theorem.certificate], ids=lambda each: each.name
)
def test_shipped_certificates_are_those_of_the_theorems(theorem: Theorem) -> None:
    path, certificate = certificate_of(theorem, proof_pages._untold)
    assert path.is_file()
    assert certificate.sha256 == theorem.sha256
