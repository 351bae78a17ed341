"""What somebody says of how they want things, in explicit forms, where no language model reads the message. Pure: knows no company.

A word and its meaning ("when I say Bill I mean Bill Tran") · a value of a list from now on · "forget that". A form is a whole sentence.
What is put otherwise is not heard: that costs a question more, and what is wrongly learned would change answers.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.language.guard import unsafe_class
from agent.understand.preferences.choices import KINDS, is_choice, preferred, subject_of
from agent.understand.preferences.tables import hearing_table, pattern, patterns
from agent.understand.preferences.words import clean, is_name, is_people, is_term, is_value, value_of
from kg.names import fold

EVERYTHING = "everything"               # what is to be forgotten where that is all that was learned
LONGEST = 400                           # characters: a preference is short; a longer text is a paste
_SENTENCE = re.compile(r"\S[^\n]*?(?:[.!?]+(?=\s|$)|(?=\n|$))")
_EDGES = " \t.!;"


@dataclass(frozen=True, slots=True)
class Heard:
    """One thing that was said. `kind`: name_means, term_means, team_means, unit …; or forget."""

    kind: str
    subject: str                        # as it was said; "" where it holds for everything of the kind
    value: str
    first: int                          # its place in the message
    last: int                           # exclusive
    scope: str = "person"
    plan: str = ""                      # what the words stand for, as a language model said it: a node of the plan language, in JSON
    means: str = ""                     # and that in words
    model: str = ""                     # the kind of the named thing, where a language model said it: "hris/Team"


def hear(message: str) -> tuple[Heard, ...]:
    """What a message says of preferences, sentence by sentence; () for nothing."""
    if not 0 < len(message) <= LONGEST or message.lstrip().startswith(">") or "\n>" in message or unsafe_class(message) is not None:
        return ()
    found = (_heard(place.group(), place.start()) for place in _SENTENCE.finditer(message))
    return tuple(one for one in found if one is not None)


def preference_request(message: str) -> str:
    """What a message asks about preferences: "believe", or "undo" for the last change; "" for nothing."""
    said = message.strip(" .!?;")
    return next((kind for kind in hearing_table()["talk"] if pattern("talk", kind).fullmatch(said)), "")


def is_lasting(message: str) -> bool:
    """Does somebody say that it is to hold from now on?"""
    return bool(pattern("wants", "lasts").search(message))


def _heard(sentence: str, first: int) -> Heard | None:
    text, place = sentence.strip(_EDGES), (first, first + len(sentence))
    everybody = pattern("around", "everybody").match(text)
    scope, said = ("tenant", text[everybody.end() :]) if everybody else ("person", text)
    if _asks(said) or _is_quoted(said):
        return None
    found = next((one for rule in _FORMS for one in rule(said)), None)
    if found is None or (scope == "tenant" and found[0] not in KINDS):
        return None                     # for everybody one may only choose of a list
    return Heard(*found, *place, scope=scope)


Said = tuple[str, str, str]             # kind, subject, value


def _asks(text: str) -> bool:
    """Is it a question, and no statement that ends with "ok?"?"""
    return text.endswith("?") and not re.search(r",? (?:ok|okay|right|please|alright)\?+$", text, re.IGNORECASE)


def _is_quoted(text: str) -> bool:
    return len(text) > 1 and text[0] in "\"“'‘" and text[-1] in "\"”'’"


def _forgetting(text: str) -> Iterator[Said]:
    if pattern("forgets", "everything").fullmatch(text):
        yield "forget", EVERYTHING, ""
        return
    for match in (each.fullmatch(text) for each in patterns("forgets")):
        if match:
            yield "forget", clean(match.groupdict().get("s") or ""), ""


def _meaning(text: str) -> Iterator[Said]:
    """A word gets a meaning."""
    for match in (each.fullmatch(text.rstrip("?")) for each in patterns("means")):
        made = definition(match["s"], match["v"]) if match else None
        if made is not None:
            yield made


def definition(said: str, meaning: str) -> Said | None:
    """What it is that words of the person's own stand for something: which kind, which words, what they mean; None where they cannot."""
    subject = re.sub(r"^the\s+", "", clean(said), flags=re.IGNORECASE)
    if not (is_people(subject) or is_term(subject)) or is_choice(subject):
        return None
    value = value_of(said, meaning)
    if not is_value(value) or fold(subject) == fold(value):
        return None
    period, way = subject_of("calendar", subject), preferred("calendar", value)
    if period and way:
        return "calendar", period, way
    if is_people(subject):
        return "team_means", subject, value
    return "name_means" if is_name(value) and "," not in value else "term_means", subject, value     # of several things the words are kept


def _choice(text: str) -> Iterator[Said]:
    """A value of a list that is to hold from now on; said of one kind alone."""
    bare = pattern("wants", "lasts").sub(" ", text).strip(" ,;")
    is_wished = bool(pattern("wants", "wish").fullmatch(text)) and (is_lasting(text) or bool(pattern("wants", "prefers").search(text)))
    if not is_wished and not (is_lasting(text) and is_choice(re.sub(r"^(?:in|please|please in)\s+|,? please$", "", bare, flags=re.IGNORECASE))):
        return
    found = {(kind, value) for kind in KINDS if (value := preferred(kind, text))}
    if len(found) == 1:
        (kind, value), = found
        about = subject_of(kind, text)
        if about is not None or kind != "calendar":     # fiscal is nothing without what is
            yield kind, about or "", value


_FORMS = (_forgetting, _meaning, _choice)
