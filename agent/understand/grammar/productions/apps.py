"""Rules for who is known in an app: "an account in the tracker", "whom the CRM does not know"."""

from collections.abc import Iterator

from agent.catalogue import SAME_PERSON, Catalogue
from agent.plan.algebra import Condition, Link, Not, Set
from agent.understand.grammar.items import Conditions, Item, Word
from agent.understand.grammar.paths import PEOPLE
from agent.understand.grammar.productions.gaps import Gap
from agent.understand.grammar.productions.holding import is_account

_INSIDE = frozenset({"in", "of", "on", "for", "at", "with"})


def login(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"user" + "in the tracker", "account" + "in our CRM": being known there."""
    if isinstance(left.value, Word) and left.value.kind == "login" and is_account(right.value) and gap.words and gap.within(_INSIDE):
        yield left.grown(right.value, right, gap.mask)


def knows(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"(people whom) the CRM" + "does not know", "(reports that) the tracker" + "knows"."""
    app, word = left.value, right.value
    if not isinstance(app, Set) or not is_account(app) or not isinstance(word, Word) or word.kind != "knows" or gap.words:
        return
    if (PEOPLE, app.model) in SAME_PERSON:
        known_there: Condition = Link("hub", False, app)
        where = frozenset({known_there if word.target == "knows" else Not(known_there)})
        made = left.grown(Conditions(PEOPLE, where), right, gap.mask)
        yield made.saying("not:not", right.cover) if word.target == "not" else made
