"""What a plan holds in another form than the words of its message is not doubted, and the mistake beside it is."""

from typing import Any

from agent.understand.grammar.evidence import VALUE
from kg.resolve import Candidate
from tests.cases import each_case
from tests.checked_plans import doubted

ME: dict[str, Any] = {"me": True}
OPEN = {"is": "ticketing/Ticket.open"}
ANA = {"name": "Ana", "model": "hris/Employee"}
INVOICES = {"set": "accounting/Invoice", "where": [{"is": "accounting/Invoice.overdue"}]}
IN_EUROS = {"field": "accounting/Invoice.currency", "value": "EUR"}
BY_AGE = {"by": {"field": "ticketing/Ticket.remote_created_at"}, "desc": False}


def names(model: str, *where: object, **more: object) -> dict[str, Any]:
    return {"goal": "names", "node": {"set": model, "where": list(where), **more}}


def people(*where: object) -> dict[str, Any]:
    return names("hris/Employee", *where)


def due(*period: str | None) -> dict[str, Any]:
    return names("accounting/Invoice", {"is": "accounting/Invoice.due", "period": list(period)})


def in_october(what: str) -> dict[str, Any]:
    return names("ticketing/Ticket", {"is": f"ticketing/Ticket.{what}", "period": ["2026-10-01", "2026-11-01"]})


def manager(**of: object) -> dict[str, Any]:
    return {"rel": "hris/Employee.manager", **of}


def off(what: str, day: str = "2026-11-20", end: str | None = "2026-11-21") -> dict[str, Any]:
    return {"is": f"hris/Employee.{what}", "period": [day, end]}


def joiners(**order: object) -> dict[str, Any]:
    start = {"field": "hris/Employee.start_date"}
    return {"goal": "table", "node": {"set": "hris/Employee", "where": [manager(of=ME)]}, "columns": [start], "order": {"by": start, **order}}


def pay(field: str) -> dict[str, Any]:
    of = {"set": "hris/Pay", "where": [{"rel": "hris/Employee.pay", "from": ANA}]}
    return {"goal": "show", "node": of, "field": f"hris/Pay.{field}"}


def owed(key: str, *where: object) -> dict[str, Any]:
    of = {"set": "accounting/Invoice", "where": [{"is": "accounting/Invoice.overdue"}, *where]}
    balance = {"how": "sum", "of": of, "field": "accounting/Invoice.balance"}
    return {"goal": "groups", "measures": [balance], "keys": [{"field": f"accounting/Invoice.{key}"}]}


def articles(*fields: str) -> dict[str, Any]:
    texts = [{"field": f"knowledgebase/Article.{field}", "op": "contains", "value": word} for field in fields for word in ("sick", "illness")]
    return {"goal": "summary", "node": {"set": "knowledgebase/Article", "where": [{"any": texts}]}}


def reachable(op: str, inner: str) -> dict[str, Any]:
    without = {"set": "crm/Contact", "where": [{"field": "crm/Contact.phone_numbers", "op": inner}]}
    return names("crm/Account", {"has": {"measure": {"how": "count", "of": without}, "path": ["crm/Contact.account"]}, "op": op, "value": 0})


def signed(*more: object) -> dict[str, Any]:
    offers = {"set": "ats/Offer", "where": [{"is": "ats/Offer.signed"}, *more]}
    to_candidate = ["ats/Offer.application", "ats/Application.candidate"]
    return names("ats/Candidate", {"has": {"measure": {"how": "count", "of": offers}, "path": to_candidate}})


def by_tenure(*, desc: bool) -> dict[str, Any]:
    tenure = {"field": "hris/Employee.tenure"}
    return {"goal": "table", "node": {"set": "hris/Employee"}, "columns": [tenure], "order": {"by": tenure, "desc": desc, "first": 3}}


def team_tenure(*where: object) -> dict[str, Any]:
    of = {"set": "hris/Employee", "where": list(where)}
    return {"goal": "figures", "measures": [{"how": "average", "of": of, "field": "hris/Employee.tenure"}]}


