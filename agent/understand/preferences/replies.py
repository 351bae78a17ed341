"""What it means for good that somebody chose one of the options of a question. Pure text."""

import re

from agent.understand.preferences.accounted import only_name
from agent.understand.preferences.choices import ABOUT_SOMETHING, chosen_in, subject_of
from agent.understand.preferences.cores import clauses
from kg.names import fold

_THAT_ONE = re.compile(r"\bthe (?P<s>[\w'-]+) one\b|^(?:it(?:'s|'ll be| is| will be) )?the (?P<whole>[\w'-]+)$", re.IGNORECASE)
_ASKS = re.compile(r"^(?:do|did) you mean |^is it ", re.IGNORECASE)
_NAMED_IN = re.compile(r"\bwhich [“\"]?(?P<s>[\w'’-]+)[”\"]? (?:do|did) you mean", re.IGNORECASE)


def chosen_of(reply: str, asked: str) -> tuple[str, str, str] | None:
    """Kind, subject and value of what a reply without its marks chose of the options in what was asked; None where it names none of them."""
    named = [part.strip() for part in (*clauses(reply), _picked(reply, asked), only_name(reply))]
    value = next((one for one in named if one and re.search(rf"\b{re.escape(fold(one))}\b", fold(asked))), "")
    return _meant_by(value, asked) if value else None


def _picked(reply: str, asked: str) -> str:
    """"the hops one", "the hops": the one option that has the word; "" for none or several."""
    said = _THAT_ONE.search(reply)
    word = (said["s"] or said["whole"]) if said else ""
    options = [_ASKS.sub("", option.strip(" .?!")) for option in re.split(r"[:,;?]|\bor\b", asked)]
    found = {option for option in options if word and re.search(rf"\b{re.escape(word)}\b", option, re.IGNORECASE)}
    return found.pop() if len(found) == 1 else ""


def _meant_by(value: str, asked: str) -> tuple[str, str, str] | None:
    choice = chosen_in(value)
    about = subject_of(choice[0], asked) if choice is not None else None
    if choice is not None and (about is not None or choice[0] not in ABOUT_SOMETHING):
        return choice[0], about or "", choice[1]
    if re.search(r"\b(?:your|my) team\b", asked, re.IGNORECASE):
        return "team_means", "my team", value
    shared = _shared(asked, value)
    if fold(shared) == fold(value):
        return None                     # what all options have in common chooses none
    if shared:
        return "name_means", shared, value
    named = _NAMED_IN.search(asked)
    whole = re.search(rf"\b{re.escape(named['s'])}[\w'’ -]* {re.escape(value)}\b", asked, re.IGNORECASE) if named else None
    return ("name_means", named["s"], whole[0]) if named and whole else None       # "Vestergaard, whenever I say Lena"


def _shared(asked: str, value: str) -> str:
    """The name that a question asked about: the word of the value that it says most often, "" where that is once."""
    words = re.findall(r"[A-Z][\w'-]+", value.title() if value.islower() else value)
    times = {word: len(re.findall(rf"\b{re.escape(word)}\b", asked)) for word in words}
    return next((word for word, count in times.items() if count > 1), "")
