"""A conversation as Markdown, and what each answer of a file rests on in words. Pure.

No words of a record make markup, a link or a picture, whatever opens the file. Days in the words of an answer stay ISO, as in all files.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from ui.answers.refusals import text_of
from ui.text.habits import USUAL, Habits, time_of
from ui.text.labels import kind_said, more_records
from ui.text.markdown import defused, escape
from ui.text.words import say


def as_markdown(title: str, person: str, turns: Sequence[Mapping[str, Any]], habits: Habits = USUAL) -> str:
    """The conversation. `person`: who asked; `habits`: of whoever reads it."""
    return "\n".join((f"# {escape(title)}", *(_turn(turn, person, habits) for turn in turns)))


def understood(answer: Mapping[str, Any]) -> str:
    """How the question was understood; "" where that is not told."""
    return say("Understood as: {reading}", reading=answer["understood_as"]) if answer.get("understood_as") else ""


def sources(answer: Mapping[str, Any], habits: Habits) -> Iterator[tuple[str, str]]:
    """What an answer rests on: the number of each record, and its name and kind with its age; without a number how many more there are."""
    for number, each in enumerate(answer.get("references") or (), 1):
        if "count" in each:
            yield "", more_records(each["count"])
            continue
        age = time_of(each.get("data_as_of") or each.get("fetched_at"))
        dated = f", {say('as of {time}', time=moment_told(age, habits))}" if age is not None else ""
        yield f"{number}. ", f"{each.get('name') or each['id']}, {kind_said(each['category'], each['model'])}{dated}"


def moment_told(time: Any, habits: Habits) -> str:
    """A moment or a day as the reader writes it."""
    return habits.moment(time, is_written=True) if isinstance(time, datetime) else habits.day(time)


def _turn(turn: Mapping[str, Any], person: str, habits: Habits) -> str:
    answer, at = turn["answer"], moment_told(datetime.fromisoformat(turn["at"]), habits)
    said = "\n".join(f"> {escape(line)}" for line in turn["question"].splitlines())
    parts = [f"\n**{escape(person)}** · {at}", said, "**Evergraph**", defused(text_of(answer))]
    rests = [f"{number or '- '}{escape(line)}" for number, line in sources(answer, habits)]
    parts += [escape(understood(answer))] if understood(answer) else []
    parts += [f"{say('Sources')}:", "\n".join(rests)] if rests else []
    return "\n\n".join(parts)
