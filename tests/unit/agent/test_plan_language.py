"""The plan language: what a model writes becomes the goal that it means, and every fault of a plan is told with its place."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from functools import reduce

import pytest
from hypothesis import given, settings
from pydantic import ValidationError

from agent.catalogue import catalogue
from agent.plan.algebra import (
    Column,
    Earlier,
    Either,
    Exists,
    Figures,
    Goal,
    Groups,
    Has,
    Is,
    Key,
    Link,
    Me,
    Measure,
    Named,
    Names,
    Not,
    Order,
    Quantity,
    Set,
    Show,
    Step,
    Table,
    Tally,
    Union,
    Where,
    parts,
    same_as,
)
from agent.plan.periods import Recurring, interval
from agent.question.dialogue import Listing, RowIds
from agent.understand.model import shape
from agent.understand.model.acts import ForgetAct, QuestionAct, RefusalAct, StatementAct, decode
from agent.understand.model.encode import encode
from tests.cases import each_case
from tests.unit.agent.drawn_goals import goals

TICKETS = {"set": "ticketing/Ticket", "where": [{"is": "ticketing/Ticket.open"}]}
OPEN = Set("ticketing/Ticket", where=frozenset({Is("ticketing/Ticket.open")}))
PATH = ["ticketing/Ticket.assignees", "hub:hris/Employee"]
TO_PEOPLE = (Step("ticketing/Ticket.assignees", "ticketing/User"), Step("hub", "hris/Employee"))
MY_TEAM = Set("hris/Employee", frozenset({Link("hris/Employee.manager", True, Me())}))
MINE = {"set": "hris/Employee", "where": [{"rel": "hris/Employee.manager", "of": {"me": True}}]}
COUNT = Measure(OPEN, "count")
OCTOBER = interval(date(2026, 10, 1), date(2026, 11, 1))


def decoded(*acts: object, listed: Sequence[Listing] = ()) -> tuple[tuple[object, ...], str]:
    return decode(catalogue(), shape.Message.model_validate({"acts": list(acts)}), listed)


def goal_of(act: object) -> Goal:
    found, faults = decoded(act)
    assert not faults
    (asked,) = found
    assert isinstance(asked, QuestionAct)
    return asked.goal


FOUND = {"goal": "names", "node": TICKETS}


@each_case("written", [
    FOUND, {"acts": FOUND}, {"acts": [FOUND], "reasoning": "The open ones."}, {"acts": [{**FOUND, "label": None}], "form": None, "answer_in": None},
])
def test_a_message_that_is_clear_though_it_is_written_otherwise_is_read(written: dict[str, object]) -> None:
    assert decode(catalogue(), shape.Message.model_validate(written)) == decoded(FOUND)


def test_a_plan_that_is_too_deep_is_refused_and_a_deep_one_written_out() -> None:
    deep = reduce(lambda of, _: {"set": "hris/Employee", "where": [{"rel": "hris/Employee.manager", "of": of}]}, range(30), {"me": True})
    said = shape.Message.model_validate({"acts": [{"goal": "names", "node": deep}]})
    assert shape.texts_in(said).count("hris/Employee.manager") == 30
    deeper = reduce(lambda of, _: {"not": of}, range(100), {"is": "hris/Employee.manager"})
    with pytest.raises(ValidationError, match="write a shorter plan"):
        shape.Message.model_validate({"acts": [{"goal": "names", "node": {"set": "hris/Employee", "where": [deeper]}}]})


def test_what_is_of_the_whole_message_is_taken_from_an_act_too() -> None:
    own = {"form": "chart", "answer_in": "German"}
    act = {"goal": "exists", "node": {"me": True}}
    said = shape.Message.model_validate({"acts": [act, {**act, **own}]})
    assert said == shape.Message.model_validate({"acts": [act, act], **own})
    assert shape.Message.model_validate({"acts": [{**act, **own}], "form": "table"}).form == "table", "what stands beside the acts holds"


ACCOUNT = (Step("crm/Contact.account", "crm/Account"),)
MEANT: list[tuple[dict[str, object], Goal]] = [
    ({"goal": "show", "node": {"name": "Acme", "model": "crm/Account"}, "field": "crm/Account.industry"},
     Show(Named("crm/Account", "Acme"), "crm/Account.industry")),
    ({"goal": "show", "node": {"name": "Acme", "model": "crm/Account"}, "field": "crm/Account.name"}, Names(Named("crm/Account", "Acme"), "")),
    ({"goal": "show", "node": {"name": "Ana", "model": "hris/Employee"}, "field": "hris/Employment.job_title"},     # a job may have none to tell
     Show(Set("hris/Employment", frozenset({Link("hris/Employee.employments", False, Named("hris/Employee", "Ana"))})), "hris/Employment.job_title")),
    ({"goal": "show", "node": {"name": "Big one", "model": "crm/Opportunity"}, "field": "crm/Stage.name"},
     Names(Set("crm/Stage", frozenset({Link("crm/Opportunity.stage", False, Named("crm/Opportunity", "Big one"))})), "")),
    ({"goal": "names", "node": {"set": "hris/Employee", "where": [{"rel": "manager", "from": {"name": "Ana", "model": "hris/Employee"}}]}},
     Names(Set("hris/Employee", frozenset({Link("hris/Employee.manager", False, Named("hris/Employee", "Ana"))})), "")),
    ({"goal": "figures", "measures": [{"how": "count", "of": TICKETS}]}, Figures((COUNT,))),
    ({"goal": "table", "node": MINE, "columns": [{"measure": {"how": "count", "of": TICKETS}, "path": PATH}]},
     Table(MY_TEAM, (Tally(COUNT, TO_PEOPLE),))),
    ({"goal": "groups", "measures": [{"how": "count", "of": TICKETS}], "keys": [{"field": "ticketing/Ticket.priority"}],
      "order": {"by": {"how": "count", "of": TICKETS}, "first": 3}, "having": [{"measure": 0, "op": ">", "value": 2}]},
     Groups((COUNT,), (Key((), "ticketing/Ticket.priority"),), Order(COUNT, True, 3), ((0, ">", Quantity(Decimal(2))),))),
    ({"goal": "groups", "measures": [{"how": "count", "of": TICKETS}], "keys": [{"field": "status"}, {"field": "due_date", "bucket": "month"}],
      "order": {"by": {"field": "due_date"}, "first": 3}},
     Groups((COUNT,), (Key((), "ticketing/Ticket.status"), Key((), "ticketing/Ticket.due_date", "month")),
            Order(Column("ticketing/Ticket.due_date"), True, 3))),
    ({"goal": "groups", "measures": [{"how": "count", "of": {"set": "crm/Contact"}}], "keys": [{"path": ["crm/Contact.account"]}],
      "order": {"by": {"field": "crm/Account.name"}, "desc": False}},
     Groups((Measure(Set("crm/Contact"), "count"),), (Key(ACCOUNT),), Order(Column(None, ACCOUNT), False))),
    ({"goal": "names", "node": {"set": "crm/Opportunity", "ranked": {"by": {"field": "amount"}, "first": 1, "skip": 1}}},
     Names(Set("crm/Opportunity", ranked=Order(Column("crm/Opportunity.amount"), True, 1, skip=1)), "")),
    ({"goal": "exists", "node": {"set": "hris/Employee", "where": [{"same": {"name": "Ana", "model": "hris/Employee"}}, {"is": "manager"}]}},
     Exists(Set("hris/Employee", frozenset({same_as(Named("hris/Employee", "Ana"))}), frozenset({Is("hris/Employee.manager")})))),
]


@each_case(("written", "goal"), MEANT)
def test_a_written_goal_becomes_the_goal_that_it_means(written: dict[str, object], goal: Goal) -> None:
    assert goal_of(written) == goal


def _condition(written: object, model: str = "crm/Opportunity") -> object:
    goal = goal_of({"goal": "names", "node": {"set": model, "where": [written]}})
    assert isinstance(goal, Names)
    assert isinstance(goal.node, Set)
    (found,) = (*goal.node.links, *goal.node.where)
    return found


CLOSED = "crm/Opportunity.close_date"
LAST_CLOSING: dict[str, object] = {"measure": {"how": "max", "of": {"set": "crm/Opportunity"}, "field": CLOSED},
                                  "path": ["crm/Opportunity.owner", "~crm/Opportunity.owner"]}
LAST = Tally(Measure(Set("crm/Opportunity"), "max", CLOSED),
             (Step("crm/Opportunity.owner", "crm/User"), Step("crm/Opportunity.owner", "crm/Opportunity", True)))
CONDITIONS: list[tuple[dict[str, object], object]] = [
    ({"field": CLOSED, "op": "in", "value": ["2026-10-01", "2026-11-01"]}, Where(CLOSED, OCTOBER, "in")),
    ({"field": CLOSED, "op": "=", "value": "2026-10-01"}, Where(CLOSED, interval(date(2026, 10, 1), date(2026, 10, 2)), "in")),
    ({"field": CLOSED, "op": ">", "value": "2026-10-01"}, Where(CLOSED, interval(date(2026, 10, 2), None), "in")),
    ({"field": CLOSED, "op": "<=", "value": "2026-10-01"}, Where(CLOSED, interval(None, date(2026, 10, 2)), "in")),
    ({"field": CLOSED, "op": "!=", "value": "2026-10-01"}, Not(Where(CLOSED, interval(date(2026, 10, 1), date(2026, 10, 2)), "in"))),
    ({"field": CLOSED, "op": "=", "value": "april"}, Where(CLOSED, Recurring("month of year", (4,)), "in")),
    ({"field": CLOSED, "op": "in", "value": ["Tuesday", "Monday"]}, Where(CLOSED, Recurring("weekday", (1, 2)), "in")),
    ({"field": CLOSED, "op": "!=", "value": "Q2"}, Not(Where(CLOSED, Recurring("quarter of year", (2,)), "in"))),
    ({"field": "close_date", "op": "empty"}, Where(CLOSED, None, "empty")),
    ({"field": "crm/Opportunity.amount", "op": ">", "value": {"number": 50000, "unit": "usd"}},
     Where("crm/Opportunity.amount", Quantity(Decimal(50000), "USD"), ">")),
    ({"not": {"not": {"is": "won"}}}, Is("crm/Opportunity.won")),
    ({"any": [{"is": "won"}, {"is": "lost"}]}, Either(frozenset({Is("crm/Opportunity.won"), Is("crm/Opportunity.lost")}))),
    ({"is": "crm/Opportunity.won", "period": ["2026-10-01", "2026-11-01"]}, Is("crm/Opportunity.won", OCTOBER)),
    ({"has": LAST_CLOSING, "op": "in", "value": ["2026-10-01", "2026-11-01"]}, Has(LAST, "in", OCTOBER)),
    ({"has": LAST_CLOSING, "op": "<", "value": "2026-10-01"}, Has(LAST, "in", interval(None, date(2026, 10, 1)))),
    ({"has": LAST_CLOSING, "op": "!=", "value": ["2026-10-01", "2026-11-01"]}, Not(Has(LAST, "in", OCTOBER))),
    ({"has": LAST_CLOSING, "op": "<=", "value": "today"}, Has(LAST, "<=", "today")),
    ({"has": {"measure": {"how": "count", "of": {"set": "crm/Opportunity"}}, "path": ["crm/Opportunity.owner", "~crm/Opportunity.owner"]},
      "op": ">", "value": "2"}, Has(Tally(Measure(Set("crm/Opportunity"), "count"), LAST.path), ">", Quantity(Decimal(2)))),
    ({"rel": "crm/Opportunity.owner", "of": {"me": True}},
     Link("crm/Opportunity.owner", True, Set("crm/User", frozenset({Link("hub", False, Me())})))),
]


@each_case(("written", "meant"), CONDITIONS)
def test_a_written_condition_becomes_the_condition_that_it_means(written: dict[str, object], meant: object) -> None:
    assert _condition(written) == meant


def test_employee_stands_for_their_app_user_and_the_only_default_path_is_inserted() -> None:
    over_account = _condition({"field": "crm/Account.industry", "op": "=", "value": "Retail"})
    retail = Set("crm/Account", where=frozenset({Where("crm/Account.industry", "Retail")}))
    assert over_account == Link("crm/Opportunity.account", True, retail)
    column = goal_of({"goal": "table", "node": TICKETS, "columns": [{"field": "hris/Employee.work_email", "path": ["ticketing/Ticket.assignees"]}]})
    assert isinstance(column, Table)
    assert column.columns == (Column("hris/Employee.work_email", TO_PEOPLE),)


def test_the_latest_of_dates_is_told_with_the_record_that_has_it() -> None:
    goal = goal_of({"goal": "figures", "measures": [{"how": "max", "of": {"set": "crm/Opportunity"}, "field": CLOSED}]})
    by = Column(CLOSED)
    assert goal == Table(Set("crm/Opportunity", ranked=Order(by, True, 1)), (by,))


LAST_ROUND = Order(Column("ats/ScheduledInterview.start_at"), True, 1)
CANCELLED = Where("ats/ScheduledInterview.status", "CANCELLED")


@each_case(("where", "held"), [
    ([], {Where("ats/ScheduledInterview.start_at", "now", "<=")}),                          # the last one is not one that is only planned
    ([{"field": "status", "op": "=", "value": "CANCELLED"}], {Where("ats/ScheduledInterview.start_at", "now", "<="), CANCELLED}),
    ([{"is": "ats/ScheduledInterview.upcoming"}], {Is("ats/ScheduledInterview.upcoming")}),
])
def test_the_newest_of_a_model_without_a_time_of_its_own_is_by_its_date(where: list[object], held: set[object]) -> None:
    node = {"set": "ats/ScheduledInterview", "where": where, "newest": True}
    goal = goal_of({"goal": "figures", "measures": [{"how": "count", "of": node}]})
    assert goal == Figures((Measure(Set("ats/ScheduledInterview", where=frozenset(held), ranked=LAST_ROUND), "count"),))  # type: ignore[arg-type]


def test_several_names_of_one_model_are_a_union_and_one_is_itself() -> None:
    one, other = ({"name": name, "model": "crm/Account"} for name in ("Acme", "Bolt"))
    both = goal_of({"goal": "show", "node": {"union": [one, other]}, "field": "industry"})
    assert isinstance(both, Show)
    assert both.node == Union("crm/Account", frozenset({Named("crm/Account", "Acme"), Named("crm/Account", "Bolt")}))
    assert goal_of({"goal": "card", "node": {"union": [one]}}) == goal_of({"goal": "card", "node": one})


FAULTY: list[tuple[dict[str, object], str]] = [
    ({"goal": "names", "node": {"set": "crm/Acount"}}, "acts.0.node: there is no model 'crm/Acount'; did you mean crm/Account"),
    ({"goal": "show", "node": {"set": "crm/Account"}, "field": "crm/Account.industri"}, "did you mean crm/Account.industry"),
    ({"goal": "names", "node": {"set": "crm/Account", "where": [{"is": "crm/Account.overdue"}]}}, "acts.0.node.where.0: there is no named condition"),
    ({"goal": "names", "node": {"set": "crm/Opportunity", "where": [{"field": "amount", "op": "=", "value": "many"}]}}, "is a number"),
    ({"goal": "names", "node": {"set": "crm/Opportunity", "where": [{"field": "close_date", "op": "in", "value": ["2026-11-01", "2026-10-01"]}]}},
     "the second date is the first day after it"),
    ({"goal": "names", "node": {"set": "crm/Opportunity", "where": [{"field": "close_date", "op": "=", "value": "soon"}]}}, "no date like"),
    *[({"goal": "names", "node": {"set": "crm/Opportunity", "where": [{"field": "close_date", "op": op, "value": value}]}}, "no date like")
      for op, value in (("<=", "9999-12-31"), ("<", "9999-12-31"), ("<", "0001-01-01"), ("in", [None, "0001-01-01"]), (">", "9999-12-31"),
                        ("in", ["2026-01-01", "9999-12-31"]), ("=", "1899-12-31"), ("=", "2201-01-01"))],
    *[({"goal": "names", "node": {"set": "crm/Opportunity", "where": [{"field": "amount", "op": "=", "value": value}]}}, "is a number")
      for value in ("--5", "5²", "²", "-", ".", "1" * 400)],
    *[({"goal": "names", "node": {"set": "crm/Opportunity", "where": [{"field": "close_date", "op": op, "value": value}]}}, told)
      for op, value, told in (("in", ["April", "Monday"], "all of one kind"), ("<", "April", "goes with in or !="))],
    ({"goal": "names", "node": {"set": "filestorage/File", "where": [{"field": "name", "op": "contains", "value": ["spring", "list"]}]}},
     "contains takes one text: write a condition for each of spring, list"),
    ({"goal": "groups", "measures": [{"how": "count", "of": TICKETS}, {"how": "count", "of": {"set": "crm/Account"}}],
      "keys": [{"field": "ticketing/Ticket.priority"}]}, "measures of groups are over one set"),
    ({"goal": "groups", "measures": [{"how": "count", "of": {"set": "crm/Opportunity"}}], "keys": [{"field": "crm/Opportunity.stage"}],
      "order": {"by": {"how": "sum", "of": {"set": "crm/Opportunity"}, "field": "crm/Opportunity.amount"}}},
     "groups are ordered by one of their measures"),
    ({"goal": "groups", "measures": [{"how": "count", "of": TICKETS}], "keys": [{"field": "status"}, {"field": "ticket_type"}],
      "order": {"by": {"field": "due_date"}, "first": 3}}, "acts.0.order: groups are ordered by one of their measures, or by a key, and this is no"),
    ({"goal": "figures", "measures": [{"how": "sum", "of": TICKETS}]}, "sum needs a field"),
    ({"goal": "figures", "measures": [{"how": "sum", "of": TICKETS, "field": "ticketing/Ticket.name"}]}, "it has no sum"),
    ({"goal": "figures", "measures": [{"metric": "win_rat"}]}, "did you mean win_rate"),
    ({"goal": "figures", "measures": [{"how": "count", "of": TICKETS}], "contrast": "more"}, "contrast compares two"),
    ({"goal": "figures", "measures": [LAST_CLOSING["measure"], LAST_CLOSING["measure"]], "contrast": "share"}, "held against another date"),
    ({"goal": "figures", "measures": [LAST_CLOSING["measure"], {"how": "count", "of": TICKETS}], "contrast": "more"}, "held against another date"),
    ({"goal": "names", "node": {"set": "crm/Opportunity", "where": [{"has": LAST_CLOSING, "op": ">", "value": 3}]}}, "is a time"),
    ({"goal": "groups", "measures": [LAST_CLOSING["measure"]], "keys": [{"field": "crm/Opportunity.status"}],
      "having": [{"measure": 0, "op": "!=", "value": "2026-10-01"}]}, "having cannot leave out a time"),
    ({"goal": "figures", "measures": [{"how": "value", "of": {"name": name, "model": "crm/Account"}, "field": "industry"} for name in "AB"]},
     "crm/Account.industry is text and no figure"),
    ({"goal": "table", "node": {"set": "crm/Account"}, "columns": [{"path": ["~crm/Contact.account"], "within": {"set": "crm/Lead"}}]},
     "acts.0.columns.0: within narrows what the path leads to; the path leads to crm/Contact, and within is of crm/Lead"),
    ({"goal": "table", "node": TICKETS, "order": {"by": {"field": "ticketing/Ticket.due_date"}, "skip": 1}}, "acts.0.order: skip goes with first"),
    ({"goal": "table", "node": MINE, "columns": [{"measure": {"how": "count", "of": TICKETS}, "path": ["crm/Account.owner"]}]},
     "crm/Account.owner starts at crm/Account, but the path is at ticketing/Ticket there"),
    ({"goal": "learn", "kind": "words", "subject": "", "value": "x"}, "the words that are explained"),
    ({"goal": "learn", "kind": "words", "subject": "the crew"}, "what the words mean"), ({"goal": "learn", "kind": "currency"}, "what is to hold"),
    ({"goal": "summary", "node": {"set": "hris/Group"}}, "acts.0: hris/Group has no texts to sum up: write a card"),
    ({"goal": "summary", "node": {"name": "Acme", "model": "crm/Account"}}, "the summary of a set that is tied to it: crm/Engagement, crm/Note"),
]


@each_case(("written", "told"), FAULTY)
def test_a_fault_is_told_with_its_place_and_what_would_be_right(written: dict[str, object], told: str) -> None:
    _, faults = decoded(written)
    assert told in faults


def test_decoder_reports_all_faults_of_a_plan_at_once() -> None:
    _, faults = decoded({"goal": "names", "node": {"set": "crm/Acount"}}, {"goal": "names", "node": {"set": "crm/Leed"}})
    assert "acts.0.node" in faults
    assert "acts.1.node" in faults


def test_statements_and_refusals_are_acts_beside_goals() -> None:
    acts, faults = decoded({"goal": "learn", "kind": "name", "subject": "Bill", "value": "Bill Stone"}, {"goal": "forget", "subject": "Bill"},
                           {"goal": "decline", "reason": "out_of_scope", "text": "weather"})
    assert not faults
    assert acts == (StatementAct("name_means", "Bill", "Bill Stone"), ForgetAct("Bill"), RefusalAct("out_of_scope", "weather"))


@each_case("learn, value", [
    ({"subject": "backlog", "means": TICKETS}, "the open tickets"), ({"subject": "season", "period": ["04-01", "11-01"]}, "04-01 to 11-01"),
    ({"subject": "backlog", "means": TICKETS, "value": "open ones"}, "open ones"),
])
def test_what_words_mean_is_said_by_the_plan_where_the_message_is_not_repeated(learn: dict[str, object], value: str) -> None:
    (taught,), faults = decoded({"goal": "learn", "kind": "words", **learn})
    assert not faults
    assert isinstance(taught, StatementAct) and taught.value == value


def test_foreign_words_for_rows_are_left_out_of_answers_that_are_written_in_english() -> None:
    message = shape.Message.model_validate({"acts": [{"goal": "names", "node": TICKETS, "label": "Störung"}], "answer_in": "German"})
    assert decode(catalogue(), message) == ((QuestionAct(Names(OPEN, "")),), "")
    count = {"measures": [{"how": "count", "of": TICKETS}], "keys": [{"field": "ticketing/Ticket.priority"}]}
    groups = {"goal": "groups", **count, "label": "offen", "beside": [{**count, "label": "Störung"}]}
    acts, _ = decode(catalogue(), shape.Message.model_validate({"acts": [groups], "answer_in": "German"}))
    assert [side.label for act in acts if isinstance(act, QuestionAct) and isinstance(act.goal, Groups) for side in act.goal.sides] == ["", ""]


def test_an_empty_message_is_a_fault() -> None:
    assert '"acts" is empty' in decoded()[1]


@each_case("goal", [
    Exists(Set("ticketing/Comment", where=frozenset({Where("ticketing/Comment.is_private", False)}))),
    Table(OPEN, (Column("ticketing/Ticket.due_date"),), Order(Column("ticketing/Ticket.due_date"), False, 3), "snags"),
])
def test_a_no_and_the_word_for_rows_are_written_down_with_a_goal(goal: Goal) -> None:
    """A comment that is not private is no comment of any kind."""
    assert goal_of(encode(goal)) == goal


@settings(max_examples=150, deadline=None)
@given(goals())
def test_goal_encoded_as_plan_decodes_to_the_same_goal(goal: Goal) -> None:
    """Drawn goals may hold what no plan may; what a plan may hold means the same again after it was written down."""
    listed = tuple(Listing("who is here?", RowIds(rows.model, ("i1", "i2", "i3"))) for rows in parts(goal) if isinstance(rows, Earlier))
    acts, faults = decoded(encode(goal), listed=listed)
    if not faults:
        (asked,) = acts
        assert isinstance(asked, QuestionAct)
        again, _ = decoded(encode(asked.goal), listed=listed)
        assert again == acts
