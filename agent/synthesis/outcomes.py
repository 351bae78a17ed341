"""What figures, groups, tables and yes-no questions came to, told: in a sentence where it is short, else as a table.

The text shows the first rows only where there are many; the result holds them all. Ties at a cut are told, and from when to when it goes.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from agent.answer import Cell, Column, Result
from agent.catalogue import Catalogue, Model
from agent.live import dig, display_name
from agent.outcome import Outcome
from agent.periods import Interval
from agent.plan import Exists, Figures, Goal, Groups, Measure, Table, parts, thing_of
from agent.run import Run
from agent.say import say_goal, say_measure, say_node
from agent.synthesis.cells import MOST_ROWS, bold, local, markdown, one_line, said_in, say
from agent.synthesis.draft import Draft
from ingest.records import Record

IN_WORDS = 5                            # rows that are told in a sentence; more make a table
NAMED = 5                               # things that a yes is shown by


def from_outcome(run: Run, goal: Goal, outcome: Outcome) -> Draft:
    """The answer to a goal of figures."""
    for note in outcome.notes:
        run.assume(note, note)          # its counts were made with the figures
    columns, rows = outcome.columns, tuple(tuple(local(run, cell) for cell in row) for row in outcome.rows)
    text, facts = _TOLD[type(goal)](run, goal, outcome, rows)
    _tell_span(run, goal, outcome)
    tied = _tied(outcome)
    facts = (*facts, tied, *said_in(columns, rows), *(display_name(model, record) for model, record in outcome.cited))
    return Draft(" ".join(p for p in (text, tied) if p), Result(columns, outcome.rows), outcome.cited, facts)


Told = tuple[str, tuple[str, ...]]      # the text, and the figures in it that are no cells
Rows = Sequence[Sequence[Cell]]


def _figures(run: Run, goal: Figures, outcome: Outcome, rows: Rows) -> Told:
    """Each figure with what it is of; in several currencies side by side."""
    measures = [_capital(say_measure(run.catalogue, m)) for m in goal.measures]
    first = len(outcome.columns) - len(measures)        # a currency may stand before them
    lines = [f"{said}: {_side_by_side(outcome.columns, rows, first + at)}." for at, said in enumerate(measures)]
    if goal.contrast:
        said, facts = _contrast(goal, outcome, rows)
        return "\n".join((f"{said}\n", *(f"- {line}" for line in lines))), (*measures, *facts)
    return (lines[0] if len(lines) == 1 else "\n".join(f"- {line}" for line in lines)), tuple(measures)


def _contrast(goal: Figures, outcome: Outcome, rows: Rows) -> Told:
    """What the first of two figures is to the second."""
    found = rows[0][0]
    if not isinstance(found, Decimal):
        return f"{bold(str(found).capitalize())}:", ("Yes", "No")
    asked, opposite = ("more", "less") if goal.contrast == "more by" else ("less", "more")
    by = _with_currency(outcome.columns, (abs(found), *rows[0][1:]), 0)
    if found == 0:
        return "Both are the same:", ()
    return (f"The first is {bold(by)} {asked} than the second:" if found > 0 else f"The other way round, the first is {bold(by)} {opposite}:"), (by,)


def _side_by_side(columns: Sequence[Column], rows: Rows, at: int) -> str:
    said = [bold(_with_currency(columns, row, at)) for row in rows if row[at] is not None]
    return " and ".join(said) or "none"


def _with_currency(columns: Sequence[Column], row: Sequence[Cell], at: int) -> str:
    """A figure with its unit, or with the currency that stands in a column beside it."""
    beside = next((str(cell) for column, cell in zip(columns, row, strict=True) if column.name == "currency" and cell), None)
    return say(row[at], columns[at].unit or beside)


def _exists(run: Run, goal: Exists, outcome: Outcome, rows: Rows) -> Told:
    is_so = outcome.rows[0][0] == "yes"
    if thing_of(goal.node) is not None:
        said = say_goal(run.catalogue, goal).removeprefix("whether ")
        return f"**{'Yes' if is_so else 'No'}**: {said if is_so else f'it is not so that {said}'}.", (said, "Yes", "No")
    node = say_node(run.catalogue, goal.node)
    if not is_so:
        return f"**No**: I found none of {node}.", (node, "No")
    there = [pair for pair in outcome.cited if pair[0].id == goal.node.model]
    count, more = str(len(there)), f" and {len(there) - NAMED} more" if len(there) > NAMED else ""
    names = _shown(run, outcome, there)
    if not names:
        return f"**Yes**, {count} of {node}.", (node, "Yes", count)
    return f"**Yes**, {count} of {node}: {'; '.join(names) if outcome.told else ', '.join(names)}{more}.", (node, "Yes", count, more, *names)


def _shown(run: Run, outcome: Outcome, there: Sequence[tuple[Model, Record]]) -> Sequence[str]:
    """The first things that make a yes, by name, or by what tells them apart; nothing where neither does."""
    if not outcome.told:
        return [one_line(display_name(model, record)) for model, record in there[:NAMED] if model.name or model.key]
    return [", ".join(one_line(say(local(run, cell))) for cell in row if cell is not None) for row in outcome.told[:NAMED]]


def _table(run: Run, goal: Table, outcome: Outcome, rows: Rows) -> Told:
    node = say_node(run.catalogue, goal.node)
    model = run.catalogue.models[goal.node.model]
    if not rows:
        return f"None: I found none of {node}.", (node,)
    if len(outcome.columns) == 1 and len(rows) <= IN_WORDS:
        return f"{_capital(_plural(model, goal.label))}: {', '.join(bold(say(row[0])) for row in rows)}.", ()
    return _in_words(outcome.columns, rows) or _as_table(outcome.columns, rows)


def _groups(run: Run, goal: Groups, outcome: Outcome, rows: Rows) -> Told:
    if not rows:
        node = say_node(run.catalogue, goal.measures[0].of)
        return f"None: there is no such group among {node}.", (node,)
    return _in_words(outcome.columns, rows) or _as_table(outcome.columns, rows)


def _in_words(columns: Sequence[Column], rows: Rows) -> Told | None:
    """A few names with a figure each, in a sentence."""
    first, last = columns[0], columns[-1]
    if [c.name for c in columns if c not in (first, last)] not in ([], ["currency"]) or len(columns) < 2 or len(rows) > IN_WORDS:
        return None
    told = "; ".join(f"{one_line(say(row[0])) or 'none'}: {bold(_with_currency(columns, row, -1) or 'unknown')}" for row in rows)
    head = _capital(f"{last.name} by {first.name}")
    return f"{head}: {told}.", (head, "unknown")


def _as_table(columns: Sequence[Column], rows: Rows) -> Told:
    more = f"{len(rows)} rows, of which {MOST_ROWS} are shown here." if len(rows) > MOST_ROWS else ""
    return "\n\n".join(p for p in (markdown(columns, rows), more) if p), (more,)


_TOLD: Mapping[type[Goal], Callable[[Run, Any, Outcome, Rows], Told]] = {Figures: _figures, Exists: _exists, Table: _table, Groups: _groups}


def _plural(model: Model, label: str) -> str:
    return model.plural if label in ("", model.label, model.plural) else f"{label.removesuffix('s')}s"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _tied(outcome: Outcome) -> str:
    """That the cut fell among equals, who are all shown."""
    if not outcome.tied:
        return ""
    place = len(outcome.rows) - outcome.tied + 1
    return f"{outcome.tied} share place {place}; all of them are shown."


# ---------------------------------------------------------------- from when to when


def _tell_span(run: Run, goal: Goal, outcome: Outcome) -> None:
    """Where figures are asked for and no time was named, everything there is counts: the answer says from when to when that goes."""
    measured = [m for m in parts(goal) if isinstance(m, Measure)]
    if isinstance(goal, Exists) or not measured or _names_time(goal):
        return
    for model_id in dict.fromkeys(m.of.model for m in measured if _happens(run.catalogue, m)):
        model = run.catalogue.models[model_id]
        field = model.fields[str(model.period)]
        days = [_day(run, v) for of, record in outcome.cited if of.id == model.id for v in dig(record, field.path) if isinstance(v, date)]
        if len(set(days)) > 1:
            first, last = min(days).isoformat(), max(days).isoformat()
            run.assume(f"No time was named: {model.plural} from {first} to {last} count, by {field.label}.", first, last)


def _names_time(goal: Goal) -> bool:
    return any(isinstance(p, Interval) for p in parts(goal))


def _happens(catalogue: Catalogue, measure: Measure) -> bool:
    """Do the measured things happen at a time that whoever may see them may see?"""
    model = catalogue.models[measure.of.model]
    field = model.fields.get(model.period or "")
    return field is not None and not model.is_person and not model.derived and (model.category != "hris" or field.privacy == "A")


def _day(run: Run, moment: date) -> date:
    return run.company.local_day(moment).date() if isinstance(moment, datetime) else moment
