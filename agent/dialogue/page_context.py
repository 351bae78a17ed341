"""The record from whose page a question is asked: what "this ticket", "this" and "it" point at then.

Only where the asker may see the record, read live; else the question is refused before anything of it is read.
"""

import re
from dataclasses import replace

from agent.access.gate import name_of
from agent.access.refused import not_permitted
from agent.access.visibility import visible
from agent.answer import Reason
from agent.catalogue import Catalogue, Model
from agent.errors import Declined
from agent.live.reads import APPS
from agent.plan.algebra import Card, Named
from agent.policy.decision import may_see_model
from agent.question.notes import Weight
from agent.question.turn import Turn
from ingest.records import Record
from kg.rows import record_key

_ALONE = r"(?=\W*$|[,;?.!]|['’]s| (?:is|was|are|has|have|had|due|and|or|now|still|in|at|by|with|for|to)\b)"      # not "this month"
_ONES = ("one", "record", "thing", "item")


def go_on_from_page(catalogue: Catalogue, turn: Turn) -> Turn:
    """The turn going on from the record of its page, where it points there or nothing was said before; else as it is.

    Raises Declined for a record that is not there, or that the asker may not see.
    """
    if turn.ask.about is None:
        return turn
    model, record = _record(catalogue, turn, turn.ask.about)
    pointer = _pointer(model).search(turn.words)
    if pointer is None and turn.dialogue.last is not None:
        return turn                     # it goes on from what was said
    name = record.remote_id if model.key == "remote_id" else None
    called = name_of(turn.context, model, record)
    thing = Named(model.id, name or called)
    turn.context.links.choose({thing.mention: record_key(turn.context.tenant, model.id, record.id)})
    turn = replace(turn, dialogue=replace(turn.dialogue, last=Card(thing), is_first=False))
    if pointer is None:
        return turn
    said = "of it" if pointer["here"] else "its" if pointer["of"] else "it"
    turn.context.notes.assume(f"“{pointer[0]}” is {called}, from whose page you ask.", pointer[0], weight=Weight.READ)
    return turn.put_as(f"{turn.words[: pointer.start()]}{said}{turn.words[pointer.end() :]}")


def _record(catalogue: Catalogue, turn: Turn, about: str) -> tuple[Model, Record]:
    name, _, merge_id = about.rpartition("/")
    model, context = catalogue.models.get(name), turn.context
    if model is None or not model.nameable:
        raise Declined(Reason.OUT_OF_SCOPE, "I can't answer from such a page. Please ask with the name of what you mean.")
    if not may_see_model(context.viewer(), model.access).allowed:
        raise not_permitted(model.access, "You may not see what this page is about.")
    if model.category not in context.live.gateway.categories():
        raise Declined(Reason.NOT_CONNECTED, f"No {APPS.get(model.category, model.category)} app is connected for your company.")
    record = context.live.record(model.id, merge_id)
    found = visible(context, model.id, (record,), use="one") if record is not None else ()
    if not found:
        raise Declined(Reason.NO_RECORD, f"The {model.label} that this page is about is no longer there.")
    return model, found[0]


def _pointer(model: Model) -> re.Pattern[str]:
    """What points at a page's record: "this ticket", "this ticket's", "this" by itself, "here" unless it is somebody's page."""
    own = ("person", *_ONES) if model.is_person else _ONES
    nouns = "|".join(sorted(map(re.escape, (model.label, *model.words, *own)), key=len, reverse=True))
    here = "(?!)" if model.is_person else r"(?:(?:in|at|on|with|for) )?here\b"
    return re.compile(rf"\bthis(?: (?:{nouns})\b|{_ALONE})(?P<of>['’]s)?|(?P<here>\b{here})", re.IGNORECASE)
