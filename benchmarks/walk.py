"""The README's animated walk, taken from a running demo: `evergraph demo` in one terminal, `python -m benchmarks.walk URL` in another.

Half a minute in the chat as somebody uses it: a question as it is typed, what it rests on, a question that goes on from it, a table and its chart,
something learned and where it is corrected. Pictures of the page in their order, as one GIF in `docs/`; the last line is one JSON object.
"""

import io
import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from benchmarks.screenshots import LEARNED, PATIENCE, clear
from ingest.demo import DEMO_PERSON
from ui.cli.demo import FIRST_QUESTION

FILE = Path(__file__).parents[1] / "docs" / "walk.gif"
SIZE = (960, 640)
COLOURS = 64                            # of a palette: the pages have few
MOST_BYTES = 1_500_000
TYPED, READ = 250, 3_000                # milliseconds that a picture stays: while something is typed, and to be read
PIECES = 5                              # in which a question is typed
QUESTIONS = (FIRST_QUESTION, "headcount by department")


@dataclass
class Walk:
    """The pictures so far, each with the milliseconds that it stays."""

    page: Page
    frames: list[tuple[Image.Image, int]] = field(default_factory=list)

    def look(self, milliseconds: int = READ) -> None:
        """One more picture of the page as it is."""
        picture = Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")
        self.frames.append((picture.quantize(COLOURS, dither=Image.Dither.NONE), milliseconds))

    def type(self, text: str) -> None:
        """A question, a few letters at a time, then sent and looked at once its answer stands."""
        box = self.page.get_by_label("Your question")
        for piece in range(1, PIECES + 1):
            box.fill(text[: len(text) * piece // PIECES])
            self.look(TYPED)
        answers = self.page.locator("#talk .eg-chips")
        before = answers.count()
        self.page.keyboard.press("Enter")
        expect(answers).to_have_count(before + 1)
        expect(self.page.get_by_role("button", name="Stop")).to_be_hidden()
        self.look()

    def saved(self, file: Path) -> int:
        """Write them as one GIF that goes round; its bytes."""
        first, *others = (picture for picture, _ in self.frames)
        first.save(file, save_all=True, append_images=others, duration=[stays for _, stays in self.frames], loop=0, optimize=True)
        return file.stat().st_size


def questions(walk: Walk) -> None:
    """A question in words and what it rests on, then figures with their chart."""
    walk.page.get_by_role("button", name="New chat").click()
    walk.look()
    for question in QUESTIONS:
        walk.type(question)
    walk.page.get_by_role("tab", name="Chart").last.click()
    walk.look()


def evidence(walk: Walk) -> None:
    """The records behind an answer."""
    walk.page.get_by_role("button", name="source").last.click()
    walk.look()
    walk.page.keyboard.press("Escape")


def learning(walk: Walk) -> None:
    """Something said once, and the page where it is corrected."""
    walk.type(LEARNED)
    walk.page.goto(walk.page.url.split("?")[0].rstrip("/") + "/preferences")
    walk.look()


STEPS: tuple[Callable[[Walk], None], ...] = (questions, evidence, learning)


def main() -> None:
    """Take the walk. Fails where the file would be larger than a README should hold."""
    url = sys.argv[1].rstrip("/")
    found = next(path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name)))
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        context = chromium.new_context(viewport={"width": SIZE[0], "height": SIZE[1]}, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        context.add_cookies([{"name": "evergraph_person", "value": DEMO_PERSON, "url": url}])
        walk = Walk(context.new_page())
        clear(context, url)
        walk.page.goto(url)
        walk.page.locator("#eg-who").wait_for(state="attached")
        for step in STEPS:
            step(walk)
        size, seconds = walk.saved(FILE), sum(stays for _, stays in walk.frames) / 1000
        chromium.close()
    print(f"{len(walk.frames)} pictures, {seconds:.0f} s, {size / 1000:.0f} kB")
    assert size <= MOST_BYTES, "the walk is too large: take fewer pictures, or a smaller window"
    print(json.dumps({"pictures": len(walk.frames), "seconds": seconds, "bytes": size}))


if __name__ == "__main__":
    main()
