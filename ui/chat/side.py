"""The side of the chat as HTML: conversations by day, what a search found, the ways to other pages, and who is signed in. Pure.

Titles and lines of conversations are text here, escaped by `ui.text.markup`. What its buttons do is in `page.js`.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from hashlib import blake2b
from itertools import islice

from memory.sessions import FoundLine, Session
from ui.pages.layout import ways_of
from ui.text.addresses import WHO
from ui.text.habits import USUAL, Habits
from ui.text.labels import initials, name_of
from ui.text.markup import Markup, Part, el, link
from ui.text.words import LANGUAGES, say, spoken

_BEFORE, _LONGEST = 30, 110             # letters of a line before what was found in it, and in all
_PINNED = "Pinned"                      # the part of the list that stays on top
_MOST = 50                              # conversations of the list
_IN_SIGHT = 24                          # letters of a title that the side has room for at least
_SHORTEST = 2                           # letters of a word that is marked


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks at the chat: their address, whether they are an operator, and whether they may be somebody else, in a demo."""

    email: str
    is_operator: bool = False
    is_demo: bool = False


def chats(listed: Sequence[Session], today: date, day_of: Callable[[datetime], date], habits: Habits = USUAL) -> Markup:
    """Those that are pinned, then folders by name, then the others under the day on which each was used last, in the order given.

    Several that begin alike say when they were used and what was asked in them last. `day_of`: the company's day of a moment.
    """
    pinned, days, folders = dict[str, list[Part]](), dict[str, list[Part]](), dict[str, list[Part]]()
    beginnings = Counter(map(_beginning, listed))
    for one in listed:
        line = " · ".join(filter(None, (habits.short(one.last), one.latest))) if beginnings[_beginning(one)] > 1 else None
        kept, day = (pinned, _PINNED) if one.pinned else (folders, one.folder) if one.folder else (days, _called(day_of(one.last), today))
        kept.setdefault(day, []).append(_row(one.id, one.title, line, kept=one))
    recent = list(islice(((day, row) for day, rows in days.items() for row in rows), _MOST))
    by_day = {day: [row for of, row in recent if of == day] for day, _ in recent}
    groups = [*_days(pinned), *(_folder(name, folders[name]) for name in sorted(folders, key=str.casefold)), *_days(by_day)]
    return el("div", *groups) if groups else el("p", say("Your conversations will stand here."), class_="quiet")


def hits(found: Sequence[FoundLine], titles: Mapping[str, str], words: str) -> Markup:
    """The conversations in which words were said or by which they are called, each with a line in which they stand."""
    lines = {hit.session: hit.text for hit in reversed(found) if hit.session in titles}
    named = [session for session, title in titles.items() if session not in lines and words.strip().lower() in title.lower()]
    marks = _pattern(words)
    rows = [_row(session, _marked(titles[session], marks), _marked(_near(lines.get(session, ""), marks), marks), called=titles[session])
            for session in [*reversed(lines), *named]]
    nothing = el("p", say("Nothing you said holds these words."), class_="quiet", role="status")
    return el("section", el("h2", say("Found")), el("ul", *rows)) if rows else nothing


def ways(reader: Reader | None, sign_in: str | None = None) -> Markup:
    """The ways to the other pages, the colours, and who is signed in. `sign_in`: where somebody whom nobody knows signs in."""
    pages = [el("li", link(to, el("span", say(name), class_="eg-label"), class_=f"eg-row eg-to{to.replace('/', '-')}"))
             for to, name in ways_of(reader is not None and reader.is_operator)[1:]]
    keys = el("li", el("button", el("span", say("Keyboard help"), class_="eg-label"), type="button", class_="eg-row eg-help", aria_haspopup="dialog"))
    theme = el("li", el("button", el("span", say("Colours: as the system"), class_="eg-label"), type="button", class_="eg-row eg-theme"))
    languages = [el("option", name, value=language, selected=language == spoken()) for language, name in LANGUAGES.items()]
    language = el("li", el("select", *languages, class_="eg-row eg-language", aria_label=say("Language")))
    who = _who(reader) if reader else link(sign_in or "", say("Sign in"), class_="eg-row")
    return el("div", el("nav", el("ul", *pages, theme, language, keys), aria_label=say("Pages")), who)


def _who(reader: Reader) -> Markup:
    shown = [el("span", initials(reader.email), class_="eg-face", aria_hidden="true"),
             el("span", name_of(reader.email), el("small", reader.email), class_="eg-label")]
    if not reader.is_demo:
        return el("div", *shown, class_="eg-row", id="eg-who")
    said = {"title": say("Be somebody else in this demo"), "aria_label": say("You are {email}. Be somebody else", email=reader.email)}
    return link(WHO, *shown, class_="eg-row", id="eg-who", **said)


def _days(rows_of: Mapping[str, Sequence[Part]]) -> list[Markup]:
    return [el("section", el("h2", say(day)), el("ul", *rows)) for day, rows in rows_of.items()]


def _folder(name: str, rows: Sequence[Part]) -> Markup:
    """A folder that can be closed; `ui/chat/page.js` remembers whether it is."""
    return el("section", el("details", el("summary", el("h2", name)), el("ul", *rows), open=True, data_folder=name), class_="eg-folder")


def _row(session: str, title: Part, line: Part = None, *, called: str | None = None, kept: Session | None = None) -> Markup:
    """The way to a conversation, and to what can be done with it. `kept`: how it is kept, of one in the list.

    Gradio draws a list anew over the elements that have the same tag. One that a hand is about to press must not become another
    conversation's: so the tag around the buttons is the conversation's own.
    """
    name = called or title
    opener = el("button", el("span", title, class_="eg-label"), el("small", line) if line else None, type="button", class_="eg-row",
                data_do="open", data_session=session, data_title=name)
    how: dict[str, Part] = {"data_folder": kept.folder, "data_pinned": str(kept.pinned).lower()} if kept else {}
    more = el("button", type="button", class_="eg-act eg-menu", data_do="menu", data_session=session, data_title=name, popovertarget="eg-menu",
              aria_haspopup="menu", aria_label=say("More: {title}", title=name), title=say("More"), **how)
    return el("li", el(f"eg-{blake2b(session.encode(), digest_size=8).hexdigest()}", opener, more, class_="eg-own"))


def _beginning(one: Session) -> str:
    return one.title[:_IN_SIGHT].casefold()


def _called(day: date, today: date) -> str:
    return "Today" if day >= today else "Yesterday" if day == today - timedelta(days=1) else "Earlier"


def _pattern(words: str) -> re.Pattern[str] | None:
    wanted = sorted({word for word in words.split() if len(word) >= _SHORTEST}, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, wanted)), re.IGNORECASE) if wanted else None


def _near(line: str, marks: re.Pattern[str] | None) -> str:
    """The part of a line around the first word that was looked for."""
    plain = " ".join(line.split())
    first = marks.search(plain) if marks else None
    start = max(0, first.start() - _BEFORE) if first else 0
    return ("…" if start else "") + plain[start : start + _LONGEST] + ("…" if len(plain) > start + _LONGEST else "")


def _marked(words: str, marks: re.Pattern[str] | None) -> list[Part]:
    parts: list[Part] = []
    place = 0
    for found in marks.finditer(words) if marks else ():
        parts += [words[place : found.start()], el("mark", found[0])]
        place = found.end()
    return [*parts, words[place:]]
