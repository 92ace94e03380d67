"""Players' secrets, and the codes derived from them.

Only SHA-256 digests of secrets are stored. A table's codes (invites, the watch code) are derived from its owner's
secret, so that the server can show them to the owner again without storing them.
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
"""A player's secret: at least 128 bits in base64url."""

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Characters of table ids, without those that are easily confused."""

TABLE_ID = re.compile(r"[0-9A-Za-z_-]{1,64}")
"""What may be a table's id."""


def digest(secret: str) -> str:
    """The stored form of a secret. Secrets are long and random, so a slow hash would add nothing."""
    return hashlib.sha256(secret.encode()).hexdigest()


def body_digest(body: str) -> str:
    """A digest of a request, to recognise a repetition. It is short, because the database has one for every move."""
    return hashlib.blake2b(body.encode(), digest_size=12).hexdigest()


def vague_address(address: str) -> str:
    """One of 65,536 groups of addresses: enough to share the lobby fairly, too coarse to identify anybody."""
    return digest(address)[:4]


def digests_equal(one: str, other: str) -> bool:
    """Constant-time comparison."""
    return hmac.compare_digest(one.encode(), other.encode())


@lru_cache(4096)  # the owner's snapshots contain them
def derive_code(secret: str, *what: object) -> str:
    """A code of 132 bits that only the owner of the secret can derive: an HMAC of the purpose."""
    made = hmac.digest(secret.encode(), ":".join(map(str, what)).encode(), "sha256")
    return urlsafe_b64encode(made).decode()[:22]


def new_id() -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(10))


def new_seed() -> str:
    """A seed for a match or its dice."""
    return secrets.token_hex(16)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sent a request; anonymous without a secret."""

    secret: str = field(default="", repr=False)
    player: str = ""
    """The digest of the secret, which identifies the caller at tables."""
    address: str = field(default="", compare=False)
    """Where the request came from, as limits count it."""

    @classmethod
    def with_secret(cls, secret: str, address: str = "") -> Caller | None:
        """None if the secret is malformed."""
        return cls(secret, digest(secret), address) if SECRET.fullmatch(secret) else None

    def is_player(self, player: str) -> bool:
        return bool(self.player) and digests_equal(self.player, player)


ANONYMOUS = Caller()
