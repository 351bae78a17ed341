"""The pages for operators: syncs with what is parked, and records that may be one. With what all of these pages share. Pure.

One script draws syncs anew while some are under way, and copies the password of Neo4j Browser where that is offered. The password is in no
page: it is fetched when the button is pressed.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from kg.match.score import Reason, read_reason
from kg.rows import merge_id_of, model_of
from ui.actions.operations import MOST_READ, Pair, Side
from ui.pages.forms import field
from ui.pages.layout import Reader, card, empty, notice, page, table, with_script
from ui.text.addresses import ENTITIES, OPERATOR, RIGHTS
from ui.text.habits import USUAL, Habits
from ui.text.labels import app_of, has_page, kind_said
from ui.text.markup import Markup, Part, el, link, path
from ui.text.words import say

JOINS, SETTINGS, READINGS, CONNECTIONS, USAGE = (f"{OPERATOR}/{name}" for name in ("joins", "settings", "readings", "connections", "usage"))
_WAYS = ((OPERATOR, "Syncs"), (JOINS, "Duplicates"), (SETTINGS, "Settings"), (READINGS, "Readings"), (RIGHTS, "Who sees what"),
         (CONNECTIONS, "Connections"), (USAGE, "Usage"))
_URGENT = ("given up", "waiting", "under way", "not begun", "done")      # as they are listed
_GOES_ON = ("waiting", "under way", "not begun")                         # what is otherwise soon
_SHOWN_OPEN, _MOST_PAIRS = 12, 50       # pairs that are settled: more are folded; and what a page shows
_SPANS = ((86_400, "d"), (3_600, "h"), (60, "min"), (1, "s"))
_NO_NAME = "(not shown)"
_BROWSER = "The whole graph, with a guide. Sign in once with the password; the Browser keeps it."
BROWSER_PASSWORD = f"{OPERATOR}/graph/password"
_SCRIPT = """document.querySelector("[data-copies]")?.addEventListener("click", async ({currentTarget: button}) => {
  const answer = await fetch(button.dataset.copies, {method: "POST"});
  const told = button.nextElementSibling;
  try {
    if (!answer.ok) throw new Error(answer.statusText);
    await navigator.clipboard.writeText(await answer.text());
    told.textContent = button.dataset.copied;
  } catch { told.textContent = button.dataset.failed; }
});
const far = () => document.getElementById("far"), isOpen = ({dataset}) => dataset.app;
async function follow() {
  try {
    const answer = await fetch(location.pathname), anew = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("far");
    if (answer.ok && anew && anew.innerHTML !== far().dataset.drawn) {
      const open = [...far().querySelectorAll("details[open]")].map(isOpen), drawn = anew.innerHTML;
      anew.querySelectorAll("details").forEach((each) => { each.open = open.includes(isOpen(each)); });
      if (!far().contains(document.activeElement)) far().replaceWith(anew);
      far().dataset.drawn = drawn;
    }
  } catch { /* tried again */ }
  goOn();
}
const goOn = () => { if (far()?.hasAttribute("data-goes-on")) setTimeout(document.hidden ? goOn : follow, 3000); };
goOn();"""
HEADERS = with_script(_SCRIPT)
EVERYTHING = "everything"
DONE: Mapping[str, str] = {             # by the address's `done`: what has just happened
    "delta": "The workers read what changed.", "full": "The workers read every record.", "rerun": "A worker tries it again.",
    "same": "Noted: they are the same.", "different": "Noted: they are never joined.", "undo": "Taken back.",
    "applied": "Applied. It holds from the next question on.", "undone": "Taken back. It holds from the next question on.",
    "linked": "Linked. The workers read its records now.", "unlinked": "Let go. Its records and joins go from the graph.",
    "person": "You look as somebody else now.", "written": "Written. It holds from the next question on.",
    "taken-in": "Taken in. They hold from the next question on.", "reading-approved": "Approved. It holds for everybody from the next question on.",
    "reading-revoked": "Taken back. Nobody's words are read so any more, but of who confirmed it.",
}


@dataclass(frozen=True, slots=True)
class OperatorView:
    """Who works at an operator's page, and how it tells times. `others`: whom one may look as instead, in a demo."""

    reader: Reader
    day: Callable[[datetime], datetime]         # a moment in the company's own zone
    others: Sequence[str] = ()
    browser: str | None = None                  # where Neo4j Browser is, where it is offered
    habits: Habits = USUAL                      # how they read days and figures
    company: str = ""                           # what the company is called

    def at(self, moment: str | datetime | None) -> str:
        """A moment as people read it; empty for none."""
        return replace(self.habits, zone=None).moment(self.day(datetime.fromisoformat(str(moment)))) if moment else ""

    def span(self, seconds: float) -> str:
        """How long something is, in its largest unit: "6.5 h"."""
        size, unit = next((each for each in _SPANS if seconds >= each[0]), _SPANS[-1])
        return f"{self.habits.figure(round(seconds / size, 1 if size > 1 and seconds < 10 * size else 0))} {unit}"


