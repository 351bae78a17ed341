"""Rules for a second thing that is had or lacked: "with an overdue invoice" + "and an open ticket", + "but no open ticket", "both … and …"."""

from collections.abc import Iterator

from agent.catalogue import Catalogue
from agent.plan.algebra import Set
from agent.understand.grammar.items import Item, Word
from agent.understand.grammar.paths import is_bare
from agent.understand.grammar.productions.compared import with_some
from agent.understand.grammar.productions.gaps import Gap
from agent.understand.grammar.productions.holding import HAD, held

ONE_OF_BOTH = "one of both"             # the same: "both" was said, and
BOTH = "both"                           # both were
_WITH = frozenset({"with", "have", "has", "having"})


def and_some(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"customers with an overdue invoice" + "and an open ticket", + "and with an open ticket": each of them has both."""
    if _has_just_said(left) and gap.words[:1] == ("and",) and set(gap.words[1:]) <= _WITH:
        for made in with_some(known, left, right, Gap(("with",), gap.mask)):
            yield made.saying(BOTH, gap.mask)


def _has_just_said(item: Item) -> bool:
    """Does what is had stand right before: not "customers with an open deal in Lisbon", of which the deal may be there?"""
    return held(item.value) is not None and any(element == HAD and mask.bit_length() == item.cover.bit_length() for element, mask in item.said)


def both(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"(with) both" + "an overdue invoice" (and an open ticket)."""
    if isinstance(left.value, Word) and left.value.kind == "both" and isinstance(right.value, Set) and not is_bare(right.value) and not gap.words:
        yield right.grown(right.value, left, gap.mask, time=right.time).saying(ONE_OF_BOTH, left.cover)
