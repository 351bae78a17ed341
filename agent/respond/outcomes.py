"""What figures, groups, tables and yes-no questions came to, told: in a sentence where it is short, else as a table.

The text shows the first rows only where there are many; the result holds them all. Ties at a cut are told, and from when to when it goes.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

from agent.answer import Cell, Column, Result
from agent.catalogue import Catalogue
from agent.phrasing.comparisons import direction, is_of_times
from agent.phrasing.figures import SHARE
from agent.phrasing.goals import say_goal
from agent.phrasing.inflection import capital, listed, uncapital
from agent.phrasing.nouns import time_noun
from agent.phrasing.one_thing import is_one
from agent.plan.algebra import (
    Earlier,
    Exists,
    Figures,
    Goal,
    Groups,
    Is,
    Me,
    Measure,
    Named,
    Node,
    Order,
    Set,
    Table,
    Tally,
    Where,
    is_one_thing,
    measured_field,
    nodes,
    parts,
    same_as,
    thing_of,
)
from agent.plan.periods import Interval, Recurring
from agent.query.operations.tellable import kept_kinds
from agent.query.operations.values import day_of
from agent.query.outcome import Outcome
from agent.question.context import QuestionContext
from agent.question.dialogue import RowIds
from agent.question.notes import Weight
from agent.respond.cells import CURRENCY, bold, currency_beside, exact_text, markdown, more_rows, one_line, readable, say, written_values
from agent.respond.chartable import drawn
from agent.respond.draft import Draft
from agent.respond.listing import labelled
from agent.respond.noun_phrase import Things
from agent.respond.rank_phrases import in_one_order
from agent.respond.sentences import count_said, counted_said, edge_said, figure_head, first_ones, measured, sides_said, stopped, superlative
from agent.respond.set_phrases import called, definite, things
from agent.respond.share_phrases import part_said
from ingest.records import values_at

IN_WORDS = 5                            # rows that are told in a sentence; more make a table
_IN_A_ROW = 7                           # columns of one row that are


def from_outcome(context: QuestionContext, goal: Goal, outcome: Outcome) -> Draft:
    """The answer to a goal of figures."""
    for note in outcome.notes:
        context.notes.assume(note, note, weight=Weight.LIMIT)       # its counts were made with the figures
    columns, rows = outcome.columns, readable(context, outcome.columns, outcome.rows)
    text, facts = _TOLD[type(goal)](context, goal, outcome, rows)
    _tell_span(context, goal, outcome)
    tied = _tied(goal, outcome)
    facts = (*facts, tied, *written_values(columns, rows))
    return Draft(" ".join(p for p in (text, tied) if p), Result(columns, outcome.rows), outcome.cited, facts, _rows_of(goal, outcome),
                 drawn=drawn(columns, outcome.rows, goal), tied=tied)


def _rows_of(goal: Goal, outcome: Outcome) -> RowIds | None:
    """What the rows are of: a table's records, or the things that something is told of by one key."""
    if isinstance(goal, Table):
        return RowIds(goal.node.model, outcome.row_of)
    key = goal.keys[0] if isinstance(goal, Groups) and len(goal.keys) == 1 else None
    if key is None or key.field is not None:
        return None
    assert isinstance(goal, Groups)
    return RowIds(key.path[-1].to if key.path else goal.measures[0].of.model, outcome.row_of)


Told = tuple[str, tuple[str, ...]]      # the text, and the names in it that are no cells
Rows = Sequence[Sequence[Cell]]


def _figures(context: QuestionContext, goal: Figures, outcome: Outcome, rows: Rows) -> Told:
    """Each figure with what it is of; in several currencies side by side."""
    first = len(outcome.columns) - len(goal.measures)       # a currency may stand before them
    said = [_figure(context, measure, outcome.columns, rows, first + at) for at, measure in enumerate(goal.measures)]
    facts = (*goal_names(context, goal), say_goal(context.catalogue, goal))
    if goal.contrast:
        head, more = _contrast(context, goal, outcome, rows)
        return "\n".join((f"{head}\n", *(f"- {line}" for line in said))), (*facts, *more)
    return said[0] if len(said) == 1 else "\n".join(f"- {line}" for line in said), facts


