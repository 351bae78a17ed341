"""Whatever is edited at the source while nobody is told: answers over the stale graph and over copies are those of a clean stack, or say why not.

Edits come in batches of 25, at sandboxes whose deletions move `modified_at` and at such whose do not; the clean stack is a tenant of its own,
loaded from the same linked accounts after each batch.
"""

import random
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from pydantic import SecretStr

from agent.answer import Reason
from agent.catalogue import catalogue
from agent.errors import Declined
from agent.live.copies import Copies
from agent.live.reads import LiveReads
from agent.plan.algebra import Figures, Goal, Groups, Has, Is, Key, Measure, Quantity, Set, Step, Table, Tally, Where
from agent.query.execute import Done, execute
from agent.question.context import QuestionContext
from agent.question.tasks import compile_plan
from agent.respond import write
from ingest.gateway import Deadline
from ingest.sandbox import Served, running
from kg.graph import Graph
from kg.remove import remove_tenant
from kg.schema import ensure_schema
from tests.integration.asked_company import ANA, HOUSE, Office, opened, records, write_company
from tests.integration.small_company import Row, change, merge_id
from workers.settings import Settings, make_settings
from workers.storage.tenant_registry import Tenant

BATCH = 25
BATCHES = 4                             # of each kind of sandbox; 200 edits in all
MANY = 20                               # with --full
OLD_TICKETS = 30                        # from before the edits: only a deletion of what was not edited lately says that deletions move modified_at
SEED = 20261121
FIRST = datetime(2026, 11, 20, 3, tzinfo=UTC)           # after Merge's copy was fresh
SPAN = timedelta(hours=5)               # in which all edits are made: it ends before the pinned clock
MODELS = ("hris/Employee", "hris/Team", "crm/User", "crm/Account", "crm/Contact", "ticketing/User", "ticketing/Ticket")
FIRST_NAMES, LAST_NAMES = ("Ira", "Ola", "Mats", "Uma", "Noel", "Rhea"), ("Berg", "Chen", "Duarte", "Frost", "Haas", "Okoye")
EMPLOYEES, ACCOUNTS, CONTACTS, TICKETS = ("hris", "employees"), ("crm", "accounts"), ("crm", "contacts"), ("ticketing", "tickets")
Place = tuple[str, str]


@dataclass
class Source:
    """What the source holds now, edited at random; nobody is told."""

    office: Office
    chance: random.Random
    rows: dict[Place, dict[str, Row]]
    step: timedelta
    at: datetime = FIRST
    edits: int = 0
    gone: list[tuple[Place, Row]] = field(default_factory=list)

    def edit(self) -> None:
        """One edit, deletion, creation or move."""
        self.edits, self.at = self.edits + 1, self.at + self.step
        self.chance.choice(EDITS)(self)

    def pick(self, place: Place) -> Row:
        """Some record of a place."""
        return self.rows[place][self.chance.choice(sorted(self.rows[place]))]

    def put(self, place: Place, row: Row, op: str = "update") -> None:
        """A record is so now."""
        row = row | {"modified_at": self._now(), "remote_was_deleted": False}
        self.rows[place][row["id"]] = row
        self.office.control.apply(self.office.slug, change(*place, row, self._now(), op), deliver=False)

    def remove(self, place: Place) -> None:
        """A record is gone."""
        if len(self.rows[place]) < 3:
            return
        row = self.pick(place)
        self.gone.append((place, self.rows[place].pop(row["id"])))
        self.office.control.apply(self.office.slug, change(*place, row["id"], self._now(), "delete"), deliver=False)

    def name(self) -> tuple[str, str]:
        """Somebody's name; a few people have the same."""
        return self.chance.choice(FIRST_NAMES), self.chance.choice(LAST_NAMES)

    def new_id(self) -> str:
        """An id that no record has."""
        return str(UUID(int=self.chance.getrandbits(128), version=4))

    def _now(self) -> str:
        return self.at.strftime("%Y-%m-%dT%H:%M:%S.000000Z")


def _hire(source: Source) -> None:
    first, last = source.name()
    named = {"first_name": first, "last_name": last, "display_full_name": f"{first} {last}", "work_email": f"{source.new_id()}@acme.example"}
    source.put(EMPLOYEES, source.pick(EMPLOYEES) | named | {"id": source.new_id(), "manager": merge_id(HOUSE, "Eva Stone")}, "create")


