"""What checks doubt of a plan: words, numbers, times and signs of a message that the plan turns round or has nothing for, and what follows of it."""

from collections.abc import Collection, Sequence
from datetime import UTC, date, datetime
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue import catalogue
from agent.language.words import phrase, tokens
from agent.llm.port import Caution
from agent.plan.algebra import Goal, Names, parts
from agent.plan.periods import Calendar
from agent.question.defaults import places
from agent.question.dialogue import Listing, RowIds
from agent.understand.model import shape
from agent.understand.model.acts import QuestionAct, decode, goals_of, stored
from agent.understand.model.listing import values_of
from agent.understand.model.planner import Planned
from agent.understand.second_reading import agreement, between
from agent.understand.verify import Agreement, Kind, Signal
from agent.understand.verify.carried import dropped, replaced
from agent.understand.verify.defined import Definition, defined_words, without_words_inside
from agent.understand.verify.form import unmet_form
from agent.understand.verify.grounding import left_out_numbers, unread_times, unsaid_names, unsaid_numbers
from agent.understand.verify.known_values import unlisted_values, unsaid_values
from agent.understand.verify.pointed import misread_references
from agent.understand.verify.prior_dialogue import PriorDialogue
from agent.understand.verify.signs import unmet_signs
from agent.understand.verify.unbound import unbound_links, unbound_sets
from agent.understand.verify.unmet import unmet_words
from agent.understand.verify.used import evidence_in
from agent.understand.verify.ways import unsaid_ways
from agent.understand.verify.weighing import asks_again, chance_of_wrong, weigh, weights_in_use, with_sample
from benchmarks.mistakes import Pool, mistakes
from memory.preferences import Preference, Source
from tests.cases import each_case

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
CALENDAR = Calendar(date(2026, 11, 20))
OPEN, OVERDUE = {"is": "ticketing/Ticket.open"}, {"is": "ticketing/Ticket.overdue"}
MINE = {"rel": "ticketing/Ticket.assignees", "of": {"me": True}}
REPORTS = {"rel": "hris/Employee.manager", "of": {"me": True}}
MANAGER = {"rel": "hris/Employee.manager", "from": {"me": True}}
THEIRS = {"rel": "ticketing/Ticket.assignees", "of": {"set": "hris/Employee", "where": [REPORTS]}}
BY_CREATION: dict[str, Any] = {"by": {"field": "ticketing/Ticket.remote_created_at"}}


def tickets(*where: object, **more: object) -> dict[str, Any]:
    return {"goal": "names", "node": {"set": "ticketing/Ticket", "where": list(where), **more}}


def people(*where: object) -> dict[str, Any]:
    return {"goal": "names", "node": {"set": "hris/Employee", "where": list(where)}}


def deals(*where: object, **more: object) -> dict[str, Any]:
    return {"goal": "names", "node": {"set": "crm/Opportunity", "where": list(where), **more}}


def count(*where: object) -> dict[str, Any]:
    return {"goal": "figures", "measures": [{"how": "count", "of": {"set": "ticketing/Ticket", "where": list(where)}}]}


def worth(how: str) -> dict[str, Any]:
    of = {"set": "crm/Opportunity", "where": [{"is": "crm/Opportunity.open"}]}
    return {"goal": "figures", "measures": [{"how": how, "of": of, "field": "crm/Opportunity.amount"}]}


def doubts(message: str, act: object, earlier: Sequence[str] = ()) -> set[str]:
    said = shape.Message.model_validate({"acts": [act]})
    acts, faults = decode(catalogue(), said)
    assert not faults
    goals = tuple(act.goal for act in acts if isinstance(act, QuestionAct))
    texts, before = shape.texts_in(said), PriorDialogue(earlier)
    return {d.kind for found in (
        unsaid_names(goals, [message, *earlier]), unsaid_numbers(goals, [message, *earlier]), left_out_numbers(goals, message, CALENDAR, texts),
        unread_times(goals, message, CALENDAR), unsaid_values(catalogue(), evidence_in(catalogue(), message), goals, [message, *earlier]),
        unmet_words(catalogue(), evidence_in(catalogue(), message), goals, shape.texts_in(said, labels=False), {}),
        unmet_signs(catalogue(), message, before, goals, CALENDAR),
        unmet_form(evidence_in(catalogue(), message), goals, before),
        unsaid_ways(catalogue(), evidence_in(catalogue(), message), goals, earlier),
    ) for d in found}


