"""What a model proposes becomes a goal only as far as the question says it: a right plan as the rules read the question, a wrong one never."""

import re
from collections import Counter
from functools import cache

import pytest
from pydantic import ValidationError

from agent.catalogue import catalogue
from agent.plan import Column, Show, Table, mentions
from agent.react import shape
from agent.react.excerpt import Sight, excerpt
from agent.react.prompts import instructions
from agent.react.quotes import Quotes, Unfounded
from agent.react.reading import Founded, read_plan
from agent.rules.canonical import canonical
from agent.rules.evidence import Known
from tests.unit.agent import directory
from tests.unit.agent.directory import TODAY, names_in, read_question
from tests.unit.agent.mutations import mutations
from tests.unit.agent.proposals import (
    ACCOUNT,
    ANA,
    BEN,
    DEAL,
    FOLLOW_UPS,
    INVOICE,
    JUNIPER,
    LIGHTHOUSE,
    OPEN,
    OPEN_DEAL,
    OVERDUE,
    PEOPLE,
    PIA,
    RIGHT,
    SEAWALL,
    TICKET,
    TOMAS,
    asked_of,
    column,
    figure,
    me,
    members,
    name,
    named,
    negated,
    ordered,
    plan,
    tied,
)

ALL = (*(("", *each) for each in RIGHT), *FOLLOW_UPS)
IDS = [question for _, question, _, _ in ALL]


@cache
def known(question, first=""):
    return Known(names_in(question), TODAY, last=read_question(first).goals[0] if first else None)


def founded(question, written, first="") -> Founded | None:
    """What the proposal comes to; None where it is not accepted. `first`: what was asked before."""
    try:
        return read_plan(catalogue(), question, known(question, first), shape.Plan(**written))
    except (Unfounded, ValidationError):
        return None


@cache
def wanted(plain, first=""):
    return [in_one_form(g) for g in read_question(plain, last=known("", first).last).goals]


def in_one_form(goal):
    """A field of things, with or without their names beside it, is the same answer."""
    is_show = isinstance(goal, Show) and goal.unit is None
    return canonical(catalogue(), Table(goal.node, (Column(goal.field),)) if is_show else goal)


def same(goal, plain, first=""):
    return [in_one_form(goal)] == wanted(plain, first)


@pytest.mark.parametrize("first, question, written, plain", ALL, ids=IDS)
def test_a_right_plan_is_the_goal_of_the_same_question_in_plain_words(first, question, written, plain):
    found = read_plan(catalogue(), question, known(question, first), shape.Plan(**written))
    assert same(found.goal, plain, first)
    assert not found.doubts
    assert not found.bindings


@pytest.mark.parametrize("first, question, written, plain", ALL, ids=IDS)
def test_no_wrong_plan_becomes_a_goal_without_a_question_to_the_person(first, question, written, plain, full):
    tried = list(mutations(question, written))[:: 1 if full else 6]
    accepted = ((kind, wrong, found) for kind, wrong in tried if (found := founded(question, wrong, first)))
    answered = [(kind, wrong) for kind, wrong, found in accepted if not (found.doubts or found.bindings) and not same(found.goal, plain, first)]
    assert not answered


def test_the_examples_that_a_model_is_shown_are_plans_that_would_be_accepted():
    examples = re.findall(r"(After an answer about [^\n]*)?Question: ([^\n]*)\n(\{.*\})", instructions("plan")[0])
    people = directory.PEOPLE | {"ticketing/Collection": ("Atlas", "Harbor"), "hris/Team": ()}
    before = read_question("open tickets in Atlas", people).goals[0]
    for is_next, question, step in examples:
        around = Known(names_in(question, people), TODAY, last=before if is_next else None)
        assert not read_plan(catalogue(), question, around, shape.Step.model_validate_json(step).plan).bindings
    assert len(examples) >= 5


def test_the_examples_come_with_other_words_that_the_rules_read_as_the_same():
    people = directory.PEOPLE | {"ticketing/Collection": ("Atlas", "Harbor"), "hris/Team": ()}
    for question, text in re.findall(r"Question: ([^\n]*)\n(\{.*\})", instructions("plan")[0])[:4]:
        step = shape.Step.model_validate_json(text)
        found = read_plan(catalogue(), question, Known(names_in(question, people), TODAY), step.plan)
        assert [in_one_form(goal) for goal in read_question(step.text, people).goals] == [in_one_form(found.goal)], step.text


