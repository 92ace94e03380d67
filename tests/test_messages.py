"""Texts for people: every key in the code has a text, every text is used, and both name the same arguments."""

from __future__ import annotations

import ast
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import quincunx
from quincunx import games
from quincunx.games import GAMES
from quincunx.law import Message, Refused, messages, text
from quincunx.law.game import Game

SOURCE = Path(quincunx.__file__).parent
CORE = Path(__file__).parents[1] / "core"

ADDED_TO = {"engine.basis.playouts", "engine.basis.positions"}
"""Keys that the core's Monte Carlo search gets, and to which it adds the number."""

NOT_YET: set[str] = set()
"""Areas whose code still has sentences that are not in a catalogue. It is to become empty."""

MAKERS = {"ApiError", "Refused", "Message", "text", "_refuse", "fault"}
"""What is called with a key, beside the subclasses of Refused."""

FAULTS = {"Broken": 0, "ContractFault": 0, "fault_of": 1, "want": 1}
"""What is called with the code of a fault of a law, as which argument. It has two texts: what is wrong, and what is
wanted."""

OTHER_KEYWORDS = {"status", "field", "wait"}
"""Keywords of such calls that are not arguments of the message."""

LOOKED_UP = re.compile(r"title|summary|(option|word|fact|phase|board)\..*")
"""Keys that general code looks up for any game."""


@cache
def areas() -> set[str]:
    """Every package and game that has messages."""
    return set(GAMES) | {path.parent.name for path in SOURCE.rglob(messages.FILE) if path.parent.parent.name != "games"}


@cache
def catalogues() -> dict[str, messages.Text]:
    """Every text by its whole key."""
    return {f"{area}.{key}": found for area in areas() for key, found in messages.catalogue(area).items()}


def placeholders(key: str) -> frozenset[str]:
    found = catalogues()[key]
    if isinstance(found, str):
        return frozenset(messages.PLACEHOLDER.findall(found))
    return frozenset({"n"}.union(*map(messages.PLACEHOLDER.findall, found.values())))


def fitting(written: str) -> set[str]:
    """The keys that a written one may mean: itself, or with `*` for what is filled in, all that fit."""
    pattern = re.compile(re.escape(written).replace(r"\*", "[^.]+"))
    return {key for key in catalogues() if pattern.fullmatch(key)}


@dataclass(frozen=True)
class Use:
    """A call that makes a message."""

    where: str
    area: str
    written: tuple[str, ...]
    """Its key, or the keys between which a condition chooses."""
    arguments: frozenset[str] | None
    """None where they are passed on."""

    def means(self, written: str) -> set[str]:
        """The keys that it may use."""
        keys = fitting(written)
        if "*" not in written or self.arguments is None:
            return keys
        return {key for key in keys if placeholders(key) <= self.arguments}


def is_key(written: str) -> bool:
    return written.partition(".")[0] in areas() and re.fullmatch(r"\w+\.[\w.*-]+", written) is not None


@cache
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text("utf-8")) for path in sorted(SOURCE.rglob("*.py"))}


@cache
def makers() -> set[str]:
    found = set(MAKERS)
    classes = [node for tree in trees().values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    while more := {node.name for node in classes if found.intersection(map(_name, node.bases))} - found:
        found |= more
    return found


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _written(node: ast.expr) -> tuple[str, ...]:
    match node:
        case ast.Constant(value=str(written)):
            return (written,)
        case ast.JoinedStr(values=parts):
            return ("".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in parts),)
        case ast.IfExp(body=body, orelse=other):
            return _written(body) + _written(other)
    return ()


@cache
def uses() -> tuple[Use, ...]:
    return tuple(use for path, tree in trees().items() for use in _uses(path, tree))


def _uses(path: Path, tree: ast.Module) -> Iterator[Use]:
    parts = path.relative_to(SOURCE).parts
    area = "quincunx" if len(parts) == 1 else parts[1] if parts[0] == "games" and len(parts) > 2 else parts[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func) in FAULTS:
            codes = _written(node.args[FAULTS[_name(node.func)]])
            both = tuple(f"{code}.{part}" for code in codes for part in ("what", "wanted"))
            if both:
                yield Use(f"{'/'.join(parts)}:{node.lineno}", area, both, _arguments(node))
        elif isinstance(node, ast.Call) and _name(node.func) in makers():
            texts = [_written(each) for each in node.args]
            # Some have another text, such as the name of a field, before the key or the message.
            written = next((each for each in texts if each and all(map(is_key, each))), None)
            written = written or next((each for each in texts if each and (len(texts) == 1 or " " in each[0])), ())
            # `Game.text` takes keys without the area.
            if written and (not isinstance(node.func, ast.Attribute) or all(map(is_key, written))):
                yield Use(f"{'/'.join(parts)}:{node.lineno}", area, written, _arguments(node))


def _arguments(call: ast.Call) -> frozenset[str] | None:
    names = {keyword.arg for keyword in call.keywords}
    return None if None in names else frozenset(filter(None, names))


