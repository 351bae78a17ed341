"""A summary written by a language model over the texts of records, each sentence held against the sources that it cites."""

import json
import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from agent.llm.port import Message, Model, ModelFailed, Prompt, Role
from agent.llm.prompts import prompt_file
from agent.llm.reasons import why_away
from agent.question.context import QuestionContext
from agent.respond.support import Line, Source, lines_of, unsupported

DRAFTS = 2                              # as written, and once more after being told what is wrong
MOST_LINES = 8
MOST_LETTERS = 40_000                   # of all texts; more is told in their own sentences
_log = logging.getLogger(__name__)

NO_MODEL = "No language model is set up to write a summary: these are sentences of what is there."
_OTHERWISE = "these are sentences of what is there."


@dataclass(frozen=True, slots=True)
class Written:
    """A summary that stands on its sources."""

    lines: tuple[Line, ...]

    @property
    def cited(self) -> tuple[int, ...]:
        """The numbers of the sources it cites, in order."""
        return tuple(sorted({number for line in self.lines for number in line.cited}))

    @property
    def text(self) -> str:
        """The sentences, each with its citations."""
        return " ".join(f"{line.text} {''.join(f'[{n}]' for n in line.cited)}" for line in self.lines)


def written(context: QuestionContext, sources: Sequence[Source], privacy: frozenset[str]) -> Written | str:
    """A summary of the sources, or why there is none, for the person. `privacy`: the classes of their texts."""
    if context.model is None:
        return NO_MODEL
    if sum(len(source.text) for source in sources) > MOST_LETTERS:
        return f"There is more text than may be sent to the language model: {_OTHERWISE}"
    try:
        found = _drafted(context, context.model, sources, privacy)
    except ModelFailed as failed:
        _log.info("no summary was written: %s", type(failed).__name__)
        return f"{why_away(failed)}: {_OTHERWISE}"
    return found or f"What the language model wrote could not be traced to the texts: {_OTHERWISE}"


def _drafted(context: QuestionContext, model: Model, sources: Sequence[Source], privacy: frozenset[str]) -> Written | None:
    """The first draft that stands, None where none does. Raises ModelFailed."""
    prompt = _prompt(context.asked, sources, privacy, context.background())
    for _ in range(DRAFTS):
        text = model.prose(Role.WRITE, prompt, context.budget).text
        try:
            lines = lines_of(text)
            wrong = [f"Line {at}: {said}" for at, line in enumerate(lines, 1) if (said := unsupported(line, sources))]
        except ValueError as error:
            lines, wrong = (), [str(error)]
        if lines and not wrong and len(lines) <= MOST_LINES:
            return Written(lines)
        corrected = "\n".join(wrong or [f"Write 1 to {MOST_LINES} lines."])
        prompt = prompt.and_then(
            Message("assistant", text, privacy, is_asked_about=True),
            Message("user", f"This does not stand against the sources:\n{corrected}\nWrite it again, all lines, by the same rules.", privacy, True))
    return None


def _prompt(asked: str, sources: Sequence[Source], privacy: frozenset[str], background: Sequence[Message]) -> Prompt:
    """The rules, what was said before, the question, then the texts as JSON: whatever they hold, they cannot leave their quotes."""
    file = prompt_file("summary")
    data = json.dumps([asdict(source) for source in sources], ensure_ascii=False, indent=1)
    question = [Message("user", f"The colleague asks: {asked}", privacy, is_asked_about=True)] if asked else []
    texts = Message("user", data, privacy, is_asked_about=True)
    return Prompt(file.name, file.version, (Message("system", file.text), *background, *question, texts))
