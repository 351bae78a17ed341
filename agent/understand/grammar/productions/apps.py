"""Rules for who is known in an app: "an account in the tracker", "whom the CRM does not know"."""

from collections.abc import Iterator

from agent.catalogue import Catalogue
from agent.understand.grammar.items import Item, Word
from agent.understand.grammar.productions.gaps import Gap
from agent.understand.grammar.productions.holding import is_account

_INSIDE = frozenset({"in", "of", "on", "for", "at", "with"})


def login(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"user" + "in the tracker", "account" + "in our CRM": being known there."""
    if isinstance(left.value, Word) and left.value.kind == "login" and is_account(right.value) and gap.words and gap.within(_INSIDE):
        yield left.grown(right.value, right, gap.mask)