def about(field: str, words: str) -> dict[str, Any]:
    return {"field": f"ticketing/Ticket.{field}", "op": "contains", "value": words}


def due_in(year: int) -> dict[str, Any]:
    return tickets({"field": "ticketing/Ticket.due_date", "op": "in", "value": [f"{year}-06-01", f"{year}-07-01"]})


def backlog(name: str) -> dict[str, Any]:
    theirs = {"rel": "ticketing/Ticket.assignees", "of": {"name": name, "model": "hris/Employee"}}
    return {"how": "count", "of": {"set": "ticketing/Ticket", "where": [OPEN, theirs]}}


COMMENTED = {"has": {"measure": {"how": "count", "of": {"set": "ticketing/Comment"}}, "path": ["ticketing/Comment.ticket"]}, "value": 0}


def by_key(condition: object, key: object = None, *, most: bool = False) -> object:
    """Numbers of tickets by a key, priority where none is said; the group with the most of them."""
    measure = {"how": "count", "of": {"set": "ticketing/Ticket", "where": [condition]}}
    cut = {"order": {"by": measure, "first": 1}} if most else {}
    return {"goal": "groups", "measures": [measure], "keys": [key or {"field": "ticketing/Ticket.priority"}], **cut}


SIDES = {"goal": "figures", "measures": [backlog("Ana"), backlog("Ben")]}
BIG = {"field": "crm/Opportunity.amount", "op": ">", "value": 5000}
OCTOBER = {"is": "ticketing/Ticket.closed", "period": ["2026-10-01", "2026-11-01"]}
SEPTEMBER = {"is": "ticketing/Ticket.closed", "period": ["2026-09-01", "2026-10-01"]}


