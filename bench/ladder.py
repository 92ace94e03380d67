"""The ladder of levels of every game, each against the next: docs/strength.md.

    make bench-ladder                                     all games, budgets a tenth
    python bench/ladder.py --scale 0.1 --games 200 xtic   one, with so many matches a step

Each game is a tournament in build/ladder; after Ctrl-C it resumes. At the end the tables between the marks
of docs/strength.md are written again from all tournaments there, those of other games stay, and from these tables come
the ratings that the program shows (`data/ratings.json` of each game).

    python bench/ladder.py --ratings                      only the ratings, from the page as it is
"""

import argparse
import json
import os
import platform
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from quincunx.arena import ResultsFile
from quincunx.arena.results import kept_tournament
from quincunx.arena.stats.ratings import rate
from quincunx.arena.stats.standings import points, stand, steps
from quincunx.games import GAMES

ROOT = Path(__file__).parent.parent
LADDERS = ROOT / "build" / "ladder"
PAGE = ROOT / "docs" / "strength.md"
FOLDERS = ROOT / "src" / "quincunx" / "games"
MEDIUM = 1500
"""The rating of medium, from which the others follow by the steps."""
LEAST = 200
"""Matches without which a variant gets no ratings: they would be mostly chance."""
SECTION = re.compile(r"^### (\S+)$(.*?)(?=^### |\Z)", re.MULTILINE | re.DOTALL)
STEP = re.compile(r"^\| (\S+) to (\S+) \| [^|]* \| ([+-]\d+) \|", re.MULTILINE)
MATCHES = re.compile(r"; (\d+) matches, ")
BEGIN, END = "<!-- ladder: written by bench/ladder.py -->", "<!-- end of ladder -->"


def table(folder: Path) -> str:
    """The results of one tournament, as a section of the page."""
    with ResultsFile(folder, kept_tournament(folder)) as results_file:
        tournament, results = results_file.tournament, list(results_file.results.values())
    when = datetime.fromtimestamp((folder / "results.jsonl").stat().st_mtime, UTC)
    opening = f"{tournament.plies} random moves first" if tournament.plies else "from the start"
    lines = [
        f"### {tournament.game}",
        "",
        f"Budgets times {tournament.scale:g}, {opening}, seed `{tournament.seed}`; "
        f"{len(results)} matches, {when:%-d %B %Y}.",
        "",
        "| step | points | Elo | 95% | |",
        "|---|---|---|---|---|",
    ]
    found = steps(stand(tournament, results), rate(len(tournament.players), results))
    for step in found:
        name = f"{tournament.names[step.lower]} to {tournament.names[step.upper]}"
        score = f"{points(step.taken)} of {step.matches}"
        lines.append(f"| {name} | {score} | {step.difference:+.0f} | ±{1.96 * step.error:.0f} | {step.verdict} |")
    return "\n".join(lines)


def ratings(page: str) -> dict[str, dict[str, int]]:
    """The rating of each level of each variant with enough matches, from the steps between them."""
    found = {}
    for variant, body in SECTION.findall(page.partition(BEGIN)[2].partition(END)[0]):
        played = MATCHES.search(body)
        if played is None or int(played[1]) < LEAST:
            continue
        ladder: dict[str, int] = {}
        for lower, upper, step in STEP.findall(body):
            ladder[upper] = ladder.setdefault(lower, 0) + int(step)
        found[variant] = {level: MEDIUM + points - ladder["medium"] for level, points in ladder.items()}
    return found


def write_ratings() -> None:
    """Writes the ratings of each game into its folder."""
    found = ratings(PAGE.read_text("utf-8"))
    for game in {variant.partition(":")[0] for variant in found}:
        own = {variant: levels for variant, levels in found.items() if variant.partition(":")[0] == game}
        (FOLDERS / game / "data").mkdir(exist_ok=True)
        (FOLDERS / game / "data" / "ratings.json").write_text(json.dumps(own, indent=2) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variants", metavar="GAME", nargs="*", default=list(GAMES))
    parser.add_argument("--scale", default="0.1")
    parser.add_argument("--games", default="200")
    parser.add_argument("--plies", default="2")
    parser.add_argument("--no-play", action="store_true", help="only write the page again")
    parser.add_argument("--ratings", action="store_true", help="only write the ratings, from the page as it is")
    words = parser.parse_args()
    if words.ratings:
        write_ratings()
        return
    for variant in [] if words.no_play else words.variants:
        folder = LADDERS / re.sub(r"[^a-z0-9]+", "-", f"{variant}-{words.scale}")
        options = ["--scale", words.scale, "--games", words.games, "--plies", words.plies, "--seed", "ladder"]
        print(variant, flush=True)
        arena = [sys.executable, "-m", "quincunx", "arena", variant, "--ladder", *options, "--out", str(folder)]
        if subprocess.run(arena, check=False).returncode:
            sys.exit(f"the ladder of {variant} was not finished; the same command goes on with it")
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}."
    page = PAGE.read_text("utf-8")
    before, _, rest = page.partition(BEGIN)
    old, _, after = rest.partition(END)
    sections = {variant: f"### {variant}{body}".strip() for variant, body in SECTION.findall(old)}
    for tournament in sorted(LADDERS.glob("*/event.json")):
        section = table(tournament.parent)
        sections[section.split()[1]] = section
    text = [sections[variant] for variant in sorted(sections)]
    PAGE.write_text("\n\n".join([before + BEGIN, machine, *text, END]) + after, "utf-8")
    write_ratings()
    print(f"{PAGE.relative_to(ROOT)} and the ratings are written")


if __name__ == "__main__":
    main()
