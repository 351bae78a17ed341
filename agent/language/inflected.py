"""Words as English grammar bends them: "dimmers" is "dimmer", "refunding" is "refunds". Dictionary forms come from a library.

Forms only, no stems: a driver is no drive. Which records an answer is about is decided by these, so a word that merely looks alike must not
count. Not for names, which stand as they are.
"""

from functools import lru_cache
from itertools import pairwise

import simplemma

from agent.language.words import forms
from kg.names import fold, words

_SHORTEST = 4                           # letters of a word that has other forms here
_SHORTEST_COMPOUND = 6                  # letters of a word that may be written as two: of shorter ones two words make another, "in to"


def holds_words(text: str, sought: str) -> bool:
    """Do the words that are sought stand side by side in a text, each as it was said or in another form, or written as one: "standby", "stand-by"?

    What is sought without any word, such as "?", stands there as it is.
    """
    there, wanted = words(text), words(sought)
    if not wanted:
        return sought.strip() in text
    each, sets = [bases(word) for word in there], [bases(word) for word in wanted]
    places = range(len(there) - len(wanted) + 1)
    return any(all(one & other for one, other in zip(each[at:], sets, strict=False)) for at in places) or _is_run_together(there, wanted)


def _is_run_together(there: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Is a word of the text what is sought without its gaps, or the other way round?"""
    whole = "".join(wanted)
    if not whole.isalpha() or len(whole) < _SHORTEST_COMPOUND:
        return False
    one_word = there if len(wanted) > 1 else map("".join, pairwise(there))
    return any(not bases(one).isdisjoint(bases(whole)) for one in one_word)


@lru_cache(maxsize=50_000)
def bases(word: str) -> frozenset[str]:
    """A folded word with those that it is a form of; two words are one where they share any: "dimmed", "dimming" and "dim"."""
    if not word.isalpha() or len(word) < _SHORTEST:
        return frozenset({word})
    base = fold(simplemma.lemmatize(word, lang="en"))
    is_kept = word.startswith(base[:-1])        # of "sought" it would be "seek", of "media" a medium: not what somebody looks for by it
    return forms(word) | {base} if is_kept else forms(word)
