"""The guarded company with absences, as plans meet it: served by the sandbox and read live, without graph or store.

Goals are run as they stand; no words are read. What is hidden can be changed, to see whether an answer changes with it.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from agent.access.checks import check_goal
from agent.answer import Cell, Reason
from agent.catalogue import catalogue
from agent.errors import Declined
from agent.live.reads import LiveReads
from agent.plan.algebra import Goal, Names
from agent.query.execute import Done, execute
from agent.question.context import QuestionContext, UpToDate
from agent.question.tasks import compile_plan
from agent.respond import Draft, write
from ingest.company import Company, read_company
from ingest.gateway import Deadline, Gateway, GatewayOptions
from ingest.sandbox import running
from kg.graph import Graph
from tests.integration.asked_company import HOUSE
from tests.integration.guarded_company import BERLIN, EVERYBODY, MARA, NILS, mail, write_company
from tests.integration.small_company import DATA_AS_OF, Row, account_id, merge_id, row

OFF = frozenset({"Ada Berg", "Cia Dahl", "Ida Jung", "Jon Kask", MARA, BERLIN})       # next week
WIKI = "knowledgebase"
BEGINS, ENDS = "2026-11-24T00:00:00.000000Z", "2026-11-25T00:00:00.000000Z"


def _balance(name: str) -> Row:
    return row(HOUSE, "hris/TimeOffBalance", f"balance of {name}", employee=f"@{name}", balance=80.0, policy_type="VACATION")


def _absence(name: str) -> Row:
    return row(HOUSE, "hris/TimeOff", f"leave of {name}", employee=f"@{name}", approver="@Cora King", status="APPROVED", units="DAYS", amount=2,
               request_type="VACATION", employee_note=f"note of {name}", start_time=BEGINS, end_time=ENDS)


def _articles() -> Mapping[str, list[Row]]:
    """Articles for everybody, for one person, and for a group of which another one is a part; each group has one member."""
    def article(title: str, *permissions: Mapping[str, Any]) -> Row:
        visibility = "RESTRICTED" if permissions else "INTERNAL"
        return row(HOUSE, "knowledgebase/Article", title, title=title, status="PUBLISHED", visibility=visibility, permissions=list(permissions))

    def group(name: str, member: str, **values: Any) -> Row:
        return row(HOUSE, "knowledgebase/Group", name, name=name, users=[merge_id(HOUSE, f"reader {member}")], **values)

    in_staff, is_mara = ({key: merge_id(HOUSE, called), "type": key.upper(), "roles": ["READ"]}
                         for key, called in (("group", "staff"), ("user", f"reader {MARA}")))
    readers = [row(HOUSE, "knowledgebase/User", f"reader {n}", name=n, email_address=mail(n)) for n in (MARA, NILS, BERLIN)]
    return {
        "users": readers, "groups": [group("staff", NILS), group("crew", BERLIN, parent_group="@staff")],
        "articles": [article("Opening hours"), article("Plan of Mara", is_mara), article("Plan of the staff", in_staff)],
    }


def _add_articles(folder: Path) -> None:
    """A knowledge base beside the apps that the folder has."""
    company = json.loads((folder / "company.json").read_text("utf-8"))
    wiki = {"id": account_id(HOUSE, WIKI), "category": WIKI, "integration": "wiki", "token": "token-wiki", "data_as_of": DATA_AS_OF}
    company["linked_accounts"].append(wiki)
    (folder / "company.json").write_text(json.dumps(company), "utf-8")
    (folder / WIKI).mkdir()
    for resource, rows in _articles().items():
        (folder / WIKI / f"{resource}.json").write_text(json.dumps(rows), "utf-8")


@dataclass
class Sighted:
    """The company, to be asked by anybody in it."""

    company: Company
    gateway: Gateway

    def run(self, person: str, **policy: Any) -> QuestionContext:
        """A run of a question by that person; `policy`: the tenant's switches."""
        own = self.company.definitions
        company = self.company.model_copy(update={"definitions": own.model_copy(update={"policy": own.policy.model_copy(update=policy)})})
        asker = company.person(mail(person))
        assert asker is not None
        live = LiveReads(self.gateway, company, _moment(company), Deadline.after(30))
        return QuestionContext(HOUSE, company, asker, catalogue(), cast(Graph, None), live, cast(UpToDate, None))       # no name is looked up here


@dataclass(frozen=True)
class Told:
    """What an answer tells: its rows as a set, or why there is none; whether it says that it is told in part."""

    rows: frozenset[tuple[Cell, ...]] | Reason
    text: str = ""
    notes: tuple[str, ...] = ()
    cited: frozenset[str] = frozenset()

    @property
    def in_part(self) -> bool:
        """Does it say, before other notes, that it is of those only that the asker may see?"""
        return any("you may see" in note for note in (self.text, *self.notes))


def told(run: QuestionContext, goal: Goal) -> Told:
    """What a goal comes to for who runs it."""
    try:
        check_goal(run, goal)
        done = list(execute(run, compile_plan(run.catalogue, goal), write))[-1]
    except Declined as error:
        return Told(error.reason, str(error))
    assert isinstance(done, Done)
    return _of(run, done.draft, 1 if isinstance(goal, Names) else None)


def _of(run: QuestionContext, draft: Draft, names: int | None) -> Told:
    """`names`: how many columns tell who is in a list; what stands beside them is no part of what is compared."""
    assert draft.result is not None
    rows = frozenset(row[:names] for row in draft.result.rows)
    return Told(rows, draft.text, tuple(run.notes.limits), frozenset(str(r.remote_id) for _, r in draft.cited))


@contextmanager
def sighted(folder: Path, off: frozenset[str] = OFF, employees: Mapping[str, Mapping[str, Any]] | None = None) -> Iterator[Sighted]:
    """The company with these people off next week. `employees`: by name, what else is otherwise of them."""
    write_company(folder / HOUSE)
    _add_articles(folder / HOUSE)
    (folder / HOUSE / "hris" / "time_off.json").write_text(json.dumps([_absence(n) for n in EVERYBODY if n in off]), "utf-8")
    (folder / HOUSE / "hris" / "time_off_balances.json").write_text(json.dumps([_balance(n) for n in EVERYBODY]), "utf-8")
    _change(folder / HOUSE / "hris" / "employees.json", employees or {})
    company = read_company(folder / HOUSE)
    with running([folder / HOUSE]) as served:
        accounts = tuple(a.linked for a in served.accounts)
        options = GatewayOptions(requests_per_minute=None)
        gateway = Gateway(accounts, api_key=served.api_key, base_url=served.base_url, clock=lambda: _moment(company), options=options)
        try:
            yield Sighted(company, gateway)
        finally:
            gateway.close()


def _change(file: Path, values: Mapping[str, Mapping[str, Any]]) -> None:
    found = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps([one | values.get(one["remote_id"], {}) for one in found]), "utf-8")


def _moment(company: Company) -> datetime:
    assert company.now is not None
    return company.now.astimezone(UTC)
