"""Laws that break the contract of games, each in one way: gomoku with a change."""

from __future__ import annotations

from typing import Any

from example_package import LAW

from quincunx.law import Message

QUICK = LAW.read_text().replace('("", "size=7", "size=15")', '("", "size=7")')
"""The law with two variants."""
ROLLING = """\
    @property
    def actor(self):
        return 0 if self.turn > 0 else self.turn

    def chances(self):
"""
DICE = ("    name: ClassVar", "    has_dice: ClassVar = True\n    name: ClassVar")

BROKEN: dict[str, tuple[Any, ...]] = {
    "moves in no order": (
        ('for square, cell in cells if cell == "."]', 'for square, cell in reversed(list(cells)) if cell == "."]'),
        "def moves",
        Message("contract.moves.order"),
    ),
    "moves is a list": (
        ("return tuple([square", "return list([square"),
        "def moves",
        Message("contract.moves.type", type="list"),
    ),
    "play accepts illegal moves": (
        ('if self.board[at] != ".":', 'if self.board[at] == "/":'),
        "def play",
        Message("contract.play.accepts"),
    ),
    "play refuses legal moves": (
        ('if self.board[at] != ".":', 'if self.board[at] != "." or move == "c3":'),
        "def play",
        Message("contract.play.refuses", move="c3"),
    ),
    "positions that cannot be read": (
        ('self.size, "[.xo]")', 'self.size, "[.x]")'),
        'self.size, "[.x]")',
        Message("contract.read.refuses", reason="Row"),
    ),
    "a misspelt seat": (
        ('"seat": 1 + STONES', '"seet": 1 + STONES'),
        "def picture",
        Message("contract.cell.key", key="seet"),
    ),
    "an exception in play": (
        ("STONES[self.turn - 1]", "STONES[self.turn + 1]"),
        "STONES[self.turn + 1]",
        Message("contract.raises.error", error="IndexError"),
    ),
    "a refusal of another kind": (
        ('raise IllegalMove("gomoku.taken", square=move)', 'raise ValueError("taken")'),
        'raise ValueError("taken")',
        Message("contract.raises.error", error="ValueError: taken"),
    ),
    "a message that is not there": (
        ('"gomoku.taken", square=move', '"gomoku.occupied", square=move'),
        "def play",
        Message("contract.says.unknown", key="gomoku.occupied"),
    ),
    "an argument that is a message which is not there": (
        ("square=move)", 'square=Message("gomoku." + "where"))'),
        "def play",
        Message("contract.says.unknown", key="gomoku.where"),
    ),
    "an argument that is not there": (
        ('"gomoku.taken", square=move', '"gomoku.taken"'),
        "def play",
        Message("contract.says.placeholder", said="{square} is already taken."),
    ),
    "a position that does not round-trip": (
        (
            "    def body(self) -> str:\n        return self.board",
            "    def body(self) -> str:\n        return self.board[::-1]",
        ),
        "def read",
        Message("contract.read.back"),
    ),
    "a state that changes": (
        (
            "        at += at // self.game.size  # the slashes before it",
            "        at += at // self.game.size\n"
            "        object.__setattr__(self, 'board', self.board.replace('.', 'x', 1))",
        ),
        "def play",
        Message("contract.play.mutates"),
    ),
    "a state without equality": (
        ("@dataclass(frozen=True)\nclass GomokuState", "@dataclass(frozen=True, eq=False)\nclass GomokuState"),
        "class GomokuState",
        Message("contract.body.equal"),
    ),
    "moves after the end": (
        (
            "    def moves(self) -> tuple[str, ...]:\n        if self.outcome:\n            return ()\n",
            "    def moves(self) -> tuple[str, ...]:\n",
        ),
        "def moves",
        Message("contract.moves.over"),
    ),
    "a turn after the end": (
        ("        if self.outcome:\n            return NOBODY\n", ""),
        "def turn",
        Message("contract.turn.over"),
    ),
    "no end": (
        (
            '        if "." not in self.board:\n            return Outcome(2, None, "full", Message("gomoku.full"))\n',
            "",
        ),
        "def moves",
        Message("contract.moves.none"),
    ),
    "positions that are read without a check": (
        ('        grid.cells(body, self.size, self.size, "[.xo]")\n', ""),
        "def read",
        Message("contract.read.play-raises", raised="ValueError"),
    ),
    "positions that are read although play cannot go on": (
        ("not in (0, 1):", "not in (-1, 0, 1):"),
        'raise InvalidPosition("gomoku.stones")',
        Message("contract.read.unplayable"),
    ),
    "typing fails": (
        ("        if square not in self.actions:\n", "        if not square[0].isalpha():\n"),
        "square[0]",
        Message("contract.raises.error", error="IndexError"),
    ),
    "cells missing": (('"cells": [', '"cells": [] and ['), "def picture", Message("contract.cells.number", cells=0)),
    "a picture that is not JSON": (
        ('"seat": 1 + STONES.find(cell)}', '"seat": {1}}'),
        "def picture",
        Message("contract.picture.json"),
    ),
    "a start that changes": (
        ('return GomokuState(self, "/".join', 'return GomokuState(self, "x" * int(seed == "3") + "/".join'),
        "def start",
        Message("contract.start.drawn"),
    ),
    "a variant missing": (
        ('("", "size=7")', '("",)'),
        "class Gomoku(",
        Message("contract.variants.unused", option="size"),
    ),
    "an attribute missing": (
        ("    agreed_draws: ClassVar = True\n", ""),
        "class Gomoku(",
        Message("contract.class.agreed-draws", kind="Gomoku"),
    ),
    "play without a return": (
        ("return GomokuState(self.game, self.board[:at]", "GomokuState(self.game, self.board[:at]"),
        "def play",
        Message("contract.no-position", call="play", given="None"),
    ),
    "a start that is no position": (
        ('return GomokuState(self, "/"', 'return str("/"'),
        "def start",
        Message("contract.no-position", call="start", given=Message("contract.value", type="str")),
    ),
    "a position read that is none": (
        ("        return GomokuState(self, body)\n", ""),
        "def read",
        Message("contract.no-position", call="read", given="None"),
    ),
    "play without its move": (
        ("def play(self, move: str)", "def play(self)"),
        "def play",
        Message("contract.method.parameters", name="play"),
    ),
    "read with one more": (
        ("def read(self, body: str)", "def read(self, body, x)"),
        "def read",
        Message("contract.method.parameters", name="read"),
    ),
    "longest without @property": (
        ("    @property\n    def longest", "    def longest"),
        "def longest",
        Message("contract.method.no-property", name="longest"),
    ),
    "turn without @property": (
        ("    @property\n    def turn", "    def turn"),
        "def turn",
        Message("contract.method.no-property", name="turn"),
    ),
    "moves as a property": (
        ("    def moves(", "    @property\n    def moves("),
        "def moves",
        Message("contract.method.property", name="moves"),
    ),
    "a length that is a text": (
        ("return self.size**2", 'return "81"'),
        "def longest",
        Message("contract.longest.type", found="'81'"),
    ),
    "a turn that is a text": (
        ('return 1 + self.board.count("x") - self.board.count("o")', 'return "1"'),
        "def turn",
        Message("contract.turn.type", found="'1'"),
    ),
    "a phase that is a number": (
        ('if self.outcome else "mark"', "if self.outcome else 1"),
        "def phase",
        Message("contract.phase.type", found="1"),
    ),
    "an outcome that is a seat": (
        ("return self.won(seat, places)", "return seat"),
        "def outcome",
        Message("contract.outcome.type", found="1"),
    ),
    "a reason that is a text": (
        ('Message("gomoku.five", seat=seat)', '"five"'),
        "def outcome",
        Message("contract.outcome.message", found="'five'"),
    ),
    "a picture that is a list": (
        ('        return {\n            "grid"', '        return [0] or {"grid"'),
        "def picture",
        Message("contract.picture.type", type="list"),
    ),
    "a grid that is a number": (
        ('"grid": grid_view(', '"grid": 1 or ('),
        "def picture",
        Message("contract.grid.type", found="1"),
    ),
    "a body that is a number": (
        ("        return self.board\n", "        return 5\n"),
        "def body",
        Message("contract.body.text", found="5"),
    ),
    "a message that is a number": (
        ("    messages: ClassVar = {\n", "    messages: ClassVar = {1: 2,\n"),
        "class Gomoku(",
        Message("contract.messages.text", key="1"),
    ),
    "a message with a wrong plural": (
        ("    messages: ClassVar = {\n", '    messages: ClassVar = {"n": {"one": "1"}} | {\n'),
        "class Gomoku(",
        Message("contract.messages.text", key="'n'"),
    ),
    "a position that is no dataclass": (
        ("@dataclass(frozen=True)\nclass GomokuState", "class GomokuState"),
        "class GomokuState",
        Message("contract.position.no-dataclass", kind="GomokuState"),
    ),
    "a position that is not frozen": (
        ("@dataclass(frozen=True)\nclass GomokuState", "@dataclass\nclass GomokuState"),
        "class GomokuState",
        Message("contract.class.not-frozen", kind="GomokuState"),
    ),
    "a position without a phase": (
        ("    def phase(self)", "    def step(self)"),
        "class GomokuState",
        Message("contract.position.methods", kind="GomokuState", missing=["phase"]),
    ),
    "a message that no random game reaches": (
        ('        "full": "The board is full.",\n', ""),
        'Message("gomoku.full")',
        Message("contract.messages.key", key="gomoku.full"),
    ),
    "a sentence in place of a key": (
        ('InvalidPosition("gomoku.stones")', 'InvalidPosition("Too many stones.")'),
        "Too many stones.",
        Message("contract.messages.key", key="Too many stones."),
    ),
    "a position that play returns changed": (
        (
            "        return GomokuState(self.game, self.board[:at] + stone + self.board[at + 1 :])",
            "        object.__setattr__(self, 'board', self.board[:at] + stone + self.board[at + 1 :])\n"
            "        self.__dict__.pop('outcome', None)\n"
            "        return self",
        ),
        "def play",
        Message("contract.play.mutates"),
    ),
    "reading fails": (
        ("        grid.cells(body,", "        body[self.size]\n        grid.cells(body,"),
        "def read",
        Message("contract.read.raises", raised="IndexError"),
    ),
    "five seats": (
        (
            "    @property\n    def longest",
            "    @property\n    def seats(self):\n        return 5\n\n    @property\n    def longest",
        ),
        "def seats",
        Message("contract.seats.number", found="5"),
    ),
    "three seats that nobody can leave": (
        ("    @property\n    def longest", "    seats: ClassVar = 3\n\n    @property\n    def longest"),
        "class GomokuState(",
        Message("contract.leave.missing", kind="GomokuState"),
    ),
    "a seat that plays on after it left": (
        ("    @property\n    def longest", "    seats: ClassVar = 3\n\n    @property\n    def longest"),
        (
            "    @property\n    def turn",
            "    def leave(self, seat):\n        return self\n\n    @property\n    def turn",
        ),
        "",
        Message("contract.leave.plays", number=1),
    ),
    "a seat that is a text": (
        ('"seat": 1 + STONES.find(cell)}', '"seat": "1"}'),
        "def picture",
        Message("contract.cell.owner", found="'1'"),
    ),
    "cells in another order": (
        ("for name, cell in cells\n", "for name, cell in reversed(list(cells))\n"),
        "def picture",
        Message("contract.cells.order"),
    ),
    "a position without a game": (
        ("    game: Gomoku\n", "    law: Gomoku\n"),
        "class GomokuState(",
        Message("contract.position.no-game", kind="GomokuState"),
    ),
    "an option named like a method": (
        ("size: int = whole(", "text: int = whole("),
        "class Gomoku(",
        Message("contract.option.name", options=["text"]),
    ),
    "an option first that is no seat": (
        ("size: int = whole(9, ", 'first: int = whole(5, "First", "Who begins.", 5, 9)\n    size: int = whole(9, '),
        "class Gomoku(",
        Message("contract.seats.first", number=1),
    ),
    "colours that are not known": (
        ("    agreed_draws", '    colours: ClassVar = ("black", "white")\n    agreed_draws'),
        "class Gomoku(",
        Message("contract.class.colours", found="('black', 'white')"),
    ),
    "fewer colours than seats": (
        ("    agreed_draws", '    colours: ClassVar = ("red",)\n    agreed_draws'),
        "class Gomoku(",
        Message("contract.seats.colours", colours=1, seats=2),
    ),
    "a version that is a text": (
        ("    agreed_draws", '    rules_version: ClassVar = "1.0"\n    agreed_draws'),
        "class Gomoku(",
        Message("contract.class.rules-version", found="'1.0'"),
    ),
    "messages that are a list": (
        ("messages: ClassVar = {", "messages: ClassVar = [] and {"),
        "class Gomoku(",
        Message("contract.messages.type", found="[]"),
    ),
    "labels that are numbers": (
        ("grid_view(grid.COLUMNS[:size], ", "grid_view(range(size), "),
        "def picture",
        Message("contract.grid.labels", key="columns", found="[0, 1, 2"),
    ),
    "cells without a name": (('"name": name, ', '"square": name, '), "def picture", Message("contract.cells.names")),
    "a text that cannot be printed": (
        ('"text": cell.strip(".")', '"text": cell + chr(7)'),
        "def picture",
        Message("contract.cell.printable"),
    ),
    "a piece without a text": (
        ('"text": cell.strip(".")', '"text": ""'),
        "def picture",
        Message("contract.cell.piece"),
    ),
    "decisive squares that are no lines": (
        ("[list(outcome.squares)]", "list(outcome.squares)"),
        "def picture",
        Message("contract.highlights.decisive", found="['"),
    ),
    "a winner that is a text": (
        ("return Outcome(2, seat,", "return Outcome(2, 'x',"),
        "def outcome",
        Message("contract.outcome.winner", found="'x'"),
    ),
    "a body that calls itself": (
        ("        return self.board\n", "        return self.body\n"),
        "",  # whatever line was the last before the limit
        Message("contract.raises.error", error="RecursionError: maximum recursion depth exceeded"),
    ),
    "a law that ends the program": (
        ("        stone = STONES", "        exit(3)\n        stone = STONES"),
        "exit(3)",
        Message("contract.raises.error", error="SystemExit: 3"),
    ),
    "a game that is too long": (
        ("return self.size**2", "return 9"),
        "def longest",
        Message("contract.longest.exceeded"),
    ),
    "a token twice": (
        ("return grid.squares(self.size, self.size)", 'return (*grid.squares(self.size, self.size), "a1")'),
        "def actions",
        Message("contract.actions.twice"),
    ),
    "a token that is a number": (
        ("return grid.squares(self.size, self.size)", "return (*grid.squares(self.size, self.size), 1)"),
        "def actions",
        Message("contract.actions.text", token="1"),
    ),
    "a token with a space": (
        ("return grid.squares(self.size, self.size)", 'return (*grid.squares(self.size, self.size), "a b")'),
        "def actions",
        Message("contract.actions.space", token="a b"),
    ),
    "actions that are a list": (
        ("return grid.squares(self.size, self.size)", "return list(grid.squares(self.size, self.size))"),
        "def actions",
        Message("contract.actions.type", type="list"),
    ),
    "an actor that is nobody's": (
        ("    def moves(", "    @property\n    def actor(self):\n        return 2\n\n    def moves("),
        "def actor",
        Message("contract.actor.wrong", actor=2),
    ),
    "an actor after the end": (
        (
            "    def moves(",
            "    @property\n    def actor(self):\n        return 1 if self.outcome else self.turn\n\n    def moves(",
        ),
        "def actor",
        Message("contract.actor.over", actor=1),
    ),
    "a cell without a text": (
        ('"text": cell.strip("."), ', ""),
        "def picture",
        Message("contract.cell.text", cell="a1"),
    ),
    "two cells with one name": (('{"name": name, ', '{"name": "a1", '), "def picture", Message("contract.cells.twice")),
    "chances without dice": (
        ("    def moves(", '    def chances(self):\n        return {"a1": 1}\n\n    def moves('),
        "def chances",
        Message("contract.chances.actor"),
    ),
    "dice that are not declared": (
        (
            "    def moves(",
            ROLLING + '        return {"a1": 1} if self.turn > 0 else {}\n\n    def moves(',
        ),
        "def chances",
        Message("contract.chances.dice"),
    ),
    "chances that sum to two": (
        (
            "    def moves(",
            ROLLING + "        return dict.fromkeys(self.moves(), 2)\n\n    def moves(",
        ),
        DICE,
        "def chances",
        Message("contract.chances.sum"),
    ),
    "chances of other rolls": (
        (
            "    def moves(",
            ROLLING + "        return {self.moves()[-1]: 1} if self.turn > 0 else {}\n\n    def moves(",
        ),
        DICE,
        "def chances",
        Message("contract.chances.moves"),
    ),
    "a roll without a chance": (
        (
            "    def moves(",
            ROLLING + "        return dict(zip(self.moves(), [1] + [0] * 99))\n\n    def moves(",
        ),
        DICE,
        "def chances",
        Message("contract.chances.zero"),
    ),
    "highlights without candidates": (
        ('                "candidates": [],\n', ""),
        "def picture",
        Message("contract.highlights.lacks"),
    ),
    "a token typed that is another": (
        ("        return square\n", '        return self.actions[0] if square == "b2" else square\n'),
        "def move",
        Message("contract.move.token", move="b2"),
    ),
    "typing gives what is no move": (
        (
            "    def move(self, typed: str) -> str:\n",
            '    def move(self, typed: str) -> str:\n        if typed == "?":\n            return "help"\n',
        ),
        "def move",
        Message("contract.move.unknown", typed="?"),
    ),
    "a move that is not in actions": (
        ("        return tuple([square for", '        return ("z9",) + tuple([square for'),
        "def moves",
        Message("contract.moves.unknown", found="['z9']"),
    ),
    "an option without a label": (
        ('"Size", ', '"", '),
        "class Gomoku(",
        Message("contract.option.texts", option="size"),
    ),
    "an outcome for three": (
        ("Outcome(2, seat,", "Outcome(3, seat,"),
        "def outcome",
        Message("contract.outcome.seats", found=3, seats=2),
    ),
    "an outcome that does not say why": (
        ('seat, "five", ', 'seat, "", '),
        "def outcome",
        Message("contract.outcome.why"),
    ),
    "squares that are not there": (
        ("seat=seat), squares)", 'seat=seat), ("z9",))'),
        "def outcome",
        Message("contract.outcome.squares", found="['z9']"),
    ),
    "an outcome without a reason": (
        ('"five", Message("gomoku.five", seat=seat), squares', '"five"'),
        "def outcome",
        Message("contract.says.nothing"),
    ),
    "no phase": (('"" if self.outcome else "mark"', '""'), "def phase", Message("contract.phase.empty")),
    "a picture with tuples": (
        ('"candidates": []', '"candidates": ()'),
        "def picture",
        Message("contract.picture.changes"),
    ),
    "a picture without highlights": (
        ('            "highlights": {', '            "lights": {'),
        "def picture",
        Message("contract.picture.lacks", key="highlights"),
    ),
    "play takes anything": (
        (
            "        at = self.game.actions.index(self.game.move(move))",
            "        if move not in self.game.actions:\n            return self\n"
            "        at = self.game.actions.index(self.game.move(move))",
        ),
        "def play",
        Message("contract.play.nonsense"),
    ),
    "play does nothing": (
        (
            "        return GomokuState(self.game, self.board[:at]",
            '        if move == "a1":\n            return GomokuState(self.game, self.board)\n'
            "        return GomokuState(self.game, self.board[:at]",
        ),
        "def play",
        Message("contract.play.same", move="a1"),
    ),
    "a refusal in moves": (
        (
            "        return tuple([square for",
            '        if "xx" in self.board:\n            raise IllegalMove("law.over")\n'
            "        return tuple([square for",
        ),
        'raise IllegalMove("law.over")',
        Message("contract.raises.refusal", error="IllegalMove"),
    ),
    "cells that are numbers": (
        ('"cells": [', '"cells": 1 and [1 for _ in range(81)] or ['),
        "class GomokuState(",
        Message("contract.raises.type", error="TypeError"),
    ),
    "positions read as others": (
        (
            "        return GomokuState(self, body)\n",
            '        return GomokuState(self, body.removesuffix(" 1"))\n',
        ),
        ("        grid.cells(body,", "        grid.cells(body.removesuffix(' 1'),"),
        "def read",
        Message("contract.read.changes"),
    ),
    "two starts that differ": (
        (
            'return GomokuState(self, "/"',
            'return GomokuState(self, "x" * (next(TURNS) % 2) + "/"',
        ),
        ("FIVE = 5", "FIVE = 5\nimport itertools\nTURNS = itertools.count()"),
        "def start",
        Message("contract.start.differs"),
    ),
    "a start of another game": (
        ('return GomokuState(self, "/"', 'return GomokuState(Gomoku(size=8), "/"'),
        "def start",
        Message("contract.start.game", found="gomoku:size=8", game="gomoku"),
    ),
    "a game that is over at once": (
        ('if "." not in self.board', 'if "x" not in self.board'),
        "def start",
        Message("contract.start.over"),
    ),
    "steps with moves": (
        ("    def moves(", "    def steps(self, move):\n        return (self.view(),)\n\n    def moves("),
        "def steps",
        Message("contract.steps.moves"),
    ),
    "a turn out of range": (
        ('return 1 + self.board.count("x") - self.board.count("o")', "return 3"),
        "def turn",
        Message("contract.turn.none", turn=3),
    ),
    "a variant that cannot be made": (
        (
            "    @property\n    def longest",
            "    def check(self) -> None:\n        1 // (self.size - 7)\n\n    @property\n    def longest",
        ),
        "class Gomoku(",
        Message("contract.variants.fails", variant="size=7", raised="ZeroDivisionError"),
    ),
    "no variants": (('("", "size=7")', "()"), "class Gomoku(", Message("contract.variants.missing", kind="Gomoku")),
    "a variant in full": (
        ('("", "size=7")', '("", "size=7", "size=9")'),
        "class Gomoku(",
        Message("contract.variants.spelling", variant="gomoku:size=9", usual="gomoku"),
    ),
}
"""For each case what is changed in gomoku (old text, new text), at which line the fault is found, and its code with
what its arguments begin with."""
