"""A tenant as its `company.json` describes it: the company, its people and roles, its linked accounts, its house definitions.

The same file stands in an evaluation folder and in the installation's registry of tenants.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError, field_validator

from ingest.json_place import Misplaced, line_of
from ingest.records import LinkedAccount
from kg.errors import BadInput

ROLES = ("operator", "hr_partner", "pay_specialist", "payroll", "finance", "recruiter", "auditor")
SETTINGS = ("timezone", "currency", "fiscal_year_start", "people", "definitions")      # what operators may change; the rest is the installation's


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Person(_Part):
    """A signed-in user of a tenant and what the tenant lets them be."""

    email: str
    roles: frozenset[Literal["operator", "hr_partner", "pay_specialist", "payroll", "finance", "recruiter", "auditor"]] = frozenset()
    scope: dict[Literal["location", "team", "department", "company"], str] | None = None   # of an hr_partner; {} is everybody

    @field_validator("email")
    @classmethod
    def _lower(cls, email: str) -> str:
        return email.strip().lower()


class Account(_Part):
    """One linked account as the file writes it."""

    id: str
    category: str
    integration: str
    token: str = Field(repr=False)
    data_as_of: AwareDatetime | None = None
    disabled: tuple[str, ...] = ()      # "Employee.ssn" or "Employee": switched off by the account's scope
    status: str = "COMPLETE"
    folder: str | None = Field(default=None, pattern=r"^[a-z0-9][a-z0-9_-]{0,62}$")     # where a sandbox has its records; None: named as the category
    origin: str | None = None           # what Merge has it under on our side: the same again links it anew; None: the tenant's slug
    plan: Literal["highest", "daily", "monthly"] = "highest"       # how often Merge reads the app, by the plan with Merge

    @property
    def place(self) -> str:
        """The folder of its records in a company folder; tells two accounts of one category apart."""
        return self.folder or self.category


class Rule(_Part):
    """A house word that stands for a field's value: P0 means priority_native = "Sev1"."""

    field: str
    equals: str


class Sla(_Part):
    """What "within SLA" means: by the ticket's due date, or hours by priority, by the clock."""

    by: Literal["due_date", "hours"] = "due_date"
    hours: dict[str, float] = {}


class CustomerRevenue(_Part):
    """What revenue of a customer means; `in`: None keeps currencies apart."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)
    basis: Literal["invoiced", "paid", "booked"] = "invoiced"
    less_credit_notes: bool = True
    currency: str | None = Field(default=None, alias="in")


class HeadcountCost(_Part):
    """Whose yearly base pay a manager's headcount costs."""

    people: Literal["tree", "direct_reports"] = "tree"
    manager_included: bool = False


class Policy(_Part):
    """A tenant's switches of the policy tables."""

    managers_see_pay: Literal["off", "totals", "rows"] = "off"
    finance_sees_pay: Literal["off", "totals", "rows"] = "rows"     # the role `finance`, beside the books
    custom_fields: dict[str, str] = {}
    protected_fields: bool = True       # a folder that lacks the key has it on, as far as the linked account's scope allows
    never: tuple[str, ...] = ()         # fields (hris.Employee.start_date) or classes that nobody sees, whatever else is granted
    payroll_needs: tuple[str, ...] = ()     # private fields that payroll and finance need
    # Classes that a language model is sent; asked: texts to be summarised; answers: what answers of these classes tell, to write their first line.
    model_may_see: tuple[Literal["A", "B", "asked", "answers"], ...] = ("A", "asked")
    tighter: dict[Literal["min_group", "max_share", "differencing", "tree_max_age_hours"], float] = {}   # where they are, see policy.toml


class Definitions(_Part):
    """House rules that a tenant sets; the defaults are what words mean unless somebody says otherwise."""

    priorities: dict[str, Rule] = {}
    sla: Sla = Sla()
    working_day_hours: float = Field(default=8, gt=0, le=24)
    hours_per_year: float = Field(default=2080, gt=0)
    customer_revenue: CustomerRevenue = CustomerRevenue()
    headcount_cost: HeadcountCost = HeadcountCost()
    words: dict[str, str] = {}
    policy: Policy = Policy()
    max_age_hours: dict[str, float] = {}


