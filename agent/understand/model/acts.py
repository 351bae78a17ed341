"""What a message asks for, decoded: goals to be executed, statements to be learned, questions about the assistant, refusals, a question back."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import ValidationError

from agent.catalogue import Catalogue
from agent.errors import UnusablePlan
from agent.phrasing.goals import say_node
from agent.plan.algebra import (
    Card,
    Column,
    Exists,
    Figures,
    Goal,
    Groups,
    Key,
    Measure,
    Names,
    Node,
    Order,
    Set,
    Show,
    Summary,
    Table,
    rebuilt,
    without_label,
)
from agent.plan.periods import Interval, Yearly
from agent.query.operations.columns import seen_columns
from agent.question.defaults import TIME, WEEK
from agent.question.dialogue import Listing
from agent.understand.grammar.paths import nested
from agent.understand.model import shape
from agent.understand.model.figures import COUNTED, decoder_for, find_field, group_order, key, measure, order, tally
from agent.understand.model.nodes import Decoder
from agent.understand.model.values import TIMES, limit, measured_in, time_of, unit_of
from agent.understand.model.ways import default_way
from kg.names import fold


@dataclass(frozen=True, slots=True)
class QuestionAct:
    """A question: the goal that answers it; `apart`: what was said of its names that tells them from others."""

    goal: Goal
    apart: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StatementAct:
    """A statement of how the person wants things; `kind` as the preferences call it.

    `means`: what their own words stand for, a node or a time; `plan`: that as it was written, in JSON.
    """

    kind: str
    subject: str
    value: str
    means: Node | Yearly | Interval | None = None
    for_everybody: bool = False
    plan: str = ""


@dataclass(frozen=True, slots=True)
class ForgetAct:
    """Something learned is to be forgotten; "" is the last thing, "everything" all of it."""

    subject: str


@dataclass(frozen=True, slots=True)
class AboutAct:
    """A question about the last answer, the assistant, or what it learned; small talk."""

    what: str
    text: str


@dataclass(frozen=True, slots=True)
class ChangeAct:
    """A wish to have something changed; `model`: what of, "" where that is nothing that any app holds."""

    model: str


@dataclass(frozen=True, slots=True)
class RefusalAct:
    """No plan answers it, for a reason of `agent.answer.Reason`."""

    reason: str
    text: str


@dataclass(frozen=True, slots=True)
class AmbiguousAct:
    """A question back: readings that are about equally likely, each in words and with its goal.

    `by_result`: may what they find decide between them? Not where they hold what nobody said: two that hold it agree in it.
    """

    text: str
    options: tuple[tuple[str, QuestionAct], ...]
    by_result: bool = True


Act = QuestionAct | StatementAct | ForgetAct | AboutAct | ChangeAct | RefusalAct | AmbiguousAct


def goals_of(acts: Sequence[Act]) -> tuple[Goal, ...]:
    """The goals among acts."""
    return tuple(act.goal for act in acts if isinstance(act, QuestionAct))


def decode(catalogue: Catalogue, said: shape.Message, listed: Sequence[Listing] = ()) -> tuple[tuple[Act, ...], str]:
    """The acts of a message, and all that is wrong with them, as a list in words; "" where nothing is. `listed`: rows that it may point at."""
    decoder = decoder_for(catalogue, listed)
    acts = list[Act]()
    for i, act in enumerate(said.acts):
        with decoder.faults.at("acts", i):
            found = _act(decoder, act)
            acts += [_without_label(found) if said.answer_in else found] if found is not None else []
    if not said.acts and said.look_up:
        decoder.faults.add('"acts" is empty. No more look-ups: write the plan with what you know')
    elif not said.acts:
        decoder.faults.add('"acts" is empty: a message that asks for nothing is {"goal": "about", "what": "thanks"} or a decline')
    return tuple(acts), decoder.faults.told


def _without_label(act: Act) -> Act:
    """The act without the message's own words for what it tells: answers are written in English first, where a foreign noun has no place."""
    return replace(act, goal=rebuilt(act.goal, without_label)) if isinstance(act, QuestionAct) else act


