"""Records of Merge's Common Models, turned into rows of the graph: who and what there is, what it is called, what it belongs to.

A model is one line of MODELS, or of LEFT_OUT with the reason; no function knows a model by name. Only class A of
agent/policy.toml enters, and of that only identity and search keys: facts stay at the source. Pure: no clock, no network, no graph.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from ingest import merge_api, readings
from ingest.readings import Reading
from ingest.records import Record
from kg.rows import Edges, Node, Property, Provenance, entity_key
from kg.schema import LABELS

BEFORE_EVERYTHING = datetime(1970, 1, 1, tzinfo=UTC)      # version of a record that does not say when it changed


@dataclass(frozen=True, slots=True)
class Projection:
    """What of a model enters the graph. Names of fields are Merge's; several in one text are joined by a space."""

    name: tuple[str, ...] = ()                                              # the display name: the first that says something
    aliases: tuple[str, ...] = ()                                           # all that are complete and differ from the name
    keys: Mapping[str, Reading] = field(default_factory=dict)               # further aliases: field -> how it is read
    email: tuple[str, Reading] | None = None
    search: Mapping[str, tuple[str, Reading]] = field(default_factory=dict)  # property of the node <- field, how it is read
    edges: Mapping[str, str] = field(default_factory=dict)                  # foreign key -> relation
    restricted: bool = False                                                # not for every employee, as a model
    visible_when: Mapping[str, frozenset[Any]] = field(default_factory=dict)  # else without name, text and search keys

    @property
    def properties(self) -> tuple[str, ...]:
        """The columns of the model's nodes beside the fixed ones."""
        return (*self.search, "restricted")

    @property
    def fields(self) -> frozenset[str]:
        """Every field of the record that is read."""
        texts = {part for spec in (*self.name, *self.aliases) for part in spec.split()}
        single = {self.email[0]} if self.email else set()
        return frozenset(texts | single | {f for f, _ in self.search.values()} | {*self.keys, *self.edges, *self.visible_when})


_PERSON = ("first_name last_name",)
_TEXT = readings.text