def of_ana(field: str) -> dict[str, Any]:
    return {"goal": "show", "node": ANA, "field": f"hris/Employee.{field}"}


def candidates(field: str) -> dict[str, Any]:
    column = {"field": f"ats/Application.{field}", "path": ["~ats/Application.candidate"]}
    return {"goal": "table", "node": {"set": "ats/Candidate"}, "columns": [column]}


@each_case("message, act, expected", [
    ("which candidates signed an offer but haven't started yet", signed({"field": "ats/Offer.start_date", "op": ">", "value": "2026-11-20"}), set()),
    ("which candidates signed an offer but haven't started yet", signed({"field": "ats/Offer.start_date", "op": ">", "value": "2026-01-01"}),
     {"negation"}),
    ("which candidates signed an offer but haven't started yet", signed(), {"negation"}),
    ("our newest 3 people", by_tenure(desc=False), set()), ("our newest 3 people", by_tenure(desc=True), {"order"}),
    ("our 3 people with the longest tenure", by_tenure(desc=True), set()), ("our 3 people with the longest tenure", by_tenure(desc=False), {"order"}),
    ("average tenure of my team", team_tenure({"is": "hris/Employee.my_team"}), set()), ("average tenure of my team", team_tenure(), {"condition"}),
    ("I need to write to Ana, what's the address?", of_ana("work_email"), set()),
    ("I need to write to Ana, what's the address?", of_ana("start_date"), {"condition"}),
    ("through which source did each of the candidates apply?", candidates("source"), set()),
    ("through which source did each of the candidates apply?", candidates("applied_at"), {"field"}),
    ("who has left since the start of this year", people({"is": "hris/Employee.left", "period": ["2026-01-01", None]}), set()),
    ("who has left since the start of this year", people({"is": "hris/Employee.left", "period": ["2025-01-01", None]}), {"time"}),
    ("invoices due before the end of this year", due(None, "2027-01-01"), set()),
    ("invoices due before the end of this year", due(None, "2028-01-01"), {"time"}),
    ("tickets, leave out those without an account", names("ticketing/Ticket", {"rel": "ticketing/Ticket.account"}), set()),
    ("tickets, leave out those without an account", names("ticketing/Ticket"), {"negation"}),
    ("list my direct reports, the most recent joiner first", joiners(), set()),
    ("list my direct reports, the most recent joiner first", joiners(desc=False), {"order"}),
    ("show the second oldest ticket", names("ticketing/Ticket", ranked={**BY_AGE, "first": 1, "skip": 1}), set()),
    ("how do I get help when I am ill", articles("title", "description"), set()),
    ("for which accounts do we have a phone number of every contact", reachable("=", "empty"), set()),
    ("for which accounts do we have a phone number of a contact", reachable("=", "empty"), {"negation"}),
    ("when was the ticket Boiler last changed", {
        "goal": "show", "node": {"name": "Boiler", "model": "ticketing/Ticket"}, "field": "ticketing/Ticket.remote_updated_at"}, set()),
    ("overdue invoices in pounds", names("accounting/Invoice", *INVOICES["where"], {"field": "accounting/Invoice.currency", "value": "GBP"}), set()),
    ("how much holidy do I have left", {"goal": "show", "node": {"set": "hris/TimeOffBalance", "where": [
        {"rel": "hris/Employee.balances", "from": ME}, {"field": "hris/TimeOffBalance.policy_type", "value": "VACATION"}]},
        "field": "hris/TimeOffBalance.balance"}, set()),
])
def test_what_stands_in_another_form_in_the_plan_is_not_doubted(message: str, act: object, expected: set[str]) -> None:
    assert doubted(message, act) == expected