class Company(_Part):
    """One tenant."""

    tenant: str = Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,62}$")
    name: str
    domain: str
    timezone: str = "UTC"
    currency: str = "USD"
    fiscal_year_start: str = Field(default="01-01", pattern=r"^\d\d-\d\d$")
    now: AwareDatetime | None = None    # the pinned clock; None: time passes
    people: tuple[Person, ...] = ()
    linked_accounts: tuple[Account, ...] = ()
    definitions: Definitions = Definitions()

    @field_validator("timezone")
    @classmethod
    def _known_zone(cls, name: str) -> str:
        try:
            ZoneInfo(name)
        except (KeyError, ValueError, OSError) as error:
            raise ValueError(f"{name!r} is no time zone; write one like Europe/London") from error
        return name

    @property
    def zone(self) -> ZoneInfo:
        """The zone in which a day begins and ends for this company."""
        return ZoneInfo(self.timezone)

    @property
    def accounts(self) -> tuple[LinkedAccount, ...]:
        """The linked accounts, as the gateway takes them."""
        return tuple(LinkedAccount(a.id, a.category, a.integration, a.token) for a in self.linked_accounts)

    def person(self, email: str) -> Person | None:
        """The person with that e-mail address (case does not matter), None where the tenant does not know it."""
        wanted = email.strip().lower()
        return next((p for p in self.people if p.email == wanted), None)

    def local_day(self, moment: datetime) -> datetime:
        """A moment in the company's own zone."""
        return moment.astimezone(self.zone)


def read_company(folder: Path) -> Company:
    """The company of a folder.

    Raises BadInput, naming file and place, for a folder without company.json, malformed JSON or a wrong value.
    """
    path = folder / "company.json"
    if not folder.is_dir():
        raise BadInput(f"{folder} is not a folder. Name a folder that holds a company.json.")
    if not path.is_file():
        raise BadInput(f"{folder} has no company.json, so it is not a company folder. Name one that has.")
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not UTF-8 text ({error.reason}, byte {error.start}).") from error
    return parse_company(text, str(path))


def parse_company(text: str, where: str) -> Company:
    """A company out of JSON text; `where` names its place in messages. Raises BadInput, naming the line."""
    return _validated(_json(text, where), text, where)


def settings_text(company: Company) -> str:
    """What operators may change of a company, as the file that they edit. It holds no token."""
    known = company.model_dump(mode="json", by_alias=True)
    people = [person | {"roles": sorted(person["roles"])} for person in known["people"]]
    told = {"tenant": company.tenant} | {name: known[name] for name in SETTINGS} | {"people": people}
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


def with_settings(company: Company, text: str, where: str) -> Company:
    """The company with what such a file says; what the file leaves out stays, down to the single settings of `definitions`.

    A list, or a table whose names the company chose (`words`), is replaced as a whole, so that lines can be taken out.
    Raises BadInput, naming line and place.
    """
    data = _json(text, where)
    if not isinstance(data, dict):
        raise BadInput(f"{where}: this is not the settings of a company. `evergraph tenant export` writes such a file.")
    for name in data:
        if name not in ("tenant", *SETTINGS):
            raise BadInput(f"{where}, line {line_of(text, (name,))}: {name}: not a setting. Leave it out, or write one of {', '.join(SETTINGS)}.")
    if data.get("tenant", company.tenant) != company.tenant:
        raise BadInput(f"{where}, line {line_of(text, ('tenant',))}: this file is for {data['tenant']}, not for {company.tenant}.")
    return _validated(_merged(company, data), text, where)


def _merged(part: _Part, told: Mapping[str, Any]) -> dict[str, Any]:
    known = {name: getattr(part, name, None) for name in told}
    within = {name: _merged(inner, told[name]) for name, inner in known.items() if isinstance(inner, _Part) and isinstance(told[name], Mapping)}
    return {**part.model_dump(mode="json", by_alias=True, exclude=set(told)), **told, **within}


def _json(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise BadInput(f"{where}, line {error.lineno}: not JSON ({error.msg}).") from error


def _validated(data: Any, text: str, where: str) -> Company:
    try:
        return Company.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        raise Misplaced(where, text, first["loc"], f"{first['msg']}.") from error
