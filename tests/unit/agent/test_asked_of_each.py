"""What is asked of each of those that were just listed is told beside them, in the same sentence and in the next; dates have a first and a last."""

from agent.catalogue import catalogue
from agent.dialogue.requests import cut_into_requests
from agent.phrasing.goals import say_goal
from tests.cases import each_case
from tests.unit.agent.directory import read_question


def read(text, before):
    return read_question(text, last=before, is_next=before is not None).goals


def understood(text, last=None):
    """How the last request of a text is understood, after the ones before it."""
    goal = None
    for part in cut_into_requests(text, read):
        goals = read_question(part, last=last if goal is None else goal, is_next=goal is not None).goals
        goal = goals[0] if len(goals) == 1 else None
    return goal


JOINED = "for each of the employees who joined in 2026: "
LATE = "for each of the overdue invoices: "


@each_case(("text", "words"), [
    ("Who joined in 2026, and in which department?", JOINED + "the department"), ("Who joined in 2026, and when?", JOINED + "the start date"),
    ("Who joined in 2026, and where does each of them work?", JOINED + "the work location’s city"),
    ("Which invoices are overdue, and what is the balance of each?", LATE + "the balance"),
    ("Which invoices are overdue? Show number and balance.", LATE + "the invoice number, the balance"),
    ("overdue invoices, number and balance", LATE + "the invoice number, the balance"),
    ("Which two open deals have the highest amounts, and what are these amounts?",
     "for each of the open opportunities: the amount; highest amount first; the first 2"),
    ("Which customers have overdue invoices, and who owns them in the CRM?",
     "for each of the customers or suppliers of the overdue invoices: the own account’s owner"),
])
def test_what_is_asked_of_each_in_the_same_sentence_is_told_beside_it(text, words):
    assert say_goal(catalogue(), understood(text)) == words


@each_case(("first", "then", "words"), [
    ("who joined in 2026", "in which department?", JOINED + "the department"),
    ("who joined in 2026", "with their start dates", JOINED + "the start date"),
    ("who joined in 2026", "when?", JOINED + "the start date"), ("overdue invoices", "with balance", LATE + "the balance"),
    ("overdue invoices", "and the balance of each?", LATE + "the balance"),
    ("who is Ben Cole's manager", "how many direct reports does each manager have", "for each of the managers: the number of direct reports"),
    ("open tickets", "with a unicorn", None),
    ("how many open tickets are there", "show me those that are overdue", "the open overdue tickets"),
    ("how many open tickets are there", "only those that are overdue", "the number of open overdue tickets"),
])
def test_what_is_asked_of_each_after_a_list_is_told_beside_it(first, then, words):
    goal = understood(then, understood(first))
    assert (say_goal(catalogue(), goal) if goal is not None else None) == words


@each_case(("text", "words"), [
    ("Which invoice has the earliest due date?", "for each of the invoices: the due date; earliest due date first; the first 1"),
    ("open ticket with the latest due date", "for each of the open tickets: the due date; latest due date first; the first 1"),
    ("which ticket was reported first", "for each of the tickets: the created; earliest created first; the first 1"),
    ("who was hired last", "for each of the employees: the start date; latest start date first; the first 1"),
    ("open tickets, newest first", "for each of the open tickets: the created; latest created first"),
    ("which tickets were reported first", None),            # how many of them?
])
def test_dates_have_a_first_and_a_last(text, words):
    goal = understood(text)
    assert (say_goal(catalogue(), goal) if goal is not None else None) == words


@each_case(("text", "words"), [
    ("How many people did we hire in 2026?", "the number of employees who joined in 2026"),
    ("Which invoices did we issue last month?", "the invoices issued in October 2026"),
    ("which people did we not hire in 2026", None),
    ("people in Denmark", "the employees in the Denmark locations"),
    ("open deals in the CRM", "the open opportunities"), ("who is in the CRM", "the employees of the CRM users who are known in the CRM"),
    ("open tickets of mine", "your open tickets"),
    ("Which supplier bills are overdue?", "the overdue invoices that are payable"),
    ("pending time off with first day and last day", "for each of the pending time-off requests: the first day off, the last day off"),
    ("tickets with priority Sev1 or Sev2", "the tickets either with priority “Sev1” or with priority “Sev2”"),
    ("candidates for the Senior Buyer job who were rejected", "the candidates of the rejected applications for job opening “Senior Buyer”"),
    ("Which candidates for Senior Buyer are active?", "the candidates of the active applications for job opening “Senior Buyer”"),
    ("give me a list of my accounts", "your accounts"),
    ("tickets whose project is Lighthouse", "the tickets in project “Lighthouse”"),
    ("deals with owner Ben Cole", "the opportunities of employee “Ben Cole”"),
])
def test_a_wording_has_one_reading(text, words):
    assert [say_goal(catalogue(), goal) for goal in read_question(text).goals] == ([words] if words else [])
