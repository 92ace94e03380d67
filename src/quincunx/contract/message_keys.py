"""Whether the messages that a law names are there: found in its source, as random games do not reach all of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from quincunx.contract.fault import ContractFault
from quincunx.law.messages import has_text

SAYING = {"IllegalMove", "InvalidOption", "InvalidPosition", "Message", "Refused"}
"""What is called with the key of a message first."""


def faults(file: str) -> list[ContractFault]:
    """The keys in a law that are in no catalogue, each with its line."""
    return [
        ContractFault("contract.messages.key", f"{file}:{line}", key=key)
        for line, key in sorted(_named(ast.parse(Path(file).read_bytes())))
        if not has_text(key)
    ]


def _named(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and _called(node.func) in SAYING:
            first = node.args[0]
            for key in (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,):
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield key.lineno, key.value


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""
