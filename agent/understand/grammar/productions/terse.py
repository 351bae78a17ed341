"""Rules for short questions: what they are about first ("quill-editor: open bugs"), the question word last ("INV-1 due when"), a list to end with."""

from collections.abc import Iterator

from agent.catalogue import Catalogue
from agent.plan.algebra import Set
from agent.understand.grammar.items import Ask, Figure, Item, Word
from agent.understand.grammar.productions.gaps import Gap
from agent.understand.grammar.productions.questions import listed


def list_last(known: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"closed jobs, list", "my reports in Porto, names": set off from what is to be listed."""
    word = right.value
    if gap.stop and not gap.words and isinstance(word, Word) and (word.kind, word.target) == ("focus", "list") and isinstance(left.value, Set):
        for goal in listed(known, left.value):
            yield left.grown(goal, right, gap.mask, complete=True)


def worth(_: Catalogue, left: Item, right: Item, gap: Gap) -> Iterator[Item]:
    """"(what is) our pipeline" + "worth": a total of those amounts already."""
    measure = left.value.measure if isinstance(left.value, Figure) and left.value.metric else None
    if measure is not None and measure.how == "sum" and isinstance(right.value, Ask) and right.value == Ask(measure.field or "") and not gap.words:
        yield left.grown(left.value, right, gap.mask, time=left.time)