def _rename(source: Source) -> None:
    first, last = source.name()
    source.put(EMPLOYEES, source.pick(EMPLOYEES) | {"first_name": first, "last_name": last, "display_full_name": f"{first} {last}"})


def _reorganise(source: Source) -> None:
    source.put(EMPLOYEES, source.pick(EMPLOYEES) | {"manager": source.pick(EMPLOYEES)["id"]})


def _leave(source: Source) -> None:
    source.put(EMPLOYEES, source.pick(EMPLOYEES) | {"employment_status": source.chance.choice(("ACTIVE", "INACTIVE"))})


def _sell(source: Source) -> None:
    source.put(ACCOUNTS, source.pick(ACCOUNTS) | {"owner": merge_id(HOUSE, source.chance.choice(("crm Ana", "crm Ben", "crm Cleo")))})


def _rebrand(source: Source) -> None:
    source.put(ACCOUNTS, source.pick(ACCOUNTS) | {"name": f"{source.chance.choice(LAST_NAMES)} Freight"})


def _move(source: Source) -> None:
    source.put(CONTACTS, source.pick(CONTACTS) | {"account": source.pick(ACCOUNTS)["id"]})


def _work(source: Source) -> None:
    whom = source.chance.choice(([], [merge_id(HOUSE, "desk Ana")], [merge_id(HOUSE, "desk Ana"), merge_id(HOUSE, "desk Ben")]))
    source.put(TICKETS, source.pick(TICKETS) | {"status": source.chance.choice(("OPEN", "CLOSED", "ON_HOLD")), "assignees": whom})


def _report(source: Source) -> None:
    new = source.new_id()
    named = {"id": new, "remote_id": f"ATL-{new[:6]}", "name": f"Fault {new[:4]}", "access_level": "COMPANY"}
    source.put(TICKETS, source.pick(TICKETS) | named, "create")


def _restore(source: Source) -> None:
    if source.gone:
        place, row = source.gone.pop(source.chance.randrange(len(source.gone)))
        source.put(place, row, "update")


EDITS: tuple[Callable[[Source], None], ...] = (
    _hire, _rename, _reorganise, _leave, _sell, _rebrand, _move, _work, _work, _report, _report, _restore,
    *(lambda source, place=place: source.remove(place) for place in (EMPLOYEES, CONTACTS, TICKETS, TICKETS)),    # type: ignore[misc]
)