MODELS: Mapping[str, Projection] = {
    # Who works here. Home, pay group and all that is private, pay or protected stays out.
    "hris/Employee": Projection(
        ("display_full_name", "first_name last_name"),
        aliases=("first_name last_name", "preferred_name", "preferred_name last_name", "employee_number", "username"),
        email=("work_email", readings.address),
        edges={"manager": "REPORTS_TO", "team": "MEMBER_OF", "groups": "IN_GROUP", "work_location": "WORKS_AT", "company": "EMPLOYED_BY"}),
    "hris/Employment": Projection(search={"title": ("job_title", _TEXT)}, edges={"employee": "OF_EMPLOYEE"}),
    "hris/Team": Projection(("name",), edges={"parent_team": "PART_OF"}),
    "hris/Group": Projection(("name",), edges={"parent_group": "PART_OF"}),
    "hris/Company": Projection(("display_name", "legal_name"), aliases=("legal_name",)),
    "hris/Location": Projection(
        ("name", "city"), aliases=("city",),
        search={"city": ("city", _TEXT), "state": ("state", _TEXT), "country": ("country", _TEXT)},
        visible_when={"location_type": frozenset({"WORK"})}),
    "hris/TimeOff": Projection(edges={"employee": "OF_EMPLOYEE"}, restricted=True),
    "hris/TimeOffBalance": Projection(edges={"employee": "OF_EMPLOYEE"}, restricted=True),
    "hris/EmployeePayrollRun": Projection(edges={"employee": "OF_EMPLOYEE", "payroll_run": "PART_OF"}, restricted=True),
    "hris/PayrollRun": Projection(restricted=True),
    "hris/Benefit": Projection(edges={"employee": "OF_EMPLOYEE"}, restricted=True),

    # Hiring. Candidates' addresses are private ones, so they are not kept at all.
    "ats/Candidate": Projection(_PERSON, restricted=True, visible_when={"is_private": frozenset({None, False})}),
    "ats/Application": Projection(
        edges={"candidate": "OF_CANDIDATE", "job": "FOR_JOB", "current_stage": "IN_STAGE"}, restricted=True),
    "ats/ScheduledInterview": Projection(
        edges={"application": "OF_APPLICATION", "job_interview_stage": "IN_STAGE", "organizer": "ORGANIZED_BY",
                            "interviewers": "INTERVIEWED_BY"}, restricted=True),
    "ats/Scorecard": Projection(
        edges={"application": "OF_APPLICATION", "interview": "OF_INTERVIEW", "interviewer": "INTERVIEWED_BY"}, restricted=True),
    "ats/Offer": Projection(edges={"application": "OF_APPLICATION"}, restricted=True),
    "ats/Activity": Projection(edges={"candidate": "OF_CANDIDATE", "user": "CREATED_BY"}, restricted=True),
    "ats/Attachment": Projection(edges={"candidate": "OF_CANDIDATE"}, restricted=True),
    "ats/Job": Projection(
        ("name",), aliases=("code",),
        edges={"departments": "IN_DEPARTMENT", "offices": "IN_OFFICE", "hiring_managers": "HIRING_MANAGER", "recruiters": "RECRUITER"},
        visible_when={"confidential": frozenset({None, False})}),
    "ats/JobInterviewStage": Projection(("name",), edges={"job": "FOR_JOB"}, restricted=True),
    "ats/RemoteUser": Projection(_PERSON, email=("email", readings.address)),
    "ats/Department": Projection(("name",)),
    "ats/Office": Projection(("name",), search={"city": ("location", _TEXT)}),
    "ats/RejectReason": Projection(("name",), restricted=True),

    # Customers. What was said (engagements, notes, tasks) is for owner and participants: key and relations.
    "crm/Account": Projection(
        ("name",),
        search={"domain": ("website", readings.host), "industry": ("industry", _TEXT), "city": ("addresses", readings.cities)},
        edges={"owner": "OWNED_BY"}),
    "crm/Contact": Projection(
        _PERSON, email=("email_addresses", readings.work_addresses),
        search={"domain": ("email_addresses", readings.work_mail_hosts), "city": ("addresses", readings.cities)},
        edges={"account": "WORKS_FOR", "owner": "OWNED_BY"}),
    "crm/Lead": Projection(
        _PERSON, email=("email_addresses", readings.work_addresses),
        search={"company": ("company", _TEXT), "domain": ("email_addresses", readings.work_mail_hosts)},
        edges={"owner": "OWNED_BY", "converted_contact": "CONVERTED_TO", "converted_account": "CONVERTED_TO_ACCOUNT"}),
    "crm/Opportunity": Projection(("name",), edges={"account": "WITH_ACCOUNT", "owner": "OWNED_BY", "stage": "IN_STAGE"}),
    "crm/Engagement": Projection(
        edges={"account": "WITH_ACCOUNT", "contacts": "WITH_CONTACT", "owner": "OWNED_BY", "engagement_type": "OF_TYPE"},
        restricted=True),
    "crm/Note": Projection(
        edges={"account": "WITH_ACCOUNT", "contact": "WITH_CONTACT", "opportunity": "ABOUT_OPPORTUNITY", "owner": "OWNED_BY"},
        restricted=True),
    "crm/Task": Projection(
        edges={"account": "WITH_ACCOUNT", "contact": "WITH_CONTACT", "opportunity": "ABOUT_OPPORTUNITY", "owner": "OWNED_BY"},
        restricted=True),
    "crm/User": Projection(("name",), email=("email", readings.address)),
    "crm/Stage": Projection(("name",)),
    "crm/EngagementType": Projection(("name",)),

    # Work items. Comments and attachments are seen as their ticket is, which their own record does not say: key and relations.
    "ticketing/Ticket": Projection(
        ("name",), keys={"remote_id": readings.ticket_key, "ticket_url": readings.ticket_key},
        search={"ticket_type": ("ticket_type", _TEXT)},
        edges={"assignees": "ASSIGNED_TO", "assigned_teams": "ASSIGNED_TO_TEAM", "creator": "CREATED_BY", "collections": "IN_COLLECTION",
               "account": "WITH_ACCOUNT", "contact": "WITH_CONTACT", "parent_ticket": "PART_OF"},
        visible_when={"access_level": frozenset({None, "COMPANY"})}),
    "ticketing/Collection": Projection(
        ("name",), keys={"collection_url": readings.last_part}, edges={"parent_collection": "PART_OF"},
        visible_when={"access_level": frozenset({None, "COMPANY"})}),
    "ticketing/Comment": Projection(
        edges={"ticket": "OF_TICKET", "user": "CREATED_BY", "contact": "WITH_CONTACT"}, restricted=True),
    "ticketing/Attachment": Projection(edges={"ticket": "OF_TICKET"}, restricted=True),
    "ticketing/User": Projection(
        ("name",), email=("email_address", readings.address), edges={"teams": "MEMBER_OF", "roles": "HAS_ROLE"}),
    "ticketing/Contact": Projection(
        ("name",), email=("email_address", readings.address), search={"domain": ("email_address", readings.mail_host)},
        edges={"account": "WORKS_FOR"}),
    "ticketing/Account": Projection(("name",), keys={"domains": readings.host}, search={"domain": ("domains", readings.host)}),
    "ticketing/Team": Projection(("name",)),
    "ticketing/Project": Projection(("name",)),
    "ticketing/Role": Projection(("name",)),
    "ticketing/Tag": Projection(("name",)),

    # The books: for finance only, so all of it is restricted; names and numbers are kept to be found by those who may.
    "accounting/Contact": Projection(
        ("name",), email=("email_address", readings.address), search={"domain": ("email_address", readings.mail_host)},
        edges={"company": "OF_COMPANY"}, restricted=True),
    "accounting/Invoice": Projection(
        ("number",), edges={"contact": "WITH_CONTACT", "company": "OF_COMPANY", "employee": "OF_EMPLOYEE"}, restricted=True),
    "accounting/CreditNote": Projection(
        ("number",), edges={"contact": "WITH_CONTACT", "company": "OF_COMPANY"}, restricted=True),
    "accounting/VendorCredit": Projection(
        ("number",), edges={"vendor": "WITH_CONTACT", "company": "OF_COMPANY"}, restricted=True),
    "accounting/PurchaseOrder": Projection(
        ("purchase_order_number",),
        edges={"vendor": "WITH_CONTACT", "customer": "FOR_CUSTOMER", "company": "OF_COMPANY"}, restricted=True),
    "accounting/Payment": Projection(edges={"contact": "WITH_CONTACT", "company": "OF_COMPANY"}, restricted=True),
    "accounting/Expense": Projection(
        edges={"contact": "WITH_CONTACT", "employee": "OF_EMPLOYEE", "company": "OF_COMPANY"}, restricted=True),
    "accounting/Transaction": Projection(
        ("number",), edges={"contact": "WITH_CONTACT", "company": "OF_COMPANY"}, restricted=True),
    "accounting/Employee": Projection(
        _PERSON, aliases=("employee_number",), email=("email_address", readings.address), edges={"company": "OF_COMPANY"},
        restricted=True),
    "accounting/CompanyInfo": Projection(
        ("name", "legal_name"), aliases=("legal_name",), search={"domain": ("urls", readings.host)}, restricted=True),
    "accounting/Account": Projection(
        ("name",), edges={"parent_account": "PART_OF", "company": "OF_COMPANY"}, restricted=True),
    "accounting/Item": Projection(("name",), edges={"company": "OF_COMPANY"}, restricted=True),
    "accounting/TaxRate": Projection(("name",), aliases=("code",), edges={"company": "OF_COMPANY"}, restricted=True),
    "accounting/PaymentTerm": Projection(("name",), edges={"company": "OF_COMPANY"}, restricted=True),
}