def _figure(context: QuestionContext, measure: Measure, columns: Sequence[Column], rows: Rows, at: int) -> str:
    """One figure in a sentence: a count of things, a share, or what is measured of them."""
    value = rows[0][at]
    if measure.how == "count" and isinstance(value, Decimal | int) and value == int(value):
        return stopped(count_said(things(context, measure.of), int(value)))
    found = _found(context, measure, columns, rows, at)
    if found and (event := edge_said(context, measure)):
        return f"{event} {found}."
    if found and measure.how == "average" and measure.each is not None and measure.each.measure.how == "count":
        return f"{capital(definite(context, measure.of))} have {found} {things(context, measure.each.measure.of).whole(False)} on average."
    if measure.how == "share" and found and measure.each is None:
        return f"{found} of {definite(context, measure.of)} {part_said(context, measure)}."
    return f"{figure_head(context, measure)} is {found or 'not known'}."


def _found(context: QuestionContext, measure: Measure, columns: Sequence[Column], rows: Rows, at: int) -> str:
    """A figure as it is told: one in each of several units, and once where all rows, which are of the units of others, have the same."""
    if not _stands_beside(context, measure, columns[at]):
        return _side_by_side(columns, rows, at)
    return bold(say(rows[0][at], columns[at].unit)) if rows[0][at] is not None else ""


def _stands_beside(context: QuestionContext, measure: Measure, column: Column) -> bool:
    """Is a figure no amount, or one in a unit of its own: a count, a day, an average of days beside a sum of money?"""
    field = measured_field(measure)
    return field is None or column.unit is not None or context.catalogue.field(field).kind not in ("money", "quantity")


def _contrast(context: QuestionContext, goal: Figures, outcome: Outcome, rows: Rows) -> Told:
    """What the first of two figures is to the second."""
    found = rows[0][0]
    if goal.contrast.startswith("which"):
        return _which(context, goal, outcome, rows[0])
    if not isinstance(found, Decimal):
        return f"{bold(str(found).capitalize())}:", ("Yes", "No")
    first, second = sides_said(context, *goal.measures)
    if goal.contrast in ("ratio", "share"):
        is_ratio = goal.contrast == "ratio"         # which is told to the hundredth: 1.04 is not 1
        quotient = exact_text(round(found, 2)) if is_ratio and abs(found) >= 1 else say(found, outcome.columns[0].unit)
        return f"{capital(first)} is {bold(quotient)} {'times' if is_ratio else 'of'} {second}:", (quotient,)
    if found == 0:
        return "Both are the same:", ()
    more, less = _words_of(context, goal)
    asked, opposite = (less, more) if goal.contrast == "less by" else (more, less)
    by = say(abs(found), SHARE) if goal.contrast == "change" else with_currency(outcome.columns, (abs(found), *rows[0][1:]), 0)
    return f"{capital(first)} is {bold(by)} {asked if found > 0 else opposite} than {second}:", (by,)


def _words_of(context: QuestionContext, goal: Figures) -> tuple[str, str]:
    """What the one of two figures is that is more, and the one that is less."""
    return ("later", "earlier") if is_of_times(context.catalogue, goal.measures[0]) else ("more", "less")


def _which(context: QuestionContext, goal: Figures, outcome: Outcome, row: Sequence[Cell]) -> Told:
    """Whose figure is the higher one, or the lower, by how much."""
    by = with_currency(outcome.columns, row, 1)
    if row[0] not in _SIDES:
        return "Both are the same:", ()
    one, other = goal.measures if row[0] == _SIDES[0] else reversed(goal.measures)
    whose, names = _of_side(context, one, other)
    more, less = ("higher figure", "lower figure") if _words_of(context, goal)[0] == "more" else ("later date", "earlier date")
    return f"The {more if goal.contrast == 'which more' else less} is {whose}, by {bold(by)}:", (by, *names)


