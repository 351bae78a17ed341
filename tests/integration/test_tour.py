"""Every query of the tour in Neo4j Browser, run on a small company where it finds something. Their plans: tests/architecture/test_cypher.py."""

import html
import re
import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import neo4j
import pytest

from kg.schema import HUB_KINDS, LABELS, RELATIONS
from tests.cases import each_case
from tests.integration.kg_rows import at, key
from tests.integration.toured_company import LATER, load
from ui.browser.grass import PAINTS, PLAIN, style_sheet
from ui.browser.tour import around, guide, stops

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
    with neo4j.GraphDatabase.driver(graph_server.uri, auth=(graph_server.user, graph_server.password), notifications_min_severity="OFF") as driver:
        examples = driver.execute_query(PARAMETERS.statement, tenant=tenant).records[0].data()
        yield Toured(driver, tenant, examples)


def test_the_first_slide_finds_examples_that_are_joined_across_apps(toured):
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


@pytest.mark.parametrize("as_it_is", [True, False])
def test_first_tour_slide_sets_an_existing_company_without_typing(toured, as_it_is):
    first, named = (html.unescape(b) for b in re.findall(r'data-populate="(:param \[[^"]*)"', guide()))
    first_company = setting(toured, first)["tenant"]
    assert first_company and len(toured.run(STOPS[0].statement, tenant=first_company).records) > 0
    found = setting(toured, named if as_it_is else named.replace("COMPANY", toured.tenant))
    assert found == (setting(toured, first) if as_it_is else toured.parameters) | {"stale_before": found["stale_before"]}


def setting(toured, text: str) -> dict[str, Any]:
    """What the Browser makes of `:param [names] => { query }`."""
    return toured.run(text.partition("=> {")[2].rstrip().removesuffix("}")).records[0].data()


@each_stop
def test_tour_query_returns_rows_with_the_promised_columns(toured, stop):
    found = toured.run(stop.statement)
    assert tuple(found.keys) == stop.columns
    assert len(found.records) > 0


@each_stop
def test_another_company_sees_nothing_of_it(toured, stop):
    assert toured.run(stop.statement, tenant="another").records == []


@each_stop
def test_its_header_names_its_parameters_and_the_first_slide_sets_them_all(stop):
    assert set(re.findall(r"\$(\w+)", stop.statement)) == set(stop.parameters) <= set(PARAMETERS.columns)
    assert stop.title and not stop.title.startswith(("in:", "out:"))


def test_the_tour_is_long_enough_and_the_guide_holds_every_query_and_no_data(toured):
    slides = guide().split("<slide")
    assert len(STOPS) >= 12 and len(slides) == len(STOPS) + 2
    assert all(stop.title.partition("? ")[0].replace("'", "&#x27;") in slide for stop, slide in zip(STOPS, slides[2:], strict=True))
    assert toured.tenant not in guide()


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
