"""What operators do to a company's settings with a form, as a change of the file that `evergraph tenant export` writes. Pure.

Nothing is checked here but that there is something to change: the file is, where it is applied.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from kg.errors import BadInput

Form = Mapping[str, str]
_ROLE = "role_"                         # in front of a role's box
LISTS = ("never", "payroll_needs")      # of the policy; of each a box for what is in it, and a choice of what comes to it
KEEPS, MORE = "|", "+"


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
    person = {"email": email, "roles": roles, "scope": scope_of(form.get("scope", ""))}
    known = [one["email"] for one in data["people"]]
    if email in known:
        data["people"][known.index(email)] = person
    else:
        data["people"].append(person)


def _without(data: dict[str, Any], form: Form) -> None:
    data["people"] = [one for one in data["people"] if one["email"] != form.get("email")]


def scope_of(said: str) -> dict[str, str] | None:
    """The scope that words say: "location Berlin, team Atlas"; "everybody"; nothing. Raises BadInput."""
    if not said.strip():
        return None
    if said.strip().lower() == "everybody":
        return {}
    pairs = [part.strip().partition(" ") for part in said.split(",")]
    if not all(key and value for key, _, value in pairs):
        raise BadInput(f"{said!r} is no scope. Write everybody, or what holds of them: location Berlin, department Sales.")
    return {key.lower(): value.strip() for key, _, value in pairs}


def scope_words(scope: Mapping[str, str] | None) -> str:
    """A scope as `scope_of` reads it."""
    if scope is None:
        return ""
    return ", ".join(f"{key} {value}" for key, value in sorted(scope.items())) or "everybody"


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
            raise BadInput("Write what it is called.")
        if value:
            data["definitions"][table][name] = make(value)
        else:
            data["definitions"][table].pop(name, None)
    return edit


def _hours(said: str) -> float:
    try:
        return float(said)
    except ValueError as error:
        raise BadInput(f"{said!r} is no number of hours. Write one like 12.") from error


_EDITS: Mapping[str, Callable[[dict[str, Any], Form], None]] = {
    "file": lambda *_: None, "person": _person, "without": _without, "policy": _policy, "word": _entry("words", str),
    "age": _entry("max_age_hours", _hours),
}