_SIDES = ("first", "second")


def _of_side(context: QuestionContext, one: Measure, other: Measure) -> Told:
    """Whose one of two figures is: the one thing that tells it from the other by name, else what it is of; of the same things what is measured."""
    named, others = ({n for n in nodes(m) if isinstance(n, Me | Named | Earlier) and is_one_thing(n)} for m in (one, other))
    apart = named - others
    if apart == {Me()}:
        return bold("yours"), ("yours",)
    if one.of == other.of:
        said = measured(context, one)
        return f"the {bold(said)}", (said,)
    said = ", ".join(called(context, n) for n in apart if isinstance(n, Named | Earlier)) if len(apart) == 1 else definite(context, one.of)
    return f"that of {bold(said)}", (said,)


def _side_by_side(columns: Sequence[Column], rows: Rows, at: int) -> str:
    return listed([bold(with_currency(columns, row, at)) for row in rows if row[at] is not None])


def with_currency(columns: Sequence[Column], row: Sequence[Cell], at: int) -> str:
    """A figure with its unit, or with the currency that stands in a column beside it; things are counted without one."""
    is_count = columns[at].model is not None and columns[at].field is None
    return say(row[at], columns[at].unit or (None if is_count else currency_beside(columns, row)))


def _exists(context: QuestionContext, goal: Exists, outcome: Outcome, rows: Rows) -> Told:
    is_so = outcome.rows[0][0] == "yes"
    no = "No, as far as you may see" if kept_kinds(context, goal.node) else "No"
    denial = f"**{no}**{',' if no == 'No' else ':'}"
    names = (*goal_names(context, goal), "Yes", no, say_goal(context.catalogue, goal))
    thing = thing_of(goal.node)
    if thing is not None and isinstance(goal.node, Set):
        rest = things(context, replace(goal.node, links=goal.node.links - {same_as(thing)}))
        be = "are" if thing == Me() else "is"
        return f"{'**Yes**,' if is_so else denial} {definite(context, thing)} {be}{'' if is_so else ' not'} {rest.predicate()}.", names
    counted = things(context, goal.node)
    if not is_so:
        return stopped(f"{denial} {uncapital(count_said(counted, 0))}"), names
    there = len([pair for pair in outcome.cited if pair[0].id == goal.node.model])
    return stopped(f"**Yes**, {uncapital(count_said(counted, there))}"), (*names, str(there))


def _table(context: QuestionContext, goal: Table, outcome: Outcome, rows: Rows) -> Told:
    if isinstance(goal.node, Set) and goal.order is not None:
        node, order = in_one_order(goal.node, goal.order)
        goal = replace(goal, node=node, order=order)
    listing = things(context, goal.node, goal.label)
    names = (*goal_names(context, goal), say_goal(context.catalogue, goal))
    if not rows:
        return stopped(count_said(listing, 0)), names
    if isinstance(goal.node, Named | Me | Earlier) and is_one_thing(goal.node):
        return _of_thing(context, goal.node, outcome, rows, names)
    if isinstance(goal.node, Set) and is_one(context.catalogue, goal.node) and len(rows) == 1 and outcome.columns[0].field == "name":
        return _of_led(context, goal.node, outcome.columns, rows[0]), (*names, "unknown")
    head, names = _head(context, goal, listing, outcome), (*names, f"{outcome.number:,}")
    if len(outcome.columns) == 1 and len(rows) <= IN_WORDS:
        return f"{head}: {listed([bold(say(row[0])) for row in rows])}.", names
    if len(rows) == 1 and 2 < len(outcome.columns) <= _IN_A_ROW and not _is_pair(outcome.columns):
        return f"{head}: {_row_said(outcome.columns, rows[0])}.", names
    return _best(context, goal, outcome.columns, rows, names) or _beneath(head, outcome, rows, names)