def stored(catalogue: Catalogue, text: str, listed: Sequence[Listing] = ()) -> tuple[shape.Message, tuple[Act, ...]] | None:
    """A message that was kept as JSON, with its acts; None where it is of another version of the plan language or the catalogue.

    `listed`: what had been told in rows before it; without that a plan that points at rows is None too.
    """
    try:
        said = shape.Message.model_validate_json(text)
    except ValueError:
        return None
    acts, faults = decode(catalogue, said, listed)
    return None if faults else (said, acts)


def run_again(catalogue: Catalogue, text: str, listed: Sequence[Listing] = ()) -> tuple[shape.Message, tuple[Act, ...]]:
    """A message that a program hands in as JSON, with its acts, which ask for records. Raises UnusablePlan with all that is wrong with it."""
    try:
        said = shape.Message.model_validate_json(text)
    except ValidationError as error:
        raise UnusablePlan(f"The plan cannot be used. {shape_faults(error)}") from error
    acts, faults = decode(catalogue, said, listed)
    if not faults and not all(isinstance(act, QuestionAct) for act in acts):
        faults = "A plan that comes with a question asks for records: no statements, declines or questions back"
    if faults:
        raise UnusablePlan(f"The plan cannot be used. {faults}")
    return said, acts


def shape_faults(error: ValidationError) -> str:
    """What is wrong with the shape of a message, the first eight faults in words."""
    return "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors(include_input=False, include_url=False)[:8])


def _act(decoder: Decoder, said: Any) -> Act | None:
    if type(said) in _GOALS:
        decoder.apart.clear()
        goal = _GOALS[type(said)](decoder, said)
        return QuestionAct(goal, dict(decoder.apart)) if goal is not None else None
    return _OTHERS[type(said)](decoder, said)


# ---------------------------------------------------------------- goals


def _show(decoder: Decoder, said: shape.Show) -> Goal | None:
    node = decoder.node(said.node)
    found = find_field(decoder, said.field, node.model)
    if found is None:
        return None
    way = default_way(decoder.catalogue, found.model, node.model) if found.model != node.model else ()
    if way is None:
        return decoder.faults.none(f"{found.id} is no field of {node.model}: show it of a set of {found.model} that is tied to the node")
    of = Set(found.model, frozenset({nested(way, node)})) if way else node
    model = decoder.catalogue.models[found.model]
    is_name = model.nameable and model.name == (found.name,)    # by which it is known; a job without a title has none to tell
    return Names(of, "") if is_name else Show(of, found.id, unit_of(decoder.faults, said.unit))


def _names(decoder: Decoder, said: shape.Names) -> Goal:
    node, label = decoder.node(said.node), " ".join(said.label.split())[:40]
    seen = _seen_of_nameless(decoder, node)
    return Table(node, seen, None, label) if seen else Names(node, label)


def _seen_of_nameless(decoder: Decoder, node: Node) -> tuple[Column, ...]:
    """What one sees of records that have no name, such as somebody's leave: whose it is, from when to when; () for all others."""
    model = decoder.catalogue.models[node.model]
    return () if model.name or model.key else seen_columns(decoder.catalogue, model)


def _table(decoder: Decoder, said: shape.Table) -> Goal:
    node = decoder.node(said.node)
    columns = list[Any]()
    for i, each in enumerate(said.columns):
        with decoder.faults.at(f"columns.{i}"):
            found = tally(decoder, each, node.model) if isinstance(each, shape.Tally) else decoder.column(decoder, each, node.model)
            columns += [found] if found is not None else []
    ordered = _order(decoder, said.order, node)
    shown = dict.fromkeys((*_seen_of_nameless(decoder, node), *columns))
    return Table(node, tuple(c for c in shown if c != Column()), ordered, " ".join(said.label.split())[:40])


def _order(decoder: Decoder, said: shape.Order | None, node: Node) -> Order | None:
    if said is None:
        return None
    with decoder.faults.at("order"):
        return order(decoder, said, node.model)


