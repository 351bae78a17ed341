"""The catalogue as a planning model reads it: everything that people ask for is told, in few tokens."""

from llama_index.core.utils import get_tokenizer

from agent.catalogue import catalogue
from agent.understand.model.catalogue_view import CatalogueView
from agent.understand.model.listing import listing
from agent.understand.model.planner import instructions
from agent.understand.model.profile import PROFILES
from ingest.company import Company

CATALOGUE = catalogue()
COMPANY = Company(tenant="small", name="Small Works", domain="small.example")
LINKED = frozenset({"hris", "ats", "crm", "ticketing", "accounting"})
OPEN = frozenset(m.id for m in CATALOGUE.models.values() if m.category in LINKED - {"accounting"})
MOST_TOKENS = 9_700                     # of what all prompts begin with; the median of a question's own part has about 100


def told(view: CatalogueView) -> str:
    return listing(CATALOGUE, view, COMPANY)


def by_model(text: str) -> dict[str, str]:
    """What is told of each model."""
    blocks = dict[str, str]()
    name = ""
    for line in text.splitlines():
        name = name if line.startswith("  ") else line.partition(" ")[0].rstrip(":")
        blocks[name] = f"{blocks.get(name, '')}\n{line}"
    return blocks


WHOLE = by_model(told(CatalogueView(frozenset(CATALOGUE.models), frozenset(), frozenset(m.category for m in CATALOGUE.models.values()))))


def test_what_people_ask_for_is_told_of_its_model() -> None:
    spoken = [m for m in CATALOGUE.models.values() if m.spoken]
    parts = [(m.id, part.name) for m in spoken for part in (*m.fields.values(), *m.relations.values())]
    parts += [(metric.of, metric.name) for metric in CATALOGUE.metrics.values()]
    assert [(model, name) for model, name in parts if name not in WHOLE[model]] == []


def test_the_values_of_a_list_are_those_of_merge_beside_those_with_words() -> None:
    assert "overall_recommendation = DEFINITELY_NO|STRONG_YES|NO|YES|NO_DECISION" in WHOLE["ats/Scorecard"]


def test_what_follows_from_a_name_is_not_told_again() -> None:
    account, job = WHOLE["crm/Account"], WHOLE["ats/Job"]
    assert "crm/Account (also company, customer, client;" in account
    assert "owner → User" in account
    assert 'open [status] "unfilled"' in job
    assert "work_email;" in WHOLE["hris/Employee"]


def test_an_app_that_is_closed_to_the_asker_is_named_with_its_records() -> None:
    closed = told(CatalogueView(OPEN, frozenset(), LINKED))
    assert "# Accounting, closed to the asker: accounting/ Invoice, " in closed
    assert "# Files, no such app is connected: filestorage/ " in closed


def test_what_most_prompts_begin_with_leaves_room_below_ten_thousand_tokens() -> None:
    prefix = f"{instructions(PROFILES['full']).text}\n\nCATALOGUE\n{told(CatalogueView(OPEN, frozenset(), LINKED))}"
    assert len(get_tokenizer()(prefix)) <= MOST_TOKENS
