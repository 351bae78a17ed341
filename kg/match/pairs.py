"""Two records side by side: what they have in common and what speaks against it, each worked out once. Pure."""

from dataclasses import dataclass
from functools import cached_property

from kg.match.companies import Called, CompanyName, compare_titles
from kg.match.hosts import is_public_mail, is_shared_site, registered, site_name
from kg.match.people import Like, Likeness, compare_names
from kg.match.subjects import Subject
from kg.match.words import groups, word_set

_TWO_FIRST_NAMES = word_set("people", "two_first_names") | groups("people", "romanised").keys()


@dataclass(frozen=True)
class Pair:
    """Two subjects. What is said of them does not depend on which is left."""

    left: Subject
    right: Subject

    def shared(self, kind: str) -> frozenset[str]:
        """The join keys of a kind that both have."""
        return self.left.keys(kind) & self.right.keys(kind)

    def differ(self, kind: str) -> bool:
        """Do both have join keys of a kind, and none in common?"""
        return bool(self.left.keys(kind) and self.right.keys(kind) and not self.shared(kind))

    @cached_property
    def names(self) -> Likeness:
        """Their names as names of people."""
        return compare_names(self.left.names, self.right.names)

    @cached_property
    def called(self) -> Called:
        """Their names as names of companies."""
        return compare_titles(self.left.titles, self.right.titles)

    @cached_property
    def hosts(self) -> frozenset[str]:
        """Registered hosts of their companies' sites and mail that both have; pages on a platform count as a whole."""
        return registered_hosts(self.left.hosts) & registered_hosts(self.right.hosts)

    @cached_property
    def employers(self) -> bool:
        """Do both belong to one company, by its name or host?"""
        by_name = compare_titles(self.left.employers, self.right.employers) >= Called.RESPELT
        return by_name or bool(registered_hosts(self.left.employer_hosts) & registered_hosts(self.right.employer_hosts))

    @cached_property
    def same_mail(self) -> bool:
        """Do both have an address that is one person's?"""
        return bool(self.shared("mail")) or (self.left.email != "" and self.left.email == self.right.email and not self.left.mailbox_is_shared)

    @cached_property
    def same_phone(self) -> bool:
        """Do both have a number, whose-ever it is?"""
        return bool(self.shared("phone"))

    @cached_property
    def same_mobile(self) -> bool:
        """Do both have a number that one of them calls a mobile one?"""
        found = {key.partition(":")[2] for key in self.shared("phone")}
        return bool(found & {key.partition(":")[2] for key in self.left.keys("mobile") | self.right.keys("mobile")})

    @cached_property
    def same_number(self) -> str:
        """A personnel number of both, or "". """
        return min(self.left.numbers & self.right.numbers, default="")

    @cached_property
    def same_login(self) -> bool:
        """Do both sign in by the same name at one company?"""
        return bool(self.shared("login") and self.employers)

    @cached_property
    def two_endings(self) -> bool:
        """Is what stands before the @ the same, at two hosts of one company that end otherwise (x.com, x.de)?"""
        (a, b) = (s.email.partition("@")[2] for s in (self.left, self.right))
        is_one_company = a != b and site_name(a) == site_name(b) != "" and not (is_public_mail(a) or is_public_mail(b))
        return self.left.local != "" and self.left.local == self.right.local and is_one_company

    @cached_property
    def two_addresses(self) -> bool:
        """Do both have an address at one company, and not the same?"""
        (a, b) = (s.email.partition("@")[2] for s in (self.left, self.right))
        return bool(self.left.local and self.right.local) and a == b and self.left.local != self.right.local and not self.same_mail

    @cached_property
    def both_active_here(self) -> bool:
        """Are both active employees in the same HR system, under two numbers?"""
        return self._both_employees_here and self.left.is_active and self.right.is_active and self.left.key != self.right.key

    @cached_property
    def two_numbers_here(self) -> bool:
        """Are both employees in the same HR system, with personnel numbers and none in common?"""
        return bool(self._both_employees_here and self.left.numbers and self.right.numbers and not self.same_number)

    @property
    def _both_employees_here(self) -> bool:
        return self.left.model == self.right.model == "hris/Employee" and self.left.app == self.right.app

    @cached_property
    def has_english_name(self) -> bool:
        """Is one first name the one that the shared address spells, and the other an English one that many carry beside their own?"""
        families = {w for s in (self.left, self.right) for n in s.names for w in n.family}
        spelt = {n.given[0] for s in (self.left, self.right) for n in s.names if n.given and len(n.given[0]) > 2 and n.given[0] in s.local}
        return self.same_mail and self.names.family >= Like.RESPELT and bool(families & _TWO_FIRST_NAMES and spelt)

    @cached_property
    def is_rare_name(self) -> bool:
        """Do their names have three words in common, as with two family names?"""
        a, b = ({w for n in s.names for w in (*n.given, *n.family) if len(w) > 1} for s in (self.left, self.right))
        return len(a & b) > 2

    @cached_property
    def other_ending(self) -> bool:
        """Do the sites of two companies differ in their ending alone?"""
        a, b = ({site_name(h) for h in s.hosts if not is_shared_site(h)} - {""} for s in (self.left, self.right))
        return bool(a & b) and not self.hosts

    @cached_property
    def titles(self) -> tuple[CompanyName, ...]:
        """All names of both."""
        return (*self.left.titles, *self.right.titles)

    @cached_property
    def other_numbers(self) -> bool:
        """Do their names hold different numbers or letters of a series: Fund II, Fund V?"""
        a, b = ({w for n in s.titles for w in n.words if _is_numeral(w)} for s in (self.left, self.right))
        return a != b and bool(a and b) and not self.shared("tax")

    @cached_property
    def other_bodies(self) -> bool:
        """Is one a foundation, fund, holding … and the other not, or another?"""
        a, b = (frozenset(w for n in s.titles for w in n.bodies) for s in (self.left, self.right))
        return a != b and bool(self.left.titles and self.right.titles) and not self.shared("tax")

    @cached_property
    def other_places(self) -> bool:
        """Do their names name two countries?"""
        a, b = (frozenset(w for n in s.titles for w in n.places) for s in (self.left, self.right))
        return bool(a and b and not a & b)

    @cached_property
    def other_form(self) -> bool:
        """Do both name a legal form, and of different law, one of them with its country?"""
        a, b = ({n.form for n in s.titles} - {"", "co"} for s in (self.left, self.right))
        one_place = {w for n in self.left.titles for w in n.places} ^ {w for n in self.right.titles for w in n.places}
        return bool(a and b and not a & b and one_place)


def registered_hosts(hosts: frozenset[str]) -> frozenset[str]:
    """What of hosts is registered; pages on a platform count as a whole, the platform itself not at all."""
    return frozenset(host if is_shared_site(host) and host != registered(host) else registered(host)
                     for host in hosts if not (is_shared_site(host) and host == registered(host)))


def _is_numeral(word: str) -> bool:
    return word.isdigit() or not word.strip("ivx")