def _row_said(columns: Sequence[Column], row: Sequence[Cell]) -> str:
    """The only row in words: "WEB-131 **Order form** (status **open**, assignee **Ben Cole**)"; what it does not hold is not said."""
    key = next((f"{say(cell)} " for column, cell in zip(columns, row, strict=True) if column.name == "key" and cell is not None), "")
    rest = _rest_said(columns, row)
    return f"{key}{bold(one_line(say(row[0])))}{f' ({rest})' if rest else ''}"


def _rest_said(columns: Sequence[Column], row: Sequence[Cell]) -> str:
    """What stands beside the name of a row, each with what it is; what it does not hold is not said."""
    return ", ".join(labelled(column, bold(one_line(value))) for at, column in enumerate(columns)
                     if at and column.name not in (CURRENCY, "key") and (value := with_currency(columns, row, at)))


def _of_thing(context: QuestionContext, thing: Named | Me | Earlier, outcome: Outcome, rows: Rows, names: tuple[str, ...]) -> Told:
    """The row of one thing, which is not counted: "Loading dock sensors: status open"."""
    if len(outcome.columns) == 1:
        return f"{listed([bold(say(row[0])) for row in rows])}.", names
    name = "You" if isinstance(thing, Me) else called(context, thing)
    if len(rows) == 1 and 2 < len(outcome.columns) <= _IN_A_ROW and not _is_pair(outcome.columns) and (rest := _rest_said(outcome.columns, rows[0])):
        return f"{name}: {rest}.", names
    if not _is_pair(outcome.columns) or len(rows) > IN_WORDS:
        return _beneath(name, outcome, rows, names)
    values = [value for each in _by_member(outcome, rows).values() for value in each]
    return f"{name}: {outcome.columns[-1].name} {listed(values)}.", (*names, "unknown")


def _of_led(context: QuestionContext, node: Set, columns: Sequence[Column], row: Sequence[Cell]) -> str:
    """The row of what one thing leads to: "The work location of Ana Ruiz is Kiel Yard (city Kiel)."."""
    told = [(column, with_currency(columns, row, at)) for at, column in enumerate(columns) if at and column.name not in (CURRENCY, "key")]
    beside = ", ".join(f"{column.name} {bold(value or 'unknown')}" for column, value in told)
    return f"{capital(definite(context, node))} is {bold(say(row[0]))}{f' ({beside})' if beside else ''}."


def _head(context: QuestionContext, goal: Table, listing: Things, outcome: Outcome) -> str:
    """What the rows are: "12 open tickets", "The 10 customers with the highest revenue"."""
    if goal.order is None or goal.order.first is None or goal.order.per is not None:
        is_short = len(outcome.rows) <= IN_WORDS and _is_pair(outcome.columns)
        return f"{count_said(listing, outcome.number)}{_of_each(context, goal, outcome.columns) if is_short else ''}"
    return f"{first_ones(listing, outcome.number)} with the {superlative(context, goal.node.model, goal.order)}"


def _of_each(context: QuestionContext, goal: Table, columns: Sequence[Column]) -> str:
    """Which figure stands beside each name, where no table's head says it."""
    last = goal.columns[-1] if goal.columns else None
    if isinstance(last, Tally):
        said = counted_said(context, last) if last.measure.how == "count" else measured(context, last.measure)
        return f" (of each the {said})" if " of " in said else f" ({said} of each)"
    field = context.catalogue.field(last.field) if last is not None and last.field else None
    is_event = field is not None and field.label in field.when
    return f" (when each was {columns[-1].name})" if is_event else f" ({columns[-1].name} of each)"


def _best(context: QuestionContext, goal: Table, columns: Sequence[Column], rows: Rows, names: tuple[str, ...]) -> Told | None:
    """The first of an order, and the figure that makes it the first: "Nisha Thomas has the most open tickets: 10"."""
    order = goal.order
    if order is None or order.first != 1 or order.per is not None or len(rows) != 1 or not _is_pair(columns) or rows[0][-1] is None:
        return None
    figure = bold(with_currency(columns, rows[0], -1))
    return f"{bold(say(rows[0][0]))} has the {superlative(context, goal.node.model, order)}: {figure}.", names


