"""What stands around the words of an answer, as HTML: its table and its chart, and one line of chips that open what it rests on. Pure.

Every word of a record is text here: all markup is made by `ui.text.markup`, which escapes what it is given.
"""

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from urllib.parse import urlencode

from agent.answer import REQUEST, image_of, refused_of
from agent.phrasing.figures import in_cell, is_currency, is_figure
from ui.answers.cells import in_peoples_words
from ui.answers.charts import chart_of, form_of, is_in_words, picture
from ui.answers.deeds import Place, tools_of
from ui.answers.tables import head_of
from ui.text.addresses import RIGHTS
from ui.text.habits import USUAL, Habits, is_month, time_of
from ui.text.labels import has_page, kind_said, more_records
from ui.text.markup import Markup, Part, el, link, path
from ui.text.words import say

MOST_ROWS = 100                         # of a table that a page shows; all of them are in its file
TABLE = re.compile(r"(?:^ *\|.*(?:\n|\Z))+", re.MULTILINE)        # a table in Markdown
_KEY = re.compile(r"[\w.]{1,8}-[\w.]{1,8}")                      # the key of a ticket or an invoice: it is not broken
_SHORT = 12                             # letters of a cell that is not broken either
WHY = "Why may I not see this?"
_OPERATOR = "operator"                   # the role that may look at the rules
_HAS_MORE = 12                          # from so many on, it is worth a button
_CURRENCY = "currency"                  # the column that says it row by row
_SOME_CURRENCY = "EUR"                  # all are written alike
_GROUPED = 10_000                       # from here on figures are grouped: a year is not
_MARK = {"target": "_blank", "rel": "noopener noreferrer"}
_FILES = (("CSV", "table.csv"), ("Excel", "table.xlsx"))        # what a table can be had as: what the chip says, the file


def card_of(answer: Mapping[str, Any], name: str, habits: Habits = USUAL) -> Markup | None:
    """The table and the chart of an answer (as JSON), each behind a tab where there are both; None where its text says it all.

    `name`: tells its parts from those of other answers. `habits`: of whoever reads it.
    """
    chart, result = chart_of(answer), answer.get("result")
    drawn = picture(chart, habits) if chart is not None else None
    is_told = TABLE.search(_text_of(answer)) is not None and not is_in_text(answer)
    table = _table(result, habits) if result and not is_told and (drawn or is_in_text(answer) or _is_worth_a_table(answer, result)) else None
    parts = {"Table": table, "Chart": drawn}
    found = [(label, part) for label, part in parts.items() if part is not None]
    if len(found) == 2:
        return _tabs(name, found, "Chart" if form_of(answer) == "chart" else "Table")
    return el("div", *(part for _, part in found), class_="eg-card") if found else None


def is_in_text(answer: Mapping[str, Any]) -> bool:
    """Is the one table in the text of an answer that of its result? Then it is drawn as the card, which can be sorted and scrolled, and not twice."""
    told: list[str] = TABLE.findall(_text_of(answer))
    result = answer.get("result")
    if len(told) != 1 or not result:
        return False
    return told[0].partition("\n")[0].strip(" |").count(" | ") + 1 == len(result["columns"])


def plain_table(answer: Mapping[str, Any], habits: Habits = USUAL) -> Markup | None:
    """The table of an answer (as JSON) for a page without scripts; None for a single figure, which the text tells."""
    result = in_peoples_words(answer).get("result")
    if not result or len(result["rows"]) * len(result["columns"]) < 2:
        return None
    return el("div", _rows_of(result, habits), *_cut(min(len(result["rows"]), MOST_ROWS), len(result["rows"])))


def _rows_of(result: Mapping[str, Any], habits: Habits) -> Markup:
    rows = result["rows"][:MOST_ROWS]
    has_currency = any(column["name"] == _CURRENCY for column in result["columns"])
    shapes = [_Shape.of(column, [row[place] for row in rows], habits, has_currency) for place, column in enumerate(result["columns"])]
    head = el("thead", el("tr", *(el("th", shape.title, scope="col", class_=shape.style) for shape in shapes)))
    body = el("tbody", *(el("tr", *(shape.cell(value) for shape, value in zip(shapes, row, strict=True))) for row in rows))
    return el("div", el("table", head, body), class_="wide", tabindex="0", role="region", aria_label=say("Table of this answer"))


def _table(result: Mapping[str, Any], habits: Habits) -> Markup:
    rows, whole = result["rows"][:MOST_ROWS], _rows_of(result, habits)
    look = _filter() if len(rows) > _HAS_MORE else None
    return el("div", look, whole, *_rest(len(rows), len(result["rows"])), class_="eg-short" if len(rows) > _HAS_MORE else None)