@each_case("message, act, expected", [
    ("which of my tickets are overdue", tickets(MINE, OVERDUE), set()),
    ("which of my tickets are overdue", tickets(MINE), {"condition"}),
    ("which of my tickets are overdue", tickets(OVERDUE), {"condition"}),
    ("have we got any tickets open", tickets(OPEN), set()),
    ("how do I find the overdue tickets", tickets(OVERDUE), set()),
    ("tickets about my scanner", tickets(about("name", "scanner")), set()),
    ("how many open tickets do I have", count(OPEN), {"condition"}),
    ("invoices of customers", {"goal": "names", "node": {"set": "accounting/Invoice", "where": []}}, set()),
    ("tickets that are mine and overdue", tickets({"any": [MINE, OVERDUE]}), {"alternative"}),
    ("tickets about login", tickets({"any": [about("name", "login"), about("description", "login")]}), set()),
    ("tickets about login", tickets({"any": [about("name", "login"), {"rel": "ticketing/Ticket.collections", "of": {
        "set": "ticketing/Collection", "where": [{"field": "ticketing/Collection.name", "op": "contains", "value": "login"}]}}]}), set()),
    ("tickets about login", tickets({"any": [about("name", "login"), {"rel": "ticketing/Ticket.collections", "of": {
        "set": "ticketing/Collection", "where": [{"field": "ticketing/Collection.name", "op": "contains", "value": "web"}]}}]}),
     {"alternative"}),
    ("tickets due in June", due_in(2026), set()),
    ("tickets due in June", due_in(2027), set()),
    ("tickets due in June", due_in(2025), {"time"}),
    ("open tickets", tickets(OPEN), set()),
    ("open tickets", tickets({"not": OPEN}), {"negation"}),
    ("tickets that are not open", tickets({"not": OPEN}), set()),
    ("the two oldest open tickets", tickets(OPEN, ranked=BY_CREATION | {"desc": False, "first": 2}), set()),
    ("the third oldest open ticket", tickets(OPEN, ranked=BY_CREATION | {"desc": False, "first": 1, "skip": 2}), set()),
    ("the 3rd oldest open ticket", tickets(OPEN, ranked=BY_CREATION | {"desc": False, "first": 1, "skip": 2}), set()),
    ("the two oldest open tickets", tickets(OPEN, ranked=BY_CREATION | {"desc": True, "first": 2}), {"order"}),
    ("the two oldest open tickets", tickets(OPEN, ranked=BY_CREATION | {"desc": False}), {"left out number", "order"}),
    ("my latest tickets", tickets(MINE, ranked=BY_CREATION), set()),
    ("my latest tickets", tickets(MINE), {"order"}),
    ("the first aiders please", people({"rel": "hris/Group.members", "from": {"name": "First Aiders", "model": "hris/Group"}}), set()),
    ("which is bigger, Ana's or Ben's backlog", SIDES | {"contrast": "more by"}, set()),
    ("which is bigger, Ana's or Ben's backlog", SIDES, {"order", "form"}),
    ("my direct reports", people(REPORTS), set()),
    ("my direct reports", people(MANAGER), {"direction"}),
    ("my manager", people(MANAGER), set()),
    ("my manager", people(REPORTS), {"direction"}),
    ("deals of more than 5000", deals(BIG), set()),
    ("deals of more than 5000", deals(BIG | {"op": "<"}), {"comparison"}),
    ("deals of more than 5000", deals(BIG | {"value": 6000}), {"unsaid number", "left out number"}),
    ("tickets closed in October 2026", tickets(OCTOBER), set()),
    ("tickets closed in October 2026", tickets(SEPTEMBER), {"time"}),
    ("tickets closed in October", tickets({"is": "ticketing/Ticket.closed"}), {"time"}),
    ("accounts owned by Ana", {"goal": "names", "node": {"set": "crm/Account", "where": [
        {"rel": "crm/Account.owner", "of": {"name": "Ben", "model": "hris/Employee"}}]}}, {"unsaid name"}),
    ("what do we owe Sonoqua Medtehc", {"goal": "card", "node": {"name": "Sonoqua Medtech", "model": "accounting/Contact"}}, {"unsaid name"}),
    ("how many tickets are overdue", tickets(OVERDUE), {"form"}),
    ("how many tickets are overdue", count(OVERDUE), set()),
    ("which tickets are overdue", count(OVERDUE), {"form"}),
    ("number of open tickets per priority", count(OPEN), {"form", "field"}),
    ("total amount of open deals", worth("average"), {"form"}),
    ("average amount of open deals", worth("sum"), {"form"}),
    ("average amount of open deals", worth("average"), set()),
    ("how many tickets do I have", count(MINE), set()),
    ("how many tickets do I have", count(THEIRS), {"way"}),
    ("how many tickets does my team have", count(THEIRS), set()),
    ("how many tickets do I have", count(), {"condition"}),
    ("I need all open tickets", tickets(OPEN), set()),
    ("my open tickets", tickets({"any": [MINE, OPEN]}), {"alternative"}),
    ("tickets that are mine or open", tickets({"any": [MINE, OPEN]}), set()),
    ("my biggest deal", deals(ranked={"by": {"field": "crm/Opportunity.amount"}}), {"condition", "order"}),
    ("open tickets", tickets({"is": "ticketing/Ticket.closed"}), {"condition"}),
    ("tickets that are not closed", tickets({"is": "ticketing/Ticket.open"}), set()),
    ("e-mail address of the lead Ana", {"goal": "show", "node": {"name": "Ana", "model": "crm/Lead"}, "field": "crm/Lead.phone_numbers"}, {"field"}),
    ("tickets per priority that nobody is assigned to", by_key({"rel": "ticketing/Ticket.assignees"}), {"negation"}),
    ("tickets per priority that nobody is assigned to", by_key({"is": "ticketing/Ticket.unassigned"}), set()),
    ("open tickets without comments", tickets(OPEN, COMMENTED | {"op": "="}), set()),
    ("open tickets without comments", tickets(OPEN, COMMENTED | {"op": "!="}), {"negation"}),
    ("do we have open tickets, yes or no", tickets(OPEN), set()),
    ("open tickets per board", by_key(OPEN, {"path": ["ticketing/Ticket.collections"]}), set()),
    ("open tickets per board", by_key(OPEN, {"path": ["ticketing/Ticket.account"]}), {"condition"}),
    ("which board has the most open tickets", by_key(OPEN, {"path": ["ticketing/Ticket.collections"]}, most=True), set()),
    ("which board has the most open tickets", by_key(OPEN, {"path": ["ticketing/Ticket.account"]}, most=True), {"condition"}),
    ("overdeu tickets", tickets(OPEN), {"condition"}),
    ("my direct reports with their city", people(REPORTS), {"field"}),
    ("overdeu tickets", tickets(OVERDUE), set()),
    ("approved time off", {"goal": "names", "node": {"set": "hris/TimeOff", "where": [{"field": "hris/TimeOff.status", "value": "DECLINED"}]}},
     {"unsaid value"}),
])
def test_what_a_plan_leaves_out_or_turns_round_is_doubted(message: str, act: object, expected: set[str]) -> None:
    assert doubts(message, act) == expected


