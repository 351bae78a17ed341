"""A script is played in order: replies go to the question they answer, what breaks gets its line, nothing stops the rest."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from agent.answer import Ask, Event
from kg.errors import GraphUnavailable
from workers.evaluation.playing import play
from workers.evaluation.script import Conversation, Script

ANSWERED: dict[str, Any] = {"status": "answered", "text": "Here."}
ASKED: dict[str, Any] = {"status": "clarify", "text": "Which?", "question": {"id": "k7", "options": []}}


@dataclass
class Scripted:
    """Plays a list of answers (or breaks with an error), keeps what it was asked."""

    answers: deque[Any]
    asked: list[Ask] = field(default_factory=list)

    def ask(self, ask: Ask) -> Iterator[Event]:
        self.asked.append(ask)
        answer = self.answers.popleft()
        yield Event(1, "plan", {})
        if isinstance(answer, Exception):
            raise answer
        if answer is not None:
            yield answer if isinstance(answer, Event) else Event(2, "answer", answer)


def _played(script: Script, *answers: Any) -> tuple[Scripted, list[tuple[str, int, Any]], list[str]]:
    assistant, lines, happened = Scripted(deque(answers)), list[tuple[str, int, Any]](), list[str]()
    play(script, assistant, lambda c: happened.append(c["id"]), lambda *line: lines.append(line), at_once=1)
    return assistant, lines, happened


def _talk(key: str, *asks: str, email: str = "ana@t.example", changes: tuple[str, ...] = ()) -> Conversation:
    return Conversation(key, email, asks, changes)


def test_every_turn_gets_its_line_and_every_conversation_its_own_session() -> None:
    assistant, lines, _ = _played(Script((_talk("q1", "a", "b"), _talk("q2", "c")), {}), ANSWERED, ANSWERED, ANSWERED)
    assert [line[:2] for line in lines] == [("q1", 0), ("q1", 1), ("q2", 0)]
    first, second, third = (ask.session for ask in assistant.asked)
    assert first == second != third


def test_the_turn_after_a_question_of_ours_is_the_reply_to_it() -> None:
    assistant, _, _ = _played(Script((_talk("q1", "Bill?", "the second", "and his phone?"),), {}), ASKED, ANSWERED, ANSWERED)
    assert [ask.reply_to for ask in assistant.asked] == [None, "k7", None]


def test_a_reply_stays_within_its_conversation() -> None:
    assistant, _, _ = _played(Script((_talk("q1", "Bill?"), _talk("q2", "Theo?")), {}), ASKED, ANSWERED)
    assert [ask.reply_to for ask in assistant.asked] == [None, None]


@pytest.mark.parametrize("broken", [
    GraphUnavailable(), ZeroDivisionError("secret detail"), None, Event(2, "error", {"message": "the run was stopped"}),
])
def test_failed_turn_gets_a_failed_line_and_the_next_is_asked(broken: Any) -> None:
    _, lines, _ = _played(Script((_talk("q1", "a"), _talk("q2", "b")), {}), broken, ANSWERED)
    assert [(line[0], line[2]["status"], line[2].get("reason")) for line in lines] == [
        ("q1", "declined", "failed"), ("q2", "answered", None)]
    assert "secret detail" not in lines[0][2]["text"]


def test_changes_happen_before_the_conversations_that_name_them() -> None:
    order: list[str] = []
    script = Script((_talk("q1", "a"), _talk("q2", "b", changes=("c1",)), _talk("q3", "c")), {"c1": {"id": "c1"}, "c2": {"id": "c2"}})
    play(script, Scripted(deque([ANSWERED] * 3)), lambda c: order.append(c["id"]), lambda key, *_: order.append(key))
    assert order.index("c1") == 1 and set(order) == {"q1", "c1", "q2", "q3"}


def test_conversations_of_one_person_are_sequential_while_others_overlap() -> None:
    talks = tuple(_talk(f"q{n}", "a", email=f"{'ab'[n % 2]}@t.example") for n in range(12))
    lines: list[str] = []
    play(Script(talks, {}), Scripted(deque([ANSWERED] * 12)), lambda _: None, lambda key, *_: lines.append(key), at_once=4)
    for person in (0, 1):
        own = [key for key in lines if int(key[1:]) % 2 == person]
        assert own == [f"q{n}" for n in range(12) if n % 2 == person]
