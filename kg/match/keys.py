"""Join keys: keyed hashes of values that stay at the source (private addresses, phone and tax numbers), only ever compared.

A key is `kind:hash`; two spellings of one value give one key. Without the secret nobody can try values out. Pure.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b

from kg.match.companies import company_names
from kg.match.hosts import is_public_mail, is_shared_mailbox
from kg.names import name_key

_ADDRESS = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")
_EXTENSION = re.compile(r"(?:ext\.?|extension|x|;|,).*$", re.IGNORECASE)
_MOBILE = frozenset({"mobile", "cell", "cellphone", "cell phone", "mobil"})
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_DOTLESS = frozenset({"gmail.com", "googlemail.com"})     # dots before the @ do not matter there, and both are one host
_PHONE_DIGITS = 8                                         # without country and trunk prefixes, which people write or leave out
_FEWEST_DIGITS = 7


def join_keys(secret: bytes, kind: str, values: Iterable[str]) -> tuple[str, ...]:
    """The keys of the values that are of this kind at all, without doubles, in order.

    A kind is a line of KINDS; a value may give several keys. Raises KeyError for another kind, ValueError for an empty secret.
    """
    if not secret:
        raise ValueError("join keys need a secret: without it anybody could try values out")
    found = ((prefix, plain) for value in values for prefix, read in KINDS[kind].items() if (plain := read(value)))
    return tuple(dict.fromkeys(f"{prefix}:{_hash(secret, prefix, plain)}" for prefix, plain in found))


def mail(text: str) -> str:
    """An address without case, tag and the dots that do not count: `Jo.Ann+news@GoogleMail.com` → `joann@gmail.com`."""
    found = text.strip().lower()
    if not _ADDRESS.fullmatch(found):
        return ""
    local, _, host = found.partition("@")
    local = local.partition("+")[0] or local
    return f"{local.replace('.', '')}@gmail.com" if host in _DOTLESS else f"{local}@{host}"


def phone(text: str) -> str:
    """The last eight digits of a number, or of `kind|number`, without its extension; empty for fewer than seven."""
    digits = re.sub(r"\D", "", _EXTENSION.sub("", text.rpartition("|")[2].replace("(0)", "")))
    return digits.lstrip("0")[-_PHONE_DIGITS:] if len(digits.lstrip("0")) >= _FEWEST_DIGITS else ""


def mobile(text: str) -> str:
    """A number of `mobile|number`, as `phone` gives it: one person's, and not an office's or a home's."""
    kind, _, number = text.partition("|")
    return phone(number) if kind in _MOBILE else ""


def tax(text: str) -> str:
    """Letters and digits of a tax number: `DE 123.456.789` → `de123456789`; empty for fewer than five digits."""
    found = re.sub(r"[^0-9a-z]", "", text.lower())
    return found if sum(c.isdigit() for c in found) >= 5 else ""


def url(text: str) -> str:
    """The address of a page of one's own, without scheme, www and trailing slash: `https://www.linkedin.com/in/Jo/` → `linkedin.com/in/jo`.

    Empty for an address without a path: a site is not a person.
    """
    host, slash, path = text.strip().lower().rpartition("://")[2].partition("?")[0].rstrip("/").partition("/")
    return f"{host.removeprefix('www.')}/{path}" if "." in host and slash else ""


def own_mail(text: str) -> str:
    """An address that is one person's."""
    found = mail(text)
    return "" if is_shared_mailbox(found) else found


def office_mail(text: str) -> str:
    """An address that several people read: `info@`."""
    found = mail(text)
    return found if is_shared_mailbox(found) else ""


def login(text: str) -> str:
    """What somebody signs in with, or has before the @ at a company's own host: letters and digits. Empty at a public mail host."""
    local, at, host = text.strip().lower().partition("@")
    return "" if at and (is_public_mail(host) or is_shared_mailbox(local)) else re.sub(r"[^0-9a-z]", "", local.partition("+")[0])


def street(text: str) -> str:
    """Street and town of `street|town`, in order; empty where one is missing."""
    first, _, town = text.partition("|")
    return f"{name_key(first)}|{name_key(town)}" if name_key(first) and name_key(town) else ""


def town(text: str) -> str:
    """The town of `street|town`."""
    return name_key(text.partition("|")[2])


def called(text: str) -> str:
    """The name of a company without legal form, as one word."""
    return next((name.glued for name in company_names(text)), "")


def birth_date(text: str) -> str:
    """A date: `1995-03-21T00:00:00Z` → `1995-03-21`."""
    return text[:10] if _DATE.match(text) else ""


# Kind as a projection names it -> what keys it gives, and how each is read.
KINDS: Mapping[str, Mapping[str, Callable[[str], str]]] = {
    "mail": {"mail": own_mail, "office": office_mail, "login": login},
    "login": {"login": login},
    "phone": {"phone": phone, "mobile": mobile},
    "tax": {"tax": tax},
    "url": {"url": url},
    "name": {"name": name_key},
    "address": {"street": street, "town": town},
    "born": {"born": birth_date},
    "called": {"called": called},
}


def _hash(secret: bytes, kind: str, value: str) -> str:
    kind = "phone" if kind == "mobile" else kind                # so that a mobile number is known by the other record's plain one
    return blake2b(f"{kind}|{value}".encode(), key=secret[:64], digest_size=12).hexdigest()
