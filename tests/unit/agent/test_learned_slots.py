"""Slots of learned readings: what is taken out of words and plan can be put back, and other words of the same form fill them."""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.catalogue import catalogue
from agent.language.words import tokens
from agent.plan.periods import Calendar
from agent.understand.learned.editing import as_file, faults_of, of_file, written
from agent.understand.learned.keeping import Confirmed, Keeper, reading_of
from agent.understand.learned.places import places, with_whole_periods
from agent.understand.learned.slots import filled, matches, slotted
from agent.understand.model import shape
from agent.understand.model.acts import decode
from agent.understand.model.encode import encode
from ingest.company import Company
from kg.errors import BadInput
from memory.readings import KeptReading, Readings
from tests.cases import each_case
from tests.unit.agent.drawn_goals import goals

CALENDAR = Calendar(date(2026, 11, 23))
WHO = ("olga@acme.example", datetime(2026, 11, 23, 12, tzinfo=UTC))
TIMES = {"in October 2026": ["2026-10-01", "2026-11-01"], "since March 2026": ["2026-03-01", None]}
MESSAGE = "how many logistics contacts at Kenmore Freight, from companies with more than 30 deals in October?"
PLAN: dict[str, Any] = {"acts": [{"goal": "figures", "measures": [{"how": "count", "of": {"set": "crm/Contact", "where": [
    {"rel": "crm/Contact.account", "of": {"name": "Kenmore Freight", "model": "crm/Account"}},
    {"rel": "crm/Contact.account", "of": {"set": "crm/Account", "where": [
        {"field": "crm/Account.industry", "value": "Logistics"},
        {"has": {"measure": {"how": "count", "of": {"set": "crm/Opportunity", "where": [
            {"field": "crm/Opportunity.close_date", "op": "in", "value": ["2026-10-01", "2026-11-01"]}]}},
            "path": ["crm/Opportunity.account"]}, "op": ">", "value": 30}]}}]}}]}]}
WORDS = "how many {text1} contacts at {name1} from companies with more than {number1} deals {time1}"


def acts(plan: Any) -> Any:
    return decode(catalogue(), shape.Message.model_validate(plan))


def plain(value: Any) -> Any:
    """A text as its words; case and punctuation do not count."""
    return [token.plain for token in tokens(value)] if isinstance(value, str) else value


@st.composite
def said(draw: st.DrawFn) -> tuple[str, Any]:
    """A plan, and a message of arbitrary words that says some of what the plan holds."""
    plan = {"acts": [encode(draw(goals()))]}
    held = [str(place.value) for place in places(plan) if place.kind in ("name", "number", "text")]
    words = [*held, *TIMES, "the", "of", "please?", "deals"]
    return " ".join(draw(st.lists(st.sampled_from(words), min_size=1, max_size=8))), plan


@settings(max_examples=150, deadline=None)
@given(said())
def test_filling_the_slots_with_what_was_taken_out_gives_the_same_words_and_plan(drawn: tuple[str, Any]) -> None:
    message, plan = drawn
    made = slotted(catalogue(), message, plan, CALENDAR)
    assert filled(made.plan, made.taken) == with_whole_periods(plan)
    assert acts(with_whole_periods(plan)) == acts(plan)
    found = [{slot: plain(one.value) for slot, one in each.items()} for each in matches(made.words, message, CALENDAR)]
    assert {slot: plain(value) for slot, value in made.taken.items()} in found


def test_a_slot_is_made_of_all_that_stands_in_both_and_filled_by_other_words_of_the_same_form() -> None:
    made = slotted(catalogue(), MESSAGE, PLAN, CALENDAR)
    assert (made.words, made.fixed) == (WORDS, frozenset())
    other = "How many textiles contacts at Foxglove Apparel from companies with more than 12 deals last month"
    (found,) = matches(made.words, other, CALENDAR)
    assert {slot: one.value for slot, one in found.items()} == {
        "text1": "textiles", "name1": "Foxglove Apparel", "number1": 12, "time1": ["2026-10-01", "2026-11-01"]}


@pytest.mark.parametrize("other", [
    "how many logistics contacts at Kenmore Freight", "how few logistics contacts at K from companies with more than 30 deals in October",
    "how many logistics contacts at K from companies with more than 30 deals of ours", "and " + MESSAGE,
])
def test_other_words_do_not_fit(other: str) -> None:
    assert not list(matches(WORDS, other, CALENDAR))


def test_open_ended_time_slot_takes_no_closed_period() -> None:
    plan = {"acts": [{"goal": "names", "node": {"set": "hris/Employee", "where": [
        {"field": "hris/Employee.start_date", "op": ">=", "value": "2026-09-01"}]}}]}
    made = slotted(catalogue(), "who started since September", plan, CALENDAR)
    assert made.words == "who started {time1+}"
    later = Calendar(date(2026, 12, 20))
    (found,) = matches(made.words, "who started since November", later)
    where = filled(made.plan, {slot: one.value for slot, one in found.items()})["acts"][0]["node"]["where"]
    assert where == [{"field": "hris/Employee.start_date", "op": "in", "value": ["2026-11-01", None]}]
    assert not list(matches(made.words, "who started in October", later))


