"""The page of a company's settings: its people, policy, words and age limits, the whole file, the history; and the preview before a change. Pure."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.access.roles import openings
from agent.phrasing.inflection import capital
from ingest.company import ROLES, Policy
from ui.actions.settings_choices import Choices, Offered
from ui.actions.settings_forms import EVERYBODY, KEEPS, MORE, NOTHING_TRIED, PLACES, ROLES_FIELD, SCOPE, Tried, scope_words
from ui.pages.forms import Filled, box, field, options
from ui.pages.layout import card, empty, table
from ui.pages.operators import SETTINGS, OperatorView, PageNotice, button, hidden, operator_page
from ui.text.markup import Markup, Part, el
from ui.text.openings import opened
from ui.text.sentences import told
from ui.text.words import say
from workers.tenants.settings_editor import Preview

PREVIEW, APPLY, UNDO, FILE = (f"{SETTINGS}/{name}" for name in ("preview", "apply", "undo", "settings.json"))
_MOST_CHANGES = 50
_INTRO = "Each change is shown first: what it opens or closes, and to how many people. It holds from the next question on."
_NOBODY: Mapping[str, Any] = {"email": "", "roles": [], "scope": None}
_EMPLOYEES = "employees"               # the list of those who can be chosen
_NEW = "new"                            # a field of the form for somebody who is not listed
Places = Mapping[str, Sequence[str]]    # what a scope can name, as HR has it now; empty where HR cannot be read
_SWITCH = {"off": "off", "totals": "totals over enough people"}


@dataclass(frozen=True, slots=True)
class SavedSettings:
    """The settings as their file has them, what was changed before, and what of them points nowhere.

    `employees`: whom HR lists, by name and address.
    """

    text: str
    history: Sequence[Mapping[str, Any]]
    left_out: Sequence[str]
    places: Places
    tried: Tried = NOTHING_TRIED
    employees: Sequence[tuple[str, str]] = ()

    def filled(self, *whats: str, **same: str) -> Filled:
        """What stands in a form: what was sent, where it was one of these with those values and cannot be used."""
        tried = self.tried
        is_this = tried.what in whats and all(tried.form.get(name, "") == value for name, value in same.items())
        return Filled(tried.form, tried.name, tried.wrong) if is_this else Filled()


def settings_page(view: OperatorView, kept: SavedSettings, choices: Offered, said: PageNotice) -> Markup:
    """Everything that can be set. `choices`: from which fields and kinds of records are chosen."""
    text, history, left_out = kept.text, kept.history, kept.left_out
    data = json.loads(text)
    meant = data["definitions"]
    nowhere = card(say("Left out, because it points nowhere"), el("ul", *(el("li", each) for each in left_out))) if left_out else None
    return operator_page(
        say("Settings"), SETTINGS, view, said, el("p", say(_INTRO), class_="quiet"), nowhere,
        _people(data["people"], Policy.model_validate(meant["policy"]), kept), _policy(meant["policy"], choices, kept.filled("policy")),
        _words(meant["words"], choices, kept.filled("word")), _ages(meant["max_age_hours"], choices, kept.filled("age")),
        _file(text, kept.filled("file")), _history(view, history, choices))


def preview_page(view: OperatorView, preview: Preview, text: str, choices: Offered) -> Markup:
    """What a change would do, before it is made. `choices`: as they would be."""
    if not preview.told:
        return operator_page(say("Nothing changes"), SETTINGS, view, PageNotice(), el("p", say("The settings say that already.")), _back())
    parts = ((say("What it opens and closes"), preview.effects or (say("Nothing that anybody may see changes."),)),
             (say("What changes"), preview.told), (say("To be looked at"), preview.warnings))
    lists = [card(title, el("ul", *_lines(lines, choices))) for title, lines in parts if lines]
    form = el("form", *hidden(text=text, version=preview.version), button(say("Apply this"), style="main"), method="post", action=APPLY)
    return operator_page(say("Apply this change?"), SETTINGS, view, PageNotice(), *lists, el("div", form, _back(), class_="acts"))


def _lines(sentences: Sequence[str], choices: Offered) -> list[Markup]:
    return [el("li", told(each, choices.told)) for each in sentences]


def _back() -> Markup:
    return el("p", el("a", say("Back to the settings, as they are"), href=SETTINGS))


def _people(people: Sequence[Mapping[str, Any]], policy: Policy, kept: SavedSettings) -> Markup:
    rows = [(one["email"], _roles(one["roles"]), scope_words(one["scope"]), _change(one, kept)) for one in people if one["roles"]]
    names = [say(name) for name in ("Person", "Roles", "Scope", "Change")]
    known = table(names, rows, say("People with roles")) if rows else empty(say("Nobody has a role."), say("Add one below."))
    plain = [el("li", one["email"], " ", _change(one, kept)) for one in people if not one["roles"]]
    is_open = kept.tried.form.get("email", "") in {one["email"] for one in people if not one["roles"]} and _NEW not in kept.tried.form
    more = el("summary", say("{count} more may ask, without a role", count=len(plain)))
    others = el("details", more, el("ul", *plain, class_="plain"), open=is_open) if plain else None
    opens = table((say("Role"), say("Opens")), [(_role(role), opened(openings(role, policy))) for role in ROLES], say("What each role opens here"))
    form = _person_form(_NOBODY, kept.filled("person", new=_NEW), kept.places)
    offered = el("datalist", *(el("option", name, value=email) for name, email in kept.employees), id=_EMPLOYEES)
    return card(say("People and roles"), known, others, opens, el("h3", say("Add somebody, or give somebody other roles")), form, offered)


def _change(person: Mapping[str, Any], kept: SavedSettings) -> Markup:
    email, filled = person["email"], kept.filled("person", "without", email=person["email"], new="")
    out = el("form", *hidden(email=email), button(say("Take out"), of=email, style="stop"), method="post", action=f"{PREVIEW}/without")
    if kept.tried.what == "without" and filled.is_wrong:        # that form has no roles of its own
        filled = Filled({f"role_{role}": "on" for role in person["roles"]}, ROLES_FIELD, filled.wrong)
    summary = el("summary", say("Change"), el("span", f" {email}", class_="unseen"))
    return el("details", summary, _person_form(person, filled, kept.places), out, open=filled.is_wrong)


def _person_form(person: Mapping[str, Any], filled: Filled, places: Places) -> Markup:
    email, boxes = person["email"], {f"role_{role}": role for role in ROLES}
    roles = [box(name, _role(role), filled.is_on(name, role in person["roles"]), **(filled.mark(ROLES_FIELD) if number == 0 else {}))
             for number, (name, role) in enumerate(boxes.items())]
    address = el("input", name="email", type="email", required=True, autocomplete="off", list=_EMPLOYEES, value=filled.value("email"),
                 **filled.mark("email"))
    who = hidden(email=email) if email else [*hidden(new=_NEW), field(say("E-mail address"), address, None, filled.why("email"))]
    legend = el("legend", say("Roles of {email}", email=email) if email else say("Roles"))
    show = button(say("Show what this opens"), of=email, style="main")
    return el("form", *who, el("fieldset", legend, *roles, filled.why(ROLES_FIELD)), _scope(person, filled, places), show, method="post",
              action=f"{PREVIEW}/person", class_="stack")


def _scope(person: Mapping[str, Any], filled: Filled, places: Places) -> Markup:
    """Whose private data an HR partner sees: everybody's, or of those in the places that are chosen."""
    scope, email = person["scope"], person["email"]
    everybody = box(EVERYBODY, say("everybody"), filled.is_on(EVERYBODY, scope == {}), **filled.mark(EVERYBODY))
    chosen = [field(capital(say(name)), el("select", *_place(places.get(name, ()), filled.value(f"{SCOPE}{name}", (scope or {}).get(name, ""))),
                                      name=f"{SCOPE}{name}")) for name in PLACES]
    hint = None if any(places.values()) else say("HR cannot be read just now, so there is no place to choose.")
    return el("fieldset", el("legend", say("Scope of an HR partner: {email}", email=email) if email else say("Scope of an HR partner")), everybody,
              filled.why(EVERYBODY), el("div", *chosen, class_="places"), el("p", hint, class_="quiet") if hint else None)


