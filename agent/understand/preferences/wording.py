"""Preferences as they are told."""

from collections.abc import Mapping

from agent.understand.preferences.words import as_written
from memory.preferences import Preference

_COUNTED, _MEANT = "{subject} is counted {value}", "by “{subject}” I take “{value}”"
_WAYS = frozenset({"by", "with", "without", "net", "gross", "before", "after", "per", "including", "excluding"})      # begin how something is counted
_SHOWN: Mapping[str, str] = {
    "unit": "I show {subject} in {value}", "calendar": "a {subject} is a {value} {subject}", "week": "weeks begin on {value}",
    "form": "I show results as a {value}",
    "currency": "I show amounts in {value} where their document states a rate",
    "language": "I answer in {value}", "default": "unless you say otherwise, {subject} is {value}",
    "metric_basis": "{subject} is {value} {subject}", "claim": "you say: {subject} {value}",
}


SENTENCES = (*_SHOWN.values(), _COUNTED, _MEANT)
Told = tuple[str, Mapping[str, str]]    # a sentence with places in braces, and what fills them


def as_told(relation: str, subject: str, value: str) -> str:
    """What is chosen of a list: "a quarter is a fiscal quarter", "attrition is counted without interns"."""
    sentence, places = told(relation, subject, value)
    return sentence.format(**places)


def in_words(one: Preference) -> str:
    """A preference as it is told: "by “Bill” I take “Bill Stone”"."""
    sentence, places = told(one.relation, one.subject, one.value, one.source.words)
    return sentence.format(**places)


def told(relation: str, subject: str, value: str, words: str = "") -> Told:
    """The same for whoever tells it in another language. `words`: in which it was said."""
    if relation not in _SHOWN:
        return _MEANT, {"subject": as_written(subject, words), "value": value}
    is_way = relation == "metric_basis" and value.partition(" ")[0] in _WAYS
    return _COUNTED if is_way else _SHOWN[relation], {"subject": subject or "times", "value": value}
