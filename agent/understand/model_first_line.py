"""An answer's first line in the asker's words, where a language model is set and the company lets what answers tell be sent to it.

One call, by the role that writes. Answers in another language are written by the one that translates them (agent/understand/languages.py), those
of several requests and of several things stay as they are, and questions back and refusals never come here.
"""

from collections.abc import Generator
from dataclasses import replace

from agent.answer import Event
from agent.catalogue import Catalogue
from agent.llm.gate import ANSWERS
from agent.llm.port import Model, Role
from agent.question.progress import SideTask
from agent.question.turn import Turn
from agent.respond import Draft
from agent.respond.first_line import AnsweredQuestion, can_be_written, plain_line, written_line
from agent.respond.translation import ENGLISH
from agent.understand.languages import wanted_language
from agent.understand.model.dialogue import classes_of


def word_first_line(catalogue: Catalogue, turn: Turn, draft: Draft) -> Generator[Event, None, Draft]:
    """The draft, its first line as the model says it where that stands against the result, told as a step; else as it is."""
    model = turn.context.model
    asked = _asked(catalogue, turn) if model is not None else None
    plain = plain_line(turn.context, draft) if model is not None and asked is not None and _may_write(model, asked) else None
    if model is None or asked is None or plain is None:
        return draft
    look = SideTask(f"{turn.prefix}w", "How is it said in the words of the question?", "the plain line is shown", "Synthesis")

    def write() -> str | None:
        line = written_line(turn.context, model, plain, asked)
        look.found = "traced to the result" if line is not None else look.found
        return line

    line = yield from turn.progress.looked(look, write)
    return draft if line is None else replace(draft, text=line + draft.text.removeprefix(plain.text))


def _asked(catalogue: Catalogue, turn: Turn) -> AnsweredQuestion | None:
    """What the turn's answer is to; None where its first line is not to be written."""
    goal, is_one = turn.progress.goal, turn.request.place is None and turn.request.nth is None
    if goal is None or not is_one or wanted_language(turn).strip().lower() not in ENGLISH or not can_be_written(catalogue, goal):
        return None
    return AnsweredQuestion(turn.text, turn.progress.understood_as, classes_of(catalogue, (goal,)) | {"A", ANSWERS})


def _may_write(model: Model, asked: AnsweredQuestion) -> bool:
    return Role.WRITE in model.names and model.may_see(asked.privacy)
