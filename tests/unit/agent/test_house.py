"""A company's own words and definitions in the catalogue: they win over the shipped ones, and what points nowhere is refused with its place."""

from datetime import UTC, datetime
from typing import Any

import pytest

from agent.catalogue import Catalogue, catalogue
from agent.catalogue.house import complaints, house
from agent.catalogue.spoken import spoken
from agent.phrasing.goals import say_goal
from agent.plan.algebra import Where
from agent.plan.conditions import condition
from agent.understand.grammar.evidence import Known
from agent.understand.grammar.planner import read
from ingest.company import Company
from ingest.records import Record, values_at
from tests.cases import each_case
from tests.unit.agent.directory import TODAY, names_in


def company(**definitions: Any) -> Company:
    return Company.model_validate({"tenant": "tiny", "name": "Tiny", "domain": "tiny.test", "definitions": definitions})


def meanings(known: Catalogue, word: str) -> set[str]:
    return {m.id for m in known.models.values() if word in m.words} | {p.id for p in known.predicates() if word in p.nouns}


def test_booked_revenue_is_seen_by_whom_the_deals_amounts_are_open_to() -> None:
    invoiced, booked = (house(company(customer_revenue={"basis": basis})).models["accounting/Revenue"] for basis in ("invoiced", "booked"))
    assert (invoiced.access, invoiced.fields["amount"].privacy) == ("finance", "A")
    assert (booked.access, booked.fields["amount"].privacy) == ("directory", "opportunity_amount")


def test_a_house_word_means_what_the_company_says_and_nothing_else() -> None:
    shipped, own = catalogue(), house(company(words={"product": "ticketing.Collection"}))
    assert meanings(shipped, "product") == {"accounting/Item"}
    assert meanings(own, "product") == {"ticketing/Collection"}
    assert [r.id for r in own.relations() if "product" in r.words] == []


def test_ways_to_what_a_house_word_means_keep_the_word() -> None:
    own = house(company(words={"deal": "crm.Opportunity", "seller": "crm.User"}))
    assert "seller" in own.relation("crm/Opportunity.owner").words
    assert "deal" in own.relation("crm/Task.opportunity").words


def test_a_house_word_may_name_a_field() -> None:
    own = house(company(words={"severity": "ticketing.Ticket.priority_native", "salutation": "crm.Lead.title"}))
    assert "severity" in own.field("ticketing/Ticket.priority").words
    assert "salutation" in own.field("crm/Lead.title").words


def test_equal_definitions_give_one_catalogue_and_none_give_the_shipped_meanings() -> None:
    assert house(company(words={"deal": "crm.Opportunity"})) is house(company(words={"deal": "crm.Opportunity"}))
    plain = house(company())
    assert plain is house(company())
    assert [m.words for m in plain.models.values()] == [m.words for m in catalogue().models.values()]


@pytest.mark.parametrize("classes, privacy", [({}, "X"), ({"hris.Employee.commission_pct": "C"}, "C")])
def test_a_companys_own_field_has_the_class_that_it_gives_or_is_for_nobody(classes: dict[str, str], privacy: str) -> None:
    own = house(company(words={"commission": "hris.Employee.commission_pct"}, policy={"custom_fields": classes}))
    field = own.field("hris/Employee.commission_pct")
    assert (field.privacy, field.words, field.label) == (privacy, ("commission", "commission pct"), "commission pct")


@pytest.mark.parametrize("values", [
    {"field_mappings": {"organization_defined_targets": {"shirt_size": "XL"}, "linked_account_defined_targets": {}}},
    {"field_mappings": {"organization_defined_targets": None, "linked_account_defined_targets": {"shirt_size": "XL"}}},
    {"field_mappings": None, "custom_fields": {"shirt_size": "XL"}},
])
def test_a_companys_own_field_is_read_wherever_the_record_holds_it(values: dict[str, Any]) -> None:
    field = house(company(policy={"custom_fields": {"hris.Employee.shirt_size": "A"}})).field("hris/Employee.shirt_size")
    record = Record("hris/Employee", "e1", "acct", values, None, datetime(2026, 11, 20, tzinfo=UTC), False)
    assert values_at(record, field.path) == ("XL",)


def test_a_field_of_merge_that_the_catalogue_leaves_out_is_read_where_merge_keeps_it() -> None:
    field = house(company(words={"portrait": "hris.Employee.avatar"})).field("hris/Employee.avatar")
    assert (field.path, field.privacy) == ("avatar", "X")


def test_a_company_classifies_what_nobody_has_classified_and_nothing_else() -> None:
    classes = {"crm.Opportunity.description": "A", "hris.Employment.pay_rate": "A", "hris.Employee.pay_group": "A"}
    own = house(company(policy={"custom_fields": classes}))
    assert (own.field("crm/Opportunity.description").privacy, own.field("crm/Opportunity.description").spoken) == ("A", True)
    assert (own.field("hris/Employment.pay_rate").privacy, own.relation("hris/Employee.pay_group").privacy) == ("C", "C")


def test_a_house_word_makes_sayable_what_was_for_plans_alone() -> None:
    words = {"release": "accounting.SalesOrder", "pay band": "hris.Employee.pay_group", "domain": "ticketing.Account.domains"}
    own = spoken(house(company(words=words)))
    assert own.models["accounting/SalesOrder"].words == ("release",)
    assert {"status", "total"} <= set(own.models["accounting/SalesOrder"].fields)
    assert own.relation("hris/Employee.pay_group").words == ("pay band",)
    assert own.field("ticketing/Account.domains").words == ("domain",)


