"""The part of the catalogue that a prompt holds where there is no room for all of it."""

from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue import catalogue
from agent.understand.model.catalogue_view import CatalogueView
from agent.understand.model.excerpt import ExcerptMaker
from ingest.company import Company
from tests.cases import each_case

CATALOGUE = catalogue()
COMPANY = Company(tenant="small", name="Small Works", domain="small.example")
EVERYTHING = CatalogueView(frozenset(CATALOGUE.models), frozenset(), frozenset(m.category for m in CATALOGUE.models.values()))
ROOM, PLENTY = 12_000, 1_000_000

MESSAGES = {
    "how many open tickets are there by priority": {"ticketing/Ticket"},
    "balance of the overdue invoices": {"accounting/Invoice"},
    "which deals close this month, and who owns them": {"crm/Opportunity"},
    "applications for the welder job": {"ats/Application"},
    "qual o email?": set[str](),
}


def shelf(letters: int, view: CatalogueView = EVERYTHING) -> ExcerptMaker:
    return ExcerptMaker(CATALOGUE, view, COMPANY, letters)


def models_beside(message: str, known: str = "", letters: int = ROOM, view: CatalogueView = EVERYTHING) -> set[str]:
    lines = shelf(letters, view).shown(message, known).beside.splitlines()
    return {line.partition(" ")[0].rstrip(":") for line in lines if not line.startswith(" ")}


def test_a_catalogue_that_fits_is_told_whole() -> None:
    shown = shelf(PLENTY).shown("how many open tickets", "")
    assert shown.beside == ""
    assert all(model.id in shown.always for model in CATALOGUE.models.values())


@each_case(("message", "models"), MESSAGES.items())
def test_the_models_of_the_words_are_told_beside_the_message(message: str, models: set[str]) -> None:
    assert models <= models_beside(message)


def test_models_of_found_names_and_of_earlier_plans_are_told_beside_the_message() -> None:
    known = '"seed trial": ticketing/Collection "Seed trial"\n- asked "…"; plan {"set":"hris/TimeOff"}'
    assert {"ticketing/Collection", "hris/TimeOff"} <= models_beside("und davon?", known)


def test_every_model_is_named_and_what_is_told_always_is_the_same_for_all_messages() -> None:
    first, second = (shelf(ROOM).shown(message, "").always for message in list(MESSAGES)[:2])
    assert first == second
    assert all(model.id in first or model.id.partition("/")[2] in first for model in CATALOGUE.models.values())


def test_what_is_closed_to_the_asker_is_named_and_not_told() -> None:
    closed = CatalogueView(EVERYTHING.models - {"accounting/Invoice"}, frozenset(), EVERYTHING.linked)
    assert "accounting/Invoice" not in models_beside("balance of the overdue invoices", view=closed)
    assert "accounting/Invoice" in shelf(ROOM, closed).shown("balance of the overdue invoices", "").always


@given(letters=st.integers(1_000, 60_000), message=st.sampled_from(sorted(MESSAGES)))
def test_no_more_is_told_beside_the_message_than_there_is_room_for(letters: int, message: str) -> None:
    shown = shelf(letters).shown(message, "")
    assert len(shown.beside) <= max(0, letters - len(shown.always))
