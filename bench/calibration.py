"""How well evaluations predict who wins: Brier scores and calibration, written to docs/strength.md, with plots.

    make bench-calibration                                     all subjects; after Ctrl-C it resumes
    python bench/calibration.py --matches 100 xchain tritoc    some of them, with fewer matches
    python bench/calibration.py --network FOLDER/xchain-2.net  with a network that `quincunx train` made
    python bench/calibration.py --plots                        only draws the plots from the tables in the page

The engine plays matches against itself (`quincunx.training.selfplay`), and POSITIONS of each match, drawn at random,
are kept in build/calibration. Training uses other seeds. The Brier score is the mean of (said - came)^2 for the seat
to move: `came` is 1 for a win, 0 for a loss, 1/2 for a draw. The SHA-256 of the positions shows whether two runs were
measured on the same ones; it changes when the search does.
"""

import argparse
import gzip
import os
import platform
import random
import re
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from quincunx import _core
from quincunx.atomic import replace
from quincunx.training.plots import Axis, Plot, Series
from quincunx.training.selfplay import Plan, Sample, play_matches

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "build" / "calibration"
PAGE = ROOT / "docs" / "strength.md"
BEGIN, END = "<!-- calibration: written by bench/calibration.py -->", "<!-- end of calibration -->"
SEED = 7_000_000
POSITIONS, CHUNK, MATCHES = 10, 50, 1000
"""Positions of a match; matches in a file; matches in all."""
DEEP, FACTOR = 1000, 32
"""Positions that the deep search looks at, and how many times the nodes of the self-play it gets."""

TITLES = {"hand": "The evaluation by hand", "search": "The search"}
"""What the two tables of calibration are about."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Kept:
    """A position of the test set."""

    sample: Sample
    phase: int
    """The quarter of the match that it is from, 0 to 3."""

    @property
    def seat(self) -> int:
        """The seat to move, or to roll, less 1."""
        return int(self.sample.position.split(" ")[-1 if self.is_xchain else 2]) - 1

    @property
    def is_xchain(self) -> bool:
        return self.sample.position.startswith("xchain")

    @property
    def living(self) -> int:
        return sum(each in "ua" for each in self.sample.position.split(" ")[2]) if self.is_xchain else 2


PLANS = {
    "xchain": Plan("xchain", "adaptive", 8_000, 8, CHUNK),
    "xchain:seats=3": Plan("xchain:seats=3", "montecarlo", 600, 8, CHUNK),
    "xchain:seats=4": Plan("xchain:seats=4", "montecarlo", 600, 8, CHUNK),
    "tritoc": Plan("tritoc", "expectimax", 2_000, 8, CHUNK, after=True),
    "tritoc:dice=equal": Plan("tritoc:dice=equal", "expectimax", 2_000, 8, CHUNK, after=True),
}


def make(name: str, number: int) -> Path:
    """One file of the test set, played unless it exists."""
    path = FOLDER / f"{name.replace(':', '-').replace('=', '-')}-{number:03d}.gz"
    if not path.exists():
        draw, lines = random.Random(SEED + number), []
        for match in play_matches(PLANS[name], SEED + number):
            for at in sorted(draw.sample(range(len(match)), min(POSITIONS, len(match)))):
                lines.append(f"{4 * at // len(match)}\t{match[at]}\n")
        FOLDER.mkdir(parents=True, exist_ok=True)
        replace(path, gzip.compress("".join(lines).encode(), mtime=0), private=False)
    return path


def read(path: Path) -> list[Kept]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        split = [line.split("\t", 1) for line in lines]
    return [Kept(Sample.read(rest), int(phase)) for phase, rest in split]


def by_hand(kept: Kept) -> float:
    """The handwritten evaluation, without looking ahead."""
    if kept.is_xchain:
        return _core.xchain_outlook(kept.sample.position)
    return int(np.frombuffer(_core.tritoc_features([kept.sample.position]), np.int16)[45]) / 256


def deep(plan: Plan, kept: Kept) -> float:
    """The value by a long search: the best move's, or the mean over all rolls."""
    found = _core.analyse(kept.sample.position, plan.method, nodes=FACTOR * plan.nodes).moves
    values = [move.values[kept.seat] for move in found]
    return float(np.average(values, weights=_core.weights(kept.sample.position)) if plan.after else max(values))


def by_network(network: bytes, sides: int, exam: Sequence[Kept]) -> Numbers:
    """A network's values of positions that all have this many living sides."""
    positions = [kept.sample.position for kept in exam]
    rows = _core.xchain_features(positions) if exam[0].is_xchain else _core.tritoc_features(positions)
    logits = np.frombuffer(_core.network_answers(network, rows), np.int32) / 1000
    if not exam[0].is_xchain:
        return np.asarray(1 / (1 + np.exp(-logits)))
    logits = logits.reshape(-1, sides)
    if sides == 2:
        return np.asarray(1 / (1 + np.exp(-logits[:, 0])))
    powers = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(powers[:, 0] / powers.sum(1))


