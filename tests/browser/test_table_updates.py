"""The pages merge small updates, and read positions and waves from their text."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from board_bench import Bench
from changing_table import PLAYERS, ChangingTable, Json, comparable, lossy, messages

from quincunx import games
from quincunx.games import State
from quincunx.record import Pace
from quincunx.table.updates import difference

WRITTEN = [f"{name}:{options}".rstrip(":") for name in games.GAMES for options in games.GAMES[name].variants]


def positions(written: str) -> list[tuple[State, str, State]]:
    """Some positions of a random match, its end among them, each with a move and the position after it."""
    draws, state = random.Random(written), games.game(written).start(written)
    found: list[tuple[State, str, State]] = []
    while not state.outcome:
        move = draws.choice(state.moves())
        found.append((state, move, state.play(move)))
        state = found[-1][-1]
    return found[-3:] + draws.sample(found, min(6, len(found)))


@pytest.mark.parametrize("name", games.GAMES)
def test_the_reader_of_a_game_draws_what_the_law_draws(bench: Bench, name: str) -> None:
    """In positions of random matches of every variant; and the steps of moves."""
    bench.lay(name)
    played = [each for written in WRITTEN if written.split(":")[0] == name for each in positions(written)]
    found = evaluate(
        bench,
        """async ([name, played]) => {
            const { picture, steps } = await import(`/games/${name}/position.js`);
            return played.map(([before, move, after]) => [
                { ...after, ...picture(after) }, steps?.({ ...before, ...picture(before) }, move) ?? []
            ]);
        }""",
        [name, [[before.brief(), move, after.brief()] for before, move, after in played]],
    )
    for (before, move, after), (view, steps) in zip(played, found, strict=True):
        assert view == plain(after.view()), str(after)
        assert steps == plain(list(before.steps(move))), f"{before} {move}"


def evaluate(bench: Bench, function: str, argument: object) -> Any:
    """Calls a function in the page. Both values travel as text: Playwright is slow with large objects."""
    return json.loads(
        bench.page.evaluate(
            f"async (text) => JSON.stringify(await ({function})(JSON.parse(text)))", json.dumps(argument)
        )
    )


def plain(value: object) -> Any:
    """As JSON has it."""
    return json.loads(json.dumps(value))


FOLLOW = """async ([name, arriving]) => {
    const { follower } = await import("/updates.js");
    const known = follower(name && (await import(`/games/${name}/position.js`)));
    let revision = -1;
    return arriving.map(([message, whole]) => {
        let news = known.take(message);
        const missed = news === null;
        if (missed) news = known.take(whole);
        if (news) revision = missed ? whole.revision : message.revision;
        return { table: known.table, revision, missed };
    });
}"""


@pytest.mark.parametrize("fat", [False, True], ids=["position", "view"])
@pytest.mark.parametrize("game", ["tactix", "tritoc", "xchain:seats=3,size=3x3"])
def test_merging_every_update_gives_the_whole_table(bench: Bench, game: str, fat: bool) -> None:
    bench.lay(game)
    sent = list(messages(ChangingTable(game, game, Pace(60, 2)), PLAYERS[1], 50, fat=fat))
    arriving = [[message, None] for message, _ in sent]
    found = evaluate(bench, FOLLOW, ["" if fat else game.split(":")[0], arriving])
    for (_, table), each in zip(sent, found, strict=True):
        assert comparable(each["table"], fat=True) == comparable(table, fat=True)


def test_a_part_of_a_position_is_found_behind_emoji(bench: Bench) -> None:
    """JavaScript counts an emoji as two characters, Python as one."""
    bench.lay("tactix")
    brief = games.start("tactix").brief()
    tiles = "\N{MAHJONG TILE RED DRAGON}" * 100
    old, new = ({"state": {**brief, "position": f"mahjong {tiles}{rest}"}, "last": None} for rest in ("ab", "ac"))
    update = difference(old, new)
    assert isinstance(update["state"]["position"], list)
    merge = 'async ([old, update]) => (await import("/updates.js")).merge(old, update)'
    assert evaluate(bench, merge, [old, update]) == new


def test_the_page_recovers_from_lost_repeated_and_reordered_messages(bench: Bench) -> None:
    bench.lay("xtic")
    missed = 0
    for seed in range(3):
        sent = list(messages(ChangingTable("xtic", f"lossy {seed}"), PLAYERS[1], 40))
        right: dict[int, Json] = {message["revision"]: table for message, table in sent}
        found = evaluate(bench, FOLLOW, ["xtic", list(lossy(sent, random.Random(seed)))])
        for each in found:
            assert comparable(each["table"], fat=True) == comparable(right[each["revision"]], fat=True)
        missed += sum(each["missed"] for each in found)
    assert missed
