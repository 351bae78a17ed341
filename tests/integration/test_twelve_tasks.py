"""What people come for, each finished by keyboard alone, on a phone and on a wide screen; and nothing on the way keeps anybody out.

Ask, answer a question back, open a source, stop, edit, retry, resume, find an old conversation, share, export, correct what is believed, give
feedback. Colours change nothing for the keyboard: they are looked at by axe-core, in both.
"""

import re
import uuid
from collections.abc import Iterator
from datetime import timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from memory.preferences import Preference, Source
from tests.integration.axe import findings
from tests.integration.chromium import browser, chat_of, window
from tests.integration.scripted import ANA, NOW, ScriptedInstallation

__all__ = ["browser", "window"]         # fixtures
NARROW, WIDE = {"width": 360, "height": 740}, {"width": 1440, "height": 900}
FURTHEST = 80                           # presses of Tab from anywhere to anything


@pytest.fixture(params=[NARROW, WIDE], ids=["narrow", "wide"])
def page(request, window, url, installation) -> Iterator[Page]:
    installation.history.forget_person("acme", ANA)
    with chat_of(window, url, ANA, request.param) as page:
        yield page


@pytest.fixture(scope="module", autouse=True)
def crm(window) -> None:
    window.route("https://crm.test/**", lambda route: route.fulfill(body="<title>Bill in the CRM</title>", content_type="text/html"))


def press(page: Page, target: Locator, key: str = "Enter") -> None:
    """Tab to something, as somebody without a mouse does, and press a key there."""
    target.first.wait_for()
    for _ in range(FURTHEST):
        if target.first.evaluate("e => e === document.activeElement"):
            page.keyboard.press(key)
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{target} is not reached by keyboard")


def write(page: Page, label: str, text: str) -> None:
    press(page, page.get_by_label(label), "ControlOrMeta+a")
    page.keyboard.type(text)


def ask(page: Page, text: str) -> None:
    write(page, "Your question", text)
    page.keyboard.press("Enter")
    expect(page.locator("#talk").get_by_text(text, exact=True).last).to_be_visible()


def edit(page: Page, text: str) -> None:
    """The last question in other words; its buttons are seen, and the keyboard goes on where one writes."""
    press(page, page.locator("#talk").get_by_role("button", name="Edit").last)
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(text)
    expect(page.locator("#talk .message-buttons-right").filter(has=button(page, "Submit"))).to_have_css("opacity", "1")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Your question")).to_be_focused()


def answered(page: Page, text: str, times: int = 1) -> None:
    expect(page.locator("#talk").get_by_text(f"You said: {text}")).to_have_count(times)


def aside(page: Page) -> None:
    """Have the conversations in sight: where there is no room for them they are a drawer."""
    shown = page.get_by_role("button", name="Show the side")
    if shown.is_visible():
        press(page, shown)
        expect(page.get_by_role("button", name="Hide the side")).to_be_focused()


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def switched(page: Page, step: str, shown: str) -> None:
    """Go on to another version of a question, by its switch."""
    press(page, button(page, f"{step} version of this question"))
    expect(page.locator("#talk").get_by_label(shown)).to_be_visible()


def test_asked_answered_opened_stopped_edited_and_asked_again(page: Page) -> None:
    talk = page.locator("#talk")
    ask(page, "Which Bill?")
    press(page, button(page, "Bill Stone, Fabrikam"))
    answered(page, "bill-s")
    expect(button(page, "Instead: Bill Ashworth, Northwind")).to_be_visible()
    press(page, button(page, "1 source").last)
    with page.context.expect_page() as opened:
        press(page, talk.get_by_role("link", name="Bill Ashworth").last)
    assert opened.value.title() == "Bill in the CRM"
    opened.value.close()
    assert findings(page) == []
    page.keyboard.press("Escape")
    expect(button(page, "1 source").last).to_be_focused()
    with page.expect_download() as file:
        press(page, talk.get_by_role("link", name="Table as CSV").last)
    assert file.value.path().read_text("utf-8").startswith("Policy,Left (days)")
    ask(page, "wait")
    press(page, button(page, "Stop"))
    expect(talk.get_by_text("Stopped")).to_be_visible()
    ask(page, "How many days?")
    answered(page, "How many days?")
    press(page, button(page, "Ask this again").last)
    switched(page, "Previous", "Version 1 of 2")
    edit(page, "How many weeks?")
    answered(page, "How many weeks?")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert findings(page) == []


