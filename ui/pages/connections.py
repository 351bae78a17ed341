"""The pages of what is connected, with Merge's link flow, and of what was used. Pure."""

from collections.abc import Mapping, Sequence

from ingest.company import Account
from ingest.gateway.linking import LinkBegun
from ui.pages.forms import field
from ui.pages.layout import card, empty, table
from ui.pages.operators import CONNECTIONS, USAGE, Desk, Said, button, hidden, operator_page
from ui.text.labels import app_of
from ui.text.markup import Markup, Part, el, link, path
from workers.tenants.usage import Day

_READ: Mapping[str, str] = {"highest": "as often as it can", "daily": "every day", "monthly": "every month"}
_GIVEN_TO_MERGE = "Credentials are given to Merge alone. What comes back is a token for reading; it stands in a file that only its owner may read."


def connections_page(desk: Desk, accounts: Sequence[Account], categories: Sequence[str], said: Said) -> Markup:
    """Which apps are linked, and the way to link one."""
    rows = [(one.integration, app_of(one.category), _READ[one.plan], _let_go(one)) for one in accounts]
    nothing = empty("No app is linked yet.", "Choose a kind of app below.")
    known = table(("App", "Kind", "Merge reads it", "Let go"), rows, "Linked apps") if rows else nothing
    options = [el("option", app_of(category), value=category) for category in categories]
    form = el("form", field("Kind of app", el("select", *options, name="category")), button("Begin the link", style="main"), method="post",
              action=f"{CONNECTIONS}/begin", class_="row")
    return operator_page("Connections", CONNECTIONS, desk, said, card("Linked apps", known),
                         card("Link an app, or link one anew", el("p", _GIVEN_TO_MERGE, class_="quiet"), form))


def link_page(desk: Desk, category: str, begun: LinkBegun, said: Said) -> Markup:
    """The two steps of a link that was begun. Where Merge gives no address (the sandbox), its link token is what its page would hand over."""
    there: Part = el("p", link(begun.address, "Open Merge's page and sign in to the app there", target="_blank", rel="noreferrer")) if begun.address \
        else el("p", "The sandbox plays Merge's page: its token is filled in below.")
    token = el("input", name="public_token", value="" if begun.address else begun.token, required=True, autocomplete="off")
    form = el("form", *hidden(category=category), field("Public token that Merge's page showed", token, "It is good once, for some minutes."),
              button("Finish the link", style="main"), method="post", action=f"{CONNECTIONS}/finish", class_="stack")
    return operator_page("Link an app", CONNECTIONS, desk, said, card("1. At Merge", there), card("2. Back here", form))


def _let_go(one: Account) -> Markup:
    form = el("form", button("Let it go", of=one.integration, style="stop"), method="post", action=path("operator", "connections", one.id, "let-go"))
    return el("details", el("summary", "Let go", el("span", f" {one.integration}", class_="unseen")),
              el("p", "Its records and joins leave the graph. Merge itself is not told."), form)


def usage_page(desk: Desk, days: Sequence[Day]) -> Markup:
    """What was asked and what models took, by day, without anybody's name."""
    used = [one for one in days if one.questions or one.tokens]
    rows = [(el("time", str(one.day)), one.questions, one.people, _ended(one), f"{one.tokens:,}", f"{one.dollars:,.2f}") for one in used]
    total, dollars = sum(one.questions for one in days), sum(one.dollars for one in days)
    said = f"{total:,} questions in the last {len(days)} days; models cost {dollars:,.2f} US dollars. Who asked what stands nowhere here."
    known = table(("Day", "Questions", "People", "How they ended", "Model tokens", "US dollars"), rows, "Usage by day")
    nothing = empty("Nobody asked anything in this time.", "Days on which somebody does will stand here.")
    return operator_page("Usage", USAGE, desk, Said(), card("By day", el("p", said), known if rows else nothing))


def _ended(one: Day) -> str:
    return ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in one.ended.most_common())
