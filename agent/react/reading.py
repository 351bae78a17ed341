"""A proposed plan read as a goal: every element of it said by words of the question, every word of the question in an element.

What comes out is a goal of `agent/plan.py` in which nothing is the model's own: it chose how the words go together, and the words themselves
say the rest. Where they do not, it is told so (Unfounded) and may try again.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import cast

from agent.catalogue import Catalogue
from agent.coverage import account
from agent.language import words
from agent.plan import Column, Figures, Goal, Groups, Key, Measure, Named, Node, Order, Set, Summary, Table, Tally
from agent.react import shape
from agent.react.agreement import check_focus, check_rows, check_whole_words
from agent.react.choices import every_way
from agent.react.edits import check_follow_up, edit
from agent.react.figures import column, figure, key, order, order_of_groups
from agent.react.heard import Faults, Heard, Hearing, Made, all_of, before, ends
from agent.react.leftovers import check_leftovers, question_words
from agent.react.pieces import check_nearest_meaning
from agent.react.quotes import Binding, Quoted, Quotes, Unfounded
from agent.react.sentence import mask_of
from agent.react.structure import check_structure, spots_of
from agent.react.things import thing
from agent.react.whether import check_whether, wants_them, whether
from agent.rules.evidence import Evidence, Known
from agent.rules.grammar.gaps import Gap
from agent.rules.grammar.lookup import field_of
from agent.rules.grammar.questions import listed
from agent.rules.items import Ask, Item, Shown

_WAYS = 48                              # how many ways to take the words of a question are tried for one plan


@dataclass(frozen=True, slots=True)
class Founded:
    """A goal that the question says, and what is open to doubt in it."""

    goal: Goal
    doubts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    bindings: tuple[Binding, ...] = ()

    @property
    def asks(self) -> int:
        """How much of it the person must confirm."""
        return len(self.doubts) + len(self.bindings)


def read_plan(catalogue: Catalogue, question: str, known: Known, plan: shape.Plan) -> Founded:
    """The goal that a proposal comes to. Raises Unfounded, saying what of it the question does not say."""
    quotes = Quotes(catalogue, question, known, _models(catalogue, plan))
    found, wrong = None, None
    for choices in every_way(_WAYS):
        quotes.begin(choices)
        try:
            one = _read(Hearing(quotes), plan)
        except Unfounded as fault:
            wrong = wrong or fault
            continue
        found = one if found is None or one.asks < found.asks else found
        if not found.asks:
            return found
    if found is None:
        assert wrong is not None        # there is one way at least
        raise wrong
    return found


def _read(hearing: Hearing, plan: shape.Plan) -> Founded:
    """One way to read a proposal. Raises Unfounded."""
    quotes = hearing.quotes
    made = _KINDS[plan.kind](hearing, plan)
    small = question_words(hearing, plan, made)
    quotes.take_idle()
    spots = tuple(spot for each in made.whole for spot in _spread(each, made.main))
    faults = Faults()
    for check in (
        partial(check_whether, hearing, plan, small), partial(check_rows, hearing, made, small),
        partial(check_follow_up, hearing, plan, made.goal, small), partial(check_focus, hearing, made, small),
        partial(check_whole_words, hearing, made, small), partial(check_structure, hearing, spots, made.whole),
        partial(check_leftovers, hearing, made),
    ):
        faults.of(check, None)
    faults.check()
    _check_books(hearing, made.goal)
    return Founded(made.goal, tuple(hearing.doubts), _notes(quotes), tuple(quotes.bound))


def _models(catalogue: Catalogue, plan: shape.Plan) -> frozenset[str]:
    """The models of which a proposal speaks."""
    ids = re.findall(r"[a-z]+/\w+", plan.model_dump_json())
    return frozenset(ids) & frozenset(catalogue.models)


def _notes(quotes: Quotes) -> tuple[str, ...]:
    """Which of several times was taken, and how words were mended."""
    used = [e for e in quotes.evidence if any(mask == e.cover for _, mask in quotes.said)]
    slips = (f"I read “{quotes.question[quotes.tokens[e.first].first : quotes.tokens[e.last - 1].last]}” as “{e.text}”."
             for e in used if e.how == "typo" and e.meaning.kind not in ("name", "where"))
    return tuple(dict.fromkeys((*(e.note for e in used if e.note), *slips)))


def _spread(heard: Heard, main: Heard) -> tuple[Heard, ...]:
    """An element as those that may stand apart: the main set is taken to pieces, whatever it is in."""
    if heard is main:
        return spots_of(main)
    if main not in heard.inside:
        return (heard,)
    others = tuple(each for each in heard.inside if each is not main)
    return (replace(heard, inside=()), *others, *spots_of(main))


# ---------------------------------------------------------------- kinds of plans


def _node(hearing: Hearing, plan: shape.Plan, *, figures: int = 0) -> Heard:
    if plan.thing is None or len(plan.figures) != figures or (plan.keys and not figures):
        raise Unfounded(f"A plan of the kind {plan.kind} has a thing, and neither figures nor keys.")
    return thing(hearing, plan.thing)


def _show(hearing: Hearing, plan: shape.Plan) -> Made:
    if len(plan.columns) != 1 or plan.columns[0].figure is not None or plan.order is not None:
        raise Unfounded("show has one column, a field; for several write a table.")
    said, node = plan.columns[0], _node(hearing, plan)
    field = next((f for f in hearing.catalogue.fields() if f.id == said.target), None)
    if field is None:
        led = next((r for r in hearing.catalogue.relations() if r.id == said.target), None)
        raise Unfounded(f"{led.id} is a relation: list the {led.to} that is tied to it." if led else f"There is no field {said.target!r}.")
    is_dated = _is_own_time(hearing, node, said.target)

    def fits(e: Evidence) -> bool:
        is_when = is_dated and (e.meaning.kind, e.meaning.target) == ("focus", "when")
        return is_when or (e.meaning.kind == "field" and e.meaning.target == said.target)

    word = hearing.quotes.find(said.said, fits, said.target)
    if len(word.evidence) != 1:
        raise Unfounded(f"Quote the words for {said.target}, once.")
    check_nearest_meaning(hearing, node.model, word)
    _check_name(hearing, node, field.model, word)
    unit = hearing.quotes.take(plan.unit, lambda e: e.meaning.kind == "unit" and bool(field.unit), "a unit of that field")
    ask = Ask(said.target, unit=unit.evidence[0].meaning.target if unit.evidence else None, needs=word.evidence[0].meaning.detail)
    made = list(field_of(hearing.catalogue, Item(node.part, node.cover, 0), Item(ask, word.cover, 0), Gap((), 0)))
    goals = {i.value.goal for i in made if isinstance(i.value, Shown) and i.cost == min(m.cost for m in made)}
    if len(goals) != 1:
        raise Unfounded(f"{said.target} is shown of {node.model} in {'several ways' if goals else 'no way'}.")
    heard = Heard(goals, word.cover | unit.cover, (), node.model, word.evidence)
    return Made(goals.pop(), (heard, node), node)


def _is_own_time(hearing: Hearing, node: Heard, field: str) -> bool:
    """"when" of "when did I last meet Acme?": the time by which the last one is found."""
    model = hearing.catalogue.models.get(node.model)
    return isinstance(node.part, Set) and node.part.newest and model is not None and field == f"{model.id}.{model.time or model.period}"


def _check_name(hearing: Hearing, node: Heard, shown: str, word: Quoted) -> None:
    """Where something of that name has what is asked for itself, it is meant: Bill's e-mail is a person's, not that of an invoice's customer."""
    if not isinstance(node.part, Named) or node.model == shown:
        return
    fields = {e.meaning.target.partition(".")[0] for piece in word.evidence for e in hearing.quotes.evidence
              if e.meaning.kind == "field" and (e.first, e.last) == (piece.first, piece.last)}
    named = {e.meaning.target for piece in node.evidence for e in hearing.quotes.evidence
             if e.meaning.kind == "name" and (e.first, e.last) == (piece.first, piece.last) and e.cost <= piece.cost}
    if fields & (named - {node.model}):
        raise Unfounded(f"Something else of that name has it: {', '.join(sorted(fields & named))}.")


