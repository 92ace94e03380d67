"""Texts that are nearly positions, and games with wrong options: what the law says about each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from quincunx import games
from quincunx.games import CHANCE

LETTERS = ".ox0123456789ABCDEFGryuado-=/ ~é\n\t'\"\\😀"
MOVES = 60
OPTIONS = (
    *("", "tactics oooo", "constructor 1", "chain 1", "Tactix 1", "xtix 1", "tesser 1", "tic 1", "a ", "xchainxtic 1"),
    *("tactix: 1", "tactix:size 1", "tactix:size=7 1", "tactix:size=04 1", "tactix:size=4,size=4 1", "tactix:goal= 1"),
    *("tactix:size=5,, 1", "tactix:=5 1", "tactix:goal=a=b 1", "tactix:a:b=1 1", "xtic:type=round,goal=avoid -"),
    *("tesseract:dims=5 -", "tritoc:first=3 1", "tritoc:level=red4 1", "xchain:size=8 1", "xchain:size=1x12 1"),
    *("xchain:size=08x8 1", "xchain:preset=columns 1", "xchain:preset=columns7 1", "xchain:preset=none1 1"),
    *("xchain:preset=constructor 1", "xchain:seats=3,preset=rows2 1", "xchain:preset=blocks2 1", "xchain:first=3 1"),
    *("xchain:size=3x3,preset=columns2 1", "xchain:size=99x99,seats=3,preset=columns4 1", "xchain:seats=5,first=5 1"),
    *("xchain:seats=4,size=3x3,preset=random3 1", "xchain:seats=3,size=3x4,preset=blocks2 1"),
    *("tactix 1", "xtic", "tactix "),
)
RARE = (
    "xtic 0.../..../..../.... =0",
    "xtic 0123/..../..../.... =4",
    "xtic 0123/4567/..../.... -",
    "tesseract:dims=3 xxxx/oooo" + "/...." * 14,
    "tesseract:dims=3 xxxx/ooo./o..." + "/...." * 13,
    "tesseract:dims=3 xxxx/xxxx/ooo./.ooo/o..." + "/...." * 11,
    f"tritoc {'/'.join(['.' * 9] * 9)} 1 2 0 0",
    f"tritoc {'/'.join(['.' * 9] * 9)} 2 12 0 0",
    f"tritoc {'/'.join(['.' * 9] * 9)} 2 5 0 4",
    f"tritoc {'/'.join(['rrr......'] * 3 + ['.' * 9] * 6)} 2 - 1 0",
    "xchain:seats=3,size=2x2 A1B1/A1B1 aau 3",
    "xchain:size=3x3 .A2./.../... au 2",
    "xchain:size=2x2 ../.. oo -",
    "xchain:seats=3,size=2x2 A1B1/.. aao 3",
    "xchain:seats=3,size=2x2 A1./.. auu 1",
    "xchain:size=2x2 A1./.. uu 1",
    "xchain:size=2x2 A1./.. ad 1",
    "xchain:size=2x2 A1./.. aa 2",
    "xchain:size=2x2 A1B1/.. aa -",
)
"""Positions whose faults chance does not make."""


def texts(rounds: int) -> Iterator[str]:
    """Wrong options, rare faults, then `rounds` changed positions of every variant. Some are still right."""
    yield from OPTIONS
    yield from RARE
    for variant in games.variants():
        draws = Random(f"wrong {variant}")
        for _ in range(rounds):
            yield _changed(_position(variant, draws), draws)


def answer(text: str) -> dict[str, Any]:
    """The canonical position, or the refusal."""
    try:
        return {"position": str(games.parse(text))}
    except games.Refused as refused:
        return dict(json.loads(json.dumps(refused.message.view())))


def _position(variant: str, draws: Random) -> str:
    """One of a random match, often its last."""
    state = games.start(variant, str(draws.random()))
    for _ in range(draws.choice((0, 3, 12, MOVES, 400))):
        if not (moves := state.moves()):
            break
        if state.actor == CHANCE:
            state = state.play(draws.choices(moves, [float(chance) for chance in state.chances().values()])[0])
        else:
            state = state.play(draws.choice(moves))
    return str(state)


def _changed(text: str, draws: Random) -> str:
    game, _, body = text.partition(" ")
    for _ in range(draws.choice((1, 1, 1, 2, 3, 8))):
        at = draws.randrange(len(body) + 1)
        before, after = body[:at], body[at:]
        used = draws.choice(body) if body else "."
        body = draws.choice(
            (
                before + used + after[1:],
                before + used + after[1:],
                before + used + after[1:],
                before + draws.choice(LETTERS) + after[1:],
                before + draws.choice(LETTERS) + after,
                before + after[1:],
                body.replace(used, draws.choice(body)) if body else body,
                " ".join([draws.choice((part, part, part[::-1], draws.choice(LETTERS))) for part in body.split(" ")]),
            )
        )
    return f"{game} {body}"
