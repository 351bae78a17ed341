"""The pictures of the README, taken from a running demo: `evergraph demo` in one terminal, `python benchmarks/screenshots.py URL` in another.

Each is a page as somebody has it before them, light or dark, in `docs/`. The last line is one JSON object: the bytes of each.
"""

import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from ingest.demo import DEMO_PERSON

FOLDER = Path(__file__).parents[1] / "docs"
OPERATOR = "yannick.dufresne@fennimore-lighting.example"
QUESTION = "headcount by department"
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
    page = context.new_page()
    page.goto(url + shot.path)
    shot.do(page)
    file = FOLDER / f"{shot.name}.png"
    page.screenshot(path=file)
    context.close()
    return file.stat().st_size


def ask(page: Page) -> None:
    """A question, with its answer."""
    page.get_by_role("button", name="New conversation").click()
    page.get_by_label("Your question").fill(QUESTION)
    page.keyboard.press("Enter")
    expect(page.locator("#talk").get_by_text("Understood as")).to_be_visible()
    page.locator("#talk").get_by_role("table").first.evaluate("table => table.scrollIntoView({block: 'center'})")


def preview(page: Page) -> None:
    """What a change would open, before it is made."""
    page.get_by_label("What managers see of pay").select_option("totals")
    page.get_by_role("button", name="Show what this opens: policy").click()
    expect(page.get_by_role("button", name="Apply this")).to_be_visible()


def explain(page: Page) -> None:
    """What one person may see of another."""
    page.get_by_label("Who asks").fill(DEMO_PERSON)
    page.get_by_label("Of whom").fill(OPERATOR)
    page.keyboard.press("Enter")
    expect(page.get_by_role("table")).to_be_visible()


SHOTS = (
    Shot("chat", DEMO_PERSON, "/", ask), Shot("chat-phone", DEMO_PERSON, "/", ask, "dark", (390, 780)),
    Shot("settings", OPERATOR, "/operator/settings", preview), Shot("rights", OPERATOR, "/operator/rights", explain, "dark"),
)


if __name__ == "__main__":
    main()
