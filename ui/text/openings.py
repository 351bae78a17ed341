"""What a role opens, as it is told to whoever reads a page, in their language."""

from collections.abc import Iterable

from agent.access.roles import Opening
from ui.text.words import say


def opened(openings: Iterable[Opening]) -> str:
    """All of it in one line: "the pay of everybody, counts of protected data"; "nothing" for nothing."""
    return ", ".join(say(one.words, what=say(one.what) if one.what else "", fields=one.fields) for one in openings) or say("nothing")
