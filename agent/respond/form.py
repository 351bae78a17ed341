"""How a person likes rows to be shown: as a table, a chart, a list or in a sentence. The figures stay those of the result."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from agent.answer import Cell, Column, Result
from agent.phrasing.inflection import listed
from agent.question.context import QuestionContext
from agent.question.defaults import FORM, say_since
from agent.question.notes import Weight
from agent.respond.cells import MOST_ROWS, bold, markdown, one_line, readable, say
from agent.respond.chartable import drawn
from agent.respond.draft import Draft

WITHOUT_CHART = frozenset({"table", "list", "sentence"})        # forms beside which nothing is drawn
_IN_A_SENTENCE = 10                     # rows that are named in one


def apply_form(context: QuestionContext, draft: Draft, wished: str = "") -> Draft:
    """The draft in the form that is wished for this once, else in the one that the person prefers, which is told; as far as its rows allow."""
    kept = context.defaults.state.get(FORM)
    if draft.result is None or len(draft.result.rows) < 2:
        return draft
    if wished in _FORMS:
        return _FORMS[wished](context, draft, draft.result) or draft
    if kept is None:
        return draft
    made = _FORMS[kept.preference.value](context, draft, draft.result)
    if made is not None:
        said = f"{_SAID[kept.preference.value]}, {say_since(kept, context.day(kept.true_from))}."
        context.notes.assume(said, said, weight=Weight.OWN)
    return made or draft


def _table(context: QuestionContext, draft: Draft, result: Result) -> Draft:
    """A table, also below a sentence that holds the same."""
    drawn = markdown(result.columns, readable(context, result.columns, result.rows))
    return replace(draft, text=draft.text if drawn in draft.text else f"{draft.text}\n\n{drawn}", form="table")


def _list(context: QuestionContext, draft: Draft, result: Result) -> Draft:
    """A line for each row, in the place of the table or of the names behind a colon, else below the sentence."""
    rows = readable(context, result.columns, result.rows)
    drawn, lines = markdown(result.columns, rows), "\n".join(_line(result.columns, row) for row in rows[:MOST_ROWS])
    if drawn in draft.text:
        return replace(draft, text=draft.text.replace(drawn, lines), form="list")
    names = [bold(one_line(say(row[0]))) for row in rows]
    head, colon, _ = draft.text.partition(names[0])[0].rpartition(": ")
    is_told = bool(colon) and len(rows) <= MOST_ROWS and all(name in draft.text[len(head):] for name in names)
    parts = (f"{head}:", lines, draft.tied) if is_told else (draft.text, lines)
    return replace(draft, text="\n\n".join(part for part in parts if part), form="list")


def _sentence(context: QuestionContext, draft: Draft, result: Result) -> Draft:
    """One sentence: the first cells of the rows in the place of the table. A sentence that has no table below it stays."""
    rows = readable(context, result.columns, result.rows)
    drawn = markdown(result.columns, rows)
    if drawn not in draft.text:
        return draft
    names = [bold(one_line(say(row[0], result.columns[0].unit))) for row in rows[:_IN_A_SENTENCE]]
    more = [f"{len(rows) - _IN_A_SENTENCE:,} more"] if len(rows) > _IN_A_SENTENCE else []
    head = draft.text.partition(drawn)[0].strip()
    text = " ".join(part for part in (head, f"{listed([*names, *more])}.", draft.tied) if part)
    return replace(draft, text=text, form="sentence", facts=(*draft.facts, *more))


def _chart(context: QuestionContext, draft: Draft, result: Result) -> Draft | None:
    places = draft.drawn or drawn(result.columns, result.rows)
    return replace(draft, form="chart", drawn=places) if places is not None else None


def _line(columns: Sequence[Column], row: Sequence[Cell]) -> str:
    head, *rest = (one_line(say(cell, column.unit)) for column, cell in zip(columns, row, strict=True))
    more = ", ".join(f"{column.name} {said}" for column, said in zip(columns[1:], rest, strict=True) if said)
    return f"- {bold(head)}" + (f": {more}" if more else "")


_FORMS: Mapping[str, Callable[[QuestionContext, Draft, Result], Draft | None]] = {
    "table": _table, "list": _list, "chart": _chart, "sentence": _sentence,
}
_SAID: Mapping[str, str] = {
    "table": "Shown as a table, without a chart", "list": "Shown as a list", "chart": "Drawn as a chart in the chat, beside the figures",
    "sentence": "Told in a sentence",
}
