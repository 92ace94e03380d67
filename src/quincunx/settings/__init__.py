"""Settings: one TOML file, environment variables over it, flags over both.

Every setting of every front end is declared once, in `SETTINGS`.
"""

from quincunx.settings.declared import SETTINGS
from quincunx.settings.file import find, path
from quincunx.settings.secret_files import kept_secret, secret_path
from quincunx.settings.setting import InvalidSetting, Setting, Value
from quincunx.settings.values import SettingValue, coloured, drop, game, load, put

__all__ = [
    "SETTINGS",
    "InvalidSetting",
    "Setting",
    "SettingValue",
    "Value",
    "coloured",
    "drop",
    "find",
    "game",
    "kept_secret",
    "load",
    "path",
    "put",
    "secret_path",
]
