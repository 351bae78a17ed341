"""Words that point at a name set off in the same question: "Ana Ruiz - which team is she in?", "what is his title, Ben Cole"."""

from collections.abc import Iterator, Sequence

from agent.catalogue import Model
from agent.language.words import Token, empty_tokens

_OF_PEOPLE = frozenset({"he", "she", "him", "her", "his", "hers", "they", "them", "their", "theirs"})
_OF_SEVERAL = frozenset({"they", "them", "their", "theirs"})
_BEFORE = frozenset({"for", "with", "of", "about", "at", "in", "on", "from", "regarding", "concerning", "as"})
_OF_FIRMS = frozenset({"they", "them", "their", "theirs", "it", "its", "there"})
_OF_THINGS = frozenset({"it", "its", "this", "there"})
_THAT = frozenset({"that", "this"})
_NOUNS = frozenset({"account", "company", "customer", "person", "ticket", "job", "deal"})      # by which a thing of any app is pointed at
_ASKING = frozenset({"what", "which", "who", "whom", "whose", "when", "where", "how", "what's", "who's", "is", "does", "has", "did", "can", "could"})


def pointing_at(tokens: Sequence[Token], first: int, last: int, model: Model | None) -> Iterator[tuple[int, int]]:
    """The stretches that may point at the name of a thing of the model (None for any): behind it if it is set off first, before it if it is last."""
    empty = empty_tokens(tokens)
    rest = [i for i in range(last, len(tokens)) if i not in empty]
    if rest and (_is_set_off(tokens, last) or tokens[last].plain in _ASKING or tokens[rest[0]].plain in _ASKING):
        pointing = rest
    elif not rest and _is_set_off(tokens, first):
        pointing = [i for i in range(first) if i not in empty]
    else:
        return
    words = _words_for(model)
    if not _stands_alone(tokens, first):
        words -= _OF_SEVERAL            # "the people reporting to Ana: what is assigned to them" asks it of those people
    nouns = frozenset(model.words) if model is not None else frozenset()
    for i in pointing:
        if tokens[i].plain in words:
            yield i, i + 1
        elif i + 1 < len(tokens) and tokens[i + 1].plain in _called(tokens[i].plain, nouns):
            yield i, i + 2


def _called(word: str, nouns: frozenset[str]) -> frozenset[str]:
    """By which nouns a thing is pointed at behind a word: "that person", and "the account" of an account."""
    return nouns | _NOUNS if word in _THAT else nouns if word == "the" else frozenset()


def _stands_alone(tokens: Sequence[Token], first: int) -> bool:
    """Does nothing but a preposition stand before the name?"""
    empty = empty_tokens(tokens)
    return all(i in empty or tokens[i].plain in _BEFORE for i in range(first))


def _words_for(model: Model | None) -> frozenset[str]:
    if model is None:
        return _OF_PEOPLE | _OF_FIRMS
    if model.is_person:
        return _OF_PEOPLE
    return _OF_FIRMS if model.id.endswith(("/Account", "/Contact")) else _OF_THINGS


def _is_set_off(tokens: Sequence[Token], i: int) -> bool:
    """Does more than a space stand before a word: a comma, a colon, a dash?"""
    return i > 0 and tokens[i].first > tokens[i - 1].last + 1