def test_a_sign_of_an_earlier_message_holds_on() -> None:
    assert doubts("and those of October", tickets({"not": OPEN}), ["tickets that are not open"]) & {"negation"} == set()


def goal_of(act: object) -> Goal:
    acts, faults = decode(catalogue(), shape.Message.model_validate({"acts": [act]}))
    assert not faults
    return goals_of(acts)[0]


@pytest.mark.parametrize("first, is_doubted", [(3, False), (500, True)])
def test_a_small_number_may_have_been_said_in_words_of_another_language(first: int, is_doubted: bool) -> None:
    goal = goal_of(tickets(ranked=BY_CREATION | {"first": first}))
    assert bool(list(unsaid_numbers([goal], ["i tre ticket"], in_words=True))) == is_doubted
    assert list(unsaid_numbers([goal], ["the latest tickets"]))


@each_case("message, before, now, is_doubted", [
    ("and the overdue ones?", tickets(MINE, OPEN), tickets(MINE, OVERDUE), False),
    ("and the overdue ones?", tickets(MINE, OPEN), tickets(OVERDUE), True),
    ("list them", tickets(MINE, OPEN), tickets(MINE), True),
    ("list them", tickets(MINE, OPEN), tickets(MINE, OPEN), False),
    ("list them", tickets(MINE, {"not": OPEN}), tickets(MINE, OPEN), True),
    ("all overdue tickets", tickets(MINE, OPEN), tickets(OVERDUE), False),
    ("who reports to me", tickets(MINE, OPEN), people(REPORTS), False),
])
def test_dropped_condition_of_the_previous_question_is_doubted(
    message: str, before: object, now: object, is_doubted: bool,
) -> None:
    found = list(dropped(catalogue(), message, [goal_of(now)], goal_of(before)))
    assert [doubt.kind for doubt in found] == ["carried"] * len(found)
    assert bool(found) == is_doubted
    assert not list(dropped(catalogue(), message, [goal_of(now)], None))


CLOSED, URGENT = {"is": "ticketing/Ticket.closed"}, {"field": "ticketing/Ticket.priority", "value": "URGENT"}


@each_case("message, before, now, is_doubted", [
    ("how many is that", tickets(OPEN), count(OPEN), False),
    ("how many is that", tickets(OPEN), count(CLOSED), True),
    ("how many are closed", tickets(OPEN), count(CLOSED), False),
    ("and the urgent ones", tickets({"field": "ticketing/Ticket.priority", "value": "LOW"}), tickets(URGENT), False),
    ("how many tickets", tickets({"field": "ticketing/Ticket.priority", "value": "LOW"}), count(URGENT), True),
    ("only the overdue ones", tickets(OPEN), tickets(OPEN, OVERDUE), False),
])
def test_a_condition_in_the_place_of_another_that_nobody_said_is_doubted(message: str, before: object, now: object, is_doubted: bool) -> None:
    found = list(replaced(catalogue(), evidence_in(catalogue(), message), message, [goal_of(now)], goal_of(before)))
    assert [doubt.kind for doubt in found] == ["carried"] * is_doubted
    assert not list(replaced(catalogue(), evidence_in(catalogue(), message), message, [goal_of(now)], None))


@each_case("before, now, is_doubted", [
    (tickets({"not": OPEN}), count({"not": OPEN}), False), (tickets({"not": OPEN}), count({"not": OPEN}, {"not": MINE}), True),
])
def test_what_the_question_before_left_out_may_be_left_out_and_no_more(before: object, now: object, is_doubted: bool) -> None:
    settled = PriorDialogue(("tickets that are not open",), goal_of(before))
    assert bool(list(unmet_signs(catalogue(), "how many is that", settled, [goal_of(now)], CALENDAR))) == is_doubted


