"""The recorded plans of the evaluation companies with what was said around them, and the checks of a plan, without a server or a graph.

A minute instead of a stage for each company; without the grammar's reading, and of names and values those that the plan has, by as much of them as
the message says; what people taught where the plan uses any of it. Follow-ups that point at rows are left out.
"""

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from agent.catalogue import Catalogue
from agent.catalogue.house import house
from agent.plan.algebra import Goal, Where, mentions, parts
from agent.plan.periods import Calendar
from agent.understand.doubts import MessageContext, doubts
from agent.understand.grammar.evidence import VALUE
from agent.understand.model import shape
from agent.understand.model.acts import Act, decode, goals_of
from agent.understand.model.surroundings import Surroundings
from agent.understand.verify import Signal
from ingest.company import read_company
from kg.names import name_words
from kg.resolve import Candidate
from tests.companies.recorded import FOLDER, recorded

_SHORT = 3                              # letters of a word that is no name by itself: "and", "the"


@dataclass(frozen=True)
class Recorded:
    """One message and the plan that was written for it."""

    catalogue: Catalogue
    spoken: MessageContext
    said: shape.Message

    def check(self, said: shape.Message, acts: tuple[Act, ...]) -> frozenset[Signal]:
        """What is doubted of a plan for the message."""
        return frozenset(doubt.kind for doubt in doubts(self.catalogue, self.spoken, said, acts, None))


def plans_of(company: Any) -> Iterator[Recorded]:
    """The plans of a company's conversations that ask for something, in their order."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "folder"
        company.write(folder)
        asked, catalogue = recorded(company.ABOUT["tenant"]).asked_in(folder), house(read_company(folder))
    month, _, day = str(company.ABOUT["fiscal_year_start"]).partition("-")
    calendar = Calendar(date.fromisoformat(str(company.ABOUT["now"])[:10]), (int(month), int(day)))
    said = _said(str(company.ABOUT["tenant"]))
    taught = tuple(act.model_dump_json(by_alias=True) for plan in said.values() for act in plan.acts if isinstance(act, shape.Learn))
    for conversation in asked:
        last: Goal | None = None
        earlier: tuple[str, ...] = ()
        for text in (turn["ask"] for turn in conversation["turns"]):
            plan = said.get(text)
            goals = goals_of(decode(catalogue, plan)[0]) if plan is not None else ()
            if plan is None or not goals:
                continue
            around = _around(catalogue, text, (*earlier, *(taught if plan.preferences_used else ())), goals)
            yield Recorded(catalogue, MessageContext(text, last, bool(earlier), calendar, around), plan)
            last, earlier = goals[0] if len(goals) == 1 else None, (*earlier, text, plan.model_dump_json(by_alias=True, exclude_defaults=True))


def _said(tenant: str) -> Mapping[str, shape.Message]:
    """The last plan of each message."""
    found: dict[str, shape.Message] = {}
    for line in map(json.loads, (FOLDER / f"{tenant}.jsonl").read_text("utf-8").splitlines()[1:]):
        try:
            found[json.loads(line["message"])] = shape.Message.model_validate(line["said"])
        except (ValidationError, ValueError):
            continue                    # a long message is kept in part only; what asks for a text is no plan
    return found


def _around(catalogue: Catalogue, text: str, earlier: Sequence[str], goals: Sequence[Goal]) -> Surroundings:
    names = {named.mention: named.model for goal in goals for named in mentions(goal)}
    found = {name: _candidate(model, name, {}) for name, model in names.items()}
    for where in (part for goal in goals for part in parts(goal) if isinstance(part, Where)):
        model, _, name = where.field.partition(".")
        known = catalogue.models[model].fields.get(name)
        for value in (where.value if isinstance(where.value, tuple) else (where.value,)) if known is not None and known.tenant_values else ():
            if isinstance(value, str):
                found[value] = _candidate(VALUE, value, {"field": where.field, "value": value})
    heard = {name: said for name in found if (said := _spoken(name, text))}
    spoken = {said: (found[name] if said == name else replace(found[name], how="part"),) for name, said in heard.items()}
    return Surroundings("", frozenset(), (text, *earlier, *names), spoken)


def _spoken(name: str, text: str) -> str:
    """The name where the text has it, else the longest stretch of its words that the text has; "" for none."""
    if name.lower() in text.lower():
        return name
    words, said = name_words(name), f" {' '.join(name_words(text))} "
    stretches = (" ".join(words[first:last]) for first in range(len(words)) for last in range(first + 1, len(words) + 1))
    return max((each for each in stretches if len(each) > _SHORT and f" {each} " in said), key=len, default="")


def _candidate(model: str, name: str, properties: Mapping[str, str]) -> Candidate:
    return Candidate(name, model, "", "", name, (), None, properties, "exact", 1.0, ())
