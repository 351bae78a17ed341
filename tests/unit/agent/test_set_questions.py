"""Questions for sets, figures, groups, tables and orders: several wordings of each construction, and the one goal they are read as."""


from agent.plan.algebra import Column, Either, Is, Key, Link, Me, Measure, Named, Order, Set, Show, Step, Table, Tally, Union, Where
from tests.cases import each_case
from tests.unit.agent import set_goals as of
from tests.unit.agent.directory import read_question
from tests.unit.agent.set_goals import ACCOUNT, DEAL, INVOICE, LEAD, PEOPLE, TICKET, figure, grouped, names, number, share

SLA = (Is(f"{TICKET}.sla_decided"), of.SEV1, of.DEFECT)
OPEN_DEALS = of.tally(DEAL, of.TO_ACCOUNT, of.OPEN_DEAL)
OPEN_TICKETS = of.tally(TICKET, of.TO_ASSIGNEE, of.OPEN)
MY_ROWS = of.members(PEOPLE, of.MY_TEAM)
COST = Measure(Set("hris/Pay"), "sum", "hris/Pay.annual")
TREE_OF = Link("hris/Employee.chain", True, of.ANA)
REVENUE = Measure(Set("accounting/Revenue"), "sum", "accounting/Revenue.amount")
REVENUE_BY_CUSTOMER = Tally(REVENUE, (Step("accounting/Revenue.customer", "accounting/Contact"),))
AMOUNT = of.AMOUNT
JUNIPER = Link("accounting/Revenue.account", True, Named(ACCOUNT, "Juniper"))

