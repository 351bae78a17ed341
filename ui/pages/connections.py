"""The pages of what is connected, with Merge's link flow, and of what was used. Pure."""

from collections.abc import Mapping, Sequence
from datetime import date

from ingest.company import Account
from ingest.gateway.linking import LinkBegun
from ui.pages.forms import field
from ui.pages.layout import card, empty, table
from ui.pages.operators import CONNECTIONS, USAGE, OperatorView, PageNotice, button, hidden, operator_page
from ui.text.labels import app_of
from ui.text.markup import Markup, Part, el, link, path
from ui.text.words import say
from workers.tenants.usage import Day

_READ: Mapping[str, str] = {"highest": "as often as it can", "daily": "every day", "monthly": "every month"}
_ENDED: Mapping[str, str] = {           # how a question ended: a status of its answer, or the reason of a decline
    "answered": "answered", "clarify": "asked back", "declined": "declined", "no_record": "nothing found", "not_permitted": "not permitted",
    "not_connected": "app not connected", "too_old": "data too old", "out_of_scope": "not understood", "unsafe": "held back",
    "failed": "not finished",
}
_GIVEN_TO_MERGE = "Credentials are given to Merge alone. What comes back is a token for reading; it stands in a file that only its owner may read."


def connections_page(view: OperatorView, accounts: Sequence[Account], categories: Sequence[str], said: PageNotice) -> Markup:
    """Which apps are linked, and the way to link one."""
    rows = [(one.integration, say(app_of(one.category)), say(_READ[one.plan]), _link_anew(one), _let_go(one)) for one in accounts]
    nothing = empty(say("No app is linked yet."), say("Choose a kind of app below."))
    names = [say(name) for name in ("App", "Kind", "Merge reads it", "Link anew", "Let go")]
    known = table(names, rows, say("Linked apps")) if rows else nothing
    options = [el("option", say(app_of(category)), value=category) for category in categories]
    form = el("form", field(say("Kind of app"), el("select", *options, name="category")), button(say("Begin the link"), style="main"), method="post",
              action=f"{CONNECTIONS}/begin", class_="row")
    return operator_page(say("Connections"), CONNECTIONS, view, said, card(say("Linked apps"), known),
                         card(say("Link an app"), el("p", say(_GIVEN_TO_MERGE), class_="quiet"), form))


def link_page(view: OperatorView, category: str, begun: LinkBegun, said: PageNotice) -> Markup:
    """The two steps of a link that was begun. Where Merge gives no address (the sandbox), its link token is what its page would hand over."""
    opens = say("Open Merge's page and sign in to the app there")
    there: Part = el("p", link(begun.address, opens, target="_blank", rel="noreferrer")) if begun.address \
        else el("p", say("The sandbox plays Merge's page: its token is filled in below."))
    token = el("input", name="public_token", value="" if begun.address else begun.token, required=True, autocomplete="off")
    labelled = field(say("Public token that Merge's page showed"), token, say("It is good once, for some minutes."))
    form = el("form", *hidden(category=category, origin=begun.origin), labelled,
              button(say("Finish the link"), style="main"), method="post", action=f"{CONNECTIONS}/finish", class_="stack")
    return operator_page(say("Link an app"), CONNECTIONS, view, said, card(say("1. At Merge"), there), card(say("2. Back here"), form))


def _link_anew(one: Account) -> Markup:
    return el("form", *hidden(category=one.category, anew=one.id), button(say("Link anew"), of=one.integration), method="post",
              action=f"{CONNECTIONS}/begin")


def _let_go(one: Account) -> Markup:
    form = el("form", button(say("Let it go"), of=one.integration, style="stop"), method="post",
              action=path("operator", "connections", one.id, "let-go"))
    return el("details", el("summary", say("Let go"), el("span", f" {one.integration}", class_="unseen")),
              el("p", say("Its records and joins leave the graph. Merge itself is not told.")), form)


def usage_page(view: OperatorView, days: Sequence[Day]) -> Markup:
    """What was asked and what models took, by day, without anybody's name."""
    used = [one for one in days if one.questions or one.tokens]
    told = view.habits.figure
    rows = [(el("time", view.habits.day(date.fromisoformat(one.day)), datetime=one.day), one.questions, one.people, _ended(one),
             told(one.tokens), told(one.dollars, "USD", has_cents=True)) for one in used]
    total, dollars = sum(one.questions for one in days), sum(one.dollars for one in days)
    said = say("{questions} questions in the last {days} days; models cost {dollars} US dollars. Who asked what stands nowhere here.",
               questions=told(total), days=len(days), dollars=told(dollars, "USD", has_cents=True))
    names = [say(name) for name in ("Day", "Questions", "People", "How they ended", "Model tokens", "US dollars")]
    known = table(names, rows, say("Usage by day"))
    nothing = empty(say("Nobody asked anything in this time."), say("Days on which somebody does will stand here."))
    return operator_page(say("Usage"), USAGE, view, PageNotice(), card(say("By day"), el("p", said), known if rows else nothing))


def _ended(one: Day) -> str:
    return ", ".join(f"{count} {say(_ENDED.get(name, name))}" for name, count in one.ended.most_common())
