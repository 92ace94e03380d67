"""The description of the API as a page, without any script."""

from __future__ import annotations

from html import escape
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.responses import HTMLResponse

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The API of Quincunx</title>
<link rel="stylesheet" href="/static/style.css">
<main>
<h1>The API of Quincunx</h1>
<p>For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
{routes}
</main>
</html>
"""


def routes(app: FastAPI) -> APIRouter:
    router = APIRouter(include_in_schema=False)

    @router.get("/api/docs", response_class=HTMLResponse)
    async def docs() -> str:
        """All routes, each with what it takes and gives."""
        paths: dict[str, Any] = app.openapi()["paths"]
        return PAGE.format(
            routes="\n".join(_route(path, verb, told) for path, verbs in paths.items() for verb, told in verbs.items())
        )

    return router


def _route(path: str, verb: str, told: dict[str, Any]) -> str:
    takes = [f"<code>{escape(item['name'])}</code>" for item in told.get("parameters", [])]
    body = told.get("requestBody", {}).get("content", {})
    takes += [escape(f"{kind}: {_shape(content)}") for kind, content in body.items()]
    gives = [
        f"<li>{escape(status)}: {escape(answer['description'])}</li>" for status, answer in told["responses"].items()
    ]
    return (
        f"<section><h2><code>{escape(verb.upper())} {escape(path)}</code></h2>"
        f"<p>{escape(told.get('description', ''))}</p>"
        f"<p>Takes: {', '.join(takes) or 'nothing'}</p><ul>{''.join(gives)}</ul></section>"
    )


def _shape(content: dict[str, Any]) -> str:
    """The name of a schema, or the names of those that it may be."""
    schema = content.get("schema", {})
    shapes = schema.get("oneOf", [schema])
    return ", ".join(shape["$ref"].rsplit("/", 1)[-1] for shape in shapes if "$ref" in shape) or str(schema.get("type"))
