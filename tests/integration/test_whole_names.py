"""Words that are a part of one thing's name and the whole name of another, of a kind that the same records are in: a team and a department."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from agent.answer import Reason
from ingest.sandbox import running
from kg.graph import Graph
from kg.schema import ensure_schema
from tests.integration.asked_company import ANA, HOUSE, Office, opened, write_company
from tests.integration.small_company import row
from workers.settings import make_settings


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory, graph_server: Any, graph: Graph, redis_url: str) -> Iterator[Office]:
    """The company with a department of Engineering and a team of Sales Engineering, which has a team of its own."""
    ensure_schema(graph)
    folder = tmp_path_factory.mktemp("whole")
    company = write_company(folder / HOUSE)
    teams = [row(HOUSE, "hris/Team", "Sales Engineering", name="Sales Engineering"),
             row(HOUSE, "hris/Team", "Demos", name="Demos", parent_team="@Sales Engineering")]
    groups = [row(HOUSE, "hris/Group", "Engineering", name="Engineering", type="DEPARTMENT")]
    for resource, rows in (("teams", teams), ("groups", groups)):
        (company / "hris" / f"{resource}.json").write_text(json.dumps(rows), "utf-8")
    given = {"neo4j_uri": graph_server.uri, "neo4j_password": graph_server.password, "redis_url": redis_url}
    with running([]) as served, opened(company, folder.name.lower(), served, make_settings(home=folder / "home", **given)) as stage:
        yield stage


def test_a_part_of_a_name_gives_way_to_the_whole_name_of_another_kind(office: Office) -> None:
    answer = office.ask(ANA, "teams in engineering")
    assert (answer["status"], answer["reason"]) == ("declined", Reason.NO_RECORD)
    assert answer["text"].startswith("I found no team called “engineering”.")


def test_a_part_of_a_name_is_taken_where_a_noun_says_the_kind(office: Office) -> None:
    answer = office.ask(ANA, "teams in the engineering team")
    assert (answer["status"], answer["result"]["rows"]) == ("answered", [["Demos"]])
