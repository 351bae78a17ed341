"""The graph holds class A only: every property of every node and edge is looked at, in companies that are loaded as a sync loads them.

Neo4j Browser shows all of it to who runs the installation, so this is where privacy is decided (policy.md, rule 11).
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from agent.catalogue import catalogue
from ingest import merge_api
from ingest.demo.build import write_company
from ingest.gateway import values
from ingest.merge_api import Field
from ingest.projections import MODELS, mapped_fields, project
from ingest.records import Record
from kg.graph import Graph
from kg.hubs import join_due
from kg.match.keys import KINDS
from kg.remove import remove_tenant
from kg.schema import LABELS, ensure_schema
from kg.upsert import write_rows
from tests.conftest import GraphServer
from tests.integration.every_property import everything
from workers.settings import is_ci

HARBOR = Path(__file__).parents[3] / "shared" / "evaluation" / "harbor"
NOW = datetime(2026, 11, 20, 9, tzinfo=UTC)
SECRET = b"the secret of an installation"

# What may be read in the graph, by policy.md sections 1 and 3: the fields of class A that find or tell apart a record, and what a record
# is called by. "[Work]" is the part of a list that is called so. All other fields are of classes B to E and X, or facts.
PERSON = frozenset({"first_name", "last_name"})
READABLE: Mapping[str, frozenset[str]] = {
    "hris/Employee": PERSON | {"display_full_name", "preferred_name", "employee_number", "work_email", "employment_status"},
    "hris/Employment": frozenset({"job_title"}),
    "hris/Company": frozenset({"display_name", "legal_name"}),
    "hris/Location": frozenset({"name", "city", "country", "location_type"}),
    "hris/Team": frozenset({"name"}),
    "hris/Group": frozenset({"name"}),
    "ats/Candidate": PERSON,
    "ats/Job": frozenset({"name", "code"}),
    "ats/JobPosting": frozenset({"title"}),
    "ats/RemoteUser": PERSON | {"email"},
    "ats/Office": frozenset({"name", "location"}),
    "crm/Account": frozenset({"name", "website", "industry", "addresses.city"}),
    "crm/Contact": PERSON | {"email_addresses[Work].email_address", "addresses.city"},
    "crm/Lead": PERSON | {"company", "email_addresses[Work].email_address"},
    "crm/User": frozenset({"name", "email"}),
    "ticketing/Ticket": frozenset({"name", "ticket_url", "ticket_type"}),
    "ticketing/Collection": frozenset({"name", "collection_url"}),
    "ticketing/Account": frozenset({"name", "domains"}),
    "ticketing/User": frozenset({"name", "email_address"}),
    "ticketing/Contact": frozenset({"name", "email_address"}),
    "accounting/Contact": frozenset({"name", "email_address"}),
    "accounting/CompanyInfo": frozenset({"name", "legal_name", "urls"}),
    "accounting/Employee": PERSON | {"employee_number", "email_address"},
    "accounting/PurchaseOrder": frozenset({"purchase_order_number"}),
    "accounting/SalesOrder": frozenset({"transaction_number"}),
    "accounting/ExpenseReport": frozenset({"report_identifier"}),
    "accounting/JournalEntry": frozenset({"journal_number"}),
    "accounting/TaxRate": frozenset({"name", "code"}),
    "filestorage/File": frozenset({"name", "description"}),
    "filestorage/User": frozenset({"name", "email_address"}),
    "knowledgebase/Article": frozenset({"title", "description"}),
    "knowledgebase/User": frozenset({"name", "email_address"}),
    **dict.fromkeys(["accounting/Invoice", "accounting/CreditNote", "accounting/VendorCredit", "accounting/Transaction"], frozenset({"number"})),
    **dict.fromkeys([
        "ats/JobInterviewStage", "ats/Department", "ats/RejectReason", "crm/Opportunity", "crm/Stage", "crm/EngagementType",
        "crm/CustomObjectClass", "ticketing/Team", "ticketing/Project", "ticketing/Role", "ticketing/Tag", "accounting/BalanceSheet",
        "accounting/CashFlowStatement", "accounting/IncomeStatement", "accounting/Account", "accounting/Item", "accounting/Project",
        "accounting/TrackingCategory", "accounting/AccountingPeriod", "accounting/PaymentTerm", "accounting/PaymentMethod",
        "filestorage/Folder", "filestorage/Group", "knowledgebase/Container", "knowledgebase/Group"], frozenset({"name"})),
}
EVERYBODY = [{"type": "COMPANY", "roles": ["READ"]}]
SEEN: Mapping[str, Mapping[str, Any]] = {        # what a record says of itself so that everybody may see it
    "hris/Location": {"location_type": "WORK"}, "ats/Candidate": {"is_private": False}, "ats/Job": {"confidential": False},
    "ats/JobPosting": {"status": "PUBLISHED"}, "ticketing/Ticket": {"access_level": "COMPANY"},
    "ticketing/Collection": {"access_level": "COMPANY"}, "filestorage/File": {"permissions": EVERYBODY},
    "filestorage/Folder": {"permissions": EVERYBODY},
    "knowledgebase/Article": {"status": "PUBLISHED", "visibility": "INTERNAL", "permissions": []},
    "knowledgebase/Container": {"status": "PUBLISHED", "visibility": "PUBLIC", "permissions": []},
}
HIDDEN: Mapping[str, Mapping[str, Any]] = {
    "hris/Location": {"location_type": "HOME"}, "ats/Candidate": {"is_private": True}, "ats/Job": {"confidential": True},
    "ats/JobPosting": {"status": "DRAFT"}, "ticketing/Ticket": {"access_level": "PRIVATE"}, "ticketing/Collection": {"access_level": "PRIVATE"},
    "filestorage/File": {"permissions": [{"type": "USER"}]}, "filestorage/Folder": {"permissions": None},
    "knowledgebase/Article": {"visibility": "RESTRICTED", "status": "PUBLISHED"}, "knowledgebase/Container": {"visibility": None},
}
WORD = re.compile(r"\w+")
PROVENANCE = frozenset({"id", "remote_id", "modified_at", "created_at", "remote_was_deleted"})


@dataclass(frozen=True, slots=True)
class Marked:
    """Records, and the text that each of their fields left in them: marker → (model, path)."""

    records: list[Record]
    markers: dict[str, tuple[str, str]]


class Marker:
    """Fills records, every text, number and time of every field with something that stands nowhere else."""

    def __init__(self) -> None:
        self.markers: dict[str, tuple[str, str]] = {}

    def record(self, model: str, merge_id: str, modified_at: datetime, said: Mapping[str, Any], deleted: bool = False) -> Record:
        filled = {f.name: self._field(model, f) for f in merge_api.models()[model].fields if f.name not in PROVENANCE}
        return Record(model, merge_id, "account", filled | dict(said), "remote", modified_at, deleted)

    def _field(self, model: str, field: Field) -> Any:
        if field.name == "field_mappings":
            return {"organization_defined_targets": {"mapped name": self._text(model, "field_mappings")}}
        nested = merge_api.models().get(f"{model.partition('/')[0]}/{field.target}")
        if field.is_foreign_key and nested and nested.role == "common":
            return None
        if nested is not None:
            return [self._part(model, field.name, nested, kind) for kind in ("Personal", "Work")]
        one = self._plain(model, field.name, field.type)
        return [one] if field.is_list else one

    def _part(self, model: str, name: str, nested: merge_api.Model, kind: str) -> dict[str, Any]:
        is_typed = any(f.name.endswith("_type") for f in nested.fields)
        where = f"{name}[{kind}]" if is_typed else name
        return {f.name: kind if f.name.endswith("_type") else self._plain(model, f"{where}.{f.name}", f.type) for f in nested.fields}

    def _plain(self, model: str, path: str, kind: str) -> Any:
        made = {"integer": self._number, "number": self._number, "int|float": self._number, "datetime": self._day, "boolean": lambda *_: True}
        return made.get(kind, self._text)(model, path)

    def _text(self, model: str, path: str) -> str:
        marker = self._new(f"zq{len(self.markers)}qz", model, path)
        if "email" in path or path.endswith("value"):
            return f"{marker}@{marker}.example"
        return f"https://www.{marker}.example/x/{marker}-1" if "url" in path or path in ("website", "domains") else marker

    def _number(self, model: str, path: str) -> int:
        return int(self._new(str(7_130_000_000 + len(self.markers)), model, path))

    def _day(self, model: str, path: str) -> datetime:
        day = datetime(1801, 1, 1, tzinfo=UTC) + timedelta(days=len(self.markers))
        self._new(f"{day:%Y-%m-%d}", model, path)
        return day

    def _new(self, marker: str, model: str, path: str) -> str:
        self.markers[marker] = (model, path)
        return marker


def is_readable(model: str, path: str) -> bool:
    """Whether policy.md lets everybody read the field; of typed parts only those called Work, unless their type does not matter."""
    return {path, re.sub(r"\[.*?\]", "", path)} & READABLE.get(model, frozenset()) != set()


def loaded(graph: Graph, tenant: str, records: Iterable[Record], seen_at: datetime = NOW) -> None:
    ensure_schema(graph)
    known = [r for r in records if r.model in MODELS]
    rows = [project(tenant, record, SECRET) for record in known]
    nodes = [node for node, _ in rows] + [field for record in known for field in mapped_fields(tenant, record)]
    write_rows(graph, tenant, nodes, [edges for _, all_edges in rows for edges in all_edges], run="run", seen_at=seen_at)


@pytest.fixture
def removed(graph: Graph, tenant: str) -> Iterator[str]:
    yield tenant
    remove_tenant(graph, tenant)


def test_a_marker_in_every_field_of_every_model_reaches_the_graph_only_from_what_everybody_may_read(
    graph: Graph, graph_server: GraphServer, removed: str,
) -> None:
    marker = Marker()
    models = sorted(MODELS)
    older = [marker.record(m, "seen", NOW - timedelta(days=2), SEEN.get(m, {})) for m in models]
    newer = [marker.record(m, "seen", NOW - timedelta(days=1), SEEN.get(m, {})) for m in models]
    gone = [marker.record(m, "gone", NOW - timedelta(days=1), SEEN.get(m, {}), deleted=True) for m in models]
    hiding = Marker()
    hiding.markers = dict(marker.markers)
    hidden = [hiding.record(m, "hidden", NOW, HIDDEN[m]) for m in HIDDEN]
    loaded(graph, removed, older, NOW - timedelta(hours=1))
    loaded(graph, removed, [*newer, *gone, *hidden])
    there = everything(graph_server, removed)
    text = json.dumps([held for _, held in there], ensure_ascii=False, default=str).lower()
    found = {where for m, where in hiding.markers.items() if m in text}
    told = {where for m, where in hiding.markers.items() if m not in marker.markers and m in text}
    assert {where for where in found if not is_readable(*where)} == set()
    assert told == set(), "a record that not everybody may see left a text"
    assert {model for model, _ in found} == {m for m in MODELS if m in READABLE}, "each model that has names is in the graph by them"
    assert any("past" in held for _, held in there), "what a node said before it changed is among what was looked at"
    assert sum("Chunk" in labels for labels, _ in there) >= 2, "and so are the texts that are searched"


def test_record_that_becomes_restricted_loses_texts_and_former_names(
    graph: Graph, graph_server: GraphServer, removed: str,
) -> None:
    marker = Marker()
    for hours, said in ((3, SEEN), (2, SEEN), (1, HIDDEN), (0, HIDDEN)):
        loaded(graph, removed, [marker.record(m, "same", NOW - timedelta(hours=hours), said[m]) for m in HIDDEN], NOW - timedelta(hours=hours))
    text = json.dumps([held for _, held in everything(graph_server, removed)], ensure_ascii=False, default=str).lower()
    assert {where for m, where in marker.markers.items() if m in text} == set()


def test_a_join_key_is_a_hash_and_an_unknown_property_has_to_be_judged_first(
    graph: Graph, graph_server: GraphServer, removed: str,
) -> None:
    marker = Marker()
    loaded(graph, removed, [marker.record(m, "seen", NOW, SEEN.get(m, {})) for m in MODELS])
    there = everything(graph_server, removed)
    keys = [key for _, held in there for key in held.get("join_keys") or ()]
    assert len(keys) > 20
    assert all(key.partition(":")[0] in KIND_NAMES and len(key.partition(":")[2]) >= 24 for key in keys)
    check_columns(there)


# Columns that no field of a record fills with a text of its own but those that READABLE allows: name, aliases, words, email, chunks, past.
KIND_NAMES = {name for kind in KINDS.values() for name in kind}
_TECHNICAL_TEXT = """
    key tenant tenant_token model_token model category linked_account merge_id remote_id name name_key aliases words email version
    source_modified_at deleted_at tombstoned_at stub run first_seen_at last_seen_at retired_at gone_at past join_keys join_due
    position text ended_at edges_due read_at short_words join_taken join_context is_over method score evidence decided_by decided_at
    decision with members kind state found
