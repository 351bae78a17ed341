"""Is a question in another language, and what is said to the person then, in that language.

By tables of small words and scripts (foreign.toml), without a model. Names do not count: "Fußball AG" and "de la Cruz" are asked about in English.
"""

import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import simplemma

from agent.language.words import words
from kg.names import fold

ENOUGH = 2.0                            # clear words, that make a question of our script foreign; small ones and a question mark count half
SMALL = 0.5
MOST_ODD = 2                            # words in small letters that are no English: they may be names or slips too

LONGEST_NAME = 3                        # words

_GAPS = re.compile(r"[\s?!.,;:()\[\]/&+\"“”„«»‘’'`´¿¡।。、？！，：；「」（）…–—-]+")


@dataclass(frozen=True, slots=True)
class Foreign:
    """A language, by its English name, and the sentence in it that says what can be read and how to go on."""

    language: str
    sentence: str


@dataclass(frozen=True, slots=True)
class _Language:
    """A row of foreign.toml, folded."""

    name: str
    sentence: str
    clear: frozenset[str]
    small: frozenset[str]
    inside: tuple[str, ...]
    letters: tuple[str, ...]
    mark: tuple[str, ...]
    mark_letters: frozenset[str]
    spelt: frozenset[str]
    signs: frozenset[str]


def foreign(question: str) -> Foreign | None:
    """The language of a question that is not in English; None for English ones, for names, and for what is not recognised."""
    said = [w for w in _GAPS.split(question) if w]
    scripts = {_script(c) for c in question if c.isalpha()}
    own = None if _english() & {fold(w) for w in said} else _by_script(question, said, scripts - {"LATIN"})
    found = own or _by_words(question, said)
    return Foreign(found.name, found.sentence) if found else None


def languages() -> Mapping[str, str]:
    """The languages that are recognised, and the sentence in each."""
    return {each.name: each.sentence for each in _languages()}


def _by_script(question: str, said: Sequence[str], scripts: set[str]) -> _Language | None:
    """One clear word is enough in a script of its own, or more words than a name has. Letters that only one language has go before."""
    text, folded = fold(question), {fold(w) for w in said}
    many = sum(_script(w[0]) in scripts for w in said) > LONGEST_NAME
    written = [each for each in _languages() if scripts & set(each.mark or each.letters) and not _lacks_letters(question, each)]
    scored = [(bool(each.mark or each.mark_letters), _clear_in(text, folded, each), each) for each in written]
    return max((s for s in scored if s[1] or many), key=lambda s: s[:2], default=(False, 0, None))[2]


def _clear_in(text: str, said: set[str], language: _Language) -> int:
    return len(said & language.clear) + sum(piece in text for piece in language.inside)


def _lacks_letters(question: str, language: _Language) -> bool:
    return bool(language.mark_letters) and not language.mark_letters & set(question.casefold())


def _by_words(question: str, said: Sequence[str]) -> _Language | None:
    odd = {fold(w) for w in said if w.islower() and not simplemma.is_known(w, lang="en")}
    asks = SMALL if question.rstrip().endswith("?") else 0.0
    plain = {fold(w) for w in said}
    scored = [(_score(plain, odd, language) + asks, _signs_in(question, language), -place, language) for place, language in enumerate(_languages())]
    score, _, _, best = max(scored, key=lambda s: s[:3])
    return best if score >= ENOUGH else None


def _score(said: Set[str], odd: Set[str], language: _Language) -> float:
    """Clear words, and half of the small and (at most two) odd ones; nothing where as many words are English."""
    clear = said & (language.clear | language.spelt)
    small = said & language.small
    english = (said & _english()) - clear - small
    others = len(small) + min(len(odd - clear - small), MOST_ODD)
    return len(clear) + SMALL * others if len(clear) > len(english) else -ENOUGH


def _signs_in(question: str, language: _Language) -> int:
    return sum(c in language.signs for c in question.lower())


def _script(letter: str) -> str:
    return unicodedata.name(letter, "?").partition(" ")[0]


@cache
def _english() -> frozenset[str]:
    """The small words of English questions."""
    known = words()
    phrases = (*known.empty, *known.focus, *known.summarise, *known.newest, *known.still)
    return frozenset({w for p in phrases for w in p} | known.licensed | known.meaning | known.pronouns | known.me)


@cache
def _languages() -> tuple[_Language, ...]:
    table: Mapping[str, Mapping[str, Any]] = tomllib.loads(resources.files(__package__).joinpath("foreign.toml").read_text("utf-8"))
    return tuple(_language(row) for row in table.values())


def _language(row: Mapping[str, Any]) -> _Language:
    clear, small, inside, spelt = (tuple(fold(w) for w in row.get(kind, ())) for kind in ("clear", "small", "inside", "spelt"))
    return _Language(
        row["name"], row["sentence"], frozenset(clear), frozenset(small), inside,
        tuple(row.get("letters", "").split()), tuple(row.get("mark", "").split()), frozenset(row.get("mark_letters", "")),
        frozenset(spelt), frozenset(row.get("signs", "")),
    )
