"""What still has to be done is never read as done, nor what somebody has to do as told by when."""


from agent.catalogue import catalogue
from agent.phrasing.goals import say_goal
from tests.cases import each_case
from tests.unit.agent.directory import read_question

MEANT = {
    "the met leads": ("leads we met", "which leads have we met"),
    "the paid invoices": ("paid invoices", "which invoices are paid"),
    "the opportunities closing in November 2026": ("deals expected to close this month", "deals to be closed this month"),
    "the approvers of your time-off requests": ("who has to approve my leave",),
    "the manager of employee “Ana Ruiz”": ("I need to know who manages Ana Ruiz",),
}
READ = [(question, said) for said, questions in MEANT.items() for question in questions]
NOT_READ = (
    "leads we still have to meet",
    "leads yet to be met",
    "How many leads do we still have to meet?",
    "tickets that need to be resolved",
    "invoices that have to be paid",
    "invoices to be paid",
    "deals we still have to win",
    "deals still to be closed",
    "leads to meet",
    "leads we don't have to meet", "tickets that do not have to be closed",      # no obligation, done or not
    "my leads to meet next week", "tickets to close this week",
    "tickets we had to close",                              # and did, or not?
    "tickets to be closed by Friday", "which leads are to be met next week",     # by then, or open since then?
    "leave to be approved by me",                           # not my own leave
    "how many leave requests do I have to approve",
    "how many vacation days do I still have to take",
    "who is yet to join",
)


@each_case(("question", "said"), READ)
def test_what_happened_or_is_planned_is_read(question, said):
    assert [say_goal(catalogue(), goal) for goal in read_question(question).goals] == [said]


@each_case("question", NOT_READ)
def test_an_obligation_that_nobody_can_tell_is_not_read(question):
    assert read_question(question).goals == ()
