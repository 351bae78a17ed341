"""Follow-ups change one thing of the last goal, undo its figure, or point back at what it was about; what fits nowhere changes nothing."""


from agent.plan.algebra import Column, Figures, Groups, Is, Key, Link, Measure, Named, Names, Set, Show, Step, Table, Where
from tests.cases import each_case
from tests.unit.agent import set_goals as of
from tests.unit.agent.directory import read_question
from tests.unit.agent.set_goals import ACCOUNT, AMOUNT, DEAL, PEOPLE, TICKET, figure, grouped, names, number, share

OPEN_TICKETS = names(TICKET, of.OPEN, of.in_project("Lighthouse"))
WON_DEALS = number(DEAL, Is(f"{DEAL}.won", of.YEAR))
HEADCOUNT = grouped(of.HEADCOUNT, of.TO_DEPARTMENT)
BIGGEST = of.first(of.members(DEAL, of.OPEN_DEAL), Column(AMOUNT), 5)
RIGGING = names(PEOPLE, of.in_team("Rigging"), of.in_city("Lisbon"))
SLA = (Is(f"{TICKET}.sla_decided"), of.DEFECT)
DATE, INVOICE = "accounting/Revenue.date", "accounting/Invoice"


def revenue(name="Kenmore Freight", period=of.LAST_QUARTER, unit=None):
    account = Link("accounting/Revenue.account", True, Named(ACCOUNT, name))
    return figure("sum", "accounting/Revenue.amount", account, Where(DATE, period, "in"), unit=unit)


def in_industry(industry):
    return Link("crm/Opportunity.account", True, of.members(ACCOUNT, Where(f"{ACCOUNT}.industry", industry)))


def in_lighthouse(*more):
    return names(TICKET, of.OPEN, of.in_project("Lighthouse"), *more)


