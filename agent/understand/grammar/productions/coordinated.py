"""Rules for conditions side by side: "P0 and P1", "open or overdue", "either … or"."""

from collections.abc import Iterator
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.plan.algebra import Either, Link, Not, Set, Where, parts
from agent.plan.periods import Interval
from agent.understand.grammar.items import Conditions, Item
from agent.understand.grammar.productions.gaps import HOLDS, PLACES, Gap
from agent.understand.grammar.productions.limits import field_of, flat


def either(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"P0 and P1", "open or pending": one of two values of a field; of different fields, both, or with "or" either."""
    one, other = left.value, right.value
    joins = not gap.words or (gap.words[0] in ("and", "or") and all(w in HOLDS | PLACES for w in gap.words[1:]))
    if not isinstance(one, Conditions) or not isinstance(other, Conditions) or one.model != other.model or one.unit or other.unit or not joins:
        return
    same = field_of(known, one.where) == field_of(known, other.where) != ""
    if not same and any(isinstance(c, Not) for c in one.where):
        return                                                      # "not in Lisbon and Porto": which of the two is not meant?
    if same:
        if gap.words or any(isinstance(c, Either) for c in (*one.where, *other.where)):     # "P0, P1 and P2"
            yield left.grown(replace(one, where=frozenset({Either(flat(one.where) | flat(other.where))})), right, gap.mask)
    elif gap.words[:1] == ("or",):
        if len(one.where) == len(other.where) == 1:                 # "open Sev1 or Sev2": how far does the "or" reach?
            yield left.grown(replace(one, where=frozenset({Either(flat(one.where) | flat(other.where))}), time=""), right, gap.mask)
    elif not gap.words or not (_is_noun(known, left) or _is_noun(known, right) or _are_two_times(one, other)):
        yield left.grown(replace(one, where=one.where | other.where, time=other.time or one.time), right, gap.mask)


def kinds(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"calls, meetings and emails": things of several kinds of one model."""
    one, other = left.value, right.value
    if not isinstance(one, Set) or not isinstance(other, Set) or one.model != other.model or gap.words not in ((), ("and",), ("or",)):
        return
    if one.links or other.links or one.newest or other.newest or len(one.where) != 1 or len(other.where) != 1:
        return
    field = field_of(known, one.where)
    plural = all(each.says(f"plural:{one.model}") for each in (left, right))
    if field and field == field_of(known, other.where) and known.field(field).values_are_nouns and plural:
        yield left.grown(replace(one, where=frozenset({Either(flat(one.where) | flat(other.where))})), right, gap.mask)


def _are_two_times(one: Conditions, other: Conditions) -> bool:
    """"Created and won last month": was each of the two then? The first has no period of its own; with who did it, it needs none."""
    if not one.time or any(isinstance(c, Link) for c in one.where):
        return False
    return other.time not in ("", one.time) or any(isinstance(part, Interval) for part in parts(other.where))


def _is_noun(known: Catalogue, limit: Item) -> bool:
    """Are things called by the value of a condition, without its field? "Defects and Sev1 tickets" are not those that are both."""
    assert isinstance(limit.value, Conditions)
    named = (c.field for c in flat(limit.value.where) if isinstance(c, Where) and known.field(c.field).values_are_nouns)
    return any(not limit.says(f"field:{field}") for field in named)
