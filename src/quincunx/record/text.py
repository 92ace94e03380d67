"""Records as text: `read` accepts any layout, `write` gives the canonical one. docs/records.md describes the format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from quincunx import games
from quincunx.games import Refused
from quincunx.record.match import Dice, Entry, Pace, Place, Player, Record, RecordError, check_text

T = TypeVar("T")

WIDTH = 80
"""Columns of a line of moves; only a single word that is longer gets a longer line."""

# Every repetition is possessive: any text is scanned in linear time.
_TOKEN = re.compile(
    r"""(?P<blank> [ \t\n]++)
      | (?P<tag> \[ [ \t]*+ (?P<name>[A-Za-z][A-Za-z0-9]*+) [ \t]++
            "(?P<value>(?:[^"\\\n]++|\\[^\n])*+)" [ \t]*+ \])
      | (?P<comment> \{ (?P<said>(?:[^}\\]++|\\.)*+) \})
      | (?P<time> < [^<>{\[ \t\n]*+ >)
      | (?P<word> [^<{\[ \t\n]++)
    """,
    re.DOTALL | re.VERBOSE,
)
_BROKEN = {"[": "record.tag", "{": "record.comment", "<": "record.time"}
"""What is wrong with a text that begins like a tag, a comment or a time but is not one."""
_RESULT = re.compile(r"\*|(?:1/2|0|1)(?:-(?:1/2|0|1))++")
_NUMBER = re.compile(r"[0-9]++\.")
_TIME = re.compile(r"<(?:([0-9]{1,5}):)?([0-9]{1,2}):([0-9]{2})\.([0-9])>")

_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"\\": "\\", '"': '"', "}": "}", "n": "\n", "r": "\r"}
_IN_TAG = str.maketrans({"\\": r"\\", "\n": r"\n", "\r": r"\r", '"': r"\""})
_IN_COMMENT = str.maketrans({"\\": r"\\", "\n": r"\n", "\r": r"\r", "}": r"\}"})


class _Token(NamedTuple):
    kind: str
    """`tag`, `comment`, `time` or `word`."""
    text: str
    """The whole word or time; the value of a tag, the words of a comment."""
    place: Place
    name: str = ""
    """The name of a tag."""


def read(text: str) -> list[Record]:
    """The records in a text, each replayed and checked: what this returns is legal to the last move.

    RecordError, and nothing else, says what is wrong and where.

    >>> from quincunx import record
    >>> text = '''[Game "tactix:size=3"] [Rules "1"] [Seat1 "Ada"] [Kind1 "person"] [Seat2 "Bob"] [Kind2 "person"]
    ... [Result "1-0"] [Why "resigned"] 1. b1-b3 2. a1 1-0'''
    >>> (match,) = record.read(text)
    >>> [entry.token for entry in match.entries]
    ['b1-b3', 'a1']
    """
    found: list[Record] = []
    tags: dict[str, _Token] = {}
    moves: list[_Token] = []
    for token in _tokens(text):
        if token.kind == "tag":
            if moves:
                raise RecordError("record.no-result", token.place)
            if token.name in tags:
                raise RecordError("record.tag-twice", token.place, tag=token.name)
            tags[token.name] = token
        elif not tags:
            raise RecordError("record.no-tags", token.place)
        else:
            moves.append(token)
            if token.kind == "word" and _RESULT.fullmatch(token.text):
                found.append(_record(tags, moves))
                tags, moves = {}, []
    if tags:
        last = moves[-1] if moves else list(tags.values())[-1]
        raise RecordError("record.cut-off", last.place)
    return found


def _tokens(text: str) -> Iterator[_Token]:
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    at, line, begin = 0, 1, 0
    while at < len(text):
        place = Place(line, at - begin + 1)
        hit = _TOKEN.match(text, at)
        if not hit:
            raise RecordError(_BROKEN[text[at]], place)
        check_text(hit[0], place)
        match hit.lastgroup:
            case "tag":
                yield _Token("tag", _unescaped(hit["value"], place), place, hit["name"])
            case "comment":
                yield _Token("comment", _unescaped(hit["said"].replace("\n", " "), place), place)
            case "time" | "word" as kind:
                yield _Token(kind, hit[0], place)
        if "\n" in hit[0]:
            line += hit[0].count("\n")
            begin = at + hit[0].rindex("\n") + 1
        at = hit.end()


def _unescaped(text: str, place: Place) -> str:
    def plain(hit: re.Match[str]) -> str:
        if hit[1] not in _ESCAPED:
            raise RecordError("record.escape", place, written=hit[0])
        return _ESCAPED[hit[1]]

    return _ESCAPE.sub(plain, text)


@dataclass
class _Draft:
    """An entry in the making, and the number of the turn before it."""

    word: _Token
    number: _Token | None
    clock: int | None = None
    comments: list[str] = field(default_factory=list)

    def done(self) -> Entry:
        return Entry(self.word.text, self.clock, tuple(self.comments), self.word.place)


def _record(tags: dict[str, _Token], moves: Sequence[_Token]) -> Record:
    """The record with these tags and these moves, the last of which is the result."""
    places = {tag.name: tag.place for tag in tags.values()}
    values = {tag.name: tag.text for tag in tags.values()}

    def required(name: str, meaning: Callable[[str], T]) -> T:
        if name not in values:
            raise RecordError("record.tag-missing", next(iter(places.values())), tag=name)
        try:
            return meaning(values.pop(name))
        except Refused as refusal:
            raise RecordError(refusal.message, places[name]) from None

    def maybe(name: str, meaning: Callable[[str], T]) -> T | None:
        return required(name, meaning) if name in values else None

    game = required("Game", games.game)
    rules = required("Rules", str)
    if rules != str(game.rules_version):
        raise RecordError("record.rules", places["Rules"], game=game.title, written=rules, version=game.rules_version)
    seats = range(1, game.seats + 1)
    comments, drafts = _drafts(moves[:-1])
    record = Record(
        game,
        tuple(Player(required(f"Seat{seat}", str), required(f"Kind{seat}", str)) for seat in seats),
        tuple(draft.done() for draft in drafts),
        required("Result", str),
        required("Why", str),
        seed=maybe("Seed", str),
        start=maybe("Start", games.parse),
        date=maybe("Date", str) or "",
        clock=maybe("Clock", Pace.read),
        dice=Dice(
            required("DiceHash", str),
            maybe("DiceSeed", str),
            tuple(maybe(f"Nonce{seat}", str) or "" for seat in seats),
            maybe("DiceAfter", _number) or 0,
        )
        if "DiceHash" in values
        else None,
        comments=comments,
        tags=values,
        places=places,
    )
    _check_numbers(record, drafts)
    if moves[-1].text != record.result:
        raise RecordError("record.last-word", moves[-1].place, written=moves[-1].text, result=record.result)
    record.check()
    return record


def _number(text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text):
        raise RecordError("record.rolls", written=text)
    return int(text)


def _drafts(moves: Sequence[_Token]) -> tuple[tuple[str, ...], list[_Draft]]:
    """The comments before the first move, and the entries."""
    comments: list[str] = []
    drafts: list[_Draft] = []
    number: _Token | None = None
    for token in moves:
        if token.kind == "comment":
            (drafts[-1].comments if drafts else comments).append(token.text)
        elif token.kind == "time":
            if number or not drafts or drafts[-1].clock is not None:
                raise RecordError("record.time-misplaced", token.place)
            drafts[-1].clock = _tenths(token)
        elif not _NUMBER.fullmatch(token.text):
            drafts.append(_Draft(token, number))
            number = None
        elif number:
            raise RecordError("record.no-move", number.place, number=number.text)
        else:
            number = token
    if number:
        raise RecordError("record.no-move", number.place, number=number.text)
    return tuple(comments), drafts


def _check_numbers(record: Record, drafts: Sequence[_Draft]) -> None:
    before = 0
    for draft, number in zip(drafts, record.numbers, strict=True):
        word, written = draft.word, draft.number
        if number == before and written:
            raise RecordError("record.same-turn", written.place, move=word.text, turn=number)
        if number != before and not written:
            raise RecordError("record.new-turn", word.place, move=word.text, turn=number)
        if written and written.text != f"{number}.":
            raise RecordError("record.turn", written.place, turn=number, written=written.text[:-1])
        before = number


def _tenths(token: _Token) -> int:
    hit = _TIME.fullmatch(token.text)
    tenths = 0
    if hit:
        hours, minutes, seconds, tenth = (int(part or 0) for part in hit.groups())
        tenths = ((hours * 60 + minutes) * 60 + seconds) * 10 + tenth
    if not hit or _time(tenths) != token.text:
        raise RecordError(_BROKEN["<"], token.place)
    return tenths


def write(records: Iterable[Record]) -> str:
    """The records as canonical text, which `read` turns into equal records; RecordError if `check` finds a mistake."""
    return "\n".join(map(_written, records))


def _written(record: Record) -> str:
    record.check()
    tags = "".join(f'[{name} "{value.translate(_IN_TAG)}"]\n' for name, value in _tags(record))
    return f"{tags}\n{_wrapped(' '.join(_words(record)))}\n"


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    yield "Game", str(record.game)
    yield "Rules", str(record.game.rules_version)
    if record.date:
        yield "Date", record.date
    if record.seed is not None:
        yield "Seed", record.seed
    if record.start is not None:
        yield "Start", str(record.start)
    for seat, player in enumerate(record.players, 1):
        yield f"Seat{seat}", player.name
        yield f"Kind{seat}", player.kind
    if record.clock:
        yield "Clock", str(record.clock)
    if record.dice:
        yield "DiceHash", record.dice.hash
        if record.dice.seed is not None:
            yield "DiceSeed", record.dice.seed
        yield from ((f"Nonce{seat}", nonce) for seat, nonce in enumerate(record.dice.nonces, 1) if nonce)
        if record.dice.after:
            yield "DiceAfter", str(record.dice.after)
    yield from record.tags.items()
    yield "Result", record.result
    yield "Why", record.why


def _words(record: Record) -> Iterator[str]:
    yield from map(_comment, record.comments)
    before = 0
    for entry, number in zip(record.entries, record.numbers, strict=True):
        if number != before:
            yield f"{number}."
        before = number
        yield entry.token
        if entry.clock is not None:
            yield _time(entry.clock)
        yield from map(_comment, entry.comments)
    yield record.result


def _comment(text: str) -> str:
    return "{" + text.translate(_IN_COMMENT) + "}"


def _time(tenths: int) -> str:
    seconds, tenth = divmod(tenths, 10)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"<{hours}:{minutes:02}:{seconds:02}.{tenth}>" if hours else f"<{minutes}:{seconds:02}.{tenth}>"


def _wrapped(text: str) -> str:
    """The text with a line break for a space wherever the line would grow too long.

    In a comment `read` takes the break for the space that it was, however many stood in a row.
    """
    line, *words = text.split(" ")
    lines: list[str] = []
    for word in words:
        if len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}"
    return "\n".join([*lines, line])