def _list(hearing: Hearing, plan: shape.Plan) -> Made:
    node = _node(hearing, plan)
    if not isinstance(node.part, Set) or plan.columns or plan.order is not None:
        raise Unfounded("list has a set and nothing else; with columns or an order it is a table.")
    goal = next(listed(hearing.catalogue, node.part), None)
    if goal is None:
        raise Unfounded(f"{node.model} has no names to be listed.")
    return Made(goal, (node,), node)


def _whether(hearing: Hearing, plan: shape.Plan) -> Made:
    """"Any bugs that nobody owns?" asks for no yes or no: who asks so wants to see them."""
    is_set = plan.thing is not None and plan.thing.kind == "set" and not plan.holds
    return _list(hearing, plan) if is_set and wants_them(hearing) else whether(hearing, plan)


def _table(hearing: Hearing, plan: shape.Plan) -> Made:
    node = _node(hearing, plan)
    columns = all_of(partial(column, hearing, node.model, c) for c in plan.columns)
    for shown in columns:
        _check_counted(hearing, shown)
    ranked = order(hearing, node, plan.order) if plan.order is not None else None
    if not isinstance(node.part, Set) or not (columns or ranked) or (ranked and node.part.newest):
        raise Unfounded("A table has a set of more than one, and columns or an order.")
    parts: tuple[Column | Tally, ...] = tuple(c.part for c in columns)
    if ranked is not None and ranked.part.by not in parts:
        parts = (ranked.part.by, *parts)
    whole = (node, *columns, *(_ranked(ranked) if ranked is not None else ()))
    return Made(Table(node.part, parts, cast("Order | None", ranked.part if ranked else None)), whole, node)


