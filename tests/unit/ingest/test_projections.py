"""What of a record enters the graph, and what must never."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest import merge_api
from ingest.gateway import values
from ingest.projections import (
    FIELD_VALUE,
    LEFT_OUT,
    MAPPED_FIELD,
    MODELS,
    OFF,
    TABLE,
    field_values,
    is_whole,
    mapped_fields,
    prefix_of,
    project,
    target_of,
    value_prefix,
)
from ingest.projections.texts import PIECE, pieces
from ingest.records import Record
from kg.rows import Edges, Node
from kg.schema import LABELS, RELATIONS
from tests.cases import each_case
from workers.settings import is_ci

HARBOR = Path(__file__).parents[4] / "shared" / "evaluation" / "harbor"

# policy.md section 1, classes B to E, and of section 3 what not every employee may read. "*": every field of the model.
EVERYWHERE = frozenset({"custom_fields", "field_mappings", "remote_data", "remote_fields", "phone_numbers"})
OWN_TEXTS = frozenset({"filestorage/File", "knowledgebase/Article"})       # seen by everybody or not at all, description included
FORBIDDEN: Mapping[str, frozenset[str]] = {
    "hris/Employee": frozenset({
        "personal_email", "mobile_phone_number", "home_location", "date_of_birth", "marital_status", "termination_date", "gender",
        "ethnicity", "ssn", "pay_group", "username", "avatar"}),
    "hris/Dependent": frozenset({"*"}),
    "hris/BankInfo": frozenset({"*"}),
    "hris/TimesheetEntry": frozenset({"*"}),
    "hris/Location": frozenset({"street_1", "street_2", "zip_code", "state", "phone_number"}),
    "hris/Company": frozenset({"eins"}),
    "hris/TimeOff": frozenset({"start_time", "end_time", "amount", "units", "status", "approver", "request_type", "employee_note"}),
    "hris/TimeOffBalance": frozenset({"balance", "used", "policy_type"}),
    "hris/Employment": frozenset({"pay_rate", "pay_period", "pay_frequency", "pay_currency", "pay_group"}),
    "hris/EmployeePayrollRun": frozenset({"gross_pay", "net_pay", "earnings", "deductions", "taxes"}),
    "hris/Benefit": frozenset({"employee_contribution", "company_contribution", "provider_name", "benefit_plan_type"}),
    "ats/Offer": frozenset({"remote_created_at", "closed_at", "sent_at", "start_date", "status"}),
    "ats/Eeoc": frozenset({"*"}),
    "ats/Candidate": frozenset({"email_addresses", "locations", "urls", "tags", "company", "title"}),
    "ats/JobPosting": frozenset({"content"}),
    "ats/Scorecard": frozenset({"overall_recommendation"}),
    "ats/Activity": frozenset({"subject", "body"}),
    "ats/Application": frozenset({"reject_reason", "source"}),
    "crm/Engagement": frozenset({"subject", "content"}),
    "crm/Note": frozenset({"content"}),
    "crm/Task": frozenset({"subject", "content"}),
    "crm/Opportunity": frozenset({"amount"}),
    "ticketing/Comment": frozenset({"body", "html_body"}),
    "ticketing/Attachment": frozenset({"file_name", "file_url"}),
    "accounting/Invoice": frozenset({"total_amount", "balance", "sub_total", "line_items", "memo"}),
    "accounting/Account": frozenset({"current_balance", "account_number"}),
    "accounting/Contact": frozenset({"tax_number", "addresses"}),
    "accounting/CompanyInfo": frozenset({"tax_number", "addresses"}),
    "crm/Lead": frozenset({"title"}),
    "ticketing/Contact": frozenset({"phone_number", "details"}),
    "knowledgebase/Article": frozenset({"article_content_download_url"}),
    "filestorage/File": frozenset({"file_url", "file_thumbnail_url", "checksum"}),
}
CATEGORIES = ("hris", "ats", "crm", "ticketing", "accounting", "filestorage", "knowledgebase")
SECRET = b"a secret of this installation"
OPEN = [{"type": "COMPANY", "roles": ["READ"]}]
CANARY = "canary"


def record(model: str, is_deleted: bool = False, **given_values: Any) -> Record:
    every: dict[str, Any] = dict.fromkeys(f.name for f in merge_api.models()[model].fields)
    return Record(model, "id-1", "acct", every | given_values, given_values.get("remote_id"), datetime(2026, 11, 1, tzinfo=UTC), is_deleted)


def forbidden_fields(model: str) -> frozenset[str]:
    return FORBIDDEN.get(model, frozenset()) | EVERYWHERE | (frozenset() if model in OWN_TEXTS else {"description"})


def node(model: str, **given_values: Any) -> Node:
    return project("acme", record(model, **given_values), SECRET)[0]


def edges(model: str, **given_values: Any) -> set[tuple[str, tuple[str, ...]]]:
    return {(e.relation, e.to) for e in project("acme", record(model, **given_values))[1]}


def test_an_employee_is_found_by_name_number_and_work_address() -> None:
    found = node("hris/Employee", display_full_name="Ana Ruiz", first_name="Anabel", last_name="Ruiz", preferred_name="Ana",
                 employee_number="1001", username="aruiz", work_email="Ana.Ruiz@Acme.COM")
    assert (found.name, found.email) == ("Ana Ruiz", "ana.ruiz@acme.com")
    assert found.aliases == ("Anabel Ruiz", "Ana", "1001")
    assert found.labels == ("Employee",)


@pytest.mark.parametrize(("first", "last", "name"), [
    ("Ana", "Ruiz", "Ana Ruiz"), ("Ana ", None, "Ana"), (None, "Ruiz", "Ruiz"), (None, " ", None)])
def test_a_missing_half_leaves_no_gap_in_the_name(first: str | None, last: str | None, name: str | None) -> None:
    assert node("crm/Contact", first_name=first, last_name=last).name == name


def test_a_foreign_key_becomes_an_edge_to_the_key_of_its_target() -> None:
    assert ("REPORTS_TO", ("acme|hris|Employee|boss",)) in edges("hris/Employee", manager="boss")


def test_a_cleared_foreign_key_leaves_an_empty_edge_that_ends_what_was() -> None:
    assert ("REPORTS_TO", ()) in edges("hris/Employee", manager=None)


def test_an_expanded_foreign_key_counts_as_its_id() -> None:
    assert edges("hris/Employee", manager={"id": "boss", "first_name": "Bo"}) == edges("hris/Employee", manager="boss")


def test_several_people_on_one_ticket_are_one_list_without_repetition() -> None:
    relation = MODELS["ticketing/Ticket"].edges["assignees"]
    assert (relation, ("acme|ticketing|User|u1", "acme|ticketing|User|u2")) in edges("ticketing/Ticket", assignees=["u1", "u2", "u1"])


@pytest.mark.parametrize(("remote_id", "url", "aliases"), [
    ("ATL-102", "https://x.example/browse/ATL-102", ("ATL-102",)),
    ("93211", "https://x.example/browse/ATL-102?focus=1", ("ATL-102",)),
    ("93211", "https://x.example/tickets/93211", ()),
    (None, None, ()),
])
def test_a_ticket_is_found_by_the_key_people_write(remote_id: str | None, url: str | None, aliases: tuple[str, ...]) -> None:
    assert node("ticketing/Ticket", name="Lidar", remote_id=remote_id, ticket_url=url).aliases == aliases


def test_a_contact_has_the_address_of_work_and_never_the_personal_one() -> None:
    both = [{"email_address": "bill@gmail.com", "email_address_type": "Personal"},
            {"email_address": "Bill@Kenmore.com", "email_address_type": "Work"}]
    found = node("crm/Contact", first_name="Bill", email_addresses=both)
    assert (found.email, found.properties["domain"]) == ("bill@kenmore.com", "kenmore.com")
    assert node("crm/Contact", email_addresses=both[:1]).email is None


@each_case(("website", "domain"), [
    ("https://www.Kenmore.com/about", "kenmore.com"), ("kenmore.com", "kenmore.com"), ("http://kenmore.com:8080?x=1", "kenmore.com"),
    ("n/a", None), ("", None), (None, None), ("https://gmail.com", None),
])
def test_a_company_is_known_by_the_host_of_its_site(website: str | None, domain: str | None) -> None:
    assert node("crm/Account", website=website).properties["domain"] == domain


@pytest.mark.parametrize("level", ["PRIVATE", "PUBLIC", "COLLECTION", "something new"])
def test_a_ticket_that_not_everybody_may_see_enters_without_name_or_text(level: str) -> None:
    found = node("ticketing/Ticket", access_level=level, name="Secret", remote_id="SEC-1", ticket_type="Bug", ticket_url="https://x.example/S-1")
    assert (found.name, found.aliases, found.email, found.properties) == (None, (), None, {"ticket_type": None, "restricted": True})
    assert ("PART_OF", ("acme|ticketing|Ticket|p",)) in edges("ticketing/Ticket", access_level=level, parent_ticket="p")


def test_a_candidate_may_be_found_by_name_unless_private() -> None:
    found = node("ats/Candidate", first_name="Cyrus", last_name="Gilmore")
    assert (found.name, found.properties["restricted"]) == ("Cyrus Gilmore", True)
    assert node("ats/Candidate", first_name="Cyrus", is_private=True).name is None


def test_a_home_is_no_place_to_be_found_by() -> None:
    home = node("hris/Location", name="Home of Chris Doyle", city="London", location_type="HOME")
    assert (home.name, home.aliases, home.properties["city"]) == (None, (), None)
    assert node("hris/Location", name="London Hall", city="London", location_type="WORK").properties["city"] == "London"


def test_a_deletion_is_a_tombstone() -> None:
    assert project("acme", record("crm/Contact", is_deleted=True))[0].provenance.deleted


@each_case("model", [*MODELS])
def test_every_column_of_a_model_is_there_in_every_row(model: str) -> None:
    assert tuple(node(model).properties) == MODELS[model].properties


@each_case("model", [*MODELS])
def test_the_table_names_only_fields_relations_and_labels_that_exist(model: str) -> None:
    row = MODELS[model]
    assert {f for f in row.fields if merge_api.models()[model].field(f) is None} == set()


@each_case("model", [*TABLE])
def test_the_table_names_only_relations_and_labels_that_exist(model: str) -> None:
    row = TABLE[model]
    assert {r for r in row.edges.values() if r not in RELATIONS} == set()
    assert model in LABELS
    assert {target_of(model, f) for f in row.edges} <= {*TABLE, *LEFT_OUT}


def test_every_relation_but_those_made_here_is_one_of_the_table() -> None:
    assert {*RELATIONS} - {"JOINED_IN"} == {r for row in TABLE.values() for r in row.edges.values()}


@each_case("model", [*TABLE])
def test_the_table_names_no_forbidden_field(model: str) -> None:
    assert TABLE[model].read_plain & forbidden_fields(model) == frozenset()
    assert "*" not in forbidden_fields(model)


@each_case("category", CATEGORIES)
def test_every_common_model_of_a_category_is_projected_or_left_out_with_a_reason(category: str) -> None:
    common = {key for key, model in merge_api.models().items() if model.category == category and model.role == "common"}
    assert common == {m for m in [*MODELS, *LEFT_OUT] if m.startswith(f"{category}/")}
    assert MODELS.keys() & LEFT_OUT.keys() == set()
    assert all(len(reason) > 20 for reason in LEFT_OUT.values())


@each_case("model", [*MODELS])
def test_every_foreign_key_of_a_model_is_an_edge_or_left_out_with_a_reason(model: str) -> None:
    row = MODELS[model]
    assert {f.name for f in merge_api.models()[model].fields if f.is_foreign_key} == {*row.edges, *row.without} - _soft(model)
    assert row.edges.keys() & row.without.keys() == set()


def _soft(model: str) -> set[str]:
    """Left out with a reason although the SDK holds them embedded or as plain text."""
    return {name for name in MODELS[model].without if not getattr(merge_api.models()[model].field(name), "is_foreign_key", True)}


def test_what_is_off_has_its_lines_and_no_sync_follows_them() -> None:
    assert {m.partition("/")[0] for m in OFF} == {"mktg"}
    assert OFF.keys() & MODELS.keys() == set()
    assert TABLE.keys() == OFF.keys() | MODELS.keys()
    campaign, leaving = project("acme", Record("mktg/MarketingEmail", "m1", "acct", {"name": "Spring", "campaign": "c1"}, None, None, False))
    assert (campaign.name, leaving[0].to) == ("Spring", ("acme|mktg|Campaign|c1",))


def test_every_model_of_the_development_company_has_a_row_or_a_reason() -> None:
    if not HARBOR.exists() and not is_ci():
        pytest.skip(f"{HARBOR} is not on this machine")
    there = {merge_api.model_of_resource()[path.parent.name, path.stem] for path in HARBOR.glob("*/*.json")}
    assert len(there) >= 60
    assert there - MODELS.keys() - LEFT_OUT.keys() == set()


def test_every_person_and_company_of_the_development_company_has_a_name() -> None:
    if not HARBOR.exists() and not is_ci():
        pytest.skip(f"{HARBOR} is not on this machine")
    for model, file in [("hris/Employee", "hris/employees"), ("crm/Contact", "crm/contacts"), ("crm/Account", "crm/accounts"),
                        ("ticketing/User", "ticketing/users"), ("accounting/Contact", "accounting/contacts"),
                        ("ats/RemoteUser", "ats/users")]:
        for raw in json.loads((HARBOR / f"{file}.json").read_text("utf-8")):
            found = values.record(model, "acct", raw)
            assert found is not None
            assert project("harbor", found)[0].name


def canary_of(field: merge_api.Field) -> st.SearchStrategy[Any]:
    """Anything a field may hold, the canary in every text of it, in the shapes that nested parts have."""
    text = st.text(max_size=8).map(lambda t: f"{CANARY}{t}{CANARY}")
    address = st.fixed_dictionaries({
        "email_address": text.map(lambda t: f"{CANARY}@{CANARY}.com"), "value": text, "city": text,
        "email_address_type": st.sampled_from(["Work", "Personal", None])})
    number = st.integers(777_000_000, 777_999_999)
    return st.one_of(text, address, number, number.map(Decimal), st.lists(text | address, min_size=1, max_size=3))


@st.composite
def records_with_canaries(draw: st.DrawFn) -> Record:
    model = draw(st.sampled_from(sorted(MODELS)))
    forbidden = forbidden_fields(model)
    fields = [f for f in merge_api.models()[model].fields if f.name in forbidden]
    harmless = {f.name: draw(st.none() | st.sampled_from(["plain", True, False])) for f in merge_api.models()[model].fields}
    poisoned = {f.name: draw(canary_of(f)) for f in fields}
    return record(model, draw(st.booleans()), **harmless | poisoned)


@given(records_with_canaries())
def test_nothing_of_a_forbidden_field_ever_enters(given_record: Record) -> None:
    shown = repr((project("acme", given_record, SECRET), [(n.name, n.properties) for n in mapped_fields("acme", given_record)]))
    assert CANARY not in shown
    assert "777" not in shown


@st.composite
def hidden_records(draw: st.DrawFn) -> Record:
    model = draw(st.sampled_from(sorted(m for m, row in MODELS.items() if row.visible_when)))
    row = MODELS[model]
    texts: dict[str, Any] = dict.fromkeys(row.fields - row.edges.keys(), CANARY)
    hidden: dict[str, Any] = {f: draw(st.sampled_from(["PRIVATE", "HOME", True, "else", ["an id"], [{"type": "USER"}]])) for f in row.visible_when}
    return record(model, **texts | hidden)


@given(hidden_records())
def test_a_hidden_record_shows_no_text_of_its_own(given_record: Record) -> None:
    found, _ = project("acme", given_record, SECRET)
    texts = [found.name, *found.aliases, found.email, *(v for k, v in found.properties.items() if k != "restricted")]
    assert {t for t in texts if t} == set()
    assert found.properties["restricted"] is True
    assert (found.join_keys, found.chunks or ()) == ((), ())


KEYS = st.sampled_from(["manager", "assignees", "account", "contacts"])


@given(st.sampled_from(sorted(MODELS)), st.dictionaries(KEYS, st.none() | st.text(max_size=3)))
def test_any_record_gives_one_row_per_relation_from_its_own_key(model: str, given_values: dict[str, Any]) -> None:
    found, leaving = project("acme", record(model, **given_values))
    assert {e.start for e in leaving} <= {found.key}
    assert sorted(e.relation for e in leaving) == sorted(set(MODELS[model].edges.values()))
    assert all(isinstance(e, Edges) for e in leaving)


def test_a_file_that_the_company_may_see_is_found_by_its_name_with_and_without_ending() -> None:
    found = node("filestorage/File", name="Q3 board deck.pptx", description="Figures. Outlook.", permissions=OPEN)
    assert (found.name, found.aliases, found.chunks) == ("Q3 board deck.pptx", ("Q3 board deck",), ("Q3 board deck.pptx Figures. Outlook.",))


@each_case("permissions", [None, [], "an id", ["an id"], [{"type": "USER", "user": "u1"}], [{"type": "GROUP"}], {"type": None}])
def test_a_file_enters_without_text_unless_a_permission_says_that_the_company_may_see_it(permissions: Any) -> None:
    found = node("filestorage/File", name="Layoffs.xlsx", description="Who goes", permissions=permissions)
    assert (found.name, found.aliases, found.chunks, found.properties) == (None, (), (), {"restricted": True})


@each_case("said", [
    {"visibility": "RESTRICTED"}, {"visibility": None}, {"status": "DRAFT"}, {"status": None}, {"permissions": ["an id"]},
    {"permissions": [{"type": "GROUP", "group": "g1"}]}])
def test_an_article_enters_without_text_unless_it_is_published_for_everybody(said: dict[str, Any]) -> None:
    article: dict[str, Any] = {"title": "Travel policy", "description": "Trains first.", "visibility": "INTERNAL", "status": "PUBLISHED"}
    assert node("knowledgebase/Article", **article).chunks == ("Travel policy Trains first.",)
    assert node("knowledgebase/Article", **article, permissions=OPEN).name == "Travel policy"
    hidden = node("knowledgebase/Article", **article | said)
    assert (hidden.name, hidden.chunks) == (None, ())


def test_a_model_without_texts_has_no_pieces_at_all() -> None:
    assert node("hris/Employee", display_full_name="Ana Ruiz").chunks is None


@given(st.text(max_size=3_000))
def test_pieces_hold_every_word_of_a_text_in_order(text: str) -> None:
    found = pieces(text)
    assert all(0 < len(piece) <= PIECE for piece in found)
    assert "".join("".join(found).split()) == "".join(text.split())


def test_pieces_end_where_sentences_end() -> None:
    sentence = "This sentence has exactly fifty-nine characters, as it goes."
    assert all(piece.endswith("goes.") for piece in pieces(" ".join([sentence] * 40)))


def test_private_addresses_numbers_and_tax_numbers_are_kept_as_keyed_hashes_only() -> None:
    found = node("hris/Employee", work_email="ana@acme.com", personal_email="Ana.Ruiz@gmail.com", mobile_phone_number="+49 (0)151 234 5678")
    assert [key.partition(":")[0] for key in found.join_keys] == ["mail", "login", "mail", "phone", "mobile"]
    assert "gmail" not in repr(found)
    assert "2345678" not in repr(found)
    contact = node("crm/Contact", email_addresses=[{"email_address": "anaruiz@gmail.com"}], phone_numbers=[{"phone_number": "0151 2345678"}])
    assert {*contact.join_keys} < {*found.join_keys}
    assert len(node("accounting/Contact", tax_number="DE 123 456 789").join_keys) == 1


def test_join_keys_depend_on_the_secret_and_on_the_tenant_and_there_are_none_without_a_secret() -> None:
    someone = record("hris/Employee", personal_email="ana@gmail.com")
    keys = {project(tenant, someone, secret)[0].join_keys for tenant in ("acme", "zenith") for secret in (SECRET, b"another", b"")}
    assert len(keys) == 5
    assert () in keys


@each_case("host", ["gmail.com", "orange.fr", "comcast.net"])
def test_an_address_at_a_public_host_that_nobody_called_work_is_private(host: str) -> None:
    contact = node("crm/Contact", email_addresses=[{"email_address": f"bill@{host}", "email_address_type": None}])
    assert (contact.email, contact.properties["domain"]) == (None, None)
    assert node("ticketing/Contact", email_address=f"bill@{host}").email is None
    assert node("ticketing/Contact", email_address="bill@kenmore.com").email == "bill@kenmore.com"


MAPPED = {"organization_defined_targets": {"commission_pct": "12.5", "riskTier": None}, "linked_account_defined_targets": {"Shirt size": "XL"}}


def test_names_of_mapped_fields_are_found_and_their_values_stay_at_the_source() -> None:
    found = mapped_fields("acme", record("crm/Contact", field_mappings=MAPPED))
    assert [n.name for n in found] == ["commission pct", "risk tier", "shirt size"]
    assert [n.aliases for n in found] == [("commission_pct",), ("riskTier",), ("Shirt size",)]
    assert all(n.key.startswith(prefix_of("acme", "acct", "crm/Contact")) for n in found)
    assert {n.provenance.model for n in found} == {MAPPED_FIELD}
    assert "12.5" not in repr(found)
    assert "XL" not in repr(found)


def test_a_mapped_field_is_the_same_whichever_record_brings_it() -> None:
    later = replace(record("crm/Contact", field_mappings=MAPPED), id="id-2", modified_at=datetime(2026, 12, 1, tzinfo=UTC))
    assert mapped_fields("acme", later) == mapped_fields("acme", record("crm/Contact", field_mappings=MAPPED))


def test_a_deleted_record_brings_no_mapped_field() -> None:
    assert mapped_fields("acme", record("crm/Contact", is_deleted=True, field_mappings=MAPPED)) == ()


@each_case(("permissions", "whole"), [
    (None, True), ([], True), (OPEN, True), (["an id"], False), ("an id", False), ([*OPEN, "an id"], False)])
def test_a_file_whose_permissions_are_ids_only_has_to_be_read_again(permissions: Any, whole: bool) -> None:
    assert is_whole(record("filestorage/File", permissions=permissions)) is whole
    assert is_whole(record("hris/Employee", manager="an id"))


@each_case("held", [None, {}, {"organization_defined_targets": None}, "text", {"organization_defined_targets": ["a"]}])
def test_where_nothing_is_mapped_there_is_no_mapped_field(held: Any) -> None:
    assert mapped_fields("acme", record("crm/Contact", field_mappings=held)) == ()


def test_the_words_of_a_company_are_found_as_values_of_their_field() -> None:
    ticket = record("ticketing/Ticket", ticket_type="Access  request", priority="URGENT", priority_native="Sev1", tags=["safety", "hvac"])
    found = field_values("acme", ticket)
    assert [(n.name, n.properties["field"]) for n in found] == [
        ("Access request", "ticketing/Ticket.ticket_type"), ("Sev1", "ticketing/Ticket.priority"), ("safety", "ticketing/Ticket.tags"),
        ("hvac", "ticketing/Ticket.tags")]
    assert all(n.key.startswith(value_prefix("acme", "acct", "ticketing/Ticket")) for n in found)
    assert {n.provenance.model for n in found} == {FIELD_VALUE}


def test_a_value_is_the_same_whichever_record_brings_it() -> None:
    later = replace(record("hris/Employment", job_title="Buyer"), id="id-2", modified_at=datetime(2026, 12, 1, tzinfo=UTC))
    assert field_values("acme", later) == field_values("acme", record("hris/Employment", job_title="Buyer"))


def test_a_city_is_found_by_its_other_spellings() -> None:
    found = field_values("acme", record("hris/Location", city="Bengaluru", name="Bangalore", location_type="WORK"))
    assert [(n.name, n.aliases, n.properties["field"], n.properties["value"]) for n in found] == [
        ("Bengaluru", ("bangalore",), "hris/Location.city", "Bangalore")]


@each_case("hidden", [
    record("ticketing/Ticket", ticket_type="Grievance", access_level="PRIVATE"), record("hris/Location", city="Poole", location_type="HOME"),
    record("hris/Employment", job_title="Buyer", is_deleted=True), record("crm/Lead", lead_source=None), record("crm/Lead", lead_source="x" * 101),
])
def test_what_not_everybody_may_see_or_nobody_says_is_no_value(hidden: Record) -> None:
    assert field_values("acme", hidden) == ()


def test_no_restricted_model_gives_values() -> None:
    assert [model for model, row in TABLE.items() if row.values and row.restricted] == []
