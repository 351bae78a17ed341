"""What a text speaks of before it asks: "Ana's reports. How many tickets are assigned to them?", "Ben has a manager. Who is that manager's boss?"

The first part is read as a question of its own, the rest as one that points back at what it is about. Nothing else is asked of the first part.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from typing import Any

from agent.language.effort import A_READING, A_WORD, spend
from agent.language.words import phrase, tokens

AT_IT = "at it"                         # how "there" is read, of what was spoken of
_STOP = re.compile(r"\s*[.;]\s+(?:and\s+|so\s+)?|\s*[:,]\s+(?:and\s+|so\s+)?|\s+[-–—]\s+", re.IGNORECASE)
MOST_STOPS = 8                          # places from the end at which a text is taken apart
_APART = re.compile(r"\s*[.:;]\s+|\s+[-–—]\s+")
_SENTENCE = re.compile(r"(?P<first>[^?]+?)[.;]\s+(?P<rest>.+)", re.DOTALL)
_STATED = re.compile(r"\b(?:a|an|some|somebody|someone)\b", re.IGNORECASE)
_TELLS = re.compile(r"\b(?:has|have|is|are|was|were|reports?|works?|belongs?|owns?|manages?|raised|opened|made)\b|'s\b", re.IGNORECASE)
_ASKS = re.compile(
    r"(?:and |so )?(?:who|whose|whom|what|which|when|where|how|why|is|are|does|do|did|has|have|can|could|list|show|give|tell|name|count|i)\b",
    re.IGNORECASE)
_THERE = re.compile(r"(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )(?<!^)\bthere\b(?!['’])([^,.;?]*)", re.IGNORECASE)
_POINTS = re.compile(r"\b(?:they|them|theirs?|he|she|him|her|his|it|its|that|this|those|these|there|such|same)\b", re.IGNORECASE)


# Statements and what they tell of: "I'm the interviewer of some candidates", "Ben has some open tickets", "ATL-12 was raised for a customer".
_CALLED = (
    (re.compile(r"I(?:'m| am) (?:the |an? )?([\w -]+?) (?:for|of|on|in) (?:an?|some|several|a few|certain|one or more) (.+)", re.IGNORECASE),
     r"\2 where I'm the \1"),
    (re.compile(r"I(?:'ve| have)(?: got)? (?:an?|some|several|a few) (.+)", re.IGNORECASE), r"my \1"),
    (re.compile(r"(.+?) (?:has|have)(?: got)? (?:an?|some|several|a few) (.+)", re.IGNORECASE), r"\1's \2"),
    (re.compile(r"(.+?\b(?:for|to|by|with|from|at|in|under|of)) (?:an?|some|one of our|one of the) [\w -]+", re.IGNORECASE), r"\1"),
)


def set_off(question: str) -> Iterator[tuple[str, str]]:
    """The ways to take a text apart: what it speaks of, and what it asks of that; the shortest question first."""
    stops = list(_STOP.finditer(question.rstrip(" ?.!")))
    for stop in stops[: -MOST_STOPS - 1 : -1]:
        spend(A_READING)
        about, rest = question[: stop.start()].strip(), question[stop.end() :].strip()
        if tokens(about) and _POINTS.search(rest):
            yield _told(_without_scene(about)), _THERE.sub(rf"\1 {AT_IT}", _without_scene(rest))


def turned(question: str) -> Iterator[str]:
    """What is asked, with what it is asked of behind it: "For jobs in Pune, list the candidates", "Acme's boss: a recap of our last call"."""
    if (found := _FOR_THOSE.fullmatch(question.rstrip(" ?.!"))) is not None:
        yield f"{found['asked']} for {found['those']}"
    if (found := _HOW_MANY.fullmatch(question.rstrip(" ?.!"))) is not None:
        yield f"how many {found['what']}"


_FOR_THOSE = re.compile(
    r"(?:for|in|at) (?P<those>(?!each\b|every\b|any\b|all of\b)[^:]+)[,:] "
    r"(?P<asked>(?:name|list|show|give|which|what|who|whose|how many)\b[^,]+)", re.IGNORECASE)


_HOW_MANY = re.compile(
    r"(?P<what>.+?)[,:.] (?:how many|what's the number|what is the number|what's the count)"
    r"(?: (?:are they|are there|are those|is that|of them|in total|altogether|in all))?",
    re.IGNORECASE)


def asks_again(question: str) -> tuple[str, str] | None:
    """What was asked, and the question word with which it is asked once more: "Ana's start date, when was it?"; None where it is not."""
    text = question.rstrip(" ?.!")
    for stop in list(_STOP.finditer(text))[-MOST_STOPS:]:
        spend(A_WORD)
        words = _tables()["again"].get(" ".join(t.plain for t in tokens(text[stop.end() :])))
        if words is not None:
            return text[: stop.start()], words
    return None


def is_apart(question: str) -> bool:
    """Does more than a comma stand between what a text speaks of and words that point back at it?"""
    return any(_POINTS.search(question[stop.end() :]) for stop in _APART.finditer(question.rstrip(" ?.!")))


def is_told_first(text: str) -> bool:
    """Does a text tell something before it asks ("Ben has a manager. Who …?"), rather than ask twice?"""
    found = _SENTENCE.match(text)
    if found is None or _ASKS.match(found["first"].strip()):
        return False
    if _without_scene(found["first"]) != found["first"]:
        return True                     # "Take my reports. How many …?"
    return bool(_TELLS.search(found["first"]) and _STATED.search(found["first"]))


def pointed_at(said: Sequence[str], nouns: frozenset[tuple[str, ...]]) -> bool:
    """Is it "that" and one of the nouns: "that manager", "the same account"?"""
    plain = tuple(said)
    return any(plain[: len(first)] == first and plain[len(first) :] in nouns for first in _phrases("pointing"))


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("set_off.toml").read_text("utf-8"))


@cache
def _phrases(table: str) -> frozenset[tuple[str, ...]]:
    return frozenset(phrase(text) for text in _tables()[table])


def _without_scene(text: str) -> str:
    """A text without the words that only set the scene."""
    plain = tuple(t.plain for t in tokens(text))
    first = max((len(p) for p in _phrases("opening") if plain[: len(p)] == p), default=0)
    return text[tokens(text)[first].first :] if first < len(plain) else text


def _told(about: str) -> str:
    """What a statement tells of, as one would call it: "Ben has some open tickets" tells of Ben's open tickets."""
    said = tokens(about)
    plain = tuple(t.plain for t in said)
    behind = max((len(p) for p in _phrases("indefinite") if plain[len(plain) - len(p) :] == p), default=0)
    if 0 < behind < len(plain):
        return about[: said[len(said) - behind - 1].last]
    for pattern, called in _CALLED:
        if found := pattern.fullmatch(about):
            return found.expand(called)
    return about
