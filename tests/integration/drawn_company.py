"""Small companies drawn at random, in which every text of a record is a word of its own: what leaves tells which record and field it is from.

Served by the sandbox without a socket: the gateway's requests go straight to it.
"""

import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx

from agent.answer import Answer, Ask
from agent.catalogue import catalogue
from agent.language.words import Utterance
from agent.live.reads import LiveReads
from agent.plan.algebra import Goal, Named
from agent.query.execute import Done, Finished, execute
from agent.question.context import QuestionContext
from agent.question.links import EntityLinks
from agent.question.tasks import compile_plan
from agent.question.turn import Turn
from agent.respond import answer_of
from agent.respond import write as written
from ingest import merge_api
from ingest.company import Company, read_company
from ingest.gateway import Deadline, Gateway, GatewayOptions
from ingest.sandbox import api
from ingest.sandbox.state import Options, Sandbox
from kg.errors import GraphUnavailable
from kg.resolve import Candidate
from kg.rows import entity_key
from tests.integration.small_company import DATA_AS_OF, NOW, Row, account_id, merge_id, row

HOUSE = "drawn"
CATEGORIES = ("hris", "crm", "ticketing", "ats", "accounting")
STAFF = 6
ROLES = ("operator", "pay_specialist", "payroll", "finance", "recruiter", "auditor")
KEPT = ("hris.Employee.work_email", "hris.Employment.job_title", "hris.Location.city", "ticketing.Ticket.name", "ticketing.Ticket.remote_id",
        "ticketing.Collection.name", "crm.Account.industry", "crm.Contact.last_name", "crm.Engagement.subject", "ats.Job.code")
_WORD = re.compile(r"q\d{4}z")
_DAY = "2026-{month:02}-11T10:00:00.000000Z"


@dataclass
class Drawn:
    """A company. `rows` by model, as its apps hold them."""

    chance: Random
    rows: dict[str, list[Row]] = field(default_factory=dict)
    people: list[Mapping[str, Any]] = field(default_factory=list)
    never: tuple[str, ...] = ()
    house: Mapping[str, Any] = field(default_factory=dict)          # what company.json says beside the usual: a currency, a time zone
    _words: int = 0

    def word(self) -> str:
        """A word that nothing else holds."""
        self._words += 1
        return f"q{self._words:04}z"

    def add(self, model: str, /, **values: Any) -> str:
        """A new record, and its id. It has a key of its own where its model is called by one."""
        called = f"{model} {len(self.rows.get(model, ()))}"
        made = row(HOUSE, model, called, **values)
        made["remote_id"] = values.get("remote_id")
        self.rows.setdefault(model, []).append(made)
        return str(made["id"])

    def ids(self, model: str) -> list[str]:
        """The ids of a model's records."""
        return [made["id"] for made in self.rows.get(model, ())]

    def one(self, model: str) -> str:
        """The id of one of a model's records."""
        return self.chance.choice(self.ids(model))

    def some(self, model: str) -> list[str]:
        """The ids of at most two of them."""
        return self.chance.sample(self.ids(model), self.chance.randint(0, min(2, len(self.ids(model)))))

    def often(self) -> bool:
        """Yes, two times in five."""
        return self.chance.random() < 0.4

    def day(self) -> str:
        """A day of the year, before now or after it."""
        return _DAY.format(month=self.chance.randint(1, 12))

    def named(self) -> dict[str, str]:
        """A person's name in two fields."""
        return {"first_name": self.word(), "last_name": self.word()}


def words_in(text: str) -> frozenset[str]:
    """The drawn words of a text."""
    return frozenset(_WORD.findall(text.lower()))


def draw(seed: int) -> Drawn:
    """The company of that number."""
    drawn = Drawn(Random(seed))
    for make in (_hris, _crm, _ticketing, _ats, _accounting):
        make(drawn)
    drawn.never = tuple(name for name in KEPT if drawn.chance.random() < 0.15)
    drawn.people = [{"email": person["work_email"], **_rights(drawn)} for person in drawn.rows["hris/Employee"]]
    return drawn


def _rights(drawn: Drawn) -> dict[str, Any]:
    roles = [role for role in ROLES if drawn.chance.random() < 0.25]
    if drawn.often():
        cities = [place["city"] for place in drawn.rows["hris/Location"]]
        return {"roles": [*roles, "hr_partner"], "scope": drawn.chance.choice([{}, {"location": cities[0]}, {"location": cities[1]}])}
    return {"roles": roles}