def test_what_the_persons_own_words_leave_out_needs_no_word_of_the_message() -> None:
    goal = goal_of(count({"not": OPEN}))
    assert list(unmet_signs(catalogue(), "how many tickets", PriorDialogue(), [goal], CALENDAR))
    assert not list(unmet_signs(catalogue(), "how many tickets", PriorDialogue(defined=frozenset(parts(goal))), [goal], CALENDAR))


def test_words_of_the_persons_own_are_accounted_for_by_what_they_stand_for() -> None:
    big, message = goal_of(deals(BIG)), "list the overdue deals"
    assert isinstance(big, Names)
    own = Definition(1, Preference("term_means", "overdue deal", "over 5000", Source("s", "m", "overdue deals are over 5000", NOON)), big.node)
    heard = evidence_in(catalogue(), message)
    found = [list(unmet_words(catalogue(), heard, [big], (), {}, defined_words(known, message, [big]))) for known in ([], [own])]
    assert [bool(each) for each in found] == [True, False]
    assert defined_words([own], message, [goal_of(deals())]) == []
    assert defined_words([own], message, [goal_of(deals())], used=[1]) == defined_words([own], message, [big]) != []


@each_case("message, kept", [
    ("open tickets of the early shift", set()), ("open tickets of the shift", {"shift"}), ("a shift for the early shift", {"shift"}),
])
def test_a_word_inside_words_of_the_persons_own_names_nothing_by_itself(message: str, kept: set[str]) -> None:
    own = list(places(tokens(message), phrase("early shift")))
    assert set(without_words_inside({"shift": ()}, message, own)) == kept


@each_case("message, act, is_doubted", [
    ("tickets of my people", tickets(THEIRS), False),
    ("tickets of people", tickets({"rel": "ticketing/Ticket.assignees", "of": {"set": "hris/Employee"}}), True),
    ("who works in Oslo", people({"rel": "hris/Employee.work_location", "of": {"set": "hris/Location"}}), True),
    ("who works in Oslo", people(), True),
    ("all tickets", tickets(), False),
    ("what was reported", tickets(), True),
    ("tickets with an assignee", tickets({"rel": "ticketing/Ticket.assignees"}), False),
])
def test_what_binds_nothing_is_doubted(message: str, act: object, is_doubted: bool) -> None:
    goals = [goal_of(act)]
    assert bool([*unbound_links(goals), *unbound_sets(evidence_in(catalogue(), message), goals)]) == is_doubted


@each_case("field, value, is_doubted", [
    ("crm/Engagement.direction", "OUTBOUND", False), ("crm/Engagement.direction", "MEETING", True),
    ("accounting/Invoice.status", "gbp", True), ("ticketing/Ticket.priority", "Storm", False), ("crm/Account.industry", "Boats", False),
])
def test_a_value_that_the_list_of_its_field_does_not_have_is_doubted(field: str, value: str, is_doubted: bool) -> None:
    act = {"goal": "names", "node": {"set": field.partition(".")[0], "where": [{"field": field, "value": value}]}}
    assert [doubt.kind for doubt in unlisted_values(catalogue(), [goal_of(act)], values_of)] == ["unknown value"] * is_doubted


def test_a_time_that_the_plan_sets_aside_is_not_asked_for_again() -> None:
    goals, message = [goal_of(tickets(OPEN))], "my open tickets, not those of June"
    assert list(unread_times(goals, message, CALENDAR)) and not list(unread_times(goals, message, CALENDAR, ["not those of June"]))


def test_readings_agree_whatever_their_rows_are_called_and_however_sets_are_nested() -> None:
    nested = {"goal": "names", "node": {"set": "ticketing/Ticket", "where": [{"same": tickets(MINE)["node"]}, OPEN]}, "label": "chit"}
    assert agreement(catalogue(), CALENDAR, [goal_of(nested)], [goal_of(tickets(MINE, OPEN))]) == {"same reading"}
    assert agreement(catalogue(), CALENDAR, [goal_of(tickets(MINE))], [goal_of(tickets(MINE, OPEN))]) == {"other reading"}
    assert agreement(catalogue(), CALENDAR, [goal_of(tickets(MINE))], []) == frozenset()


