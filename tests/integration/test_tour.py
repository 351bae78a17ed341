"""Every query of the tour in Neo4j Browser, run on a small company where it finds something. Their plans: tests/architecture/test_cypher.py."""

import html
import re
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import neo4j
import pytest

from ingest.demo import write_company
from ingest.sandbox import running
from kg.hubs import join_due
from kg.schema import HUB_KINDS, LABELS, RELATIONS, ensure_schema
from tests.cases import each_case
from tests.integration.asked_company import opened
from tests.integration.kg_rows import at, key
from tests.integration.toured_company import LATER, load
from ui.browser.tour import around, guide, stops
from workers.services.neo4j.grass import PAINTS, PLAIN, style_sheet
from workers.settings import make_settings

PARAMETERS, *STOPS = stops()
each_stop = each_case("stop", STOPS)
GROUNDS = ("#FFFFFF", "#F9FCFF", "#292C33")            # of the Browser, light and dark


@dataclass(frozen=True)
class Toured:
    """A loaded company, and the parameters as the guide's first slide sets them."""

    driver: neo4j.Driver
    tenant: str
    parameters: dict[str, Any]

    def run(self, text: str, **changed: Any) -> neo4j.EagerResult:
        return self.driver.execute_query(text, self.parameters | changed, routing_=neo4j.RoutingControl.READ)


@pytest.fixture(scope="module")
def toured(graph, graph_server):
    tenant = f"t{uuid.uuid4().hex[:12]}"
    load(graph, tenant)
    with signed_in(graph_server) as driver:
        examples = driver.execute_query(PARAMETERS.statement, tenant=tenant).records[0].data()
        yield Toured(driver, tenant, examples)


@pytest.fixture(scope="module")
def demo(graph, graph_server, redis_url, tmp_path_factory):
    folder, slug = tmp_path_factory.mktemp("demo") / "company", f"t{uuid.uuid4().hex[:12]}"
    write_company(folder)
    ensure_schema(graph)
    home, password = tmp_path_factory.mktemp("home"), graph_server.password
    settings = make_settings(home=home, neo4j_uri=graph_server.uri, neo4j_password=password, redis_url=redis_url)
    with running([]) as sandbox, opened(folder, slug, sandbox, settings), signed_in(graph_server) as driver:
        join_due(graph, slug, run="joins", now=datetime(2026, 11, 20, tzinfo=UTC))
        yield Toured(driver, slug, graph.read("tour_examples", seconds=10.0, tenant=slug)[0])


def signed_in(server) -> neo4j.Driver:
    return neo4j.GraphDatabase.driver(server.uri, auth=(server.user, server.password), notifications_min_severity="OFF")


def test_examples_are_found_that_are_joined_across_apps(toured):
    found, mine = toured.parameters, {place: key(toured.tenant, *place) for place in (
        ("crm/Contact", "bill"), ("crm/User", "crm-ana"), ("hris/Employee", "ana"))}
    assert tuple(toured.run(PARAMETERS.statement).keys) == PARAMETERS.columns
    assert [found["person"], found["other"], found["manager"]] == list(mine.values())
    assert (found["words"], found["email"], found["topic"]) == ("bill", "bill.ashworth@kenmore.example", "lamps")
    assert datetime.fromisoformat(found["since"]) == at(LATER - 24)


def test_an_empty_company_gets_parameters_that_are_empty_and_since_yesterday(toured):
    found = toured.run(PARAMETERS.statement, tenant="nobody-here").records[0]
    assert (found["person"], found["other"], found["manager"]) == ("", "", "")
    assert datetime.fromisoformat(found["since"]) > at(LATER)          # by the server's clock


def test_every_query_of_the_guide_finds_something_in_the_demo_as_it_stands_there(demo):
    found = {text.splitlines()[0]: len(demo.run(text).records) for text in queries_of(told(demo))}
    assert len(found) == len(STOPS)
    assert [title for title, rows in found.items() if rows == 0] == []


def queries_of(text: str) -> list[str]:
    """What a click on each query of a guide puts into the Browser's editor."""
    return [html.unescape(query) for query in re.findall(r"<pre[^>]*runnable[^>]*>(.*?)</pre>", text, re.DOTALL)]


def told(company: Toured) -> str:
    return guide(company.parameters, {company.tenant: "http://127.0.0.1/tour?tenant=1", "a<b": "http://127.0.0.1/tour?tenant=2"})


