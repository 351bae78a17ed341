"""What may stand between two items: licensed words, each allowed by the rule that joins them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from agent.catalogue import Catalogue
from agent.understand.grammar.items import Item

AUXILIARY = frozenset({"is", "are", "was", "were", "do", "does", "did", "have", "has", "had", "'s", "be", "been", "got", "'ve", "am", "'m", "being"})
OF = frozenset({"of", "for", "at", "from", "on", "with", "about", "behind"})
HAS = frozenset({"'s", "have", "has", "had", "got"})
THAT = frozenset({"that", "who", "which"})
HOLDS = AUXILIARY | THAT
PLACES = frozenset({"in", "at", "from", "on", "of", "to", "by", "for", "with", "into", "as", "within"})


@dataclass(frozen=True, slots=True)
class Gap:
    """The licensed words between two items, and their tokens.

    `stop`: a colon, a dash or a comma stands there too; `opens`: nothing but words without content stands before the first item.
    """

    words: tuple[str, ...]
    mask: int
    stop: bool = False
    opens: bool = False

    def within(self, allowed: frozenset[str]) -> bool:
        """Are all words between allowed here?"""
        return all(w in allowed for w in self.words)

    def ends_in(self, prepositions: tuple[str, ...]) -> bool:
        """Auxiliaries, then one of the prepositions next to the second item: "(I) had with X"."""
        return bool(self.words) and self.words[-1] in prepositions and all(w in HOLDS for w in self.words[:-1])


Rule = Callable[[Catalogue, Item, Item, Gap], Iterator[Item]]


@dataclass(frozen=True, slots=True)
class Typed:
    """A rule and the types of items that it takes."""

    rule: Rule
    left: tuple[type, ...]
    right: tuple[type, ...]
