"""The API reference as a page without scripts.

FastAPI's own page needs an inline script, which the content security policy forbids, and assets from another host.
"""

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
            routes="\n".join(
                _route(path, method, operation)
                for path, methods in paths.items()
                for method, operation in methods.items()
            )
        )

    return router


def _route(path: str, method: str, operation: dict[str, Any]) -> str:
    takes = [f"<code>{escape(item['name'])}</code>" for item in operation.get("parameters", [])]
    body = operation.get("requestBody", {}).get("content", {})
    takes += [escape(f"{kind}: {_shape(content)}") for kind, content in body.items()]
    gives = [
        f"<li>{escape(status)}: {escape(answer['description'])}</li>"
        for status, answer in operation["responses"].items()
    ]
    return (
        f"<section><h2><code>{escape(method.upper())} {escape(path)}</code></h2>"
        f"<p>{escape(operation.get('description', ''))}</p>"
        f"<p>Takes: {', '.join(takes) or 'nothing'}</p><ul>{''.join(gives)}</ul></section>"
    )


def _shape(content: dict[str, Any]) -> str:
    """The name of a schema, or of all alternatives."""
    schema = content.get("schema", {})
    shapes = schema.get("oneOf", [schema])
    return ", ".join(shape["$ref"].rsplit("/", 1)[-1] for shape in shapes if "$ref" in shape) or str(schema.get("type"))