@cache
def strings() -> set[str]:
    """Every string in the Python code: a key may be chosen in one place and used in another."""
    nodes = (node for tree in trees().values() for node in ast.walk(tree))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@cache
def core_keys() -> dict[str, frozenset[str]]:
    """Every key in the C++ code, with the arguments of the message: a number may follow the key."""
    code = "\n".join(path.read_text("utf-8") for path in CORE.rglob("*.?pp"))
    return {key: frozenset({"n"} if space else ()) for key, space in re.findall(r'"(\w+\.basis\.[\w-]+)( ?)', code)}


@cache
def scripts() -> list[re.Pattern[str]]:
    """Every string in the JavaScript code that may be a key."""
    code = "\n".join(path.read_text("utf-8") for path in sorted(SOURCE.rglob("*.js")) if path.parent.name != "bundles")
    found = {*re.findall(r'"([\w.-]+)"', code), *re.findall(r"`((?:[\w.-]|\$\{[^}]*\})+)`", code)}
    patterns = {re.escape(re.sub(r"\$\{.*?\}", "*", each)).replace(r"\*", "[^ ]+") for each in found}
    return [re.compile(pattern) for pattern in patterns if re.search("[a-z]", pattern.replace("[^ ]+", ""))]


def test_every_key_in_the_code_has_a_text() -> None:
    for use in uses():
        for written in use.written:
            if written and (use.area not in NOT_YET or is_key(written)):
                assert fitting(written), f"{use.where}: there is no text for {written!r}"


def test_a_message_has_the_arguments_that_its_text_shows() -> None:
    for use in uses():
        if use.arguments is None or not all(map(fitting, use.written)):
            continue
        shown = set[str]()
        for written in use.written:
            assert use.means(written), f"{use.where}: no text for {written!r} shows just {sorted(use.arguments)}"
            for key in use.means(written):
                assert placeholders(key) <= use.arguments, f"{use.where}: {key} needs {sorted(placeholders(key))}"
                shown |= placeholders(key)
        unused = use.arguments - shown - OTHER_KEYWORDS
        assert not unused, f"{use.where}: not shown: {sorted(unused)}"


def test_every_key_in_the_core_has_a_text_with_its_arguments() -> None:
    keys = core_keys()
    assert {"engine.basis.playouts", "engine.basis.positions"} <= keys.keys()
    for key, arguments in keys.items():
        added = {"n"} if key in ADDED_TO else set[str]()
        assert placeholders(key) == arguments | added, key


def test_every_text_is_used() -> None:
    used = strings().union(core_keys(), *(use.means(written) for use in uses() for written in use.written))
    for key in catalogues():
        area, _, rest = key.partition(".")
        if key not in used and not (area in GAMES and LOOKED_UP.fullmatch(rest)):
            assert any(script.fullmatch(key) or script.fullmatch(rest) for script in scripts()), f"nothing uses {key}"


def test_texts_are_clean() -> None:
    for key, found in catalogues().items():
        for form in [found] if isinstance(found, str) else found.values():
            assert form, key
            assert not form.endswith(" "), key
            assert not re.search(r"\{[^\"]", messages.PLACEHOLDER.sub("", form)), f"{key}: a stray brace"


# The module itself