def _filter() -> Markup:
    label = say("Filter these rows")
    return el("input", type="search", class_="eg-filter", aria_label=label, placeholder=label, autocomplete="off")


def _tabs(name: str, parts: Sequence[tuple[str, Markup]], first: str) -> Markup:
    """Parts of which one is shown at a time; `ui/chat/page.js` changes which, by a press and by the arrow keys."""
    def ids(label: str) -> tuple[str, str]:
        return f"tab-{label}-{name}", f"panel-{label}-{name}"

    tabs = [el("button", say(label), type="button", role="tab", id=ids(label)[0], aria_controls=ids(label)[1],
               aria_selected=str(label == first).lower(),
               tabindex="0" if label == first else "-1") for label, _ in parts]
    panels = [el("div", part, role="tabpanel", id=ids(label)[1], aria_labelledby=ids(label)[0], hidden=label != first) for label, part in parts]
    return el("div", el("div", *tabs, role="tablist", aria_label=say("Table or chart"), class_="eg-tabs"), *panels, class_="eg-card")


def chips_of(answer: Mapping[str, Any], place: Place | None = None, habits: Habits = USUAL) -> Markup | None:
    """The line below an answer: why it was refused, its sources, their age, its table as a file, how it was understood.

    The last is as long as a sentence: where it does not fit it takes a line of its own, and what is short stays together; then what is done with
    the answer. `place`: where more of it can be had.
    """
    name = place.turn if place else "now"
    chips = [*_refused(answer, name), *_sources(answer, place, name, habits), *_age(answer, name, habits), *_files(answer, place)]
    chips += _understood(answer, name)
    rests = el("div", *chips, class_="eg-rests") if any(chip is not None for chip in chips) else None
    parts = [part for part in (rests, tools_of(place)) if part is not None]
    return el("div", *parts, class_="eg-chips") if parts else None


@dataclass(frozen=True, slots=True)
class _Shape:
    """How the cells of a column look."""

    name: str
    title: str
    unit: str
    is_figure: bool
    is_grouped: bool
    habits: Habits

    @classmethod
    def of(cls, column: Mapping[str, Any], values: Sequence[Any], habits: Habits, has_currency: bool) -> "_Shape":
        """`has_currency`: the currency of each row stands in a column of its own."""
        unit = str(column.get("unit") or "")
        figures = [value for value in values if value is not None]
        is_figure = bool(figures) and all(isinstance(value, int | float) and not isinstance(value, bool) for value in figures)
        is_money = is_figure and (is_currency(unit) or (has_currency and not unit and any(value % 1 for value in figures)))
        written_as = unit or (_SOME_CURRENCY if is_money else "")
        is_grouped = is_money or (is_figure and any(abs(value) >= _GROUPED for value in figures))
        return cls(str(column["name"]), head_of(column), written_as, is_figure, is_grouped, habits)

    @property
    def style(self) -> str | None:
        return "n" if self.is_figure else None

    def cell(self, value: Any) -> Markup:
        if value is None:
            return el("td")
        if self.is_figure:
            return el("td", self._figure(value), class_="n", data_sort=str(value))
        time = time_of(value)
        if time is not None:
            return el("td", _told(time, self.habits), data_sort=value)
        if is_month(value, self.name):
            return el("td", self.habits.month(value, self.name), class_="k", data_sort=value)
        return el("td", str(value), class_="k" if len(str(value)) <= _SHORT or _KEY.fullmatch(str(value)) else None)

    def _figure(self, value: float) -> str:
        return self.habits.figure(value, self.unit, is_grouped=self.is_grouped, has_cents=is_currency(self.unit))


def _text_of(answer: Mapping[str, Any]) -> str:
    return str(answer.get("text") or "")


def _is_worth_a_table(answer: Mapping[str, Any], result: Mapping[str, Any]) -> bool:
    form, text = form_of(answer), _text_of(answer)
    if is_in_words(answer) or len(result["rows"]) * len(result["columns"]) < 2:
        return False
    is_told = len(result["columns"]) == 1 and form != "table" and all(str(row[0]) in text for row in result["rows"])
    return not (is_told or (form != "table" and _is_one_each(result, text)))          # the text has told them all


def _is_one_each(result: Mapping[str, Any], text: str) -> bool:
    """Is it one row, or one of each of several requests, whose cells all stand out in the text?"""
    columns, rows = result["columns"], result["rows"]
    if columns[0]["name"] == REQUEST and len({row[0] for row in rows}) == len(rows):
        columns, rows = columns[1:], [row[1:] for row in rows]
    elif len(rows) > 1:
        return False
    told = html.unescape(text)
    return all(_stands_out(cell, column, _currency_of(columns, row), told) for row in rows for cell, column in zip(row, columns, strict=True)
               if cell is not None)


