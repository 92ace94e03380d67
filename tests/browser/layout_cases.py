"""The pages whose layout is judged, each in the states that people see."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import quote

from live_server import LATE_TRITOC, OPEN, Json, Player, computer, invited, person, play_out
from playwright.sync_api import expect
from visitors import Guest

from quincunx import games
from quincunx.games import GAMES
from quincunx.law import text

LONG = "Maximiliane Oberhuber-Wolff of Düsseldorf"[:40]
"""A name as long as names may be."""

MIDDLE = {
    "xtic": ["=3", "b2", "=C"],
    "tactix": ["a1-a2", "c3"],
    "tritoc": [],
    "tesseract": ["00", "5A", "11"],
    "xchain": ["a1", "b2", "c3", "d4", "a1"],
}
"""Moves after which there is something on each board."""

ENDINGS = {
    "tactix": "tactix ..../..../..../oo.. 1",
    "tritoc": LATE_TRITOC,
    "tesseract": "tesseract xxx............./ooo............./" + "/".join(["." * 16] * 14),
    "xchain": "xchain:seats=4,size=4x3 A1A2B1B1/A1.C1D1/B1B1.A1 aaaa 1",
}
"""Where a whole game is long, it is played on from here."""

EMPTY = "/".join(["." * 9] * 9)
LATE = "xtic .E8F/.562/4.../..1. =0"
ELIMINATED = "xchain:seats=4,size=4x3 A1A2B1B1/A1.../B1B1.A1 aadd 1"


SOME = ("tesseract", "xchain")
"""The game with the tallest boards, and the one with the longest title."""


class Case(NamedTuple):
    """A page: the route of the server that sends it, how to get there, and what is done there, or before."""

    route: str
    address: str | Callable[[Player], str]
    then: Callable[[Guest], None] = lambda _: None
    before: Callable[[Guest], None] = lambda _: None
    more: bool = False
    """Much like another one: only in the full run."""


def cut_off(guest: Guest) -> None:
    """The server is not found to answer."""
    guest.is_reached = False
    guest.page.route("**/healthz", lambda route: route.abort())


# Tables


def at_start(game: str) -> Callable[[Player], str]:
    def address(player: Player) -> str:
        return f"/t/{player.open(game, person(LONG), computer('very-hard'))['id']}"

    return address


def in_the_middle(game: str) -> Callable[[Player], str]:
    def address(player: Player) -> str:
        names = ("Ada", LONG, "Cy", "Dot") if game == "xchain" else ("Ada", LONG)
        table = player.open("xchain:seats=4" if game == "xchain" else game, *map(person, names), pace="3600+5")
        if game == "tritoc":
            player.do("roll", table["id"], seat=1)
        for move in MIDDLE[game]:
            player.do("move", table["id"], seat=player.table(table["id"])["state"]["turn"], move=move)
        return f"/t/{table['id']}"

    return address


def over(game: str) -> Callable[[Player], str]:
    return lambda player: f"/t/{finished(player, game)['id']}"


def finished(player: Player, game: str, **more: bool) -> Json:
    start = ENDINGS.get(game, str(games.start(game)))
    names = ("Ada", LONG, "Cy", "Dot") if game == "xchain" else ("Ada", LONG)
    while True:
        table = play_out(player.open(start.split()[0], *map(person, names), start=start, **more)["id"], player)
        # In TriToc the dice decide, though nearly every roll is good for the long name, which is the hard case.
        if game != "tritoc" or table["outcome"]["winner"] == 2:
            return table


def eliminated(player: Player) -> str:
    names = ("Ada", "Bo", "Cy", LONG)
    return f"/t/{player.open(ELIMINATED.split()[0], *map(person, names), start=ELIMINATED)['id']}"


def in_company(player: Player) -> str:
    """A game of two browsers: the other one talks, and offers a draw."""
    with Player(player.url) as other:
        table = invited(other, player, "xtic", pace="300+5")
        other.do("chat", table, seat=1, text=f"My name is {LONG}: what is yours? And do you play xtic often?")
        other.do("ask", table, seat=1, what="draw")
    return f"/t/{table}"


def with_an_open_seat(player: Player) -> str:
    return f"/t/{player.open('tactix', person(LONG), OPEN)['id']}"


def to_sit_down(player: Player) -> str:
    with Player(player.url) as host:
        table = host.open("xchain:seats=3", person(LONG), computer(), OPEN, listed=True, pace="300+5")
    return f"/t/{table['id']}/sit/3"


def taken(player: Player) -> str:
    with Player(player.url) as host:
        return f"/t/{host.open('tactix', person(LONG), computer(), listed=True)['id']}/sit/2"


def studied(player: Player) -> str:
    return f"/study?table={finished(player, 'tactix', listed=True)['id']}"


# The lobby


def full_lobby(player: Player) -> str:
    """My games and the games of others, with the longest of names."""
    with Player(player.url) as other:
        for game in GAMES:
            other.open(game, person(LONG), computer("very-hard"), listed=True)
            other.open("xchain:seats=4", person(LONG), OPEN, person("Cy"), OPEN, listed=True)
    for game in GAMES:
        in_the_middle(game)(player)
    over("xtic")(player)
    return "/"


# What is done on a page


def press(key: str) -> Callable[[Guest], None]:
    def then(guest: Guest) -> None:
        guest.press(text(key))
        expect(guest.dialog).to_be_visible()

    return then


def show_lines(guest: Guest) -> None:
    guest.action("lines").click()
    expect(guest.action("lines")).to_have_attribute("aria-pressed", "true")


def show_values(guest: Guest) -> None:
    expect(guest.status).to_contain_text(re.compile("Proven|Próvéń"))


def see_the_graph(guest: Guest) -> None:
    guest.page.locator(".graph-key").wait_for()


def talk(guest: Guest) -> None:
    guest.page.get_by_role("tab", name=text("web.panel.chat")).click()
    guest.page.get_by_label(text("web.chat.placeholder")).wait_for()


def list_rolls(guest: Guest) -> None:
    guest.page.get_by_role("tab", name=text("web.panel.rolls")).click()
    guest.page.get_by_role("region", name=text("web.rolls.label")).wait_for()


def keep(key: str, value: str) -> Callable[[Guest], None]:
    """What the browser remembers already, as JSON."""
    script = f"if (location.protocol !== 'about:') localStorage.setItem('quincunx.{key}', '{value}')"

    def before(guest: Guest) -> None:
        guest.page.context.add_init_script(script)

    return before


RESULTS = '{"tables":[],"totals":{"tritoc":{"very-hard":{"won":12,"drawn":1,"lost":7,"points":123,"against":98}}}}'


def see_my_results(guest: Guest) -> None:
    tell_me(guest)
    guest.dialog.get_by_role("button", name=text("web.tally.title")).click()
    expect(guest.dialog.locator(".tally li")).to_have_count(1)


def tell_me(guest: Guest) -> None:
    guest.page.locator(".me").click()
    expect(guest.dialog).to_be_visible()


def ask_for_keys(guest: Guest) -> None:
    guest.cell("a1").focus()
    guest.keys("?")
    expect(guest.dialog).to_be_visible()


def longest_puzzle(guest: Guest) -> None:
    """As on a day whose puzzle is of the game with the longest title."""
    title = max((game.title for game in GAMES.values()), key=len)
    puzzle = {"id": "x", "title": title, "grade": 5}
    guest.page.route("**/api/puzzles/daily", lambda route: route.fulfill(json=puzzle))


def refuse_an_option(guest: Guest) -> None:
    guest.page.get_by_role("spinbutton", name=text("web.form.columns")).fill("99")
    expect(guest.page.locator(".choice .error", has_text="99")).to_be_visible()


def unfold(guest: Guest) -> None:
    """Everything that is folded up."""
    guest.page.locator("details").evaluate_all("all => all.forEach(one => (one.open = true))")


CASES = {
    "lobby": Case("/", "/"),
    "full lobby": Case("/", full_lobby, before=longest_puzzle),
    "full lobby, my name": Case("/", "/", tell_me, more=True),
    "import": Case("/", "/", press("web.more.import"), more=True),
    # The suits of tritoc are fixed.
    **{
        f"new {game}": Case("/new", f"/new?game={game}&with=friend", more=game not in (*SOME, "tritoc"))
        for game in GAMES
    },
    "new xchain, refused": Case("/new", "/new?game=xchain&with=computer", refuse_an_option, more=True),
    "play on": Case("/new", f"/new?position={quote(LATE)}"),
    **{f"{game} at the start": Case("/t/{id}", at_start(game), more=game not in SOME) for game in GAMES},
    **{f"{game} in the middle": Case("/t/{id}", in_the_middle(game)) for game in GAMES},
    **{f"{game} over": Case("/t/{id}", over(game), more=game not in SOME) for game in GAMES},
    "xchain, two eliminated": Case("/t/{id}", eliminated),
    "xtic with lines": Case("/t/{id}", in_the_middle("xtic"), show_lines, more=True),
    "resign": Case("/t/{id}", in_the_middle("tritoc"), press("web.action.resign"), more=True),
    "more": Case("/t/{id}", in_the_middle("tritoc"), press("web.action.more")),
    "fair dice": Case("/t/{id}", in_the_middle("tritoc"), press("web.dice.title"), more=True),
    "rolls": Case("/t/{id}", in_the_middle("tritoc"), list_rolls, more=True),
    "tactix evaluated": Case("/t/{id}", over("tactix"), see_the_graph, keep("graph", "true"), more=True),
    "my results": Case("/", "/", see_my_results, keep("tally", RESULTS), more=True),
    "keys": Case("/t/{id}", in_the_middle("tactix"), ask_for_keys, more=True),
    "invite": Case("/t/{id}", lambda player: f"{with_an_open_seat(player)}#invite=1"),
    "an offer and chat": Case("/t/{id}", in_company, talk),
    "open seat": Case("/t/{id}", with_an_open_seat),
    "no table": Case("/t/{id}", "/t/nothing"),
    "sit down": Case("/t/{id}/sit/{seat}", to_sit_down),
    "seat taken": Case("/t/{id}/sit/{seat}", taken, more=True),
    "study, what": Case("/study", lambda player: f"/study#{finished(player, 'tactix')['id']}"),
    "study xtic": Case("/study", f"/study?position={quote(LATE)}", show_values),
    "study dice": Case("/study", f"/study?position={quote(f'tritoc {EMPTY} 1 - 0 0')}", more=True),
    "study a game": Case("/study", studied, see_the_graph),
    **{
        f"edit {game}": Case("/study", f"/study?edit&position={quote(str(games.start(game)))}", more=game not in SOME)
        for game in GAMES
    },
    "lessons": Case("/lessons", "/lessons"),
    **{f"lesson {game}": Case("/lessons/{game}", f"/lessons/{game}#step=7", more=game not in SOME) for game in GAMES},
    "puzzles": Case("/puzzles", "/puzzles"),
    **{
        f"puzzle {game}": Case("/puzzles/{id}", f"/puzzles/{game}-0001", more=game not in SOME)
        for game in GAMES
        if game != "tritoc"
    },
    "no puzzle": Case("/puzzles/{id}", "/puzzles/nothing", more=True),
    "rules": Case("/rules", "/rules"),
    **{f"rules of {game}": Case("/rules/{game}", f"/rules/{game}", unfold, more=game not in SOME) for game in GAMES},
    "embedded puzzle": Case("/embed/puzzles/{id}", "/embed/puzzles/xchain-0001"),
    "embedded game": Case("/embed/t/{id}", lambda player: f"/embed/t/{finished(player, 'tritoc', listed=True)['id']}"),
    "embedded position": Case("/embed/study", f"/embed/study?position={quote(LATE)}"),
    "no embedded game": Case("/embed/t/{id}", "/embed/t/nothing", more=True),
    "offline": Case("/offline", "/offline", before=cut_off),
    "operator": Case("/operator", "/operator", before=Guest.be_operator),
    "operator without a token": Case("/operator", "/operator", before=Guest.be_no_operator),
}