def _groups(context: QuestionContext, goal: Groups, outcome: Outcome, rows: Rows) -> Told:
    counted = things(context, _beside_keys(goal))
    names = (*goal_names(context, goal), say_goal(context.catalogue, goal))
    if not rows:
        return "There is none of these in any group." if goal.beside else f"{count_said(counted, 0)} in any such group.", names
    first = goal.measures[0]
    called = [column.name for column in outcome.columns]
    keys = listed(called[:len(goal.keys)])
    if goal.beside:
        said = listed(called[-len(goal.all_measures):])
    else:
        said = (counted.definite() if counted.mine else counted.whole(False)) if first.how == "count" else measured(context, first)
    best = _best_group(context, goal, said, outcome, rows)
    if best:
        return best, names
    is_first = goal.order is not None and _is_by_figure(goal) and len(rows) > 1 and not outcome.tied
    which = f", the {len(rows)} {direction(context.catalogue, goal.order)}" if goal.order is not None and is_first else ""
    return _beneath(f"{capital(said)} by {keys}{which}", outcome, rows, (*names, which))


def _best_group(context: QuestionContext, goal: Groups, said: str, outcome: Outcome, rows: Rows) -> str:
    """The one group at the head of an order by its figure: "Boreal has the most open tickets: 9". "" for others, and where groups share the place."""
    is_one = goal.order is not None and goal.order.first == 1 and len(rows) == 1 and len(goal.keys) == 1
    if not is_one or not _is_by_figure(goal) or not _is_pair(outcome.columns) or rows[0][0] is None or rows[0][-1] is None:
        return ""
    assert goal.order is not None       # it has a first
    is_count = goal.measures[0].how == "count"
    edge = ("most" if goal.order.descending else "fewest") if is_count else direction(context.catalogue, goal.order)
    figure = bold(with_currency(outcome.columns, rows[0], -1))
    return f"{bold(one_line(say(rows[0][0])))} has the {edge} {'of ' if said.startswith('your ') else ''}{said}: {figure}."


def _is_by_figure(goal: Groups) -> bool:
    """Are only the first groups by their one figure asked for?"""
    order = goal.order
    is_cut = order is not None and order.first is not None and not order.skip and isinstance(order.by, Measure)
    return is_cut and len(goal.all_measures) == 1 and not goal.beside


def _beside_keys(goal: Groups) -> Node:
    """What is counted, without the condition that it has a key at all: what has none is in no group."""
    of, keys = goal.measures[0].of, {key.field for key in goal.keys if not key.path} | {key.path[0].relation for key in goal.keys if key.path}
    if not isinstance(of, Set):
        return of
    return replace(of, where=frozenset(c for c in of.where if not (isinstance(c, Where) and c.op == "filled" and c.field in keys)))


def _beneath(head: str, outcome: Outcome, rows: Rows, names: tuple[str, ...]) -> Told:
    """What the rows are, and the rows: a few in the same sentence, more as a table beneath it."""
    columns = outcome.columns
    if _is_pair(columns) and len(rows) <= IN_WORDS:
        told = [_beside_name(columns[0], name, figures) for (_, name), figures in _by_member(outcome, rows).items()]
        return f"{head}: {'; '.join(told) if any(', ' in one or ' and ' in one for one in told) else ', '.join(told)}.", (*names, "unknown")
    more = more_rows(len(rows))
    return "\n\n".join(p for p in (f"{head}:", markdown(columns, rows), more) if p), (*names, more)


def _beside_name(column: Column, name: str, figures: Sequence[str]) -> str:
    """A member and its figures; a currency is told by its amount: "EUR: 1,250 EUR" would say it twice."""
    is_unit = column.name == CURRENCY and all(figure.endswith(f" {name}**") for figure in figures)
    return listed(figures) if is_unit else f"{name or f'no {column.name}'} {listed(figures)}"