def _currency_of(columns: Sequence[Mapping[str, Any]], row: Sequence[Any]) -> str | None:
    """What the amounts of a row are in, where a column says it."""
    return next((str(cell) for column, cell in zip(columns, row, strict=True) if column["name"] == _CURRENCY and cell), None)


def _stands_out(cell: Any, column: Mapping[str, Any], currency: str | None, text: str) -> bool:
    """Is it in bold, alone or with its unit, or does a line of its own tell it behind its name?"""
    told = re.escape(_written(cell, str(column.get("unit") or "") or currency))
    in_bold, in_line = rf"\*\*(?:[\d.,-]+ )?{told}(?: [^*\d]+)?\*\*", rf"^- {re.escape(str(column['name']))}: {told}(?: [^\d\n]+)?$"
    return re.search(f"{in_bold}|{in_line}", text, re.MULTILINE) is not None


def _written(cell: Any, unit: str | None) -> str:
    """The cell as the text of an answer has it."""
    time = time_of(cell)
    if time is not None:
        return f"{time:%Y-%m-%d %H:%M}" if isinstance(time, datetime) else time.isoformat()
    if is_figure(cell):
        return in_cell(cell, unit)
    return ("yes" if cell else "no") if isinstance(cell, bool) else " ".join(str(cell).split())


def _rest(shown: int, count: int) -> list[Markup]:
    more = el("button", say("Show all {count} rows", count=shown), type="button", class_="eg-more") if shown > _HAS_MORE else None
    words = say("The first {shown} of {count} rows; the file has all.", shown=MOST_ROWS, count=count)
    told = el("p", words, class_="quiet") if count > shown else None
    return [part for part in (more, told) if part is not None]


def _cut(shown: int, count: int) -> list[Markup]:
    return [el("p", say("The first {shown} of {count} rows.", shown=shown, count=count), class_="quiet")] if count > shown else []


def _refused(answer: Mapping[str, Any], name: str) -> list[Part]:
    """Of what the person may not see: what kinds of data it needed, who may see such, whom to ask; for an operator the way to the rules."""
    needed = refused_of(answer)
    if not needed:
        return []
    told = el("p", say("This is the rule for all data of the kind. It does not say whether there is any."), class_="quiet")
    return [_opener(f"why-{name}", say(WHY)), _drawer(f"why-{name}", say(WHY), *map(_kept, needed), told)]


def _kept(refused: Mapping[str, Any]) -> Markup:
    """A kind of data that is kept to some."""
    about, roles = say(str(refused["about"])), refused["roles"]
    role = next((role for role in roles if role != _OPERATOR), _OPERATOR)
    rules = el("p", link(f"{RIGHTS}?{urlencode({'role': role, 'kind': refused['kind']})}", say("The rules for it, and for each role"), **_MARK))
    listed = el("ul", *(el("li", say(who)) for who in refused["open_to"]))
    return el("section", el("h3", f"{about[:1].upper()}{about[1:]}"), el("p", say("Who may see it:")), listed,
              el("p", say("Ask {whom}.", whom=say(str(refused["ask"])))),
              rules if _OPERATOR in roles else None)


def _sources(answer: Mapping[str, Any], place: Place | None, name: str, habits: Habits) -> list[Part]:
    references = answer.get("references") or ()
    if not references:
        return []
    count = sum(int(each.get("count", 1)) for each in references)
    title = say("1 source") if count == 1 else say("{count} sources", count=habits.figure(count))
    ages = {_age_of(each) for each in references if "count" not in each}
    aged = habits if len(ages) > 1 else None
    listed = el("ol", *(_source(each, number, aged, has_pages=place is not None) for number, each in enumerate(references, 1)))
    told = el("p", as_of(answer, habits)) if len(ages) == 1 else None
    every = el("button", say("Show all {sources}", sources=title), type="button", class_="eg-chip eg-every", hidden=True)
    return [_opener(f"sources-{name}", el("strong", title)), _drawer(f"sources-{name}", title, told, listed, every, *_connected(references, place))]


