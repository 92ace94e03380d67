"""Runs the application with uvicorn: socket, signals, graceful shutdown."""

from __future__ import annotations

import contextlib
import errno
import gc
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator

import uvicorn

from quincunx.games import Refused
from quincunx.games import registry as game_registry
from quincunx.server.app import create_app
from quincunx.server.ops import logs
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.transport.http_protocol import BoundedHttpProtocol
from quincunx.server.transport.middleware import MAX_BODY_BYTES
from quincunx.server.transport.websocket_protocol import FastWebSocketProtocol

SWITCH = 0.0005
"""Switch interval of Python's threads, in seconds. With the default of 5 ms every write would wait that long for a
thread that searches."""

GARBAGE = (20_000, 20, 100)
"""Thresholds of the garbage collector. Tables have no cycles, and with a thousand of them collecting took a fifth of
the time."""

GRACE = 5
"""Seconds for open requests to finish at shutdown."""


STUCK = 30.0
"""Seconds after which the kernel drops a connection whose peer acknowledges nothing (TCP_USER_TIMEOUT)."""

SPARE = 100
"""Connections accepted beyond the limit, to answer them with 503 and for health checks."""

MOST_FILES = 100_000

RECEIVE_BUFFER = 64 * 1024
"""Bytes that the kernel keeps of what a client sends, and the server reads at once. Requests are shorter."""

SEND_BUFFER = 64 * 1024
"""Bytes that the kernel keeps for a client who does not read. Without a limit it is several megabytes each."""

BACKLOG = 256
"""Connections that wait to be accepted. All of them are accepted in one turn of the event loop."""

log = logging.getLogger("quincunx.server")


def bind(host: str, port: int) -> socket.socket:
    """A socket bound to the address; Refused says why it is not available."""
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise Refused("server.host", host=host, error=error.strerror or "") from None
    taken = socket.socket(family, kind, protocol)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; accepted connections inherit it
        taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(STUCK * 1000))
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)  # inherited too
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    try:
        taken.bind(where)
        taken.listen(BACKLOG)
    except OSError as error:
        taken.close()
        if error.errno == errno.EADDRINUSE:
            raise Refused("server.port-taken", port=port, host=host) from None
        raise Refused("server.port", port=port, host=host, error=error.strerror or "") from None
    return taken


def address(taken: socket.socket) -> str:
    """The address of a bound socket for a browser on this machine."""
    host, port = taken.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1" if host == "0.0.0.0" else "::1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class UvicornServer(uvicorn.Server):
    """Uvicorn with our protocols; calls `opened` after startup and disconnects all clients before shutdown."""

    def __init__(
        self, registry: TableRegistry, opened: Callable[[], None] = lambda: None, *, requests: bool = False
    ) -> None:
        self._registry = registry
        self._opened = opened
        super().__init__(
            uvicorn.Config(
                create_app(registry),
                http=BoundedHttpProtocol,
                ws=FastWebSocketProtocol,
                limit_concurrency=registry.config.connections + SPARE if registry.config.connections else None,
                backlog=BACKLOG,
                # Uvicorn would trust this machine: a proxy on it may pass on what its clients have made up.
                forwarded_allow_ips=registry.config.proxies or os.environ.get("FORWARDED_ALLOW_IPS", ""),
                lifespan="on",
                log_config=None,  # `logs` configures logging
                log_level="info" if requests else "warning",
                access_log=requests,
                server_header=False,
                ws_max_size=MAX_BODY_BYTES,
                ws_ping_interval=10,
                ws_ping_timeout=10,
                ws_per_message_deflate=False,  # compressing a small table costs more than sending it
                timeout_graceful_shutdown=GRACE,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._registry.disconnect_all()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ctrl-C and SIGTERM shut down gracefully; uvicorn would raise the signal again afterwards."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def serve(
    registry: TableRegistry,
    taken: socket.socket,
    opened: Callable[[], None],
    *,
    requests: bool = False,
    form: logs.LogFormat = "plain",
) -> None:
    """Serves until a signal stops it."""
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    logs.set_up(form)
    for problem in game_registry.PROBLEMS:
        log.warning("%s", problem)
    _make_room_for(registry.config.connections or MOST_FILES)
    UvicornServer(registry, opened, requests=requests).run([taken])


def _make_room_for(connections: int) -> None:
    """Raises the limit of open files, which is about a thousand on most systems."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # Windows has no such limit
        import resource

        allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = connections + 2 * SPARE
        if most != resource.RLIM_INFINITY:
            wanted = min(wanted, most)
        if allowed != resource.RLIM_INFINITY and allowed < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def open_browser(url: str) -> None:
    """Opens the address in a browser, if there is a display."""
    windows = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if windows:
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
