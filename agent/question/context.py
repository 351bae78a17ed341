"""The context of a question: who asks, the live reads, the graph, what was settled and assumed on the way."""

import threading
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal, Protocol

from agent.answer import Reason
from agent.catalogue import Catalogue
from agent.errors import Declined
from agent.language.words import holds, phrase, tokens
from agent.live.memo import Memo
from agent.live.reads import LiveReads
from agent.llm.budget import Budget
from agent.llm.port import Caution, Message, Model, PromptSize
from agent.plan.algebra import Node
from agent.plan.periods import Calendar
from agent.policy.decision import Viewer
from agent.question.defaults import Defaults, Unlearned
from agent.question.ledger import Ledger
from agent.question.links import Choices, EntityLinks
from agent.question.notes import Notes
from ingest.company import Company, Person
from ingest.gateway import Deadline
from ingest.records import Outcome, Record, Why, ids_in
from kg.graph import Graph
from kg.resolve import by_email
from kg.upsert import tombstone

Planner = Literal["rules", "model", "both"]
ASKER = "asker"                         # the key of the one who asks, who is matched once
LONGEST_CHAIN = 20                      # managers above somebody; a loop in the source must not hang a question


class Freshness(Protocol):
    """What a delta read found out about one model."""

    @property
    def outcome(self) -> Outcome:
        """unknown: it could not be brought up to the moment."""

    @property
    def why(self) -> Why | None:
        """Why not."""

    @property
    def changed(self) -> int:
        """How many records came."""

    @property
    def calls(self) -> int:
        """HTTP requests made."""


class UpToDate(Protocol):
    """Brings the graph up to the moment of a question (ingest.sync behind it)."""

    def refresh(self, models: Collection[str], deadline: Deadline | None = None) -> Mapping[str, Freshness]:
        """A delta read of each model, written into the graph."""

    def apply(self, records: Iterable[Record]) -> int:
        """Records that were read live and differ from the graph, written into it."""

    def whole_until(self, model: str, account_ids: Collection[str]) -> datetime | None:
        """Everything that Merge's copies of a model held at that time in these linked accounts is in the graph; None where that cannot be told."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, matched live: for the policy, and their employee record where HR has exactly one."""

    viewer: Viewer
    record: Record | None = None


@dataclass(eq=False)
class Counter:
    """A number that threads add to."""

    total: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, number: int = 1) -> None:
        """Add to the total."""
        with self._lock:
            self.total += number


@dataclass(frozen=True, slots=True)
class NodeUses:
    """How the plan that runs uses its nodes, which decides what the policy is asked of their members."""

    counted: frozenset[Node] = frozenset()                             # nodes of which only the number is asked, never who they are
    tallied: frozenset[Node] = frozenset()                             # nodes that are only measured for the rows of others
    told: frozenset[Node] = frozenset()                                # nodes whose members, or figures over them, are told
    led_through: Mapping[Node, tuple[str, Node]] = field(default_factory=dict)      # node on the way from people to what is told -> its model, people


