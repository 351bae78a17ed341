"""The page on which somebody chooses who to be in a demo: a few people as cards, each with what is special about them, and a search. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from ui.pages.layout import Reader, empty, notice, page
from ui.text.addresses import WHO
from ui.text.labels import initials, name_of
from ui.text.markup import Markup, el
from ui.text.words import say

CHOSEN = f"{WHO}/chosen"
MOST_CARDS = 6                          # people who are shown before anybody is looked for
MOST_FOUND = 24


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who can be chosen: their address, the name of their company, and their roles there."""

    email: str
    company: str
    roles: Sequence[str] = ()


_SPECIAL = {
    "operator": "runs Evergraph: connections, joins, rights, settings", "hr_partner": "sees private data of the people they look after",
    "pay_specialist": "sees pay", "payroll": "sees pay and balances", "finance": "sees the books, and pay as far as the company lets it",
    "recruiter": "sees candidates and interviews", "auditor": "sees what was changed, and by whom",
}
_TOLD = "This is a demo with made-up companies. Choose whose eyes to see it with: what you may ask and see depends on it."
_ORDINARY = "sees the directory, their own data and what their work apps show them"


def who_page(reader: Reader | None, shown: Sequence[Candidate], count: int, words: str = "") -> Markup:
    """Candidates as cards, of `count` whom there are; `words`: what was looked for."""
    label = say("Search all {count} people", count=count) if count > len(shown) or words else say("Search")
    field = el("label", label, el("input", name="q", value=words, type="search", autocomplete="off"))
    search = el("form", field, el("button", say("Search"), type="submit"), method="post", action=WHO, class_="row", role="search")
    nobody = empty(say("Nobody is called that here."), say("Write a part of a name, an address or a role."))
    cards = el("ul", *(_card(one, reader) for one in shown), class_="people") if shown else nobody
    told = notice(say(_TOLD))
    return page(say("Who are you?"), WHO, reader, told, cards, search)


def special(roles: Sequence[str]) -> str:
    """What somebody of these roles may that others may not, in the language that is spoken here."""
    return "; ".join(say(_SPECIAL[role]) for role in sorted(roles, key=list(_SPECIAL).index)) or say(_ORDINARY)


def _card(one: Candidate, reader: Reader | None) -> Markup:
    is_reader = reader is not None and reader.email == one.email
    roles = ", ".join(say(role.replace("_", " ")) for role in sorted(one.roles)) or say("employee")
    who = say("{roles} at {company}", roles=roles, company=one.company)
    words = [el("strong", name_of(one.email)), el("span", who), el("span", special(one.roles), class_="quiet"), el("span", one.email, class_="quiet")]
    inside = el("button", el("span", initials(one.email), class_="face", aria_hidden="true"), el("span", *words, class_="about"), type="submit",
                name="email", value=one.email, aria_current="true" if is_reader else None)
    return el("li", el("form", inside, method="post", action=CHOSEN))
