"""The words of the interface in the language of whoever reads: English as it stands in the code, others out of a catalogue beside it.

A catalogue is a file of `catalogue/`: English words, and what they are in its language. What no catalogue holds stays English. Only words of ours
are looked up; what came out of a record fills a place in braces.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib import resources

LANGUAGES: Mapping[str, str] = {"en": "English", "de": "Deutsch", "fr": "Français", "es": "Español", "pt": "Português"}
LANGUAGE_COOKIE = "evergraph_language"
_SPOKEN: ContextVar[str] = ContextVar("spoken", default="en")


def say(english: str, **values: object) -> str:
    """The words in the language that is spoken here, with values in their places: `say("{count} sources", count=3)`."""
    told = catalogue(_SPOKEN.get()).get(english, english)
    return told.format(**values) if values else told


def spoken() -> str:
    """The language that is spoken here: a key of LANGUAGES."""
    return _SPOKEN.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """In this block the language is spoken, in this thread or task alone."""
    token = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(token)


def language_of(languages: str, chosen: str = "") -> str:
    """What to speak with somebody: what they chose, else the first language that their browser wants (`Accept-Language`) and we have."""
    wanted = (re.split(r"[-;]", each.strip().lower(), maxsplit=1)[0] for each in languages[:200].split(","))
    return chosen if chosen in LANGUAGES else next((each for each in wanted if each in LANGUAGES), "en")


def read_as(languages: str, chosen: str = "") -> str:
    """The languages by whose habits somebody reads days and figures: what they chose comes first, with the region that their browser says."""
    is_said = chosen not in LANGUAGES or languages.lower().startswith(chosen)
    return languages if is_said else f"{chosen},{languages}"


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """English words, and what they are in the language."""
    if language == "en":
        return {}
    return tomllib.loads(resources.files(__package__).joinpath("catalogue", f"{language}.toml").read_text("utf-8"))
