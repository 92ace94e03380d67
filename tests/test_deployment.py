"""The files for operators in deploy/: every file, name, variable and certificate that they mention exists.

tests/server/test_nginx.py plays through the proxy.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from quincunx import settings

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs" / "operations.md").read_text()
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
COMPOSE = DEPLOY / "compose"
FILE: dict[str, Any] = yaml.safe_load((COMPOSE / "compose.yaml").read_text())
SERVICES: dict[str, Any] = FILE["services"]
EXPOSED = 3.0
"""The score of `systemd-analyze security`, from 0 (safe) to 10, which no unit may reach."""


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_no_unit_is_exposed(unit: Path, tmp_path: Path) -> None:
    """Needs systemd-analyze, of Debian's package systemd: `make parts` installs it."""
    copy = tmp_path / unit.name.replace("@.", "@8701.")
    copy.write_text(unit.read_text())
    command = ["systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSED * 10:.0f}", "--no-pager"]
    found = subprocess.run([*command, str(copy)], capture_output=True, text=True, timeout=60)
    score = re.search(r"exposure level for \S+: ([\d.]+)", found.stdout)
    assert score, found.stderr
    assert float(score[1]) < EXPOSED, found.stdout


def test_there_is_a_unit_for_the_server_and_for_workers() -> None:
    assert [unit.name for unit in UNITS] == ["quincunx-dask-worker.service", "quincunx@.service"]


def test_the_docs_name_every_file() -> None:
    for file in DEPLOY.rglob("*"):
        assert not file.is_file() or file.name in PAGE, file


def mounts(service: str) -> dict[str, str]:
    """Where a container finds what of the host."""
    volumes = [volume.split(":") for volume in SERVICES[service].get("volumes", [])]
    return {inside: outside for outside, inside, *_ in volumes}


def nginx_files() -> dict[str, str]:
    """The files of nginx's configuration, as the balancer's container sees them."""
    found = mounts("balancer")
    return {at: (COMPOSE / file).read_text() for at, file in found.items() if at.startswith("/etc/nginx/conf.d/")}


def test_what_the_compose_file_mounts_builds_and_waits_for_exists() -> None:
    for name, service in SERVICES.items():
        assert set(service.get("depends_on", [])) <= set(SERVICES), name
        for source in mounts(name).values():
            if source == "./certificates":
                assert "mkdir certificates" in PAGE, "the operator makes it"
            else:
                assert source in FILE["volumes"] or (COMPOSE / source).is_file(), source
        if "build" in service:
            assert (COMPOSE / service["build"] / "Dockerfile").is_file()
        else:
            assert re.fullmatch(r"[a-z]+:\d+", service["image"]), "an image of a fixed major version"


def test_the_variables_of_the_compose_file_exist() -> None:
    used = set(re.findall(r"\$\{(\w+)", (COMPOSE / "compose.yaml").read_text()))
    given = set(re.findall(r"^(\w+)=", (COMPOSE / "env.example").read_text(), re.MULTILINE))
    assert used == given == {"PASSWORD"}
    known = {setting.variable for setting in settings.SETTINGS.values()}
    for service in SERVICES.values():
        for variable, value in service.get("environment", {}).items():
            assert variable in known or variable.startswith("POSTGRES_")
            for host in re.findall(r"(?:@|redis://)([a-z]+)[:/]", value):
                assert host in SERVICES, value


def test_nginx_finds_certificates_and_servers_in_the_containers() -> None:
    text = "".join(nginx_files().values())
    certificates = re.findall(r"ssl_certificate(?:_key)?\s+(\S+);", text)
    assert len(certificates) == 2
    for file in certificates:
        assert mounts("balancer")[str(Path(file).parent)] == "./certificates"
        assert Path(file).name in PAGE
    (upstream,) = re.findall(r"proxy_pass http://(\w+);", text)
    assert len(re.findall(rf"upstream {upstream} {{", text)) == 1
    (host, port) = re.findall(r"^ +server (\w+):(\d+)", text, re.MULTILINE)[0]
    assert host in SERVICES
    assert f"QUINCUNX_SERVER_PORT={port}" in (ROOT / "Dockerfile").read_text()
    listens = set(re.findall(r"listen (\d+)", text))
    assert {published.split(":")[1] for published in SERVICES["balancer"]["ports"]} == listens