def test_each_line_of_the_catalogue_stands_under_its_own_model_however_little_room_there_is():
    quotes = Quotes(catalogue(), "open deals and tickets of people with their tasks", Known({}, TODAY))
    sight = Sight(frozenset(catalogue().models), frozenset())
    parts = {(model, line) for model, line in told_by(excerpt(quotes, sight, budget=20_000))}
    for budget in range(200, 3_000, 50):
        assert set(told_by(excerpt(quotes, sight, budget=budget))) <= parts


def told_by(text):
    """Each line about a model, with the model that it stands under."""
    model = ""
    for line in text.partition("Models:\n")[2].splitlines():
        if line.startswith("  "):
            yield model, line
        model = model if line.startswith("  ") else line.partition(":")[0]


@pytest.mark.parametrize("question, plain", [
    ("Who are my reports?", "my reports"), ("people who are my reports", "my reports"),
    ("Which of my reports work in Lisbon?", "my reports in Lisbon"),
    ("Who are Ana Ruiz's reports?", "Ana Ruiz's reports"),
])
@pytest.mark.parametrize("relation", ["manager", "reports"])
def test_somebodys_reports_are_never_who_they_report_to(question, plain, relation):
    """The same word is a noun of one relation and a verb of the other, which goes the other way."""
    whose = ANA if "Ana" in question else me()
    where = [{"kind": "value", "target": "hris/Location.city", "said": ["Lisbon"]}] if "Lisbon" in question else []
    found = founded(question, plan("list", thing=members(PEOPLE, "", tied(whose, "reports", target=f"{PEOPLE}.{relation}"), *where)))
    assert found is None or found.doubts or same(found.goal, plain)


def test_every_kind_of_wrong_is_tried():
    tried = Counter(kind for _, question, written, _ in ALL for kind, _ in mutations(question, written))
    assert min(tried.values()) >= 8
    assert sum(tried.values()) >= 8_000


def test_a_planner_that_answers_at_random_is_never_answered_wrongly(full):
    """Valid plans, each of another question."""
    for place, (question, _, plain) in enumerate(RIGHT):
        others = [written for i, (_, written, _) in enumerate(RIGHT) if i != place]
        for written in others if full else others[place % 4 :: 4]:
            found = founded(question, written)
            assert found is None or same(found.goal, plain), question


@pytest.mark.parametrize("question, said, bound", [
    ("open gizmos in Lighthouse", "gizmos", True), ("open tickets in Lighthouse ever", "ever", False),
    ("open tickets again in Lighthouse", "again", False),
    ("open tickets except in Lighthouse", "except", False), ("the other open tickets in Lighthouse", "other", False),
    ("open tickets in Lighthouse 44", "44", False),
])
def test_only_words_that_mean_nothing_here_may_be_taken_as_others_and_then_the_person_is_asked(question, said, bound):
    noun = "gizmos" if bound else "tickets"
    found = founded(question, {"kind": "list", "thing": members(TICKET, noun, OPEN, tied(LIGHTHOUSE))})
    assert (found is not None) is bound
    assert found is None or [b.said for b in found.bindings] == [said]


@pytest.mark.parametrize("question", ["open issues in Lighthouse", "open tickets in the Lighthouse"])
def test_a_known_word_is_never_taken_as_another(question):
    noun = question.split()[1]
    assert founded(question, {"kind": "list", "thing": members(DEAL, noun, named(f"{DEAL}.open", "open"), tied(LIGHTHOUSE))}) is None


IN_LIGHTHOUSE = plan("list", thing=members(TICKET, "tickets", OPEN, tied(LIGHTHOUSE)))


def test_courtesy_changes_nothing():
    plain = founded("Which tickets in Lighthouse are open?", IN_LIGHTHOUSE)
    polite = founded("I was wondering, if you can, pull up which tickets in Lighthouse are open", IN_LIGHTHOUSE)
    assert plain.goal == polite.goal
    assert not polite.bindings


@pytest.mark.parametrize("aside", ["zorblatt permitting", "blorping"])
def test_words_that_may_say_nothing_are_passed_over_with_the_persons_word_only(aside):
    question = f"Which tickets in Lighthouse are open, {aside}?"
    found = founded(question, IN_LIGHTHOUSE)
    assert found.doubts == (f"I pass over “{aside}”.",)