class TestMessage:
    def test_a_number_chooses_the_plural_form(self) -> None:
        assert str(Message("law.rows", n=1, height=4)) == "The board has 1 row, not 4."
        assert str(Message("law.rows", n=5, height=4)) == "The board has 5 rows, not 4."

    def test_a_plural_without_a_number_is_still_a_text(self) -> None:
        assert str(Message("law.rows", height=4)) == "The board has {n} rows, not 4."

    def test_a_message_within_a_message(self) -> None:
        inner = Message("law.option.whole", typed="9", low=3, high=6)
        outer = Message("law.option.value", game="tactix", option="size", reason=inner)
        assert str(outer) == "tactix, option size: '9' is not a whole number from 3 to 6."
        assert outer.view()["args"]["reason"] == {
            "code": "law.option.whole",
            "args": {"typed": "9", "low": 3, "high": 6},
        }

    def test_seats_are_shown_by_name_where_names_are_known(self) -> None:
        turn = Message("table.turn", seat=1, next_seat=2)
        assert str(turn) == "It is not Seat 1's turn but Seat 2's."
        assert turn.text({2: "Bob"}) == "It is not Seat 1's turn but Bob's."
        assert (
            Message("tritoc.over", reason=Message("tritoc.won", seat=2), rest="-")
            .text({2: "Bob"})
            .endswith("Bob already has three fields in a row, so it cannot be their turn.")
        )

    def test_lists_of_texts_and_of_messages(self) -> None:
        assert text("law.option.choice", typed="x", choices=["a", "b"]) == "'x' is not one of a, b."
        traits = [Message("xtic.word.solid"), Message("xtic.word.round")]
        line = Message("xtic.line-avoid", seat=1, line="a1", traits=traits)
        assert str(line) == "Seat 1 completed a1 (all solid, round)."
        assert line.view()["args"]["traits"] == [trait.view() for trait in traits]

    def test_control_characters_are_escaped(self) -> None:
        assert text("law.move", move="\033[2J\n", game="xtic") == "'\\x1b[2J\\n' is not a legal xtic move."

    def test_messages_and_refusals_can_be_pickled(self) -> None:
        message = Message("law.leave", seat=1, seats=2)
        assert pickle.loads(pickle.dumps(message)) == message
        refused = pickle.loads(pickle.dumps(Refused("law.leave", seat=1, seats=2)))
        assert refused.message == message
        with pytest.raises(Refused) as caught:
            games.game("tactix:size=9")
        assert pickle.loads(pickle.dumps(caught.value)).message == caught.value.message

    @pytest.mark.parametrize("code", ["law.nothing", "nowhere.nothing", "A whole sentence.", ""])
    def test_a_key_without_a_text_is_an_error_that_names_it(self, code: str) -> None:
        with pytest.raises(KeyError, match=re.escape(f"there is no text for the message {code!r}")):
            text(code)

    def test_a_message_without_a_text_is_shown_by_its_key(self) -> None:
        """A law of somebody else may lack one: the table of such a match is still shown."""
        missing = Message("law.nothing", n=1).explained()
        assert missing == {"code": "law.nothing", "args": {"n": 1}, "reason": "law.nothing"}
        within = Message("law.option.choice", typed="x", choices=[Message("A whole sentence.")])
        assert str(within) == "'x' is not one of A whole sentence.."

    def test_equal_messages_have_equal_hashes(self) -> None:
        assert len({Message("law.over"), Message("law.over"), Message("law.seat", number=1)}) == 2


class TestCatalogue:
    def test_a_game_may_give_its_messages_as_a_dictionary(self) -> None:
        messages.register("seventh", {"hop": "{seat} hops."})
        assert text("seventh.hop", seat=1) == "Seat 1 hops."

    def test_labels_of_options_are_texts_of_the_game(self) -> None:
        assert GAMES["xtic"].text("option.type.nodiags") == "no diagonals"

    @pytest.mark.parametrize("name", ["server", "quincunx", "law"])
    def test_a_game_cannot_have_the_name_of_a_package(self, name: str) -> None:
        with pytest.raises(ValueError, match=f"cannot be named '{name}'"):
            type("Clash", (Game,), {"name": name, "title": "Clash", "summary": "", "__module__": __name__})

    @pytest.mark.parametrize(
        ("written", "fault"),
        [
            ('a = "x"\nb = x', "line 2"),
            ("a = 1", "a is 1"),
            ('[a]\nb = ["x"]', r"a\.b is \['x'\]"),
            ("a = '\udcff'", "utf-8"),
        ],
    )
    def test_a_broken_file_is_named_with_what_is_wrong(self, written: str, fault: str, tmp_path: Path) -> None:
        (tmp_path / messages.FILE).write_text(written, encoding="utf-8", errors="surrogateescape")
        with pytest.raises(ValueError, match=rf"{re.escape(messages.FILE)}: .*{fault}"):
            messages.register("broken", {}, tmp_path)
        assert messages.catalogue("broken") == {}


PSEUDO = """
from importlib.metadata import EntryPoint
from quincunx import editor, games
from quincunx.games import registry
from quincunx.text import board

def labels(found):
    if isinstance(found, dict):
        for key, value in found.items():
            yield from [value] if key == "label" else labels(value)
    elif isinstance(found, list):
        for each in found:
            yield from labels(each)

for variant in games.variants():
    state = games.start(variant, "pseudo")
    print(*board(state.view()).split("\\n\\n")[-1].split("\\n"), sep="\\n")
    for typed in ("nonsense", "z9"):
        try:
            state.play(state.game.move(typed))
        except games.Refused as refusal:
            print(refusal)
    try:
        games.parse(f"{variant} nonsense")
    except games.Refused as refusal:
        print(refusal)
    for key in state.game.options():
        print(state.game.text(f"option.{key}.label"))
    print(*(label for label in labels(editor.palette(state.game)) if not label.isdecimal()), sep="\\n")

for module in ("string", "nowhere", "no module", "quincunx.law.game:State", "quincunx.games.xtic.law"):
    for problem in registry._load({"xtic": None}, [EntryPoint("game", module, registry.GROUP)])[1]:
        print(problem, problem.reason, sep="\\n")
"""


def test_in_the_pseudo_locale_no_text_escapes() -> None:
    """Whatever is shown without its marks is not from a catalogue."""
    environment = {**os.environ, "QUINCUNX_LOCALE": "pseudo", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-c", PSEUDO], env=environment, capture_output=True, encoding="utf-8", check=True
    )
    lines = done.stdout.splitlines()
    assert len(lines) > 500
    assert len([line for line in lines if "nowhere" in line]) == 2
    assert not [line for line in lines if not line.startswith("⟦")]