@dataclass(frozen=True, slots=True)
class PageNotice:
    """Above a page: what has just happened (a key of DONE), or what went wrong."""

    done: str = ""
    wrong: str = ""


def operator_page(title: str, here: str, view: OperatorView, said: PageNotice, *inside: Part) -> Markup:
    """A page for operators, with the ways to the others."""
    pages = [el("li", link(to, say(name), aria_current="page" if to == here else None)) for to, name in _WAYS]
    browser = el("p", *_browser(view.browser)) if view.browser else None
    ways = el("nav", el("ul", *pages), aria_label=say("Pages for operators"), class_="ways")
    told = notice(say(DONE[said.done])) if said.done in DONE else None
    return page(title, OPERATOR, view.reader, ways, told, notice(said.wrong, is_wrong=True) if said.wrong else None, *inside, browser, whoever(view),
                el("script", Markup(_SCRIPT)))


def _browser(address: str) -> Sequence[Part]:
    """The way to Neo4j Browser, and what copies its password and says whether that was done."""
    copies = el("button", say("Copy its password"), type="button", class_="small", data_copies=BROWSER_PASSWORD, data_copied=say("Copied"),
                data_failed=say("Not copied: `evergraph graph` shows it"))
    way = link(address, "Neo4j Browser", target="_blank", rel="noreferrer", title=say(_BROWSER))
    return way, " ", copies, el("span", role="status", class_="quiet")


def whoever(view: OperatorView) -> Markup | None:
    """In a demo: whom of the operators one looks as."""
    if not view.others:
        return None
    options = [el("option", email, value=email, selected=email == view.reader.email) for email in view.others]
    return el("form", el("label", say("You are (in this demo)"), el("select", *options, name="email")), button(say("Change")), method="post",
              action=f"{OPERATOR}/person", class_="row")


def button(name: str, *, of: str = "", style: str | None = None) -> Markup:
    """A button of a form; `of`: what it is about, for whoever hears the page."""
    return el("button", name, type="submit", class_=style, aria_label=f"{name}: {of}" if of else None)


def hidden(**values: str) -> list[Markup]:
    """Fields of a form that nobody sees."""
    return [el("input", type="hidden", name=name, value=value) for name, value in values.items()]


# ---------------------------------------------------------------- syncs


def syncs_page(view: OperatorView, overview: Mapping[str, Any], said: PageNotice) -> Markup:
    """How far the syncs are, what wants attention first; and what no worker could work off."""
    parts = sorted(overview["parts"], key=lambda part: (_URGENT.index(part["state"]), bool(not part["error"]), part["model"], part["integration"]))
    troubled = [part for part in parts if part["state"] != "done" or part["error"]]
    apps: dict[str, list[Mapping[str, Any]]] = {}
    for part in sorted((part for part in parts if part not in troubled), key=_app):
        apps.setdefault(_app(part), []).append(part)
    none = empty(say("No app is connected."), link(CONNECTIONS, say("Link one.")))
    told = [_parts(view, troubled, say("Not done"))] if troubled else []
    told += [_done(view, app, done) for app, done in apps.items()]
    goes_on = any(part["state"] in _GOES_ON for part in parts)
    drawn = el("div", el("p", summary(view, overview)), *(told or [none]), id="far", data_goes_on=goes_on)
    far = card(say("How far the syncs are"), drawn, _sync_form(parts), id="syncs")
    return operator_page(say("Syncs"), OPERATOR, view, said, far, _parked(view, overview["parked"]))


