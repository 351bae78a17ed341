"""What people ask about their preferences, and want done with one."""

from dataclasses import dataclass

from agent.understand.preferences.tables import compiled, table
from agent.understand.preferences.words import clean


@dataclass(frozen=True, slots=True)
class Talk:
    """A word about preferences themselves: believe, undo, never, pinned, unpinned, off or on; `subject`: of which, "" the last."""

    kind: str
    subject: str = ""


def talk(message: str) -> Talk | None:
    """What a message asks about preferences, or wants done with one; None for nothing."""
    said = message.strip(" .!?;")
    for kind, texts in table()["talk"].items():
        for match in (compiled(text).fullmatch(said) for text in texts):
            if match:
                return Talk(kind, clean(match.groupdict().get("s") or ""))
    return None