@pytest.mark.parametrize("end, is_same", [("2026-11-21", True), ("2026-11-20", True), ("2026-11-19", False)])
def test_a_time_that_ends_today_is_the_same_reading_as_one_that_is_open(end: str, is_same: bool) -> None:
    still, till = (goal_of(tickets({"is": "ticketing/Ticket.closed", "period": ["2026-10-01", last]})) for last in (None, end))
    assert ("same reading" in agreement(catalogue(), CALENDAR, [still], [till])) == is_same


def test_two_readings_are_put_to_the_person_only_where_each_is_one_question() -> None:
    def planned(*acts: object) -> Planned:
        said = shape.Message.model_validate({"acts": list(acts)})
        return Planned(said, decode(catalogue(), said)[0])

    mine, both = planned(tickets(MINE)), planned(tickets(OPEN), tickets(MINE))
    two = between(catalogue(), mine, planned(tickets(OPEN)))
    assert two is not None
    assert [one.goal for _, one in two[1].options] == [goal_of(tickets(MINE)), goal_of(tickets(OPEN))]
    assert stored(catalogue(), two[0].model_dump_json(by_alias=True, exclude_defaults=True)) == (two[0], (two[1],))
    assert between(catalogue(), mine, both) is None


@each_case("doubts, sample, caution, done", [
    (["condition"], "same sample", "normal", "say"), (["condition"], "other sample", "normal", "ask"), (["condition"], None, "normal", "say"),
    (["unsaid value"], "same sample", "normal", "answer"), (["condition", "unsaid value", "order"], "same sample", "normal", "say"),
    (["condition", "unsaid value", "order"], "same sample", "high", "ask"),
    (["unsaid name"], "same sample", "normal", "ask"), (["unsaid number"], "same sample", "normal", "ask"),
    (["condition"], "kept", "normal", "say"), (["condition", "unsaid value", "order"], "kept", "normal", "say"),
    (["condition", "unsaid value", "order"], "kept", "high", "ask"), (["unsaid number"], "kept", "normal", "ask"),
])
def test_equal_second_plan_is_told_and_not_asked_about_but_for_what_was_made_up(
    doubts: list[Signal], sample: Signal | None, caution: Caution, done: str,
) -> None:
    assert asks_again(doubts, caution)
    found = frozenset({sample}) if sample is not None else frozenset()
    assert weigh(with_sample(frozenset(doubts), found, caution), caution) == done


@pytest.mark.parametrize("doubts, caution, is_asked", [
    (["condition"], "normal", False), (["condition", "unsaid value", "order"], "normal", False), (["unsaid number"], "normal", True),
    (["condition", "unsaid value", "order"], "high", True),
])
def test_no_second_plan_is_asked_for_where_the_first_is_kept_but_for_what_was_made_up(doubts: list[Signal], caution: Caution, is_asked: bool) -> None:
    assert asks_again(with_sample(frozenset(doubts), frozenset({"kept"}), caution), caution) == is_asked


def test_no_second_plan_is_asked_for_where_little_speaks_against_the_first() -> None:
    assert not any(asks_again(signals, caution) for signals in ([], ["same reading"], ["other reading"]) for caution in ("low", "normal"))


KINDS = st.sets(st.sampled_from(get_args(Kind)))
CAUTIONS: tuple[Caution, ...] = get_args(Caution)


FOR_THE_PLAN = {"none", "same reading", "same sample"}


def test_every_kind_of_doubt_has_a_weight_that_counts_against_the_plan() -> None:
    assert set(weights_in_use().weights) == {*get_args(Kind), *get_args(Agreement), "none"}
    assert all((weight < 0) == (kind in FOR_THE_PLAN) for kind, weight in weights_in_use().weights.items() if kind != "kept")


@given(KINDS, KINDS, st.sampled_from(CAUTIONS))
def test_more_doubts_never_make_a_plan_likelier(some: Collection[Kind], more: Collection[Kind], caution: Caution) -> None:
    assert chance_of_wrong([*some, *more], caution) >= chance_of_wrong(list(some), caution)


@given(KINDS)
def test_more_caution_never_asks_less(kinds: Collection[Kind]) -> None:
    asked = ["answer", "say", "ask"]
    steps = [asked.index(weigh(kinds, caution)) for caution in CAUTIONS]
    assert steps == sorted(steps)


