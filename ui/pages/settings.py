"""The page of a company's settings: its people, policy, words and age limits, the whole file, the history; and the preview before a change. Pure."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.access.roles import what_role_opens
from ingest.company import ROLES, Policy
from ui.actions.settings_choices import Choices, Offered
from ui.actions.settings_forms import KEEPS, MORE, scope_words
from ui.pages.layout import card, empty, table
from ui.pages.operators import SETTINGS, Desk, Said, button, field, hidden, operator_page
from ui.text.markup import Markup, Part, el
from workers.tenants.desk import Preview

PREVIEW, APPLY, UNDO, FILE = (f"{SETTINGS}/{name}" for name in ("preview", "apply", "undo", "settings.json"))
_MOST_CHANGES = 50
_INTRO = "Each change is shown first: what it opens or closes, and to how many people. It holds from the next question on."
_NOBODY: Mapping[str, Any] = {"email": "", "roles": [], "scope": None}
_SWITCH = {"off": "off", "totals": "totals over enough people"}


@dataclass(frozen=True, slots=True)
class Kept:
    """The settings as their file has them, what was changed before, and what of them points nowhere."""

    text: str
    history: Sequence[Mapping[str, Any]]
    left_out: Sequence[str]


def settings_page(desk: Desk, kept: Kept, choices: Offered, said: Said) -> Markup:
    """Everything that can be set. `choices`: from which fields and kinds of records are chosen."""
    text, history, left_out = kept.text, kept.history, kept.left_out
    data = json.loads(text)
    meant = data["definitions"]
    nowhere = card("Left out, because it points nowhere", el("ul", *(el("li", each) for each in left_out))) if left_out else None
    return operator_page(
        "Settings", SETTINGS, desk, said, el("p", _INTRO, class_="quiet"), nowhere,
        _people(data["people"], Policy.model_validate(meant["policy"])), _policy(meant["policy"], choices),
        _words(meant["words"], choices), _ages(meant["max_age_hours"], choices), _file(text), _history(desk, history))


def preview_page(desk: Desk, preview: Preview, text: str) -> Markup:
    """What a change would do, before it is made."""
    if not preview.told:
        return operator_page("Nothing changes", SETTINGS, desk, Said(), el("p", "The settings say that already."), _back())
    parts = (("What it opens and closes", preview.effects or ("Nothing that anybody may see changes.",)),
             ("What changes", preview.told), ("To be looked at", preview.warnings))
    lists = [card(title, el("ul", *(el("li", line) for line in lines))) for title, lines in parts if lines]
    form = el("form", *hidden(text=text, version=preview.version), button("Apply this", style="main"), method="post", action=APPLY)
    return operator_page("Apply this change?", SETTINGS, desk, Said(), *lists, el("div", form, _back(), class_="acts"))


def mistake_page(desk: Desk, wrong: str, text: str) -> Markup:
    """A change that cannot be used, with all that was written, to be mended."""
    return operator_page("This cannot be used yet", SETTINGS, desk, Said(wrong=wrong), card("Put it right here", _text_form(text)), _back())


def _back() -> Markup:
    return el("p", el("a", "Back to the settings, as they are", href=SETTINGS))


def _people(people: Sequence[Mapping[str, Any]], policy: Policy) -> Markup:
    rows = [(one["email"], ", ".join(one["roles"]), scope_words(one["scope"]), _change(one)) for one in people if one["roles"]]
    known = table(("Person", "Roles", "Scope", "Change"), rows, "People with roles") if rows else empty("Nobody has a role.", "Add one below.")
    plain = [el("li", one["email"], " ", _change(one)) for one in people if not one["roles"]]
    others = el("details", el("summary", f"{len(plain)} more may ask, without a role"), el("ul", *plain, class_="plain")) if plain else None
    opens = table(("Role", "Opens"), [(role.replace("_", " "), what_role_opens(role, policy)) for role in ROLES], "What each role opens here")
    return card("People and roles", known, others, opens, el("h3", "Add somebody, or give somebody other roles"), _person_form(_NOBODY))


def _change(person: Mapping[str, Any]) -> Markup:
    out = el("form", *hidden(email=person["email"]), button("Take out", of=person["email"], style="stop"), method="post", action=f"{PREVIEW}/without")
    return el("details", el("summary", "Change", el("span", f" {person['email']}", class_="unseen")), _person_form(person), out)


def _person_form(person: Mapping[str, Any]) -> Markup:
    email, roles = person["email"], [_box(f"role_{role}", role.replace("_", " "), role in person["roles"]) for role in ROLES]
    who = hidden(email=email) if email else [field("E-mail address", el("input", name="email", type="email", required=True, autocomplete="off"))]
    scope = field("Scope of an HR partner", el("input", name="scope", value=scope_words(person["scope"]), autocomplete="off"),
                  "Write everybody, or what holds of them: location Berlin, team Atlas.")
    return el("form", *who, el("fieldset", el("legend", f"Roles of {email}" if email else "Roles"), *roles), scope,
              button("Show what this opens", of=email, style="main"), method="post", action=f"{PREVIEW}/person", class_="stack")


def _box(name: str, label: str, is_on: bool) -> Markup:
    return el("label", el("input", type="checkbox", name=name, checked=is_on), f" {label}", class_="box")


def _policy(policy: Mapping[str, Any], choices: Offered) -> Markup:
    return card("Policy", el(
        "form", _switch("managers_see_pay", "What managers see of pay", policy, "the pay of each of their people"),
        _switch("finance_sees_pay", "What the role finance sees of pay", policy, "the pay of everybody"),
        _box("protected_fields", "Protected data (gender, ethnicity) may be used at all", policy["protected_fields"]),
        _list("never", "Never shown to anybody", policy, choices.never, choices),
        _list("payroll_needs", "Private fields that payroll needs", policy, choices.private, choices),
        button("Show what this opens", of="policy", style="main"), method="post", action=f"{PREVIEW}/policy", class_="stack"))


def _switch(name: str, label: str, policy: Mapping[str, Any], rows: str) -> Markup:
    options = [el("option", says, value=value, selected=value == policy[name]) for value, says in {**_SWITCH, "rows": rows}.items()]
    return field(label, el("select", *options, name=name))


def _list(name: str, label: str, policy: Mapping[str, Any], groups: Choices, choices: Offered) -> Markup:
    """What is in a list of the policy, each to be taken out, and one more to be chosen."""
    boxes = [_box(f"{name}{KEEPS}{each}", choices.told(each), True) for each in policy[name]]
    more = el("select", el("option", "nothing more", value=""), *(el("optgroup", *_options(some), label=group) for group, some in groups.items()),
              name=f"{name}{MORE}", aria_label=f"{label}: one more")
    return el("fieldset", el("legend", label), *boxes, more)


def _options(choices: Mapping[str, str]) -> list[Markup]:
    return [el("option", told, value=value) for value, told in choices.items()]


def _words(words: Mapping[str, str], choices: Offered) -> Markup:
    """What a word of the company means: a kind of records."""
    rows = [(word, choices.told(words[word])) for word in sorted(words)]
    form = el("form", field("Word", el("input", name="name", required=True, autocomplete="off")),
              field("Means", el("select", el("option", "nothing: take it out", value=""), *_options(choices.kinds), name="value")),
              button("Show the change", of="Words of the company"), method="post", action=f"{PREVIEW}/word", class_="row")
    known = table(("Word", "Means"), rows, "Words of the company") if rows else empty("None is set.", "A word could be “seller”, for a CRM user.")
    return card("Words of the company", known, form)


def _ages(ages: Mapping[str, Any], choices: Offered) -> Markup:
    """How old the copy of a kind of records may be."""
    rows = [(choices.told(kind), f"{ages[kind]:g} hours") for kind in sorted(ages)]
    hours = el("input", name="value", type="number", min="0.1", step="any", autocomplete="off")
    form = el("form", field("Kind of record", el("select", *_options(choices.kinds), name="name")), field("Hours (empty takes it out)", hours),
              button("Show the change", of="Age limits"), method="post", action=f"{PREVIEW}/age", class_="row")
    known = table(("Kind of record", "At most"), rows, "Age limits") if rows else empty("None is set.", "Older answers are given, with their age.")
    return card("Age limits", known, form)


def _file(text: str) -> Markup:
    said = el("span", "The commands evergraph tenant export and apply take the same file.", class_="quiet")
    return card("All settings as a file", el("p", el("a", "Save it", href=FILE, download="settings.json"), " or change it here. ", said),
                el("details", el("summary", "Change the file"), _text_form(text)))


def _text_form(text: str) -> Markup:
    area = el("textarea", "\n", text, name="text", rows="24", spellcheck="false", class_="code")       # a browser drops the first line break
    send = button("Show what this changes", style="main")
    return el("form", field("Settings", area), send, method="post", action=f"{PREVIEW}/file", class_="stack")


def _history(desk: Desk, history: Sequence[Mapping[str, Any]]) -> Markup:
    if not history:
        return card("History", empty("Nothing was changed yet.", "Every change stands here, with who made it."))
    undone = {entry["undoes"] for entry in history}
    rows: list[tuple[Part, ...]] = [
        (desk.at(entry["at"]), entry["by"], el("ul", *(el("li", line) for line in entry["told"]), class_="plain"), _state(entry, undone))
        for entry in reversed(history[-_MOST_CHANGES:])]
    can_undo = any(entry["undoes"] is None and entry["id"] not in undone for entry in history)
    undo = el("form", button("Take back the last change"), method="post", action=UNDO, class_="acts") if can_undo else None
    return card("History", undo, table(("When", "By", "What", ""), rows, "History of changes"), id="history")


def _state(entry: Mapping[str, Any], undone: set[Any]) -> str:
    return "took a change back" if entry["undoes"] else "taken back" if entry["id"] in undone else ""
