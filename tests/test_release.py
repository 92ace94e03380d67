"""The parts of a release fit together: lock files, changelog, workflows, image. Needs no network."""

from __future__ import annotations

import http.server
import json
import os
import re
import shlex
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from packaging.requirements import Requirement
from packaging.version import Version

from quincunx import settings

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXTRAS = PROJECT["project"]["optional-dependencies"]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
PINNED = re.compile(r"[\w.-]+(/[\w.-]+)+@[0-9a-f]{40} # v\d+(\.\d+)+$")


def locked(name: str) -> dict[str, tuple[Version, int]]:
    """The version of each package in a lock file, and how many hashes it has."""
    text = (ROOT / "requirements" / name).read_text()
    lines = re.sub(r"^ *#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ").splitlines()
    found = {}
    for line in lines:
        pin, *hashes = re.split(r"\s+--hash=", line.strip())
        requirement = Requirement(pin)
        (specifier,) = requirement.specifier
        assert specifier.operator == "==", line
        assert requirement.url is None, line
        assert all(re.fullmatch("sha256:[0-9a-f]{64}", digest) for digest in hashes), line
        found[requirement.name] = (Version(specifier.version), len(hashes))
    return found


RUNTIME = [*PROJECT["project"]["dependencies"], *EXTRAS["server"], *EXTRAS["postgres"], *EXTRAS["redis"]]
BUILD = [
    *PROJECT["build-system"]["requires"],
    *(line for line in EXTRAS["dev"] if Requirement(line).name in ("cmake", "ninja")),
]


@pytest.mark.parametrize(("name", "wanted"), [("server.txt", RUNTIME), ("build.txt", BUILD)])
def test_lock_files_satisfy_pyproject(name: str, wanted: list[str]) -> None:
    found = locked(name)
    for requirement in map(Requirement, wanted):
        assert requirement.name in found, f"{requirement.name}: run requirements/refresh.sh"
        assert found[requirement.name][0] in requirement.specifier, f"{requirement}: run requirements/refresh.sh"
    assert [package for package, (_, hashes) in found.items() if not hashes] == []


@pytest.mark.parametrize("name", ["server.txt", "build.txt"])
def test_lock_files_name_no_index_and_no_path(name: str) -> None:
    for line in (ROOT / "requirements" / name).read_text().splitlines():
        assert "://" not in line
        assert not re.match(r"\s*(-i|-f|-e|-r|--index|--extra|--find|--trusted)", line)
        assert not re.search(r"(^|[\s(])/", line), line


def changelog() -> list[tuple[str, list[str]]]:
    """The versions of the changelog, newest first, each with its sections."""
    versions: list[tuple[str, list[str]]] = []
    for line in (ROOT / "CHANGELOG.md").read_text().splitlines():
        if line.startswith("## "):
            versions.append((line[3:], []))
        elif line.startswith("### "):
            versions[-1][1].append(line[4:])
    return versions


def test_the_changelog_has_the_version_and_keeps_its_form() -> None:
    (unreleased, sections), *versions = changelog()
    assert (unreleased, sections[:3]) == ("Unreleased", ["Added", "Changed", "Fixed"])
    parts = [re.fullmatch(r"(\S+)( - \d{4}-\d{2}-\d{2})?", title) for title, _ in versions]
    numbers = [Version(part[1]) for part in parts if part]
    assert len(numbers) == len(versions), "a version is written `## 1.2.3 - 2030-12-31`"
    assert numbers == sorted(numbers, reverse=True)
    assert Version(PROJECT["project"]["version"]) == numbers[0]
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert {section for _, sections in changelog() for section in sections} <= kinds


def load(path: Path) -> Any:
    return yaml.safe_load(path.read_text())


@pytest.mark.parametrize("path", sorted((ROOT / ".github").rglob("*.yml")), ids=lambda path: path.name)
def test_github_files_are_yaml(path: Path) -> None:
    assert isinstance(load(path), dict)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_are_pinned_and_have_few_rights(path: Path) -> None:
    workflow = load(path)
    assert workflow["permissions"] == {"contents": "read"}
    for line in path.read_text().splitlines():
        if used := re.search(r"\buses: (.*)", line):
            assert used[1].startswith("$/.github/") or PINNED.match(used[1]), used[1]
    for name, job in workflow["jobs"].items():
        assert "uses" in job or "timeout-minutes" in job, name
        for step in job.get("steps", []):
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False, name
            assert "${{" not in step.get("run", ""), "a script gets what it needs from its environment"


