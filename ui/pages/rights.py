"""The page that says what one person may see of another, class by class, and why. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from agent.access.rights import Right
from ui.pages.layout import card, empty, table
from ui.pages.operators import RIGHTS, Desk, Said, button, field, operator_page
from ui.text.markup import Markup, el


@dataclass(frozen=True, slots=True)
class Asked:
    """Who would ask, and of whom: e-mail addresses, empty where nobody is named yet."""

    viewer: str = ""
    subject: str = ""


Known = tuple[Sequence[str], Sequence[tuple[str, str]]]
"""Who may ask, by address; whom HR lists, by name and address."""


def rights_page(desk: Desk, asked: Asked, known: Known, found: Sequence[Right], said: Said) -> Markup:
    """The page. `found`: what the policy says, if somebody was named."""
    lists = (el("datalist", *(el("option", email, value=email) for email in known[0]), id="askers"),
             el("datalist", *(el("option", name, value=email) for name, email in known[1]), id="employees"))
    form = el("form", *lists, _address("Who asks", "viewer", asked.viewer, "askers"), _address("Of whom", "subject", asked.subject, "employees"),
              button("Show", style="main"), method="get", action=RIGHTS, class_="row")
    intro = "By the same tables that decide when somebody asks. No data of anybody is read for it but who works where and under whom."
    return operator_page("Who sees what", RIGHTS, desk, said, el("p", intro, class_="quiet"), form, _found(asked, found))


def _address(label: str, name: str, value: str, listed: str) -> Markup:
    return field(label, el("input", name=name, value=value, list=listed, type="email", required=True, autocomplete="off"))


def _found(asked: Asked, found: Sequence[Right]) -> Markup:
    if not found:
        return empty("Nobody is named yet.", "Write two addresses: the person who asks, and the employee whom it is about.")
    rows = [(f"{one.called[:1].upper()}{one.called[1:]} ({one.privacy})", one.open_as, one.reason) for one in found]
    known = table(("What", "Open", "Why, or what to do instead"), rows, "What is open, by class")
    return card(f"What {asked.viewer} may see of {asked.subject}", known)