def _hris(drawn: Drawn) -> None:
    for kind in ("WORK", "WORK", "HOME", "HOME"):
        drawn.add("hris/Location", name=drawn.word(), city=drawn.word(), street_1=drawn.word(), location_type=kind)
    for model in ("hris/Team", "hris/Group"):
        for _ in range(2):
            drawn.add(model, name=drawn.word(), **({"type": "DEPARTMENT"} if model == "hris/Group" else {}))
    places = drawn.ids("hris/Location")
    for number in range(STAFF):
        _employee(drawn, places, number)


def _employee(drawn: Drawn, places: Sequence[str], number: int) -> None:
    name = drawn.named()
    person = drawn.add(
        "hris/Employee", **name, display_full_name=" ".join(name.values()), work_email=f"{drawn.word()}@acme.example",
        personal_email=f"{drawn.word()}@home.example", mobile_phone_number=drawn.word(), ssn=drawn.word(), employment_status="ACTIVE",
        manager=drawn.one("hris/Employee") if number else None, work_location=drawn.chance.choice(places[:2]),
        home_location=drawn.chance.choice(places[2:]), team=drawn.one("hris/Team"), groups=[drawn.one("hris/Group")], start_date=drawn.day(),
        gender=drawn.chance.choice(["MALE", "FEMALE"]), marital_status="SINGLE",
    )
    drawn.add("hris/Employment", employee=person, job_title=drawn.word(), pay_rate=str(50000 + number), pay_currency="EUR", pay_period="YEAR",
              effective_date="2024-01-01T00:00:00.000000Z", flsa_status="EXEMPT")
    if drawn.often():
        drawn.add("hris/TimeOff", employee=person, approver=drawn.one("hris/Employee"), status="APPROVED", employee_note=drawn.word(),
                  request_type="VACATION", units="DAYS", amount=2, start_time=drawn.day(), end_time=drawn.day())
    if drawn.often():
        drawn.add("hris/Dependent", employee=person, **drawn.named(), relationship="CHILD")


def _users(drawn: Drawn, model: str, mail: str) -> None:
    for person in drawn.rows["hris/Employee"][1:]:
        named = drawn.named()
        called = named if model == "ats/RemoteUser" else {"name": " ".join(named.values())}
        drawn.add(model, **called, **{mail: person["work_email"]})


def _crm(drawn: Drawn) -> None:
    _users(drawn, "crm/User", "email")
    mails = [person["work_email"] for person in drawn.rows["hris/Employee"]]
    for number in range(3):
        drawn.add("crm/Account", name=drawn.word(), industry=drawn.word(), description=drawn.word(), owner=drawn.one("crm/User"))
        address = drawn.chance.choice(mails) if number == 0 else f"{drawn.word()}@customer.example"
        drawn.add("crm/Contact", **drawn.named(), account=drawn.one("crm/Account"),
                  email_addresses=[{"email_address": address, "email_address_type": "WORK"}])
        drawn.add("crm/Opportunity", name=drawn.word(), amount=1000 + number, account=drawn.one("crm/Account"), owner=drawn.one("crm/User"),
                  status=drawn.chance.choice(["OPEN", "WON"]))
        drawn.add("crm/Lead", **drawn.named(), company=drawn.word(), owner=drawn.one("crm/User"))
    drawn.add("crm/EngagementType", name=drawn.word(), activity_type="MEETING")
    for _ in range(4):
        drawn.add("crm/Engagement", subject=drawn.word(), content=drawn.word(), owner=drawn.one("crm/User"), account=drawn.one("crm/Account"),
                  contacts=drawn.some("crm/Contact"), start_time=drawn.day(), engagement_type=drawn.one("crm/EngagementType"))
        drawn.add("crm/Note", content=drawn.word(), owner=drawn.one("crm/User"), account=drawn.one("crm/Account"), contact=drawn.one("crm/Contact"))
        drawn.add("crm/Task", content=drawn.word(), owner=drawn.one("crm/User"), account=drawn.one("crm/Account"), due_date=drawn.day(),
                  status=drawn.chance.choice(["OPEN", "CLOSED"]))


