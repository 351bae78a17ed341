"""What an answer says that was refused, in the language of whoever reads it: its few sentences are ours, and stand in the catalogues. Pure."""

from collections.abc import Mapping
from typing import Any

from agent.answer import refused_of
from ui.text.words import say

_REFUSED = "You may not see that."


def text_of(answer: Mapping[str, Any]) -> str:
    """The text of an answer (as JSON)."""
    text = str(answer.get("text") or "")
    if answer.get("status") != "declined":
        return text
    whom = next((str(each["ask"]) for each in refused_of(answer) if text == f"{_REFUSED} Ask {each['ask']}."), None)
    return f"{say(_REFUSED)} {say('Ask {whom}.', whom=say(whom))}" if whom else say(text)
