"""Node limits that cost two versions of the engine the same CPU time, for matches at equal time on a busy machine.

    python bench/versions.py xchain --before ../old/.venv/bin/python --nodes 800000

Both analyse the same positions in turn, of matches that `medium` played against itself; seconds are of CPU, on
one thread. It also prints the command of the arena that plays the two against each other.
"""

import argparse
import subprocess
import sys

from quincunx import engine, games

PROBE = """
import sys, time
from quincunx import engine, games
nodes = spent = 0
for text in sys.argv[2:]:
    began = time.process_time()
    nodes += engine.analyse(games.parse(text), engine.Limits(nodes=int(sys.argv[1]))).nodes
    spent += time.process_time() - began
print(nodes, spent)
"""
MATCHES, PLIES, ROUNDS = 3, 7, 2


def positions(game: str) -> list[str]:
    found = []
    for match in range(MATCHES):
        state, ply = games.start(game, str(match)), 0
        while not state.outcome:
            if ply % PLIES == PLIES - 1:
                found.append(str(state))
            state, ply = state.play(engine.choose(state, "medium", f"{match} {ply}")[0]), ply + 1
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", metavar="GAME", help="a game without dice")
    parser.add_argument("--before", metavar="PYTHON", required=True, help="the Python of the other checkout")
    parser.add_argument("--nodes", type=int, default=800_000, help="nodes a move of the other version")
    options = parser.parse_args()
    pythons = {"new": sys.executable, "old": options.before}
    speeds = dict.fromkeys(pythons, 0.0)
    texts = positions(options.game)
    for _ in range(ROUNDS):
        for name, python in pythons.items():
            command = [python, "-c", PROBE, str(options.nodes), *texts]
            nodes, spent = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
            speeds[name] = max(speeds[name], int(nodes) / float(spent))
    limits = {name: round(options.nodes * speed / speeds["old"], -3) for name, speed in speeds.items()}
    for name, speed in speeds.items():
        print(f"{name}: {speed:,.0f} nodes a second, so {limits[name]:,.0f} nodes a move")
    players = (
        f'"{name}=engine:sh -c \'sed -u \\"s/^go.*/go nodes {limits[name]:.0f}/\\" | {python} -m quincunx engine\'"'
        for name, python in pythons.items()
    )
    event = "--plies 4 --sprt 0 300 --games 100 --seed versions --workers 1 --clock 100000+0"
    print(f"quincunx arena {options.game} {' '.join(players)} {event}")


if __name__ == "__main__":
    main()
