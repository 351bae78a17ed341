"""An answer that somebody shared, as its reader may see it: its plan run anew as the reader, and whether the answer as it was is open to them.

What the sharer's plan says of themselves ("my tickets") stays the sharer's. Nothing of the old answer is taken on trust: every record that it rests
on is read again and asked about as the reader, and what cannot be asked about is not shown. The rules are those of agent/access/checks.py.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from agent.access.checks import check_fields, is_made_into
from agent.access.field_use import field_uses
from agent.access.gate import name_of, named
from agent.access.knowable import knowable
from agent.access.refused import declining
from agent.access.visibility import visible
from agent.answer import Answer, Reason, Usage
from agent.catalogue import Catalogue
from agent.catalogue.records import privacy_of
from agent.dialogue.answering import answer_one
from agent.dialogue.requests import joined_answer
from agent.dialogue.stages import ended
from agent.errors import Declined, NeedsChoice
from agent.language.words import Utterance
from agent.phrasing.goals import say_goal
from agent.plan.algebra import Card, Earlier, Goal, Is, Me, Named, Names, Summary, Where, mentions, models, parts, rebuilt, same_as, without_label
from agent.policy.decision import rule_of
from agent.query.operations.named_conditions import team_of
from agent.query.operations.node_records import PEOPLE
from agent.question.context import QuestionContext
from agent.question.dialogue import Entry, kept_goal
from agent.question.normal_form import normalize
from agent.question.turn import Turn
from ingest.company import Person
from ingest.records import Record
from kg.rows import entity_key

Past = Literal["open", "closed", "unsure"]
_MY_TEAM = f"{PEOPLE}.my_team"
_NO_SECRET = ("everybody", "open_place")         # access rules of records whose words tell nothing by themselves: a city
_EARLIER = "an earlier question"        # said instead of the sharer's words


@dataclass(frozen=True, slots=True)
class SharedView:
    """A shared answer as one reader sees it. `today`: what its plan comes to for them now.

    `past`: may they see the answer as it was? `closed`: it rests on what they may not see, `unsure`: not all of that could be asked about.
    `asked`: what was asked, in plain words of ours; None where they may not know of what it names.
    """

    today: Answer
    past: Past
    asked: str | None = None


SEALED = SharedView(Answer("declined", "You may not see what this is about. Ask who shared it.", Reason.NOT_PERMITTED), "closed")
"""What is told where the question itself may not be: the same, whatever it is."""


def can_be_shared(entry: Mapping[str, Any]) -> bool:
    """Is a turn's answer one to questions that were put to the apps, so that it can be run anew? Not to one question of each of several things."""
    return entry["answer"]["status"] == "answered" and "goal" in entry and "each" not in entry


def shared_view(catalogue: Catalogue, turn: Turn, entry: Entry, sharer: Person) -> SharedView:
    """The answer of a turn that `can_be_shared`, as the person of `turn` may see it, who has asked nothing. Raises Declined for whoever has left."""
    turn.context.viewer()
    if "goals" not in entry:
        return _view(catalogue, turn, entry, sharer)
    kept: Sequence[Any] = entry["parts"] if "parts" in entry else [{}] * len(entry["goals"])
    parts_of_it = [cast(Entry, {**entry, "goal": goal, **part}) for goal, part in zip(entry["goals"], kept, strict=True)]
    return _as_one([_view(catalogue, turn, part, sharer, has_own_answer="parts" in entry) for part in parts_of_it])


def _as_one(views: Sequence[SharedView]) -> SharedView:
    """Several requests of one message: what each comes to today. The answer as it was is open where that of each is."""
    if all(view == SEALED for view in views):
        return SEALED
    asked = "; and ".join(view.asked for view in views if view.asked)
    past: Past = "closed" if any(view.past == "closed" for view in views) else "unsure" if any(view.past == "unsure" for view in views) else "open"
    return SharedView(_alone(joined_answer([view.today for view in views])), past, asked or None)


def _view(catalogue: Catalogue, turn: Turn, entry: Entry, sharer: Person, *, has_own_answer: bool = True) -> SharedView:
    """The same of one request. `has_own_answer`: False for one of several whose rows and references are not kept apart from the others'."""
    try:
        said = _said(catalogue, turn.context, entry, sharer)
        if not _all_knowable(turn.context, said):
            return SEALED
        today, context = _today(catalogue, turn, said)
        past: Past = "unsure"
        if has_own_answer:
            past = _past(catalogue, context, said.goal, entry, today) if _is_whole(today, context) else "closed"
    except Declined as declined:        # who the sharer is, or who may know of whom, could not be looked at
        return SharedView(Answer("declined", str(declined), declined.reason), "unsure")
    return SharedView(today, past, say_goal(catalogue, said.goal)) if past == "open" or not _holds_kept_words(catalogue, said.goal) else SEALED


