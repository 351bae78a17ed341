"""Is a question in another language, and what is said to the person then, in that language.

Which one it is py3langid says, without a model of language; names do not count: "Fußball AG" and "de la Cruz" are asked about in English.
"""

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

import simplemma

from kg.toml_tables import toml_table

LIKELY = 0.5                            # how likely a language must be
LONGEST_NAME = 2                        # words of a name in another script
LONGEST_UNSPACED = 4                    # letters of a name where words stand without spaces
SHORTEST = 3                            # letters of a word that may tell a language

_RECOGNISES = "py3langid.langid"        # text, not an import: its model loads in half a second, which few questions need
_UNSPACED = frozenset({"CJK", "HIRAGANA", "KATAKANA", "THAI"})
_GAPS = re.compile(r"[\s?!.,;:()\[\]/&+\"“”„«»‘’'`´¿¡।。、？！，：；「」（）…–—-]+")


@dataclass(frozen=True, slots=True)
class Foreign:
    """A language, by its English name, and the sentence in it that says what can be read and how to go on."""

    language: str
    sentence: str


def foreign(question: str, own: Collection[str] = ()) -> Foreign | None:
    """The language of a question that is not in English; None for English ones, for names, and for what is not recognised.

    `own`: words of the catalogue, which tell no other language: "timesheet" is English, and in no dictionary.
    """
    said = [w for w in _GAPS.split(question) if w]
    small = [w for at, w in enumerate(said) if _is_latin(w) and not (at and w[0].isupper())]      # those that are not written as names
    other = [] if any(w.islower() and _is_english(w) for w in small) else [w for w in said if not _is_latin(w)]
    if len(said) == 1 and not other:    # it may be a name: "schuler" is a colleague
        return None
    if _may_be_name(question, said) if other else not any(_is_odd(w) and w not in own for w in small):
        return None
    code, likelihood = _likeliest(" ".join(said if other else small))
    return _languages().get(code) if likelihood >= LIKELY else None


def languages() -> Mapping[str, str]:
    """The languages that are answered, and the sentence in each."""
    return {each.language: each.sentence for each in _languages().values()}


def _may_be_name(question: str, said: Sequence[str]) -> bool:
    """May words of another script be no more than a name?"""
    unspaced = sum(_script(c) in _UNSPACED for c in question if c.isalpha())
    return len(said) <= LONGEST_NAME and unspaced <= LONGEST_UNSPACED and not question.rstrip().endswith(("?", "？", "؟"))


def _is_odd(word: str) -> bool:
    return word.islower() and (len(word) >= SHORTEST or not word.isascii()) and not _is_english(word)


def _is_english(word: str) -> bool:
    return simplemma.is_known(word, lang="en")


def _likeliest(text: str) -> tuple[str, float]:
    """The code of the language that a text most likely is in, and how likely, of 1."""
    found: tuple[str, float] = _identifier().classify(text)
    return found


def _is_latin(word: str) -> bool:
    return all(_script(c) == "LATIN" for c in word if c.isalpha())


def _script(letter: str) -> str:
    return unicodedata.name(letter, "?").partition(" ")[0]


@cache
def _identifier() -> Any:
    recognises = import_module(_RECOGNISES)
    made = recognises.LanguageIdentifier.from_model_file(recognises.MODEL_FILE, norm_probs=True)
    made.set_languages(["en", *_languages()])
    return made


@cache
def _languages() -> Mapping[str, Foreign]:
    table = toml_table(__package__, "foreign")
    return {code: Foreign(row["name"], row["sentence"]) for code, row in table.items()}
