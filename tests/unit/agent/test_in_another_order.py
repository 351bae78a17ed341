"""Questions whose words stand in another order, or that say first what they are about; what is asked of each is never lost behind it."""


from agent.catalogue import catalogue
from agent.phrasing.goals import say_goal
from tests.cases import each_case
from tests.unit.agent.directory import read_question

MEANT = {
    "people of my team with pay above 100,000 dollars per year":
        "the employees that are in your team and whose pay is the yearly pays with yearly base pay above 100000 USD",
    "my chain of managers up to the CEO": "your reporting line",
    "how many people does the Rigging team have": "the number of employees in team “Rigging”",
    "how many people in Lisbon that are managers": "the number of employees (in the locations with city “Lisbon”) and that are managers",
    "how many hours of the leave I requested in December are still pending?":
        "the total amount in hours of the pending time-off requests of yours and with from in December 2026",
}

NOT_READ = (
    "for each of my people: how many open tickets do they have, which city do they work in",        # neither is dropped for the other
    "for each person in my team: work city, how many open tickets do they have",
    "a friend of mine", "what is wrong with mine", "open deals in percent", "account owner is?", "which five owners are open",
    "Ana Ruiz is off today. What did she eat?", "how much has Kenmore Freight billed", "what was it Ana said", "deals for a reference customer",
    "what number can I reach", "tickets closed by the same team", "what is the name of the game", "since when has the shop been open",
    "I'm the owner of some trouble. Which deals are open?",
)

@each_case("question", MEANT)
def test_unusual_word_order_has_the_goal_of_the_usual_one(question):
    assert [say_goal(catalogue(), goal) for goal in read_question(question).goals] == [MEANT[question]]


@each_case("question", NOT_READ)
def test_what_only_looks_like_it_is_not_read(question):
    assert read_question(question).goals == ()
