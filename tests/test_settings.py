"""Settings: what goes over what, what is refused, and that the player's file is safe."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from quincunx import settings
from quincunx.games import GAMES, Refused
from quincunx.law.messages import Message
from quincunx.settings import InvalidSetting, Setting, SettingValue, kept_secret

DECLARED = {
    setting.key: setting
    for setting in (
        Setting("server.port", 8000, Message("settings.help.server.port")),
        Setting("server.open", False, Message("settings.help.server.open")),
        Setting("server.name", "home", Message("settings.help.server.host")),
    )
}
"""Settings of every type, as another front end would declare them."""


def problem(refused: Refused) -> Message:
    """What a refusal says at last, after the file, the line and the key."""
    message = refused.message
    while "problem" in message.args:
        message = message.args["problem"]
    return message


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def file(settings_file: Path) -> Path:
    return settings_file


def test_without_a_file_every_setting_has_its_default() -> None:
    found = settings.load()
    assert found == {key: SettingValue(setting.default, "default") for key, setting in settings.SETTINGS.items()}
    assert found["display.colour"].value == "auto"
    assert {found[f"games.{name}"].value for name in GAMES} == {""}
    assert (found["server.host"].value, found["server.port"].value) == ("127.0.0.1", 8765)


def test_every_default_is_a_value_the_setting_accepts() -> None:
    for setting in settings.SETTINGS.values():
        assert setting.accept(setting.default) == setting.default


def test_flags_go_over_the_environment_and_that_over_the_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("[display]\ncolour = 'never'\n[games]\nxtic = 'type=torus'\n")
    assert settings.load()["display.colour"] == SettingValue("never", "file")
    assert settings.load()["games.xtic"] == SettingValue("type=torus", "file")
    monkeypatch.setenv("QUINCUNX_DISPLAY_COLOUR", "always")
    assert settings.load()["display.colour"] == SettingValue("always", "QUINCUNX_DISPLAY_COLOUR")
    assert settings.load({"display.colour": "auto"})["display.colour"] == SettingValue("auto", "flag")
    assert settings.load({"display.colour": None})["display.colour"].source == "QUINCUNX_DISPLAY_COLOUR"
    assert settings.load()["games.xtic"] == SettingValue("type=torus", "file")


def test_an_empty_variable_counts_as_not_set(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("games.xtic = 'type=torus'\n")
    monkeypatch.setenv("QUINCUNX_GAMES_XTIC", "")
    assert settings.load()["games.xtic"] == SettingValue("type=torus", "file")


def test_the_file_is_in_the_platforms_folder_unless_it_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINCUNX_CONFIG", "~/own.toml")
    assert settings.path() == Path.home() / "own.toml"
    monkeypatch.setenv("QUINCUNX_CONFIG", "")
    place = settings.path()
    assert place.is_absolute()
    assert place.parts[-2:] == ("quincunx", "settings.toml")


def test_whole_numbers_and_truths(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("[server]\nport = 9000\nopen = true\n")
    found = settings.load(declared=DECLARED)
    assert found["server.port"] == SettingValue(9000, "file")
    assert found["server.open"] == SettingValue(True, "file")
    monkeypatch.setenv("QUINCUNX_SERVER_PORT", "80")
    monkeypatch.setenv("QUINCUNX_SERVER_OPEN", "false")
    found = settings.load(declared=DECLARED)
    assert (found["server.port"].value, found["server.open"].value) == (80, False)
    assert settings.put("server.open", "true", DECLARED) is True
    assert settings.put("server.port", "-1", DECLARED) == -1
    assert file.read_text() == "[server]\nport = -1\nopen = true\n"


@pytest.mark.parametrize(
    ("key", "text", "code"),
    [
        ("server.port", "many", "settings.not-whole"),
        ("server.port", "8000.5", "settings.not-whole"),
        ("server.port", "9" * 5000, "settings.not-whole"),
        ("server.open", "yes", "settings.not-boolean"),
    ],
)
def test_what_is_typed_must_be_of_the_settings_type(file: Path, key: str, text: str, code: str) -> None:
    with pytest.raises(InvalidSetting) as refused:
        settings.put(key, text, DECLARED)
    assert refused.value.message == Message("settings.of", name=key, problem=Message(code, value=repr(text)))
    assert not file.exists()


COLOURS = Message("settings.choice", value="red", choices=["auto", "always", "never"])


def near(key: str, other: str) -> Message:
    return Message("settings.unknown-near", key=key, near=other)


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ("[display]\ncolour = 'red'\n", 2, COLOURS),
        ("# mine\n\n[display]\n\ncolour = 1\n", 5, Message("settings.not-text", value="1")),
        ("[display]\ncolour = true\n", 2, Message("settings.not-text", value="true")),
        ("[games.xtic]\ntype = 'torus'\n", 1, Message("settings.not-text", value="{'type': 'torus'}")),
        ("[display]\r\n\r\ncolor = 'auto'\r\n", 3, near("display.color", "display.colour")),
        ("[display]\nx = [\n1,\n2,\n]\n", 2, near("display.x", "display.colour")),
        ("display = 'auto'\n", 1, near("display", "display.colour")),
        ("\n[elsewhere]\n", 2, Message("settings.unknown", key="elsewhere")),
        ("[[games]]\nxtic = ''\n", 1, near("games", "games.xtic")),
        ("[games]\nxtic = 'type=flat'\n", 2, None),
        ("[games]\nxtic = 'size=3'\n", 2, None),
        (
            "[display]\ncolour\n",
            2,
            Message("settings.not-toml", error="expected '=' after a key in a key/value pair"),
        ),
        ("[display]\ncolour = '", 2, None),
        ("[display]\ncolour = 'auto'\ncolour = 'auto'", 3, None),
        (f"x = {'[' * 5000}", None, None),
        (f"x = {'9' * 5000}", None, None),
    ],
)
def test_a_bad_file_is_reported_with_line_and_key_and_never_overwritten(
    file: Path, text: str, line: int | None, found: Message | None
) -> None:
    file.write_bytes(text.encode())
    with pytest.raises(InvalidSetting) as refusal:
        settings.load()
    where = refusal.value.message.args
    assert (where["file"], where.get("line")) == (str(file), line)
    assert found in (None, problem(refusal.value))
    assert isinstance(refusal.value, Refused)
    for change in (lambda: settings.put("display.colour", "auto"), lambda: settings.drop("display.colour")):
        with pytest.raises(InvalidSetting) as refused:
            change()
        assert refused.value.message == refusal.value.message
    assert file.read_bytes() == text.encode()
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize(
    ("key", "text", "code"),
    [
        ("play.name1", " Ada", "settings.name"),
        ("play.name4", "x" * 41, "settings.name"),
        ("play.name1", "A\x1b[2J", "settings.name"),
        ("play.colour1", "pink", "settings.choice"),
        ("play.autosave", "no", "settings.not-boolean"),
        ("play.name5", "Ada", "settings.unknown-near"),
    ],
)
def test_names_and_colours_of_the_terminal_are_checked(file: Path, key: str, text: str, code: str) -> None:
    with pytest.raises(InvalidSetting) as refused:
        settings.put(key, text)
    assert problem(refused.value).code == code
    assert not file.exists()


def test_names_and_colours_of_the_terminal_are_kept(file: Path) -> None:
    settings.put("play.name1", "Ada Löwe")
    settings.put("play.colour1", "plum")
    assert file.read_text("utf-8") == '[play]\nname1 = "Ada Löwe"\ncolour1 = "plum"\n'
    assert settings.load()["play.name1"] == SettingValue("Ada Löwe", "file")


def test_a_file_that_is_no_text(file: Path) -> None:
    file.write_bytes(b"[display]\ncolour = '\xff'\n")
    with pytest.raises(InvalidSetting) as refused:
        settings.load()
    not_text = Message("settings.not-utf8")
    assert refused.value.message == Message("settings.at-line", file=str(file), line=2, problem=not_text)


def test_a_file_that_cannot_be_read(file: Path) -> None:
    file.mkdir()
    with pytest.raises(InvalidSetting, match="Is a directory"):
        settings.load()


def test_a_file_with_a_byte_order_mark_is_read(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf[display]\r\ncolour = 'never'\r\n")
    assert settings.load()["display.colour"] == SettingValue("never", "file")


def test_a_bad_variable_is_told_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINCUNX_GAMES_TACTIX", "size=9")
    with pytest.raises(InvalidSetting) as refused:
        settings.load()
    assert refused.value.message.args["name"] == "QUINCUNX_GAMES_TACTIX"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '[games]\nxtic = "type=torus"\n'),
        ("# mine\n", '# mine\n\n[games]\nxtic = "type=torus"\n'),
        (
            "# mine\n[games] # of old\n\n# a comment\nxtic   = 'goal=avoid' # why\ntactix='size=3'\n",
            "# mine\n[games] # of old\n\n# a comment\nxtic   = \"type=torus\" # why\ntactix='size=3'\n",
        ),
        ("games.xtic = ''\n[display]\ncolour='never'\n", "games.xtic = \"type=torus\"\n[display]\ncolour='never'\n"),
        ("[games]\r\nxtic = ''\r\n# end\r\n", '[games]\r\nxtic = "type=torus"\r\n# end\r\n'),
        ("games = { xtic = '' }\n", 'games = { xtic = "type=torus" }\n'),
        ("[games]\n[display]\ncolour = 'auto'", "[games]\nxtic = \"type=torus\"\n[display]\ncolour = 'auto'"),
    ],
)
def test_setting_a_key_keeps_all_else(file: Path, before: str, after: str) -> None:
    file.write_bytes(before.encode())
    assert settings.put("games.xtic", "type=torus") == "type=torus"
    assert file.read_bytes().decode() == after
    assert settings.load()["games.xtic"] == SettingValue("type=torus", "file")
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "[display]\n# how\ncolour = 'never' # why\n\n[games]\nxtic = ''\n",
            "[display]\n# how\n\n[games]\nxtic = ''\n",
        ),
        ("display.colour = 'never'\n", ""),
        ("display.colour = 'never'\ngames.xtic = ''\n", "games.xtic = ''\n"),
        ("# nothing to take out\n[games]\n", "# nothing to take out\n[games]\n"),
    ],
)
def test_unsetting_a_key_keeps_all_else(file: Path, before: str, after: str) -> None:
    file.write_text(before)
    settings.drop("display.colour")
    assert file.read_text() == after
    assert settings.load()["display.colour"] == SettingValue("auto", "default")


def test_options_of_a_game_that_is_not_installed_stay_until_they_are_unset(file: Path) -> None:
    file.write_text("[games]\ngomoku = 'size=7'\n")
    assert "games.gomoku" not in settings.load()
    settings.put("games.xtic", "type=torus")
    assert "gomoku = 'size=7'" in file.read_text()
    settings.drop("games.gomoku")
    assert file.read_text() == '[games]\nxtic = "type=torus"\n'


def test_a_misspelt_game_is_a_mistake(file: Path) -> None:
    file.write_text("[games]\ntactx = 'size=5'\n")
    with pytest.raises(InvalidSetting) as refused:
        settings.load()
    assert problem(refused.value) == Message("settings.unknown-near", key="games.tactx", near="games.tactix")


def test_unsetting_makes_no_file(file: Path) -> None:
    settings.drop("display.colour")
    assert not file.exists()


def test_folders_are_made_for_the_first_setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "some" / "where" / "settings.toml"
    monkeypatch.setenv("QUINCUNX_CONFIG", str(place))
    settings.put("display.colour", "never")
    assert place.read_text() == '[display]\ncolour = "never"\n'


@pytest.mark.parametrize("key", ["display.colours", "colour", "games.chess", "", "display"])
def test_only_declared_settings_can_be_changed(file: Path, key: str) -> None:
    for change in (lambda: settings.put(key, "auto"), lambda: settings.drop(key)):
        with pytest.raises(InvalidSetting) as refused:
            change()
        assert refused.value.code in ("settings.unknown", "settings.unknown-near")
    assert not file.exists()


def test_a_value_that_is_wrong_is_not_written(file: Path) -> None:
    file.write_text("# mine\n")
    with pytest.raises(InvalidSetting) as refused:
        settings.put("games.tactix", "size=9")
    assert refused.value.message.args["name"] == "games.tactix"
    assert file.read_text() == "# mine\n"


def test_a_linked_file_stays_linked_and_keeps_its_mode(file: Path) -> None:
    kept = file.parent / "dotfiles" / "quincunx.toml"
    kept.parent.mkdir()
    kept.write_text("# mine\n")
    kept.chmod(0o640)
    file.symlink_to(kept)
    settings.put("display.colour", "never")
    assert file.is_symlink()
    assert "never" in kept.read_text()
    assert kept.stat().st_mode & 0o777 == 0o640


def test_the_old_file_stays_whole_when_the_new_one_cannot_take_its_place(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text("# mine\n")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(InvalidSetting) as refused:
        settings.put("display.colour", "never")
    assert problem(refused.value) == Message("settings.not-written", error="No space left on device")
    assert file.read_text() == "# mine\n"
    assert list(file.parent.iterdir()) == [file]


def test_colour_follows_the_terminal_only_when_it_is_automatic(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert settings.coloured("auto", Terminal())
    assert not settings.coloured("auto", io.StringIO())
    assert settings.coloured("always", io.StringIO())
    assert not settings.coloured("never", Terminal())
    monkeypatch.setenv("TERM", "dumb")
    assert not settings.coloured("auto", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not settings.coloured("auto", Terminal())
    assert settings.coloured("always", Terminal())
    monkeypatch.setenv("NO_COLOR", "")
    assert settings.coloured("auto", Terminal())


def test_old_names_still_count_until_they_are_set_anew(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("[server]\ndeeds = 40  # from 0.1\n")
    assert settings.load()["server.actions"] == SettingValue(40, "file")
    settings.put("server.actions", "30")
    assert "deeds" not in file.read_text()
    assert settings.load()["server.actions"] == SettingValue(30, "file")
    monkeypatch.setenv("QUINCUNX_SERVER_DEEDS", "20")
    assert settings.load()["server.actions"] == SettingValue(20, "QUINCUNX_SERVER_DEEDS")
    monkeypatch.setenv("QUINCUNX_SERVER_ACTIONS", "10")
    assert settings.load()["server.actions"] == SettingValue(10, "QUINCUNX_SERVER_ACTIONS")


def test_a_new_name_goes_over_an_old_one_and_unsetting_removes_both(file: Path) -> None:
    for lines in ("deeds = 40\nactions = 30\n", "actions = 30\ndeeds = 40\n"):
        file.write_text(f"[server]\n{lines}")
        assert settings.load()["server.actions"] == SettingValue(30, "file")
        settings.drop("server.actions")
        assert settings.load()["server.actions"].source == "default"
    with pytest.raises(InvalidSetting) as refused:
        settings.put("server.deeds", "1")
    assert refused.value.message.args["near"] == "server.actions"


def test_an_empty_file_is_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.settings.secret_files.secret_path", tmp_path.joinpath)
    (tmp_path / "operator").touch()
    made = kept_secret("operator")
    assert len(made) >= 16
    assert kept_secret("operator") == made
    assert [file.name for file in tmp_path.iterdir()] == ["operator"]
