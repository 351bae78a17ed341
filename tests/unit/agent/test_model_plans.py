"""What a model proposes becomes a goal only as far as the question says it: a right plan as the rules read the question, a wrong one never."""

from collections import Counter
from functools import cache

import pytest
from pydantic import ValidationError

from agent.catalogue import catalogue
from agent.plan import Column, Show, Table
from agent.react import shape
from agent.react.quotes import Unfounded
from agent.react.reading import Founded, read_plan
from agent.rules.canonical import canonical
from agent.rules.evidence import Known
from tests.unit.agent.directory import TODAY, names_in, read_question
from tests.unit.agent.mutations import mutations
from tests.unit.agent.proposals import DEAL, LIGHTHOUSE, OPEN, RIGHT, TICKET, members, named, tied

IDS = [question for question, _, _ in RIGHT]


@cache
def known(question):
    return Known(names_in(question), TODAY)


def founded(question, plan) -> Founded | None:
    """What the proposal comes to; None where it is not accepted."""
    try:
        return read_plan(catalogue(), question, known(question), shape.Plan(**plan))
    except (Unfounded, ValidationError):
        return None


@cache
def wanted(plain):
    return [in_one_form(g) for g in read_question(plain).goals]


def in_one_form(goal):
    """A field of things, with or without their names beside it, is the same answer."""
    is_show = isinstance(goal, Show) and goal.unit is None
    return canonical(catalogue(), Table(goal.node, (Column(goal.field),)) if is_show else goal)


def same(goal, plain):
    return [in_one_form(goal)] == wanted(plain)


@pytest.mark.parametrize("question, plan, plain", RIGHT, ids=IDS)
def test_a_right_plan_is_the_goal_of_the_same_question_in_plain_words(question, plan, plain):
    found = read_plan(catalogue(), question, known(question), shape.Plan(**plan))
    assert same(found.goal, plain)
    assert not found.doubts
    assert not found.bindings


@pytest.mark.parametrize("question, plan, plain", RIGHT, ids=IDS)
def test_no_wrong_plan_becomes_a_goal_without_a_question_to_the_person(question, plan, plain, full):
    tried = list(mutations(question, plan))[:: 1 if full else 6]
    accepted = ((kind, wrong, found) for kind, wrong in tried if (found := founded(question, wrong)))
    answered = [(kind, wrong) for kind, wrong, found in accepted if not (found.doubts or found.bindings) and not same(found.goal, plain)]
    assert not answered


def test_every_kind_of_wrong_is_tried():
    tried = Counter(kind for question, plan, _ in RIGHT for kind, _ in mutations(question, plan))
    assert min(tried.values()) >= 8
    assert sum(tried.values()) >= 8_000


def test_a_planner_that_answers_at_random_is_never_answered_wrongly(full):
    """Valid plans, each of another question."""
    for place, (question, _, plain) in enumerate(RIGHT):
        others = [plan for i, (_, plan, _) in enumerate(RIGHT) if i != place]
        for plan in others if full else others[place % 4 :: 4]:
            found = founded(question, plan)
            assert found is None or same(found.goal, plain), question


@pytest.mark.parametrize("question, said, bound", [
    ("open gizmos in Lighthouse", "gizmos", True), ("open tickets in Lighthouse ever", "ever", False),
    ("open tickets again in Lighthouse", "again", False),
    ("open tickets except in Lighthouse", "except", False), ("the other open tickets in Lighthouse", "other", False),
    ("open tickets in Lighthouse 44", "44", False),
])
def test_only_words_that_mean_nothing_here_may_be_taken_as_others_and_then_the_person_is_asked(question, said, bound):
    noun = "gizmos" if bound else "tickets"
    fillers = [] if bound else [said]
    found = founded(question, {"kind": "list", "said": fillers, "thing": members(TICKET, noun, OPEN, tied(LIGHTHOUSE))})
    assert (found is not None) is bound
    assert found is None or [b.said for b in found.bindings] == [said]


@pytest.mark.parametrize("question", ["open issues in Lighthouse", "open tickets in the Lighthouse"])
def test_a_known_word_is_never_taken_as_another(question):
    noun = question.split()[1]
    assert founded(question, {"kind": "list", "said": [], "thing": members(DEAL, noun, named(f"{DEAL}.open", "open"), tied(LIGHTHOUSE))}) is None


def test_courtesy_changes_nothing():
    plain = founded("Which tickets in Lighthouse are open?", plan_of("Which"))
    polite = founded("I was wondering, if you can, pull up which tickets in Lighthouse are open", plan_of("which"))
    assert plain.goal == polite.goal
    assert not polite.bindings


def plan_of(word):
    return {"kind": "list", "said": [word], "thing": members(TICKET, "tickets", OPEN, tied(LIGHTHOUSE))}
