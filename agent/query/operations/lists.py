"""Lists of things with columns that were asked for: what identifies a thing stands before these, what tells it apart from the others behind them.

Things without a name are identified by their card: without it no row would say what it is of.
"""

from collections.abc import Sequence
from dataclasses import replace

from agent.answer import Column as Head
from agent.catalogue import Catalogue, Model
from agent.plan.algebra import Column, Set, Table, Union, thing_of
from agent.query.operations.column_names import told_apart
from agent.query.operations.columns import column_for
from agent.query.operations.extra_columns import MOST, ExtraColumns, columns_beside, is_name, told_beside, unasked, without_said, worth_it
from agent.query.operations.node_records import RecordsByNode
from agent.query.operations.reached_by import reached_by
from agent.query.operations.tables import table
from agent.query.outcome import Outcome, unique
from agent.question.context import QuestionContext
from ingest.records import Record


def table_of_things(context: QuestionContext, goal: Table, found: RecordsByNode) -> Outcome:
    """The rows of a table, with what stands beside its columns where they are a list of things. Raises Declined."""
    made = table(context, goal, found)
    model = context.catalogue.models[goal.node.model]
    if not made.rows:
        return made
    shown = frozenset(made.row_of)
    records = tuple(r for r in found[goal.node].records if r.id in shown)
    if _has_columns_alone(goal):
        made = _with_what_led_there(made, reached_by(context, goal.node, records, found))
    if not _is_list_of_things(context.catalogue, goal):
        return made
    asked, by = _asked(goal), _gone_by(context.catalogue, model, goal)
    whose, usual = _of_card(context.catalogue, model, [*asked, *by]) if _is_nameless(model) else ([], _usual(context, goal, [*asked, *by], records))
    rest = [*by, *usual]
    before, beside = (told_beside(context, wanted, model.id, records, found) for wanted in (whose, rest))
    behind = without_said(goal.node, beside)            # whose a thing without a name is stays: it is called by that
    put = _put_beside(made, before, behind, place=1 if goal.order is not None and goal.order.per is not None else 0)
    return replace(put, columns=_with_names_of_their_own(context.catalogue, put.columns, len(made.columns) + len(before.columns)))


def _is_list_of_things(catalogue: Catalogue, goal: Table) -> bool:
    """Are its rows several things, no people, with columns of theirs alone?

    Figures of each are read beside the names. One thing is told by what was asked of it, and so are those of an earlier answer. What has no name is
    told by its card where nothing was asked of it.
    """
    node, model = goal.node, catalogue.models[goal.node.model]
    is_one = isinstance(node, Set) and (node.newest or thing_of(node) is not None or (node.ranked is not None and node.ranked.first == 1))
    is_card = _is_nameless(model) and not goal.columns
    return _has_columns_alone(goal) and isinstance(node, Set | Union) and not (is_one or is_card or model.is_person)


def _has_columns_alone(goal: Table) -> bool:
    """Are there no figures of each of its rows, and may these be several?"""
    is_first = goal.order is not None and goal.order.first == 1 and goal.order.per is None
    return not is_first and len(_asked(goal)) == len(goal.columns) and (goal.order is None or isinstance(goal.order.by, Column))


def _with_what_led_there(made: Outcome, led: ExtraColumns) -> Outcome:
    """The same with what its rows were reached by, unless that was asked for and stands there."""
    is_there = {column.model for column in made.columns}.issuperset(column.model for column in led.columns)
    return made if is_there else _put_beside(made, ExtraColumns((), dict.fromkeys(led.cells, ()), ()), led, 0)


def _gone_by(catalogue: Catalogue, model: Model, goal: Table) -> list[Column]:
    """What the rows go by, where it was not asked for: that has to be seen in a list."""
    by = [goal.order.by] if goal.order is not None and isinstance(goal.order.by, Column) else []
    return unasked(catalogue, model, _asked(goal), [column for column in by if not is_name(catalogue, model, column)])


def _is_nameless(model: Model) -> bool:
    return not model.name and not model.key


def _asked(goal: Table) -> list[Column]:
    return [column for column in goal.columns if isinstance(column, Column)]


def _of_card(catalogue: Catalogue, model: Model, asked: Sequence[Column]) -> tuple[list[Column], list[Column]]:
    """Of a card what was not asked for: whose the things are, and as much of the rest as a list is still read with."""
    card = unasked(catalogue, model, asked, [column_for(catalogue, model, name) for name in model.card])
    whose = [column for column in card if column.field is None and not _is_nameless(catalogue.models[column.path[-1].to])]
    card = [column for column in card if column.field is not None or column in whose]
    return whose, [column for column in card if column not in whose][:max(0, MOST - len(asked) - len(whose))]


def _usual(context: QuestionContext, goal: Table, asked: Sequence[Column], records: Sequence[Record]) -> list[Column]:
    return worth_it(context, columns_beside(context.catalogue, goal.node, asked), records)


def _put_beside(made: Outcome, before: ExtraColumns, behind: ExtraColumns, place: int) -> Outcome:
    """The table with more columns: from that place on, and at the end. A currency that stands there already does not stand there twice."""
    new = [at for at, column in enumerate(behind.columns) if column not in made.columns]
    columns = (*made.columns[:place], *before.columns, *made.columns[place:], *(behind.columns[at] for at in new))
    rows = tuple((*row[:place], *before.cells[of], *row[place:], *(behind.cells[of][at] for at in new))
                 for of, row in zip(made.row_of, made.rows, strict=True))
    return replace(made, columns=columns, rows=rows, cited=unique((*made.cited, *before.reached, *behind.reached)))


def _with_names_of_their_own(catalogue: Catalogue, columns: Sequence[Head], asked: int) -> tuple[Head, ...]:
    """The columns; those behind the first ones, which were asked for, are told apart from these by what they are of."""
    fuller = [() if at < asked or column.model is None else (f"{catalogue.models[column.model].label} {column.name}",)
              for at, column in enumerate(columns)]
    return tuple(told_apart(columns, fuller))
