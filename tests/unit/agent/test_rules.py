"""From words to goals: many wordings, one goal; and a word more or less changes the goal or leaves none."""

import pytest

from agent.plan.algebra import Card, Link, Me, Named, Names, Set, Show, Summary, Where
from tests.cases import each_case
from tests.unit.agent.directory import read_question


def company_of(mention):
    return Set("crm/Account", frozenset({Link("crm/Contact.account", False, Named("crm/Contact", mention))}))


def conversation_with(company, *, of_asker=True, where=frozenset()):
    owner = Link("crm/Engagement.owner", True, Set("crm/User", frozenset({Link("hub", False, Me())})))
    links = {Link("crm/Engagement.account", True, company), *([owner] if of_asker else [])}
    return Summary(Set("crm/Engagement", frozenset(links), where, newest=True))


def of_kind(kind):
    return frozenset({Where("crm/Engagement.kind", kind)})


def balance(policy, unit=None, of=None):
    node = Set("hris/TimeOffBalance", frozenset({Link("hris/Employee.balances", False, of or Me())}),
               frozenset({Where("hris/TimeOffBalance.policy_type", policy)}))
    return Show(node, "hris/TimeOffBalance.balance", unit)


def in_any_unit(goal):
    return {goal, Show(goal.node, goal.field, "days")}


def related(relation, to, name, model="hris/Employee"):
    return Set(to, frozenset({Link(relation, False, Named(model, name))}))


BILL = (
    "Summarize my last conversation with Bill's company", "Please summarise my most recent conversation with Bill's company.",
    "Can you sum up the last conversation I had with Bill's company?", "What was my last conversation with Bill's company about?",
    "What did I discuss with Bill's company last time?", "What did I last discuss with Bill's company?",
    "What was said in my last talk with Bill's company?", "Summary of my latest discussion with the company Bill works for",
    "Brief me on my last conversation with Bill's employer", "Summarize my last conversation with the company of Bill",
    "walk me through my last conversation with Bill's company, please",
    "My last conversation with Bill's company, in short", "Summarise the latest conversation that I had with Bill's company",
    "Catch me up on my last conversation with Bill's company", "Sumarize my last conversaton with Bill's company",
)
VACATION = (
    "How many vacation days do I have remaining?", "How many vacation days do I have left?", "How much vacation do I have left?",
    "What is my vacation balance?", "How many days of vacation do I still have?", "How many days of annual leave are left for me?",
    "How many holidays do I have left?", "How much PTO is left for me?", "my remaining vacation days", "Vacation days left for me?",
    "Tell me how many vacation days I have left", "how many vacation days have I got left", "What is my holiday balance?",
    "Could you tell me my vacation balance please?", "How many vaction days do I have remaning?",
)
LOOKUPS = (
    ("Who is Ana Ruiz?", Card(Named("hris/Employee", "Ana Ruiz"))),
    ("who's Bill Tran", Card(Named("crm/Contact", "Bill Tran"))),
    ("Juniper", Card(Named("crm/Account", "Juniper"))),
    ("What is Ana Ruiz's email?", Show(Named("hris/Employee", "Ana Ruiz"), "hris/Employee.work_email")),
    ("Show me Bill Ashworth's email address", Show(Named("crm/Contact", "Bill Ashworth"), "crm/Contact.email_addresses")),
    ("What is Greta Gilmore's phone number?", Show(Named("crm/Contact", "Greta Gilmore"), "crm/Contact.phone_numbers")),
    ("What is Ben Cole's job title?", Show(related("hris/Employee.employments", "hris/Employment", "Ben Cole"), "hris/Employment.job_title")),
    ("What is Ben Cole's salary?", Show(related("hris/Employee.employments", "hris/Employment", "Ben Cole"), "hris/Employment.pay_rate")),
    ("What is Ana Ruiz's birthday?", Show(Named("hris/Employee", "Ana Ruiz"), "hris/Employee.date_of_birth")),
    ("When did Cleo Diaz join?", Show(Named("hris/Employee", "Cleo Diaz"), "hris/Employee.start_date")),
    ("Who is Cleo Diaz's manager?", Names(related("hris/Employee.manager", "hris/Employee", "Cleo Diaz"), "manager")),
    ("Who does Cleo Diaz report to?", Names(related("hris/Employee.manager", "hris/Employee", "Cleo Diaz"), "manager")),
    ("What is Ana Ruiz's manager's email?", Show(related("hris/Employee.manager", "hris/Employee", "Ana Ruiz"), "hris/Employee.work_email")),
    ("What is the industry of Kenmore Freight?", Show(Named("crm/Account", "Kenmore Freight"), "crm/Account.industry")),
    ("What is the website of Juniper?", Show(Named("crm/Account", "Juniper"), "crm/Account.website")),
    ("Who owns Kenmore Freight?", Names(related("crm/Account.owner", "crm/User", "Kenmore Freight", "crm/Account"), "owner")),
    ("Who is the owner of the Foxglove Apparel account?", Names(related("crm/Account.owner", "crm/User", "Foxglove Apparel",
    "crm/Account"), "owner")),
    ("Which company does Greta Gilmore work for?", Names(company_of("Greta Gilmore"), "account")),
    ("What is the status of ATL-12?", Show(Named("ticketing/Ticket", "ATL-12"), "ticketing/Ticket.status")),
    ("What is the priority of ticket ATL-12?", Show(Named("ticketing/Ticket", "ATL-12"), "ticketing/Ticket.priority")),
    ("Who is working on ATL-12?", Names(related("ticketing/Ticket.assignees", "ticketing/User", "ATL-12", "ticketing/Ticket"), "assignee")),
    ("When is invoice INV-77 due?", Show(Named("accounting/Invoice", "INV-77"), "accounting/Invoice.due_date")),
    ("How much is still open on INV-77?", Show(Named("accounting/Invoice", "INV-77"), "accounting/Invoice.balance")),
    ("When does Foxglove Renewal 2026 close?", Show(Named("crm/Opportunity", "Foxglove Renewal 2026"), "crm/Opportunity.close_date")),
    ("Who is the hiring manager for the Senior Buyer position?",
     Names(related("ats/Job.hiring_managers", "ats/RemoteUser", "Senior Buyer", "ats/Job"), "hiring manager")),
)


