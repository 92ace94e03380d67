"""Addresses of databases and other services, as errors and logs may show them: without secrets.

People forget to encode passwords, so an address is shown only as far as it can be read in one way. Whatever may be a
part of a password is left out.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.error import URLError
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode, urlsplit

HIDDEN = "…"

_HOSTS = re.compile(r"(?:(?:\[[\w:.%]+\]|[\w.-]*)(?::\d*)?,?)*", re.ASCII)
_USER = re.compile(r"[\w.-]+", re.ASCII)
_PATH = re.compile(r"(?:[A-Za-z]:)?[/\\.].*|[^:@=?]*", re.DOTALL)
"""A path, which may begin with a drive of Windows; not a URL with too few slashes, nor `host=… password=…`."""


def shown(url: str) -> str:
    """An address without its secrets.

    >>> shown("postgresql://ada:sesame@db.example:5432/quincunx?password=sesame&ssl=require")
    'postgresql://ada@db.example:5432/quincunx?…'
    >>> shown("postgresql://ada:ses/ame@db.example/quincunx")
    'postgresql://…'
    """
    scheme, separator, _ = url.partition("://")
    if not separator or not scheme.isalnum():
        return url if _PATH.fullmatch(url) else HIDDEN
    if scheme == "sqlite":
        return url
    parts = _read(url)
    if parts is None:
        return f"{scheme}://{HIDDEN}"
    login, at, hosts = parts.netloc.rpartition("@")
    user, colon, _ = login.partition(":")
    if not _USER.fullmatch(user) or not (colon or scheme.startswith("postgres")):  # redis://PASSWORD@HOST
        user = ""
    return f"{scheme}://{user + at if user else ''}{hosts}{parts.path}{'?' + HIDDEN if parts.query else ''}"


def problem(url: str, error: BaseException) -> str:
    """What an error about an address says, in one line; only its kind if it may quote a part of a password."""
    if isinstance(error, URLError) and isinstance(error.reason, OSError):
        error = error.reason
    parts, said = _read(url), getattr(error, "strerror", None) or str(error)
    if parts is None or "password" in parts.query:
        return type(error).__name__
    user, colon, password = parts.netloc.rpartition("@")[0].partition(":")
    if not colon and not parts.scheme.startswith("postgres"):  # redis://PASSWORD@HOST
        password = user
    if password and (password in said or unquote(password) in said):
        return type(error).__name__
    return next(iter(said.splitlines()), "")


class Login(NamedTuple):
    """An address without its password, and the password."""

    url: str
    password: str


def login(url: str) -> Login | None:
    """Separates an address and its password; None if the address cannot be read."""
    parts = _read(url)
    if parts is None:
        return None
    before, at, hosts = parts.netloc.rpartition("@")
    user, _, password = before.partition(":")
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    asked = dict(pairs).get("password", "")
    query = urlencode([(key, value) for key, value in pairs if "password" not in key])
    return Login(parts._replace(netloc=user + at + hosts, query=query).geturl(), asked or unquote(password))


def _read(url: str) -> SplitResult | None:
    """The parts of an address; None if a password in it may have been taken for something else."""
    if not url.isprintable():  # urlsplit leaves some characters out
        return None
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if "@" in parts.path + parts.query + parts.fragment or not _HOSTS.fullmatch(parts.netloc.rpartition("@")[2]):
        return None
    return parts
