"""The page about the graph's model is what the tables say."""

from pathlib import Path

from ingest.projections import LEFT_OUT, MODELS, OFF
from tests.architecture import graph_model_page

PAGE = Path(__file__).parents[2] / "docs" / "graph-model.md"


def test_the_page_is_what_the_tables_say():
    assert PAGE.read_text("utf-8") == graph_model_page.page(), \
        "make it anew: uv run python -m tests.architecture.graph_model_page > docs/graph-model.md"


def test_the_page_names_every_model_and_each_reason():
    page = graph_model_page.page()
    assert [model for model in (*MODELS, *LEFT_OUT, *OFF) if f"`{model}`" not in page] == []
    reasons = [*LEFT_OUT.values(), *OFF.values(), *(reason for row in MODELS.values() for reason in row.without.values())]
    assert [reason for reason in reasons if reason not in page] == []
