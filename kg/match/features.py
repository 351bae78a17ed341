"""The tables of matching: what speaks for one person or company, and against it, and how much.

Points add up; from BASE, which says how seldom two records that share a block are the same. A score is what the points make
of it, 0…1. Weights were set by hand so that every line of the rules in benchmarks/pairs/README.md holds; none is fitted.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kg.match.companies import Called
from kg.match.pairs import Pair
from kg.match.people import Like

BASE = -8.0


@dataclass(frozen=True, slots=True)
class Feature:
    """One line: says what was seen without telling the value."""

    says: str
    weight: float                      # points at value 1; negative ones speak against
    of: Callable[[Pair], float]        # 0…1
    is_veto: bool = False              # two records of which it holds are never in one hub by rules, nor over others


_GIVEN: Mapping[Like, float] = {Like.SAME: 1.0, Like.RESPELT: 0.9, Like.NICKNAME: 0.9, Like.SLIP: 0.8, Like.PART: 0.8, Like.INITIAL: 0.5}
_FAMILY: Mapping[Like, float] = {Like.SAME: 1.0, Like.RESPELT: 0.9, Like.SLIP: 0.8, Like.PART: 0.8, Like.INITIAL: 0.3}
_CALLED: Mapping[Called, float] = {Called.SAME: 1.0, Called.RESPELT: 0.9, Called.SLIP: 0.7, Called.ACRONYM: 0.6, Called.PART: 0.6}


def _full_name(p: Pair) -> float:
    return min(_GIVEN.get(p.names.given, 0.0), _FAMILY.get(p.names.family, 0.0))


def _other_first(p: Pair) -> float:
    return float(p.names.given is Like.DIFFERENT and p.names.family is not Like.DIFFERENT and not p.has_english_name)


def _other_family(p: Pair) -> float:
    return float(p.names.family is Like.DIFFERENT and p.names.given is not Like.DIFFERENT)


def _wholly_other(p: Pair) -> float:
    return float(p.names.family is Like.DIFFERENT and p.names.given is Like.DIFFERENT)


def _kept_first(p: Pair) -> float:
    """A changed surname: the first name stayed, in full."""
    return float(p.names.family is Like.DIFFERENT and p.names.given >= Like.SLIP)


def _when(test: Callable[[Pair], object]) -> Callable[[Pair], float]:
    return lambda p: float(bool(test(p)))


PERSON: tuple[Feature, ...] = (
    # For.
    Feature("one became the other", 20, _when(lambda p: p.right.key in p.left.links or p.left.key in p.right.links)),
    Feature("same address of their own", 12, _when(lambda p: p.same_mail)),
    Feature("same page of their own", 9, _when(lambda p: p.shared("url"))),
    Feature("same personnel number", 12, _when(lambda p: len(p.same_number) > 4)),
    Feature("same short personnel number", 6.5, _when(lambda p: 0 < len(p.same_number) <= 4)),
    Feature("same mobile number", 10.5, _when(lambda p: p.same_mobile)),
    Feature("same phone number", 6, _when(lambda p: p.same_phone and not p.same_mobile)),
    Feature("same log-in at one company", 6, _when(lambda p: p.same_login and not p.same_mail)),
    Feature("same address but for the ending", 6, _when(lambda p: p.two_endings)),
    Feature("same mailbox of an office", 3, _when(lambda p: p.shared("office"))),
    Feature("same company", 3.5, _when(lambda p: p.employers)),
    Feature("same hidden name", 5, _when(lambda p: p.shared("name"))),
    Feature("same birth date", 4, _when(lambda p: p.shared("born"))),
    Feature("same name", 5, _full_name),
    Feature("a rare name", 3, _when(lambda p: p.is_rare_name and _full_name(p) >= 0.8)),
    Feature("same town", 0.5, _when(lambda p: p.left.city and p.left.city == p.right.city)),
    # Against.
    Feature("another family name", -1.5, _kept_first),
    Feature("another family name, the first name not in full", -6, lambda p: _other_family(p) - _kept_first(p)),
    Feature("another family name and personnel number in one HR system", -6, lambda p: _kept_first(p) * p.two_numbers_here),
    Feature("another first name", -6, _other_first, is_veto=True),
    Feature("wholly another name", -14, _wholly_other, is_veto=True),
    Feature("another middle name", -2, _when(lambda p: p.names.middle is Like.DIFFERENT)),
    Feature("senior and junior", -12, _when(lambda p: p.names.generation is Like.DIFFERENT), is_veto=True),
    Feature("two addresses at one company", -3, _when(lambda p: p.two_addresses and not p.same_login)),
    Feature("two active employees of one HR system", -6, _when(lambda p: p.both_active_here), is_veto=True),
    Feature("two tax numbers", -8, _when(lambda p: p.differ("tax"))),
    Feature("two birth dates", -12, _when(lambda p: p.differ("born")), is_veto=True),
)

COMPANY: tuple[Feature, ...] = (
    # For.
    Feature("same tax number", 20, _when(lambda p: p.shared("tax"))),
    Feature("same site or mail host", 11, _when(lambda p: p.hosts)),
    Feature("same address", 6, _when(lambda p: (p.same_mail or p.shared("office")) and not p.hosts)),
    Feature("same phone number", 5.5, _when(lambda p: p.same_phone)),
    Feature("same street", 4, _when(lambda p: p.shared("street"))),
    Feature("same town", 1.5, _when(lambda p: p.shared("town"))),
    Feature("same host but for the ending", 2, _when(lambda p: p.other_ending)),
    Feature("same name", 5, lambda p: _CALLED.get(p.called, 0.0)),
    Feature("a former name of one", 10, _when(lambda p: p.shared("called") and p.called < Called.PART)),
    # Against.
    Feature("names with one word in common", -6, _when(lambda p: p.called is Called.RELATED)),
    Feature("another name", -9, _when(lambda p: p.called is Called.DIFFERENT)),
    Feature("two tax numbers", -16, _when(lambda p: p.differ("tax")), is_veto=True),
    Feature("another number in the name", -12, _when(lambda p: p.other_numbers), is_veto=True),
    Feature("another kind of body", -10, _when(lambda p: p.other_bodies), is_veto=True),
    Feature("another country in the name", -6, _when(lambda p: p.other_places)),
    Feature("another legal form, with its country", -3, _when(lambda p: p.other_form)),
    Feature("another town", -1.5, _when(lambda p: p.differ("town"))),
    Feature("two sites", -1, _when(lambda p: p.left.hosts and p.right.hosts and not (p.hosts or p.other_ending or p.same_phone))),
)

# What may be told of a join to whoever may see both records: it rests on what every employee sees. All else may be a private detail.
OPEN = frozenset({
    "one became the other", "same company", "same name", "a rare name", "same town", "same site or mail host", "same host but for the ending",
    "a former name of one",
})

TABLES: Mapping[str, tuple[Feature, ...]] = {"person": PERSON, "company": COMPANY}
