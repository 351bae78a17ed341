"""Several requests in one sentence: "Who manages Ben, and when did she join?" Each is a question of its own, read and answered by itself.

A text is cut at the ends of its sentences, and before "and when", "and how many" … where it has no reading as a whole or the parts
begin alike; only where every part is a whole question. What the parts come to is put together in one Answer.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import pairwise
from typing import Any

from agent.access.gate import own_words
from agent.answer import REQUEST, Answer, Column, Reason, Result
from agent.catalogue import Catalogue
from agent.language.cutting import begin_alike, clauses_of, pointing, sentences_of, sets_out, sharing
from agent.language.words import tokens
from agent.plan.algebra import Goal
from agent.question.asked_of_rows import has_same_rows, is_beside
from agent.question.turn import Turn
from agent.respond.assembly import MOST_REFERENCES
from agent.understand.by_grammar import is_bare_name, readings_of
from agent.understand.grammar.back import sole_company

# The goals of a text as a question by itself; the goal of the request before it, to which its pronouns may point back.
Read = Callable[[str, Goal | None], Sequence[Goal]]


def split_requests(catalogue: Catalogue, turn: Turn) -> tuple[str, ...]:
    """The requests of a question in their order; the question itself where it is one, or where a part has no reading."""
    return cut_into_requests(turn.words, lambda text, before: _read(catalogue, turn, text, before))


def is_read(catalogue: Catalogue, turn: Turn) -> bool:
    """Has a text a reading, as one question or as several?"""
    return len(split_requests(catalogue, turn)) > 1 or bool(readings_of(catalogue, turn).goals)


def _read(catalogue: Catalogue, turn: Turn, text: str, before: Goal | None) -> Sequence[Goal]:
    asked = turn.at_place(1 if before is not None else turn.request.place).saying(text, before or turn.dialogue.last)
    return tuple(goal for goal in readings_of(catalogue, asked).goals if not is_bare_name(text, goal))


def cut_into_requests(text: str, read: Read) -> tuple[str, ...]:
    """A text cut into its requests; itself where it is one."""
    if sets_out(text):
        return (text,)
    sentences, clauses = sentences_of(text), clauses_of(text) or _of_those(pointing(text), read)
    if sentences and _all_read(sentences, read):
        return sentences
    if completed := _completed(text, sharing(text), read):
        return completed
    if not clauses or not _all_read(clauses, read):
        return (text,)
    return clauses if begin_alike(clauses) or not read(text, None) else (text,)


def _completed(text: str, parts: Sequence[str], read: Read) -> tuple[str, ...]:
    """The parts, each with what the last one says of all: "how many women (work in Berlin) and how many men work in Berlin". Else ()."""
    if not parts or (read(text, None) and not begin_alike(parts)):
        return ()
    for token in tokens(parts[-1])[2:]:
        head, tail = parts[-1][: token.first].strip(), parts[-1][token.first :]
        whole = tuple(f"{part} {tail}" for part in parts[:-1])
        if read(head, None) and all(read(part, None) for part in whole):
            return (*whole, parts[-1])
    return ()


def _of_those(parts: tuple[str, ...], read: Read) -> tuple[str, ...]:
    """"Who is off today and what is assigned to them?" asks it of each of them; () where two answers would not tell what belongs to whom."""
    goals = _goals(parts, read)
    if not goals:
        return ()
    is_told = all(is_beside(goal, before) for before, goal in pairwise(goals))
    return parts if is_told or sole_company(goals[0]) is not None else ()       # of one company there is but one answer


def _all_read(parts: Sequence[str], read: Read) -> bool:
    return bool(_goals(parts, read))


def _goals(parts: Sequence[str], read: Read) -> tuple[Goal, ...]:
    """The goal of each part, where each is a whole question; else (). What only changes the question before is none."""
    goals = list[Goal]()
    for part in parts:
        found = read(part, goals[-1] if goals else None)
        if not found:
            return ()
        goals.append(found[0])
    return tuple(goals)


def joined_answer(answers: Sequence[Answer], goals: Sequence[Goal | None] = ()) -> Answer:
    """One Answer of several. It is answered where one is, and tells why the others are not; where none is, it has the exit of the first. An attempt
    at something unsafe is the exit of all.

    Rows that are one each stand side by side in one row; other results stand below each other, each row with the request that it answers.
    `goals`: what each was an answer to. What the next one tells beside each row has no rows of its own, and no words where all are there.
    """
    pairs = [(a, one, other) for (a, after), (one, other) in zip(pairwise(answers), pairwise(goals), strict=False) if after.result is not None]
    beside = [a for a, one, other in pairs if one and other and is_beside(other, one)]
    last, told = answers[-1], _told_once([a for a in answers if not any(a is other for other, *of in pairs if has_same_rows(*of))])
    exit_ = min(answers, key=_outweighs)
    cited = tuple({(r.model, r.id): r for a in answers for r in a.references}.values())
    more = sum(a.more_references for a in answers) + max(0, len(cited) - MOST_REFERENCES)
    return replace(
        last, status=exit_.status, reason=exit_.reason, text=_text_of(told),
        understood_as="; and ".join(a.understood_as for a in told if a.understood_as), result=_of_all([a for a in told if a not in beside]),
        elements=tuple(e for a in told for e in (*_of_part(a), *_table(a))), references=cited[:MOST_REFERENCES], more_references=more,
        plan=tuple(task for a in answers for task in a.plan),
    )


def _text_of(told: Sequence[Answer]) -> str:
    """The texts below each other; a note that stands under each of them is told once, under them all."""
    lines = [line for a in told if (line := _line_under(a))]
    shared = [note for note in lines[0] if all(note in line for line in lines)] if len(lines) > 1 else []
    texts = [_without_notes(a, shared) for a in told]
    return "\n\n".join([*texts, *([f"*{' '.join(shared)}*"] if shared else [])])


def _line_under(answer: Answer) -> tuple[str, ...]:
    """The notes that stand under an answer's text; () where there are none, or they were put in other words."""
    line = tuple(note for element in answer.elements if element["type"] == "notes" for note in element["line"])
    return line if line and answer.text.endswith(f"\n\n*{' '.join(line)}*") else ()


