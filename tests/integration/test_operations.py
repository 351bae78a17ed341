"""What operators are shown of joins in the graph, and what becomes of their decisions."""

from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from kg.errors import BadInput
from kg.graph import Graph
from kg.hubs import join_due, why_joined
from kg.schema import ensure_schema
from tests.integration.kg_rows import at, key, node, write
from tests.integration.scripted import OLA, ScriptedTenant, ScriptedTenants, company
from ui.actions.operations import OwnOperations, Pair
from ui.sign_in.access import Asker
from workers.settings import Settings, make_settings


@dataclass
class OnTheGraph:
    """What of an installation the joins need."""

    graph: Graph
    tenants: ScriptedTenants
    settings: Settings
    store: Any = None


@pytest.fixture
def operations(graph, tenant, tmp_path: Path) -> OwnOperations:
    """On a company where three pairs of records look alike; what is decided is carried out at once."""
    ensure_schema(graph)
    write(graph, tenant, [
        node(tenant, "hris/Employee", "cleo", "Cleo Diaz", email="cleo.diaz@acme.example"),
        node(tenant, "crm/User", "bo", "Bo Diaz", email="cleo.diaz@acme.example"),
        node(tenant, "accounting/Employee", "di", "Di Diaz", email="cleo.diaz@acme.example"),
    ])
    join_due(graph, tenant, run="first", now=at(1))
    here = OnTheGraph(graph, ScriptedTenants([ScriptedTenant(company(tenant, OLA))]), make_settings(home=tmp_path))
    return OwnOperations(here, lambda slug: join_due(graph, slug, run="decided", now=at(2)))


def states(operations: OwnOperations, tenant: str) -> dict[frozenset[str], str]:
    return {frozenset((pair.left.key, pair.right.key)): pair.state for pair in operations.joins(tenant)}


def test_a_decision_joins_parts_for_good_and_is_taken_back(operations, graph, tenant):
    ola, cleo, bo = Asker(tenant, OLA), key(tenant, "hris/Employee", "cleo"), key(tenant, "crm/User", "bo")
    assert states(operations, tenant)[frozenset((cleo, bo))] == "open"
    operations.decide(ola, cleo, bo, "same")
    assert states(operations, tenant)[frozenset((cleo, bo))] == "same"
    assert {join.decided_by for join in why_joined(graph, tenant, cleo).joins} == {OLA}
    operations.decide(ola, cleo, bo, "different")
    assert states(operations, tenant)[frozenset((cleo, bo))] == "different" and why_joined(graph, tenant, cleo) is None
    operations.decide(ola, cleo, bo, "undo")
    assert states(operations, tenant)[frozenset((cleo, bo))] == "open"


def test_records_that_are_one_are_asked_about_once_and_what_is_decided_of_one_holds_for_all(operations, graph, tenant):
    ola, cleo, bo = Asker(tenant, OLA), key(tenant, "ticketing/User", "cleo"), key(tenant, "crm/User", "bo")
    write(graph, tenant, [node(tenant, "ticketing/User", "cleo", "Cleo Diaz", email="cleo.diaz@acme.example")])
    join_due(graph, tenant, run="second", now=at(2))
    both = {cleo, key(tenant, "hris/Employee", "cleo")}

    def between() -> list[Pair]:
        found = [pair for pair in operations.joins(tenant) if bo in (pair.left.key, pair.right.key) and {pair.left.key, pair.right.key} & both]
        assert all({side.key for side in (pair.left, pair.right, *pair.left_also, *pair.right_also)} == {bo, *both} for pair in found)
        return found

    for decision, state in (("different", "different"), ("undo", "open"), ("same", "same"), ("undo", "parted")):
        operations.decide(ola, cleo, bo, decision)
        assert [pair.state for pair in between()] == [state]
    operations.decide(ola, cleo, bo, "same")
    assert {join.member.key for join in why_joined(graph, tenant, bo).joins} == {bo, *both}


def test_records_that_not_everybody_may_see_come_by_app_and_kind_without_a_name(operations, tenant):
    shown = {side.key: (side.name, side.kind) for pair in operations.joins(tenant) for side in (pair.left, pair.right)}
    assert shown[key(tenant, "hris/Employee", "cleo")] == ("Cleo Diaz", "HR employee")
    assert shown[key(tenant, "accounting/Employee", "di")] == (None, "accounting employee")


def test_no_pair_is_left_out_however_many_there_are(operations, graph, tenant):
    firsts, lasts = ("Ana", "Bert", "Cora", "Dirk", "Elsa", "Finn", "Gerd", "Hilda"), ("Abel", "Brandt", "Conrad", "Dorn", "Ernst", "Falk", "Gross")
    names = [f"{first} {last}" for first, last in product(firsts, lasts)]
    write(graph, tenant, [node(tenant, model, f"{n}", name, email=f"{name.replace(' ', '.').lower()}@acme.example")
                          for n, name in enumerate(names) for model in ("hris/Employee", "crm/User")])
    join_due(graph, tenant, run="many", now=at(2))
    found = {frozenset((pair.left.name, pair.right.name)) for pair in operations.joins(tenant) if pair.state == "joined"}
    assert found >= {frozenset((name,)) for name in names} and len(names) > 50


@pytest.mark.parametrize("wrong", ["same", "maybe"])
def test_what_cannot_be_decided_is_refused(operations, tenant, wrong):
    with pytest.raises(BadInput):
        operations.decide(Asker(tenant, OLA), key(tenant, "hris/Employee", "cleo"), key("another", "crm/User", "bo"), wrong)