def test_taken_up_again_found_corrected_and_judged(page: Page, installation: ScriptedInstallation) -> None:
    word = f"walrus{uuid.uuid4().hex[:6]}"
    ask(page, f"Where are the {word} papers?")
    answered(page, f"Where are the {word} papers?")
    press(page, button(page, "Good answer").last)
    expect(page.get_by_text("Thank you")).to_be_visible()
    assert installation.feedback.of("acme", ANA)[-1]["rating"] == "up"
    aside(page)
    press(page, button(page, "New chat"))
    answered(page, word, 0)
    expect(page.get_by_label("Your question")).to_be_focused()
    aside(page)
    write(page, "Search your chats", word)
    expect(page.locator("#eg-list mark").first).to_have_text(word)
    assert findings(page) == []
    press(page, page.locator("#eg-list").get_by_role("button", name=f"Where are the {word} papers?").first)
    answered(page, f"Where are the {word} papers?")
    page.reload()
    answered(page, f"Where are the {word} papers?")


def test_what_was_asked_is_shared(page: Page, url: str) -> None:
    ask(page, "Where are the walrus papers?")
    answered(page, "Where are the walrus papers?")
    press(page, button(page, "Share"))
    link = page.get_by_label("Link", exact=True)
    expect(link).to_have_value(re.compile(f"{url}/#ask="))
    address = link.input_value()
    assert findings(page) == []
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator("#talk").get_by_text("Somebody shared this with you.")).to_be_visible()
    assert findings(page) == []
    press(page, button(page, "Ask it"))
    answered(page, "Where are the walrus papers?")


def test_an_answer_is_shared_and_no_more(page: Page, url: str) -> None:
    ask(page, "Where are the otter papers?")
    answered(page, "Where are the otter papers?")
    press(page, button(page, "Share this answer"))
    assert findings(page) == []
    expect(page.get_by_label("Share this answer").locator("visible=true").and_(page.get_by_role("radio"))).to_be_checked()
    press(page, page.get_by_role("radio", checked=True), "ArrowDown")
    expect(page.get_by_label("Share the question only")).to_be_checked()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    link = page.get_by_label("Link", exact=True)
    expect(link).to_have_value(re.compile(f"{url}/shared/"))
    address = link.input_value()
    assert findings(page) == []
    page.goto(address)
    expect(page.get_by_role("heading", name="An answer that you share")).to_be_visible()
    assert findings(page) == []
    press(page, button(page, "Share it no more: days left"))
    expect(page.get_by_text("It is shared no more.")).to_be_visible()
    assert findings(page) == []


def test_what_is_believed_is_corrected(page: Page, url: str, installation: ScriptedInstallation) -> None:
    installation.preferences.erase("acme", ANA)
    source = Source("s1", "m1", "when I say Bill I mean Bill Stone", NOW - timedelta(days=1))
    installation.preferences.learn("acme", ANA, Preference("name_means", "bill", "Bill Stone", source, ("acme|crm|Contact|2",)), NOW)
    page.goto(f"{url}/preferences")
    assert findings(page) == []
    press(page, page.get_by_role("button", name="Forget"))
    expect(page.get_by_role("status")).to_contain_text("Forgotten")
    press(page, page.get_by_role("button", name="Take it back"))
    expect(page.get_by_role("status")).to_contain_text("Taken back")
