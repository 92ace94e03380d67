"""Who one is and what one may see: secrets, and the codes that are made from them.

Only SHA-256 digests of secrets are ever stored. A table's codes (invites, the watch code) are drawn from its owner's
secret, so that the house can show them to the owner again without keeping them.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from functools import lru_cache

SECRET = re.compile(r"[A-Za-z0-9_-]{22,128}")
"""A player's secret: at least 128 bits as they are usually written."""

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters of a table's id: none that are mistaken for another when read aloud or typed."""


def digest(secret: str) -> str:
    """What is kept of a secret. Secrets are long and random, so a plain hash is as good as a slow one."""
    return hashlib.sha256(secret.encode()).hexdigest()


def digests_equal(one: str, other: str) -> bool:
    """Whether two digests are equal, in a time that does not tell how much of them is."""
    return hmac.compare_digest(one.encode(), other.encode())


@lru_cache(4096)  # an owner's page shows them after every change
def derive_code(secret: str, *what: object) -> str:
    """The code that the owner of a secret gives for something: 132 bits that nobody else can make."""
    made = hmac.digest(secret.encode(), ":".join(map(str, what)).encode(), "sha256")
    return urlsafe_b64encode(made).decode()[:22]


def new_id() -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(10))


def new_seed() -> str:
    """A seed for a match or its dice."""
    return secrets.token_hex(16)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks for something; without a secret: anybody."""

    secret: str = field(default="", repr=False)
    player: str = ""
    """The digest of the secret: who the caller is at tables."""

    @classmethod
    def with_secret(cls, secret: str) -> Caller | None:
        """None if it is no secret."""
        return cls(secret, digest(secret)) if SECRET.fullmatch(secret) else None

    def is_player(self, player: str) -> bool:
        return bool(self.player) and digests_equal(self.player, player)


ANONYMOUS = Caller()