def _check_counted(hearing: Hearing, column: Heard) -> None:
    """What rows have is counted where a word beside it says so; "accounts with tickets" may be those that have any."""
    counts = (h for h in column.inside if isinstance(h.part, Measure) and h.part.how == "count" and not h.kind)      # a metric says it
    for counted in counts:
        of, content = counted.inside[0].cover, hearing.quotes.content()
        is_before = before(counted.own, of) and not mask_of(ends(counted.own)[1] + 1, ends(of)[0]) & content
        if not is_before and ends(of)[1] + 1 != ends(counted.own)[0]:       # "how many open tickets", "the open ticket count"
            hearing.doubt(f"No word asks how many {hearing.catalogue.models[counted.model].plural} each of them has.")


def _ranked(order: Heard) -> tuple[Heard, ...]:
    """"the most" stands with what is counted; "top 5" may stand apart from "by amount"."""
    by = order.inside[0]
    if not by.inside or by.inside[0].own:
        return (replace(order, inside=()), by)
    if not before(order.own, by.cover):
        raise Unfounded("What there is most of follows its “most”.")
    return (order,)


def _summary(hearing: Hearing, plan: shape.Plan) -> Made:
    node = _node(hearing, plan)
    fits = isinstance(node.part, Named) or (isinstance(node.part, Set) and node.part.newest)
    if not fits or not hearing.catalogue.models[node.model].texts:
        raise Unfounded("A summary is of one named record with texts, or of the newest of a set of them.")
    return Made(Summary(cast(Node, node.part)), (node,), node)


def _figures(hearing: Hearing, plan: shape.Plan) -> Made:
    if plan.thing is not None or plan.keys or plan.columns or plan.order is not None or not plan.figures:
        raise Unfounded("figures has figures only.")
    heard = all_of(partial(figure, hearing, f) for f in plan.figures)
    return Made(Figures(tuple(cast(Measure, f.part) for f in heard)), heard, heard[0].inside[0])


def _groups(hearing: Hearing, plan: shape.Plan) -> Made:
    if plan.thing is not None or len(plan.figures) != 1 or not plan.keys or plan.columns:
        raise Unfounded("groups has one figure and one or more keys, and perhaps an order.")
    measured = figure(hearing, plan.figures[0], may_be_plain=True)
    keys = tuple(key(hearing, measured.inside[0], k, measured.kind) for k in plan.keys)
    ranked = (order_of_groups(hearing, measured, keys, plan.order),) if plan.order is not None else ()
    goal = Groups((cast(Measure, measured.part),), tuple(cast(Key, k.part) for k in keys), ranked[0].part if ranked else None)
    return Made(goal, (measured, *keys, *ranked), measured.inside[0])


_KINDS: Mapping[str, Callable[[Hearing, shape.Plan], Made]] = {
    "show": _show, "list": _list, "table": _table, "summary": _summary, "figures": _figures, "groups": _groups, "whether": _whether, "edit": edit,
}


# ---------------------------------------------------------------- checks


def _check_books(hearing: Hearing, goal: Goal) -> None:
    """The accounting check of every planner, on what the quotes say."""
    quotes = hearing.quotes
    small = {i for i, t in enumerate(quotes.tokens) if t.plain in words().licensed}
    cover = quotes.taken | sum(1 << i for i in small)
    told = account(quotes.catalogue, quotes.tokens, _Claim(goal, cover, frozenset(quotes.said)), quotes.empty, quotes.known.last)
    if told.unplaced:
        raise Unfounded(f"No element says {', '.join(f'“{w}”' for w in told.unplaced)}. Each word belongs to an element that quotes it.")
    if told.unsaid:
        raise Unfounded(f"No word of the question says {', '.join(told.unsaid)}.")


@dataclass(frozen=True, slots=True)
class _Claim:
    goal: Goal
    cover: int
    said: frozenset[tuple[str, int]]