def _by_member(outcome: Outcome, rows: Rows) -> Mapping[tuple[str, str], list[str]]:
    """What stands beside each member's name: a figure, or one in each currency, or each of its values. Two of one name stay apart."""
    found: dict[tuple[str, str], list[str]] = {}
    for member, row in zip(outcome.members, rows, strict=True):
        found.setdefault((member, one_line(say(row[0]))), []).append(bold(with_currency(outcome.columns, row, -1) or "unknown"))
    return found


def _is_pair(columns: Sequence[Column]) -> bool:
    """A name and a figure, perhaps with its currency between them?"""
    return len(columns) >= 2 and [c.name for c in columns[1:-1]] in ([], ["currency"])


_TOLD: Mapping[type[Goal], Callable[[QuestionContext, Any, Outcome, Rows], Told]] = {
    Figures: _figures, Exists: _exists, Table: _table, Groups: _groups,
}


def goal_names(context: QuestionContext, goal: Goal) -> tuple[str, ...]:
    """What the things that a goal names are called in their apps."""
    return tuple(called(context, each) for each in nodes(goal) if isinstance(each, Named | Earlier))


def _tied(goal: Goal, outcome: Outcome) -> str:
    """That the cut fell among equals, who are all shown."""
    if not outcome.tied:
        return ""
    if any(isinstance(p, Order) and p.skip for p in parts(goal)):       # among equals at its beginning, at its end, or at both
        return f"{outcome.tied} share a place; all of them are shown."
    place = outcome.number - outcome.tied + 1
    if place == 1:
        return "Both share the first place." if outcome.tied == 2 else f"All {outcome.tied} share the first place."
    return f"{outcome.tied} share place {place}; all of them are shown."


# ---------------------------------------------------------------- from when to when


def _tell_span(context: QuestionContext, goal: Goal, outcome: Outcome) -> None:
    """Where figures are asked for and no time was named, everything there is counts: the answer says from when to when that goes.

    Not from when to when where some of what was counted is left out at the end: that is not known here.
    """
    measured = [m for m in parts(goal) if isinstance(m, Measure)]
    if isinstance(goal, Exists) or not measured or _names_time(goal) or any(isinstance(p, Earlier) for p in nodes(goal)):
        return
    for model_id in dict.fromkeys(m.of.model for m in measured if _happens(context.catalogue, m) and not _is_now(context.catalogue, m)):
        model = context.catalogue.models[model_id]
        field = model.fields[str(model.period)]
        stated = [value for of, record in outcome.cited if of.id == model.id for value in values_at(record, field.path)]
        days = [day_of(context, field, value) for value in stated if isinstance(value, date)]
        if len(set(days)) > 1:
            first, last = min(days).isoformat(), max(days).isoformat()
            unsaid = "year" if any(isinstance(p, Recurring) for p in parts(goal)) else "time"
            by = f": {first} to {last}, by {time_noun(context.catalogue, field)}" if not _is_cut(goal) else ""
            context.notes.assume(f"No {unsaid} was named, so all {model.plural} count{by}.", first, last)


def _is_cut(goal: Goal) -> bool:
    """Are rows or groups left out that were counted?"""
    is_first = any(isinstance(p, Order) and (p.first is not None or p.skip) for p in parts(goal))
    return is_first or any(isinstance(p, Groups) and p.having for p in parts(goal))


def _names_time(goal: Goal) -> bool:
    return any(isinstance(p, Interval) for p in parts(goal))


def _happens(catalogue: Catalogue, measure: Measure) -> bool:
    """Do the measured things happen at a time that whoever may see them may see?"""
    model = catalogue.models[measure.of.model]
    field = model.fields.get(model.period or "")
    return field is not None and not model.is_person and not model.derived and (model.category != "hris" or field.privacy == "A")


def _is_now(catalogue: Catalogue, measure: Measure) -> bool:
    """Are the measured things in a state that lasts until now, such as open? Then no time has to be named."""
    states = [part.predicate for part in parts(measure) if isinstance(part, Is)]
    return any(catalogue.predicate(each).lasts for each in states)
