"""Rules for words that only carry what is asked for: "do we have", "brought in", "in the CRM", "a user in the tracker"."""

from collections.abc import Iterator

from agent.catalogue import Catalogue
from agent.plan.algebra import Groups, Measure, Set, Table, parts
from agent.understand.grammar.items import Figure, Item, Word
from agent.understand.grammar.productions.gaps import HOLDS, Gap
from agent.understand.grammar.productions.holding import is_account


def idle(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"… do we have", "… are there", "… bring in": verbs that only carry the figure; "before they were hired", of interviews."""
    counts = isinstance(left.value, Groups) or (isinstance(left.value, Figure) and left.value.measure.how == "count")
    kinds = ("idle", "count") if counts else ("idle",)
    if right.says("beside") and isinstance(left.value, Set) and known.models[left.value.model].name:
        return                          # "open deals with amounts": their names alone do not show them
    app = right.value.model.partition("/")[0] if isinstance(right.value, Set) and is_account(right.value) else ""
    if app and gap.words == ("in",) and any(model.startswith(f"{app}/") for model in _models(left.value)):
        yield left.grown(left.value, right, gap.mask, complete=left.complete, time=left.time)     # "open deals in the CRM": they stand there
    if not isinstance(right.value, Word) or right.value.kind not in kinds or not isinstance(left.value, Figure | Table | Groups | Set):
        return
    if gap.within(HOLDS) and right.value.target in ("idle", "count", *_models(left.value)):
        yield left.grown(left.value, right, gap.mask, complete=left.complete, time=left.time).saying("idle", right.cover)


def _models(value: object) -> set[str]:
    """Of which models the records asked for are."""
    nodes = [value] if isinstance(value, Set) else [part.of for part in parts(value) if isinstance(part, Measure)]
    return {node.model for node in nodes if isinstance(node, Set)}


_INSIDE = frozenset({"in", "of", "on", "for", "at", "with"})


def login(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"user" + "in the tracker", "account" + "in our CRM": being known there."""
    if isinstance(left.value, Word) and left.value.kind == "login" and is_account(right.value) and gap.words and gap.within(_INSIDE):
        yield left.grown(right.value, right, gap.mask)
