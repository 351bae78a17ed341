"""From a goal to tasks: each after what it needs, equal nodes one task, and words for the person."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.catalogue import catalogue
from agent.phrasing.goals import say_goal
from agent.plan.algebra import Card, Link, Me, Named, Names, Set, Show, Summary, Where, flattened, mentions, models, nodes
from agent.question.tasks import compile_plan
from tests.cases import each_case

BILL = Named("crm/Contact", "Bill")
BILLS_COMPANY = Set("crm/Account", frozenset({Link("crm/Contact.account", False, BILL)}))
MY_USER = Set("crm/User", frozenset({Link("hub", False, Me())}))
CONVERSATION = Set(
    "crm/Engagement", frozenset({Link("crm/Engagement.account", True, BILLS_COMPANY), Link("crm/Engagement.owner", True, MY_USER)}), newest=True,
)
BALANCES = Set(
    "hris/TimeOffBalance", frozenset({Link("hris/Employee.balances", False, Me())}), frozenset({Where("hris/TimeOffBalance.policy_type",
    "VACATION")}),
)

people = st.one_of(st.just(Me()), st.sampled_from(["Ana", "Ben", "Cleo"]).map(lambda n: Named("hris/Employee", n)))
chains = st.recursive(
    people, lambda inner: inner.map(lambda n: Set("hris/Employee", frozenset({Link("hris/Employee.manager", False, n)})))
    | inner.map(lambda n: Set("hris/Employee", frozenset({Link("hris/Employee.manager", True, n)}))), max_leaves=6,
)
shared = st.tuples(chains, chains).map(
    lambda two: Set("hris/Employee", frozenset({Link("hris/Employee.manager", True, two[0]), Link("hris/Employee.manager", False, two[1])})),
)
goals = st.one_of(chains, shared).flatmap(
    lambda node: st.sampled_from([Card(node), Names(node, "manager"), Show(node, "hris/Employee.work_email"), Summary(node)]),
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(goals)
def test_a_task_comes_after_all_that_it_needs(goal):
    done = set()
    for task in compile_plan(catalogue(), goal).tasks:
        assert set(task.dependencies) <= done
        done.add(task.id)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(goals)
def test_each_node_is_one_task_and_the_goal_the_last(goal):
    tasks, goal = compile_plan(catalogue(), goal).tasks, flattened(goal)
    assert tasks[-1].subject == goal
    assert {t.subject for t in tasks[:-1]} == set(nodes(goal)) and len(tasks) == len(set(nodes(goal))) + 1


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(goals)
def test_a_task_needs_exactly_what_its_node_is_tied_to(goal):
    tasks, goal = {t.id: t for t in compile_plan(catalogue(), goal).tasks}, flattened(goal)
    for task in tasks.values():
        tied = {link.source for link in task.subject.links} if isinstance(task.subject, Set) else {goal.node} if task.subject == goal else set()
        assert {tasks[d].subject for d in task.dependencies} == tied


def test_equal_nodes_compile_to_one_task():
    boss = Set("hris/Employee", frozenset({Link("hris/Employee.manager", False, Me())}))
    both = Set("hris/Employee", frozenset({Link("hris/Employee.manager", True, boss), Link("hris/Employee.manager", False, boss)}))
    assert [t.operation for t in compile_plan(catalogue(), Names(both, "x")).tasks] == ["asker", "select", "select", "names"]


def test_the_bill_question_asks_these_apps_in_this_order():
    tasks = compile_plan(catalogue(), Summary(CONVERSATION)).tasks
    assert {(t.operation, t.tool) for t in tasks[:-2]} == {("resolve", "Knowledge"), ("select", "CRM"), ("asker", "HRIS")}
    assert [(t.operation, t.tool) for t in tasks[-2:]] == [("select", "CRM"), ("summarise", "Synthesis")]


def test_every_task_says_in_words_what_it_does():
    for goal in (Summary(CONVERSATION), Show(BALANCES, "hris/TimeOffBalance.balance", "days"), Card(BILL)):
        assert all(task.question.strip() for task in compile_plan(catalogue(), goal).tasks)


@each_case("goal, parts", [
    (Summary(CONVERSATION), ("summary", "your last conversation", "company", "“Bill”")),
    (Show(BALANCES, "hris/TimeOffBalance.balance", "hours"), ("balance", "in hours", "vacation", "you")),
    (Show(BALANCES, "hris/TimeOffBalance.balance"), ("balance", "in days")),
    (Card(BILL), ("“Bill”",)), (Names(BILLS_COMPANY, "company"), ("company", "“Bill”")),
])
def test_what_was_understood_is_said_with_all_its_parts(goal, parts):
    said = say_goal(catalogue(), goal)
    assert all(part in said for part in parts)


def test_goals_that_differ_are_said_differently():
    others = [
        Summary(CONVERSATION), Summary(BILLS_COMPANY), Card(BILL), Card(Named("crm/Contact", "Greta")), Names(BILLS_COMPANY, "company"),
        Show(BALANCES, "hris/TimeOffBalance.balance", "days"), Show(BALANCES, "hris/TimeOffBalance.balance", "hours"),
        Show(BILL, "crm/Contact.email_addresses"), Show(BILL, "crm/Contact.phone_numbers"),
    ]
    assert len({say_goal(catalogue(), g) for g in others}) == len(others)


def test_the_names_of_a_goal_come_once_each():
    twice = Set("crm/Engagement", frozenset({Link("crm/Engagement.contacts", True, BILL), Link("crm/Engagement.account", True, BILLS_COMPANY)}))
    assert mentions(Summary(twice)) == (BILL,)


def test_a_goal_knows_all_models_that_it_touches():
    assert models(Summary(CONVERSATION)) == {"crm/Engagement", "crm/Account", "crm/Contact", "crm/User", "hris/Employee"}
    assert models(Show(BILL, "crm/Contact.phone_numbers")) == {"crm/Contact"}