"""
TECHNICAL = frozenset(_TECHNICAL_TEXT.split())


def test_what_may_be_read_in_the_graph_is_class_a_in_the_catalogue() -> None:
    known = {(m.id, f.path): f.privacy for m in catalogue().models.values() for f in m.fields.values()}
    told = {f"{model}.{path}": known[model, path] for model, paths in READABLE.items() for path in paths if (model, path) in known}
    assert len(told) > 15
    assert set(told.values()) <= {"A", "ticket"}
    assert {model for model in READABLE if model not in MODELS} == set()


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo") / "company"
    write_company(folder)
    return folder


def test_no_private_value_of_the_demo_company_is_in_its_graph(
    graph: Graph, graph_server: GraphServer, removed: str, demo: Path,
) -> None:
    check_company(graph, graph_server, removed, demo)


def test_no_private_value_of_the_development_company_is_in_its_graph(
    graph: Graph, graph_server: GraphServer, removed: str, full: bool,
) -> None:
    if not full or not (HARBOR.exists() or is_ci()):
        pytest.skip("takes half a minute: --full, and the development company on this machine")
    check_company(graph, graph_server, removed, HARBOR)


def check_company(graph: Graph, server: GraphServer, tenant: str, folder: Path) -> None:
    records = list(records_of(folder))
    loaded(graph, tenant, records)
    join_due(graph, tenant, run="run", now=NOW)
    open_texts, private = set[str](), dict[str, str]()
    for record in records:
        for path, value in flattened(record.values):
            is_tie = record.model in MODELS and path in MODELS[record.model].edges         # the id of a record, whether it has come or not
            is_open = is_tie or is_readable(record.model, path) or path in PROVENANCE
            target = open_texts if is_open else private.setdefault(value, f"{record.model}.{path}")
            if isinstance(target, set):
                target.add(value)
    open_words = " ".join([*open_texts, *LABELS]).lower()
    found = everything(server, tenant)
    check_columns(found)
    assert any("PersonHub" in labels for labels, _ in found), "joins and their evidence are among what was looked at"
    there = "\n".join({text for _, held in found for text in texts_of(held)})
    starts = {tuple(words[at:at + n]) for words in [WORD.findall(there)] for at in range(len(words)) for n in (1, 2, 3)}
    long_enough = {value: where for value, where in private.items() if len(value) >= 8}
    told = {where: value for value, where in long_enough.items() if tuple(WORD.findall(value)[:3]) in starts and value in there}
    assert len(long_enough) > 500
    assert {where: value for where, value in told.items() if value not in open_words} == {}


def check_columns(there: list[tuple[list[str], dict[str, Any]]]) -> None:
    searched = {column for row in MODELS.values() for column in row.properties} | {"of_model"}
    assert {name for _, held in there for name in held} <= TECHNICAL | searched
    numbers = {name for _, held in there for name, value in held.items() if type(value) in (int, float)}
    assert numbers <= {"position", "score", "members"}, "amounts, balances and hours stay at the source"


def records_of(folder: Path) -> Iterator[Record]:
    for path in sorted(folder.glob("*/*.json")):
        model = merge_api.model_of_resource()[path.parent.name, path.stem]
        for raw in json.loads(path.read_text("utf-8")):
            if found := values.record(model, "account", raw):
                yield found


def flattened(held: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text, number and day of a record, by path, in lower case; ids are none of them."""
    if isinstance(held, Mapping):
        kind = next((f"[{v.title()}]" for k, v in held.items() if k.endswith("_type") and isinstance(v, str) and path), "")
        for name, value in held.items():
            yield from flattened(value, f"{path}{kind}.{name}" if path else name)
    elif isinstance(held, list | tuple):
        for one in held:
            yield from flattened(one, path)
    elif isinstance(held, datetime | date):
        yield path, held.isoformat()
    elif held is not None and not isinstance(held, bool):
        yield path, str(held).lower()


def texts_of(held: Any) -> Iterator[str]:
    for value in held.values() if isinstance(held, Mapping) else held:
        if isinstance(value, list):
            yield from texts_of(value)
        else:
            yield str(value).lower()
