"""The flat rows that expectations are counted on: people, tickets, deals … with the names that questions use."""

from dataclasses import dataclass, field

from tests.companies.common import Row


@dataclass(frozen=True)
class Person:
    """An employee. `pays` are a year's pay and its currency, one per job held."""

    id: str
    name: str
    mail: str
    city: str | None
    place: str | None
    team: str
    department: str
    titles: tuple[str, ...]
    pays: tuple[tuple[float, str], ...]
    start: str
    end: str | None
    active: bool
    boss: str | None
    record: Row = field(compare=False, hash=False)


@dataclass(frozen=True)
class Ticket:
    """A ticket; people by work e-mail, times by day in the company's zone and by the moment."""

    id: str
    key: str
    name: str
    kind: str
    status: str
    status_word: str
    priority: str
    project: str
    people: tuple[str, ...]
    creator: str
    customer: str | None
    created: str
    done: str | None
    due: str | None
    hours: float | None
    age_hours: float
    record: Row = field(compare=False, hash=False)

    @property
    def is_open(self) -> bool:
        """Not closed."""
        return self.status != "CLOSED"


@dataclass(frozen=True)
class Deal:
    """An opportunity; the owner by work e-mail."""

    name: str
    amount: float
    owner: str
    account: str
    stage: str
    status: str
    close: str


@dataclass(frozen=True)
class Lead:
    """A lead; `waits` where it is neither converted nor closed or unqualified, `met` where a past meeting had it."""

    name: str
    company: str
    source: str
    status: str
    owner: str
    mail: str | None
    waits: bool
    met: bool


@dataclass(frozen=True)
class Talk:
    """A CRM engagement that has started or lies ahead; the owner by work e-mail."""

    id: str
    owner: str
    account: str
    contacts: tuple[str, ...]
    kind: str
    subject: str
    content: str
    start: str
    day: str
    past: bool


@dataclass(frozen=True)
class Invoice:
    """An invoice or, where `sold` is false, a bill. `counts`: neither draft nor void."""

    number: str
    customer: str
    sold: bool
    status: str
    counts: bool
    currency: str
    rate: float
    total: float
    balance: float
    issued: str
    due: str


@dataclass(frozen=True)
class Application:
    """A candidate's application; people of the hiring team by work e-mail."""

    id: str
    candidate: str
    mails: tuple[str, ...]
    job: str
    office: str
    stage: str
    source: str
    applied: str
    rejected: str | None
    active: bool


@dataclass(frozen=True)
class Interview:
    """An interview; interviewers by work e-mail."""

    candidate: str
    application: str
    job: str
    stage: str
    status: str
    day: str
    interviewers: tuple[str, ...]


def full(record: Row) -> str:
    """First and last name."""
    return f"{record['first_name']} {record['last_name']}"
