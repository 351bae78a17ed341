"""What operators see and do: how far the syncs are, what is parked, which records may be one. For the API and the operator's page.

The role opens no data: of records it shows class A names, and of those that not every employee may see, app and kind alone.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ingest.projections import MODELS
from kg.errors import BadInput
from kg.graph import Graph
from kg.hubs import Proposal, alike, decide, review, together
from kg.rows import model_of
from ui.asking.conversation import Installation
from ui.sign_in.access import Asker
from ui.text.labels import app_of, kind_of
from workers import tasks
from workers.settings import clock_of
from workers.tasks.parking import find_parked, parked
from workers.tasks.sync_status import sync_overview

DECISIONS: Mapping[str, bool | None] = {"same": True, "different": False, "undo": None}
_STATES: Mapping[str, str] = {          # of kg.hubs, as they are called here
    "review": "open", "confirmed": "same", "automatic": "joined", "never": "different", "undone": "parted",
}
MOST_READ = 5_000                       # pairs of records of a state, the likeliest first


@dataclass(frozen=True, slots=True)
class Side:
    """One of two records that may be one."""

    key: str
    app: str                            # "CRM"
    kind: str                           # "CRM contact"
    name: str | None                    # None where the operator may not see it, or it has none


@dataclass(frozen=True, slots=True)
class Pair:
    """Two records that may be the same person or company, and why."""

    left: Side
    right: Side
    score: float
    evidence: tuple[str, ...]
    state: str                          # open; decided: same, different, parted (a join undone); joined: by the rules alone
    left_also: tuple[Side, ...] = ()    # records that are one with the left, and look like the right as well: they are decided with it
    right_also: tuple[Side, ...] = ()


class Operations(Protocol):
    """What the surfaces need. Each raises BadInput for what does not exist, StoreUnavailable, GraphUnavailable."""

    def syncs(self, tenant: str) -> dict[str, Any]:
        """`SyncOverview.as_json`, with the parked messages as a list."""

    def sync_now(self, tenant: str, mode: str, account: str | None, model: str | None) -> None:
        """Have the tenant's records read, all or those named: `delta` or `full`."""

    def let_go(self, tenant: str, account: str) -> None:
        """Let a linked account go, with its records and joins. Raises BadInput for one that the tenant has not."""

    def rerun(self, tenant: str, message: str) -> None:
        """Have a worker try a parked message of the tenant again."""

    def joins(self, tenant: str) -> Sequence[Pair]:
        """Pairs to be reviewed, then those that somebody decided or the rules joined; of each state those out of MOST_READ pairs of records."""

    def decide(self, operator: Asker, left: str, right: str, decision: str) -> None:
        """Say of two records `same` or `different`; `undo` takes back what was said, or parts what the rules joined."""


class OwnOperations:
    """Those of this process's installation. `carry_out` has a tenant's decisions carried out by a worker."""

    def __init__(self, installation: Installation, carry_out: Callable[[str], object] | None = None) -> None:
        self._installation = installation
        self._carry_out = carry_out or _join_soon

    def syncs(self, tenant: str) -> dict[str, Any]:
        """As Operations says."""
        overview = sync_overview(tenant).as_json()
        return overview | {"parked": [one.as_json() for one in parked(self._installation.store, tenant)]}

    def sync_now(self, tenant: str, mode: str, account: str | None, model: str | None) -> None:
        """As Operations says."""
        tasks.start_sync(tenant, mode, account, model)

    def let_go(self, tenant: str, account: str) -> None:
        """As Operations says."""
        company = next(each.company for each in self._installation.tenants.all() if each.company.tenant == tenant)
        if account not in {one.id for one in company.linked_accounts}:
            raise BadInput("This app is not linked any more.")
        tasks.let_go(tenant, account)

    def rerun(self, tenant: str, message: str) -> None:
        """As Operations says."""
        for one in find_parked(self._installation.store, message, tenant):
            tasks.rerun(one)

    def joins(self, tenant: str) -> Sequence[Pair]:
        """As Operations says."""
        graph = self._installation.graph
        return [pair for state in _STATES for pair in _each_once(graph, tenant, review(graph, tenant, state=state, limit=MOST_READ))]

    def decide(self, operator: Asker, left: str, right: str, decision: str) -> None:
        """As Operations says."""
        company = next(each.company for each in self._installation.tenants.all() if each.company.tenant == operator.tenant)
        now, graph = clock_of(self._installation.settings, company)(), self._installation.graph
        try:
            for one, other in alike(graph, operator.tenant, left, right):
                decide(graph, operator.tenant, one, other, decision_of(decision), by=operator.email, now=now)
        except ValueError as error:
            raise BadInput(f"{error}.") from error
        self._carry_out(operator.tenant)


def _join_soon(tenant: str) -> None:
    tasks.join_tenant.delay(tenant)         # looked up when it is needed: it opens the queue


def decision_of(said: str) -> bool | None:
    """Same, different, or None for neither any more. Raises BadInput."""
    if said not in DECISIONS:
        raise BadInput(f"{said!r} is no decision. Say one of {', '.join(DECISIONS)}.")
    return DECISIONS[said]


def _each_once(graph: Graph, tenant: str, found: Sequence[Proposal]) -> list[Pair]:
    """What a person decides as one, each once, by its likeliest pair: records that are joined are one side."""
    of = together(graph, tenant, {member.key for one in found for member in (one.left, one.right)})
    groups: dict[object, list[Proposal]] = {}
    for one in found:
        sides = frozenset(of.get(member.key, (member.key,)) for member in (one.left, one.right))
        what = one if one.state == "automatic" else (sides, one.decided_by, one.decided_at)
        groups.setdefault(what, []).append(one)
    return [_pair(some, of) for some in groups.values()]


def _pair(some: Sequence[Proposal], of: Mapping[str, Sequence[str]]) -> Pair:
    first = some[0]
    left, right = first.left.key, first.right.key
    more = {member.key: side(member.key, member.name) for one in some for member in (one.left, one.right) if member.key not in (left, right)}
    with_left = tuple(each for key, each in more.items() if key in of.get(left, ()))
    with_right = tuple(each for each in more.values() if each not in with_left)
    ones = side(left, first.left.name), side(right, first.right.name)
    return Pair(*ones, first.score, first.evidence, _STATES[first.state], with_left, with_right)


def side(key: str, name: str | None) -> Side:
    """A record as an operator may see it: without its name where not every employee may see records of its kind (candidates, the books)."""
    model = model_of(key)
    category, _, noun = model.partition("/")
    return Side(key, app_of(category), kind_of(category, noun), None if MODELS[model].restricted else name)
