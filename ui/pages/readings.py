"""Learned readings on pages: a person's own among what was learned of them, and the operators' page of the company's. Pure."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ui.actions.readings import ReadingView
from ui.pages.forms import field
from ui.pages.layout import card, empty
from ui.pages.operators import READINGS, OperatorView, PageNotice, button, hidden, operator_page
from ui.text.addresses import PREFERENCES
from ui.text.markup import Markup, Part, el, path
from ui.text.words import say

WRITE, IMPORT, FILE = (f"{READINGS}/{name}" for name in ("write", "import", "readings.json"))
OWN = f"{PREFERENCES}/readings"
_ORIGINS: Mapping[str, str] = {
    "meant": "you said that it is meant so", "chosen": "you picked this reading", "marked": "you marked the answer right",
    "written": "written by hand",
}
_STATES: Mapping[str, str] = {"own": "for you alone", "offered": "waits for an operator", "approved": "for everybody", "revoked": "taken back"}
_INTRO = ("A question in these words is answered by its plan without a language model: what people confirmed and offered, and what operators wrote. "
          "Rights, checks and live reads are those of every question.")
_HOW = "As people type it; where a name, a time or a number stands in the plan too, a slot is made of it. Or with slots: contacts of {name1}."
_PLAN = 'In the plan language: {"acts": [{"goal": "names", "node": {"set": "crm/Contact"}}]}. What is wrong with it is told.'


@dataclass(frozen=True, slots=True)
class Draft:
    """What an operator wrote and could not be used yet. `of`: the reading that it is to stand for."""

    words: str = ""
    plan: str = ""
    of: str = ""
    file: str = ""


NO_DRAFT = Draft()


def own_readings(found: Sequence[ReadingView], day: Callable[[ReadingView], Part]) -> Part:
    """How a person's words are read, by their word or their company's. `day`: since when."""
    if not found:
        return None
    said = "You confirmed these. The same words with other names, times and numbers are read so at once, without a language model."
    return card(say("How I read your words"), el("p", say(said), class_="quiet"), *(_own(one, day) for one in found))


def _own(one: ReadingView, day: Callable[[ReadingView], Part]) -> Markup:
    kept = one.kept
    origin = "an operator of your company approved it" if kept.is_shared else _ORIGINS[kept.reading.origin]
    if kept.state == "revoked":
        kinds: tuple[tuple[str, str, str | None], ...] = (("restored", "Use it again", None),)
    elif kept.is_shared:
        kinds = (("revoked", "Not for me", "stop"),)
    else:
        kinds = (("offered", "Offer it to everybody", None), ("revoked", "Take it back", "stop"))
    acts = [el("form", button(say(name), of=kept.reading.words, style=style), method="post",
               action=path("preferences", "readings", kept.reading.id, kind))
            for kind, name, style in kinds]
    return card(el("q", kept.reading.words), _tags(one), _meaning(one), el("p", day(one), f", {say(origin)}", class_="quiet"),
                el("div", *acts, class_="acts"), level=3)


def _tags(one: ReadingView) -> Markup:
    stale = el("span", say("not used: its plan is of another version"), class_="tag") if one.faults else None
    return el("p", el("span", say(_STATES[one.kept.state]), class_="tag"), stale)


def _meaning(one: ReadingView) -> Markup | None:
    return el("p", say("For example: {reading}", reading=one.says)) if one.says else None


def readings_page(view: OperatorView, found: Sequence[ReadingView], said: PageNotice, draft: Draft = NO_DRAFT) -> Markup:
    """What waits for a word, what holds, what was taken back; a form for one by hand; all as a file."""
    by_state = {state: [one for one in found if one.kept.state == state] for state in ("offered", "approved", "revoked")}
    none = empty(say("No reading holds for everybody yet."), say("People offer theirs on “What Evergraph believes about you”; or write one below."))
    holding = _listed(say("What holds"), by_state["approved"], view) or card(say("What holds"), none)
    return operator_page(
        say("Readings"), READINGS, view, said, el("p", say(_INTRO), class_="quiet"),
        _listed(say("Waiting for your word"), by_state["offered"], view), holding,
        card(say("Write one"), _form(draft, say("Use it from now on"))), _file(draft), _listed(say("Taken back"), by_state["revoked"], view))


def _listed(title: str, found: Iterable[ReadingView], view: OperatorView) -> Markup | None:
    each = [_one(one, view) for one in found]
    return card(title, *each) if each else None


def _one(one: ReadingView, view: OperatorView) -> Markup:
    kept = one.kept
    told = el("dl", el("dt", say("From")), el("dd", f"{kept.reading.by}, {view.at(kept.reading.at)}"),
              *((el("dt", say("Last decided by")), el("dd", f"{kept.decided_by}, {view.at(kept.since)}")) if kept.decided_by else ()))
    decisions = {"offered": (("approved", "Approve", None), ("revoked", "Turn down", "stop")), "approved": (("revoked", "Take it back", "stop"),),
                 "revoked": (("approved", "Use it again", None),)}[kept.state]
    acts = [el("form", button(say(name), of=kept.reading.words, style=style), method="post",
               action=path("operator", "readings", kept.reading.id, kind))
            for kind, name, style in decisions]
    wrong = el("p", el("span", say("not used"), class_="tag"), " ", one.faults) if one.faults else None
    plan = json.dumps(json.loads(kept.reading.plan), ensure_ascii=False, indent=1)
    edit = el("details", el("summary", say("Change it"), el("span", f" {kept.reading.words}", class_="unseen")),
              _form(Draft(kept.reading.words, plan, kept.reading.id), say("Save")))
    return card(el("q", kept.reading.words), wrong, _meaning(one), told, edit, el("div", *acts, class_="acts"), level=3)


def _form(draft: Draft, name: str) -> Markup:
    words = el("input", name="words", value=draft.words, required=True, maxlength="500", autocomplete="off")
    plan = el("textarea", "\n", draft.plan, name="plan", rows="8", spellcheck="false", class_="code")       # a browser drops the first line break
    return el("form", *hidden(of=draft.of), field(say("Words"), words, say(_HOW)), field(say("Plan"), plan, say(_PLAN)),
              button(name, of=draft.words, style="main"), method="post", action=WRITE, class_="stack")


def _file(draft: Draft) -> Markup:
    said = el("span", say("The commands evergraph readings export and import take the same file."), class_="quiet")
    area = el("textarea", "\n", draft.file, name="text", rows="8", spellcheck="false", class_="code")
    form = el("form", field(say("Readings"), area), button(say("Take them in")), method="post", action=IMPORT, class_="stack")
    saves = el("a", say("Save them"), href=FILE, download="readings.json")
    return card(say("All as a file"), el("p", saves, " ", say("or take some in."), " ", said),
                el("details", el("summary", say("Take in a file")), form, open=bool(draft.file)))
