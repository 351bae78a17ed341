"""Right plans as a model would write them, for questions in the directory's words, each with a plain wording of the same question for the rules."""

from collections.abc import Mapping
from typing import Any

PEOPLE, TICKET, DEAL, ACCOUNT, INVOICE = "hris/Employee", "ticketing/Ticket", "crm/Opportunity", "crm/Account", "accounting/Invoice"
Written = dict[str, Any]


def me(word: str = "my") -> Written:
    return {"kind": "me", "said": [word]}


def name(text: str, model: str) -> Written:
    return {"kind": "name", "said": [text], "model": model}


def members(model: str, noun: str, *conditions: Written, **more: Any) -> Written:
    return {"kind": "set", "model": model, "said": [noun] if noun else [], "conditions": list(conditions), **more}


def named(target: str, *said: str, period: str = "") -> Written:
    return {"kind": "is", "target": target, "said": list(said), "period": [period] if period else []}


def value(target: str, *said: str) -> Written:
    return {"kind": "value", "target": target, "said": list(said)}


def tied(thing: Written, *said: str, target: str = "") -> Written:
    return {"kind": "tied", "thing": thing, "said": list(said), "target": target}


def compared(target: str, *said: str) -> Written:
    return {"kind": "compared", "target": target, "said": list(said)}


def period(*said: str, target: str = "") -> Written:
    return {"kind": "period", "said": list(said), "target": target}


def negated(word: str, inner: Written) -> Written:
    return {"kind": "not", "said": [word], "of": [inner]}


def has(thing: Written, *said: str) -> Written:
    return {"kind": "has", "said": list(said), "thing": thing}


def figure(how: str, thing: Written, *said: str, target: str = "", **more: Any) -> Written:
    return {"how": how, "thing": thing, "said": list(said), "target": target, **more}


def column(target: str, *said: str) -> Written:
    return {"said": list(said), "target": target}


def plan(kind: str, **more: Any) -> Written:
    return {"kind": kind, **more}


def asked_of(thing: Written, *holds: Written) -> Written:
    """Of a plan of the kind whether: one thing, and what is asked of it."""
    return {"thing": thing, "holds": list(holds)}


def ordered(*said: str) -> Written:
    """An order of groups, which go by their figure."""
    return {"said": list(said), "by": column("")}


LIGHTHOUSE, SEAWALL = (name(n, "ticketing/Collection") for n in ("Lighthouse", "Seawall"))
ANA, BEN, PIA, TOMAS = (name(n, PEOPLE) for n in ("Ana Ruiz", "Ben Cole", "Pia Lindqvist", "Tomas Okafor"))
JUNIPER = name("Juniper", ACCOUNT)
OPEN, OPEN_DEAL = named(f"{TICKET}.open", "open"), named(f"{DEAL}.open", "open")
OVERDUE = named(f"{TICKET}.overdue", "overdue")
OPEN_DEALS = members(DEAL, "deals", OPEN_DEAL)