@each_case("message, act, expected", [
    ("who does Ana report to?", people(manager(**{"from": ANA})), set()),
    ("who does Ana report to?", people(manager(of=ANA)), {"direction"}),
    ("who reports to Ana", people(manager(of=ANA)), set()),
    ("who reports to Ana", people(manager(**{"from": ANA})), {"direction"}),
    ("who of my team is off today", people(manager(of=ME), off("off")), set()),
    ("who of my team is off today", people(manager(**{"from": ME}), off("off")), {"direction"}),
    ("who of my team is off today", people(manager(of=ME), off("on_vacation")), {"condition"}),
    ("which of my managers have no open ticket", people(manager(of=ME), {"is": "hris/Employee.manager"}, {"has": {
        "measure": {"how": "count", "of": {"set": "ticketing/Ticket", "where": [OPEN]}}, "path": ["ticketing/Ticket.assignees", "hub:hris/Employee"]},
        "op": "=", "value": 0}), set()),
    ("overdue balance per currency", owed("currency"), set()),
    ("overdue balance per currency", owed("status"), {"condition"}),
    ("overdue balance by status in euros", owed("status", IN_EUROS), set()),
    ("overdue balance by status in euros", owed("status"), {"condition"}),
    ("how much does Ana make", pay("annual"), set()),
    ("how much does Ana make", pay("monthly"), {"field"}),
    ("how much does Ana make a month", pay("monthly"), set()),
    ("was the invoice BF-6070 paid?", {
        "goal": "show", "node": {"name": "BF-6070", "model": "accounting/Invoice"}, "field": "accounting/Invoice.balance"}, set()),
    ("tickets reported in October 2026", in_october("reported"), set()),
    ("tickets reported in October 2026", in_october("due"), {"field"}),
    ("active applications per open job", {"goal": "groups", "measures": [{"how": "count", "of": {"set": "ats/Application", "where": [
        {"is": "ats/Application.active"}, {"rel": "ats/Application.job", "of": {"set": "ats/Job", "where": [{"is": "ats/Job.closed"}]}}]}}],
        "keys": [{"path": ["ats/Application.job"]}]}, {"condition"}),
    ("leads not met yet", names("crm/Lead", {"is": "crm/Lead.not_met"}), set()),
    ("leads not met yet", names("crm/Lead", {"not": {"is": "crm/Lead.not_met"}}), {"negation"}),
])
def test_a_mistake_beside_what_the_words_say_is_doubted(message: str, act: object, expected: set[str]) -> None:
    assert doubted(message, act) == expected


def test_what_an_earlier_question_said_holds_on_though_it_was_declined() -> None:
    act = people(manager(of=ME), {"rel": "hris/Employee.work_location", "of": {"set": "hris/Location", "where": [
        {"field": "hris/Location.country", "value": "Denmark"}]}})
    assert doubted("only the ones in Denmark", act) == {"way"}
    assert doubted("only the ones in Denmark", act, unplanned=("how many people report to me?",)) == set()


def test_a_part_of_many_names_is_an_everyday_word() -> None:
    found = {field: Candidate(field, VALUE, "", "", "Film club", (), None, {"field": field, "value": "Film club"}, "part", 1.0, ()) for field in (
        "crm/Account.industry", "crm/Lead.lead_source")}
    open_tickets = names("ticketing/Ticket", OPEN)
    assert doubted("open tickets about the film", open_tickets, called={"film": tuple(found.values())}) == set()
    assert doubted("open tickets about the film", open_tickets, called={"film": (found["crm/Account.industry"],)}) == {"condition"}


def test_what_points_back_is_no_part_of_a_name() -> None:
    depot = Candidate("depot", VALUE, "", "", "Depot One", (), None, {"field": "hris/Location.name", "value": "Depot One"}, "part", 1.0, ())
    open_tickets = names("ticketing/Ticket", OPEN)
    assert doubted("the open one", open_tickets, called={"one": (depot,)}) == set()
    assert doubted("open tickets at the depot", open_tickets, called={"depot": (depot,)}) == {"condition"}


def test_a_follow_up_may_ask_for_time_off_of_another_kind_where_it_says_so() -> None:
    before = people(off("on_vacation"))
    assert doubted("no, any kind of leave", people(off("off")), last=before) == set()
    assert doubted("and tomorrow?", people(off("off", "2026-11-21", "2026-11-22")), last=before) == {"carried"}
