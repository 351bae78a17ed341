"""How the chat's page loads, with the server warm: `evergraph demo` in one terminal, `python -m benchmarks.page URL` in another.

    python -m benchmarks.page URL [--person EMAIL] [--loads 5]

A browser that kept nothing opens the page at the three widths of the tests. Of each load: when something was first painted; how long after that
the page could be used (the question box takes words, and the server has told who is signed in); by how much things moved that were painted already
(layout shift, as browsers count it). Prints a line for each width, against the aims; the last line is one JSON object. The load
before these, which warms the server, does not count.
"""

import argparse
import json
import shutil
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from playwright.sync_api import Browser, sync_playwright

from ingest.demo import DEMO_PERSON

SIZES = ((1440, 900), (768, 900), (360, 740))
MOST_SHIFT, MOST_SECONDS = 0.1, 1.0     # the aims
PATIENCE = 60_000                       # milliseconds: the first load after a start
SETTLED = 1_000                         # milliseconds after which nothing moves any more
WATCH = """window.seen = {shift: 0, usable: null};
new PerformanceObserver((list) => list.getEntries().forEach((one) => { if (!one.hadRecentInput) seen.shift += one.value; }))
  .observe({type: "layout-shift", buffered: true});
const isUsable = () => document.querySelector("#eg-box textarea:not([disabled])") && document.querySelector("#eg-who");
new MutationObserver(() => { if (seen.usable === null && isUsable()) seen.usable = performance.now(); })
  .observe(document, {childList: true, subtree: true});"""
SEEN = """() => [performance.getEntriesByName("first-contentful-paint")[0].startTime, seen.usable, seen.shift]"""


@dataclass(frozen=True, slots=True)
class Load:
    """One load: seconds until the first paint, seconds from there until it could be used, layout shift."""

    painted: float
    usable: float
    shift: float


def main() -> None:
    """The command at the head of this file."""
    parser = argparse.ArgumentParser(description="How the chat's page loads.")
    parser.add_argument("url")
    parser.add_argument("--person", default=DEMO_PERSON, help="who is signed in")
    parser.add_argument("--loads", type=int, default=5, help="at each width")
    given = parser.parse_args()
    found = next(path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name)))
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        loaded(chromium, given.url, given.person, SIZES[0])
        loads = {size: [loaded(chromium, given.url, given.person, size) for _ in range(given.loads)] for size in SIZES}
        chromium.close()
    print(f"{'width':>5}  {'first paint':>11}  {'usable after':>12}  {'worst':>6}  {'worst shift':>11}")
    for (width, _), some in loads.items():
        told = worst(some)
        print(f"{width:>5}  {median(some, 'painted'):>9.2f} s  {median(some, 'usable'):>10.2f} s  {told.usable:>4.2f} s  {told.shift:>11.3f}")
    every = worst([load for some in loads.values() for load in some])
    print(f"aims: usable {MOST_SECONDS} s after the first paint, shift {MOST_SHIFT}")
    print(json.dumps({"loads": {width: [asdict(load) for load in some] for (width, _), some in loads.items()}, "worst": asdict(every)}))


def loaded(chromium: Browser, url: str, person: str, size: tuple[int, int]) -> Load:
    """One load in a context that kept nothing of those before."""
    context = chromium.new_context(viewport={"width": size[0], "height": size[1]})
    context.set_default_timeout(PATIENCE)
    context.add_cookies([{"name": "evergraph_person", "value": person, "url": url}])
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(url)
    page.wait_for_function("() => seen.usable !== null")
    page.wait_for_timeout(SETTLED)
    painted, usable, shift = page.evaluate(SEEN)
    context.close()
    return Load(round(painted / 1000, 3), round(max(0.0, usable - painted) / 1000, 3), round(shift, 4))


def worst(loads: Sequence[Load]) -> Load:
    """The worst of each figure."""
    return Load(max(one.painted for one in loads), max(one.usable for one in loads), max(one.shift for one in loads))


def median(loads: Sequence[Load], figure: str) -> float:
    """The middle one of a figure."""
    return float(statistics.median(getattr(load, figure) for load in loads))


if __name__ == "__main__":
    main()
