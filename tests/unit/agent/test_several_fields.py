"""Several fields side by side, and what is asked of several things that were named just before: each belongs to one of them, and is told there."""


from agent.catalogue import catalogue
from agent.dialogue.requests import cut_into_requests
from agent.phrasing.goals import say_goal
from agent.understand.by_grammar import is_bare_name
from tests.cases import each_case
from tests.unit.agent.directory import read_question


def read(text, before=None):
    return tuple(g for g in read_question(text, last=before, is_next=before is not None).goals if not is_bare_name(text, g))


def understood(text):
    """What the last request of a text is understood as; None where it is not read."""
    before = None
    for part in cut_into_requests(text, read):
        goals = read(part, before)
        if len(goals) != 1:
            return None
        before = goals[0]
    return say_goal(catalogue(), before)


BESIDE = {
    "for each of the open opportunities: the owner": (
        "Which deals are open and who owns them?", "open deals with their owners", "list the open deals together with their owner"),
    "for each of the open tickets in project “Lighthouse”: the assignee": (
        "List the open tickets in Lighthouse and who is assigned to them",),
    "for each of the employees who joined in 2026: the work location’s city": (
        "Who joined this year and where do they work?", "Who joined this year? Where do they work?"),
    "for each of the employees who are in your team: the start date, the work location’s city": (
        "Who is in my team and when did they join and where do they work?",),
    "for each of your direct reports: the pay rate": ("my direct reports with their salary",),
    "for each of the open tickets of your direct reports: the assignee’s own employee among your direct reports": (
        "my direct reports and their open tickets",),
    "for each of your accounts: the total revenue by account": ("Which accounts do I own and what is their revenue?",),
}
SIDE_BY_SIDE = {
    "for each of the open opportunities: the amount, the stage, the close date": ("open deals with amount, stage and close date",),
    "for each of the open opportunities: the owner, the amount": ("open deals with owner and amount",),        # theirs, not their account's
    "for each of the open opportunities: the amount, the stage": (
        "amount and stage of all open deals", "What are the amount and the stage of the open deals?", "the amount and stage of each open deal"),
    "for each of employee “Ben Cole”: the job title, the start date, the manager": (
        "Ben Cole's job title, start date and manager", "What are Ben Cole's job title, start date and manager?",
        "job title, start date and manager of Ben Cole"),
    "for each of you: the job title, the start date": ("my job title and start date", "What are my job title and start date?"),
    "for each of employee “Ben Cole”: the department, the manager, the work location": ("What are Ben Cole's department, manager and location?",),
    "for each of the opportunities: the amount": ("list deals with amount", "all deals with amount"),
    "for each of the opportunities: the amount, the close date": ("deals with amount and close date", "list all deals with amount and close date"),
}


@each_case("said, text", [(said, text) for table in (BESIDE, SIDE_BY_SIDE) for said, texts in table.items() for text in texts])
def test_fields_stand_beside_the_record_they_belong_to(said, text):
    assert understood(text) == said


@each_case("text", [
    "deals with amount",                                    # those that have one?
    "how many deals are open and who owns them",            # one figure; of which deal would the owner be?
    "Who is in Rigging and how many of them are in Lisbon?",
    "open deals with their weather", "amount and weather of all open deals", "amount stage of all open deals",
])
def test_what_belongs_to_nothing_by_itself_is_not_read(text):
    assert understood(text) is None


def test_of_one_thing_the_answer_to_the_second_question_stays_its_own():
    assert understood("Who is my manager and what is her phone number?") == "the mobile phone of your manager"