@each_case(("text", "changes", "is_first", "is_learned"), [
    (MESSAGE, {}, True, True), (MESSAGE, {}, False, True),
    ("our freight people: contacts?", {"acts": [{"goal": "names", "node": {"name": "Kenmore Freight", "model": "crm/Account"}}]}, True, True),
    ("our freight people: contacts?", {"acts": [{"goal": "names", "node": {"name": "Kenmore Freight", "model": "crm/Account"}}]}, False, False),
    ("and Kenmore Freight?", {"acts": [{"goal": "names", "node": {"name": "Kenmore Freight", "model": "crm/Account"}}]}, False, False),
    ("deals of harvest time", {"acts": PLAN["acts"]}, True, False), (MESSAGE, {"preferences_used": [1]}, True, False),
    (MESSAGE, {"acts": [{"goal": "about", "what": "how"}]}, True, False), (MESSAGE, {"acts": []}, True, False),
    (MESSAGE, {"acts": [{"goal": "names", "node": {"set": "crm/Nothing"}}]}, True, False),
])
def test_only_what_can_be_read_again_by_itself_is_learned(text: str, changes: dict[str, Any], is_first: bool, is_learned: bool) -> None:
    made = reading_of(catalogue(), Confirmed(text, {**PLAN, **changes}, "meant", is_first), CALENDAR, WHO)
    assert (made is not None) == is_learned


def test_a_reading_is_written_by_hand_as_a_message_or_with_slots() -> None:
    as_message = written(catalogue(), MESSAGE, json.dumps(PLAN), CALENDAR, WHO)
    by_slots = written(catalogue(), f"  {WORDS}? ", as_message.plan, CALENDAR, WHO)
    assert as_message.words == by_slots.words == WORDS
    assert as_message.id == by_slots.id
    assert not faults_of(catalogue(), by_slots.plan)


@each_case(("words", "plan", "told"), [
    ("contacts", "{", "It is not JSON"), ("contacts", '{"acts": [{"goal": "dance"}]}', "acts.0"),
    ("contacts", '{"acts": [{"goal": "names", "node": {"set": "crm/Contakt"}}]}', "did you mean crm/Contact"),
    ("contacts", '{"acts": [{"goal": "about", "what": "how"}]}', "questions about records only"),
    ("contacts of {name1}", '{"acts": [{"goal": "names", "node": {"set": "crm/Contact"}}]}', "in one of them only: {name1}"),
    ("{name1}", '{"acts": [{"goal": "card", "node": {"name": "{name1}", "model": "crm/Contact"}}]}', "slots only"),
    ("who is {name1} {name1}", '{"acts": [{"goal": "card", "node": {"name": "{name1}", "model": "crm/Contact"}}]}', "once"),
    ("deals of ever", '{"acts": [{"goal": "names", "node": {"set": "crm/Opportunity", "where": [{"field": "close_date", "op": "<=", '
                      '"value": "9999-12-31"}]}}]}', "no date like"),
    (" ?! ", '{"acts": [{"goal": "names", "node": {"set": "crm/Contact"}}]}', "one word at least"),
])
def test_what_cannot_be_used_is_refused_with_what_is_wrong(words: str, plan: str, told: str) -> None:
    with pytest.raises(BadInput, match=told.replace("{", r"\{")):
        written(catalogue(), words, plan, CALENDAR, WHO)


def test_readings_go_into_a_file_and_back_and_a_wrong_file_is_refused_whole() -> None:
    made = written(catalogue(), MESSAGE, json.dumps(PLAN), CALENDAR, WHO)
    text = as_file([KeptReading(made, "approved", WHO[1])])
    assert of_file(catalogue(), text, CALENDAR, WHO) == (made,)
    assert WHO[0] not in text
    wrong = json.dumps({"readings": [*json.loads(text)["readings"], {"words": "contacts", "plan": {"acts": []}}]})
    with pytest.raises(BadInput, match="Reading 2 "):
        of_file(catalogue(), wrong, CALENDAR, WHO)
    with pytest.raises(BadInput, match='"readings"'):
        of_file(catalogue(), "[]", CALENDAR, WHO)


@pytest.mark.parametrize("week_start, learned", [(6, ["how many deals closed {time1}"]), (0, [])])
def test_last_week_of_an_answer_marked_right_is_that_of_its_person(tmp_path: Path, week_start: int, learned: list[str]) -> None:
    last_week = {"field": "crm/Opportunity.close_date", "op": "in", "value": ["2026-11-15", "2026-11-22"]}           # from Sunday
    plan = {"acts": [{"goal": "figures", "measures": [{"how": "count", "of": {"set": "crm/Opportunity", "where": [last_week]}}]}]}
    entry = {"question": "How many deals closed last week?", "at": "2026-11-25T12:00:00+00:00", "answer": {"status": "answered"},
             "acts": json.dumps(plan)}
    kept, (person, now), company = Readings(str(tmp_path)), WHO, Company(tenant="tiny", name="Tiny", domain="tiny.test")
    Keeper(kept, catalogue(), company, lambda: now, lambda _: week_start).marked(person, [entry], 0, is_right=True)
    assert [one.reading.words for one in kept.of("tiny", person)] == learned