def summary(view: OperatorView, overview: Mapping[str, Any]) -> str:
    """One sentence on everything."""
    states = [part["state"] for part in overview["parts"]]
    counts = ", ".join(f"{states.count(state)} {say(state)}" for state in _URGENT if state in states) or say("nothing is connected")
    lags = [part["lag_seconds"] for part in overview["parts"] if part["lag_seconds"] is not None]
    oldest = " " + say("The oldest copy is {span} old.", span=view.span(max(lags))) if lags else ""
    return f"{view.company or overview['tenant']}, {view.at(overview['at'])}: {counts}.{oldest}"


def _done(view: OperatorView, app: str, parts: Sequence[Mapping[str, Any]]) -> Markup:
    """What is done of an app in one line; its parts are there for whoever opens it."""
    rows, lags = sum(part["rows"] for part in parts), [part["lag_seconds"] for part in parts if part["lag_seconds"] is not None]
    age = ", " + say("{span} old", span=view.span(max(lags))) if lags else ""
    kinds = say("1 kind of record") if len(parts) == 1 else say("{count} kinds of records", count=len(parts))
    read = say("1 row") if rows == 1 else say("{count} rows", count=view.habits.figure(rows))
    told = say("{app}: {kinds} done, {rows} by the last runs", app=app, kinds=kinds, rows=read) + age
    return el("details", el("summary", told), _parts(view, parts, app), data_app=app)


def _parts(view: OperatorView, parts: Sequence[Mapping[str, Any]], caption: str) -> Markup:
    names = [say(name) for name in ("What", "State", "Rows", "Behind by", "Last complete run", "Waited")]
    return table(names, [_part(view, part) for part in parts], caption)


def _app(part: Mapping[str, Any]) -> str:
    category = say(app_of(part["model"].partition("/")[0]))
    return f"{part['integration'] or category} ({category})"


def _part(view: OperatorView, part: Mapping[str, Any]) -> tuple[Part, ...]:
    what = f"{_app(part)}: {part['model'].rpartition('/')[2]}"
    until = " " + say("until {moment}", moment=view.at(part["waits_until"])) if part["waits_until"] else ""
    state = f"{say(part['state'])}{until}" + (f": {part['error']}" if part["error"] else "")
    lag = view.span(part["lag_seconds"]) if part["lag_seconds"] is not None else ""
    waited = view.span(part["waited_seconds"]) if part["waited_seconds"] else ""
    return what, state, part["rows"], lag, view.at(part["complete_at"]) or say("never"), waited


def _sync_form(parts: Sequence[Mapping[str, Any]]) -> Markup | None:
    if not parts:
        return None
    apps = sorted({(_app(part), part["linked_account"]) for part in parts})
    options = [el("option", say("Everything"), value=EVERYTHING), *(el("option", name, value=account) for name, account in apps)]
    modes = (("delta", say("Sync now"), "main"), ("full", say("Read all anew"), None))
    return el("form", field(say("What to sync"), el("select", *options, name="account")),
              *(el("button", name, type="submit", name="mode", value=mode, class_=style) for mode, name, style in modes),
              method="post", action=f"{OPERATOR}/sync", class_="row")


def _parked(view: OperatorView, messages: Sequence[Mapping[str, Any]]) -> Markup:
    if not messages:
        nothing = empty(say("Nothing is parked."), say("Messages that no worker could work off would wait here, with the reason."))
        return card(say("Parked messages"), nothing, id="parked")
    rows = [(view.at(one["at"]), f"{one['task'] or say('unreadable')} {one['about']}", one["reason"], _rerun(one)) for one in messages]
    title, names = say("Parked messages"), [say(name) for name in ("Since", "What", "Why", "Again")]
    return card(title, table(names, rows, title), id="parked")


def _rerun(message: Mapping[str, Any]) -> Part:
    if not message["can_run"]:
        return say("cannot be run")
    return el("form", button(say("Run it again"), of=f"{message['task']} {message['about']}"), method="post",
              action=path("operator", "parked", message["id"], "rerun"))


# ---------------------------------------------------------------- joins


def joins_page(view: OperatorView, pairs: Sequence[Pair], said: PageNotice, number: int = 1) -> Markup:
    """Pairs to look at with their evidence side by side, then those that are settled and can be taken back, of which `number` is the page."""
    waiting, settled = [p for p in pairs if p.state == "open"], [p for p in pairs if p.state != "open"]
    nothing = empty(say("Nothing to look at: every pair is either clear or decided."), say("New pairs come with the next sync."))
    more = el("p", say("The {count} likeliest are shown. The others come as these are decided.", count=_MOST_PAIRS), class_="quiet")
    queue = card(say("{count} to look at", count=_counted(waiting)), more if len(waiting) > _MOST_PAIRS else None,
                 *(_pair(view, one) for one in waiting[:_MOST_PAIRS]), None if waiting else nothing, id="waiting")
    return operator_page(say("Records that may be the same"), JOINS, view, said, queue, _settled(view, settled, number))


