"""The Chromium of this machine, for the tests that look at pages. A file uses it by importing the fixture."""

import shutil
from collections.abc import Iterator
from importlib import import_module

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from ui.web.server import CHAT
from workers.settings import is_ci

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
