"""The words of a term and of its meaning, without what stands around them. Pure text."""

import re

from agent.understand.preferences.tables import pattern
from kg.names import fold

LONGEST_TERM, LONGEST_VALUE = 6, 16     # words
_NO_BEGINNING = frozenset({
    "what", "which", "who", "how", "when", "where", "why", "show", "list", "give", "is", "are", "does", "do", "did", "can", "all", "if", "from", "i",
    "because", "so", "and", "but", "please", "not", "no", "every", "each", "for", "in", "on", "at", "with", "then", "now", "as", "it", "that", "this",
    "he", "she", "they", "you", "we", "there", "a", "yes", "everything", "anything", "always", "those", "these", "him", "her", "them", "me", "us",
    "default", "preference", "currency", "language", "format", "standard", "rule",
})
_NEVER_IN_TERMS = frozenset({"i", "you", "it", "never", "there", "forget", "now", "or"})      # words of a sentence, not of a term
_JOINING = (["that"], ["which"], ["who"])
_EDGES = " \t\n,;:.!?\"“”«»‘’'–—-"
_ARTICLE = re.compile(r"^(?:an?|the word|the term|the name|word|term)\s+", re.IGNORECASE)
_SMALL = frozenset({"the", "of", "and", "&", "de", "van", "von", "der"})
_OF_PEOPLE = re.compile(r"(?:(?:my|our|the) )?(?:team|people|group|department)|us|we", re.IGNORECASE)


def clean(text: str) -> str:
    """A text without quotes, punctuation and articles around it."""
    return _ARTICLE.sub("", text.strip(_EDGES)).strip(_EDGES)


def as_written(plain: str, text: str) -> str:
    """Folded words as a text has them: "Bill" for "bill"; as they are where it does not have them."""
    size, said = len(plain.split()), [word.strip(_EDGES) for word in text.split()]
    parts = (" ".join(said[first : first + size]) for first in range(len(said) - size + 1))
    return next((part for part in parts if fold(part) == plain), plain)


def value_of(said: str, meaning: str) -> str:
    """The meaning with what it leaves out: "a big deal is anything above 5" is a deal above 5, "my team … the people in Oslo" my team in Oslo."""
    value = re.sub(r"^(?:only|just|always)\s+", "", clean(pattern("around", "tail").sub("", meaning)), flags=re.IGNORECASE)
    subject, elided, among = clean(said).split(), pattern("around", "elided"), pattern("around", "among")
    if elided.match(value):
        return f"{subject[-1].removesuffix('s')}s {elided.sub('', value)}"
    if among.match(value) and subject[0].lower() in ("my", "our"):
        return f"{' '.join(subject)} {among.sub('', value)}"
    return _with_number(subject, value)


def _with_number(subject: list[str], value: str) -> str:
    """"the top 5" of "top customers" is the top 5 customers."""
    words = [w for w in value.split() if w.lower() != "the"]
    is_first = len(words) == len(("top", "5")) and words[1].isdigit() and subject[0].lower() == words[0].lower()
    return " ".join((*words, *subject[1:])) if is_first else value


def is_term(subject: str) -> bool:
    """Can it be a word with a meaning of its own? Not "tickets that (are assigned to me)"."""
    plain = fold(subject).split()
    if not 0 < len(plain) <= LONGEST_TERM or set(plain) & _NEVER_IN_TERMS or plain[-1:] in _JOINING or re.search(r"[\"“”,]", subject):
        return False
    return plain[0] not in _NO_BEGINNING and not re.search(r"\b(?:in|as|into|on) (?:an? |the )?\w+$|\bis$", subject, re.IGNORECASE)


def is_people(words: str) -> bool:
    """Do words stand for one's own people: "my team", "our group", "us"?"""
    return bool(_OF_PEOPLE.fullmatch(words))


def is_value(value: str) -> bool:
    """Is it short enough to be a meaning, and more than a pronoun? "How many tickets (are assigned to me)" asks."""
    plain = fold(value).split()
    if not 0 < len(plain) <= LONGEST_VALUE or plain[0] in ("how", "which", "when", "where", "why", "it", "that", "he", "she", "this", "not", "i"):
        return False
    return plain[-1:] not in _JOINING and not re.search(r"\b(?:i|is|are|what)$", value, re.IGNORECASE)


def is_name(value: str) -> bool:
    """Is it written as a name, each word with a capital but for the small ones?"""
    return all(word[:1].isupper() or word in _SMALL for word in value.split()) and not any(c.isdigit() for c in value)