LEFT_OUT: Mapping[str, str] = {
    "hris/BankInfo": "account and routing numbers are never imported (class E); nobody looks a bank account up by name",
    "hris/Dependent": "relatives of an employee are private (class B) and no subject of questions by name",
    "ats/Eeoc": "protected attributes of candidates (class D), for nobody to read one by one",
    "hris/PayGroup": "who is in which pay group is pay (class C), so its name would find nothing that may be shown",
    "hris/EmployerBenefit": "benefit plans are not classified (class X), and the benefits of a person do not lead to them",
    "ats/Tag": "has no id at the source, so there is nothing to key it by",
}


def project(tenant: str, record: Record) -> tuple[Node, tuple[Edges, ...]]:
    """A record as a node and its edges, one Edges per relation, empty ones too, so that a cleared foreign key ends its edge.

    Raises KeyError for a model that has no line in MODELS.
    """
    row = MODELS[record.model]
    node = _node(tenant, record, row) if _is_visible(record, row) else _bare_node(tenant, record, row)
    return node, _edges(tenant, record, row)


def key_of(tenant: str, record: Record) -> str:
    """The key of a record's node."""
    return _key(tenant, record.model, record.id)


def _is_visible(record: Record, row: Projection) -> bool:
    return all(record.values.get(name) in allowed for name, allowed in row.visible_when.items())


