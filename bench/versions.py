"""Node limits that cost two versions of the engine the same CPU time, for matches at equal time on a busy machine.

    python bench/versions.py xchain --before ../old/.venv/bin/python --nodes 800000
    python bench/versions.py tritoc --before ../old/.venv/bin/python --nodes 2000000 --same --elo 70

Both analyse the same positions in turn, of matches that `medium` played against itself; seconds are of CPU, on
one thread. It also prints the command of the arena that plays the two against each other. With `--same` both get
the same number of nodes, whatever they take. The arena rolls the dice, the same for both matches of an opening.
"""

import argparse
import subprocess
import sys

from quincunx import engine, games
from quincunx.games import CHANCE
from quincunx.law.draws import Draws

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
        state, ply, dice = games.start(game, str(match)), 0, Draws(str(match), "dice")
        while not state.outcome:
            if state.actor == CHANCE:
                state = state.play(dice.weighted(state.chances()))
                continue
            if ply % PLIES == PLIES - 1:
                found.append(str(state))
            state, ply = state.play(engine.choose(state, "medium", f"{match} {ply}")[0]), ply + 1
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", metavar="GAME", help="a game or a variant")
    parser.add_argument("--before", metavar="PYTHON", required=True, help="the Python of the other checkout")
    parser.add_argument("--nodes", type=int, default=800_000, help="nodes a move of the other version")
    parser.add_argument("--same", action="store_true", help="the same number of nodes for both, not the same time")
    parser.add_argument("--elo", type=int, default=300, help="the difference that the test looks for")
    options = parser.parse_args()
    pythons = {"new": sys.executable, "old": options.before}
    speeds = dict.fromkeys(pythons, 0.0)
    texts = positions(options.game)
    for _ in range(ROUNDS):
        for name, python in pythons.items():
            command = [python, "-c", PROBE, str(options.nodes), *texts]
            nodes, spent = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
            speeds[name] = max(speeds[name], int(nodes) / float(spent))
    limits = {
        name: options.nodes if options.same else round(options.nodes * speed / speeds["old"], -3)
        for name, speed in speeds.items()
    }
    for name, speed in speeds.items():
        print(f"{name}: {speed:,.0f} nodes a second, so {limits[name]:,.0f} nodes a move")
    players = (
        f'"{name}=engine:sh -c \'sed -u \\"s/^go.*/go nodes {limits[name]:.0f}/\\" | {python} -m quincunx engine\'"'
        for name, python in pythons.items()
    )
    event = f"--plies 4 --sprt 0 {options.elo} --games 100 --seed versions --workers 1 --clock 100000+0"
    print(f"quincunx arena {options.game} {' '.join(players)} {event}")


if __name__ == "__main__":
    main()
