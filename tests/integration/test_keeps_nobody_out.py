"""Nothing on the chat keeps anybody out: on three widths, in the colours of the day and of the night, axe-core finds nothing at all."""

import pytest
from playwright.sync_api import expect

from tests.integration.axe import findings
from tests.integration.chromium import browser, chat_of, window
from tests.integration.scripted import ANA

__all__ = ["browser", "window"]         # fixtures
ASKED = ("Deals by stage", "Who are they?", "What does Bob earn?", "Hm?", "Which Bill?")


@pytest.mark.parametrize("width", [1440, 768, 360])
def test_axe_finds_nothing_on_the_chat_not_even_minor(window, url, width):
    with chat_of(window, url, ANA, {"width": width, "height": 900}) as page:
        page.keyboard.press("ControlOrMeta+Shift+o")
        expect(page.locator("#talk .example").last).to_be_visible()
        found = findings(page, "minor")
        for count, text in enumerate(ASKED, 1):
            page.get_by_label("Your question").fill(text)
            page.keyboard.press("Enter")
            expect(page.locator("#talk .eg-tools")).to_have_count(count)
        page.get_by_role("button", name="3 sources").click()
        expect(page.locator(".eg-drawer:popover-open")).to_be_visible()
        found += findings(page, "minor")
        page.keyboard.press("Escape")
        if page.get_by_role("button", name="Show the side").is_visible():
            page.get_by_role("button", name="Show the side").click()
        expect(page.get_by_label("Search your chats")).to_be_visible()
        assert found + findings(page, "minor") == []
