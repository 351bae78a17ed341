"""The Chromium of this machine, for the tests that look at pages. A file uses it by importing the fixture."""

import logging
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from ui.web.server import CHAT
from workers.settings import is_ci

_log = logging.getLogger(__name__)
PATIENCE = 60_000                       # milliseconds: a busy machine is slow, and what never comes fails all the same


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for each file: while it is there, an event loop runs in this thread."""
    found = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)
    if found is None:
        (pytest.fail if is_ci() else pytest.skip)("No Chromium is on this machine: apt-get install chromium")
    expect.set_options(timeout=PATIENCE)
    import_module(CHAT)                 # else the first page would wait for it
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[BrowserContext]:
    """One for all tests of a file that look at the chat, so that its scripts are loaded and compiled once."""
    with window_of(browser) as context:
        yield context


@contextmanager
def window_of(browser: Browser) -> Iterator[BrowserContext]:
    """A window by itself: a clock that a test sets holds for every page of its window, also of later tests."""
    context = browser.new_context(locale="en-GB", timezone_id="UTC")
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@contextmanager
def chat_of(window: BrowserContext, url: str, person: str, size: ViewportSize | None = None) -> Iterator[Page]:
    """The chat as a person sees it whose browser remembers nothing of the tests before."""
    window.set_offline(False)
    window.clear_cookies()
    window.add_cookies([{"name": "evergraph_person", "value": person, "url": url}])
    page = window.new_page()
    _tell_errors(page)
    if size is not None:
        page.set_viewport_size(size)
    window.new_cdp_session(page).send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "local_storage"})
    page.goto(url)
    expect(page.locator("#eg-who")).to_contain_text(person)
    yield page
    for each in window.pages:
        each.close()


def _tell_errors(page: Page) -> None:
    """What goes wrong inside the page is logged, so that a test that fails shows it."""
    page.on("pageerror", lambda error: _log.warning("page error: %s", error))
    page.on("console", lambda told: _log.warning("console: %s", told.text) if told.type in ("error", "warning") else None)
    page.on("requestfailed", lambda request: _log.warning("request failed: %s %s %s", request.method, request.url, request.failure))
