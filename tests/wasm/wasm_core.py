"""The core in WebAssembly, run by node, for tests and figures."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import quincunx

MODULE = Path(quincunx.__file__).parent / "web" / "wasm" / "core.wasm"


class WasmCore:
    """Calls the module's functions as `web/engine/core.js` has them."""

    def __init__(self, module: Path = MODULE) -> None:
        command = ["node", str(Path(__file__).with_name("node_core.mjs")), str(module)]
        self._node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.preferred: list[str] = []
        """What the last analysis preferred, one after the other."""
        self.milliseconds = 0.0
        """CPU time of the last call."""

    def __call__(self, function: str, *words: Any) -> Any:
        assert self._node.stdin
        assert self._node.stdout
        self._node.stdin.write(json.dumps([function, *words]) + "\n")
        self._node.stdin.flush()
        answer = json.loads(self._node.stdout.readline())
        self.preferred, self.milliseconds = answer["preferred"], answer["milliseconds"]
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer["found"]

    def close(self) -> None:
        self._node.communicate()