@dataclass(frozen=True, slots=True)
class _Said:
    """A plan with what its names stand for, and nothing in it that depends on who asks."""

    goal: Goal
    things: Mapping[str, str]           # mention -> key


def _said(catalogue: Catalogue, context: QuestionContext, entry: Entry, sharer: Person) -> _Said:
    """The plan of a turn as its person meant it. Raises Declined where that cannot be told any more."""
    try:
        goal = cast(Goal, rebuilt(rebuilt(kept_goal(catalogue, entry["goal"]), without_label), _without_question))
    except ValueError as error:         # of another version
        raise Declined(Reason.FAILED, "This answer was made by another version and cannot be made anew. Please ask the question itself.") from error
    things = {mention: str(meant["key"]) for mention, meant in (entry.get("named") or {}).items()}
    if not any(isinstance(part, Me) or part == Is(_MY_TEAM) for part in parts(goal)):
        return _Said(goal, things)
    who = _employee(context, sharer)
    name, key = name_of(context, catalogue.models[PEOPLE], who), entity_key(context.tenant, "hris", "Employee", who.id)
    if things.get(name, key) != key:
        raise Declined(Reason.FAILED, "This answer names somebody of the same name as who shared it, so I cannot tell them apart here.")
    means = {Me(): Named(PEOPLE, name), **_team(context, who, name, goal)}
    return _Said(cast(Goal, rebuilt(goal, lambda part: means.get(part, part))), {**things, name: key})


def _without_question(part: Any) -> Any:
    return replace(part, asked=_EARLIER) if isinstance(part, Earlier) else part


def _team(context: QuestionContext, who: Record, name: str, goal: Goal) -> Mapping[Any, Any]:
    """What "my team" stands for: those who are in it now."""
    if Is(_MY_TEAM) not in parts(goal):
        return {}
    return {Is(_MY_TEAM): same_as(Earlier(PEOPLE, tuple(sorted(team_of(context, who))), (), f"the team of {name}"))}


def _employee(context: QuestionContext, sharer: Person) -> Record:
    active = [each for each in context.employees_at(sharer.email) if each.values.get("employment_status") == "ACTIVE"]
    if len(active) != 1:
        raise Declined(Reason.NO_RECORD, "HR knows no single active employee with the address of the person who shared this.")
    return active[0]


def _all_knowable(context: QuestionContext, said: _Said) -> bool:
    """May the reader know of everything that is named?"""
    return all(each.mention in said.things for each in mentions(said.goal)) and knowable(context, said.things.values()) == set(said.things.values())


def _holds_kept_words(catalogue: Catalogue, goal: Goal) -> bool:
    """Does it hold words out of records that not everybody may read, such as a ticket's title?"""
    texts = (part.field for part in parts(goal) if isinstance(part, Where) and isinstance(part.value, str | tuple))
    return any(catalogue.field(each).kind != "enum" and not _is_everybodys(catalogue, each) for each in texts)


def _is_everybodys(catalogue: Catalogue, field: str) -> bool:
    known = catalogue.field(field)
    return known.privacy == "A" and rule_of(catalogue.models[known.model].access) in _NO_SECRET


def _today(catalogue: Catalogue, turn: Turn, said: _Said) -> tuple[Answer, QuestionContext]:
    """What the plan comes to for the reader, and the context in which it did."""
    context = turn.context.fresh(said.things)
    read = replace(turn.read, goal=said.goal)
    asked = replace(turn.unread(context).at_place(0), read=read, text=Utterance(say_goal(catalogue, said.goal)))
    try:
        found = ended(answer_one(catalogue, asked))
    except Declined as declined:
        return _alone(declining(catalogue, asked, declined)), context
    except NeedsChoice:                 # what was one thing then is several now
        return Answer("declined", "What this names can no longer be told apart. Please ask it yourself.", Reason.FAILED), context
    return _alone(found.answer), found.turn.context


def _alone(answer: Answer) -> Answer:
    """An answer without its suggestions and its steps, which would tell what was looked at."""
    return replace(answer, alternatives=None, suggestions=(), plan=(), steps=(), usage=Usage())


def _is_whole(today: Answer, context: QuestionContext) -> bool:
    return today.status == "answered" and not context.notes.limits


# ---------------------------------------------------------------- the answer as it was


