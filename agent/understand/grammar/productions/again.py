"""Rules for what is asked again behind what was asked for: "Ben's job title, what is it?", "my reports in Lisbon, who are they?"."""

from collections.abc import Iterator

from agent.catalogue import Catalogue
from agent.plan.algebra import Names, Set, Table
from agent.understand.grammar.items import Figure, Item, Shown, Word
from agent.understand.grammar.paths import is_bare
from agent.understand.grammar.productions.gaps import HOLDS, Gap
from agent.understand.grammar.productions.questions import listed

_KINDS = {"when": ("date", "datetime"), "how_much": ("quantity", "money", "number")}


def asked_again(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """The same once more, set off, by a word that fits."""
    word, asked = right.value, left.value
    if not isinstance(word, Word) or word.kind != "asked_again" or gap.words:
        return
    if isinstance(asked, Shown) and gap.stop and (word.target == "" or known.field(asked.goal.field).kind in _KINDS.get(word.target, ())):
        yield left.grown(Shown(asked.goal), right, gap.mask, complete=True)
    elif isinstance(asked, Names | Table | Figure) and gap.stop and (word.target == "" or isinstance(asked, Figure)):
        yield left.grown(asked, right, gap.mask, complete=left.complete, time=left.time)
    elif isinstance(asked, Set) and gap.stop and not is_bare(asked) and word.target in ("", "who"):
        yield from (left.grown(goal, right, gap.mask, complete=True) for goal in listed(known, asked))


def held_here(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"(which position) does Ben" + "hold with us", "has Ben" + "got here": a verb that only carries what is asked for."""
    if isinstance(left.value, Shown) and isinstance(right.value, Word) and right.value.kind == "held_here" and gap.within(HOLDS):
        yield left.grown(left.value, right, gap.mask, complete=left.complete)


def is_there(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"is there" + "a phone number of Ben": it is shown, or there is none."""
    asks = isinstance(left.value, Word) and (left.value.kind, left.value.target) == ("whether", "there") and not gap.words
    if asks and isinstance(right.value, Shown) and not right.value.needs:
        yield left.grown(right.value, right, gap.mask, complete=True)
