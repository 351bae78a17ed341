"""Columns of one name are told apart by what they belong to, and columns of names of their own stay as they are."""

from collections.abc import Sequence

from agent.answer import Column
from agent.catalogue import catalogue
from agent.phrasing.nouns import had_noun
from agent.plan.algebra import Column as Wanted
from agent.plan.algebra import Key, Measure, Set, Step, Tally, Where
from agent.query.operations.column_names import fuller_of_column, fuller_of_measure, told_apart
from tests.cases import each_case
from tests.unit.agent.results import ANA, OPEN, OVERDUE, TICKETS, of, tie

ACCOUNT, OWNER = Step("crm/Opportunity.account", "crm/Account"), Step("crm/Account.owner", "crm/User")
DEAL, CITY = "crm/Opportunity", "hris/Location.city"
WORK, HOME = (Step(f"hris/Employee.{kind}_location", "hris/Location") for kind in ("work", "home"))
MANAGER = Step("hris/Employee.manager", "hris/Employee")
PERSON = "hris/Employee"


@each_case("model, wanted, called, expected", [
    (PERSON, [Wanted(CITY, (WORK,)), Wanted(CITY, (HOME,))], ["city", "city"], ["work location city", "home address city"]),
    (PERSON, [Wanted(CITY, (WORK,)), Wanted(CITY, (MANAGER, WORK))], ["city", "city"], ["employee work location city", "manager work location city"]),
    (PERSON, [Wanted(f"{PERSON}.start_date"), Wanted(f"{PERSON}.start_date", (MANAGER,))], ["start date"] * 2,
     ["employee start date", "manager start date"]),
    (DEAL, [Wanted(None, (Step("crm/Opportunity.owner", "crm/User"),)), Wanted(None, (ACCOUNT, OWNER))], ["owner", "owner"],
     ["opportunity owner", "account owner"]),
    (DEAL, [Key((), f"{DEAL}.close_date", "month"), Key((), f"{DEAL}.remote_created_at", "month")], ["month", "month"],
     ["month of close date", "month of creation date"]),
    (PERSON, [Wanted(CITY, (WORK,)), Wanted(f"{PERSON}.start_date")], ["city", "start date"], ["city", "start date"]),
    (PERSON, [Wanted(CITY, (WORK,)), Wanted(CITY, (WORK,))], ["currency", "currency"], ["currency", "currency"]),     # by this name it is found
])
def test_columns_of_one_name_are_called_by_what_they_belong_to(
    model: str, wanted: Sequence[Wanted | Key], called: Sequence[str], expected: Sequence[str],
) -> None:
    fuller = [fuller_of_column(catalogue(), model, each, name) for each, name in zip(wanted, called, strict=True)]
    assert [column.name for column in told_apart([Column(name) for name in called], fuller)] == expected


ANAS_PAY = of("hris/Pay", links=[tie("hris/Employee.pay", ANA, back=True)])


@each_case("measures, called, expected", [
    ((Measure(TICKETS, "count"), Measure(of("ticketing/Ticket", OPEN), "count")), "tickets", ["tickets", "open tickets"]),
    ((Measure(OVERDUE, "sum", "accounting/Invoice.balance"), Measure(of("accounting/Invoice"), "sum", "accounting/Invoice.balance")), "balance",
     ["balance of overdue customer invoices", "balance of invoices"]),
    ((Measure(ANAS_PAY, "value", "hris/Pay.annual"), Measure(of("hris/Pay"), "average", "hris/Pay.annual")), "yearly base pay",
     ["yearly base pay of employee “Ana Ruiz”", "yearly base pay"]),
])
def test_figures_of_one_name_are_called_by_what_they_are_of(measures: Sequence[Measure], called: str, expected: Sequence[str]) -> None:
    fuller = [fuller_of_measure(catalogue(), each, called) for each in measures]
    assert [column.name for column in told_apart([Column(called) for _ in measures], fuller)] == expected


@each_case("of, step, noun", [
    (Set(PERSON), MANAGER, "direct reports"), (Set(PERSON), Step("hris/Employee.team", "hris/Team"), "members"),
    (Set(PERSON), Step("hris/Employee.chain", PERSON), ""),                         # all below, not only those who report directly
    (of(PERSON, Where(f"{PERSON}.employment_status", "ACTIVE")), MANAGER, ""),      # some of them
    (Set(DEAL), ACCOUNT, ""), (Set(PERSON), Step(MANAGER.relation, PERSON, inverse=True), ""),
])
def test_what_rows_have_is_called_by_the_noun_that_their_own_relation_has_for_it(of: Set, step: Step, noun: str) -> None:
    assert had_noun(catalogue(), Tally(Measure(of, "count"), (step,))) == noun