@each_stop
def test_tour_query_returns_rows_with_the_promised_columns(toured, stop):
    found = toured.run(stop.statement)
    assert tuple(found.keys) == stop.columns
    assert len(found.records) > 0


@each_stop
def test_another_company_sees_nothing_of_it(toured, stop):
    assert toured.run(stop.statement, tenant="another").records == []


@each_stop
def test_its_header_names_its_parameters_and_there_is_an_example_of_each(stop):
    assert set(re.findall(r"\$(\w+)", stop.statement)) == set(stop.parameters) <= set(PARAMETERS.columns)
    assert stop.title and not stop.title.startswith(("in:", "out:"))


def test_the_guide_holds_every_query_with_examples_filled_in_and_leads_to_other_companies(toured):
    slides = told(toured).split("<slide")
    assert len(STOPS) >= 12 and len(slides) == len(STOPS) + 2
    assert all(stop.title.partition("? ")[0].replace("'", "&#x27;") in slide for stop, slide in zip(STOPS, slides[2:], strict=True))
    assert [query for query in queries_of(told(toured)) if "$" in query] == []
    assert re.findall(r'data-exec="([^"]*)">([^<]*)<', slides[1]) == [("guide http://127.0.0.1/tour?tenant=2", "a&lt;b")]


def test_what_changed_and_what_is_gone_tell_what_happened(toured):
    named = {stop.name.partition("_")[2]: stop.statement for stop in STOPS}
    assert {(row["record"], row["what"]) for row in toured.run(named["what_changed"]).records} == {
        ("Foxglove Outfitters", "changed"), ("Lantern flickers", "new"), ("Ballast hums", "deleted"), ("Dora Lind", "deleted")}
    gone = sorted((row["kind"], row["record"], row["how"]) for row in toured.run(named["what_is_gone"]).records)
    assert gone == [("crm/Lead", "Dora Lind", "deleted"), ("ticketing/Ticket", "Ballast hums", "deleted")]
    assert [row["kind"] for row in toured.run(named["what_is_awaited"]).records] == ["crm/User"]
    assert {row["app"] for row in toured.run(named["why_one"]).records} == {"ticketing", "crm"}
    assert [{row["left"], row["right"]} for row in toured.run(named["may_be_one"]).records] == [{"Bo Diaz", "Cleo Diaz"}]


def test_any_record_can_be_asked_about_with_its_key_filled_in(toured):
    found = toured.driver.execute_query(around(key(toured.tenant, "crm/Account", "kenmore"))).records
    assert {row["path"].end_node["name"] for row in found} == {"Bill Ashworth", "Greta Gilmore", "Ana Ruiz"}
    assert toured.driver.execute_query(around("a|crm|Account|\"}) RETURN 1 //'\\")).records == []


def test_people_are_looked_for_under_every_label_of_people():
    known = {label for stop in STOPS if stop.name.endswith("who_knows_whom") for label in re.findall(r"\bq:(\w+)", stop.statement)} - {"Entity"}
    assert known == {LABELS[model] for model, kind in HUB_KINDS.items() if kind == "person"} | {"PersonHub"}


def test_every_label_and_relation_has_its_look():
    sheet = style_sheet()
    assert [label for label in LABELS.values() if f"node.{label} {{" not in sheet] == []
    assert [relation for relation in RELATIONS if f"relationship.{relation} {{" not in sheet] == []
    assert {model.partition("/")[0] for model in LABELS} - {"merge", "catalogue"} <= PAINTS.keys()


def test_edges_that_only_keep_the_books_are_drawn_faintly_and_without_words():
    lists = [names for stop in STOPS for names in re.findall(r"NOT type\(\w\) IN \[([^]]*)\]", stop.statement)]
    left_out = {name for names in lists for name in re.findall(r"\w+", names)}
    assert left_out
    for relation in left_out:
        rule = style_sheet().partition(f"relationship.{relation} {{")[2].partition("}")[0]
        assert "caption: '';" in rule and "shaft-width: 0.5px;" in rule and re.search(r" color: #\w{6}33;", rule)


def test_colours_can_be_read_and_seen_on_light_and_dark_ground():
    for paint in (*PAINTS.values(), PLAIN):
        assert contrast(paint.fill, "#FFFFFF") >= 4.5
        assert all(contrast(paint.fill, ground) >= 3 for ground in GROUNDS)


def contrast(one: str, other: str) -> float:
    """As the Web Content Accessibility Guidelines compute it."""
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


def brightness(colour: str) -> float:
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
