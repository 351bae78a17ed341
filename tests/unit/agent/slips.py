"""Slips of the hand, generated: words of the catalogue with letters left out, added, swapped or taken for others."""

import random
import string

from agent.catalogue import catalogue
from agent.language.words import forms, phrase


def spoken_words():
    """The words that the shipped catalogue calls its models, fields and relations by."""
    known = catalogue()
    called = (text for each in (*known.models.values(), *known.fields(), *known.relations()) for text in each.words)
    return sorted({w for text in called for w in phrase(text) if w.isalpha()})


def slips(words, edits, shortest, each):
    """(word, misspelt word) pairs, none of which is a word itself; of several edits none is in the first letter, which people hardly ever miss."""
    generator = random.Random(20)
    taken = {f for w in words for f in forms(w)}
    for word in (w for w in words if len(w) >= shortest):
        for _ in range(each):
            wrong = word
            for _ in range(edits):
                wrong = _slip(wrong, generator, edits - 1)
            if not taken & forms(wrong):
                yield word, wrong


def _slip(word, generator, first):
    place, letter = generator.randrange(first, len(word)), generator.choice(string.ascii_lowercase)
    head, tail = word[:place], word[place + 1 :]
    swapped = head + tail[:1] + word[place] + tail[1:]
    return generator.choice([head + tail, head + letter + word[place:], head + letter + tail, swapped])