def _groups(decoder: Decoder, said: shape.Groups) -> Goal | None:
    first = _side(decoder, said, said.keys)
    beside = tuple(side for i, one in enumerate(said.beside) if (side := _beside(decoder, one, said, first, i)) is not None)
    if first is None or len(beside) < len(said.beside):
        return None
    made = replace(first, beside=beside)
    measures = made.all_measures
    ordered = None
    if said.order is not None:
        with decoder.faults.at("order"):
            ordered = group_order(decoder, said.order, made)
    if any(h.measure >= len(measures) for h in said.having):
        return decoder.faults.none("having names a measure by its position, counted from 0")
    having = [(h.measure, limit(decoder.faults, measured_in(decoder.catalogue, measures[h.measure]), h.op, h.value)) for h in said.having]
    if any(held is not None and held.is_turned for _, held in having):
        return decoder.faults.none("having cannot leave out a time: say the time before it, or the one after it")
    limits = tuple((at, held.op, held.value) for at, held in having if held is not None)
    return replace(made, order=ordered, having=limits) if len(limits) == len(having) else None


def _side(decoder: Decoder, said: shape.Groups | shape.Beside, by: Sequence[shape.Key]) -> Groups | None:
    """The figures of one set by its keys."""
    measures = tuple(m for i, one in enumerate(said.measures) if (m := _measure_at(decoder, one, i)) is not None)
    if len(measures) < len(said.measures):
        return None
    if len({m.of for m in measures}) > 1:
        return decoder.faults.none("measures of groups are over one set; put those of other sets into beside")
    keys = tuple(k for i, one in enumerate(by) if (k := _key_at(decoder, one, i, measures[0].of.model)) is not None)
    return Groups(measures, keys, label=" ".join(said.label.split())[:40]) if len(keys) == len(by) else None


def _beside(decoder: Decoder, said: shape.Beside, whole: shape.Groups, first: Groups | None, i: int) -> Groups | None:
    """The figures of a further set, by keys that give the same groups as the first set's."""
    with decoder.faults.at(f"beside.{i}"):
        side = _side(decoder, said, said.keys or whole.keys)
        if side is None or first is None:
            return None
        if [_groups_by(key, first) for key in first.keys] != [_groups_by(key, side) for key in side.keys]:
            return decoder.faults.none("its keys give other groups than the first set's: both go by the same kind of thing, field or bucket")
        return side


def _groups_by(key: Key, side: Groups) -> str | None:
    """What tells whether two keys give the same groups: the part of the calendar, the field, or the kind of thing that is led to."""
    return key.bucket or key.field or (key.path[-1].to if key.path else side.measures[0].of.model)


def _measure_at(decoder: Decoder, said: shape.Measure, i: int) -> Measure | None:
    with decoder.faults.at(f"measures.{i}"):
        return measure(decoder, said)


def _key_at(decoder: Decoder, said: shape.Key, i: int, model: str) -> Any:
    with decoder.faults.at(f"keys.{i}"):
        return key(decoder, said, model)


def _figures(decoder: Decoder, said: shape.Figures) -> Goal | None:
    measures = tuple(m for i, one in enumerate(said.measures) if (m := _measure_at(decoder, one, i)) is not None)
    if len(measures) < len(said.measures):
        return None
    if said.contrast and len(measures) != 2:
        return decoder.faults.none("contrast compares two measures")
    times = [m for m in measures if (field := measured_in(decoder.catalogue, m)) is not None and field.kind in TIMES]
    if times and said.contrast:
        are_days = len(times) == len(measures) and said.contrast not in ("ratio", "share", "change")
        return Figures(measures, said.contrast) if are_days else decoder.faults.none(
            "a date is held against another date, by more or less: more is later, and the difference is in days")
    if times and len(measures) == 1 and times[0].each is None and times[0].how != "value":
        return _first_by_time(decoder, times[0])
    held = [decoder.catalogue.field(m.field) for m in measures if m.how == "value" and m.field is not None]
    if len(measures) > 1 and (other := next((f for f in held if f.kind not in COUNTED), None)) is not None:
        return decoder.faults.none(f"{other.id} is {other.kind} and no figure: show it, in an act of its own")
    if any(m.how == "value" for m in measures) and len(measures) == 1:
        return Show(measures[0].of, measures[0].field or "", measures[0].unit)
    return Figures(measures, said.contrast)


def _first_by_time(decoder: Decoder, of: Measure) -> Goal | None:
    """The earliest or latest of dates, with the record that has it."""
    if not isinstance(of.of, Set):
        return Show(of.of, of.field or "")
    by = Column(of.field)
    first = Order(by, of.how == "max", 1)
    return Table(replace(of.of, ranked=first), (by,))


