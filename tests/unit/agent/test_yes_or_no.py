"""Questions for a yes or a no: several wordings of each kind with the one goal they are read as, and those that nobody can tell."""


from agent.plan.algebra import Exists, Is
from tests.cases import each_case
from tests.unit.agent import set_goals as of
from tests.unit.agent.directory import read_question
from tests.unit.agent.set_goals import DEAL, PEOPLE, TICKET, members

TICKETS_OF_ANA = members(TICKET, of.OPEN, of.assigned(of.ANA))


READ = {
    "any there": (Exists(members(TICKET, of.OVERDUE)), (
        "Are there any overdue tickets?", "Are there overdue tickets?", "Do we have any overdue tickets?", "Do we have overdue tickets?",
        "Is there any overdue ticket?", "Can you tell me if there are any overdue tickets?", "Are any tickets overdue?")),
    "any with a number": (Exists(members(DEAL, of.OPEN_DEAL, of.above(of.AMOUNT, 100_000))), (
        "Do we have any open deals over 100k?", "Are there any open deals above 100,000?")),
    "any in a place": (Exists(members(TICKET, of.OPEN, of.in_project("Lighthouse"))), (
        "Are there any open tickets in Lighthouse?", "Are any tickets in Lighthouse open?", "do we have open tickets in Lighthouse")),
    "anybody off": (Exists(members(PEOPLE, of.MY_TEAM, Is(f"{PEOPLE}.off", of.NEXT_WEEK))), (
        "Is anyone in my team off next week?", "Is anybody in my team away next week?", "Is somebody in my team off next week?")),
    "theirs": (Exists(TICKETS_OF_ANA), (
        "Are there open tickets of Ana Ruiz?",)),
}
WORDINGS = [(question, goal) for goal, questions in READ.values() for question in questions]

UNTOLD = (                              # what was so before, what is so of all, what is no question of the kind
    "Was Ana Ruiz my manager?", "Was Ben Cole a manager?", "Was Juniper owned by Ana Ruiz?", "Was ATL-12 overdue?", "Did Ana Ruiz have open tickets?",
    "Did Ben Cole start?", "Is everybody in my team remote?", "Are all tickets closed?", "Is every ticket of Ana Ruiz closed?",
    "Are open tickets overdue?",
    "Do people in Lisbon have open tickets?", "Is Ben Cole", "Is Ben Cole blorfing?", "Is Ben Cole overdue?", "Is ATL-12 in Berlin?",
    "Are there more than 5 open tickets in Lighthouse?", "Is Bill Tran a contact?", "Has Juniper a Sev1?", "Does Ben Cole a manager?",
    "whether Ben Cole", "if Ben Cole a manager", "Is Ben Cole is a manager?", "Is Ben Cole one of Ana Ruiz?",
    "Is Ana Ruiz the manager of every ticket?", "Does a manager have Ana Ruiz?",
)


@each_case("question, goal", WORDINGS)
def test_a_question_for_a_yes_or_a_no_is_read_as_one(question, goal):
    assert read_question(question).goals == (goal,)


@each_case("question", UNTOLD)
def test_what_cannot_be_told_by_yes_or_no_has_no_reading(question):
    assert read_question(question).goals == ()


@each_case("question", [question.rstrip("?") for question, _ in WORDINGS])
def test_a_negation_turns_a_yes_or_no_into_another_question_or_none(question):
    goals = [goal for asked, goal in WORDINGS if asked.rstrip("?") == question]
    verb, _, rest = question.partition(" ")
    assert not set(read_question(f"{verb} not {rest}").goals) & set(goals)
