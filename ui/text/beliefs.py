"""Preferences as they are told to whoever reads a page, in their language."""

from agent.understand.preferences import told
from memory.preferences import Preference
from ui.text.words import catalogue, say, spoken


def said(one: Preference) -> str:
    """A preference as a sentence: "I show leave in days"."""
    return sentence(one.relation, one.subject, one.value, one.source.words)


def sentence(relation: str, subject: str, value: str, words: str = "") -> str:
    """The same of a kind, a subject and a value. What lists have stands in the catalogues as whole sentences, for words change with each other."""
    told_as, places = told(relation, subject, value, words)
    return catalogue(spoken()).get(told_as.format(**places)) or say(told_as, **places)
