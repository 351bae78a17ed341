"""Near misses: a wording beside one that is answered, which asks something else. It has no goal, or the goal with its difference.

Each class was found by asking the real assistant; what it would have answered stands beside it.
"""

import pytest

from agent.catalogue import catalogue
from agent.plan.algebra import Card, Exists, Names, Show, Summary, nodes
from tests.cases import each_case
from tests.unit.agent.directory import read_question

YES_OR_NO = (                           # the card of Juniper, the manager of Ana Ruiz
    "Is Juniper a customer?", "Is Bill Tran a contact?", "Is Ana Ruiz a manager?", "Was Ana Ruiz my manager?", "Am I Ana Ruiz's manager?",
    "Are there contacts at Juniper?", "Does Bill Tran have a phone number?", "Did Cleo Diaz start?", "Does Ana Ruiz manage Ben Cole?",
    "Is ATL-12 open?", "Has INV-77 a balance?", "Have I vacation days left?", "Do I have a manager?",
)
TURNED_ROUND = (                        # the manager of Ana Ruiz, where hers are asked for
    "Whose manager is Ana Ruiz?", "Ana Ruiz is whose manager?", "Ana Ruiz is the manager", "Whose boss is Ben Cole?", "The manager is Ana Ruiz",
)
UNIT_OF_NOTHING = (                     # the salary as it stands, a title, a date
    "my salary in hours", "What is Ben Cole's salary in days?", "job title of Ben Cole in hours", "When did Cleo Diaz join in days?",
    "email of Greta Gilmore in hours",
)
STILL = (                               # as if the word were not there
    "What is Ben Cole's job title still?", "my salary in total", "email of Greta Gilmore altogether", "When did Cleo Diaz still join?",
)
TWICE = (                               # nobody, being at both
    "contacts at Juniper at Kenmore Freight", "Summarize my last conversation with Juniper at Kenmore Freight",
)
OTHER_LANGUAGES = (                     # "I found nothing called …"
    "wie viele Urlaubstage habe ich noch?", "quanti giorni di ferie mi restano", "hoeveel vakantiedagen heb ik nog",
)


def no_goal(question):
    readings = read_question(question)
    assert readings.goals == (), readings.goals


@each_case("question", YES_OR_NO)
def test_yes_or_no_question_is_not_read_as_a_lookup(question):
    assert all(isinstance(goal, Exists) for goal in read_question(question).goals)


@each_case("question", TURNED_ROUND)
def test_whose_manager_somebody_is_is_not_who_manages_them(question):
    no_goal(question)


@each_case("question", UNIT_OF_NOTHING)
def test_unit_applies_only_to_quantities_that_have_it(question):
    no_goal(question)


@pytest.mark.parametrize("question", STILL)
def test_still_and_in_total_change_nothing_only_where_something_is_left(question):
    no_goal(question)


@pytest.mark.parametrize("question", TWICE)
def test_one_relation_word_does_not_tie_two_things_at_once(question):
    no_goal(question)


@pytest.mark.parametrize("question", OTHER_LANGUAGES)
def test_a_sentence_in_another_language_is_not_a_name_found_nowhere(question):
    no_goal(question)


def test_a_name_found_nowhere_is_still_looked_for():
    assert [type(g) for g in read_question("Quentin Farnsworth").goals] == [Card]
    assert [type(g) for g in read_question("Who is Quentin Farnsworth?").goals] == [Card]


@pytest.mark.parametrize("question", ["What is the latest note on Juniper?", "latest note on Juniper"])
def test_unnamed_text_is_chosen_by_its_content_or_declined(question):
    assert all(isinstance(g, Summary) for g in read_question(question).goals)
    assert not any(isinstance(g, Names) for g in read_question(question).goals)


def test_a_unit_of_a_balance_is_in_its_goal():
    goals = read_question("How many vacation days do I have left in hours?").goals
    assert all(isinstance(g, Show) and g.unit == "hours" for g in goals)


def test_whose_home_is_asked_for_is_told_by_street_and_town():
    relation = catalogue().relation("hris/Employee.home_location")
    goals = read_question("home address of Ana Ruiz").goals
    assert any(k.relation == relation.id for g in goals for n in nodes(g) for k in getattr(n, "links", ()))
    assert {"street_1", "city"} <= set(relation.shown_by)


@pytest.mark.parametrize("question", ["Who reports to my manager?", "Who reports to Ana Ruiz's manager?"])
def test_a_possessive_binds_tighter_than_the_verb_before_it(question):
    goals = read_question(question).goals               # not the manager of those who report to them
    assert [[k.to_source for k in g.node.links] for g in goals] == [[True]]