# question, the plan, and the same question as the rules read it
RIGHT: tuple[tuple[str, Written, str], ...] = (
    ("In Lighthouse, which tickets are open?", plan("list", thing=members(TICKET, "tickets", OPEN, tied(LIGHTHOUSE))),
     "open tickets in Lighthouse"),
    ("Ana Ruiz has how many open deals?", plan("figures", figures=[figure("count", members(DEAL, "deals", OPEN_DEAL, tied(ANA)), "how many")]),
     "How many open deals does Ana Ruiz have?"),
    ("In Seawall, how many tickets that Pia Lindqvist reported were closed last month?",
     plan("figures", figures=[figure("count", members(
         TICKET, "tickets", tied(SEAWALL), tied(PIA, "reported", target=f"{TICKET}.creator"),
         named(f"{TICKET}.closed", "closed", period="last month")), "how many")]),
     "How many tickets in Seawall that Pia Lindqvist reported were closed last month?"),
    ("Which tickets assigned to Tomas Okafor did Pia Lindqvist report?",
     plan("list", thing=members(TICKET, "tickets", tied(TOMAS, "assigned to", target=f"{TICKET}.assignees"),
                                         tied(PIA, "report", target=f"{TICKET}.creator"))),
     "tickets assigned to Tomas Okafor that Pia Lindqvist reported"),
    ("Who reports to Ana Ruiz?", plan("list", thing=members(PEOPLE, "Who", tied(ANA, "reports to", target=f"{PEOPLE}.manager"))),
     "Who reports to Ana Ruiz?"),
    ("Who is the manager of Ana Ruiz?", plan("list", thing=members(PEOPLE, "", tied(ANA, "is the manager of", target=f"{PEOPLE}.manager"))),
     "Who is Ana Ruiz's manager?"),
    ("By department, what is our headcount?", plan("groups", figures=[
        figure("metric", members(PEOPLE, ""), "headcount", target="headcount")],
        keys=[{"said": ["By department"], "target": f"{PEOPLE}.department"}]),
     "headcount by department"),
    ("top 5 open deals by amount", plan("table", thing=OPEN_DEALS, order={"said": ["top 5"], "by": column(f"{DEAL}.amount", "by amount")}),
     "top 5 open deals by amount"),
    ("Which are the 3 oldest defects?", plan("table", thing=members(TICKET, "defects"), order={
        "said": ["3 oldest"], "by": column(f"{TICKET}.remote_created_at")}), "the 3 oldest defects"),
    ("What is Ana Ruiz's manager's email?", plan("show", thing=members(PEOPLE, "", tied(ANA, "manager", target=f"{PEOPLE}.manager")),
                                                columns=[column(f"{PEOPLE}.work_email", "email")]), "What is Ana Ruiz's manager's email?"),
    ("accounts without an open deal", plan("list", thing=members(ACCOUNT, "accounts", has(members(DEAL, "deal", OPEN_DEAL), "without"))),
     "accounts without an open deal"),
    ("Which accounts have more than three open deals?",
     plan("list", thing=members(ACCOUNT, "accounts", has(OPEN_DEALS, "more than three"))), "accounts with more than three open deals"),
    ("Last quarter, what was the revenue of Juniper?",
     plan("figures", figures=[figure("metric", members("accounting/Revenue", "", tied(JUNIPER), period("Last quarter")), "revenue",
                                             target="customer_revenue")]), "revenue of Juniper last quarter"),
    ("Who has the most open tickets?", plan("table", thing=members(PEOPLE, "Who"), order={
        "said": ["the most"], "by": {"said": [], "figure": figure("count", members(TICKET, "tickets", OPEN))}}), "Who has the most open tickets?"),
    ("Of the deals won this year, what is the average amount?",
     plan("figures", figures=[figure("average", members(DEAL, "deals", named(f"{DEAL}.won", "won", period="this year")), "average amount",
                                             target=f"{DEAL}.amount")]), "average amount of deals won this year"),
    ("Which Sev1 tickets are not closed?", plan("list", thing=members(
        TICKET, "tickets", value(f"{TICKET}.priority", "Sev1"), negated("not", named(f"{TICKET}.closed", "closed")))),
     "Sev1 tickets that are not closed"),
    ("Which employees work in Lisbon or Porto?", plan("list", thing=members(PEOPLE, "employees", {
        "kind": "either", "said": ["or"], "of": [value("hris/Location.city", "work", "Lisbon"), value("hris/Location.city", "Porto")]},
        )), "people in Lisbon and Porto"),
    ("Which open deals are over 50k USD?", plan("list", thing=members(
        DEAL, "deals", OPEN_DEAL, compared(f"{DEAL}.amount", "over 50k USD"))), "open deals above 50,000 USD"),
    ("open deals with an amount of at least 30,000", plan("list", thing=members(
        DEAL, "deals", OPEN_DEAL, compared(f"{DEAL}.amount", "amount", "at least 30,000"))), "open deals with an amount of at least 30,000"),
    ("Which contacts at Juniper have what phone number?", plan("table", thing=members(
        "crm/Contact", "contacts", tied(JUNIPER)), columns=[column("crm/Contact.phone_numbers", "phone number")]),
     "contacts at Juniper with phone number"),
    ("Summarize my last conversation with Juniper", plan("summary", thing=members(
        "crm/Engagement", "conversation", tied(me()), tied(JUNIPER), newest=["last"])), "Summarize my last conversation with Juniper"),
    ("overdue invoices of more than 10k euros", plan("list", thing=members(
        INVOICE, "invoices", named(f"{INVOICE}.overdue", "overdue"), compared(f"{INVOICE}.total_amount", "more than 10k euros"))),
     "overdue invoices above 10k EUR"),
    ("total amount of my open deals in EUR", plan("figures", figures=[figure(
        "sum", members(DEAL, "deals", OPEN_DEAL, tied(me())), "total amount", target=f"{DEAL}.amount", unit=["in EUR"])]),
     "total amount of my open deals in EUR"),
    ("Which tickets of Pia Lindqvist and Tomas Okafor are open?", plan("list", thing=members(
        TICKET, "tickets", tied({"kind": "together", "said": ["and"], "of": [PIA, TOMAS]}), OPEN)), "open tickets of Pia Lindqvist and Tomas Okafor"),
    ("What share of the open tickets is overdue?", plan("figures", figures=[figure(
        "share", members(TICKET, "tickets", OPEN), "What share", part=[named(f"{TICKET}.overdue", "overdue")])]),
     "What share of open tickets is overdue?"),
    ("Which overdue tickets are assigned to people in Lisbon?", plan("list", thing=members(
        TICKET, "tickets", named(f"{TICKET}.overdue", "overdue"),
        tied(members(PEOPLE, "people", value("hris/Location.city", "Lisbon")), "assigned to", target=f"{TICKET}.assignees"))),
     "overdue tickets assigned to people in Lisbon"),
    ("Which accounts in Shipbuilding have open deals?", plan("list", thing=members(
        ACCOUNT, "accounts", value(f"{ACCOUNT}.industry", "Shipbuilding"), tied(OPEN_DEALS))), "accounts in Shipbuilding with open deals"),
    ("open deals of the accounts that Ana Ruiz owns", plan("list", thing=members(
        DEAL, "deals", OPEN_DEAL, tied(members(ACCOUNT, "accounts", tied(ANA, "owns", target=f"{ACCOUNT}.owner"))))),
     "open deals of accounts owned by Ana Ruiz"),
    ("Which deals won this year belong to accounts in Forestry?", plan("list", thing=members(
        DEAL, "deals", named(f"{DEAL}.won", "won", period="this year"), tied(
            members(ACCOUNT, "accounts", value(f"{ACCOUNT}.industry", "Forestry")), "belong to"))),
     "deals won this year with accounts in Forestry"),
    ("How many deals were won per month?", plan("groups", figures=[figure("count", members(DEAL, "deals", named(f"{DEAL}.won", "won")), "How many")],
                                               keys=[{"said": ["per month"], "target": ""}]), "How many deals were won per month?"),
    ("In Lighthouse, are there any overdue tickets?",
     plan("whether", thing=members(TICKET, "tickets", tied(LIGHTHOUSE), OVERDUE)),
     "Are there any overdue tickets in Lighthouse?"),
    ("I was wondering whether Ben Cole is a manager", plan("whether", **asked_of(BEN, named(f"{PEOPLE}.manager", "a manager"))),
     "Is Ben Cole a manager?"),
    ("Kindly, does Ben Cole report to Ana Ruiz?",
     plan("whether", **asked_of(BEN, tied(ANA, "report to", target=f"{PEOPLE}.manager"))), "Does Ben Cole report to Ana Ruiz?"),
    ("For me please, does Juniper have open tickets?", plan("whether", thing=members(TICKET, "tickets", OPEN, tied(JUNIPER))),
     "Does Juniper have open tickets?"),
    ("By any chance, has INV-77 been paid?", plan("whether", **asked_of(name("INV-77", INVOICE), named(f"{INVOICE}.paid", "paid"))),
     "Has INV-77 been paid?"),
    ("Kindly fetch headcount by department, highest first", plan("groups", figures=[figure(
        "metric", members(PEOPLE, ""), "headcount", target="headcount")], keys=[{"said": ["by department"], "target": f"{PEOPLE}.department"}],
        order=ordered("highest first")), "headcount by department, highest first"),
    ("Kindly, which city has the most people?", plan("groups", figures=[figure("count", members(PEOPLE, "people"))],
                                                    keys=[{"said": ["city"], "target": "hris/Location.city"}], order=ordered("the most")),
     "Which city has the most people?"),
    ("For every department, fetch the headcount", plan("groups", figures=[figure("metric", members(PEOPLE, ""), "headcount", target="headcount")],
                                                      keys=[{"said": ["For every department"], "target": f"{PEOPLE}.department"}]),
     "headcount by department"),
    ("I'd like to see the open deals and who owns each",
     plan("table", thing=OPEN_DEALS, columns=[column(f"{DEAL}.owner", "who owns each")]), "open deals with the owner"),
    ("Between 20k and 50k, which open deals are there?", plan("list", thing=members(
        DEAL, "deals", OPEN_DEAL, compared(f"{DEAL}.amount", "Between 20k and 50k"))), "open deals with an amount between 20k and 50k"),
    ("People without a manager, please list them", plan("list", thing=members(
        PEOPLE, "People", negated("without", {"kind": "tied", "target": f"{PEOPLE}.manager", "said": ["manager"]}))), "employees without a manager"),
    ("I want the contacts at Juniper", plan("list", thing=members(
        "crm/Contact", "contacts", tied(JUNIPER, "at", target="crm/Contact.account"))), "contacts at Juniper"),
    ("Grab the total amount of won deals per account for this year", plan("groups", figures=[figure(
        "sum", members(DEAL, "deals", named(f"{DEAL}.won", "won", period="this year")), "total amount", target=f"{DEAL}.amount")],
        keys=[{"said": ["per account"], "target": ACCOUNT}]), "total amount of deals won this year by account"),
    ("Is it true that Cleo Diaz reports to Ana Ruiz?", plan("whether", **asked_of(
        name("Cleo Diaz", PEOPLE), tied(ANA, "reports to", target=f"{PEOPLE}.manager"))), "Does Cleo Diaz report to Ana Ruiz?"),
    ("Which tickets in Lighthouse remain unresolved as of today?", plan("list", thing=members(
        TICKET, "tickets", tied(LIGHTHOUSE), named(f"{TICKET}.open", "remain unresolved"))), "open tickets in Lighthouse"),
    ("I've lost track a bit: which tickets in Seawall are overdue?", plan("list", thing=members(
        TICKET, "tickets", tied(SEAWALL), OVERDUE)), "Which tickets in Seawall are overdue?"),
    ("Out of all tickets that Pia Lindqvist reported, which are overdue?", plan("list", thing=members(
        TICKET, "tickets", tied(PIA, "reported", target=f"{TICKET}.creator"), OVERDUE)), "overdue tickets that Pia Lindqvist reported"),
    ("Which tickets were created by someone other than Pia Lindqvist?", plan("list", thing=members(
        TICKET, "tickets", negated("other than", tied(PIA, "created by", target=f"{TICKET}.creator")))), "tickets not created by Pia Lindqvist"),
    ("Which deals did we lose this year, and what were they worth?", plan("table", thing=members(
        DEAL, "deals", named(f"{DEAL}.lost", "lose", period="this year")), columns=[column(f"{DEAL}.amount", "worth")]),
     "amount of deals lost this year"),
    ("How do tickets spread across priorities in Lighthouse, only the ones still open?", plan("groups", figures=[figure(
        "count", members(TICKET, "tickets", tied(LIGHTHOUSE), named(f"{TICKET}.open", "only the ones still open")))],
        keys=[{"said": ["across priorities"], "target": f"{TICKET}.priority"}]), "open tickets in Lighthouse by priority"),
    ("Regarding the Lighthouse project, how many tickets are overdue?", plan("figures", figures=[figure("count", members(
        TICKET, "tickets", tied(LIGHTHOUSE, "project", target=f"{TICKET}.collections"), OVERDUE), "how many")]),
     "How many tickets in Lighthouse are overdue?"),
)

