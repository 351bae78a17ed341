"""The page that says what one person may see of another, class by class, and why; and who may see a kind of data, and what a role opens. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from agent.access.rights import Right
from agent.access.roles import Opening
from agent.phrasing.inflection import capital
from ui.pages.forms import field
from ui.pages.layout import card, empty, table
from ui.pages.operators import OperatorView, PageNotice, button, operator_page
from ui.text.addresses import RIGHTS
from ui.text.markup import Markup, el
from ui.text.openings import opened
from ui.text.words import say


@dataclass(frozen=True, slots=True)
class RightsQuery:
    """Who would ask, and of whom: e-mail addresses, empty where nobody is named yet."""

    viewer: str = ""
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of data: by which name of policy.toml, what it is called, who may see it, whom else to ask; and what a role opens."""

    name: str
    called: str
    open_to: Sequence[str]
    ask: str
    role: str = ""
    opens: Sequence[Opening] = ()


Known = tuple[Sequence[str], Sequence[tuple[str, str]]]
"""Who may ask, by address; whom HR lists, by name and address."""


def rights_page(view: OperatorView, asked: RightsQuery, known: Known, found: Sequence[Right], kind: Markup, said: PageNotice) -> Markup:
    """The page. `found`: what the policy says, if somebody was named; `kind`: what `kind_part` made."""
    lists = (el("datalist", *(el("option", email, value=email) for email in known[0]), id="askers"),
             el("datalist", *(el("option", name, value=email) for name, email in known[1]), id="employees"))
    form = el("form", *lists, _address(say("Who asks"), "viewer", asked.viewer, "askers"),
              _address(say("Of whom"), "subject", asked.subject, "employees"),
              button(say("Show"), style="main"), method="get", action=RIGHTS, class_="row")
    intro = "By the same tables that decide when somebody asks. No data of anybody is read for it but who works where and under whom."
    return operator_page(say("Who sees what"), RIGHTS, view, said, el("p", say(intro), class_="quiet"), form, _found(asked, found), kind)


def kind_part(kinds: Sequence[tuple[str, str]], roles: Sequence[str], found: Kind | None) -> Markup:
    """The part that asks for a kind of data (of all `kinds`, each by name and what it is called) and a role; and what was found of them."""
    chosen = (found.name, found.role) if found is not None else ("", "")
    every = [("", say("any")), *((role, say(role.replace("_", " "))) for role in roles)]
    named = [(name, say(called)) for name, called in kinds]
    form = el("form", _choice(say("Kind of data"), "kind", named, chosen[0]), _choice(say("Role"), "role", every, chosen[1]),
              button(say("Show"), of=say("who may see it"), style="main"), method="get", action=RIGHTS, class_="row")
    return el("section", el("h2", say("Who sees a kind of data")), form, _told(found) if found is not None else None)


def _choice(label: str, name: str, options: Sequence[tuple[str, str]], chosen: str) -> Markup:
    return field(label, el("select", *(el("option", told, value=value, selected=value == chosen) for value, told in options), name=name))


def _told(kind: Kind) -> Markup:
    role = el("p", say("The role {role} opens: {opens}.", role=say(kind.role.replace("_", " ")), opens=opened(kind.opens))) if kind.role else None
    listed = el("ul", *(el("li", say(who)) for who in kind.open_to))
    asked = el("p", say("Others are told to ask {whom}.", whom=say(kind.ask)))
    return card(say("Who may see {kind}", kind=say(kind.called)), listed, asked, role)


def _why(one: Right) -> str:
    return say("as {relation}", relation=say(one.grant)) if one.opens else say("ask {whom}", whom=say(one.ask_instead))


def _address(label: str, name: str, value: str, listed: str) -> Markup:
    return field(label, el("input", name=name, value=value, list=listed, type="email", required=True, autocomplete="off"))


def _found(asked: RightsQuery, found: Sequence[Right]) -> Markup:
    if not found:
        return empty(say("Nobody is named yet."), say("Write two addresses: the person who asks, and the employee whom it is about."))
    rows = [(f"{capital(say(one.called))} ({one.privacy})", say(one.open_as), _why(one)) for one in found]
    known = table((say("What"), say("Open"), say("Why, or what to do instead")), rows, say("What is open, by class"))
    return card(say("What {viewer} may see of {subject}", viewer=asked.viewer, subject=asked.subject), known)