@pytest.mark.parametrize("caution", CAUTIONS)
def test_a_plan_without_doubts_is_run(caution: Caution) -> None:
    assert weigh([], caution) != "ask"


DEALS = Listing("open deals in Porto", RowIds("crm/Opportunity", ("d1", "d2", "d3", "d4")))
PEOPLE = Listing("who is off today", RowIds("hris/Employee", ("p1", "p2", "p3")))


def amount(**rows: object) -> dict[str, Any]:
    return {"goal": "show", "node": rows, "field": "crm/Opportunity.amount"}


POINTED: list[tuple[str, dict[str, Any]]] = [
    ("amount of the second deal", amount(rows=[2], asked="open deals in Porto")),
    ("amounts of the first two deals", amount(rows=[1, 2], asked="open deals in Porto")),
    ("how much is the last of the deals worth", amount(rows=[-1], asked="open deals in Porto")),
    ("when did the 3rd one start?", {"goal": "show", "node": {"rows": [3]}, "field": "hris/Employee.start_date"}),
    ("who leads the last two?", {"goal": "names", "node": {"set": "hris/Employee", "where": [
        {"rel": "hris/Employee.manager", "from": {"rows": [2, 3]}}]}}),
    ("and who are their managers", {"goal": "names", "node": {"set": "hris/Employee", "where": [
        {"rel": "hris/Employee.manager", "from": {"rows": "all"}}]}}),
    ("the biggest of those deals", {"goal": "names", "node": {"set": "crm/Opportunity", "where": [
        {"same": {"rows": "all", "asked": "open deals in Porto"}}], "ranked": {"by": {"field": "crm/Opportunity.amount"}, "first": 1}}}),
]
ROW_MISTAKES = {"change a row", "drop a row", "all rows for some", "one row for all", "change an answer"}


def pointing(message: str, act: object) -> set[str] | None:
    """What is doubted of the rows that a plan points at; None where it is no plan."""
    acts, faults = decode(catalogue(), shape.Message.model_validate({"acts": [act]}), (DEALS, PEOPLE))
    return None if faults else {doubt.kind for doubt in misread_references(message, goals_of(acts), (DEALS, PEOPLE), None, CALENDAR)}


@each_case(("message", "act"), POINTED)
def test_rows_that_the_message_says_are_not_doubted_and_all_others_are(message: str, act: dict[str, Any]) -> None:
    assert pointing(message, act) == set()
    made = [(kind, plan["acts"][0]) for kind, plan in mistakes({"acts": [act]}, Pool.of(catalogue(), [])) if kind in ROW_MISTAKES]
    assert made
    assert [(kind, wrong) for kind, wrong in made if pointing(message, wrong) == set()] == []


@each_case("message, now, is_doubted", [
    ("tickets for each of them", tickets(THEIRS), True),
    ("tickets for each of them", people(REPORTS), False),
    ("tickets for each of them", count(THEIRS), False),
    ("their tickets", tickets(THEIRS), False),
    ("tickets altogether", tickets(THEIRS), True),
    ("how many tickets altogether", count(THEIRS), False),
])
def test_rows_of_other_records_are_doubted_where_a_figure_is_asked_for(message: str, now: object, is_doubted: bool) -> None:
    found = list(unmet_form(evidence_in(catalogue(), message), [goal_of(now)], PriorDialogue(last=goal_of(people(REPORTS)))))
    assert [doubt.kind for doubt in found] == ["form"] * is_doubted


FIRMS = {"set": "crm/Account", "where": [{"rel": "hub", "of": {"set": "accounting/Contact", "where": [
    {"rel": "accounting/Invoice.contact", "from": {"set": "accounting/Invoice", "where": []}}]}}]}
SIZE = {"goal": "figures", "measures": [{"how": "average", "of": FIRMS, "field": "crm/Account.number_of_employees"}]}


@each_case("message, expected", [
    ("average size of our invoices", {"way"}),
    ("average size of the customers with invoices", set()),
])
def test_a_figure_of_companies_in_another_app_is_doubted_where_none_is_named(message: str, expected: set[str]) -> None:
    assert doubts(message, SIZE) & {"way"} == expected