def _counted(pairs: Sequence[Pair]) -> str:
    """How many they are: where no more were read of a state, at least."""
    is_whole = max(Counter(one.state for one in pairs).values(), default=0) < MOST_READ
    return f"{len(pairs)}" if is_whole else f"{len(pairs)}+"


def _pair(view: OperatorView, one: Pair) -> Markup:
    acts = el("div", _decision(one, "same", say("The same"), "main"), _decision(one, "different", say("Never the same")), class_="acts")
    sides = el("ul", *(el("li", *_apart(map(_side, of))) for of in ((one.left, *one.left_also), (one.right, *one.right_also))))
    reasons = [read_reason(text) for text in one.evidence]
    speaks_for, against = ([reason for reason in reasons if (reason.points < 0) == is_against] for is_against in (False, True))
    score = say("How alike they are: {score} of 1.", score=view.habits.figure(round(one.score, 2)))
    return card(f"{_name(one.left)} · {_name(one.right)}", sides,
                _reasons(say("Speaks for it"), speaks_for), _reasons(say("Speaks against it"), against),
                el("p", score, class_="quiet"), acts, level=3)


def _side(side: Side) -> Markup:
    """A record with the way to its page, which shows as much of it as the operator may see."""
    kind = _kind(side)
    if side.name is None or not has_page(model_of(side.key)):
        return el("span", _name(side), ", ", kind)
    way = f"{ENTITIES}{path(*model_of(side.key).split('/'), merge_id_of(side.key))}"
    return el("span", link(way, side.name), ", ", kind)


def _apart(parts: Iterable[Part]) -> Iterator[Part]:
    for number, part in enumerate(parts):
        yield from ("; ", part) if number else (part,)


def _reasons(head: str, reasons: Sequence[Reason]) -> Markup | None:
    """What was seen, the heaviest first, without its points."""
    return el("p", el("strong", head), ": ", "; ".join(say(reason.says) for reason in reasons), ".") if reasons else None


def _settled(view: OperatorView, pairs: Sequence[Pair], number: int) -> Markup | None:
    """A page of what is settled, folded where there are many; whoever went on to another page finds it open."""
    if not pairs:
        return None
    pages = -(-len(pairs) // _MOST_PAIRS)
    at = max(1, min(number, pages))
    first, here = (at - 1) * _MOST_PAIRS, pairs[(at - 1) * _MOST_PAIRS : at * _MOST_PAIRS]
    rows = [(_name(p.left), _name(p.right), ", ".join(dict.fromkeys(map(_kind, (p.left, *p.left_also, p.right, *p.right_also)))), say(p.state),
             view.habits.figure(round(p.score, 2)), _decision(p, "undo", say("Undo"))) for p in here]
    caption, names = say("Joined or decided"), [say(name) for name in ("One", "Other", "Kinds", "State", "Score", "Take back")]
    known = table(names, rows, caption)
    if len(pairs) <= _SHOWN_OPEN:
        return card(caption, known, id="settled")
    told = say("{first}–{last} of {count}", first=first + 1, last=first + len(here), count=_counted(pairs))
    ways = [link(f"{JOINS}?page={to}#settled", say(name)) for to, name in ((at - 1, "Earlier pairs"), (at + 1, "Further pairs")) if 1 <= to <= pages]
    paging = el("p", *(part for way in ways for part in (way, " "))) if ways else None
    return card(caption, el("details", el("summary", told), known, paging, open=at > 1), id="settled")


def _decision(one: Pair, decision: str, name: str, style: str | None = None) -> Markup:
    return el("form", *hidden(left=one.left.key, right=one.right.key, decision=decision), button(name, of=title(one), style=style), method="post",
              action=f"{JOINS}/decide")


def title(one: Pair) -> str:
    """A pair in one line."""
    return f"{_name(one.left)}, {_kind(one.left)} · {_name(one.right)}, {_kind(one.right)}"


def _kind(side: Side) -> str:
    model = model_of(side.key)
    return kind_said(model.partition("/")[0], model)


def _name(side: Side) -> str:
    return side.name or say(_NO_NAME)
