"""The graph as people may look at it: whatever record is asked for, nothing shows that not every employee may see."""

from collections.abc import Iterator

import pytest

from agent.errors import Declined
from ingest.sandbox import running
from kg.graph import Graph
from kg.hubs import join_due
from kg.schema import ensure_schema
from tests.conftest import GraphServer
from tests.integration.asked_company import ANA, EVA, FINN, HOUSE, Office, opened, write_company
from tests.integration.every_property import everything
from tests.integration.small_company import merge_id
from ui.access import Asker
from ui.problems import NoSuchRecord
from ui.surroundings import Surroundings, Way
from workers.settings import make_settings

# The kinds of records in this company that every employee may see; and what joins them.
OPEN = {
    "HR employee", "HR team", "HR location", "CRM account", "CRM contact", "CRM user", "ticketing ticket", "ticketing user", "joined person",
}


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory, graph_server: GraphServer, redis_url: str, graph: Graph) -> Iterator[Office]:
    """One company for all; nothing in it is changed."""
    ensure_schema(graph)
    home = tmp_path_factory.mktemp("home")
    settings = make_settings(home=home, neo4j_uri=graph_server.uri, neo4j_password=graph_server.password, redis_url=redis_url)
    folder = write_company(tmp_path_factory.mktemp("seen") / HOUSE)
    with running([]) as served, opened(folder, f"seen-{home.parent.name}".lower()[:60], served, settings) as stage:
        join_due(graph, stage.slug, run="joins", now=stage.installation.now(stage.slug))
        yield stage


@pytest.fixture(scope="module")
def view(office: Office) -> Surroundings:
    return Surroundings(office.installation)


def key(office: Office, model: str, name: str) -> str:
    return f"{office.slug}|{model.replace('/', '|')}|{merge_id(HOUSE, name)}"


@pytest.fixture(scope="module")
def every(office: Office, graph_server: GraphServer) -> list[str]:
    """The keys of all that the graph holds of the company, preferences, mentions and hubs included."""
    return sorted(str(held["key"]) for labels, held in everything(graph_server, office.slug) if "Entity" in labels)


def test_of_every_record_only_what_everybody_may_see_shows(view: Surroundings, office: Office, every: list[str]) -> None:
    who, seen = Asker(office.slug, ANA), set[str]()
    for one in every:
        try:
            found = view.around(who, one, 2)
        except NoSuchRecord:
            assert refused(view, who, one)
            continue
        seen.add(found.of.kind)
        shown = {thing.key for thing in found.things}
        assert {thing.kind for thing in found.things} <= OPEN and "Severance of a fitter" not in {thing.name for thing in found.things}, one
        assert {end for tie in found.ties for end in (tie.start, tie.end)} <= shown
    assert seen == OPEN


def refused(view: Surroundings, who: Asker, key: str) -> bool:
    """Whether nothing else tells of what `around` does not."""
    with pytest.raises(NoSuchRecord):
        view.origin(who, key)
    with pytest.raises(NoSuchRecord):
        view.way(who, key, key)
    return True


def test_another_company_and_who_has_left_see_nothing_and_no_role_sees_more(view: Surroundings, office: Office, every: list[str]) -> None:
    for one in every[:3]:
        assert refused(view, Asker(office.slug, ANA), f"other{one}")
    books = [one for one in every if one.split("|")[1] == "accounting"]
    assert books and all(refused(view, Asker(office.slug, EVA), one) for one in books)         # not even finance: the graph is for everybody
    with pytest.raises(Declined, match="active"):
        view.find(Asker(office.slug, FINN), "Ana Ruiz")


def test_names_are_found_but_for_those_that_are_not_for_everybody(view: Surroundings, office: Office) -> None:
    who = Asker(office.slug, ANA)
    assert {thing.kind for thing in view.find(who, "Ana Ruiz")} <= {"HR employee", "CRM user", "ticketing user", "joined person"}
    assert [thing.name for thing in view.find(who, "Lidar drifts")] == ["Lidar drifts"]
    assert view.find(who, "Severance of a fitter") == [] and view.find(who, "INV-7") == [] and view.find(who, " ") == []


def test_a_way_is_told_whole_or_not_at_all(view: Surroundings, office: Office) -> None:
    who = Asker(office.slug, ANA)
    employee, ticket = key(office, "hris/Employee", "Ana Ruiz"), key(office, "ticketing/Ticket", "ATL-1")
    found = view.way(who, employee, ticket)
    assert [found.things[0].name, found.things[-1].name] == ["Ana Ruiz", "Lidar drifts"] and len(found.ties) == len(found.things) - 1
    assert view.way(who, ticket, key(office, "ticketing/Ticket", "ATL-3")) == Way((), ())      # only the private ticket could lie between
    assert view.way(who, ticket, ticket).ties == ()


def test_who_a_record_is_one_with_is_told_and_by_what_to_operators_only(view: Surroundings, office: Office) -> None:
    found = view.origin(Asker(office.slug, ANA), key(office, "hris/Employee", "Ana Ruiz"))
    assert {one.thing.kind for one in found.joined} == {"CRM user", "ticketing user"}
    assert all(one.evidence == () and one.by == "rules" for one in found.joined)
    assert (found.state, found.email, [then.name for then in found.history]) == ("live", ANA, ["Ana Ruiz"])