READ = {
    "an adjective": (names(TICKET, of.OPEN, of.in_project("Lighthouse")), (
        "open tickets in Lighthouse", "Which tickets in Lighthouse are open?", "unresolved tickets in the Lighthouse project",
        "Show me the open issues in Lighthouse", "tickets in Lighthouse that are open", "list all open tickets in project Lighthouse")),
    "a value of the tenant": (names(TICKET, of.SEV1, of.DEFECT), (
        "Sev1 defects", "defects with priority Sev1", "list the Sev1 defects")),
    "a value of a neighbour": (names(PEOPLE, of.in_city("Lisbon")), (
        "people in Lisbon", "Who works in Lisbon?", "Which employees are based in Lisbon?", "colleagues in Lisbon", "everybody in Lisbon")),
    "one of two values": (names(PEOPLE, Link("hris/Employee.work_location", True, of.members("hris/Location", Either(frozenset(
        {Where("hris/Location.city", "Lisbon"), Where("hris/Location.city", "Porto")}))))), (
        "people in Lisbon and Porto", "Who works in Lisbon and Porto?", "employees based in Porto and Lisbon")),
    "a team": (names(PEOPLE, of.in_team("Rigging")), ("people in Rigging", "Who is in the Rigging team?", "employees in the Rigging team")),
    "a doer by a verb": (names(TICKET, of.assigned(of.PIA)), (
        "tickets assigned to Pia Lindqvist", "Which tickets are assigned to Pia Lindqvist?", "Pia Lindqvist's tickets",
        "tickets of Pia Lindqvist", "Which tickets is Pia Lindqvist working on?")),
    "another doer": (names(TICKET, of.created_by(of.PIA)), (
        "tickets reported by Pia Lindqvist", "tickets that Pia Lindqvist reported",
        "tickets created by Pia Lindqvist")),
    "an owner": (names(ACCOUNT, of.owned_by(of.ANA)), (
        "accounts owned by Ana Ruiz", "accounts Ana Ruiz owns", "Which accounts does Ana Ruiz own?", "Ana Ruiz's accounts")),
    "several things": (names(TICKET, of.assigned(Union(PEOPLE, frozenset({of.PIA, of.TOMAS})))), (
        "tickets of Pia Lindqvist and Tomas Okafor", "tickets assigned to Pia Lindqvist and Tomas Okafor",
        "tickets assigned to Tomas Okafor and Pia Lindqvist")),
    "whose set": (names(TICKET, of.OPEN, of.assigned(MY_ROWS)), (
        "open tickets of my team", "open tickets assigned to my team", "Which open tickets are assigned to my team?")),
    "my team somewhere": (names(PEOPLE, of.MY_TEAM, of.in_city("Lisbon")), (
        "my team in Lisbon", "my Lisbon team", "Who in my team is based in Lisbon?")),
    "a period of the verb": (names(DEAL, Is(f"{DEAL}.won", of.OCTOBER)), (
        "list deals won in October 2026", "Which deals were won in October 2026?",
        "list the opportunities won last month", "all deals we won last month")),
    "a state in a period": (names(PEOPLE, Is(f"{PEOPLE}.off", of.NEXT_WEEK)), (
        "who is off next week", "Who is away next week?", "people who are off next week")),
    "a state in a place in a period": (names(PEOPLE, Is(f"{PEOPLE}.off", of.NEXT_WEEK), of.in_city("Lisbon")), (
        "who is off in Lisbon next week", "who is off next week in Lisbon", "Who in Lisbon is away next week?")),
    "a comparison": (names(DEAL, of.OPEN_DEAL, of.above(AMOUNT, 50_000, unit="USD")), (
        "open deals above 50,000 USD", "open deals with an amount above 50,000 USD", "Which open deals are over 50k USD?",
        "open opportunities worth more than 50k USD")),
    "not strictly": (names(DEAL, of.above(AMOUNT, 30_000, ">=")), (
        "deals of at least 30k", "deals with an amount of at least 30,000", "deals with a value of at least 30000")),
    "a negated value": (names(PEOPLE, of.negated(of.in_city("Lisbon"))), (
        "people not in Lisbon", "people outside Lisbon", "Which employees are not in Lisbon?")),
    "a negated condition": (names(TICKET, of.negated(of.CLOSED), of.SEV1), (
        "Sev1 tickets that are not closed", "Which Sev1 tickets are not closed?", "Sev1 tickets that aren't closed")),
    "a negated verb": (names(TICKET, of.negated(of.assigned(of.ANA))), (
        "tickets not assigned to Ana Ruiz", "tickets that are not assigned to Ana Ruiz", "Which tickets are not assigned to Ana Ruiz?")),
    "something is had": (names(ACCOUNT, of.some_deal(of.OPEN_DEAL)), (
        "accounts with open deals", "Which accounts have open deals?", "customers that have open deals")),
    "nothing is had": (names(ACCOUNT, of.negated(of.some_deal(of.OPEN_DEAL))), (
        "accounts without open deals", "accounts with no open deals", "Which accounts have no open deals?",
        "Which accounts don't have any open deals?", "accounts without any open deals")),
    "how many are had": (names(ACCOUNT, of.has(">", 3, OPEN_DEALS)), (
        "accounts with more than three open deals", "Which accounts have more than 3 open deals?", "customers with over 3 open deals")),
    "so many or more": (names(ACCOUNT, of.has(">=", 3, OPEN_DEALS)), (
        "accounts with at least 3 open deals", "accounts with 3 or more open deals", "accounts that have no less than three open deals")),
    "a count": (number(TICKET, of.OPEN, of.in_project("Lighthouse")), (
        "How many open tickets are in Lighthouse?", "number of open tickets in Lighthouse", "How many tickets in Lighthouse are open?",
        "count of open tickets in the Lighthouse project", "How many open tickets are there in Lighthouse?")),
    "whose count": (number(TICKET, of.OPEN, of.assigned(of.PIA)), (
        "How many open tickets does Pia Lindqvist have?", "How many open tickets are assigned to Pia Lindqvist?",
        "number of open tickets of Pia Lindqvist")),
    "a count in a period": (number(TICKET, Is(f"{TICKET}.reported", of.OCTOBER), of.SEV1, of.DEFECT), (
        "How many Sev1 defects were reported last month?", "number of Sev1 defects reported in October 2026",
        "number of Sev1 defects that were reported last month")),
    "an average": (figure("average", AMOUNT, Is(f"{DEAL}.won", of.YEAR)), (
        "What is the average amount of the deals we won this year?", "average value of deals won this year",
        "mean amount of the opportunities won this year")),
    "a sum": (figure("sum", AMOUNT, of.OPEN_DEAL), (
        "total amount of open deals", "What is the total value of all open deals?", "sum of the open deals", "open pipeline")),
    "a unit": (figure("sum", AMOUNT, of.OPEN_DEAL, unit="EUR"), ("total value of open deals in EUR", "open pipeline in euros")),
    "a share": (share(Is(f"{TICKET}.within_sla"), TICKET, *SLA), (
        "What fraction of Sev1 defects was fixed within SLA?", "What share of Sev1 defects has been fixed within SLA?",
        "What percentage of Sev1 defects were closed within SLA?")),
    "a share of all": (share(of.OVERDUE, TICKET, of.OPEN), (
        "What share of open tickets is overdue?", "what fraction of open tickets are overdue", "What percentage of the open tickets are overdue?")),
    "a metric of somebody": (figure("sum", "hris/Pay.annual", Link("hris/Pay.employee", True, of.members(PEOPLE, TREE_OF))), (
        "headcount cost of Ana Ruiz", "What is Ana Ruiz's headcount cost?", "personnel cost of Ana Ruiz")),
    "a metric in a period": (figure("sum", "accounting/Revenue.amount", JUNIPER, Where("accounting/Revenue.date", of.LAST_QUARTER, "in")), (
        "revenue of Juniper last quarter", "Juniper's revenue last quarter", "What was the revenue with Juniper last quarter?",
        "How much revenue did Juniper bring in last quarter?")),
    "groups": (grouped(of.HEADCOUNT, of.TO_DEPARTMENT), (
        "headcount by department", "headcount per department", "What is our headcount per department?", "What is the headcount by department?")),
    "groups of a count": (grouped(of.counted(TICKET, of.OPEN), of.TO_PROJECT), (
        "open tickets per project", "number of open tickets by project", "How many open tickets are there per project?")),
    "two keys": (grouped(of.counted(TICKET, of.OPEN), of.TO_PROJECT, Key(field=f"{TICKET}.priority")), (
        "number of open tickets by project and priority", "open tickets per project and priority", "open tickets by project and by priority")),
    "a field there": (grouped(of.counted(PEOPLE), of.TO_CITY), (
        "number of colleagues by city", "How many people per city?", "people by city")),
    "months": (grouped(of.counted(DEAL, of.WON), Key(field=f"{DEAL}.close_date", bucket="month")), (
        "deals won by month", "number of deals won per month", "How many deals were won per month?")),
    "a row for each": (Table(MY_ROWS, (OPEN_TICKETS,)), (
        "open tickets for each person in my team", "How many open tickets does each person in my team have?",
        "number of open tickets per person in my team", "For each person in my team, the number of open tickets")),
    "a metric for each": (Table(of.members(PEOPLE, of.MY_REPORT, of.MANAGERS), (
        Tally(COST, (Step("hris/Pay.employee", PEOPLE), Step("hris/Employee.chain", PEOPLE))),)), (
        "for each of my managers, the headcount cost", "headcount cost for each of my managers",
        "What is the headcount cost of each of my managers?")),
    "columns": (Table(MY_ROWS, (of.START, OPEN_TICKETS)), (
        "my team with start date and number of open tickets", "start date and number of open tickets for each person in my team")),
    "the first by a field": (of.first(of.members(DEAL, of.OPEN_DEAL), Column(AMOUNT), 5), (
        "top 5 open deals", "the five biggest open deals", "5 largest open deals", "top 5 open deals by amount")),
    "the last by a field": (of.first(of.members(TICKET, of.DEFECT), Column(f"{TICKET}.remote_created_at"), 3, descending=False), (
        "the 3 oldest defects", "three oldest defects", "Which are the 3 oldest defects?")),
    "the first by a metric": (of.first(of.members("accounting/Contact", Is("accounting/Contact.customer")), REVENUE_BY_CUSTOMER, 3), (
        "top 3 customers by revenue", "top three customers by sales", "Who are our top 3 customers by revenue?")),
    "who has most": (of.first(Set(PEOPLE), OPEN_TICKETS, 1), (
        "Who has the most open tickets?", "Which employee has the most open tickets?", "who has most open tickets")),
    "which has fewest": (of.first(Set("ticketing/Collection"), of.tally(TICKET, of.TO_PROJECT, of.OPEN), 1, descending=False), (
        "Which project has the fewest open tickets?", "which project has the least open tickets")),
    "sorted": (Table(MY_ROWS, (of.START,), Order(of.START, False)), (
        "my team sorted by start date", "my team ordered by start date", "list my team sorted by start date")),
    "sorted the other way": (Table(of.members(ACCOUNT, of.owned_by(Me())), (Column(f"{ACCOUNT}.number_of_employees"),),
                                   Order(Column(f"{ACCOUNT}.number_of_employees"), True)), (
        "my accounts sorted by number of employees, largest first",)),
    "a source": (number(LEAD, Where(f"{LEAD}.lead_source", "Trade Fair")), (
        "number of leads from Trade Fair", "How many leads came from Trade Fair?", "How many leads with source Trade Fair are there?")),
    "due": (names(INVOICE, Is(f"{INVOICE}.overdue"), of.above(f"{INVOICE}.total_amount", 10_000, unit="EUR")), (
        "overdue invoices above 10k EUR", "overdue invoices over 10,000 EUR", "overdue invoices of more than 10k euros")),
    "a field of many": (Show(of.members(TICKET, of.OPEN, of.in_project("Seawall")), f"{TICKET}.due_date"), (
        "due dates of the open tickets in Seawall", "the due date of the open tickets in Seawall")),
}
WORDINGS = [(question, goal) for goal, questions in READ.values() for question in questions]


@each_case("question, goal", WORDINGS)
def test_a_wording_is_read_as_its_goal_and_as_nothing_else(question, goal):
    assert read_question(question).goals == (goal,)
