"""What a page says where its scripts cannot run: the browser is too old, or one of them could not be loaded."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect
from visitors import Guest

from quincunx.law import text


def old_browser(guest: Guest) -> Locator:
    return guest.page.locator("#old-browser")


def not_loaded(guest: Guest) -> Locator:
    return guest.page.locator("#not-loaded")


def test_usually_nothing_is_wrong(ada: Guest) -> None:
    ada.go("/")
    expect(old_browser(ada)).to_be_hidden()
    expect(not_loaded(ada)).to_be_hidden()


@pytest.mark.parametrize("lack", ["CSS.supports = () => false", "delete window.CSS"])
def test_an_old_browser_is_told_so(ada: Guest, lack: str) -> None:
    ada.page.add_init_script(lack)
    ada.page.goto(ada.server.url)
    expect(old_browser(ada)).to_be_visible()
    expect(old_browser(ada)).to_have_text(text("web.old-browser"))
    expect(not_loaded(ada)).to_be_hidden()
    ada.errors.clear()  # what else does not run there is not said


@pytest.mark.parametrize("script", ["**/{bundle,pages/lobby}.js", "**/messages.js"])
def test_a_script_that_is_lost_can_be_loaded_again(ada: Guest, script: str) -> None:
    """The page's own script, and one that it imports."""
    ada.is_reached = False
    ada.page.route(script, lambda route: route.abort())
    ada.page.goto(ada.server.url)
    expect(not_loaded(ada)).to_be_visible()
    expect(not_loaded(ada)).to_contain_text(text("web.not-loaded"))
    expect(old_browser(ada)).to_be_hidden()
    ada.page.unroute(script)
    not_loaded(ada).get_by_role("link").click()
    ada.drawn()
    expect(not_loaded(ada)).to_be_hidden()
