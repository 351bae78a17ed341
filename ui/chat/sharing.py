"""Links by which people share what they asked: the questions alone, in the part of the address that browsers keep to themselves.

Nothing of an answer is in a link, and nothing is kept of it here: whoever opens it asks anew, as themselves, after having read what it asks.
Answers are shared by `ui/actions/sharing.py`.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from ui.answers.messages import Message
from ui.text.markdown import escape
from ui.text.words import say

SHARED = "shared/"                      # begins the value of the button that asks what somebody shared
_MOST, _LONGEST = 6, 500                # questions of a link, characters of one


def link_to(turns: Sequence[Mapping[str, Any]]) -> str | None:
    """The address that offers the last questions of a conversation; None where there are none. Replies are left to whoever asks anew."""
    said = [" ".join(str(turn["question"]).split())[:_LONGEST] for turn in turns if not turn.get("reply_to")][-_MOST:]
    return f"/#ask={quote(json.dumps(said, ensure_ascii=False), safe='')}" if said else None


def link_to_one(turn: Mapping[str, Any]) -> str | None:
    """The address that offers the question of a turn; of a reply, the question that it took up again."""
    return link_to([{"question": turn.get("text") or turn["question"]}])


def shared_questions(text: str) -> list[str]:
    """The questions of a link, as far as they can be read."""
    try:
        found = json.loads(text) if text else []
    except ValueError:
        return []
    kept = found[:_MOST] if isinstance(found, list) else []
    return [one.strip()[:_LONGEST] for one in kept if isinstance(one, str) and one.strip()]


def offered_by(text: str) -> list[Message]:
    """What stands in the chat of whoever opened a link: the questions, and a button that asks them. [] for no link."""
    found = shared_questions(text)
    if not found:
        return []
    listed = "\n".join(f"- {escape(one)}" for one in found)
    rights = say("Nothing is asked yet. You ask with your own rights, so your answer may be another.")
    told = f"**{say('Somebody shared this with you.')}** {rights}\n\n{listed}"
    label = say("Ask it") if len(found) == 1 else say("Ask these {count}, one after another", count=len(found))
    return [{"role": "assistant", "content": told, "options": [{"value": SHARED + json.dumps(found, ensure_ascii=False), "label": label}]}]
