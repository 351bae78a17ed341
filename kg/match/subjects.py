"""What matching sees of a record: the properties of its node, read once into comparable parts. Pure.

A subject holds what the graph holds and no more: class A search keys in clear, private values as join keys.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kg.match.companies import CompanyName, company_names
from kg.match.hosts import is_public_mail, is_shared_mailbox
from kg.match.people import PersonName, person_name
from kg.names import name_key
from kg.schema import HUB_KINDS

# Where the people of a record are: our own, somebody else's, or on their way to us.
INSIDE, OUTSIDE, APPLYING = "inside", "outside", "applying"
SIDES: Mapping[str, str] = {
    "hris/Employee": INSIDE, "crm/User": INSIDE, "ticketing/User": INSIDE, "ats/RemoteUser": INSIDE, "accounting/Employee": INSIDE,
    "filestorage/User": INSIDE, "knowledgebase/User": INSIDE,
    "crm/Contact": OUTSIDE, "crm/Lead": OUTSIDE, "ticketing/Contact": OUTSIDE, "accounting/Contact": OUTSIDE,
    "ats/Candidate": APPLYING,
}
_INACTIVE = frozenset({"inactive", "terminated", "archived", "false", "disabled"})
_HOST = re.compile(r"(?:www\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}")
_NUMBER = re.compile(r"\d")


@dataclass(frozen=True)
class Subject:
    """One record as matching sees it. `held` are the properties of its node."""

    held: Mapping[str, Any]
    links: frozenset[str] = frozenset()       # keys of what it says it became (a lead's contact)
    context: tuple[str, ...] = ()             # names and hosts of the company it says it belongs to

    @property
    def key(self) -> str:
        """The key of its node."""
        return str(self.held["key"])

    @property
    def model(self) -> str:
        """`crm/Contact`."""
        return str(self.held["model"])

    @cached_property
    def app(self) -> tuple[str, str]:
        """Its model and linked account: two records of one app were kept apart by somebody."""
        return self.model, str(self.held.get("linked_account") or "")

    @cached_property
    def side(self) -> str:
        """Where its person stands."""
        return SIDES.get(self.model, OUTSIDE)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """person, company, or both where nothing tells."""
        kind = HUB_KINDS.get(self.model, "")
        if kind != "either":
            return frozenset({kind} - {""})
        return frozenset({"company"}) if any(name.is_surely_one for name in self.titles) else frozenset({"person", "company"})

    @cached_property
    def names(self) -> tuple[PersonName, ...]:
        """The names of a person, as far as they are whole names: a lone word is one only where there is no other."""
        family = self._text("family_name")
        texts = [self._text("name"), *(a for a in self.held.get("aliases") or () if not _NUMBER.search(a) and "@" not in a and "." not in a)]
        found = [name for text in texts if text and not self._is_login(text) and (name := person_name(text, family))]
        whole = [name for name in found if name.family]
        return tuple(dict.fromkeys(whole or found[:1]))

    @cached_property
    def titles(self) -> tuple[CompanyName, ...]:
        """The names of a company."""
        texts = [self._text("name"), *(self.held.get("aliases") or ())]
        return tuple(dict.fromkeys(name for text in texts if text and not _is_host(text) for name in company_names(text)))

    @cached_property
    def email(self) -> str:
        """Its business address, lower case, or "". """
        return self._text("email").lower()

    @cached_property
    def mailbox_is_shared(self) -> bool:
        """Is its address one that several people read (info@)?"""
        return is_shared_mailbox(self.email)

    @cached_property
    def hosts(self) -> frozenset[str]:
        """The hosts of its company's mail and site, without those that anybody can have an address at."""
        aliases = (a.lower() for a in self.held.get("aliases") or () if "." in a and " " not in a and "@" not in a)
        found = {self._text("domain").lower().removeprefix("www."), self.email.partition("@")[2], *aliases}
        return frozenset(host for host in found if "." in host and not is_public_mail(host))

    @cached_property
    def employers(self) -> tuple[CompanyName, ...]:
        """The names of the company that a person says to belong to."""
        texts = [self._text("company"), *(c for c in self.context if not _is_host(c))]
        return tuple(dict.fromkeys(name for text in texts if text for name in company_names(text)))

    @cached_property
    def employer_hosts(self) -> frozenset[str]:
        """Hosts of the company that a person says to belong to, its own included."""
        return self.hosts | {c for c in self.context if _is_host(c)}

    @property
    def as_context(self) -> str:
        """What its people are compared by, as one text."""
        return "|".join(sorted({self._text("name"), self._text("domain"), *(self.held.get("aliases") or ())}))

    @cached_property
    def numbers(self) -> frozenset[str]:
        """Personnel numbers, folded."""
        return frozenset(filter(None, (name_key(self._text("employee_number")).lstrip("0"),)))

    def _is_login(self, text: str) -> bool:
        """Is it the part of the address before the @, where a name should be?"""
        return " " not in text.strip() and re.sub(r"[^0-9a-z]", "", text.lower()) in {re.sub(r"[^0-9a-z]", "", self.local), ""}

    @cached_property
    def local(self) -> str:
        """The part of its business address before the @, without tag; "" at a shared mailbox."""
        return "" if self.mailbox_is_shared else self.email.partition("@")[0].partition("+")[0]

    @cached_property
    def is_active(self) -> bool:
        """Is its person, as far as it says, still there?"""
        said = {self._text("status").lower(), self._text("is_active").lower()}
        return not said & _INACTIVE and self._text("disabled").lower() != "true"

    @cached_property
    def city(self) -> str:
        """Folded, or "". """
        return name_key(self._text("city"))

    def keys(self, kind: str) -> frozenset[str]:
        """Its join keys of a kind."""
        return self._keys.get(kind, frozenset())

    @cached_property
    def _keys(self) -> Mapping[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for key in self.held.get("join_keys") or ():
            found.setdefault(key.partition(":")[0], set()).add(key)
        return {kind: frozenset(keys) for kind, keys in found.items()}

    def _text(self, name: str) -> str:
        value = self.held.get(name)
        return "" if value is None else str(value).strip()


def _is_host(text: str) -> bool:
    return _HOST.fullmatch(text.lower()) is not None
