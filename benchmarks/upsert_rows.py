"""The rows of benchmarks/upsert.py: 20,000 records of five models with 60,000 edges of 15 relations. The same ones every time."""

import random
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from kg.rows import Edges, Node, Provenance, entity_key

NODES = 20_000
SEEN = "2026-11-01T06:00:00.000000+00:00"
SHAPE = {       # model -> its relations and where they lead
    "hris/Employee": {"REPORTS_TO": "hris/Employee", "MEMBER_OF": "hris/Employee", "EMPLOYED_BY": "crm/Account"},
    "crm/Account": {"OWNED_BY": "hris/Employee", "PART_OF": "crm/Account", "WITH_ACCOUNT": "crm/Account"},
    "crm/Contact": {"WORKS_FOR": "crm/Account", "CREATED_BY": "hris/Employee", "CONVERTED_TO": "crm/Contact"},
    "crm/Opportunity": {"WITH_CONTACT": "crm/Contact", "IN_STAGE": "crm/Opportunity", "OF_EMPLOYEE": "hris/Employee"},
    "ticketing/Ticket": {"ASSIGNED_TO": "hris/Employee", "IN_COLLECTION": "ticketing/Ticket", "OF_TICKET": "ticketing/Ticket"},
}
START = datetime(2026, 1, 1, tzinfo=UTC)
_FIRST_TEXT = "Ana Bo Cyril Dilek Eli Fay Gustav Hana Ines Jonas Kai Lea Mia Noa Omar Pia Quinn Rosa Sam Tia Uma Victor Wen Xi Yan Zoë"
_LAST_TEXT = """Achterberg Brandt Castillo Dubois Eriksen Fischer García Haverstock Ivanova Jensen Kowalski Larsen Moreau Novák Okafor Petrov
    Quist Rossi Silva Tanaka"""
_FIRST, _LAST = _FIRST_TEXT.split(), _LAST_TEXT.split()


def rows(tenant: str, count: int = NODES) -> tuple[list[Node], list[Edges]]:
    """Records of a tenant, three edges each."""
    dice = random.Random(1)
    models = list(SHAPE)
    ids = {model: [f"{dice.getrandbits(128):032x}" for _ in range(count // len(models))] for model in models}
    nodes: list[Node] = []
    edges: list[Edges] = []
    for model, own in ids.items():
        for i, merge_id in enumerate(own):
            key = _key(tenant, model, merge_id)
            nodes.append(_node(key, model, merge_id, i, dice))
            edges += [Edges(key, relation, (_key(tenant, aim, dice.choice(ids[aim])),)) for relation, aim in SHAPE[model].items()]
    return nodes, edges


def edge_held(row: Mapping[str, Any]) -> dict[str, Any]:
    """The properties that create_edges gives to the edges of a row."""
    return {"version": row["version"], "linked_account": row["account"], "model": row["model"], "merge_id": row["id"],
            "source_modified_at": row["modified_at"], "run": "run", "first_seen_at": SEEN}


def _key(tenant: str, model: str, merge_id: str) -> str:
    category, _, kind = model.partition("/")
    return entity_key(tenant, category, kind, merge_id)


def _node(key: str, model: str, merge_id: str, number: int, dice: random.Random) -> Node:
    first, last = dice.choice(_FIRST), dice.choice(_LAST)
    search = {"title": dice.choice(("Engineer", "Team Lead", "Manager")), "city": dice.choice(("Rome", "Oslo", "Lyon")),
              "domain": "example.com", "restricted": None}
    where = Provenance(f"account-{model.partition('/')[0]}", model, merge_id, f"r{number}", START + timedelta(seconds=number))
    address = f"{first}.{last}{number}@example.com".lower()
    return Node(key, (), f"{first} {last}", (f"{first[0]}. {last}", f"N-{number}"), address, search, where)
