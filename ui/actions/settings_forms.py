"""What operators do to a company's settings with a form, as a change of the file that `evergraph tenant export` writes. Pure.

Nothing is checked here but that there is something to change: the file is, where it is applied; what is wrong there is said of a field of the form.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from agent.phrasing.inflection import capital
from ingest.json_place import Misplaced
from kg.errors import BadInput
from ui.text.sentences import told
from ui.text.words import say
from workers.tenants.sentences import Sentence

Form = Mapping[str, str]
_ROLE = "role_"                         # in front of a role's box
LISTS = ("never", "payroll_needs")      # of the policy; of each a box for what is in it, and a choice of what comes to it
KEEPS, MORE = "|", "+"
SCOPE = "scope_"                        # in front of a kind of place in which an HR partner's people are
PLACES = ("location", "department", "team", "company")
ROLES_FIELD, EVERYBODY = "roles", "everybody"
# By form: the field that a part of the place in the file belongs to, and the field of everything else.
_FIELDS: Mapping[str, tuple[Mapping[str, str], str]] = {
    "person": ({"email": "email", "scope": EVERYBODY}, ROLES_FIELD), "without": ({}, ROLES_FIELD),
    "policy": ({name: f"{name}{MORE}" for name in LISTS}, "managers_see_pay"), "word": ({}, "value"), "age": ({}, "value"), "file": ({}, "text"),
}


class Faulty(BadInput):
    """This field cannot be used."""

    def __init__(self, name: str, said: str) -> None:
        """`name`: of the field."""
        super().__init__(said)
        self.name = name


@dataclass(frozen=True, slots=True)
class Tried:
    """A form that was sent and cannot be used: what was written into it, the field that is wrong, and what to do."""

    what: str = ""
    form: Form = field(default_factory=dict)
    name: str = ""
    wrong: str = ""


NOTHING_TRIED = Tried()


def tried(what: str, form: Form, error: BadInput) -> Tried:
    """The form with what is wrong, in words that name no place of the file."""
    if isinstance(error, Faulty):
        return Tried(what, form, error.name, str(error))
    fields, otherwise = _FIELDS.get(what, ({}, "text"))
    if not isinstance(error, Misplaced):
        return Tried(what, form, otherwise, told(error.args[0], str))
    name = next((fields[part] for part in map(str, error.place) if part in fields), otherwise)
    begins_with_value = isinstance(error.said, Sentence) and error.said.words.startswith("{")     # an address stays as it is written
    said = told(error.said, str) if begins_with_value else capital(told(error.said, str))
    return Tried(what, form, name, say("Line {line}: {wrong}", line=error.line, wrong=said) if what == "file" else said)


def edited(text: str, what: str, form: Form) -> str:
    """The file after the edit that a form asks for. Raises BadInput for an edit that there is none of, or that cannot be made."""
    if what not in _EDITS:
        raise BadInput(f"{what!r} is no edit. Open the settings and send the form from there.")
    if what == "file":
        return form.get("text", "")
    data = json.loads(text)
    _EDITS[what](data, form)
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _person(data: dict[str, Any], form: Form) -> None:
    """Somebody new, or known by the address and otherwise now."""
    email = form.get("email", "").strip().lower()
    roles = sorted(name.removeprefix(_ROLE) for name in form if name.startswith(_ROLE))
    person = {"email": email, "roles": roles, "scope": _scope(form)}
    known = [one["email"] for one in data["people"]]
    if email in known:
        data["people"][known.index(email)] = person
    else:
        data["people"].append(person)


def _without(data: dict[str, Any], form: Form) -> None:
    data["people"] = [one for one in data["people"] if one["email"] != form.get("email")]


def _scope(form: Form) -> dict[str, str] | None:
    """The places that were chosen, {} for everybody, None for nobody. Raises Faulty."""
    chosen = {name: place for name in PLACES if (place := form.get(f"{SCOPE}{name}", ""))}
    if EVERYBODY not in form:
        return chosen or None
    if chosen:
        raise Faulty(EVERYBODY, say("Choose either everybody or places."))
    return {}


def scope_words(scope: Mapping[str, str] | None) -> str:
    """A scope as people read it."""
    if scope is None:
        return ""
    return ", ".join(f"{say(key)} {value}" for key, value in sorted(scope.items())) or say("everybody")


def _policy(data: dict[str, Any], form: Form) -> None:
    policy = data["definitions"]["policy"]
    for name in ("managers_see_pay", "finance_sees_pay"):
        policy[name] = form.get(name, policy[name])
    policy["protected_fields"] = "protected_fields" in form
    for name in LISTS:
        kept = [each for each in policy[name] if f"{name}{KEEPS}{each}" in form]
        policy[name] = list(dict.fromkeys([*kept, *([more] if (more := form.get(f"{name}{MORE}", "")) else [])]))


def _entry(table: str, make: Callable[[str], Any]) -> Callable[[dict[str, Any], Form], None]:
    """An edit of one entry of a table of the definitions; an empty value takes it out."""
    def edit(data: dict[str, Any], form: Form) -> None:
        name, value = form.get("name", "").strip(), form.get("value", "").strip()
        if not name:
            raise Faulty("name", say("Write what it is called."))
        if value:
            data["definitions"][table][name] = make(value)
        else:
            data["definitions"][table].pop(name, None)
    return edit


def _hours(said: str) -> float:
    try:
        return float(said)
    except ValueError as error:
        raise Faulty("value", say("“{said}” is no number of hours. Write one like 12.", said=said)) from error


_EDITS: Mapping[str, Callable[[dict[str, Any], Form], None]] = {
    "file": lambda *_: None, "person": _person, "without": _without, "policy": _policy, "word": _entry("words", str),
    "age": _entry("max_age_hours", _hours),
}
