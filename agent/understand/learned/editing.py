"""Readings written by hand: checked as a model's plan is, with all faults told; and readings as a file."""

import json
from collections.abc import Sequence
from datetime import datetime
from hashlib import blake2b
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agent.catalogue import Catalogue
from agent.phrasing.goals import say_goal
from agent.plan.periods import Calendar
from agent.understand.learned.places import Json
from agent.understand.learned.slots import SLOT, filled, parts_of, slots_in, slotted
from agent.understand.model import shape
from agent.understand.model.acts import QuestionAct, decode, shape_faults, stored
from kg.errors import BadInput
from memory.readings import KeptReading, LearnedReading

_SAMPLES: dict[str, Json] = {"name": "Somebody", "time": ["2026-01-01", "2026-02-01"], "number": 2, "text": "Something"}
_LONGEST = 500                          # characters of words
_MOST = 2_000                           # readings of a file


def written(catalogue: Catalogue, words: str, plan: str, calendar: Calendar, who: tuple[str, datetime]) -> LearnedReading:
    """A reading out of what an operator wrote: words with slots, or a message as people type it, for which the slots are made here.

    Raises BadInput with all that is wrong.
    """
    told = " ".join(words.split())
    if not 0 < len(told) <= _LONGEST or not parts_of(told):
        raise BadInput(f"The words of a reading have 1 to {_LONGEST} characters, and one word at least.")
    faults = faults_of(catalogue, plan)
    if faults:
        raise BadInput(f"The plan cannot be used. {faults}")
    data = json.loads(plan)
    if not slots_in(data) and not SLOT.search(told):
        made = slotted(catalogue, told, data, calendar)
        told, data = made.words, made.plan
    parts = parts_of(told)
    _check_slots(parts, data)
    return LearnedReading(" ".join(parts), json.dumps(data, ensure_ascii=False), mark_of(catalogue), *who, "written")


def faults_of(catalogue: Catalogue, plan: str) -> str:
    """What is wrong with a plan that may have slots, in words; "" for nothing."""
    try:
        said = shape.Message.model_validate(filled(json.loads(plan), _Samples()))
    except ValidationError as error:
        return shape_faults(error)
    except ValueError as error:
        return f"It is not JSON: {error}."
    acts, faults = decode(catalogue, said)
    if faults or all(isinstance(act, QuestionAct) for act in acts):
        return faults
    return "A reading holds questions about records only: no statements, declines or questions back."


def mark_of(catalogue: Catalogue) -> str:
    """A mark of what plans can name, which changes with it."""
    named = (one.id for kind in (catalogue.fields, catalogue.relations, catalogue.predicates) for one in kind())
    ids = (*catalogue.models, *named, *catalogue.metrics)
    return blake2b("\n".join(sorted(ids)).encode(), digest_size=6).hexdigest()


def as_file(kept: Sequence[KeptReading]) -> str:
    """Readings as a file that `of_file` reads: words and plans, nobody's address."""
    told = [{"words": one.reading.words, "plan": json.loads(one.reading.plan)} for one in kept]
    return json.dumps({"readings": told}, ensure_ascii=False, indent=2) + "\n"


def of_file(catalogue: Catalogue, text: str, calendar: Calendar, who: tuple[str, datetime]) -> tuple[LearnedReading, ...]:
    """The readings of a file. Raises BadInput with what is wrong with each; a file is taken whole or not at all."""
    try:
        said = _File.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        raise BadInput(f"{place}: {first['msg']}. A file holds {{\"readings\": [{{\"words\": …, \"plan\": …}}]}}.") from error
    found, wrong = list[LearnedReading](), list[str]()
    for number, one in enumerate(said.readings, 1):
        try:
            found.append(written(catalogue, one.words, json.dumps(one.plan), calendar, who))
        except BadInput as error:
            wrong.append(f"Reading {number} (“{one.words}”): {error}")
    if wrong:
        raise BadInput("\n".join(wrong))
    return tuple(found)


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid")
    words: str
    plan: dict[str, Any]


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")
    readings: list[_Line] = Field(max_length=_MOST)


def example_of(catalogue: Catalogue, plan: str) -> str:
    """What a plan asks for in plain words, with something in its slots; "" for one that does not decode."""
    read = stored(catalogue, json.dumps(filled(json.loads(plan), _Samples())))
    return "; and ".join(say_goal(catalogue, act.goal) for act in read[1] if isinstance(act, QuestionAct)) if read is not None else ""


def _check_slots(parts: Sequence[str], plan: Json) -> None:
    """Raises BadInput where words and plan have other slots."""
    in_words = [part.strip("{}+") for part in parts if SLOT.fullmatch(part)]
    in_plan = slots_in(plan)
    if len(set(in_words)) < len(in_words):
        raise BadInput("Each slot stands in the words once.")
    if set(in_words) != set(in_plan):
        odd = ", ".join(f"{{{name}}}" for name in sorted(set(in_words) ^ set(in_plan)))
        raise BadInput(f"Each slot stands in the words and in the plan; in one of them only: {odd}.")
    if not set(parts) - {part for part in parts if SLOT.fullmatch(part)}:
        raise BadInput("Words that are slots only would stand for every message. Write what is said around them.")


class _Samples(dict[str, Json]):
    """Something for every slot."""

    def __missing__(self, slot: str) -> Json:
        return _SAMPLES[slot.rstrip("0123456789")]
