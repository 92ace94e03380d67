"""A bot that plays random moves over the network, with nothing but Python. docs/protocol.md describes the protocol.

python examples/bot.py http://127.0.0.1:8765 tactix easy                        plays the computer
python examples/bot.py "http://127.0.0.1:8765/t/ID/sit/2#invite=SECRET"         sits down where it is invited, and stays
                                                                                for rematches; Ctrl-C ends it
"""

import json
import random
import secrets
import sys
import urllib.parse
import urllib.request
from typing import Any


class RunningServer:
    def __init__(self, address: str) -> None:
        self.address = address
        self.secret = secrets.token_urlsafe(24)  # who the bot is; with the same one it could continue old games

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """The answer; a refusal is an HTTPError whose body says why."""
        headers = {"Authorization": f"Bearer {self.secret}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        return urllib.request.urlopen(urllib.request.Request(f"{self.address}/api{path}", data, headers))

    def do(self, table: str, action: dict[str, Any]) -> int:
        """Sends an action and returns the table's version after it. Thanks to its key it could safely be sent again."""
        return int(json.load(self.ask(f"/tables/{table}/actions", {"key": secrets.token_hex(8), **action}))["version"])


def play(server: RunningServer, table: str) -> str | None:
    """Follows the stream, which has the whole table after each change, and plays whenever it is the bot's turn.
    Prints how the match ended, accepts a rematch and returns its id; None if the bot opened the table itself."""
    done, printed = 0, False
    for line in server.ask(f"/tables/{table}/stream"):
        if not line.strip():
            continue  # nothing new, but all is well
        now = json.loads(line)
        seat, state = now["mine"][0], now["state"]
        if now["over"]:
            if not printed:
                print(json.dumps(now["outcome"]), flush=True)
            printed, asked = True, now["question"]
            if now["owner"] or now["next"]:
                return str(now["next"]) if now["next"] else None
            if asked and seat in asked["waiting"]:
                server.do(table, {"do": "answer", "question": asked["id"], "seat": seat, "yes": True})
            continue
        if now["began"] and state["turn"] == seat and now["version"] >= done:
            roll = state["actor"] == 0
            action = {"do": "roll"} if roll else {"do": "move", "move": random.choice(state["moves"])}
            done = server.do(table, {**action, "seat": seat, "version": now["version"]})
    return None  # the server closed


if __name__ == "__main__":
    link = urllib.parse.urlsplit(sys.argv[1])
    server = RunningServer(f"{link.scheme}://{link.netloc}")
    if link.path.startswith("/t/"):
        table, seat = link.path.split("/")[2], int(link.path.split("/")[4])
        invite = urllib.parse.parse_qs(link.fragment).get("invite", [""])[0]
        server.do(table, {"do": "sit", "seat": seat, "invite": invite, "name": "Random bot", "kind": "bot"})
    else:
        seats = [{"kind": "person", "name": "Bot"}, {"kind": "computer", "level": sys.argv[3]}]
        table = json.load(server.ask("/tables", {"game": sys.argv[2], "seats": seats}))["id"]
    following: str | None = table
    while following:
        following = play(server, following)
