"""The same person or company in another app, found live: persons by e-mail address, companies by name and by the domain that is theirs.

The graph joins records in hubs too; there they lead a name to the records it may mean. Here only what the source says now counts.
"""

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from agent.live import accepts, dig
from agent.run import Run
from ingest.records import Record
from kg.match.hosts import is_public_mail, is_shared_site, registered
from kg.names import name_key

ONE_PERSONS = 2                         # addresses that one person may have
# Where the addresses of a person stand. A candidate usually applied from a private one, so an employee has two.
ADDRESSES: Mapping[str, tuple[str, ...]] = {
    "hris/Employee": ("work_email", "personal_email"),
    "crm/User": ("email",),
    "crm/Contact": ("email_addresses[].email_address",),
    "crm/Lead": ("email_addresses[].email_address",),
    "ticketing/User": ("email_address",),
    "ticketing/Contact": ("email_address",),
    "ats/RemoteUser": ("email",),
    "ats/Candidate": ("email_addresses[].value",),
    "accounting/Employee": ("email_address",),
    "knowledgebase/User": ("email_address",),
}
# Where a company's sites and mail hosts stand.
SITES: Mapping[str, tuple[str, ...]] = {
    "crm/Account": ("website",),
    "ticketing/Account": ("domains[]",),
    "accounting/Contact": ("email_address",),
}


def same(run: Run, model: str, starts: Sequence[Record], to: str, ends: Sequence[Record] | None = None) -> Mapping[str, tuple[Record, ...]]:
    """For each record those of another app that are the same person or company; of `ends` only, where they are given.

    Nobody for models that are joined by nothing.
    """
    if model == to:                     # the very same record
        own_ids = None if ends is None else {r.id for r in ends}
        return {r.id: (r,) if own_ids is None or r.id in own_ids else () for r in starts}
    marks = _people if model in ADDRESSES and to in ADDRESSES else _companies if model in SITES and to in SITES else None
    if marks is None:
        return {r.id: () for r in starts}
    own = {r.id: marks(model, r) for r in starts}
    there = ends if ends is not None else _candidates(run, to, frozenset().union(*own.values()))
    by_mark: dict[str, dict[str, Record]] = {}
    for record in there:
        for mark in marks(to, record):
            by_mark.setdefault(mark, {})[record.id] = record
    found = {start: {i: r for mark in mine for i, r in by_mark.get(mark, {}).items()} for start, mine in own.items()}
    return {start: tuple(sorted(records.values(), key=lambda r: r.id)) for start, records in found.items()}


def addresses(model: str, record: Record) -> frozenset[str]:
    """A person's e-mail addresses, in lower case."""
    return frozenset(str(v).strip().lower() for path in ADDRESSES[model] for v in dig(record, path)) - {""}


def _candidates(run: Run, to: str, marks: frozenset[str]) -> Sequence[Record]:
    """Those who may be meant: by the API's own filter for one person's addresses, else everybody.

    The source filters by the letter and may write an address in other case: then the list decides.
    """
    parameter = ADDRESSES.get(to, ("",))[0].partition("[")[0]
    if len(marks) <= ONE_PERSONS and accepts(to, parameter):
        found = [r for mark in sorted(marks) for r in run.live.records(to, {parameter: mark})]
        if found:
            return found
    return run.live.records(to) if marks else ()


def _people(model: str, record: Record) -> frozenset[str]:
    return addresses(model, record)


def _companies(model: str, record: Record) -> frozenset[str]:
    """A company's name without its legal form, and the domains that nobody else has."""
    name = next((str(v) for v in dig(record, "name")), "")
    hosts = (_host(str(v)) for path in SITES[model] for v in dig(record, path))
    return frozenset({name_key(name), *(f"@{host}" for host in hosts)}) - {"", "@"}


def _host(text: str) -> str:
    """The registered domain of a site or an address; empty where others may have it too."""
    if "@" in text:
        host = text.rpartition("@")[2].strip().lower()
        return "" if is_public_mail(host) else registered(host)
    address = text.strip().lower()
    host = (urlsplit(address if "//" in address else f"//{address}").hostname or "").removeprefix("www.")
    return "" if is_shared_site(host) or is_public_mail(host) else registered(host)
