"""A script played: changes happen, people ask, every turn gets its line. Knows neither the stage nor what is right."""

import logging
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from agent.answer import Answer, Answers, Ask, Reason
from kg.errors import EvergraphError
from workers.evaluation.script import Change, Conversation, Script

AT_ONCE = 2                 # people whose conversations overlap
_log = logging.getLogger(__name__)

Line = Callable[[str, int, Mapping[str, Any]], None]
"""Takes the conversation's id, the number of the turn and its answer; called from several threads."""


def play(script: Script, assistant: Answers, happen: Callable[[Change], None], write: Line, at_once: int = AT_ONCE) -> None:
    """The whole script, scene by scene: its changes, then its conversations.

    Within a scene the conversations of one person follow one another, those of different people may overlap.
    """
    for scene in script.scenes():
        for change in scene.changes:
            happen(change)
        with ThreadPoolExecutor(at_once) as threads:
            done = [threads.submit(_talk_in_turn, assistant, own, write) for own in _by_person(scene.conversations)]
        for each in done:
            each.result()


def _by_person(conversations: Iterable[Conversation]) -> list[list[Conversation]]:
    people: dict[str, list[Conversation]] = {}
    for conversation in conversations:
        people.setdefault(conversation.email.lower(), []).append(conversation)
    return list(people.values())


def _talk_in_turn(assistant: Answers, conversations: Iterable[Conversation], write: Line) -> None:
    for conversation in conversations:
        _talk(assistant, conversation, write)


def _talk(assistant: Answers, conversation: Conversation, write: Line) -> None:
    """One conversation in a new session; what follows a question of ours is the reply to it."""
    session, reply_to = f"{conversation.id}-{uuid.uuid4().hex}", None
    for turn, text in enumerate(conversation.asks):
        answer = _answer(assistant, Ask(conversation.email, text, session, reply_to), f"{conversation.id}/{turn}")
        write(conversation.id, turn, answer)
        question = answer.get("question")
        reply_to = question["id"] if answer["status"] == "clarify" and question else None


def _answer(assistant: Answers, ask: Ask, place: str) -> Mapping[str, Any]:
    try:
        last = deque(assistant.ask(ask), maxlen=1)
    except EvergraphError as error:
        return _failed(str(error))
    except Exception:  # noqa: BLE001  the edge of a turn: whatever breaks, the other turns are still to be asked
        _log.exception("%s broke", place)
        return _failed("something went wrong inside; the log says what.")
    if last and last[0].kind == "answer":
        return last[0].data
    return _failed(str(last[0].data.get("message", "it ended in an error.")) if last else "no answer came.")


def _failed(why: str) -> Mapping[str, Any]:
    return Answer("declined", f"This could not be answered: {why}", Reason.FAILED).as_json()