OF_PERSON = (Step("ticketing/Ticket.assignees", "ticketing/User"), Step("hub", "hris/Employee"))
OPEN = Set("ticketing/Ticket", where=frozenset({Is("ticketing/Ticket.open")}))
BUSY = Has(Tally(Measure(OPEN, "count"), OF_PERSON), ">=", Quantity(1))  # type: ignore[arg-type]
GOALS: tuple[Goal, ...] = (
    Figures((Measure(Set("hris/Employee"), "count"), Measure(OPEN, "count"))),
    Groups((Measure(Set("ticketing/Ticket"), "count"),), (Key((), "ticketing/Ticket.status"),)),
    Groups((Measure(Set("hris/Employee"), "count"),), (Key((Step("hris/Employee.manager", "hris/Employee"),)),)),
    Table(Set("hris/Employee"), (Tally(Measure(OPEN, "count"), OF_PERSON),)),
    Table(Set("hris/Employee", where=frozenset({BUSY}))),
    Figures((Measure(Set("ticketing/Ticket", where=frozenset({Where("ticketing/Ticket.assignees", op="empty")})), "count"),)),
    Groups((Measure(Set("crm/Contact"), "count"),), (Key((Step("crm/Contact.account", "crm/Account"),)),)),
)


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with running([]) as sandbox:
        yield sandbox


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory, graph_server: Any, redis_url: str) -> Settings:
    home = tmp_path_factory.mktemp("home")
    return make_settings(home=home, neo4j_uri=graph_server.uri, neo4j_password=graph_server.password, redis_url=redis_url)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield write_company(tmp_path / HOUSE, ("hris", "crm", "ticketing"))
    shutil.rmtree(tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("moves", [True, False], ids=["deletions move modified_at", "deletions leave it"])
def test_answers_over_the_stale_are_those_of_a_clean_stack(  # noqa: PLR0913    # every part is a fixture
    folder: Path, served: Served, settings: Settings, graph: Graph, tenant: str, full: bool, moves: bool,
) -> None:
    ensure_schema(graph)
    with opened(folder, tenant, served, settings, MODELS) as office:
        for category in ("hris", "crm", "ticketing"):
            office.control.account(tenant, category, deletion_moves_modified_at=moves)
        edited = (EMPLOYEES, ACCOUNTS, CONTACTS, TICKETS)
        batches = MANY if full else BATCHES
        rows = {place: {r["id"]: dict(r) for r in records()[place]} for place in edited}
        source = Source(office, random.Random(SEED), rows, SPAN / (batches * BATCH))
        for _ in range(OLD_TICKETS):
            _report(source)
        copies, trusted = Copies(catalogue(), worth=1), 0
        for batch in range(batches):
            for _ in range(BATCH):
                source.edit()
            for goal in GOALS:
                assert _worked_out(office, goal, copies) == _worked_out(office, goal, None), f"batch {batch}: {goal}"
            trusted += copies.holds("ticketing/Ticket", ())
            _compare_answers(office, source, graph, f"{tenant}c{batch}")
        assert (trusted > 0) == moves, "a copy is trusted where deletions come with the changes, and nowhere else"


def _worked_out(office: Office, goal: Goal, copies: Copies | None) -> object:
    """What a goal comes to, with copies or without."""
    installation, company = office.installation, office.installation.tenants.get(office.slug).company
    live = LiveReads(installation.gateway(office.slug), company, company.now, Deadline.after(60), copies)
    person = company.person(ANA)
    assert person is not None
    run = QuestionContext(office.slug, company, person, catalogue(), installation.graph, live, installation.sync(office.slug))
    try:
        *_, last = execute(run, compile_plan(catalogue(), goal), write)
    except Declined as declined:
        return declined.reason
    assert isinstance(last, Done)
    return last.draft.result


def _compare_answers(office: Office, source: Source, graph: Graph, clean: str) -> None:
    """The same questions to the stale graph and to one that was loaded just now."""
    known = office.installation.tenants.get(office.slug)
    company = known.company.model_copy(update={"tenant": clean})
    key = SecretStr(known.merge_api_key.get_secret_value()) if known.merge_api_key else None
    office.installation.tenants.save(Tenant(company=company, source="merge", merge_base_url=known.merge_base_url, merge_api_key=key))
    sync = office.installation.sync(clean)
    for model, account in sync.parts():
        if model in MODELS:
            sync.full(model, account)
    fresh = Office(clean, office.settings, office.control, office.installation)
    try:
        for question in _questions(source):
            stale, now = (_plain(each.ask(ANA, question, session=f"{clean}: {question}")) for each in (office, fresh))
            assert stale == now or stale["reason"] == Reason.FAILED, f"{question}: {stale} is not {now}"
    finally:
        remove_tenant(graph, clean)
        office.installation.tenants.remove(clean)


def _questions(source: Source) -> list[str]:
    """About records that are there, and about one that may not be any more."""
    person, account, contact, ticket = (source.pick(p) for p in (EMPLOYEES, ACCOUNTS, CONTACTS, TICKETS))
    gone = [row["display_full_name"] for place, row in source.gone if place == EMPLOYEES][-1:]
    return [
        f"Who is {person['display_full_name']}'s manager?", f"Who owns {account['name']}?",
        f"Which company does {contact['first_name']} {contact['last_name']} work for?", f"What is the status of {ticket['remote_id']}?",
        *(f"Who is {name}'s manager?" for name in gone),
    ]


def _plain(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    """What an answer says, without what differs from stack to stack: times, steps, ids of questions."""
    question = answer.get("question")
    options = sorted(o["label"] for o in question["options"]) if question else None
    rows = sorted(map(repr, answer["result"]["rows"])) if answer.get("result") else None
    return {"status": answer["status"], "reason": answer.get("reason"), "rows": rows, "options": options}
