"""How the chat looks, held against pictures that somebody looked at: parts that moved, went or changed colour.

Pictures are compared as coarse tiles, in a font of our own and without what blinks, so that neither another machine's fonts nor its way of smoothing
letters is a difference. Where a change is meant: delete the picture in `looks/`, run this, look at the new one, and keep it.
"""

import base64
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from font_roboto import Roboto
from PIL import Image, ImageChops
from playwright.sync_api import Page, expect

from tests.integration.chromium import PATIENCE, browser
from tests.integration.scripted import ANA

__all__ = ["browser"]                   # a fixture
FOLDER = Path(__file__).parent / "looks"
TILE = 8                                # pixels of a side
APART, MOST = 24, 0.004                 # of 255 by which a tile is another, and the part of all tiles that may be
WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 360, "height": 740}
FONT = base64.b64encode(Path(Roboto).read_bytes()).decode()
ONE_FONT = f"""@font-face {{font-family: Looked; src: url(data:font/ttf;base64,{FONT});}}
*, *::before, *::after {{font-family: Looked !important; transition: none !important; animation: none !important;}}"""


@pytest.fixture
def page(browser, url) -> Iterator[Page]:
    context = browser.new_context(locale="en-GB", timezone_id="UTC", viewport=WIDE, color_scheme="light", reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    context.add_cookies([{"name": "evergraph_person", "value": ANA, "url": url}])
    page = context.new_page()
    page.goto(url)
    expect(page.locator("#eg-who")).to_contain_text(ANA)
    expect(page.locator("#talk .example").last).to_be_visible()
    page.add_style_tag(content=ONE_FONT)
    page.evaluate("document.fonts.load('16px Looked')")
    yield page
    context.close()


def other_tiles(page: Page, name: str) -> float:
    """Which part of the page looks otherwise than on the picture. All of it where there is none; what is there now is kept, to be looked at."""
    page.evaluate("document.activeElement.blur()")
    page.mouse.move(0, 0)
    taken = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    tiles = taken.resize((taken.width // TILE, taken.height // TILE), Image.Resampling.BOX)
    file = FOLDER / f"{name}.png"
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        tiles.save(file)
        return 1.0
    apart = ImageChops.difference(tiles, Image.open(file).convert("RGB")).convert("L")
    return sum(apart.histogram()[APART:]) / (apart.width * apart.height)


def test_the_chat_looks_as_it_did(page):
    looks = {"welcome": other_tiles(page, "welcome")}
    hidden = page.add_style_tag(content="#eg-side {visibility: hidden;}")
    assert other_tiles(page, "welcome") > MOST          # what is gone is seen
    hidden.evaluate("tag => tag.remove()")
    page.get_by_label("Your question").fill("Deals by stage")
    page.keyboard.press("Enter")
    expect(page.locator("#talk .eg-option", has_text="by month")).to_be_visible()
    expect(page.locator("#eg-list [aria-current]")).to_be_visible()
    looks["answer"] = other_tiles(page, "answer")
    page.emulate_media(color_scheme="dark")
    expect(page.locator("body.dark")).to_be_attached()
    looks["answer-dark"] = other_tiles(page, "answer-dark")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(PHONE)
    expect(page.get_by_role("button", name="Hide the side")).to_be_hidden()
    page.locator("#talk .bubble-wrap").evaluate("talk => { talk.scrollTop = 0; }")
    looks["answer-phone"] = other_tiles(page, "answer-phone")
    assert {name: apart for name, apart in looks.items() if apart > MOST} == {}
