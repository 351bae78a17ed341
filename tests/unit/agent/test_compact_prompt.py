"""The compact prompt: examples that are plans, a topic of what the message is about, and a schema that holds nothing else."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue import catalogue
from agent.llm.prompts import prompt_file
from agent.plan.periods import Calendar
from agent.understand.grammar.evidence import VALUE
from agent.understand.model import shape
from agent.understand.model.acts import decode
from agent.understand.model.catalogue_view import CatalogueView
from agent.understand.model.narrow import schema_of_plans
from agent.understand.model.nearby import nearby
from agent.understand.model.sayable import Sayable, sayable
from agent.understand.model.topic import topic_of
from kg.resolve import Candidate

CATALOGUE = catalogue()
EVERYTHING = CatalogueView(frozenset(CATALOGUE.models), frozenset(), frozenset(m.category for m in CATALOGUE.models.values()))
CALENDAR = Calendar(date(2026, 11, 25))
PROMPTS = [prompt_file(name, "agent.understand.model.prompts").text for name in ("compact", "nearby")]
EXAMPLES = [line for text in PROMPTS for line in text.splitlines() if " → {" in line]
WORDS = sorted({word for line in EXAMPLES for word in line.partition(" → ")[0].strip('"').split()})


def candidate(model: str, name: str, **properties: Any) -> Candidate:
    return Candidate(f"{model}|{name}", model, "1", "account", name, (), None, properties, "exact", 1.0, ())


def strings(schema: Any) -> Iterator[str]:
    """Every text that a schema has an answer hold."""
    if isinstance(schema, dict):
        yield from (value for value in [schema.get("const"), *schema.get("enum", ())] if isinstance(value, str))
        for part in schema.values():
            yield from strings(part)
    for part in schema if isinstance(schema, list) else ():
        yield from strings(part)


@pytest.mark.parametrize("line", EXAMPLES)
def test_every_example_is_a_plan_that_can_be_run(line: str) -> None:
    acts, faults = decode(CATALOGUE, shape.Message.model_validate_json(line.partition(" → ")[2]))
    assert (len(acts), faults) == (1, "")


@pytest.mark.parametrize("message, likest", [
    ("who left in the last year?", '"who left this year"'), ("what does Kenmore owe us", '"how much does Acme owe us"'),
    ("list the tickets per priority", '"tickets per status"'),
])
def test_the_example_most_like_a_message_comes_first(message: str, likest: str) -> None:
    assert nearby(message, 1)[0].startswith(likest)
    assert nearby(message, 3)[:1] == nearby(message, 1)


def test_a_message_with_no_word_of_an_example_has_none() -> None:
    assert nearby("qwertz", 3) == []


@pytest.mark.parametrize("message, models", [
    ("how many open tickets", {"ticketing/Ticket"}), ("which overdue invoices over 5000 are there", {"accounting/Invoice"}),
    ("deals that close this month", {"crm/Opportunity"}),
])
def test_a_topic_holds_the_models_that_the_message_names_and_people(message: str, models: set[str]) -> None:
    assert models | {"hris/Employee"} <= set(topic_of(CATALOGUE, EVERYTHING, message, "").fields)


@given(st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join))
def test_a_schema_names_parts_of_its_topic_only_and_a_topic_is_short(message: str) -> None:
    topic = topic_of(CATALOGUE, EVERYTHING, message, "")
    schema = schema_of_plans(topic, Sayable())
    ids = {text for text in strings(schema) if "/" in text and "." in text}
    parts = {part.id for rows in (topic.fields, topic.relations, topic.conditions) for each in rows.values() for part in each}
    assert ids <= parts
    assert len(topic.text) < 2_500


def test_what_is_closed_to_the_asker_is_named_only_where_the_message_asks_for_it() -> None:
    closed = EVERYTHING.without(["hris/Employee.date_of_birth"])
    assert "date_of_birth" in topic_of(CATALOGUE, closed, "date of birth of the asker", "").text
    assert "date_of_birth" not in topic_of(CATALOGUE, closed, "who works here", "").text


def test_a_plan_can_hold_no_number_time_or_name_that_the_message_does_not() -> None:
    held = {"acme": (candidate("crm/Account", "Acme Corp"),), "retail": (candidate(VALUE, "", field="crm/Account.industry", value="Retail"),)}
    said = sayable("deals of Acme over 5000 in October 2026", CALENDAR, held)
    assert (said.names, said.values) == ({"crm/Account": ["Acme Corp"]}, {"crm/Account.industry": ["Retail"]})
    assert 5000 in said.numbers and ("2026-10-01", "2026-11-01") in said.periods
    schema = schema_of_plans(topic_of(CATALOGUE, EVERYTHING, "deals over 5000", "crm/Account"), said)
    texts = set(strings(schema))
    assert "Acme Corp" in texts and "Retail" in texts
    nothing = schema_of_plans(topic_of(CATALOGUE, EVERYTHING, "deals", ""), sayable("deals", CALENDAR, {}))
    assert not {"name", "period"} & {key for part in objects(nothing) for key in part["properties"]}


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    """Every object that a schema describes."""
    if isinstance(schema, dict):
        yield from [schema] if schema.get("type") == "object" else []
        for part in schema.values():
            yield from objects(part)
    for part in schema if isinstance(schema, list) else ():
        yield from objects(part)