def _without_notes(answer: Answer, shared: Sequence[str]) -> str:
    line = _line_under(answer)
    if not line or not shared:
        return answer.text
    rest = " ".join(note for note in line if note not in shared)
    return answer.text.removesuffix(f"*{' '.join(line)}*").rstrip() + (f"\n\n*{rest}*" if rest else "")


def _outweighs(answer: Answer) -> int:
    """The place of an answer among several for what they come to together; the first of one place counts."""
    return 0 if answer.reason is Reason.UNSAFE else 1 if answer.status == "answered" else 2


def answer_of_each(answers: Sequence[Answer], called: Sequence[str]) -> Answer:
    """One Answer of the same question asked of several things: rows of the same columns stand below each other, each with what it is of."""
    whole = replace(joined_answer(answers), alternatives=None)
    read = "; and ".join(f"{a.understood_as}, of {name}" for a, name in zip(answers, called, strict=True) if a.understood_as)
    found = [(name, a.result) for a, name in zip(answers, called, strict=True) if a.result is not None]
    if len(found) < len(answers) or len({r.columns for _, r in found}) > 1:
        return replace(whole, understood_as=read)
    rows = tuple((own_words(name), *row) for name, result in found for row in result.rows)
    return replace(whole, understood_as=read, result=Result((Column("of"), *found[0][1].columns), rows))


def _told_once(answers: Sequence[Answer]) -> Sequence[Answer]:
    """The answers without those whose rows a later one has too, with more beside them."""
    return [a for at, a in enumerate(answers) if not any(_has_all(later.result, a.result) for later in answers[at + 1 :])]


def _has_all(later: Result | None, before: Result | None) -> bool:
    if later is None or before is None or later.columns[: len(before.columns)] != before.columns:
        return False
    return {row[: len(before.columns)] for row in later.rows} == set(before.rows)


def _of_all(answers: Sequence[Answer]) -> Result | None:
    """The one result of several: what one row each came to side by side, else the rows below each other, so that none is left out."""
    found = [(a.understood_as, a.result) for a in answers if a.result is not None]
    if len(found) < 2:
        return found[0][1] if found else None
    if len(found) == len(answers) and all(len(r.rows) == 1 for _, r in found):
        return Result(tuple(c for _, r in found for c in r.columns), (tuple(cell for _, r in found for cell in r.rows[0]),))
    return _below_each_other(found)


def _below_each_other(found: Sequence[tuple[str, Result]]) -> Result:
    """Rows of several requests, each with what was asked; cells of columns that are another request's stay empty."""
    blocks = list(dict.fromkeys(result.columns for _, result in found))
    rows = tuple((own_words(asked), *(cell for columns in blocks for cell in (row if columns == result.columns else (None,) * len(columns))))
                 for asked, result in found for row in result.rows)
    return Result((Column(REQUEST), *(column for columns in blocks for column in columns)), rows)


def _of_part(answer: Answer) -> Iterator[Mapping[str, Any]]:
    """The elements of one part; which columns are drawn is said of its own result alone, its picture stays."""
    yield from (element for element in answer.elements if element["type"] != "chart")


def _table(answer: Answer) -> Iterator[Mapping[str, Any]]:
    """The result of one part as an element, beside the one of all."""
    if answer.result is not None:
        yield {"type": "table", "columns": [asdict(c) for c in answer.result.columns], "rows": [list(row) for row in answer.result.rows]}
