"""The first guard: names an attempt in a question, and keeps sentences that instruct an assistant out of what is told from records.

It protects nothing alone: rights are decided in code, and only a plan acts. It makes refusals honest and summaries clean.
"""

import re
from collections.abc import Mapping
from functools import cache

from kg.names import fold
from kg.toml_tables import toml_table

_HIDDEN = re.compile(r"<!--.*?(?:-->|$)|<[a-zA-Z/!?][^<>]{0,200}>", re.DOTALL)      # what a page would not show a person
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
# The title of a record, quoted: it names something, and commands nothing.
_NOUN = "ticket|issue|bug|deal|account|note|project|article|job|case|invoice|called|titled|mention|mentioning|to"
_TITLE = re.compile(rf"\b({_NOUN})s? [\"“][^\"”“]{{1,80}}[\"”]")


REFUSED: Mapping[str, str] = {          # by class of attempt
    "override": "I don't set aside my rules, whoever asks.",
    "prompt_extraction": "I don't show the instructions that I work by.",
    "secrets": "I don't give out passwords, keys or other secrets.",
    "rights": "I can't change what anybody may see.",
    "payload": "I don't run commands or code that stand in a message.",
    "harmful": "I don't help with what would harm somebody.",
}


@cache
def _meetings() -> Mapping[str, tuple[Mapping[re.Pattern[str], bool], ...]]:
    """By class of attempt, the combinations of signs that make one: each sign with whether it must be present or absent."""
    data = toml_table(__package__, "guard_signs")
    signs = {name: re.compile(pattern) for name, pattern in data["signs"].items()}
    return {c: tuple({signs[name.removeprefix("not ")]: not name.startswith("not ") for name in each} for each in several)
            for c, several in data["meet"].items()}


def _met(sentence: str) -> str | None:
    """The class of attempt whose signs meet in a sentence."""
    return next((c for c, several in _meetings().items()
                 if any(all(bool(sign.search(sentence)) is there for sign, there in signs.items()) for signs in several)), None)


@cache
def _patterns() -> Mapping[str, Mapping[str, tuple[re.Pattern[str], ...]]]:
    data = dict(toml_table(__package__, "guard"))
    words: Mapping[str, str] = data.pop("words")
    return {side: {c: tuple(re.compile(_whole(p, words)) for p in patterns) for c, patterns in classes.items()} for side, classes in data.items()}


def _whole(pattern: str, words: Mapping[str, str]) -> str:
    """A pattern with its lists of words put in."""
    for name, alternatives in words.items():
        pattern = pattern.replace(f"<{name}>", alternatives)
    return pattern


def unsafe_class(question: str) -> str | None:
    """The class of attempt that a question makes (override, prompt_extraction, secrets, rights, payload, harmful), None for none."""
    plain = _TITLE.sub(r"\1", " ".join(fold(question).split()))
    known = next((c for c, patterns in _patterns()["question"].items() if any(p.search(plain) for p in patterns)), None)
    return known or next((c for sentence in _SENTENCE.split(plain) if (c := _met(sentence))), None)


def without_instructions(text: str) -> tuple[str, int]:
    """The text without sentences that speak to an assistant, and how many were left out."""
    seen, hidden = _HIDDEN.subn(" ", text)
    sentences = [s for s in _SENTENCE.split(seen) if s.strip()]
    kept = [s for s in sentences if not _instructs(s)]
    return " ".join(kept), len(sentences) - len(kept) + hidden


def _instructs(sentence: str) -> bool:
    plain = " ".join(fold(sentence).split())
    return any(p.search(plain) for patterns in _patterns()["record"].values() for p in patterns)
