"""The docs name only what exists: links, anchors, files, functions, make targets, commands and their options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest

from quincunx.cli import main

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "src").glob("quincunx/games/*/rules.md")])
FOLDERS = (
    *("src", "core", "checkers", "tests", "bench", "examples", "tools", "docs", "requirements", "licenses", ".github"),
)
IDS = [str(path.relative_to(ROOT)) for path in PAGES]
each_page = pytest.mark.parametrize("path", PAGES, ids=IDS)


def prose(path: Path) -> str:
    """A page without its blocks of code."""
    text = path.read_text("utf-8")
    return re.sub(r"^( *)(```|:::).*?^\1\2", "", text, flags=re.MULTILINE | re.DOTALL)


@cache
def anchors(path: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub and the site make them."""
    found: set[str] = set()
    for heading in re.findall(r"^#+ +(.*)", prose(path), re.MULTILINE):
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        slug = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        copies = [slug, *(f"{slug}-{n}" for n in range(1, 50))]
        found.add(next(copy for copy in copies if copy not in found))
    return found


def links(path: Path) -> list[str]:
    return re.findall(r"\]\(\s*([^)\s]+)\s*\)", re.sub(r"`[^`]*`", "", prose(path)))


@each_page
def test_links_lead_somewhere(path: Path) -> None:
    for link in links(path):
        if re.match(r"https?://|mailto:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        if name == "genindex":  # the site's own
            continue
        assert target.exists(), f"{link}: there is no such file"
        assert not anchor or anchor in anchors(target), f"{link}: there is no such heading"


def named_paths(text: str) -> set[str]:
    """Files and folders of the repository that a text names; patterns and NAME stand for anything."""
    spelled = re.findall(rf"(?<![\w/.$-])(?:{'|'.join(map(re.escape, FOLDERS))})/[\w./*+-]*", text)
    return {name.rstrip(".,") for name in spelled}


@each_page
def test_paths_of_the_repository_are_there(path: Path) -> None:
    if path.name == "CHANGELOG.md":
        return  # describes the past
    for name in named_paths(path.read_text("utf-8")):
        pattern = re.sub(r"[A-Z]{4,}", "*", name).rstrip("/")
        found = any(ROOT.glob(pattern)) or any(ROOT.glob(f"examples/*/{pattern}"))  # an example is a project itself
        assert found, f"{name}: there is no such file"


@cache
def sources() -> frozenset[str]:
    """Every source file, and each of its paths from a folder further in: `engine/levels.py` and `levels.py` too."""
    files = [path.relative_to(ROOT).parts for folder in FOLDERS for path in (ROOT / folder).rglob("*.*")]
    return frozenset("/".join(parts[at:]) for parts in files for at in range(len(parts)))


@each_page
def test_source_files_named_by_the_end_of_their_path_are_there(path: Path) -> None:
    if path.name == "CHANGELOG.md":
        return
    for code in re.findall(r"`([^`\n]+)`", prose(path)):
        if not re.search("[A-Z]{4}", code) and re.fullmatch(r"\w[\w/.+-]*\.(py|pyi|js|css|hpp|cpp|sh)", code):
            assert code in sources(), f"{code}: there is no such file"


def walk_steps() -> list[str]:
    """The numbered steps of the two walks through the code in docs/architecture.md."""
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    walks = re.findall(r"^## A (?:person|computer)'s move\n(.*?)(?=^## )", text, re.MULTILINE | re.DOTALL)
    return [step for walk in walks for step in re.split(r"^(?=\d+\. )", walk, flags=re.MULTILINE)[1:]]


def missing_names(step: str) -> list[str]:
    """Names in a step that are not defined in the file named before them: `room.py`: `Room.execute`."""
    missing, source = [], ""
    for code in re.findall(r"`([^`]+)`", step.split("\n\n")[0]):
        if "/" in code:
            path = ROOT / "src" / "quincunx" / code
            source = path.read_text("utf-8") if path.is_file() else ""
            missing += [] if source else [code]
        elif re.fullmatch(r"[A-Za-z_]\w*(\.\w+)*", code):
            parts = code.split(".")
            defined = all(re.search(rf"\b(?:def|class|function) {part}\b", source) for part in parts)
            missing += [] if defined else [code]
    return missing


def test_the_walks_through_the_code_name_what_is_there() -> None:
    steps = walk_steps()
    assert len(steps) > 10
    for step in steps:
        assert missing_names(step) == [], step


WIDTH = 100


@each_page
def test_lines_are_at_most_100_columns_wide(path: Path) -> None:
    """Outside code and tables, and where a link or other long word does not leave a choice."""
    for line in prose(path).splitlines():
        words = re.sub(r"`[^`]*`", "code", line).lstrip(" -").split(" ")
        breakable = len(words) > 1 and not line.startswith(("|", "    "))
        assert len(line) <= WIDTH or not breakable, line


def targets() -> set[str]:
    text = (ROOT / "Makefile").read_text().replace("\\\n", " ")
    return {name for line in re.findall(r"^([^\s#=].*?):(?!=)", text, re.MULTILINE) for name in line.split()}


def commands_in_code(path: Path) -> Iterator[str]:
    """Lines of code, in blocks and between backticks."""
    text = path.read_text("utf-8")
    for block in re.findall(r"^ *```\w*\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL):
        yield from re.sub(r"\\\n", " ", block).splitlines()
    yield from re.findall(r"^    .*", text, re.MULTILINE)
    yield from (" ".join(code.split()) for code in re.findall(r"`([^`]+)`", prose(path)))


@each_page
def test_make_targets_are_there(path: Path) -> None:
    known = targets()
    assert {"run", "test", "docs", "bench-server"} <= known
    for line in commands_in_code(path):
        if found := re.match(r"\s*(?:\$ )?make (?:[A-Z]+=\S+ )*([a-z][\w+-]*)", line):
            assert found[1] in known, line.strip()


@each_page
def test_commands_and_their_options_are_there(path: Path) -> None:
    for line in commands_in_code(path):
        plain = line.split(" #")[0]
        for call in re.findall(r"(?:^|\| |/|-m |\$ |\$\()quincunx ([a-z][^|)]*)", plain):
            check_command(call.split(), line)


def check_command(words: list[str], line: str) -> None:
    """Follows a call through its subcommands, then checks its options."""
    context = click.Context(main)
    command: click.Command = main
    for word in words:
        if isinstance(command, click.Group) and re.fullmatch(r"[a-z][a-z-]*", word):
            following = command.get_command(context, word)
            assert following or (command.invoke_without_command and command is not main), line.strip()
            if following is None:
                break
            command = following
        else:
            break
    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    for option in re.findall(r"(?<!\S)(--[a-z][\w-]*|-[a-z])(?=[\s=]|$)", " ".join(words)):
        assert option in {*known, "--help", "-h"}, f"{line.strip()}: there is no option {option}"


def test_the_checks_find_what_is_wrong(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One `two`\n\n## One two\n\n[gone](gone.md) `tests/gone.py`\n\n```sh\nmake gone\n```\n")
    assert anchors(page) == {"one-two", "one-two-1"}
    assert links(page) == ["gone.md"]
    assert named_paths(page.read_text()) == {"tests/gone.py"}
    assert "make gone" in list(commands_in_code(page))
    assert missing_names("1. `table/gone.py`: `gone`, `table/table.py`: `Table.move`, `Table.gone`") == [
        "table/gone.py",
        "gone",
        "Table.gone",
    ]
    with pytest.raises(AssertionError):
        check_command(["gone"], "quincunx gone")
    with pytest.raises(AssertionError):
        check_command(["serve", "--gone"], "quincunx serve --gone")
    check_command(["settings", "get", "games.xtic"], "")
