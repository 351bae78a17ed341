"""One grade for one turn: what was expected of it, held against the answer that came."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from workers.evaluation.grading.cells import fold
from workers.evaluation.grading.tables import differs, unpaired

Grade = Literal["right", "asked", "declined", "wrong_reason", "wrong", "missing"]
Expect = Mapping[str, Any]
Reply = Mapping[str, Any]

_EMPHASIS = re.compile(r"[*`]|(?<!\w)_+|_+(?!\w)")
_THOUSANDS = re.compile("(?<=\\d)[,'\u2019\u00a0\u202f\u2009](?=\\d{3}(?!\\d))")


@dataclass(frozen=True, slots=True)
class Graded:
    """A grade, and why where it is not `right`."""

    grade: Grade
    why: str = ""


def grade(expect: Expect, answer: Reply | None) -> Graded:
    """What an answer (as JSON) is worth: `expect` has one of the forms that an evaluation folder's questions give."""
    status = answer.get("status") if answer else None
    if answer is None or status not in {"answered", "clarify", "declined"}:
        return Graded("missing", "no answer")
    said = next((p for p in expect.get("must_not_mention") or () if says(_everything(answer), p, whole_words=True)), None)
    if said is not None:
        return Graded("wrong", f"mentions '{said}'")
    return _DUE[expect["status"]](expect, answer)


def _due_to_decline(expect: Expect, answer: Reply) -> Graded:
    if answer["status"] == "answered":
        return Graded("wrong", "answered where it had to decline")
    if answer["status"] == "clarify":
        return Graded("asked", "asked where it had to decline")
    due = expect.get("reason") or ()
    reasons = (due,) if isinstance(due, str) else due
    return Graded("right") if answer.get("reason") in reasons else Graded("wrong_reason", f"declined for {answer.get('reason')}")


def _due_to_ask(expect: Expect, answer: Reply) -> Graded:
    if answer["status"] == "answered":
        return Graded("wrong", "answered where it had to ask")
    if answer["status"] == "declined":
        return Graded("declined", f"declined ({answer.get('reason')}) where it had to ask")
    lacking = _not_offered(expect.get("options") or (), answer)
    return Graded("asked", f"asked, but does not offer {', '.join(lacking)}") if lacking else Graded("right")


def _due_to_answer(expect: Expect, answer: Reply) -> Graded:
    readings = list(_readings(expect))
    if answer["status"] == "clarify":
        return Graded("asked", "asked where an answer was possible")
    if answer["status"] == "declined":
        is_empty = answer.get("reason") == "no_record" and any(r.get("rows") == [] for r in readings)
        return Graded("right") if is_empty else Graded("declined", f"declined for {answer.get('reason')}")
    faults = [_fault(reading, answer, alone=len(readings) == 1) for reading in readings]
    if None in faults:
        return Graded("right")
    return Graded("wrong", "; or ".join(dict.fromkeys(f for f in faults if f)))


_DUE: Mapping[str, Callable[[Expect, Reply], Graded]] = {"declined": _due_to_decline, "clarify": _due_to_ask, "answered": _due_to_answer}


def _readings(expect: Expect) -> Iterator[Expect]:
    """What may be meant; what stands beside `any_of` holds for each."""
    beside = {k: v for k, v in expect.items() if k not in {"any_of", "status"}}
    readings: Sequence[Expect] = expect.get("any_of") or ({},)
    yield from ({**beside, **reading} for reading in readings)


def _fault(reading: Expect, answer: Reply, *, alone: bool) -> str | None:
    """Why an answer is not this reading's; None where it is."""
    if (why := _wrong_rows(reading, answer)) is not None:
        return why
    unsaid = next((p for p in reading.get("mentions") or () if not says(answer.get("text"), p)), None)
    if unsaid is not None:
        return f"does not mention '{unsaid}'"
    cited = {str(r.get("id")) for r in answer.get("references") or () if isinstance(r, Mapping)}
    lacking = [str(c) for c in reading.get("cites") or () if str(c) not in cited]
    if lacking:
        return f"does not cite {', '.join(lacking)}"
    if not alone and not str(answer.get("understood_as") or "").strip():
        return "several readings are possible, and it does not say which it took"
    said = next((p for p in reading.get("must_not_mention") or () if says(_everything(answer), p, whole_words=True)), None)
    return None if said is None else f"mentions '{said}'"


def _wrong_rows(reading: Expect, answer: Reply) -> str | None:
    if "rows" not in reading:
        return None
    rows = reading["rows"]
    names = reading.get("columns") or ([str(place) for place in range(len(rows[0]))] if rows else [])
    return differs(names, rows, answer.get("result"), ordered=bool(reading.get("ordered")))


def says(text: object, words: object, *, whole_words: bool = False) -> bool:
    """Do the words occur in the text? A figure never within a longer figure; spacing, case, accents and emphasis are no matter."""
    inside, sought = _prose(text), _prose(words)
    if not sought:
        return True
    edge = r"\w" if whole_words else r"\d"
    before = rf"(?<!{edge})(?<!\d[.,])" if re.match(edge, sought) else ""
    after = rf"(?!{edge})(?![.,]\d)" if re.match(edge, sought[-1]) else ""
    loose = r"\s*".join(re.escape(c) for c in sought if not c.isspace())
    whole = r"\s+".join(map(re.escape, sought.split()))
    return re.search(before + (whole if whole_words else loose) + after, inside) is not None


def _prose(text: object) -> str:
    return fold(_THOUSANDS.sub("", _EMPHASIS.sub("", str(text or ""))))


def _everything(answer: Reply) -> str:
    """All that a person sees of an answer."""
    question = answer.get("question") or {}
    cells = (cell for row in (answer.get("result") or {}).get("rows") or () for cell in row)
    parts = (answer.get("text"), answer.get("understood_as"), question.get("prompt"), *_labels(answer), *cells, *_strings(answer.get("elements")))
    return "\n".join(str(part) for part in parts if part is not None)


def _labels(answer: Reply) -> list[str]:
    options = (answer.get("question") or {}).get("options") or ()
    return [str((o.get("label") if isinstance(o, Mapping) else o) or "") for o in options]


def _strings(value: Any) -> Iterator[str]:
    """All texts and figures anywhere in a value."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _strings(each)
    elif value is not None and not isinstance(value, bool):
        yield str(value)


def _not_offered(expected: Sequence[str], answer: Reply) -> list[str]:
    """The expected options that the question does not hold, each needing one of its own."""
    labels = _labels(answer)
    return [expected[e] for e in unpaired(len(expected), len(labels), lambda e, g: says(labels[g], expected[e], whole_words=True))]