def _node(tenant: str, record: Record, row: Projection) -> Node:
    name = _display_name(record.values, row.name)
    found: dict[str, Property] = {p: _first(read(record.values.get(f))) for p, (f, read) in row.search.items()}
    return Node(
        key_of(tenant, record), (LABELS[record.model],), name, _aliases(record.values, row, name),
        _first(row.email[1](record.values.get(row.email[0]))) if row.email else None,
        found | {"restricted": row.restricted}, _provenance(record),
    )


def _bare_node(tenant: str, record: Record, row: Projection) -> Node:
    nothing: dict[str, Property] = dict.fromkeys(row.search)
    return Node(key_of(tenant, record), (LABELS[record.model],), None, (), None, nothing | {"restricted": True}, _provenance(record))


def _provenance(record: Record) -> Provenance:
    modified_at = record.modified_at or BEFORE_EVERYTHING
    return Provenance(record.linked_account, record.model, record.id, record.remote_id, modified_at, record.deleted)


def _display_name(values: Mapping[str, Any], wanted: tuple[str, ...]) -> str | None:
    return next((found for spec in wanted if (found := " ".join(_texts(values, spec)))), None)


def _aliases(values: Mapping[str, Any], row: Projection, name: str | None) -> tuple[str, ...]:
    complete = [" ".join(texts) for spec in row.aliases if len(texts := _texts(values, spec)) == len(spec.split())]
    keys = [found for name_of_field, read in row.keys.items() for found in read(values.get(name_of_field))]
    return tuple(alias for alias in dict.fromkeys([*complete, *keys]) if alias != name)


def _texts(values: Mapping[str, Any], spec: str) -> list[str]:
    return [found for part in spec.split() for found in readings.text(values.get(part))]


def _first(found: tuple[str, ...]) -> str | None:
    return found[0] if found else None


def _edges(tenant: str, record: Record, row: Projection) -> tuple[Edges, ...]:
    ends: dict[str, list[str]] = {relation: [] for relation in row.edges.values()}
    for name, relation in row.edges.items():
        target = target_of(record.model, name)
        ends[relation].extend(_key(tenant, target, one) for one in _ids(record.values.get(name)))
    start = key_of(tenant, record)
    return tuple(Edges(start, relation, tuple(dict.fromkeys(to))) for relation, to in ends.items())


def target_of(model: str, foreign_key: str) -> str:
    """The model that a foreign key points to: `hris/Employee`, `team` → `hris/Team`. Raises KeyError for a field that is none."""
    field_of_model = merge_api.models()[model].field(foreign_key)
    if field_of_model is None or field_of_model.target is None:
        raise KeyError(f"{model}.{foreign_key} is no foreign key")
    return f"{model.partition('/')[0]}/{field_of_model.target}"


def _ids(value: Any) -> Iterator[str]:
    """The ids of a foreign key: one or a list, plain or expanded."""
    for one in value if isinstance(value, list | tuple) else (value,):
        found = one.get("id") if isinstance(one, Mapping) else one
        if isinstance(found, str) and found:
            yield found


def _key(tenant: str, model: str, merge_id: str) -> str:
    category, _, name = model.partition("/")
    return entity_key(tenant, category, name, merge_id)
