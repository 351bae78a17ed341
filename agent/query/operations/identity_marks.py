"""What tells that two records of different apps are one person or company: addresses, personnel numbers, names and sites. Pure.

Marks are keys of the product's own: who asks never sees one, nor which of them matched.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from ingest.records import Record, values_at
from kg.match.hosts import is_public_mail, is_shared_site, registered
from kg.names import name_key, name_words

Mark = tuple[str, str]                  # kind, value: ("mail", "ana@acme.example")
Marks = Mapping[str, frozenset[Mark]]   # by the record's id

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
    "filestorage/User": ("email_address",),
    "knowledgebase/User": ("email_address",),
}
# Where a company's sites and mail hosts stand.
SITES: Mapping[str, tuple[str, ...]] = {
    "crm/Account": ("website",),
    "ticketing/Account": ("domains[]",),
    "accounting/Contact": ("email_address",),
}
# Apps that count their people by the number that HR gave them. It joins with the family name only: books have numbers of their own, too.
_NUMBERED = frozenset({"hris/Employee", "accounting/Employee"})
_PUBLIC = "public"                      # the host of addresses that anybody can have


def are_comparable(model: str, to: str) -> bool:
    """Are records of the two models persons, or companies, in both?"""
    return (model in ADDRESSES and to in ADDRESSES) or (model in SITES and to in SITES)


def marks_of(model: str, to: str, record: Record) -> frozenset[Mark]:
    """The marks by which a record of `model` is found among those of `to`."""
    return _of_person(model, record) if model in ADDRESSES and to in ADDRESSES else _of_company(model, record)


def addresses(model: str, record: Record) -> frozenset[str]:
    """A person's e-mail addresses, in lower case."""
    return frozenset(str(v).strip().lower() for path in ADDRESSES[model] for v in values_at(record, path)) - {""}


def most_could_match(mine: Marks, others: Marks, home: str) -> bool:
    """Could at least half of the records have matched one of the others, had it been the same? Else that none did tells nothing.

    Private addresses and those of the company itself (`home`, its domain) have to be there of half of the others, too; of a customer's
    domain it is enough that the others know it.
    """
    there = Counter(space for found in others.values() for space in _spaces(found))
    scarce = {("mail", _PUBLIC), ("mail", registered(home))}
    known = {space for space, count in there.items() if space not in scarce or 2 * count >= len(others)}
    return 2 * sum(bool(_spaces(found) & known) for found in mine.values()) >= len(mine)


def _of_person(model: str, record: Record) -> frozenset[Mark]:
    return frozenset({*(("mail", address) for address in addresses(model, record)), *_number(model, record)})


def _number(model: str, record: Record) -> frozenset[Mark]:
    number = name_key(str(next(iter(values_at(record, "employee_number")), ""))).lstrip("0") if model in _NUMBERED else ""
    family = name_words(str(next(iter(values_at(record, "last_name")), "")))
    return frozenset({("number", f"{number} {family[-1]}")}) if number and family else frozenset()


def _of_company(model: str, record: Record) -> frozenset[Mark]:
    """A company's name without its legal form, and the domains that nobody else has."""
    name = name_key(str(next(iter(values_at(record, "name")), "")))
    hosts = {_host(str(v)) for path in SITES[model] for v in values_at(record, path)}
    return frozenset({*((("name", name),) if name else ()), *(("host", host) for host in hosts - {""})})


def _host(text: str) -> str:
    """The registered domain of a site or an address; empty where others may have it too."""
    if "@" in text:
        host = text.rpartition("@")[2].strip().lower()
        return "" if is_public_mail(host) else registered(host)
    address = text.strip().lower()
    host = (urlsplit(address if "//" in address else f"//{address}").hostname or "").removeprefix("www.")
    return "" if is_shared_site(host) or is_public_mail(host) else registered(host)


def _spaces(found: frozenset[Mark]) -> frozenset[Mark]:
    """Within what a mark is one of its kind: a domain for an address, the kind itself for all others."""
    return frozenset((kind, _domain(value) if kind == "mail" else "") for kind, value in found)


def _domain(address: str) -> str:
    host = address.rpartition("@")[2]
    return _PUBLIC if is_public_mail(host) else registered(host)


def by_mark(records: Sequence[Record], found: Marks) -> Mapping[Mark, Sequence[Record]]:
    """The records of each mark."""
    held: dict[Mark, list[Record]] = {}
    for record in records:
        for mark in found[record.id]:
            held.setdefault(mark, []).append(record)
    return held