def brier(said: Numbers, came: Numbers) -> str:
    return f"{((said - came) ** 2).mean():.3f}"


def deciles(said: Numbers, came: Numbers) -> list[str]:
    """For each decile of the predictions the actual results, and how many there were."""
    tenths = np.minimum((10 * said).astype(int), 9)
    counts = [int((tenths == k).sum()) for k in range(10)]
    return [f"{came[tenths == k].mean():.2f} ({n:,})" if n else "" for k, n in enumerate(counts)]


class Exam:
    """The positions of one variant, and the predictions for them."""

    def __init__(self, name: str, matches: int, pool: ProcessPoolExecutor) -> None:
        self.name, plan = name, PLANS[name]
        paths = list(pool.map(partial(make, name), range(matches // CHUNK)))
        self.kept = [kept for path in paths for kept in read(path)]
        lines = "".join(f"{kept.phase}\t{kept.sample}\n" for kept in self.kept)
        self.digest = sha256(lines.encode()).hexdigest()
        self.came = np.array([kept.sample.results[kept.seat] for kept in self.kept])
        self.hand = np.array(list(map(by_hand, self.kept)))
        self.search = np.array([kept.sample.values[kept.seat] for kept in self.kept])
        self.looked = np.sort(np.random.default_rng(SEED).permutation(len(self.kept))[:DEEP])
        self.deep = np.array(list(pool.map(partial(deep, plan), [self.kept[at] for at in self.looked], chunksize=10)))

    @property
    def few(self) -> Numbers:
        """The results of the positions that the deep search analysed."""
        return np.asarray(self.came[self.looked])

    def scores(self) -> list[str]:
        """A row of the first table."""
        plan = PLANS[self.name]
        constant = np.full(len(self.came), self.came.mean())
        said = [constant, self.hand, self.search]
        shallow = f"{brier(self.search[self.looked], self.few)} : {brier(self.deep, self.few)}"
        return [
            self.name,
            f"{len(self.kept):,}",
            *(brier(each, self.came) for each in said),
            f"{plan.nodes:,}",
            shallow,
        ]

    def phases(self) -> list[str]:
        """A row of the second table: by hand, by the search, by the deep search, in each quarter of a match."""
        found = [self.name]
        phase = np.array([kept.phase for kept in self.kept])
        for quarter in range(4):
            all_of, some = phase == quarter, phase[self.looked] == quarter
            pairs = [(each[all_of], self.came[all_of]) for each in (self.hand, self.search)]
            found.append(" / ".join(brier(*pair) for pair in [*pairs, (self.deep[some], self.few[some])]))
        return found

    def with_network(self, path: Path) -> list[str]:
        """A row of the table of networks: only positions with as many living sides as the network is for."""
        name = path.stem.rpartition("-")[2]
        sides = int(name) if name.isdigit() else 2
        chosen = np.array([kept.living == sides for kept in self.kept])
        exam = [kept for kept in self.kept if kept.living == sides]
        network, came = by_network(path.read_bytes(), sides, exam), self.came[chosen]
        said = (self.hand[chosen], self.search[chosen], network)
        digest = sha256(path.read_bytes()).hexdigest()[:12]
        return [self.name, f"`{path.name}` {digest}", f"{len(exam):,}", *(brier(each, came) for each in said)]


NETWORKS = {
    "xchain-2": "xchain",
    "xchain-3": "xchain:seats=3",
    "xchain-4": "xchain:seats=4",
    "tritoc-standard": "tritoc",
    "tritoc-equal": "tritoc:dice=equal",
}
"""What each network is measured on."""


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def report(exams: list[Exam], networks: list[Path]) -> str:
    """The text for docs/strength.md."""
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    tenths = [f"{k / 10:.1f} to {(k + 1) / 10:.1f}" for k in range(10)]
    names = [exam.name for exam in exams]
    rows = [exam.with_network(path) for path in networks for exam in exams if NETWORKS[path.stem] == exam.name]
    seen = [[f"`{exam.digest}`", exam.name] for exam in exams]
    parts = [
        f"{machine}; {datetime.now(UTC):%-d %B %Y}.",
        table(
            ["", "positions", "a constant", "by hand", "search", "its nodes", f"search : {FACTOR} times the nodes"],
            [exam.scores() for exam in exams],
        ),
        "In each quarter of a match, by hand / search / deep search:",
        table(["", "first", "second", "third", "last"], [exam.phases() for exam in exams]),
    ]
    if rows:
        head = ["", "network", "positions", "by hand", "search", "network"]
        parts += ["Networks, without looking ahead:", table(head, rows)]
    for which, title in TITLES.items():
        columns = [deciles(getattr(exam, which), exam.came) for exam in exams]
        body = [[tenth, *(column[k] for column in columns)] for k, tenth in enumerate(tenths)]
        parts += [f"{title}: what it predicted, and how often the seat to move won (positions):"]
        parts.append(table(["said", *names], body))
    shown = [f"![Calibration of {name}, by hand and by search]({plot_file(name)})" for name in names]
    parts += ["The same as plots, and below how many positions there were:", *shown]
    return "\n\n".join([*parts, table(["SHA-256 of the positions", ""], seen)])


Deciles = list[tuple[float, int] | None]
"""For each tenth of the predictions how often the seat to move won, and the number of positions; None without any."""


def plot_file(name: str) -> str:
    """The plot of a variant, in the folder of the page."""
    return f"calibration-{re.sub('[:=]', '-', name)}.svg"


def read_deciles(page: str, title: str) -> dict[str, Deciles]:
    """The rows of the page's table with this title, by variant."""
    below = page.partition(f"\n{title}: what it predicted")[2].split("\n\n")[1]
    head, _, *body = ([cell.strip() for cell in line.split("|")[2:-1]] for line in below.splitlines())
    found: dict[str, Deciles] = {name: [] for name in head}
    for line in body:
        for name, cell in zip(head, line, strict=True):
            share, _, count = cell.partition(" ")
            found[name].append((float(share), int(count.strip("()").replace(",", ""))) if cell else None)
    return found


def plot(name: str, hand: Deciles, search: Deciles) -> str:
    """How often the seat to move won, by prediction, and below it the number of positions."""
    drawn = Plot(520, 570, f"Calibration of {name}")
    tenths = [k / 5 for k in range(6)]
    x, y = Axis(0, 1, 70, 490, tenths), Axis(0, 1, 390, 90, tenths)
    below = Axis.around([0, *(pair[1] for pair in (*hand, *search) if pair)], 515, 455)
    drawn.axes(x, y, "How often the seat to move won")
    drawn.axes(x, below, "Positions", "Predicted chance of the seat to move")
    drawn.even(x(0), y(0), x(1), y(1))
    drawn.even(276, 44, 300, 44)
    drawn.text(308, 48, "as predicted", "start")
    series: tuple[tuple[Series, str, Deciles, int], ...]
    series = ("first", "by hand", hand, -1), ("second", "by search", search, 1)
    for which, words, deciles, side in series:
        drawn.point(which, 125 + 50 * side, 44)
        drawn.text(137 + 50 * side, 48, words, "start")
        for k, pair in enumerate(deciles):
            if pair:
                middle = (k + 0.5) / 10
                drawn.point(which, x(middle), y(pair[0]))
                drawn.bar(which, x(middle + side * 0.02), 12, below(pair[1]), below(0))
    return str(drawn)


def draw_plots(page: Path) -> None:
    """Draws the plots of all variants from the tables in the page, beside it."""
    words = page.read_text("utf-8")
    hand, search = (read_deciles(words, TITLES[which]) for which in ("hand", "search"))
    for name in hand:
        (page.parent / plot_file(name)).write_text(plot(name, hand[name], search[name]), "utf-8")
        print(f"{page.parent / plot_file(name)} is drawn")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variants", metavar="GAME", nargs="*", default=list(PLANS))
    parser.add_argument("--matches", type=int, default=MATCHES, help=f"of each variant, default {MATCHES}")
    parser.add_argument("--network", type=Path, action="append", default=[], help="file of a network; may be repeated")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--print", action="store_true", help="only print the tables")
    parser.add_argument("--plots", action="store_true", help="only draw the plots, from the tables in the page")
    parser.add_argument("--page", type=Path, default=PAGE, help="default docs/strength.md")
    words = parser.parse_args()
    for path in words.network:  # fail now, not after minutes
        if path.stem not in NETWORKS or not path.is_file():
            parser.error(f"{path} is not a file of one of the networks {', '.join(NETWORKS)}")
    if words.plots:
        draw_plots(words.page)
        return
    with ProcessPoolExecutor(words.workers) as pool:
        found = report([Exam(name, words.matches, pool) for name in words.variants], words.network)
    if words.print:
        print(found)
        return
    before, _, rest = words.page.read_text("utf-8").partition(BEGIN)
    words.page.write_text(f"{before}{BEGIN}\n\n{found}\n\n{END}{rest.partition(END)[2]}", "utf-8")
    print(f"{words.page} is written")
    draw_plots(words.page)


if __name__ == "__main__":
    main()
