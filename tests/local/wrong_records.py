"""Texts that are nearly records: what `quincunx.record` and the server say about each."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Any

from quincunx import games, record
from quincunx.games import CHANCE, Refused
from quincunx.record import Dice, Entry, Pace, Player, Record
from quincunx.server.errors import ApiError
from quincunx.server.tables.importing import only_record

SPECS = (
    *("tactix:size=3", "tactix", "xtic", "tesseract:dims=3", "tritoc", "tritoc:level=red2", "tritoc:first=random"),
    *("xchain:size=3x3", "xchain:seats=3,size=3x3", "xchain:seats=4,size=3x3,preset=random1"),
)
TAGS = (
    *('[Seat3 "Cy"]', '[Nonce9 "salt"]', '[DiceSeed "x"]', '[Event "A {match} \\n"]', '[Start "xtic 0"]', "[Start]"),
    *(
        '[Start "tactix:size=3 o.o/.../... 1"]',
        '[Start "xtic ..../..../..../.... -"]',
        '[Game "tactics"]',
        '[Clock "5"]',
    ),
    *('[Clock "9999999+1"]', '[Date "2026-02-30T00:00:00Z"]', '[Date "yesterday"]', '[Rules "7"]', '[Why "agreed"]'),
    *('[Why "time"]', '[Why "tired"]', '[Why ""]', '[Result "1-0"]', '[Result "*"]', '[Result "1/2-1/2"]', '[A "\\x"]'),
    *('[DiceHash "00"]', '[DiceAfter "many"]', '[Kind1 "cat"]', '[Seat1 " "]', '[Game "xchain:seats=3,size=3x3"]'),
    *('[Game "tactix ooo"]', '[Game "tactix:size=9"]', '[Why "resigned"]', '[Why "abandoned"]'),
)
WORDS = (
    *("a1", "=3", "7", "1.", "99.", "out1:resigned", "out2:time", "out9:absent", "1-0", "*", "0-1", "<1:00.0>"),
    *("<99:00.0>", "<soon>", "{said}", "{\\z}", "{open", "<", "[", '[Game "tactix"]', "b2", "x\ty", "é"),
)


def texts(rounds: int) -> Iterator[str]:
    """`rounds` changed records of every game in SPECS; some are still right."""
    yield from ("", " \n", "1-0", "{}", "[", '[Game "tactix"]', "\ufeff\r\n1-0")
    for spec in SPECS:
        draws = Random(f"wrong record of {spec}")
        for _ in range(rounds):
            yield _changed(record.write([_match(spec, draws)]), draws)


def answer(text: str) -> dict[str, Any]:
    """The moves and the result of the one record, or the refusal."""
    try:
        match = only_record(record.read(text))
    except (Refused, ApiError) as refused:
        return dict(json.loads(json.dumps(refused.message.view())))
    return {"moves": [entry.token for entry in match.entries], "result": match.result, "last": str(match.last)}


def _match(spec: str, draws: Random) -> Record:
    """A random match, whole or begun, with a clock or dice that can be verified."""
    match = record.random_match(games.game(spec), str(draws.random()))
    players = tuple(
        Player(f"Player {n}", draws.choice(("person", "bot", "computer easy"))) for n in range(match.game.seats)
    )
    match = replace(match, players=players, date=draws.choice(("", "2026-11-15T21:50:54Z")))
    if draws.random() < 0.5:
        entries = match.entries[: draws.randrange(min(12, len(match.entries)))]
        endings = ["", "abandoned"]
        endings += ["resigned"] if match.game.seats == 2 else []
        endings += ["agreed"] if match.game.agreed_draws else []
        why = draws.choice(endings)
        result = {"resigned": "0-1", "agreed": "1/2-1/2"}.get(why, "*")
        match = replace(match, entries=entries, why=why, result=result)
    if draws.random() < 0.3:
        timed = [Entry(entry.token, draws.randrange(3000)) for entry in match.entries]
        match = replace(match, entries=tuple(timed), clock=Pace(300, 5))
    if match.game.has_dice and draws.random() < 0.5:
        seed = str(draws.random())
        match = replace(match, dice=Dice(sha256(seed.encode()).hexdigest(), seed, ("salt", "")))
    if match.first.actor != CHANCE and draws.random() < 0.2:
        match = replace(match, start=match.first)
    return match


def _changed(text: str, draws: Random) -> str:
    for _ in range(draws.choice((0, 1, 1, 2))):
        at = draws.randrange(len(text) + 1)
        lines = text.split("\n")
        line = draws.randrange(len(lines))
        tag = draws.choice(TAGS)
        name, escaped = tag[1:].split(" ")[0], tag.replace("\\", "\\\\")
        moves = re.split(r"(\s+)", text)
        word = draws.randrange(0, len(moves), 2)
        text = draws.choice(
            (
                text[:at] + text[at + 1 :],
                text[:at] + draws.choice('"[]{}<>\\ \n.-1aé😀') + text[at:],
                text[:at],
                "\n".join([*lines[:line], *lines[line + 1 :]]),
                "\n".join([*lines[:line], tag, *lines[line:]]),
                re.sub(rf"\[{name} .*\]", escaped, text),
                re.sub(rf"\[{name} .*\]", escaped, text),
                "".join([*moves[:word], draws.choice(WORDS), *moves[word + 1 :]]),
                "".join([*moves[:word], draws.choice(WORDS), " ", *moves[word:]]),
                "".join([*moves[:word], *moves[word + 2 :]]),
                text + "\n" + text if draws.random() < 0.3 else text.replace("\n", "\r\n"),
            )
        )
    return text