@pytest.mark.parametrize("aside", ["not", "overdue", "Seawall", "3", "last month", "only bugs", "Pia Lindqvist permitting", "without zorblatt"])
def test_words_that_mean_something_here_are_never_passed_over(aside):
    assert founded(f"Which tickets in Lighthouse are open, {aside}?", IN_LIGHTHOUSE) is None


@pytest.mark.parametrize("first, is_silent", [
    ("I've lost track a bit: ", True), ("We're preparing for tomorrow: ", False), ("I only do bugs: ", False), ("I work with Pia Lindqvist. ", False),
    ("I had 3 of them: ", False), ("I care about invoices: ", False),
])
def test_what_somebody_says_of_themselves_first_is_no_part_of_the_question_unless_it_may_restrict_it(first, is_silent):
    found = founded(f"{first}which tickets in Lighthouse are open?", IN_LIGHTHOUSE)
    assert (found is not None and not found.doubts) is is_silent


def test_things_that_no_word_names_are_asked_about():
    found = founded("What's unassigned in Lighthouse?", plan("list", thing=members(
        TICKET, "", named(f"{TICKET}.unassigned", "unassigned"), tied(LIGHTHOUSE))))
    assert found.doubts == ("No word says that these are tickets.",)


def test_what_has_yet_to_be_done_is_not_done():
    question, closed = "Which tickets have yet to be closed?", named(f"{TICKET}.closed", "closed")
    assert founded(question, plan("list", thing=members(TICKET, "tickets", closed))) is None
    found = founded(question, plan("list", thing=members(TICKET, "tickets", negated("yet", closed))))
    assert same(found.goal, "Which tickets are not closed?")


BOTH = {"kind": "both", "said": ["both", "and"], "of": [PIA, TOMAS]}
WHOLE = members(TICKET, "tickets", tied(LIGHTHOUSE), named(f"{TICKET}.closed", "closed"))


@pytest.mark.parametrize("question, written", [
    ("Are the tickets in Lighthouse closed?", plan("whether", thing=WHOLE)),
    ("Are all tickets in Lighthouse closed?", plan("whether", thing=WHOLE)),
    ("Are there closed tickets in Lighthouse?", plan("list", thing=WHOLE)),
    ("How many closed tickets are there in Lighthouse?", plan("whether", thing=WHOLE)),
    ("Was Ben Cole a manager?", plan("whether", **asked_of(BEN, named(f"{PEOPLE}.manager", "a manager")))),
    ("Did Juniper have open tickets?", plan("whether", thing=members(TICKET, "tickets", OPEN, tied(JUNIPER)))),
    ("does Juniper not have open tickets?", plan("whether", thing=members(TICKET, "tickets", OPEN, tied(JUNIPER)))),
    ("Which projects have the fewest open tickets?", plan("groups", figures=[figure("count", members(TICKET, "tickets", OPEN))], keys=[
        {"said": ["projects"], "target": "ticketing/Collection"}], order=ordered("the fewest"))),
    ("tickets of both Pia Lindqvist and Tomas Okafor", plan("list", thing=members(TICKET, "tickets", tied(BOTH)))),
    ("tickets reported by both Pia Lindqvist and Tomas Okafor",
     plan("list", thing=members(TICKET, "tickets", tied(BOTH, "reported by", target=f"{TICKET}.creator")))),
])
def test_what_no_goal_can_say_is_not_answered_with_the_nearest(question, written):
    """All of them, how it was, what has none, either of two: a plan for something near it is refused."""
    assert founded(question, written) is None


@pytest.mark.parametrize("question, said", [("who is Ana Ruiz's boss", "boss"), ("who is a boss of Ana Ruiz", "boss of")])
def test_who_is_somebodys_boss_is_not_whom_they_lead(question, said):
    found = founded(question, plan("list", thing=members(PEOPLE, "who", tied(ANA, said, target=f"{PEOPLE}.manager"))))
    assert found is None or same(found.goal, "Who is Ana Ruiz's manager?")


