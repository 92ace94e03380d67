"""The files for operators in docs/operations.md: units, proxy and compose file."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[1] / "docs" / "operations.md").read_text()
UNITS = dict(re.findall(r"```ini\n# /etc/systemd/system/([\w@-]+\.service).*?\n(.*?)```", PAGE, re.DOTALL))
EXPOSED = 3.0
"""The score of `systemd-analyze security`, from 0 (safe) to 10, which no unit may reach."""


def test_the_page_has_the_units() -> None:
    assert len(UNITS) == 2
    assert "quincunx@.service" in UNITS


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze, of Debian's package systemd")
@pytest.mark.parametrize("name", UNITS)
def test_no_unit_is_exposed(name: str, tmp_path: Path) -> None:
    unit = tmp_path / name.replace("@.", "@8701.")
    unit.write_text(UNITS[name])
    command = ["systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSED * 10:.0f}", "--no-pager"]
    found = subprocess.run([*command, str(unit)], capture_output=True, text=True, timeout=60)
    score = re.search(r"exposure level for \S+: ([\d.]+)", found.stdout)
    assert score, found.stderr
    assert float(score[1]) < EXPOSED, found.stdout


@pytest.mark.parametrize(
    "line",
    [
        "return 301 https://games.example$request_uri;",
        'add_header Strict-Transport-Security "max-age=31536000" always;',
        "limit_conn addresses 1000;",
        "proxy_set_header X-Forwarded-For $remote_addr;",
        r"location ~ ^/(metrics|operator|api/operator.*|readyz)$ { deny all; }",
    ],
)
def test_the_proxy_redirects_limits_and_hides(line: str) -> None:
    assert line in PAGE