# what was asked before, the question that goes on from it, the plan, and the same as the rules read it
FOLLOW_UPS: tuple[tuple[str, str, Written, str], ...] = (
    ("How many open tickets are there in Lighthouse?", "and I was wondering about Seawall instead", plan("edit", thing=SEAWALL), "and in Seawall?"),
    ("open tickets in Lighthouse", "fetch only the overdue ones if you can", plan("edit", holds=[OVERDUE]), "only the overdue ones"),
    ("tickets in Lighthouse", "Narrow that down to the overdue ones", plan("edit", holds=[OVERDUE]), "only the overdue ones"),
    ("How many open tickets are there in Lighthouse?", "kindly split it by priority",
     plan("edit", keys=[{"said": ["by priority"], "target": f"{TICKET}.priority"}]), "split that by priority"),
    ("revenue of Juniper last month", "and last quarter, if possible", plan("edit", holds=[period("last quarter")]), "and last quarter?"),
    ("top 5 open deals by amount", "make it the top 10 if you can", plan("edit", order=ordered("top 10")), "make it the top 10"),
    ("open tickets of Pia Lindqvist", "and Tomas Okafor, if you can?", plan("edit", thing=TOMAS), "and Tomas Okafor?"),
    ("total amount of my open deals", "in EUR, if possible", plan("edit", unit=["EUR"]), "in EUR?"),
    ("Which employees work in Lisbon?", "and I was wondering about Porto", plan("edit", holds=[value("hris/Location.city", "Porto")]),
     "and in Porto?"),
    ("How many deals does Ana Ruiz have?", "how many of those were, by any chance, won this year?",
     plan("figures", figures=[figure("count", {"kind": "back", "said": ["those"], "conditions": [
         named(f"{DEAL}.won", "won", period="this year")]}, "how many of")]), "how many of those were won this year?"),
)


def as_step(written: Mapping[str, Any]) -> Written:
    """A plan as the step that proposes it."""
    return {"action": "plan", "text": "", "plan": dict(written)}
