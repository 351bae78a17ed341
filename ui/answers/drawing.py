"""Events and Answers as chat messages: plain data in, Markdown and cards (`ui/answers/card.py`) out. Pure; knows no front end and no server.

Whatever came out of a record is text here, never markup: names are escaped, and no words of an answer make a link or a picture.
"""

import html
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from agent.answer import Event, is_age, notes_of, without_age
from agent.dialogue.clarifications import SHOWN
from agent.dialogue.shared_answer import can_be_shared
from agent.respond.cells import without_more_rows
from kg.errors import Cancelled
from memory.feedback import NO_REMARK, Remark
from memory.questions import StoredQuestion
from memory.versions import Versions
from ui.answers.card import TABLE, card_of, chips_of, is_in_text
from ui.answers.cells import in_peoples_words
from ui.answers.citing import with_citations
from ui.answers.days import with_days
from ui.answers.deeds import Place, again_of, remark_of, switch_of
from ui.answers.messages import Attached, Message, attached, folded, looked_up, message, waiting
from ui.answers.refusals import text_of
from ui.text.addresses import PREFERENCES
from ui.text.habits import USUAL, Habits
from ui.text.markdown import defused, escape
from ui.text.words import say

ASKS = "ask/"                           # begins the value of a button that asks a question in its own words
_RETRACTION = re.compile(r"say “forget [^”]{1,200}” to change that")
_OFFERED = 3                            # questions below an answer

Options = list[dict[str, str]]
Remarks = Mapping[str, Remark]
NOTHING_SAID: Remarks = {}


class Drawing:
    """One run, drawn as its events come in."""

    def __init__(self, habits: Habits = USUAL) -> None:
        """`habits`: of whoever looks."""
        self._habits = habits
        self._steps: dict[str, dict[str, Any]] = {}
        self._end: list[Message] = []
        self._given: Mapping[str, Any] | None = None
        self._ahead: int | None = None

    def add(self, event: Event) -> None:
        """Take in the next event; kinds that are not drawn change nothing."""
        draw = {"waiting": self._wait, "step_started": self._step, "step_progress": self._step, "step_finished": self._step,
                "answer": self._answer, "error": self._fail}.get(event.kind)
        if draw:
            draw(event.data)

    @property
    def is_over(self) -> bool:
        """Has it come to its answer, or to what went wrong?"""
        return bool(self._end)

    @property
    def messages(self) -> list[Message]:
        """What was looked up so far; at the end the answer."""
        if self._ahead is not None and not self.is_over and not self._steps:
            return [waiting(self._ahead)]
        seconds = ((self._given or {}).get("usage") or {}).get("seconds")
        return [*looked_up(list(self._steps.values()), seconds, is_open=not self.is_over), *self._end]

    def kept(self, session: str, turns: Sequence[Mapping[str, Any]], remarks: Remarks = NOTHING_SAID) -> None:
        """The answer stands in the history now: it has a page, its table can be had as a file, and what else was meant can be asked.

        So does what is told of a run that broke.
        """
        if turns and self._end:
            given = self._given if self._given is not None else turns[-1]["answer"]
            self._end = _answered(given, _place_of(session, turns[-1], remarks), self._habits)
            _offer(self._end, given, _instead(turns))

    def _wait(self, data: Mapping[str, Any]) -> None:
        self._ahead = int(data.get("before") or 0)

    def _step(self, data: Mapping[str, Any]) -> None:
        self._steps.setdefault(str(data.get("id")), {}).update(data)

    def _answer(self, data: Mapping[str, Any]) -> None:
        self._given, self._end = data, _answered(data, None, self._habits)

    def _fail(self, data: Mapping[str, Any]) -> None:
        if data.get("title") == str(Cancelled()):
            self._end = [message("assistant", say("Stopped, as you asked."))]
            return
        said = (data.get("title"), data.get("detail") or data.get("text"), data.get("next_step"))
        self._end = [message("assistant", f"**{say('This did not work.')}** " + " ".join(escape(say(part)) for part in dict.fromkeys(said) if part))]


def past(
    talk: Versions, session: str, files: Sequence[Attached] = (), habits: Habits = USUAL, *, remarks: Remarks = NOTHING_SAID,
    without: Collection[str | None] = (),
) -> list[Message]:
    """What is shown of a session, but for the turns `without`, with the lists that were attached on the way. `habits`: of whoever looks; `remarks`:
    what they said of its answers, by turn."""
    messages: list[Message] = []
    labels: dict[tuple[str, str], str] = {}
    turns = [turn for turn in talk.shown if turn.get("id") not in without]
    for place, turn in enumerate(turns):
        messages += [attached(file) for file in files if file.after == place]
        said, answer = str(turn.get("question") or ""), turn.get("answer") or {}
        messages += [said_by_person(labels.get((str(turn.get("reply_to")), said), said), turn.get("id")), *switched(talk, turn.get("id"))]
        where = _place_of(session, turn, remarks)
        messages += looked_up(answer.get("steps") or (), (answer.get("usage") or {}).get("seconds"))
        messages += answer_messages(answer, where, habits)
        labels |= {(asked["id"], option["id"]): option["label"] for asked in _put(answer) for option in asked["options"]}
    return messages + [attached(file) for file in files if file.after >= len(turns)]


def switched(talk: Versions, turn: str | None) -> list[Message]:
    """The way to the other versions of a turn, where there are any."""
    switch = switch_of(turn, talk.beside(turn)) if turn else None
    return [message("assistant", "") | {"card": switch}] if switch else []


