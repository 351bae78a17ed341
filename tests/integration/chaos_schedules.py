"""Random schedules: a small company, changes at its source, how each is told of, and which syncs are asked for in between.

A schedule is plain data, so that it can be printed, shrunk and played again. What it means, `chaos_source` and `chaos_play` say.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import strategies as st

NAMES = ("Bill Ashworth", "William Ashworth", "Ana Ruiz", "Zoë Ångström", "Bill Tran")
MAILS = ("bill@acme.example", "ana.ruiz@acme.example", "info@acme.example", "bill@home.example")
FIRMS = ("Kenmore Freight", "Kenmore Freight GmbH", "Foxglove Apparel")
SITES = ("https://kenmore.example", "https://www.foxglove.example")
WORDS = ("Onboarding", "Travel policy.\n\nBook early.", "Lidar fault")
SHARED = ([], [{"id": "p1", "type": "COMPANY"}], [{"id": "p2", "type": "USER"}], ["p1"])     # the last: by id, as a webhook may say it


@dataclass(frozen=True)
class Model:
    """A Common Model as the schedules use it: values that fields may have, foreign keys and the models they lead to."""

    resource: str
    values: Mapping[str, tuple[Any, ...]]
    one: Mapping[str, str] = field(default_factory=dict)
    many: Mapping[str, str] = field(default_factory=dict)


MODELS: Mapping[str, Model] = {
    "hris/Team": Model("teams", {"name": ("Support", "Sales")}, {"parent_team": "hris/Team"}),
    "hris/Location": Model("locations", {"name": ("Bengaluru Hall", None), "city": ("Bengaluru", "Porto"), "location_type": ("WORK", "HOME", None)}),
    "hris/Employee": Model(
        "employees", {"display_full_name": NAMES, "work_email": (*MAILS, None), "personal_email": (MAILS[3], None), "employee_number": ("17", None)},
        {"manager": "hris/Employee", "team": "hris/Team", "work_location": "hris/Location"}),
    "crm/User": Model("users", {"name": NAMES, "email": (*MAILS, None)}),
    "crm/Account": Model("accounts", {"name": FIRMS, "website": (*SITES, None)}, {"owner": "crm/User"}),
    "crm/Contact": Model(
        "contacts", {"first_name": ("Bill", "Ana", None), "last_name": ("Ashworth", "Tran"),
                     "email_addresses": ([], [{"email_address": MAILS[0], "email_address_type": "WORK"}])},
        {"account": "crm/Account", "owner": "crm/User"}),
    "ticketing/User": Model("users", {"name": NAMES, "email_address": (*MAILS, None)}),
    "ticketing/Collection": Model("collections", {"name": ("Atlas", "Borealis"), "access_level": ("COMPANY", "PRIVATE", None)},
                                  {"parent_collection": "ticketing/Collection"}),
    "ticketing/Ticket": Model(
        "tickets", {"name": WORDS, "access_level": ("COMPANY", "PRIVATE", None), "ticket_url": ("https://t.example/browse/ATL-7", None)},
        {"creator": "ticketing/User", "parent_ticket": "ticketing/Ticket"},
        {"assignees": "ticketing/User", "collections": "ticketing/Collection"}),
    "filestorage/User": Model("users", {"name": NAMES, "email_address": (*MAILS, None)}),
    "filestorage/Folder": Model("folders", {"name": ("Plans", None), "permissions": SHARED}, {"parent_folder": "filestorage/Folder"}),
    "filestorage/File": Model("files", {"name": ("Budget.xlsx", "Offer.pdf"), "description": (*WORDS, None), "permissions": SHARED},
                              {"folder": "filestorage/Folder"}),
    "filestorage/Group": Model("groups", {"name": ("Leads", None)}, {}, {"users": "filestorage/User", "child_groups": "filestorage/Group"}),
    "knowledgebase/User": Model("users", {"name": NAMES, "email_address": (*MAILS, None)}),
    "knowledgebase/Container": Model("containers", {"name": ("Handbook", "People"), "permissions": SHARED},
                                     {"parent_container": "knowledgebase/Container"}),
    "knowledgebase/Article": Model(
        "articles", {"title": WORDS, "description": (*WORDS, None), "status": ("PUBLISHED", "DRAFT"), "visibility": ("INTERNAL", "PRIVATE"),
                     "permissions": SHARED},
        {"author": "knowledgebase/User", "parent_container": "knowledgebase/Container", "parent_article": "knowledgebase/Article"}),
}

_PEOPLE = ("hris/Team", "hris/Location", "hris/Employee")
_CUSTOMERS = ("crm/User", "crm/Account", "crm/Contact")
_TICKETS = ("ticketing/User", "ticketing/Collection", "ticketing/Ticket")

# What a company has: place of a linked account (its folder; the category where there is one of it) -> the models in use.
SHAPES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "people": {"hris": _PEOPLE},
    "customers": {"crm": _CUSTOMERS},
    "tickets": {"ticketing": _TICKETS},
    "files": {"filestorage": ("filestorage/User", "filestorage/Folder", "filestorage/File", "filestorage/Group")},
    "articles": {"knowledgebase": ("knowledgebase/User", "knowledgebase/Container", "knowledgebase/Article")},
    "two customer apps": {"crm": ("crm/User", "crm/Contact"), "crm-two": ("crm/User", "crm/Contact")},
    "people and tickets": {"hris": ("hris/Team", "hris/Employee"), "ticketing": ("ticketing/User", "ticketing/Ticket")},
    "people and customers": {"hris": ("hris/Employee",), "crm": ("crm/User", "crm/Contact")},
}

# When an event arrives: so many steps after its change, each time it is delivered. () is an event that is lost.
ARRIVALS = ((0,), (0,), (0,), (1,), (3,), (0, 0), (0, 4), (2, 1), (), (), (50,), (0, 50))
AFTER_ALL = 50
MINUTES = (1, 1, 3, 12, 0)              # between two changes; a cursor lies ten minutes back


@dataclass(frozen=True)
class Slot:
    """The n-th record of a model in a linked account."""

    place: str
    model: str
    number: int


@dataclass(frozen=True)
class Put:
    """A record gets these values, so many minutes after the change before; one that is gone comes back."""

    slot: Slot
    values: Mapping[str, Any]
    minutes: int = 1
    told: tuple[int, ...] = (0,)


@dataclass(frozen=True)
class Delete:
    """A record goes; nothing happens where there is none."""

    slot: Slot
    minutes: int = 1
    told: tuple[int, ...] = (0,)


@dataclass(frozen=True)
class Sync:
    """Somebody asks for a run of one part: full or delta."""

    mode: str
    place: str
    model: str


@dataclass(frozen=True)
class Leave:
    """A linked account is deleted at Merge."""

    place: str
    told: tuple[int, ...] = (0,)


Step = Put | Delete | Sync | Leave


@dataclass(frozen=True)
class Schedule:
    """A company and what happens to it. `first`: the sync that everything begins with, if one does."""

    shape: str
    records: tuple[Put, ...]
    first: str | None
    steps: tuple[Step, ...]
    deletions_move: bool = True             # whether Merge sets modified_at when it notices a deletion

    @property
    def parts(self) -> list[tuple[str, str]]:
        """(place, model) of everything in use."""
        return [(place, model) for place, models in SHAPES[self.shape].items() for model in models]

    def shorter(self) -> list["Schedule"]:
        """The same with one thing less, in every way."""
        without_step = [replace(self, steps=self.steps[:i] + self.steps[i + 1:]) for i in range(len(self.steps))]
        return without_step + [replace(self, records=self.records[:i] + self.records[i + 1:]) for i in range(len(self.records))]

    def __str__(self) -> str:
        rows = [*self.records, f"first: {self.first}", *self.steps]
        return "\n".join([f"{self.shape}, deletions {'move' if self.deletions_move else 'do not move'} modified_at", *(f"  {row}" for row in rows)])


Pick = Callable[[Sequence[Any]], Any]
"""One of several: by a random number, or by Hypothesis, which then can shrink."""


def schedule_of(seed: int) -> Schedule:
    """Always the same for a seed."""
    return schedule(random.Random(seed).choice)


@st.composite
def schedules(draw: st.DrawFn) -> Schedule:
    """The same schedules, from Hypothesis."""
    return schedule(lambda options: draw(st.sampled_from(options)))


def schedule(pick: Pick) -> Schedule:
    """A company of 6 to 14 records in up to four models, and 5 to 14 things that happen."""
    shape = pick(sorted(SHAPES))
    parts = [(place, model) for place, models in SHAPES[shape].items() for model in models]
    slots = [Slot(place, model, number) for place, model in parts for number in range(pick((2, 3, 4)))]
    records = tuple(Put(slot, _values(pick, slot.model, 1.0), told=()) for slot in slots)
    steps = [_STEPS[pick(_KINDS)](pick, parts, slots) for _ in range(pick(range(5, 15)))]
    if pick(range(8)) == 7:
        told = pick([told for told in ARRIVALS if told])         # one that is lost for good nobody can know of
        steps.insert(pick(range(len(steps))), Leave(pick(sorted(SHAPES[shape])), told))
    return Schedule(shape, records, pick(("full", "full", "delta", None)), tuple(steps), pick((True, True, False)))


Parts = Sequence[tuple[str, str]]


def _change(pick: Pick, parts: Parts, slots: Sequence[Slot]) -> Step:
    slot = pick(slots)
    return Put(slot, _values(pick, slot.model, 0.4), pick(MINUTES), pick(ARRIVALS))


def _new(pick: Pick, parts: Parts, slots: Sequence[Slot]) -> Step:
    slot = Slot(*pick(parts), 4)
    return Put(slot, _values(pick, slot.model, 0.8), pick(MINUTES), pick(ARRIVALS))


def _gone(pick: Pick, parts: Parts, slots: Sequence[Slot]) -> Step:
    return Delete(pick(slots), pick(MINUTES), pick(ARRIVALS))


def _asked(pick: Pick, parts: Parts, slots: Sequence[Slot]) -> Step:
    return Sync(pick(("delta", "delta", "full")), *pick(parts))


_STEPS: Mapping[str, Callable[[Pick, Parts, Sequence[Slot]], Step]] = {"change": _change, "new": _new, "gone": _gone, "asked": _asked}
_KINDS = ("change", "change", "change", "change", "gone", "gone", "new", "asked")


def _values(pick: Pick, model: str, share: float) -> Mapping[str, Any]:
    """Values of about that share of the fields; a foreign key is the number of a record, which need not exist, or None."""
    row = MODELS[model]
    options: dict[str, Sequence[Any]] = {**row.values, **dict.fromkeys(row.one, (None, 0, 1, 2, 4)), **dict.fromkeys(row.many, _MANY)}
    left_out = (False,) * round(10 * share) + (True,) * round(10 * (1 - share))
    return {name: pick(values) for name, values in options.items() if not pick(left_out)}


_MANY = ([], [0], [1, 0], [4])
