"""The forms by which a person adds a preference: words of their own for a name or for other words, or a choice out of a list. Pure."""

from collections.abc import Mapping

from agent.question.defaults import CALENDAR, CURRENCY, FORM, LEAVE, UNIT, WEEK
from agent.understand.preferences import values
from ui.pages.forms import Filled, field
from ui.pages.layout import card
from ui.pages.names import name_field
from ui.text.addresses import PREFERENCES
from ui.text.beliefs import sentence
from ui.text.markup import Markup, el
from ui.text.words import say

ADD, ADDED = f"{PREFERENCES}/add", f"{PREFERENCES}/added"
Choice = tuple[str, str, str]           # kind, subject, value
_KINDS: Mapping[str, tuple[tuple[str, str], ...]] = {          # what the choices are of, and the kinds and subjects under it
    "Leave": ((UNIT, LEAVE),), "Results": ((FORM, ""),), "Periods": ((CALENDAR, "quarter"), (CALENDAR, "year"), (WEEK, WEEK)),
    "Amounts": ((CURRENCY, ""),),
}
_GROUPS: Mapping[str, tuple[Choice, ...]] = {
    name: tuple((kind, subject, value) for kind, subject in kinds for value in values(kind)) for name, kinds in _KINDS.items()
}
_CHOICES: Mapping[str, Choice] = {"|".join(choice): choice for group in _GROUPS.values() for choice in group}
_TITLE = "Add something"


def choice_of(text: str) -> Choice | None:
    """The choice that a form names; None for no form of ours."""
    return _CHOICES.get(text)


def adding(filled: Filled) -> Markup:
    """Both forms. `filled`: with what was sent and cannot be used."""
    control, offered = name_field("value", filled.value("value"), "n-new", required=True, **filled.mark("value"))
    subject = el("input", name="subject", value=filled.value("subject"), required=True, maxlength="60", autocomplete="off")
    meant = field(say("I mean (a name, or other words for it)"), control, None, filled.why("value"))
    meaning = el("form", field(say("When I say"), subject), meant, offered,
                 el("button", say("Show what it does"), type="submit", class_="main"), method="post", action=ADD, class_="row")
    groups = [el("optgroup", *(el("option", _capital(sentence(*one)), value="|".join(one)) for one in some), label=say(name))
              for name, some in _GROUPS.items()]
    chosen = el("form", field(say("How results are shown"), el("select", *groups, name="choice")),
                el("button", say("Show what it does"), type="submit"), method="post", action=ADD, class_="row")
    return card(say(_TITLE), meaning, chosen, id="new")


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