def test_a_name_that_two_apps_have_is_the_nearer_thing():
    """The books know Juniper too; its deals are those of the account."""
    question = "Juniper has how many open deals?"
    names = names_in(question, directory.PEOPLE | {"accounting/Contact": ("Juniper",)})

    def read(model):
        deals = members(DEAL, "deals", OPEN_DEAL, tied(name("Juniper", model)))
        written = shape.Plan(**plan("figures", figures=[figure("count", deals, "how many")]))
        return read_plan(catalogue(), question, Known(names, TODAY), written)

    assert read(ACCOUNT).goal
    with pytest.raises(Unfounded, match="nearer"):
        read("accounting/Contact")


TOP = {"kind": "table", "thing": members(DEAL, "deals", OPEN_DEAL)}
TOP_FIVE = "Top 5 open deals by amount"
TALK = members("crm/Engagement", "conversations", tied(me()), tied(JUNIPER), newest=["last"])


@pytest.mark.parametrize("question, written", [
    (TOP_FIVE, {**TOP, "order": {"said": ["Top 5"], "by": column("accounting/PurchaseOrder.total_amount", "by amount")}}),
    (TOP_FIVE, {**TOP, "thing": members(DEAL, "deals"), "columns": [column(f"{INVOICE}.balance", "open")],
                "order": {"said": ["Top 5"], "by": column(f"{DEAL}.amount", "by amount")}}),
    (TOP_FIVE, plan("groups", figures=[figure("count", members(DEAL, "deals", OPEN_DEAL))], order=ordered("Top 5"),
                    keys=[{"said": ["by amount"], "target": f"{DEAL}.amount"}])),
    ("Who are the three most recent joiners?", plan("table", thing=members(PEOPLE, "joiners"), order={
        "said": ["three most recent"], "by": column("ats/Job.remote_created_at")})),
    ("how many invoices are overdue", plan("show", thing=members(INVOICE, "invoices"), columns=[
        column(f"{INVOICE}.days_overdue", "overdue")])),
    ("how many people report directly to me?", plan("figures", figures=[figure("count", members(PEOPLE, "", tied(me("me")), tied(
        members(PEOPLE, "people"), "report directly to", target=f"{PEOPLE}.manager")), "how many")])),
    ("my last 3 conversations with Juniper by date", plan("table", thing=TALK, order={
        "said": ["3"], "by": column("crm/Engagement.start_time", "date")})),
    ("my last 3 conversations with Juniper", plan("list", thing=TALK)),
    ("How many tickets per project?", plan("groups", figures=[figure("count", members("ticketing/Collection", "project"))],
                                           keys=[{"said": ["per", "tickets"], "target": TICKET}])),
    ("open tickets by priority", plan("table", thing=members(TICKET, "tickets", OPEN), columns=[column(f"{TICKET}.priority", "priority")])),
])
def test_words_mean_what_stands_nearest(question, written):
    """Plans that quote every word, each for something that it can mean, and mean something else as a whole."""
    assert founded(question, written) is None


@pytest.mark.parametrize("first, question, written", [
    ("open tickets in Lighthouse", "also the closed ones", plan("edit", holds=[named(f"{TICKET}.closed", "closed")])),
    ("How many tickets are there in Lighthouse?", "and not in Seawall", plan("edit", thing=SEAWALL)),
    ("How many tickets are there in Lighthouse?", "no open ones", plan("edit", holds=[OPEN])),
    ("How many tickets are there in Lighthouse?", "tickets in Seawall", plan("list", thing=members(TICKET, "tickets", tied(SEAWALL)))),
    ("How many tickets are there in Lighthouse?", "in Seawall and Ben Cole", plan("edit", thing=SEAWALL)),
    ("", "and in Seawall?", plan("edit", thing=SEAWALL)),
    ("open tickets of Pia Lindqvist", "and how many overdue tickets are there, by any chance?",
     plan("figures", figures=[figure("count", members(TICKET, "tickets", OVERDUE), "how many")])),
])
def test_a_follow_up_changes_what_it_says_and_that_alone(first, question, written):
    assert founded(question, written, first) is None


def test_both_is_the_one_and_the_other():
    question = "Which tickets are assigned to both Pia Lindqvist and Tomas Okafor?"
    found = founded(question, plan("list", thing=members(TICKET, "tickets", tied(BOTH, "assigned to", target=f"{TICKET}.assignees"))))
    assert {link.relation for link in found.goal.node.links} == {f"{TICKET}.assignees"}
    assert [mentions(link) for link in sorted(found.goal.node.links, key=repr)] == [(named_one,) for named_one in mentions(found.goal)]