OVERDUE_INVOICES = Is(f"{INVOICE}.overdue")
EDITS = (
    (names(INVOICE, OVERDUE_INVOICES), ("and their total balance?", "and the total balance?", "total balance", "what is their total balance?"),
     figure("sum", f"{INVOICE}.balance", OVERDUE_INVOICES)),
    (OPEN_TICKETS, ("and in Seawall?", "and on Seawall?", "what about Seawall", "Seawall?"), names(TICKET, of.OPEN, of.in_project("Seawall"))),
    (OPEN_TICKETS, ("only Sev1", "just the Sev1 ones", "and Sev1?"), in_lighthouse(of.SEV1)),
    (OPEN_TICKETS, ("only the overdue ones", "just the overdue ones", "which of them are overdue?"), in_lighthouse(of.OVERDUE)),
    (OPEN_TICKETS, ("not the overdue ones", "except the overdue ones"), in_lighthouse(of.negated(of.OVERDUE))),
    (OPEN_TICKETS, ("except Sev1",), in_lighthouse(of.negated(of.SEV1))),
    (OPEN_TICKETS, ("only defects", "what about defects"), in_lighthouse(of.DEFECT)),
    (OPEN_TICKETS, ("assigned to Pia Lindqvist", "only those assigned to Pia Lindqvist"), in_lighthouse(of.assigned(of.PIA))),
    (OPEN_TICKETS, ("and for Ana Ruiz?",), in_lighthouse(of.assigned(of.ANA))),
    (in_lighthouse(of.assigned(of.ANA)), ("and for Ben Cole?", "what about Ben Cole", "and Ben Cole"), in_lighthouse(of.assigned(of.BEN))),
    (in_lighthouse(of.SEV1), ("and Sev2?", "only Sev2", "what about Sev2?"), in_lighthouse(of.SEV2)),
    (OPEN_TICKETS, ("how many?", "How many are there?", "count"), number(TICKET, of.OPEN, of.in_project("Lighthouse"))),
    (OPEN_TICKETS, ("how many of them are overdue?",), number(TICKET, of.OPEN, of.OVERDUE, of.in_project("Lighthouse"))),
    (OPEN_TICKETS, ("what share of them is overdue?",), share(of.OVERDUE, TICKET, of.OPEN, of.in_project("Lighthouse"))),
    (OPEN_TICKETS, ("by priority", "split that by priority", "per priority"), Groups(
        (of.counted(TICKET, of.OPEN, of.in_project("Lighthouse")),), (Key(field=f"{TICKET}.priority"),))),
    (OPEN_TICKETS, ("their due dates",), Show(OPEN_TICKETS.node, f"{TICKET}.due_date")),
    (OPEN_TICKETS, ("and last month?",), in_lighthouse(Where(f"{TICKET}.remote_created_at", of.OCTOBER, "in"))),
    (WON_DEALS, ("and last year?", "what about last year", "the same for last year", "and in 2025?"), number(DEAL, Is(f"{DEAL}.won", of.LAST_YEAR))),
    (WON_DEALS, ("which ones?", "list them", "which?"), names(DEAL, Is(f"{DEAL}.won", of.YEAR))),
    (WON_DEALS, ("total", "in total", "total amount", "what's the total?"), figure("sum", AMOUNT, Is(f"{DEAL}.won", of.YEAR))),
    (WON_DEALS, ("average amount", "and the average amount?"), figure("average", AMOUNT, Is(f"{DEAL}.won", of.YEAR))),
    (WON_DEALS, ("in shipbuilding", "and in shipbuilding?"), number(DEAL, Is(f"{DEAL}.won", of.YEAR), in_industry("Shipbuilding"))),
    (number(DEAL, of.WON, in_industry("Shipbuilding")), ("and in forestry?", "what about forestry"), number(DEAL, of.WON, in_industry("Forestry"))),
    (WON_DEALS, ("not in shipbuilding",), number(DEAL, Is(f"{DEAL}.won", of.YEAR), of.negated(in_industry("Shipbuilding")))),
    (WON_DEALS, ("what about Juniper", "and with Juniper?"), number(DEAL, Is(f"{DEAL}.won", of.YEAR), of.of_account("Juniper"))),
    (WON_DEALS, ("per month", "by month"), Groups(
        (Measure(of.members(DEAL, Is(f"{DEAL}.won", of.YEAR)), "count"),), (Key(field=f"{DEAL}.close_date", bucket="month"),))),
    (HEADCOUNT, ("by team", "and by team?", "per team instead"), grouped(of.HEADCOUNT, of.TO_TEAM)),
    (HEADCOUNT, ("in Lisbon", "only in Lisbon", "and in Lisbon?"), grouped(of.counted(PEOPLE, of.ACTIVE, of.in_city("Lisbon")), of.TO_DEPARTMENT)),
    (HEADCOUNT, ("only managers", "just the managers"), grouped(of.counted(PEOPLE, of.ACTIVE, of.MANAGERS), of.TO_DEPARTMENT)),
    (revenue(), ("and Juniper?", "what about Juniper", "and for Juniper?"), revenue("Juniper")),
    (revenue(), ("and in October 2026?", "what about last month"), revenue(period=of.OCTOBER)),
    (revenue(), ("in EUR", "in euros?", "and in EUR"), revenue(unit="EUR")),
    (BIGGEST, ("top 10", "make it the top 10", "and the top 10?"), of.first(BIGGEST.node, Column(AMOUNT), 10)),
    (BIGGEST, ("of Juniper", "only of Juniper"), of.first(of.members(DEAL, of.OPEN_DEAL, of.of_account("Juniper")), Column(AMOUNT), 5)),
    (RIGGING, ("and in Porto?", "what about Porto"), names(PEOPLE, of.in_team("Rigging"), of.in_city("Porto"))),
    (RIGGING, ("and in Atlas?", "what about Atlas"), names(PEOPLE, of.in_team("Atlas"), of.in_city("Lisbon"))),
    (RIGGING, ("how many of them are remote?",), number(PEOPLE, of.REMOTE, of.in_team("Rigging"), of.in_city("Lisbon"))),
    (RIGGING, ("their start dates",), Show(RIGGING.node, f"{PEOPLE}.start_date")),
    (share(Is(f"{TICKET}.within_sla"), TICKET, of.SEV1, *SLA), ("and Sev2?",), share(Is(f"{TICKET}.within_sla"), TICKET, of.SEV2, *SLA)),
    (share(Is(f"{TICKET}.within_sla"), TICKET, *SLA), ("by project",), grouped(
        Measure(of.members(TICKET, *SLA), "share", part=frozenset({Is(f"{TICKET}.within_sla")})), of.TO_PROJECT)),
    (Figures((Measure(Set(TICKET), "count"),)), ("only the open ones",), number(TICKET, of.OPEN)),
)
CASES = [(last, said, goal) for last, followed, goal in EDITS for said in followed]
LASTS = (OPEN_TICKETS, WON_DEALS, HEADCOUNT, BIGGEST, revenue(), RIGGING)


