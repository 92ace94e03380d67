"""Backup and check of a PostgreSQL database. PostgreSQL's own programs do the backup."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any, NoReturn

from quincunx import atomic
from quincunx.law.messages import Message
from quincunx.store.checking import DatabaseReport, Row
from quincunx.store.interface import StoreRefusal
from quincunx.store.postgres import schema
from quincunx.store.postgres.store import visit
from quincunx.urls import Login, login, shown

ROWS = """
SELECT id, version, over, waiting, data,
    ARRAY(SELECT n FROM events WHERE events.id = tables.id ORDER BY n) AS numbers,
    ARRAY(SELECT event FROM events WHERE events.id = tables.id ORDER BY n) AS events,
    updated
FROM tables ORDER BY id
"""


def backup(url: str, target: Path) -> None:
    """Writes the output of pg_dump to a new file that only its owner can read."""
    if os.path.lexists(target):
        raise StoreRefusal("store.exists", path=str(target))
    access = _login(url)
    command = ["pg_dump", "--format=custom", "--no-password", f"--dbname={access.url}"]
    if not shutil.which("pg_dump"):
        written = shlex.join([command[0], command[1], f"--file={target}", command[3]])
        raise StoreRefusal("store.pg-dump", command=written)
    with atomic.draft(target) as draft:
        with draft.open("wb") as out:
            environment = {**os.environ, **({"PGPASSWORD": access.password} if access.password else {})}
            done = subprocess.run(command, env=environment, stdout=out, stderr=subprocess.PIPE, check=False)
        if done.returncode:
            said = done.stderr.decode(errors="replace").strip().removeprefix("pg_dump: error: ")
            raise StoreRefusal("store.unopened", database=shown(url), problem=Message("store.error", error=said))
        atomic.sync(draft)
        try:
            atomic.publish(draft, target)
        except FileExistsError:
            raise StoreRefusal("store.exists", path=str(target)) from None


def restore(url: str, source: Path) -> NoReturn:
    """Refuses: a database that other processes use is not replaced from here."""
    command = shlex.join(["pg_restore", "--no-owner", f"--dbname={_login(url).url}", str(source)])
    raise StoreRefusal("store.pg-restore", command=command)


def check(url: str) -> DatabaseReport:
    """Replays the events of every table."""

    async def work(connection: Any) -> DatabaseReport:
        report = DatabaseReport(await schema.version(connection), schema.NEWEST)
        if report.version == 0:
            raise StoreRefusal("store.older", version=0, newest=schema.NEWEST)
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            if report.version > schema.BEFORE_EXPIRY:
                report.expiry_start = await connection.fetchval("SELECT start FROM expiry")
            async for row in connection.cursor(ROWS):
                report.add(Row(*row))
        return report

    return visit(url, work)


def _login(url: str) -> Login:
    access = login(url)
    if access is None:
        raise StoreRefusal("store.unclear", database=shown(url))
    return access