def _past(catalogue: Catalogue, context: QuestionContext, goal: Goal, entry: Entry, today: Answer) -> Past:
    """May the reader see the answer as it was: every record that it rests on, and what it uses and tells of these, value by value?"""
    then = entry["answer"]
    goal, fields = normalize(catalogue, goal), _fields(catalogue, goal, then)
    try:
        records = _cited(catalogue, context, then.get("references") or (), entry.get("beyond") or ())
        if records is None or not _are_proof(catalogue, goal, fields, records) or not _tells_what_today_tells(goal, then, today):
            return "unsure"
        for model, some in _by_model(records).items():
            visible(context, model, some, use="one")
            if len(named(context, catalogue.models[model], some)) < len(some):
                return "closed"
        for field in sorted(fields):
            check_fields(context, [field], _with_field(catalogue, field, records))
    except Declined as declined:
        return "closed" if declined.reason is Reason.NOT_PERMITTED else "unsure"
    return "open"


def _fields(catalogue: Catalogue, goal: Goal, then: Mapping[str, Any]) -> frozenset[str]:
    """What the plan uses, and what is told beside: columns that nobody asked for, and the texts that a summary is made of."""
    columns = ((str(column.get("model")), str(column.get("field"))) for column in (then.get("result") or {}).get("columns") or ())
    told = {f"{model}.{name}" for model, name in columns if model in catalogue.models and name in catalogue.models[model].fields}
    summed_up = [catalogue.models[node.model] for node in goal.all_nodes] if isinstance(goal, Summary) else []
    used = {use.name for use in field_uses(catalogue, goal)}
    return frozenset(used | told | {model.fields[name].id for model in summed_up for name in model.texts})


def _cited(
    catalogue: Catalogue, context: QuestionContext, cited: Iterable[Mapping[str, Any]], beyond: Sequence[Sequence[str]],
) -> tuple[Record, ...] | None:
    """The records of these references, and those beyond them that are only counted there, as they are now.

    None where not all of them are known, one is gone, or one is of no kind that can be read.
    """
    ids: dict[str, list[str]] = {}
    named = [(str(each["model"]), str(each["id"])) for each in cited if "count" not in each]
    if sum(int(each.get("count", 0)) for each in cited) != len(beyond):
        return None
    for model, record_id in (*named, *beyond):
        if model not in catalogue.models or catalogue.models[model].derived:
            return None
        ids.setdefault(model, []).append(record_id)
    found = tuple(record for model, some in ids.items() for record in context.live.by_ids(model, some))
    return found if len(found) == sum(len(set(some)) for some in ids.values()) else None


def _by_model(records: Sequence[Record]) -> Mapping[str, Sequence[Record]]:
    return {model: [each for each in records if each.model == model] for model in dict.fromkeys(each.model for each in records)}


def _with_field(catalogue: Catalogue, field: str, records: Sequence[Record]) -> Sequence[Record]:
    """Those of the records that hold a field, or, of HR, that belong to somebody who has it."""
    model, is_of_people = field.partition(".")[0], field.startswith("hris/")
    return [r for r in records if (r.model.startswith("hris/") if is_of_people else r.model == model) or is_made_into(catalogue, field, r)]


def _are_proof(catalogue: Catalogue, goal: Goal, fields: Iterable[str], records: Sequence[Record]) -> bool:
    """Does every restricted kind of record, and every private field that is used, have a record among these?

    An answer cites all of what it tells. What it rests on beside, such as the tickets of "customers with open tickets", it may not name.
    """
    kept = {model for model in models(goal) if rule_of(catalogue.models[model].access) != "everybody"}
    private = [field for field in fields if privacy_of(catalogue, field) != "A"]
    return kept <= {each.model for each in records} and all(_with_field(catalogue, field, records) for field in private)


def _tells_what_today_tells(goal: Goal, then: Mapping[str, Any], today: Answer) -> bool:
    """Are the cells that belong to no field, and depend on the viewer ("left on 31 May"), the same today?"""
    return not isinstance(goal, Card | Names) or _untold(then) <= _untold(today.as_json())


def _untold(answer: Mapping[str, Any]) -> frozenset[tuple[tuple[str, str], ...]]:
    """Of each row what it is called, and its cells without a field, each with its column."""
    result = answer.get("result") or {"columns": (), "rows": ()}
    places = [place for place, column in enumerate(result["columns"]) if column.get("field") is None]
    return frozenset((("", str(row[0])), *((str(result["columns"][at]["name"]), str(row[at])) for at in places)) for row in result["rows"] if places)
