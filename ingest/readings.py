"""How a field of a record is read as texts that name or find it. Pure; knows shapes of values, no models.

A reading takes one field's value and gives the texts in it, best first, () where there is nothing. Nested parts of a
record (addresses, e-mail addresses) are mappings, or ids where the source did not embed them; ids give nothing.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any

from kg.match.hosts import is_public_mail

Reading = Callable[[Any], tuple[str, ...]]

FORMERLY = re.compile(r"\b(?:formerly|previously|formerly known as|fka|f/k/a|vormals|ehemals|anciennement)[: ]+((?:[\w&'’-]+ ?){1,6})", re.IGNORECASE)
TICKET_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_]*-\d+")
FILE_NAME = re.compile(r"(.*\w.*)\.[A-Za-z][A-Za-z0-9]{0,4}")
PRIVATE_ADDRESS = frozenset({"personal", "private", "home"})
WORK_ADDRESS = frozenset({"work", "business", "office", "company"})


def text(value: Any) -> tuple[str, ...]:
    """A plain text or number, without surrounding and doubled space."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ()
    words = " ".join(str(value).split())
    return (words,) if words else ()


def ticket_key(value: Any) -> tuple[str, ...]:
    """The key people write for a ticket ("ATL-102"), where the value is one or ends in one as an address does."""
    tail = "".join(text(value)).split("?")[0].rstrip("/").rpartition("/")[2]
    return (tail,) if TICKET_KEY.fullmatch(tail) else ()


def last_part(value: Any) -> tuple[str, ...]:
    """The last part of an address's path ("https://…/projects/ATL" → "ATL"), () for an address without a path."""
    rest = "".join(text(value)).split("?")[0].partition("://")[2].rstrip("/")
    return text(rest.rpartition("/")[2]) if "/" in rest else ()


def address(value: Any) -> tuple[str, ...]:
    """An e-mail address in lower case."""
    found = "".join(text(value)).lower()
    return (found,) if re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s.]+", found) else ()


def business_address(value: Any) -> tuple[str, ...]:
    """An e-mail address, unless it is at a host where people have private ones."""
    return tuple(found for found in address(value) if not is_public_mail(found.rpartition("@")[2]))


def work_addresses(value: Any) -> tuple[str, ...]:
    """Business e-mail addresses out of `email_addresses`: those called work first, never one called personal.

    One that is not called anything counts as private at a host where people have private ones.
    """
    kinds: tuple[list[str], list[str]] = ([], [])
    for part in _parts(value):
        kind = "".join(text(part.get("email_address_type"))).lower()
        if kind in WORK_ADDRESS:
            kinds[0].extend(address(part.get("email_address")))
        elif kind not in PRIVATE_ADDRESS:
            kinds[1].extend(business_address(part.get("email_address")))
    return (*kinds[0], *kinds[1])


def within(*names: str) -> Reading:
    """Reads the texts of these fields out of embedded parts: `within("value")` of phone numbers."""
    return lambda value: tuple(found for part in _parts(value) for name in names for found in text(part.get(name)))


def typed(name: str, kind: str) -> Reading:
    """Reads `kind|text` out of embedded parts: `typed("phone_number", "phone_number_type")` gives `mobile|+49 151 …`."""
    return lambda value: tuple(
        f"{''.join(text(part.get(kind))).lower()}|{found}" for part in _parts(value) for found in text(part.get(name)))


def mobile(value: Any) -> tuple[str, ...]:
    """A number that is a mobile one."""
    return tuple(f"mobile|{found}" for found in text(value))


def texts(value: Any) -> tuple[str, ...]:
    """A plain text, or each of several."""
    return tuple(found for one in (value if isinstance(value, list | tuple) else (value,)) for found in text(one))


def without_ending(value: Any) -> tuple[str, ...]:
    """A file's name as people say it: `Q3 board deck.pptx` → `Q3 board deck`; nothing where it has no ending."""
    return tuple(match[1] for name in text(value) if (match := FILE_NAME.fullmatch(name)))


def host(value: Any) -> tuple[str, ...]:
    """The host of a web site, or of each of several, without www."""
    addresses = value if isinstance(value, list | tuple) else (value,)
    return tuple(found for one in addresses for found in _host(one))


def mail_host(value: Any) -> tuple[str, ...]:
    """The host of an e-mail address, unless anybody can have an address there."""
    return tuple(found for one in address(value) if not is_public_mail(found := one.rpartition("@")[2]))


def work_mail_hosts(value: Any) -> tuple[str, ...]:
    """The hosts of business e-mail addresses out of `email_addresses`."""
    return tuple(found for one in work_addresses(value) for found in mail_host(one))


def cities(value: Any) -> tuple[str, ...]:
    """The cities out of `addresses`."""
    return tuple(city for part in _parts(value) for city in text(part.get("city")))


def places(value: Any) -> tuple[str, ...]:
    """`street|city` of each of `addresses`; a missing part is empty."""
    return tuple("|".join("".join(text(part.get(name))) for name in ("street_1", "city")) for part in _parts(value))


def former_names(value: Any) -> tuple[str, ...]:
    """What a company was called before, where a text says so: `Formerly Iris Clinics.` → `Iris Clinics`."""
    return tuple(name for found in FORMERLY.findall("".join(text(value))) for name in text(found))


def day(value: Any) -> tuple[str, ...]:
    """The date of a time: `1995-03-21`."""
    return (value.isoformat()[:10],) if isinstance(value, date) else text(value)


def _parts(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, list | tuple):
        yield from (part for part in value if isinstance(part, Mapping))


def _host(value: Any) -> tuple[str, ...]:
    found = "".join(text(value)).lower().partition("://")
    name = re.split(r"[/?#:]", found[2] or found[0], maxsplit=1)[0].removeprefix("www.").rstrip(".")
    return (name,) if "." in name and "@" not in name and not is_public_mail(name) else ()
