"""What every page of ours looks like: the head with the ways to the other pages, a main part, one style sheet (`look.css`), no script."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any

from ui.text.addresses import ENTITIES, LOOK, OPERATOR, PREFERENCES
from ui.text.labels import name_of
from ui.text.markup import Markup, Part, el, link
from ui.text.words import say, spoken

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy":
        "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "Referrer-Policy": "same-origin",       # a form of ours must say whose it is
    "Cache-Control": "no-store",
}
ALONE = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"     # for what brings its own style and loads nothing
_KNOTS = ((4, 11.5), (12, 11.5), (8, 4))
_WAYS = (("/", "Ask"), (PREFERENCES, "What Evergraph believes"), (ENTITIES, "People and things"))


def with_script(script: str) -> Mapping[str, str]:
    """The headers of a page that runs this script, which may ask us; and no other."""
    allowed = f"script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'; connect-src 'self'"
    return {**HEADERS, "Content-Security-Policy": f"{HEADERS['Content-Security-Policy']}; {allowed}"}


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks at a page."""

    email: str
    is_operator: bool = False


@cache
def look() -> str:
    """The style sheet that all pages share, the chat's too."""
    return resources.files(__package__).joinpath("look.css").read_text("utf-8")


def page(title: str, here: str, reader: Reader | None, *inside: Part, has_ways: bool = True) -> Markup:
    """A whole page. `here`: the address of the page among the ways, for it to be marked; `reader`: None where nobody is known.

    `has_ways`: whether the other pages can be gone to from here.
    """
    head = el("head", el("meta", charset="utf-8"), el("meta", name="viewport", content="width=device-width, initial-scale=1"),
              el("meta", name="color-scheme", content="light dark"), el("title", f"{title} · Evergraph"), el("link", rel="stylesheet", href=LOOK))
    body = el("body", link("#main", say("To the content"), class_="skip"), _head(here, reader, has_ways),
              el("main", el("h1", title), *inside, id="main", tabindex="-1"), class_="eg")
    return Markup("<!doctype html>" + el("html", head, body, lang=spoken()))


def name_mark() -> Markup:
    """The sign and the name of Evergraph, as they stand at the head of every page."""
    knots = [el("circle", cx=x, cy=y, r=1.6) for x, y in _KNOTS]
    drawn = el("svg", *knots, el("path", d="M5 10 7.3 5.4M11 10 8.7 5.4M5.8 11.5h4.4"), viewBox="0 0 16 16", aria_hidden="true")
    return link("/", el("span", drawn, class_="eg-mark"), "Evergraph", class_="brand")


def ways_of(is_operator: bool) -> tuple[tuple[str, str], ...]:
    """The pages that somebody can go to, each with its address and name; the chat first."""
    return (*_WAYS, (OPERATOR, "For operators")) if is_operator else _WAYS


def card(title: Part, *inside: Part, level: int = 2, **attributes: object) -> Markup:
    """A part of a page with a heading."""
    return el("section", el(f"h{level}", title), *inside, class_="card", **attributes)


def empty(said: Part, next_step: Part) -> Markup:
    """What stands where there is nothing: that there is nothing, and what to do."""
    return el("p", said, " ", el("span", next_step, class_="quiet"), class_="empty")


def notice(said: Part, *, is_wrong: bool = False) -> Markup:
    """What has just happened, or went wrong; read out by a screen reader."""
    return el("p", said, class_="notice wrong" if is_wrong else "notice", role="alert" if is_wrong else "status")


def table(names: Sequence[str], rows: Sequence[Sequence[Part]], caption: str) -> Markup:
    """A table; where it is wider than the screen it scrolls inside itself, by keyboard too. On a phone a cell of several columns is a line."""
    head = el("tr", *(el("th", name, scope="col") for name in names))
    body = [el("tr", *(el("td", cell, data_head=name or None) for name, cell in zip(names, row, strict=True))) for row in rows]
    whole = el("table", el("caption", caption), el("thead", head), el("tbody", body), class_="many" if len(names) > 2 else None)
    return el("div", whole, class_="wide", tabindex="0", role="region", aria_label=caption)


def problem_page(problem: Mapping[str, Any]) -> Markup:
    """Problem details (`ui.problems.as_shown`) as a page: what is wrong and what to do."""
    detail = notice(problem["detail"], is_wrong=True) if problem["detail"] != problem["title"] else None
    return page(str(problem["title"]).rstrip("."), "", None, detail, el("p", problem["next_step"]))


def _head(here: str, reader: Reader | None, has_ways: bool) -> Markup:
    """The name mark, the ways and who reads; where there is no room for them beside each other, a button opens the ways."""
    ways = ways_of(reader is not None and reader.is_operator) if has_ways else ()
    each = [el("li", link(to, say(name), aria_current="page" if to == here else None)) for to, name in ways]
    who = el("span", name_of(reader.email), class_="who", title=reader.email) if reader is not None else None
    if not each:
        return el("header", el("nav", name_mark(), aria_label=say("Pages")), who)
    label = say("Pages")
    opens = el("button", el("span", aria_hidden="true"), type="button", popovertarget="eg-pages", aria_label=label, title=label, class_="opens")
    all_of_it = el("ul", each, el("li", who) if who else None, id="eg-pages", popover="auto")
    return el("header", el("nav", name_mark(), opens, all_of_it, aria_label=label))
