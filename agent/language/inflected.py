"""Words as English grammar bends them: "dimmers" is "dimmer", "refunding" is "refunds". Dictionary forms come from a library.

Forms only, no stems: a driver is no drive. Which records an answer is about is decided by these, so a word that merely looks alike must not
count. Not for names, which stand as they are.
"""

from functools import lru_cache

import simplemma

from agent.language.words import forms
from kg.names import fold, words

_SHORTEST = 4                           # letters of a word that has other forms here


def holds_words(text: str, sought: str) -> bool:
    """Do the words that are sought stand side by side in a text, each as it was said or in another form?"""
    there, wanted = ([bases(word) for word in words(said)] for said in (text, sought))
    places = range(len(there) - len(wanted) + 1)
    return any(all(one & other for one, other in zip(there[at:], wanted, strict=False)) for at in places)


@lru_cache(maxsize=50_000)
def bases(word: str) -> frozenset[str]:
    """A folded word with those that it is a form of; two words are one where they share any: "dimmed", "dimming" and "dim"."""
    if not word.isalpha() or len(word) < _SHORTEST:
        return frozenset({word})
    base = fold(simplemma.lemmatize(word, lang="en"))
    is_kept = word.startswith(base[:-1])        # of "sought" it would be "seek", of "media" a medium: not what somebody looks for by it
    return forms(word) | {base} if is_kept else forms(word)
