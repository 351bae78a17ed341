"""Preferences as they are told."""

from collections.abc import Mapping

from agent.understand.preferences.words import as_written
from memory.preferences import Preference

_COUNTED = "{subject} is counted {value}"
_WAYS = frozenset({"by", "with", "without", "net", "gross", "before", "after", "per", "including", "excluding"})      # begin how something is counted
_SHOWN: Mapping[str, str] = {
    "unit": "I show {subject} in {value}", "calendar": "a {subject} is a {value} {subject}", "form": "I show results as a {value}",
    "currency": "I show amounts in {value} where their document states a rate",
    "language": "I answer in {value}", "default": "unless you say otherwise, {subject} is {value}",
    "metric_basis": "{subject} is {value} {subject}", "claim": "you say: {subject} {value}",
}


def as_told(relation: str, subject: str, value: str) -> str:
    """What is chosen of a list: "a quarter is a fiscal quarter", "attrition is counted without interns"."""
    is_way = relation == "metric_basis" and value.partition(" ")[0] in _WAYS
    return (_COUNTED if is_way else _SHOWN[relation]).format(subject=subject or "times", value=value)


def in_words(one: Preference) -> str:
    """A preference as it is told: "by “Bill” I take “Bill Stone”"."""
    if one.relation in _SHOWN:
        return as_told(one.relation, one.subject, one.value)
    return f"by “{as_written(one.subject, one.source.words)}” I take “{one.value}”"