def _source(reference: Mapping[str, Any], number: int, habits: Habits | None, *, has_pages: bool) -> Markup:
    """A line of the sources; by its number the text of the answer leads to it. `habits`: of whoever reads its age; None where all are of one age."""
    if "count" in reference:
        return el("li", more_records(reference["count"]), value=number, data_cite="more")
    named = str(reference.get("name") or reference["id"])
    age = _age_of(reference)
    aged = (", ", *_dated("as of {time}", _spoken(age, habits))) if age and habits else ()
    told: list[Part] = [kind_said(reference["category"], reference["model"]), *aged]
    page = path("entities", reference["category"], reference["model"].rpartition("/")[2], reference["id"])
    about = [" · ", link(page, say("about it"), **_MARK)] if has_pages and has_page(reference["model"]) else []
    shown = link(str(reference.get("url") or ""), named, **_MARK) if reference.get("url") else named
    return el("li", shown, el("span", told, about, class_="quiet"), value=number, data_cite=str(number), data_called=named, tabindex="-1")


def _connected(references: Sequence[Mapping[str, Any]], place: Place | None) -> list[Markup]:
    """The way to what the answer rests on, in words and as a drawing, which is loaded when somebody opens it."""
    if place is None:
        return []
    words = el("p", link(place.page, say("What this answer rests on"), **_MARK))
    if not any("count" not in each and has_page(each["model"]) for each in references):
        return [words]
    picture = el("img", src=place.picture, loading="lazy", alt=say("Drawing of the records behind this answer; the page tells it in words"))
    return [words, el("details", el("summary", say("How these are connected")), picture)]


def as_of(answer: Mapping[str, Any], habits: Habits) -> Markup | None:
    """The age of the oldest of what was read, in full; None where nothing was."""
    oldest = _oldest(answer)
    return el("span", *_dated("As of {time}", _spoken(oldest, habits)), class_="quiet") if oldest else None


def _age(answer: Mapping[str, Any], name: str, habits: Habits) -> list[Part]:
    """The same in short, as a chip that opens the sources. What it is in full is told where somebody waits over it, and once its day is over."""
    oldest = _oldest(answer)
    if oldest is None:
        return []
    time = time_of(oldest)
    short, full = (habits.short(time), _in_full(time, habits)) if time is not None else (oldest, oldest)
    told = _dated("As of {time}", el("time", short, datetime=oldest))
    return [_opener(f"sources-{name}", *told, style="eg-chip eg-age", title=say("As of {time}", time=full))]


def _oldest(answer: Mapping[str, Any]) -> str | None:
    ages = [_age_of(each) for each in answer.get("references") or () if "count" not in each]
    return min((age for age in ages if age), default=None)


def _age_of(reference: Mapping[str, Any]) -> str:
    """When what it says was known to hold, in ISO text; "" where that is not said."""
    return str(reference.get("data_as_of") or reference.get("fetched_at") or "")


def _understood(answer: Mapping[str, Any], name: str) -> list[Part]:
    understood = str(answer.get("understood_as") or "")
    if not understood:
        return []
    told = [el("p", understood), el("p", say("Not what you meant? Say it in other words below."), class_="quiet")]
    chip = _opener(f"read-{name}", say("Understood as: {reading}", reading=understood), style="eg-chip eg-read")
    return [chip, _drawer(f"read-{name}", say("Understood as"), *told)]


def _files(answer: Mapping[str, Any], place: Place | None) -> list[Part]:
    if place is None or len((answer.get("result") or {}).get("rows") or ()) < 2:
        return []
    files: list[Part] = [link(place.file(file), said, class_="eg-chip", aria_label=say("Table as {form}", form=said)) for said, file in _FILES]
    chart = link(place.file("chart.png"), "PNG", class_="eg-chip", aria_label=say("Chart as {form}", form="PNG")) if image_of(answer) else None
    return [*files, chart] if chart is not None else files


def _opener(opens: str, *inside: Part, style: str = "eg-chip", **more: object) -> Markup:
    return el("button", *inside, type="button", class_=style, popovertarget=opens, **more)


def _drawer(name: str, title: str, *inside: Part) -> Markup:
    """A part that is opened by its button and closed by another, by Escape, or by a press beside it."""
    close = el("button", say("Close"), type="button", class_="eg-chip", popovertarget=name, popovertargetaction="hide")
    return el("div", el("div", el("h2", title), close, class_="eg-drawer-head"), *inside, id=name, popover="auto", role="dialog", aria_label=title,
              class_="eg-drawer")


def _told(time: date, habits: Habits) -> Markup:
    return el("time", _in_full(time, habits), datetime=time.isoformat())


def _in_full(time: date, habits: Habits) -> str:
    return habits.moment(time, is_written=True) if isinstance(time, datetime) else habits.day(time)


def _dated(words: str, time: Part) -> list[Part]:
    """Words around a time, at the place in braces."""
    before, _, after = say(words).partition("{time}")
    return [before, time, after]


def _spoken(text: str, habits: Habits) -> Part:
    """A time in ISO text as the person reads it."""
    time = time_of(text)
    return _told(time, habits) if time is not None else text