def whole(
    talk: Versions, questions: Sequence[StoredQuestion], session: str, files: Sequence[Attached] = (), habits: Habits = USUAL, *,
    remarks: Remarks = NOTHING_SAID,
) -> list[Message]:
    """A session as the server holds it; its newest open question comes last, with its options as buttons."""
    messages, turns = past(talk, session, files, habits, remarks=remarks), talk.shown
    for question in questions[-1:]:
        if just_asked(turns) != question.id:
            messages.append(message("assistant", escape(question.prompt)))
        _put_below_words(messages, _options(question.id, question.options[:SHOWN]))
    if turns and not questions:
        _offer(messages, turns[-1].get("answer") or {}, _instead(turns))
    return messages


def unanswered(said: Message) -> Message:
    """Below a message of the person that came to nothing: the way to ask it again."""
    return message("assistant", "") | {"card": again_of(str(said["metadata"]["id"]), html.unescape(said["content"]))}


def just_asked(turns: Sequence[Mapping[str, Any]]) -> str | None:
    """The id of the question that the last turn put to the person."""
    answer = turns[-1].get("answer") if turns else None
    question = answer.get("question") if isinstance(answer, Mapping) else None
    return str(question["id"]) if question else None


def said_by_person(text: str, turn: str | None = None) -> Message:
    """The person's own words, and the turn that they begin."""
    return message("user", escape(text)) | ({"metadata": {"id": turn}} if turn else {})


def answer_messages(answer: Mapping[str, Any], place: Place | None = None, habits: Habits = USUAL) -> list[Message]:
    """An Answer (as JSON): its words with its table and its chart, what it took for granted, and the line of what it rests on.

    `place`: where more of it can be had.
    """
    answer = in_peoples_words(answer)
    chips = chips_of(answer, place, habits)
    last = [message("assistant", "") | {"card": chips}] if chips else []
    remark = remark_of(place)
    said = [message("assistant", "") | {"card": remark}] if remark else []
    return [_worded(answer, place, habits), *_noted(answer, habits), *said, *last]


def _answered(answer: Mapping[str, Any], place: Place | None, habits: Habits) -> list[Message]:
    """The same, with the options of the question that it puts."""
    messages, question = answer_messages(answer, place, habits), answer.get("question")
    if question:
        _put_below_words(messages, _options(question["id"], question["options"]))
    return messages


def _offer(messages: list[Message], answer: Mapping[str, Any], options: Options) -> None:
    """What can be asked next: below the line of what an answer rests on; where there is no answer, next to the words that say so."""
    if not options:
        return
    if answer.get("status") == "answered":
        messages[-1]["options"] = options
    else:
        _put_below_words(messages, options)


def _put_below_words(messages: list[Message], options: Options) -> None:
    """What is to be chosen, before all else that stands below the last words that were said."""
    words = next((each for each in reversed(messages) if each["content"] and "metadata" not in each), messages[-1])
    words["options"] = options


def answer_markdown(answer: Mapping[str, Any], place: Place | None = None) -> str:
    """The words of an Answer as Markdown."""
    text = defused(text_of(answer))
    return _corrigible(text) if place else text


def _worded(answer: Mapping[str, Any], place: Place | None, habits: Habits) -> Message:
    drawn, text = card_of(answer, place.turn if place else "now", habits), answer_markdown(answer, place)
    words = without_more_rows(TABLE.sub("", text)) if is_in_text(answer) else text
    words = with_days(without_age(words) if answer.get("references") else words, answer, habits)       # a chip tells the age
    cited = with_citations(words, answer, place.turn) if place else words
    return message("assistant", cited) | ({"card": drawn} if drawn else {})


def _options(question_id: str, options: Iterable[Mapping[str, Any]]) -> Options:
    return [{"value": f"{question_id}/{option['id']}", "label": str(option["label"])} for option in options]


def _place_of(session: str, turn: Mapping[str, Any], remarks: Remarks) -> Place | None:
    return Place(session, str(turn["id"]), can_be_shared(turn), remarks.get(str(turn["id"]), NO_REMARK)) if turn.get("id") else None


def _noted(answer: Mapping[str, Any], habits: Habits) -> list[Message]:
    """What the answer took for granted beyond the line below it, folded until somebody opens it. A chip tells the age of what it rests on."""
    is_told = bool(answer.get("references"))
    notes = [note for note in notes_of(answer, folded=True) if not (is_told and is_age(note))]
    listed = "\n".join(f"- {defused(note)}" for note in notes)
    return [folded(say("What this takes for granted"), _corrigible(with_days(listed, answer, habits)))] if notes else []


def _instead(turns: Sequence[Mapping[str, Any]]) -> Options:
    """What else the last question may have meant, then what can be asked in its place or after it, each a button that asks it."""
    answer = (turns[-1].get("answer") or {}) if turns else {}
    offered = answer.get("alternatives")
    meant = [{**one, "label": say("Instead: {label}", label=one["label"])} for one in _options(offered["id"], offered["options"])] if offered else []
    asked = [{"value": f"{ASKS}{text}", "label": text} for text in answer.get("suggestions") or ()]
    return [*meant, *asked[: max(0, _OFFERED - len(meant))]]


def _put(answer: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """What an answer lets the person choose from: its question, its alternatives."""
    yield from (answer[name] for name in ("question", "alternatives") if answer.get(name))


def label_of(turns: Sequence[Mapping[str, Any]], asked: str, option_id: str) -> str:
    """What an option is called that was put to the person; its id where it was not."""
    found = (option for turn in turns for put in _put(turn.get("answer") or {}) if put["id"] == asked for option in put["options"])
    return next((str(option["label"]) for option in found if option["id"] == option_id), option_id)


def _corrigible(markdown: str) -> str:
    """Where a preference was used, the way to the page on which it is corrected."""
    return _RETRACTION.sub(rf"\g<0> ([{say('change it here')}]({PREFERENCES}))", markdown)
