"""The pictures of README and docs/examples.md, taken from a running demo: `evergraph demo` in one terminal, `python benchmarks/screenshots.py URL`
in another.

Each is a page as somebody has it before them, light or dark, in `docs/`. The last line is one JSON object: the bytes of each.
"""

import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

from ingest.demo import DEMO_PERSON
from ui.cli.demo import FIRST_QUESTION

FOLDER = Path(__file__).parents[1] / "docs"
OPERATOR = "yannick.dufresne@fennimore-lighting.example"
COLLEAGUE = "theo.valcourt@fennimore-lighting.example"
LEARNED = "When I say Bill I mean Bill Haverstock"
EARLIER = ("who reports to me?", "open tickets of Orchard & Pine Hotels", "How many vacation days do I have remaining?")     # what the side lists
MOST_BYTES = 150_000
PATIENCE = 60_000                       # milliseconds: a graph that was just started plans its first queries for long


@dataclass(frozen=True)
class Shot:
    """One picture: its file, who looks, at which address, what they do there, in which colours and how large."""

    name: str
    person: str
    path: str
    do: Callable[[Page], None]
    scheme: str = "light"
    size: tuple[int, int] = (1100, 760)


def main() -> None:
    """Take every picture. Fails where one would be larger than a README should hold."""
    found = next(path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name)))
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        sizes = {shot.name: taken(chromium, sys.argv[1].rstrip("/"), shot) for shot in SHOTS}
        chromium.close()
    for name, size in sizes.items():
        print(f"{name:<20}{size / 1000:>8.0f} kB")
    assert max(sizes.values()) <= MOST_BYTES, "a picture is too large: make its window smaller"
    print(json.dumps(sizes))


def taken(chromium: Browser, url: str, shot: Shot) -> int:
    """Take one picture; its bytes."""
    context = chromium.new_context(viewport={"width": shot.size[0], "height": shot.size[1]}, color_scheme=shot.scheme, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    context.add_cookies([{"name": "evergraph_person", "value": shot.person, "url": url}])
    clear(context, url)
    page = context.new_page()
    page.goto(url + shot.path)
    shot.do(page)
    file = FOLDER / f"{shot.name}.png"
    page.screenshot(path=file)
    context.close()
    return file.stat().st_size


def clear(context: BrowserContext, url: str) -> None:
    """Deletes the person's conversations and what was learned of them: pictures that were taken before asked and said the same."""
    for kept in context.request.get(f"{url}/api/sessions").json():
        context.request.delete(f"{url}/api/sessions/{kept['id']}", headers={"Origin": url})
    for belief in context.request.get(f"{url}/api/preferences").json()["now"]:
        context.request.post(f"{url}/api/preferences/{belief['id']}/forgotten", headers={"Origin": url})


def ask(page: Page, question: str, until: Callable[[Locator], Locator]) -> None:
    """A question in a conversation of its own, until something of the answer is there."""
    page.locator("#eg-who").wait_for(state="attached")      # the page has come, with the last conversation
    fresh = page.get_by_role("button", name="New chat")
    if not fresh.is_visible():          # on a phone it is in a drawer
        page.get_by_role("button", name="Show the side").click()
    fresh.click()
    expect(page.locator('#talk [data-testid="user"]')).to_have_count(0)
    page.get_by_label("Your question").fill(question)
    page.keyboard.press("Enter")
    expect(until(page.locator("#talk"))).to_be_visible()


def summary(page: Page) -> None:
    """An answer in words, with what it rests on; at the side, what was asked before."""
    for question in EARLIER:
        ask(page, question, lambda talk: talk.get_by_role("button", name="Copy this answer"))
    ask(page, FIRST_QUESTION, lambda talk: talk.get_by_role("button", name="source"))
    expect(page.locator("#eg-side").get_by_text(FIRST_QUESTION)).to_be_visible()


def figures(page: Page) -> None:
    """An answer in figures, with its chart."""
    ask(page, "headcount by department", lambda talk: talk.get_by_role("tab", name="Chart"))
    page.locator("#talk").get_by_role("table").first.evaluate("table => table.scrollIntoView({block: 'start'})")


def asked_back(page: Page) -> None:
    """A name that two bear."""
    ask(page, FIRST_QUESTION, lambda talk: talk.get_by_role("button", name="Bill Haverstock"))


def learn(page: Page) -> None:
    """What is believed of a person, after they said it."""
    ask(page, LEARNED, lambda talk: talk.get_by_text("by “Bill”"))
    page.goto(page.url.rstrip("/") + "/preferences")


def look_up(page: Page) -> None:
    """A customer, by name."""
    page.get_by_label("Name").fill("Orchard")
    page.get_by_role("button", name="Look").click()
    page.get_by_role("link", name="Orchard & Pine Hotels").first.click()
    expect(page.get_by_role("heading", name="Orchard & Pine Hotels", level=1)).to_be_visible()


def nothing(page: Page) -> None:
    """The page as it opens."""


def preview(page: Page) -> None:
    """What a change would open, before it is made."""
    page.get_by_label("What managers see of pay").select_option("totals")
    page.get_by_role("button", name="Show what this opens: policy").click()
    expect(page.get_by_role("button", name="Apply this")).to_be_visible()


SHOTS = (
    Shot("chat", DEMO_PERSON, "/", summary, size=(1100, 900)), Shot("chat-phone", DEMO_PERSON, "/", figures, "dark", (390, 780)),
    Shot("clarification", COLLEAGUE, "/", asked_back), Shot("preferences", DEMO_PERSON, "/", learn),
    Shot("entity", DEMO_PERSON, "/entities", look_up, size=(1100, 900)), Shot("operator", OPERATOR, "/operator", nothing),
    Shot("settings", OPERATOR, "/operator/settings", preview),
)


if __name__ == "__main__":
    main()