def _place(places: Sequence[str], chosen: str) -> list[Markup]:
    """What may be chosen; what was, stays, also where HR has nobody there any more."""
    known = {"": say("any")} | {each: each for each in places}
    return options(known if chosen in known else {**known, chosen: say("{place} (nobody is there)", place=chosen)}, chosen)


def _roles(roles: Sequence[str]) -> str:
    return ", ".join(map(_role, roles))


def _role(role: str) -> str:
    return say(role.replace("_", " "))


def _policy(policy: Mapping[str, Any], choices: Offered, filled: Filled) -> Markup:
    protected = filled.is_on("protected_fields", policy["protected_fields"])
    return card(say("Policy"), el(
        "form", _switch("managers_see_pay", say("What managers see of pay"), policy, say("the pay of each of their people"), filled),
        _switch("finance_sees_pay", say("What the role finance sees of pay"), policy, say("the pay of everybody"), filled),
        box("protected_fields", say("Protected data (gender, ethnicity) may be used at all"), protected),
        _list("never", say("Never shown to anybody"), (policy["never"], choices.never), choices, filled),
        _list("payroll_needs", say("Private fields that payroll needs"), (policy["payroll_needs"], choices.private), choices, filled),
        button(say("Show what this opens"), of=say("Policy"), style="main"), method="post", action=f"{PREVIEW}/policy", class_="stack"))


