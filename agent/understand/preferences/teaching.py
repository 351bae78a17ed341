"""Whether anything may be learned from a message at all, and whether it says that something is to last. Pure text."""

from agent.language.guard import unsafe_class
from agent.understand.preferences.sentences import QUOTED, sentences, spelled
from agent.understand.preferences.tables import has, pattern

LONGEST = 400                           # characters: a preference is short; a longer text is a paste


def is_open(message: str) -> bool:
    """Is it short, the person's own, meant as it stands, and no attempt?"""
    text = pattern("mood", "speaks_for_all").sub(" ", message).strip()
    if not 0 < len(text) <= LONGEST or text.startswith(">") or "\n>" in text or unsafe_class(text) is not None or has("injected", text):
        return False
    is_quoted = any(has("speech", quoted.group()) for quoted in QUOTED.finditer(text))
    return not is_quoted and not any(has("ironic", s.text) for s in sentences(message, frozenset()))


def may_teach(message: str) -> bool:
    """Does nothing in a message forbid to learn from any of it: a question, something imagined, denied, quoted, of others, wanted once?"""
    vetoes = ("asks", "imagined", "denied", "of_others", "once")
    return is_open(message) and not any(has(veto, s.text) for s in sentences(message, frozenset()) for veto in vetoes)


def lasts(message: str) -> bool:
    """Does somebody say that it is to hold from now on?"""
    return bool(pattern("around", "lasting").search(spelled(message)))