def _ticketing(drawn: Drawn) -> None:
    drawn.add("ticketing/Team", name=drawn.word())
    _users(drawn, "ticketing/User", "email_address")
    for user in drawn.rows["ticketing/User"]:
        user["roles"] = [merge_id(HOUSE, "role 1")] if drawn.often() else []
    drawn.add("ticketing/Account", name=drawn.word())
    for _ in range(3):
        drawn.add("ticketing/Collection", name=drawn.word(), description=drawn.word(), **_access(drawn, "ticketing/Collection"))
    for _ in range(6):
        parent = drawn.one("ticketing/Ticket") if drawn.rows.get("ticketing/Ticket") and drawn.often() else None
        drawn.add("ticketing/Ticket", name=drawn.word(), remote_id=drawn.word(), description=drawn.word(), ticket_type=drawn.word(),
                  tags=[drawn.word()], creator=drawn.one("ticketing/User"), assignees=drawn.some("ticketing/User"), parent_ticket=parent,
                  collections=drawn.some("ticketing/Collection"), account=drawn.one("ticketing/Account"), ticket_url=f"https://t.example/{drawn.word()}",
                  status=drawn.chance.choice(["OPEN", "CLOSED"]), remote_created_at=drawn.day(), **_access(drawn, "ticketing/Ticket"))
        drawn.add("ticketing/Comment", body=drawn.word(), ticket=drawn.one("ticketing/Ticket"), user=drawn.one("ticketing/User"),
                  is_private=drawn.often())


def _access(drawn: Drawn, model: str) -> dict[str, Any]:
    user = drawn.one("ticketing/User")
    granted = [{"effect": drawn.chance.choice(["ALLOW", "DENY"]), "applied_to_users": [user], "applied_to_roles": [], "applied_to_teams": []}]
    roles = {"roles": [merge_id(HOUSE, "role 1")] if drawn.often() else []} if merge_api.models()[model].field("roles") else {}
    return {"access_level": drawn.chance.choice(["COMPANY", None, "PRIVATE", "PRIVATE"]), "permissions": granted if drawn.often() else [], **roles}


def _ats(drawn: Drawn) -> None:
    _users(drawn, "ats/RemoteUser", "email")
    drawn.add("ats/RejectReason", name=drawn.word())
    for _ in range(3):
        job = drawn.add("ats/Job", name=drawn.word(), code=drawn.word(), status="OPEN", confidential=drawn.often(),
                        hiring_managers=drawn.some("ats/RemoteUser"), recruiters=drawn.some("ats/RemoteUser"))
        drawn.add("ats/JobInterviewStage", name=drawn.word(), job=job)
    mails = [person["work_email"] for person in drawn.rows["hris/Employee"]]
    for number in range(4):
        address = drawn.chance.choice(mails) if number == 0 else f"{drawn.word()}@applied.example"
        candidate = drawn.add("ats/Candidate", **drawn.named(), company=drawn.word(), title=drawn.word(), tags=[drawn.word()],
                              is_private=drawn.often(), email_addresses=[{"value": address, "email_address_type": "PERSONAL"}])
        application = drawn.add("ats/Application", candidate=candidate, job=drawn.one("ats/Job"), applied_at=drawn.day(),
                                reject_reason=drawn.one("ats/RejectReason") if drawn.often() else None,
                                current_stage=drawn.one("ats/JobInterviewStage"), credited_to=drawn.one("ats/RemoteUser"))
        drawn.rows["ats/Candidate"][-1]["applications"] = [application]
        drawn.add("ats/ScheduledInterview", application=application, status=drawn.chance.choice(["COMPLETE", "SCHEDULED"]), start_at=drawn.day(),
                  location=drawn.word(), interviewers=drawn.some("ats/RemoteUser"))
        drawn.add("ats/Offer", application=application, status="SENT", sent_at=drawn.day(), creator=drawn.one("ats/RemoteUser"))


def _accounting(drawn: Drawn) -> None:
    for _ in range(2):
        drawn.add("accounting/Contact", name=drawn.word(), is_customer=True, email_address=f"{drawn.word()}@books.example")
        drawn.add("accounting/Invoice", number=drawn.word(), contact=drawn.one("accounting/Contact"), total_amount=100.5, balance=20.5,
                  currency="EUR", type="ACCOUNTS_RECEIVABLE", status="OPEN", issue_date=drawn.day(), due_date=drawn.day())