def test_a_priority_of_the_house_is_a_condition_that_says_what_it_means() -> None:
    own = house(company(priorities={"P0": {"field": "priority_native", "equals": "Sev1"}}))
    first = own.predicate("ticketing/Ticket.priority_p0")
    assert [condition(text, first.model, own.models) for text in first.all] == [Where("ticketing/Ticket.priority", "Sev1")]
    assert (first.words, first.says) == (("P0",), "P0 means tickets whose priority is Sev1.")


def test_a_priority_that_the_source_calls_the_same_is_its_value() -> None:
    own = house(company(priorities={"p1": {"field": "priority_native", "equals": "P1"}}))
    assert own.field("ticketing/Ticket.priority").values == {"P1": ("p1",)}


@pytest.mark.parametrize("definitions, name, said", [
    ({"customer_revenue": {"basis": "paid", "in": "EUR"}}, "customer_revenue", "what customers paid, less credit notes; in EUR"),
    ({"customer_revenue": {"basis": "booked"}}, "customer_revenue", "won deals by their close date; currencies are not added"),
    ({"customer_revenue": {"less_credit_notes": False}}, "customer_revenue", "drafts and voids left out; currencies are not added"),
    ({"headcount_cost": {"people": "direct_reports", "manager_included": True}}, "headcount_cost", "direct reports, the manager included"),
])
def test_a_metric_says_the_companys_definition(definitions: dict[str, Any], name: str, said: str) -> None:
    assert said in house(company(**definitions)).metrics[name].says


def test_whose_headcount_costs_what_follows_the_definition() -> None:
    assert "hris/Employee.chain" in house(company()).metrics["headcount_cost"].whose
    assert "hris/Employee.manager" in house(company(headcount_cost={"people": "direct_reports"})).metrics["headcount_cost"].whose


@pytest.mark.parametrize("people, counted", [
    ("tree", "whose reporting line is employee “Ana Ruiz”"), ("direct_reports", "managed by employee “Ana Ruiz”"),
])
def test_headcount_cost_counts_the_manager_where_the_company_does(people: str, counted: str) -> None:
    known = house(company(headcount_cost={"people": people, "manager_included": True}))
    goals = {question: [say_goal(known, goal) for goal in read(known, question, Known(names_in(question), TODAY)).goals] for question in (
        "headcount cost of Ana Ruiz", "headcount cost by manager", "headcount cost for each of my managers", "headcount cost of the Atlas team")}
    (of_ana,) = goals["headcount cost of Ana Ruiz"]
    assert counted in of_ana and "who are employee “Ana Ruiz”" in of_ana
    assert goals["headcount cost by manager"] == goals["headcount cost for each of my managers"] == []      # of each manager nothing says so
    assert len(goals["headcount cost of the Atlas team"]) == 1


def test_headcount_cost_of_several_people_is_theirs() -> None:
    known = house(company(headcount_cost={"people": "direct_reports"}))
    (goal,) = read(known, "headcount cost of my team", Known({}, TODAY)).goals
    assert say_goal(known, goal).endswith("whose employee is among the employees who are in your team")


def test_in_time_says_by_what() -> None:
    by_hours = house(company(sla={"by": "hours", "hours": {"P0": 24, "P1": 72.5}}))
    assert "P0 within 24 hours, P1 within 72.5 hours" in by_hours.predicate("ticketing/Ticket.within_sla").says
    assert "due date" in house(company()).predicate("ticketing/Ticket.within_sla").says


@each_case("definitions, complaint", [
    ({"words": {"deal": "crm.Oportunity"}}, "definitions.words.deal: 'crm.Oportunity' is no model of the catalogue; write one like crm.Account"),
    ({"words": {"deal": "Opportunity"}}, "definitions.words.deal: 'Opportunity' is no model"),
    ({"words": {"not": "crm.Opportunity"}}, "definitions.words.not: this word has a meaning of its own"),
    ({"words": {"please": "crm.Opportunity"}}, "definitions.words.please: this word has a meaning of its own"),
    ({"priorities": {"P0": {"field": "colour", "equals": "red"}}}, "definitions.priorities.P0: no field 'colour' of a ticket"),
    ({"policy": {"custom_fields": {"hris.Emploee.size": "A"}}}, "'hris.Emploee.size' is no model"),
])
def test_a_definition_that_points_nowhere_is_put_down_with_its_place_and_the_rest_goes_on(definitions: dict[str, Any], complaint: str) -> None:
    with_a_good_one = {**definitions, "words": {"salutation": "crm.Lead.title", **definitions.get("words", {})}}
    assert [text for text in complaints(company(**with_a_good_one)) if complaint in text] == list(complaints(company(**with_a_good_one)))
    assert len(complaints(company(**with_a_good_one))) == 1
    assert "salutation" in house(company(**with_a_good_one)).field("crm/Lead.title").words


def test_definitions_that_all_point_somewhere_have_no_complaints() -> None:
    assert complaints(company(words={"deal": "crm.Opportunity"}, policy={"custom_fields": {"hris.Employee.shirt_size": "A"}})) == ()
