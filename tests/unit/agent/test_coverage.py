"""The books balance only when every word is in the goal and every element of the goal is said: taking away or adding breaks them."""

from dataclasses import replace
from functools import cache

from agent.catalogue import catalogue
from agent.language.words import empty_tokens, tokens
from agent.plan.algebra import Card, Link, Me, Named, Set, Show, Where
from agent.understand.grammar.chart import parse
from agent.understand.grammar.coverage import account
from agent.understand.grammar.evidence import Known
from agent.understand.grammar.lattice import lattice
from tests.cases import each_case
from tests.unit.agent.directory import TODAY, names_in

QUESTIONS = (
    "Summarize my last conversation with Bill's company", "What did I discuss with Greta Gilmore's company last time?",
    "How many vacation days do I have remaining?", "How many hours of sick leave do I have left?", "Who reports to Ana Ruiz?",
    "What is Ana Ruiz's manager's email?", "Who owns the Foxglove Renewal 2026 deal?", "How much is still open on INV-77?",
    "Which company does Greta Gilmore work for?", "When is ticket ATL-12 due?", "Who is Bill?",
)


@cache
def balanced(question):
    """The question's tokens, the words without content, and its readings that balance."""
    said = tokens(question)
    empty = empty_tokens(said)
    readings = parse(catalogue(), said, lattice(catalogue(), question, said, Known(names_in(question), TODAY))).readings
    return said, empty, tuple(r for r in readings if account(catalogue(), said, r, empty).balances)


def holds(question, reading, **changed):
    said, empty, _ = balanced(question)
    return account(catalogue(), said, replace(reading, **changed), empty).balances


@each_case("question", QUESTIONS)
def test_some_reading_balances(question):
    assert balanced(question)[2]


@each_case("question", QUESTIONS)
def test_no_word_with_content_may_be_left_over(question):
    said, empty, readings = balanced(question)
    for reading in readings:
        words = [i for i in range(len(said)) if i not in empty]
        assert not [said[i].text for i in words if holds(question, reading, cover=reading.cover & ~(1 << i))]


@each_case("question", QUESTIONS)
def test_the_words_that_say_something_are_missed_in_both_directions(question):
    """Without the words of a piece of evidence the books show words left over, and the element that they said unsaid."""
    said, empty, readings = balanced(question)
    for reading in readings:
        for _, mask in reading.said:
            left = account(catalogue(), said, replace(reading, cover=reading.cover & ~mask), empty)
            assert left.unplaced


@each_case("question", QUESTIONS)
def test_an_element_that_lost_its_words_is_named(question):
    said, empty, readings = balanced(question)
    for reading in readings:
        assert account(catalogue(), said, replace(reading, said=frozenset()), empty).unsaid


def more_than_was_asked(goal):
    """Goals that hold something more, which nobody said."""
    boss = Link("hris/Employee.manager", False, goal.node)
    if goal.node.model == "hris/Employee":
        yield replace(goal, node=Set("hris/Employee", frozenset({boss})))
    if isinstance(goal, Show):
        yield replace(goal, unit="weeks")
        yield replace(goal, field="hris/Employee.gender")
    if isinstance(goal.node, Set):
        yield replace(goal, node=replace(goal.node, newest=not goal.node.newest)) if not goal.node.newest else Card(Named("crm/Contact", "Noor"))
        yield replace(goal, node=replace(goal.node, where=goal.node.where | {Where("hris/TimeOffBalance.policy_type", "JURY_DUTY")}))
        stranger = Link("crm/Engagement.contacts", True, Named("crm/Contact", "Noor"))
        yield replace(goal, node=replace(goal.node, links=goal.node.links | {stranger}))
        owned = Link("crm/Account.owner", True, Set("crm/User", frozenset({Link("hub", False, Named("hris/Employee", "Ana"))})))
        yield replace(goal, node=replace(goal.node, links=goal.node.links | {owned}))
    if isinstance(goal.node, Named):
        yield replace(goal, node=replace(goal.node, mention="Noor"))
        yield replace(goal, node=Me())


@each_case("question", QUESTIONS)
def test_nothing_may_be_in_the_goal_that_nobody_said(question):
    for reading in balanced(question)[2]:
        more = [goal for goal in more_than_was_asked(reading.goal) if goal != reading.goal]
        assert more
        assert not [goal for goal in more if holds(question, reading, goal=goal)]


def test_relation_word_accounts_for_one_link_only():
    question = "Who is Ana Ruiz's manager?"
    said, empty, (reading, *_) = balanced(question)
    twice = replace(reading.goal, node=Set("hris/Employee", frozenset({Link("hris/Employee.manager", False, reading.goal.node)})))
    assert account(catalogue(), said, replace(reading, goal=twice), empty).unsaid == ("rel:hris/Employee.manager",)