@each_case("last, said, goal", CASES)
def test_a_follow_up_changes_what_it_says_and_leaves_the_rest(last, said, goal):
    assert read_question(said, last=last).goals == (goal,)


@each_case("said", sorted({said for _, said, _ in CASES} - {"what about Seawall"}))
def test_without_a_question_before_it_a_follow_up_is_no_edit(said):
    alone = read_question(said).goals
    assert not set(alone) & {goal for _, text, goal in CASES if text == said}


@each_case("said", ["blorfing", "and the blorfing ones?", "only if it rains", "than before", "not", "and", "instead", "except"])
@each_case("last", LASTS)
def test_what_is_not_understood_edits_nothing(last, said):
    assert read_question(said, last=last).goals == ()


@each_case("question, goal", [
    ("open tickets in Seawall", names(TICKET, of.OPEN, of.in_project("Seawall"))), ("headcount by team", grouped(of.HEADCOUNT, of.TO_TEAM)),
    ("accounts owned by Ana Ruiz", names(ACCOUNT, of.owned_by(of.ANA))),
    ("Who has the most open tickets?", of.first(Set(PEOPLE), of.tally(TICKET, of.TO_ASSIGNEE, of.OPEN), 1)),
])
@each_case("last", LASTS)
def test_a_whole_question_is_the_same_whatever_was_asked_before(last, question, goal):
    assert read_question(question, last=last).goals == (goal,)


@each_case("question", [
    # "Each", "their", "that" and "mine" stand for what the same message named.
    "how many open tickets does each of my direct reports have?", "open tickets for each of my direct reports",
    "number of open tickets for each of my accounts", "Which accounts are mine?", "open tickets that I created",
    # All of them is said, and neither one thing nor a figure of each is counted after a count.
    "What share of our people works in Lisbon?", "headcount cost per manager reporting to me", "the boss of Ben Cole",
])
@each_case("last", (*LASTS, number(PEOPLE, of.ACTIVE), names(PEOPLE, Is(f"{PEOPLE}.my_team"))))
def test_words_that_stand_for_what_the_same_message_named_mean_nothing_before_it(last, question):
    alone = read_question(question).goals
    assert len(alone) == 1
    assert read_question(question, last=last).goals == alone


@each_case("question", [
    "list all employees with their job title and city", "which accounts have their owner in Lisbon", "all tickets and their assignees",
])
@each_case("last", LASTS)
def test_what_a_message_says_of_its_own_nouns_is_not_said_of_what_was_told_before(last, question):
    assert read_question(question, last=last).goals == ()               # its clauses are read one by one


def test_what_the_rows_lead_to_is_told_beside_them():
    assert read_question("with their assignees", last=OPEN_TICKETS).goals == (
        Table(OPEN_TICKETS.node, (Column(path=(Step(f"{TICKET}.assignees", "ticketing/User"),)),), label="ticket"),)


@each_case("last, said", [
    (OPEN_TICKETS, "in EUR"), (OPEN_TICKETS, "and Sev1 in Lisbon in EUR"), (RIGGING, "only the overdue ones"), (HEADCOUNT, "above 50k"),
    (Names(Set(TICKET), "ticket"), "as a share"), (WON_DEALS, "and if not?"),
])
def test_what_does_not_fit_the_last_question_edits_nothing(last, said):
    assert read_question(said, last=last).goals == ()


@each_case("last, is_read", [
    (Names(Set("crm/User", frozenset({Link("crm/Account.owner", False, Named(ACCOUNT, "Kenmore Freight"))})), "owner"), False),
    (RIGGING, True), (names(PEOPLE, Is(f"{PEOPLE}.my_team")), True),
])
def test_it_is_nobody_but_may_be_a_team(last, is_read):
    assert bool(read_question("How many open tickets does it have?", last=last).goals) == is_read
    assert read_question("How many open tickets do they have?", last=last).goals


def test_them_after_a_figure_of_several_is_nobody_to_be_told_of():
    joined = Set(PEOPLE, where=frozenset({Is(f"{PEOPLE}.joined", of.YEAR)}))
    users = Link("ticketing/Ticket.assignees", True, Set("ticketing/User", frozenset({Link("hub", False, joined)})))
    assert read_question("Who manages them?", last=number(TICKET, of.OPEN, users)).goals == ()