def test_what_workflows_and_hooks_call_is_there() -> None:
    targets = set(re.findall(r"^([\w+-]+):(?!=)", (ROOT / "Makefile").read_text(), re.MULTILINE))
    texts = [path.read_text() for path in (*WORKFLOWS, ROOT / ".pre-commit-config.yaml", ROOT / "RELEASING.md")]
    called = {target for text in texts for target in re.findall(r"(?:run: |entry: |^ +)make ([\w-]+)", text, re.M)}
    assert {"test", "test-more", "lint-python", "lint-cpp", "lint-js", "wheels"} <= called <= targets


def test_hooks_need_nothing_from_elsewhere() -> None:
    for repository in load(ROOT / ".pre-commit-config.yaml")["repos"]:
        assert repository["repo"] == "local"
        assert {hook["language"] for hook in repository["hooks"]} == {"system"}


def test_ignored_revisions_are_commits() -> None:
    lines = (ROOT / ".git-blame-ignore-revs").read_text().splitlines()
    revisions = [line for line in lines if line and not line.startswith("#")]
    assert revisions
    assert all(re.fullmatch("[0-9a-f]{40}", revision) for revision in revisions)


def dockerfile() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile, continued lines joined."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines if line)]


def environment(pairs: list[str]) -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in pairs)


def test_the_image_sets_real_settings_and_is_not_root() -> None:
    final = dockerfile()[max(at for at, (word, _) in enumerate(dockerfile()) if word == "FROM") :]
    (env,) = (environment(shlex.split(rest)) for word, rest in final if word == "ENV")
    values = {name: value for name, value in env.items() if name.startswith("QUINCUNX_")}
    known = {setting.variable: setting for setting in settings.SETTINGS.values()}
    for name, value in values.items():
        known[name].read(value)
    assert (values["QUINCUNX_SERVER_HOST"], values["QUINCUNX_SERVER_PORT"]) == ("0.0.0.0", dict(final)["EXPOSE"])
    assert values["QUINCUNX_SERVER_DATABASE"].startswith(f"sqlite:///{dict(final)['VOLUME']}/")
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", dict(final)["USER"])


def test_the_image_has_no_compiler_and_only_what_is_locked() -> None:
    stages = [at for at, (word, _) in enumerate(dockerfile()) if word == "FROM"]
    for word, rest in dockerfile()[stages[-1] :]:
        assert not re.search(r"apt-get|pip|g\+\+|gcc", rest) or word != "RUN", rest
    copied = [rest for word, rest in dockerfile()[stages[-1] :] if word == "COPY"]
    assert copied == ["--from=builder /opt/quincunx /opt/quincunx"]
    for _, rest in dockerfile():
        for command in re.findall(r"pip install [^&]*", rest):
            assert "--require-hashes" in command or "--no-index" in command, command


def test_the_build_context_has_what_the_wheel_is_made_from_and_no_more() -> None:
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]
    assert lines[0] == "*"
    allowed = [line[1:] for line in lines if line.startswith("!")]
    project = PROJECT["project"]
    wanted = ["pyproject.toml", "CMakeLists.txt", "core", project["readme"], *project["license-files"]]
    wanted += PROJECT["tool"]["scikit-build"]["wheel"]["packages"]
    wanted += [source for word, rest in dockerfile() if word == "COPY" for source in rest.split()[:-1] if "/" in source]
    for path in wanted:
        if not path.startswith(("--from", "/opt/")):
            assert any(fnmatch(path, pattern) or path.startswith(f"{pattern}/") for pattern in allowed), path
    for path in (".git", ".env", ".venv", "build", "tests"):
        assert not any(fnmatch(path, pattern) for pattern in allowed), path


class Health(http.server.BaseHTTPRequestHandler):
    status = 200

    def do_GET(self) -> None:
        self.send_response(self.status if self.path == "/healthz" else 404)
        self.end_headers()

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def port() -> Iterator[int]:
    with http.server.HTTPServer(("127.0.0.1", 0), Health) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def check_health(port: int) -> bool:
    (check,) = (rest for word, rest in dockerfile() if word == "HEALTHCHECK")
    program, *arguments = json.loads(check[check.index("CMD ") + 4 :])
    assert program == "python3"
    proxy = {"http_proxy": "http://127.0.0.1:1"}  # is not asked
    env = {**os.environ, **proxy, "QUINCUNX_SERVER_PORT": str(port)}
    return subprocess.run([sys.executable, *arguments], env=env, stderr=subprocess.DEVNULL).returncode == 0


def test_the_health_check_asks_the_server(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert check_health(port)
    monkeypatch.setattr(Health, "status", 503)
    assert not check_health(port)


def test_the_health_check_fails_where_nobody_listens() -> None:
    assert not check_health(1)


def test_the_docs_name_real_environment_variables() -> None:
    known = {setting.variable for setting in settings.SETTINGS.values()}
    named = set(re.findall(r"QUINCUNX_SERVER_\w+", (ROOT / "docs/operations.md").read_text()))
    assert named
    assert named <= known
