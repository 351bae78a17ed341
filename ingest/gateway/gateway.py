"""One tenant's linked accounts, read: records from Merge with what the reading is worth.

`found`, `none` and `unknown` are kept apart here and nowhere else. The gateway knows no question, no person and no graph; it reads and
never writes.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from ingest.gateway import values
from ingest.gateway.asking import Asking, Errand
from ingest.gateway.calls import Call, has_parameter, is_known, list_calls, retrieve_call
from ingest.gateway.client import Client
from ingest.gateway.errors import BY_WHY, BrokenAnswer, CouldNotRead, NotLinked, NotThere
from ingest.gateway.health import AccountHealth, Health
from ingest.gateway.limits import Deadline
from ingest.gateway.options import GatewayOptions
from ingest.gateway.pages import First, first_of, gather, unrepeated, walk
from ingest.gateway.side_by_side import Expected, SideBySide, Walk
from ingest.gateway.windows import Window
from ingest.records import LinkedAccount, Outcome, Reading, Record, SyncState, Why, that_share
from kg.ports import Clock

_EVERYTHING: Mapping[str, object] = {"include_deleted_data": True, "include_shell_data": True}     # a record that was emptied, too
_OF_WINDOWS = ("created_before", "created_after")
Pages = Iterable[Sequence[Record]]
Fetch = Callable[[LinkedAccount, Errand], Pages]


class Gateway:
    """Merge's Unified API for one tenant. Threads may share it."""

    def __init__(
        self, accounts: Sequence[LinkedAccount], *, api_key: str, base_url: str | None, clock: Clock, options: GatewayOptions | None = None,
    ) -> None:
        """No I/O. `base_url` ends in /api; None: Merge's own. Raises WrongSetting for an address, key or token that cannot be used."""
        self.accounts = tuple(accounts)
        self._options = options or GatewayOptions()
        self._clock = clock
        self._client = Client(self.accounts, api_key=api_key, base_url=base_url, options=self._options)
        self._asking = Asking(self._client, self._options)
        self._health = Health(self._asking, self._options)

    def __repr__(self) -> str:
        return f"Gateway({', '.join(f'{a.integration} ({a.category})' for a in self.accounts)})"

    def categories(self) -> frozenset[str]:
        """The categories that have a linked account."""
        return frozenset(a.category for a in self.accounts)

    def read(
        self, model: str, filters: Mapping[str, object] | None = None, *, expand: Sequence[str] = (), deadline: Deadline | None = None,
        account: str | None = None, expected: Expected | None = None,
    ) -> Reading:
        """All records of a model that meet the filters, over every linked account of its category, or the one named.

        Filters are Merge's own, pushed down: text, bool, aware datetime, enum member, list where the parameter takes several.
        `expected`: what the caller knows of the list, who holds what was read against that: a list of many pages is read in windows of
        creation time, side by side (`windows` of the Reading says so). None that is new to the caller is missed for lack of such a time.
        A failure is a Reading with outcome unknown, never an exception; `records` may then hold a part.
        Raises NotInCatalogue, NotAMergeId, NotAllowed for a call that cannot be meant, before anything leaves.
        """
        given = filters or {}
        calls = list_calls(model, given, expand, self._options.page_size)
        walk = expected.counting(self._walk) if expected else self._walk
        fetch = self._lists(model, calls, walk)
        if expected and self._options.in_flight > 1 and len(calls) == 1 and _are_free(model, given, (*_OF_WINDOWS, "modified_after")):
            fetch = SideBySide(walk, model, given, expand, expected, self._options, self._clock).fetch
        return self._reading(model, account, fetch, deadline)

    def retrieve(
        self, model: str, merge_id: str, *, expand: Sequence[str] = (), deadline: Deadline | None = None, account: str | None = None,
    ) -> Reading:
        """The record of that id, from whichever linked account has it: one record or none.

        None, in a healthy model, also where Merge says that the record was deleted. Failures and errors as in `read`.
        """
        call = retrieve_call(model, merge_id, expand)
        return self._reading(model, account, lambda one, errand: self._one(model, one, call, errand), deadline, until_found=True)

    def changes(
        self, model: str, since: datetime | None, *, account: str | None = None, deadline: Deadline | None = None, expand: Sequence[str] = (),
    ) -> Reading:
        """What Merge's copy saw change after `since`, deleted records included (`deleted` is set); everything where it is None.

        More than the changes, namely everything, for the few models that cannot be filtered by `modified_after`.
        """
        return self._reading(model, account, self._lists(model, self._changed(model, since, expand)), deadline)

    def pages(
        self, model: str, *, account: str, since: datetime | None = None, expand: Sequence[str] = (),
        waits: Callable[[float], None] | None = None,
    ) -> Iterator[tuple[Record, ...]]:
        """The same records as `changes`, page by page as they come, each record once (again only when it changed meanwhile).

        In no hurry: it leaves the reserve of the account's pace to questions; `waits` is told before it waits so many seconds.

        Raises CouldNotRead, a SourceUnavailable: before the first page where the model is switched off, else after the last one read when
        what was read is not everything. A walk that ends without an error was complete.
        """
        return self._pages(model, self._changed(model, since, expand), account, waits)

    def _pages(
        self, model: str, calls: Sequence[Call], account: str, waits: Callable[[float], None] | None,
    ) -> Iterator[tuple[Record, ...]]:
        errand = Errand(waits=waits)
        one = next((a for a in self._accounts(model) if a.id == account), None)
        if one is None:
            raise NotLinked
        return self._walk_believed(model, one, calls, errand)

    def read_again(
        self, first: Reading, filters: Mapping[str, object] | None = None, *, expand: Sequence[str] = (), deadline: Deadline | None = None,
        deleted: bool = False,
    ) -> Reading:
        """The list of a reading once more, cut into other pages: Merge gives no count, and a list that lost its end says nothing of it.

        With `deleted`, records that Merge holds as deleted or emptied come too. Failures and errors as in `read`.
        """
        wanted = {**(filters or {}), **(_EVERYTHING if deleted else {})}
        calls = self._cut_anew(first.model, wanted, expand, first_of(first.records))
        return self._reading(first.model, None, self._lists(first.model, calls), deadline)

    def pages_again(
        self, model: str, first: First, *, account: str, expand: Sequence[str] = (), waits: Callable[[float], None] | None = None,
    ) -> Iterator[tuple[Record, ...]]:
        """Everything once more as `pages` gives it, cut into other pages."""
        return self._pages(model, self._cut_anew(model, _EVERYTHING, expand, first), account, waits)

    def sync_states(
        self, category: str, *, account: str | None = None, fresh: bool = False, deadline: Deadline | None = None,
        waits: Callable[[float], None] | None = None,
    ) -> dict[str, tuple[SyncState, ...]]:
        """By model, its state in each linked account of the category; kept for some seconds unless `fresh`. Raises CouldNotRead.

        `account`: of that one alone, so that one that cannot be read holds up no other. `waits` as for `pages`.
        Empty for a category without a linked account, or one that the catalogue lacks.
        """
        errand = Errand(deadline or Deadline.never(), waits)
        found: dict[str, tuple[SyncState, ...]] = {}
        for one in (a for a in self.accounts if a.category == category and is_known(category) and account in (None, a.id)):
            for model, state in self._health.of(one, errand, fresh=fresh).states.items():
                found[model] = (*found.get(model, ()), state)
        return found

    def sharing(self, model: str, *, deadline: Deadline | None = None) -> frozenset[str]:
        """The ids of the category's linked accounts, without those that do not share the model. A single one is not asked; one that does not
        answer is not left out."""
        errand, accounts = _errand(deadline), self._accounts(model)
        return frozenset(a.id for a in accounts if len(accounts) == 1 or self._shares(model, a, errand))

    def switched_off(self, model: str, account: str, *, deadline: Deadline | None = None) -> frozenset[str]:
        """The fields that the scope of the linked account switches off; all where it is the model. Raises CouldNotRead."""
        errand = _errand(deadline)
        return frozenset().union(*(self._health.scope(one, errand).off(model) for one in self._accounts(model) if one.id == account))

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    # What a reading is worth.

    def _reading(
        self, model: str, account: str | None, fetch: Fetch, deadline: Deadline | None, until_found: bool = False,
    ) -> Reading:
        errand, fetched_at = _errand(deadline), self._clock()
        parts: list[_Part] = []
        for one in self._accounts(model):
            if account in (None, one.id):
                part = self._part(model, one, fetch, errand)
                parts = [part] if until_found and part.records else [*parts, part]
                if until_found and part.records:
                    break
        return _united(model, parts, fetched_at, errand)

    def _part(self, model: str, account: LinkedAccount, fetch: Fetch, errand: Errand) -> "_Part":
        records: dict[str, Record] = {}
        data_as_of: datetime | None = None
        try:
            health = self._health.of(account, errand)
            state = health.states.get(model)
            data_as_of = state.data_as_of if state else None
            why = health.trouble(model)
            if why not in (Why.SWITCHED_OFF, Why.NOT_LINKED):
                for page in fetch(account, errand):
                    gather(records, page)
                why = why or (None if records else self._why_empty(model, health, errand))
        except CouldNotRead as failure:
            why = failure.why
        return _Part(account, tuple(records.values()), why, data_as_of)

    def _why_empty(self, model: str, health: AccountHealth, errand: Errand) -> Why | None:
        """Why an empty answer proves nothing; None where it does. A model without a sync state is not synced at all in this account."""
        if not health.states:
            return Why.FIRST_SYNC            # Merge has only just been told of the account
        off = model not in health.states or model in self._health.scope(health.account, errand).models
        return Why.SWITCHED_OFF if off else None

    def _shares(self, model: str, account: LinkedAccount, errand: Errand) -> bool:
        try:
            health = self._health.of(account, errand)
            return Why.SWITCHED_OFF not in (health.trouble(model), self._why_empty(model, health, errand))
        except CouldNotRead:
            return True

    # What is asked.

    def _accounts(self, model: str) -> tuple[LinkedAccount, ...]:
        return tuple(a for a in self.accounts if a.category == model.partition("/")[0])

    def _changed(self, model: str, since: datetime | None, expand: Sequence[str]) -> tuple[Call, ...]:
        filters = dict(_EVERYTHING)
        if since is not None and has_parameter(model, "modified_after"):
            filters["modified_after"] = since
        return list_calls(model, filters, expand, self._options.page_size)

    def _cut_anew(self, model: str, filters: Mapping[str, object], expand: Sequence[str], first: First) -> tuple[Call, ...]:
        usual = self._options.page_size
        windows = first.windows(usual) if _are_free(model, filters, _OF_WINDOWS) else (Window(None, None),)
        return tuple(call for window in windows for call in list_calls(model, {**filters, **window.filters}, expand, first.page_size(usual)))

    def _lists(self, model: str, calls: Sequence[Call], walk: Walk | None = None) -> Fetch:
        pages = walk or self._walk
        return lambda account, errand: pages(model, account, calls, errand, self._options.max_pages)

    def _walk(
        self, model: str, account: LinkedAccount, calls: Sequence[Call], errand: Errand, most: int,
    ) -> Iterator[tuple[Record, ...]]:
        broken = False
        for call in calls:
            for rows in walk(lambda c: self._asking.json(account, c, errand), call, most):
                records = [values.record(model, account.id, row) for row in rows]
                broken = broken or None in records
                yield tuple(r for r in records if r is not None)
        if broken:
            raise BrokenAnswer(f"{account.integration} gave rows that are no records.")

    def _walk_believed(self, model: str, account: LinkedAccount, calls: Sequence[Call], errand: Errand) -> Iterator[tuple[Record, ...]]:
        health = self._health.of(account, errand)
        why = health.trouble(model)
        if why in (Why.SWITCHED_OFF, Why.NOT_LINKED):
            raise BY_WHY[why](f"{model} of {account.integration} cannot be read.")
        read = 0
        for page in unrepeated(self._walk(model, account, calls, errand, self._options.max_synced_pages)):
            read += len(page)
            yield page
        why = why or (None if read else self._why_empty(model, health, errand))
        if why is not None:
            raise BY_WHY[why](f"What {account.integration} gave of {model} is not everything.")

    def _one(self, model: str, account: LinkedAccount, call: Call, errand: Errand) -> Pages:
        try:
            found = values.record(model, account.id, self._asking.json(account, call, errand))
        except NotThere:
            return ()
        if found is None or found.id.lower() != (call.path_id or "").lower():
            raise BrokenAnswer(f"{account.integration} gave another record than the one asked for.")
        return () if found.deleted else ((found,),)


@dataclass(frozen=True, slots=True)
class _Part:
    """What one linked account gave."""

    account: LinkedAccount
    records: tuple[Record, ...]
    why: Why | None
    data_as_of: datetime | None


def _united(model: str, parts: Sequence[_Part], fetched_at: datetime, errand: Errand) -> Reading:
    parts = that_share(parts)
    records = tuple(r for part in parts for r in part.records)
    why = next((p.why for p in parts if p.why is not None), None) if parts else Why.NOT_LINKED
    times = [p.data_as_of for p in parts]
    known = [t for t in times if t is not None]
    return Reading(
        model=model, outcome=Outcome.UNKNOWN if why else Outcome.FOUND if records else Outcome.NONE, records=records, fetched_at=fetched_at,
        data_as_of=min(known) if known and len(known) == len(times) else None, why=why,
        integrations=tuple(p.account.integration for p in parts), calls=errand.calls, windows=errand.windows,
    )


def _are_free(model: str, filters: Mapping[str, object], names: Sequence[str]) -> bool:
    """Has the model's list these filters, and are they not in use?"""
    return all(has_parameter(model, name) and name not in filters for name in names)


def _errand(deadline: Deadline | None) -> Errand:
    return Errand(deadline or Deadline.never())
