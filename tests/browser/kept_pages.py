"""What a browser has kept of the pages for use without a connection."""

from __future__ import annotations

import re
from typing import cast

from playwright.sync_api import Page

KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) found.push(url);
    return found;
}"""

GONE = """async () => {
    const isLeft = async () =>
        (await caches.keys()).length || (await navigator.serviceWorker.getRegistrations()).length;
    while (await isLeft()) await new Promise((resolve) => setTimeout(resolve, 50));
    return true;
}"""


API = """
    const { src } = document.querySelector("script[type=module]");
    const found = await import(src.replace(/pages.*/, "api.js"));
    const api = found.api ?? found;
"""
"""The page's own api.js: alone, or in the bundle."""


def is_bundled(page: Page) -> bool:
    """Whether the modules of a page come in one file (`make bundle`)."""
    return (page.locator("script[type=module]").get_attribute("src") or "").endswith("bundle.js")


def wait_until_kept(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def kept(page: Page) -> list[str]:
    """All addresses."""
    return cast(list[str], page.evaluate(KEPT))


def wait_until_nothing_is_kept(page: Page) -> None:
    assert page.evaluate(GONE)


def edition(page: Page) -> str:
    """The version of a page."""
    found = re.search("static/([0-9a-f]{12})/", page.locator("script[type=module]").get_attribute("src") or "")
    assert found
    return found[1]


def loaded(page: Page) -> list[str]:
    """The addresses of everything that a page has loaded."""
    ask = "performance.getEntriesByType('resource').map(({ name }) => name)"
    return cast(list[str], page.evaluate(ask))