# ---------------------------------------------------------------- served


@dataclass(frozen=True, slots=True)
class Served:
    """A drawn company behind a gateway."""

    drawn: Drawn
    company: Company
    gateway: Gateway


class GraphAway:
    """A graph that does not answer: who is who across apps is told by what the records themselves hold."""

    def read(self, query: str, **_: object) -> list[dict[str, Any]]:
        raise GraphUnavailable(query)


@contextmanager
def served(drawn: Drawn, folder: Path) -> Iterator[Served]:
    """The company, written to the folder and served from there."""
    write(drawn, folder)
    sandbox = Sandbox(Options())
    accounts = sandbox.add_company(folder)
    company = read_company(folder)
    assert company.now is not None
    now = company.now
    options = GatewayOptions(transport=httpx.MockTransport(without_socket(sandbox)), requests_per_minute=None, states_kept=3600.0,
                             breaker_failures=10_000)       # drawn plans ask for many records that are not there
    yield Served(drawn, company, Gateway(accounts, api_key=sandbox.api_key, base_url="http://merge.test/api", clock=lambda: now, options=options))


def write(drawn: Drawn, folder: Path) -> None:
    """The company as a folder."""
    accounts = [{"id": account_id(HOUSE, c), "category": c, "integration": f"{c} app", "token": f"token-{c}", "data_as_of": DATA_AS_OF}
                for c in CATEGORIES]
    company = {"tenant": HOUSE, "name": "Acme", "domain": "acme.example", "now": NOW, "linked_accounts": accounts, "people": drawn.people,
               "definitions": {"policy": {"never": drawn.never}}, **drawn.house}
    (folder / "company.json").write_text(json.dumps(company), "utf-8")
    resources = {model: place for place, model in merge_api.model_of_resource().items()}
    for model, rows in drawn.rows.items():
        category, resource = resources[model]
        (folder / category).mkdir(exist_ok=True)
        (folder / category / f"{resource}.json").write_text(json.dumps(rows), "utf-8")


def without_socket(sandbox: Sandbox) -> Callable[[httpx.Request], httpx.Response]:
    """The sandbox as a function; it belongs to one thread at a time."""
    return partial(_answer, sandbox, threading.Lock())


def _answer(sandbox: Sandbox, lock: threading.Lock, request: httpx.Request) -> httpx.Response:
    url = urlsplit(str(request.url))
    raw = api.Raw(request.method, url.path.removeprefix("/api"), parse_qsl(url.query, keep_blank_values=True), request.headers, request.read(), "")
    with lock:
        answer = api.answer(sandbox, raw).answer
    body = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
    return httpx.Response(answer.status, content=body, headers={**answer.headers, "content-type": answer.content_type})


# ---------------------------------------------------------------- asked


def turn_of(here: Served, email: str, settled: Mapping[Named, Candidate] | None = None) -> Turn:
    """A question of that person, its names settled. The graph is away: nothing hangs on it."""
    person, now = here.company.person(email), here.company.now
    assert person is not None and now is not None
    live = LiveReads(here.gateway, here.company, now, Deadline.after(60))
    run = QuestionContext(HOUSE, here.company, person, catalogue(), graph=GraphAway(), live=live, up_to_date=None,      # type: ignore[arg-type]
                          links=EntityLinks(settled=settled or {}))
    return Turn(Ask(email, "…", "s"), run, Utterance("…"))


def settled_as(named: Named, merge_id: str) -> Candidate:
    """The record that a name was settled to mean."""
    category, _, model = named.model.partition("/")
    return Candidate(entity_key(HOUSE, category, model, merge_id), named.model, merge_id, "", named.mention, (), None, {}, "alias", 1.0, ())


def answered(turn: Turn, goal: Goal) -> Answer:
    """The answer to a goal. Raises Declined."""
    plan = compile_plan(catalogue(), goal)
    _ = turn.progress.planned(plan, {})
    for happened in execute(turn.context, plan, written):
        if isinstance(happened, Finished):
            turn.progress.add(happened.step)
        elif isinstance(happened, Done):
            return answer_of(turn, happened.draft)
    raise AssertionError("a plan that ran to its end has a draft")