def _exists(decoder: Decoder, said: shape.Exists) -> Goal:
    return Exists(decoder.node(said.node))


def _summary(decoder: Decoder, said: shape.Summary) -> Goal | None:
    known = decoder.catalogue
    nodes = [decoder.node(said.node), *(decoder.node(one, f"also.{i}") for i, one in enumerate(said.also))]
    node = next((each for each in nodes if not known.models[each.model].texts), None)
    if node is None:
        return Summary(nodes[0], tuple(nodes[1:]))
    tied = [m.id for m in known.models.values() if m.texts and default_way(known, m.id, node.model) is not None]
    instead = f", or the summary of a set that is tied to it: {', '.join(tied)}" if tied else ""
    return decoder.faults.none(f"{node.model} has no texts to sum up: write a card of what is known of it{instead}")


_GOALS: Mapping[type, Callable[[Decoder, Any], Goal | None]] = {
    shape.Show: _show, shape.Names: _names, shape.Table: _table, shape.Groups: _groups, shape.Figures: _figures, shape.Exists: _exists,
    shape.Card: lambda decoder, said: Card(decoder.node(said.node)), shape.Summary: _summary,
}


# ---------------------------------------------------------------- the others

_KINDS = {"name": "name_means", "words": "term_means", "basis": "metric_basis"}


def _learn(decoder: Decoder, said: shape.Learn) -> Act | None:
    if said.kind in ("name", "words", "default") and not said.subject.strip():
        return decoder.faults.none("learn needs the words that are explained (subject)")
    if said.kind == "words" and said.period is not None:
        return _learn_time(decoder, said, said.period)
    means = decoder.node(said.means, "means") if said.means is not None else None
    said = said if said.value.strip() or means is None else said.model_copy(update={"value": say_node(decoder.catalogue, means)})
    if not said.value.strip():
        return decoder.faults.none("learn needs what is to hold or what the words mean (value)")
    plan = said.means.model_dump_json(by_alias=True, exclude_defaults=True) if said.means is not None and said.kind in ("words", "default") else ""
    return StatementAct(_kind(said), said.subject.strip(), _taught(said), means, said.for_everybody, plan)


def _kind(said: shape.Learn) -> str:
    """As what it is kept: the day on which weeks begin is a part of the calendar to the person, and a kind of its own here."""
    is_week = said.kind == "calendar" and fold(said.subject).strip() in ("week", "weeks")
    return WEEK if is_week else _KINDS.get(said.kind, said.kind)


def _learn_time(decoder: Decoder, said: shape.Learn, period: list[str]) -> Act | None:
    """Words that stand for a time: a season of every year, or days of one."""
    with decoder.faults.at("period"):
        time = time_of(decoder.faults, period)
    if time is None:
        return None
    value = said.value.strip() or " to ".join(period)
    return StatementAct(TIME, said.subject.strip(), value, time, said.for_everybody, json.dumps({"period": period}))


def _taught(said: shape.Learn) -> str:
    """What is to be meant: of "by Jonas I mean the installer" not the name again, but what tells this Jonas from others."""
    value, apart = said.value.strip(), getattr(said.means, "apart", "").strip()
    return apart if said.kind == "name" and apart and fold(value) == fold(said.subject) else value


def _ask(decoder: Decoder, said: shape.AskBack) -> Act | None:
    options = list[tuple[str, QuestionAct]]()
    for i, one in enumerate(said.options):
        with decoder.faults.at(f"options.{i}.act"):
            found = _act(decoder, one.act)
            options += [(one.label, found)] if isinstance(found, QuestionAct) else []
    return AmbiguousAct(said.text, tuple(options)) if len(options) == len(said.options) else None


_OTHERS: Mapping[type, Callable[[Decoder, Any], Act | None]] = {
    shape.Learn: _learn, shape.AskBack: _ask,
    shape.Forget: lambda _, said: ForgetAct(said.subject.strip()),
    shape.AboutAnswer: lambda _, said: AboutAct(said.what, said.text.strip()),
    shape.Change: lambda _, said: ChangeAct(said.model),
    shape.Refuse: lambda _, said: RefusalAct(said.reason, said.text.strip()),
}
