"""When Neo4j Browser is offered, and its addresses."""

from urllib.parse import parse_qs, urlsplit

import pytest

from ui.browser.welcome import BrowserNotOffered, Door, check_offered

DOOR = Door("http://127.0.0.1:7474/browser/", "neo4j+s://graph.example:7687", "neo4j", "neo4j")


@pytest.mark.parametrize(("tenants", "for_all"), [((), False), (("acme",), False), (("acme", "bolt"), True)])
def test_graph_browser_is_offered_for_one_company_or_when_all_are_allowed(tenants, for_all):
    check_offered(tenants, for_all)


def test_over_several_it_is_refused_with_what_to_set():
    with pytest.raises(BrowserNotOffered, match=r"acme, bolt.*EVERGRAPH_BROWSER_FOR_ALL_TENANTS=true"):
        check_offered(("acme", "bolt"), for_all=False)


def test_its_address_holds_server_user_and_database_and_nothing_secret():
    asked = parse_qs(urlsplit(DOOR.address).query)
    assert asked == {"dbms": ["neo4j+s://neo4j@graph.example:7687"], "db": ["neo4j"]}


@pytest.mark.parametrize("statement", ["RETURN 'a & b # c'", "RETURN 1 + 1 // 100%", "MATCH (e)\nRETURN e"])
def test_a_statement_arrives_whole_in_the_editor(statement):
    query = urlsplit(DOOR.shows(statement)).query
    assert "+" not in query                             # the Browser would take it for a space
    asked = parse_qs(query)
    assert asked["cmd"] == ["edit"]
    assert not set("&#") & set(asked["arg"][0])         # it decodes before it cuts
    assert asked["arg"][0].encode().decode("unicode_escape") == statement