def first_goal(question):
    return next(iter(read_question(question).goals), None)


@each_case("question", BILL)
def test_the_last_conversation_with_bills_company_in_many_words(question):
    assert read_question(question).goals == (conversation_with(company_of("Bill")),)


@pytest.mark.parametrize("question, kind", [
    ("Recap my latest meeting with Bill's company", "MEETING"), ("Give me the gist of my last call with Bill's firm", "CALL"),
    ("Summarize my last phone call with Bill's company", "CALL"),
])
def test_a_conversation_of_one_kind_is_a_condition(question, kind):
    assert read_question(question).goals == (conversation_with(company_of("Bill"), where=of_kind(kind)),)


def test_anybodys_conversation_is_not_only_the_askers():
    assert first_goal("Summarize the last conversation with Bill's company") == conversation_with(company_of("Bill"), of_asker=False)


def test_a_named_company_takes_the_place_of_bills():
    assert first_goal("Summarize my last conversation with Kenmore Freight") == conversation_with(Named("crm/Account", "Kenmore Freight"))


@each_case("question", VACATION)
def test_the_vacation_that_is_left_in_many_words(question):
    goals = read_question(question).goals
    assert goals
    assert set(goals) <= in_any_unit(balance("VACATION"))


@pytest.mark.parametrize("question, goal", [
    ("How many hours of vacation do I have left?", balance("VACATION", "hours")),
    ("How many hours of sick leave do I have left?", balance("SICK", "hours")),
    ("What is my vacation balance in hours?", balance("VACATION", "hours")),
    ("How many vacation days does Ana Ruiz have left?", balance("VACATION", "days", Named("hris/Employee", "Ana Ruiz"))),
])
def test_unit_kind_and_person_are_those_that_were_said(question, goal):
    assert first_goal(question) == goal


@each_case("question, goal", LOOKUPS)
def test_a_lookup_is_read(question, goal):
    assert first_goal(question) == goal


@each_case("question", [
    "Who will be promoted?", "Summarize everything", "What is the weather in Pune?", "Bill's company conversation sandwich",
    "vacation", "How many", "company", "", "?!", "of the", "Which is better, Kenmore Freight or Juniper?", "Compare Ana Ruiz and Ben Cole",
    "Is Ana Ruiz happy?", "Ana Ruiz's unicorn",
    "Do I have any vacation days left?", "How many vacation days did I have last year?", "How many vacation days will I have left in May?",
    "Summarize the last three conversations with Juniper", "How many tickets are open how many tickets are overdue?",
])
def test_what_is_not_understood_whole_is_not_read_at_all(question):
    assert read_question(question).goals == ()


CHANGED = (BILL[0], VACATION[0], "Who reports to Ana Ruiz?", "What is the status of ticket ATL-12?", "Who owns Kenmore Freight?")
# Words that a sentence may lose and still ask the same: empty ones, auxiliaries, a noun beside its name, a focus that the relation implies,
# and what remains of the vacation that somebody has.
MAY_GO = {"is", "do", "have", "the", "of", "What", "Who", "ticket", "remaining?"}


@each_case("question", CHANGED)
def test_a_word_less_changes_the_goal_or_leaves_none(question):
    goal, words = first_goal(question), question.split()
    unheeded = {w for i, w in enumerate(words) if first_goal(" ".join([*words[:i], *words[i + 1 :]])) == goal}
    assert unheeded <= MAY_GO


@each_case("word", [
    "not", "except", "only", "without", "never", "or", "every", "average", "previous", "first", "next", "other", "any", "blorfing",
])
@each_case("question", CHANGED)
def test_a_word_more_changes_the_goal_or_leaves_none(question, word):
    goal, words = first_goal(question), question.rstrip("?").split()
    assert goal is not None
    unheeded = [i for i in range(len(words) + 1) if first_goal(" ".join([*words[:i], word, *words[i:]])) == goal]
    assert unheeded == []


@each_case("question, other", [
    ("Summarize my last conversation with Bill's company", "Summarize my last conversation with Greta's company"),
    ("Who reports to Ana Ruiz?", "Who does Ana Ruiz report to?"), ("Who is Ana Ruiz's manager?", "Who is Ben Cole's manager?"),
    ("How many vacation days do I have left?", "How many sick days do I have left?"),
    ("Summarize my last note on Kenmore Freight", "Summarize my last conversation with Kenmore Freight"),
])
def test_another_name_kind_or_direction_is_another_goal(question, other):
    assert first_goal(question) is not None
    assert first_goal(other) is not None
    assert first_goal(question) != first_goal(other)


def test_a_name_that_nobody_knows_stays_a_name():
    goals = read_question("Summarize my last conversation with Zorblatt's company").goals
    assert conversation_with(company_of("Zorblatt")) in goals


def test_the_words_in_the_way_are_named():
    assert "printed" in read_question("Who printed the weather report on Kenmore Freight?").unplaced


def test_a_question_that_never_ends_is_not_read():
    assert read_question("Who is " + "Ana Ruiz and " * 30).goals == ()