def _switch(name: str, label: str, policy: Mapping[str, Any], rows: str, filled: Filled) -> Markup:
    values = {**{value: say(says) for value, says in _SWITCH.items()}, "rows": rows}
    select = el("select", *options(values, filled.value(name, policy[name])), name=name, **filled.mark(name))
    return field(label, select, None, filled.why(name))


def _list(name: str, label: str, of: tuple[Sequence[str], Choices], choices: Offered, filled: Filled) -> Markup:
    """What is in a list of the policy, each to be taken out, and one more to be chosen. `of`: what is in it, and what can be."""
    listed, groups = of
    boxes = [box(f"{name}{KEEPS}{each}", choices.told(each), filled.is_on(f"{name}{KEEPS}{each}", True)) for each in listed]
    chosen = filled.value(f"{name}{MORE}")
    offered = [el("optgroup", *options(some, chosen), label=group) for group, some in groups.items()]
    more = el("select", el("option", say("nothing more"), value=""), *offered, name=f"{name}{MORE}", aria_label=say("{label}: one more", label=label),
              **filled.mark(f"{name}{MORE}"))
    return el("fieldset", el("legend", label), *boxes, more, filled.why(f"{name}{MORE}"))


def _words(words: Mapping[str, str], choices: Offered, filled: Filled) -> Markup:
    """What a word of the company means: a kind of records."""
    rows = [(word, choices.told(words[word])) for word in sorted(words)]
    name = el("input", name="name", required=True, autocomplete="off", value=filled.value("name"), **filled.mark("name"))
    kinds = {"": say("nothing: take it out"), **choices.kinds}
    means = el("select", *options(kinds, filled.value("value")), name="value", **filled.mark("value"))
    form = el("form", field(say("Word"), name, None, filled.why("name")), field(say("Means"), means, None, filled.why("value")),
              button(say("Show the change"), of=say("Words of the company")), method="post", action=f"{PREVIEW}/word", class_="row")
    nothing = empty(say("None is set."), say("A word could be “seller”, for a CRM user."))
    known = table((say("Word"), say("Means")), rows, say("Words of the company")) if rows else nothing
    return card(say("Words of the company"), known, form)


def _ages(ages: Mapping[str, Any], choices: Offered, filled: Filled) -> Markup:
    """How old the copy of a kind of records may be."""
    rows = [(choices.told(kind), say("1 hour") if ages[kind] == 1 else say("{hours} hours", hours=f"{ages[kind]:g}")) for kind in sorted(ages)]
    kinds = el("select", *options(choices.kinds, filled.value("name")), name="name", **filled.mark("name"))
    hours = el("input", name="value", type="number", min="0.1", step="any", autocomplete="off", value=filled.value("value"), **filled.mark("value"))
    form = el("form", field(say("Kind of record"), kinds, None, filled.why("name")),
              field(say("Hours (empty takes it out)"), hours, None, filled.why("value")),
              button(say("Show the change"), of=say("Age limits")), method="post", action=f"{PREVIEW}/age", class_="row")
    nothing = empty(say("None is set."), say("Older answers are given, with their age."))
    known = table((say("Kind of record"), say("At most")), rows, say("Age limits")) if rows else nothing
    return card(say("Age limits"), known, form)


def _file(text: str, filled: Filled) -> Markup:
    said = el("span", say("The commands evergraph tenant export and apply take the same file."), class_="quiet")
    area = el("textarea", "\n", filled.value("text", text), name="text", rows="24", spellcheck="false", class_="code", **filled.mark("text"))
    form = el("form", field(say("Settings"), area, None, filled.why("text")), button(say("Show what this changes"), style="main"), method="post",
              action=f"{PREVIEW}/file", class_="stack")       # a browser drops the first line break of a text
    saves = el("a", say("Save it"), href=FILE, download="settings.json")
    return card(say("All settings as a file"), el("p", saves, " ", say("or change it here."), " ", said),
                el("details", el("summary", say("Change the file")), form, open=filled.is_wrong))


def _history(view: OperatorView, history: Sequence[Mapping[str, Any]], choices: Offered) -> Markup:
    if not history:
        return card(say("History"), empty(say("Nothing was changed yet."), say("Every change stands here, with who made it.")))
    undone = {entry["undoes"] for entry in history}
    rows: list[tuple[Part, ...]] = [
        (view.at(entry["at"]), entry["by"], el("ul", *_lines(entry["told"], choices), class_="plain"), _state(entry, undone))
        for entry in reversed(history[-_MOST_CHANGES:])]
    can_undo = any(entry["undoes"] is None and entry["id"] not in undone for entry in history)
    undo = el("form", button(say("Take back the last change")), method="post", action=UNDO, class_="acts") if can_undo else None
    return card(say("History"), undo, table((say("When"), say("By"), say("What"), ""), rows, say("History of changes")), id="history")


def _state(entry: Mapping[str, Any], undone: set[Any]) -> str:
    return say("took a change back") if entry["undoes"] else say("taken back") if entry["id"] in undone else ""
