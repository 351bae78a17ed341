"""Answers in the language of their question, or in the one that the person prefers, where a language model is set that may see what they hold."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from agent.answer import Answer
from agent.catalogue import Catalogue
from agent.question.defaults import LANGUAGE
from agent.question.turn import Turn
from agent.respond.translation import translated
from agent.understand.model.dialogue import UNKNOWN, classes_of

_A = frozenset({"A"})


def in_language(catalogue: Catalogue, turn: Turn, answer: Answer) -> Answer:
    """The answer, its text in the language that was asked for; in English where that is not to be had."""
    language = wanted_language(turn)
    if not language:
        return answer
    goals = turn.told.goals or (() if turn.progress.goal is None else (turn.progress.goal,))
    privacy = (classes_of(catalogue, goals) | _A) if goals and answer.status == "answered" else _A
    is_ours = answer.result is not None and not privacy & UNKNOWN       # what shows texts of records has words of theirs
    text = translated(turn.context, answer.text, language, privacy, _names(turn, answer) if is_ours else None)
    return answer if text is None else replace(answer, text=text, elements=tuple(_with_text(each, text) for each in answer.elements))


def _names(turn: Turn, answer: Answer) -> tuple[str, ...]:
    """What the things that an answer tells of are called."""
    return (*(str(each.name or "") for each in answer.references), *(found.name for found in turn.context.links.settled.values()))


def wanted_language(turn: Turn) -> str:
    """The language that the answer is wanted in: that of the question, else the one that the person prefers; "" for English."""
    kept = turn.context.defaults.state.get(LANGUAGE)
    return turn.read.answer_in or (kept.preference.value if kept is not None else "")


def _with_text(element: Mapping[str, Any], text: str) -> Mapping[str, Any]:
    return {**element, "text": text} if element.get("type") == "text" else element