@dataclass(frozen=True, slots=True)
class QuestionContext:
    """What one question of one person is answered with. What is found out on the way stands in the collectors: links, notes, ledger, counters."""

    tenant: str
    company: Company
    person: Person
    catalogue: Catalogue
    graph: Graph
    live: LiveReads
    up_to_date: UpToDate
    links: EntityLinks = field(default_factory=EntityLinks)            # what was chosen, and what names stand for
    notes: Notes = field(default_factory=Notes)                        # what the answer has to tell beside its result
    unlearned: tuple[Unlearned, ...] = ()                              # earlier statements of the person that could not be learned
    defaults: Defaults = field(default_factory=Defaults)               # what the person's preferences decide
    graph_queries: Counter = field(default_factory=Counter)
    ledger: Ledger = field(default_factory=Ledger)                     # what was read of private classes
    uses: NodeUses = field(default_factory=NodeUses)                   # of the plan that runs
    model: Model | None = None                                         # None: no language model is set
    planner: Planner = "both"                                          # who may plan: the model first, or one of them alone
    caution: Caution = "normal"                                        # how easily a plan of the model is put to the person
    catalogue_letters: int = 0                                         # of the catalogue, that a prompt may hold
    prompt: PromptSize = "full"                                        # how much the model is told with a message
    budget: Budget = field(default_factory=Budget)                     # what the model has cost this question, and may still cost
    asked: str = ""                                                    # the question as it was said
    background: Callable[[], tuple[Message, ...]] = tuple              # what a model is told beside the question
    _asker: Memo[Asker] = field(default_factory=Memo)
    _made: Memo[tuple[Record, ...]] = field(default_factory=Memo)

    def fresh(self, choices: Choices | None = None) -> "QuestionContext":
        """The same person's context for another request: what was read is at hand, nothing is settled or assumed, and the policy was asked nothing.

        `choices`: chosen for that request alone, instead of what was chosen for all.
        """
        return replace(self, links=self.links.apart(choices), notes=Notes(), uses=NodeUses(), ledger=replace(self.ledger, checked=set()))

    def may_default(self, words: Collection[str], learned_at: datetime | None = None) -> bool:
        """May a default be used for these words? Not after the person said something of them that could not be learned.

        `learned_at`: of a default that was learned, when that was; what was said before it no longer counts.
        """
        wanted = {phrase(w) for w in words}
        said = [tuple(t.plain for t in tokens(one.text)) for one in self.unlearned if learned_at is None or one.at >= learned_at]
        return not any(holds(s, w) for s in said for w in wanted)

    def day(self, moment: datetime) -> str:
        """The company's day of a moment, as it is told."""
        return f"{self.company.local_day(moment):%Y-%m-%d}"

    def calendar(self) -> Calendar:
        """The company's day and its fiscal year, and weeks as the person has them begin."""
        month, _, day = self.company.fiscal_year_start.partition("-")
        return Calendar(self.company.local_day(self.live.now).date(), (int(month), int(day)), self.defaults.week_start)

    def once(self, name: str, make: Callable[[], tuple[Record, ...]]) -> tuple[Record, ...]:
        """Derived records, made once for the whole question and shared by its requests."""
        return self._made.get(name, make)

    def forget(self, key: str) -> None:
        """Write a tombstone for an entity that the source no longer has, so that it is not proposed again."""
        tombstone(self.graph, self.tenant, [key], self.live.now, "verify-live")

    def viewer(self) -> Viewer:
        """Who asks, matched live to one active employee where there is one. Raises Declined for somebody who has left."""
        return self._asker.get(ASKER, self._matched).viewer

    def me(self) -> Record:
        """The asker's own employee record. Raises Declined where HR does not know exactly one active employee of that address."""
        record = self._asker.get(ASKER, self._matched).record
        if record is None:
            raise Declined(Reason.NO_RECORD, f"HR knows no single active employee with the address {self.person.email}.")
        return record

    def managers_of(self, employee: Record) -> tuple[str, ...]:
        """The ids of the people above an employee, the direct manager first, as they are now."""
        above: list[str] = []
        current: Record | None = employee
        while current is not None and len(above) < LONGEST_CHAIN:
            manager = next(iter(ids_in(current, "manager")), None)
            if manager is None or manager in above or manager == employee.id:
                break
            above.append(manager)
            current = self.live.record("hris/Employee", manager)
        return tuple(above)

    def _matched(self) -> Asker:
        """Who asks, as HR has them now."""
        has_hr = "hris" in self.live.gateway.categories()
        me = self._find_me() if has_hr else None
        is_partner = me is not None and "hr_partner" in self.person.roles       # no other right hangs on who is above the viewer
        return Asker(Viewer(self.person, me.id if me else None, self.managers_of(me) if is_partner and me else (), has_hr=has_hr), me)

    def _find_me(self) -> Record | None:
        """Exactly one active employee with the asker's address; case does not matter."""
        found = self.employees_at(self.person.email)
        active = [r for r in found if r.values.get("employment_status") == "ACTIVE"]
        if found and not active:
            raise Declined(Reason.NOT_PERMITTED, "HR does not list you as an active employee, so I may not answer you.")
        return active[0] if len(active) == 1 else None

    def employees_at(self, address: str) -> tuple[Record, ...]:
        """The employees of a work address (lower case), live.

        The source may write it in other case, and filters by the letter: then the graph proposes, and the record decides.
        """
        found = self.live.records("hris/Employee", {"work_email": address})
        if found:
            return found
        self.graph_queries.add()
        proposed = by_email(self.graph, self.tenant, [address], models=("hris/Employee",)).get(address, ())
        there = self.live.by_ids("hris/Employee", [c.merge_id for c in proposed])
        return tuple(r for r in there if str(r.values.get("work_email") or "").strip().lower() == address)
