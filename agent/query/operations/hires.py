"""Candidates who became employees: of one name, and hired when the employee began. Used only where no address tells.

A name alone joins nobody: the time of the hire has to fit, and nobody else of that name may come into question on either side.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta

from agent.answer import Reason
from agent.errors import Declined
from agent.query.operations.named_conditions import COMPUTED
from agent.question.context import QuestionContext
from ingest.records import Record, ids_in, values_at
from kg.names import name_key

PEOPLE, CANDIDATES = "hris/Employee", "ats/Candidate"
AROUND_OFFER = timedelta(days=45)       # by which the first day may differ from the one in the offer
AFTER_APPLYING = timedelta(days=400)    # from the application to the first day
_SIGNED = "SIGNED"


def find_hires(context: QuestionContext, model: str, starts: Sequence[Record], to: str, there: Sequence[Record]) -> Iterator[tuple[str, Record]]:
    """Ids of the records with the one of the other app that they became, or were; nothing for other models than employees and candidates."""
    if {model, to} != {PEOPLE, CANDIDATES}:
        return
    ends = _by_name(to, there)
    wanted = {name for start in starts for name in _names(model, start)} & ends.keys()
    namesakes = _by_name(model, context.live.records(model)) if wanted else {}
    for start in starts:
        mine = {end.id: end for name in _names(model, start) & wanted for end in ends[name].values()}
        rivals = {r.id: r for name in _names(model, start) & wanted for r in namesakes.get(name, {}).values()}
        fitting = [end for end in mine.values() if _fit(context, start, end)]
        if len(fitting) == 1 and not any(_fit(context, rival, fitting[0]) for rival in rivals.values() if rival.id != start.id):
            yield start.id, fitting[0]


def _by_name(model: str, records: Sequence[Record]) -> Mapping[str, Mapping[str, Record]]:
    found: dict[str, dict[str, Record]] = defaultdict(dict)
    for record in records:
        for name in _names(model, record):
            found[name][record.id] = record
    return found


def _names(model: str, record: Record) -> frozenset[str]:
    """The full names that somebody goes by; a lone first name is none."""
    last = [str(v) for v in values_at(record, "last_name")]
    first = [str(v) for path in ("first_name", "preferred_name") for v in values_at(record, path)]
    whole = [str(v) for v in values_at(record, "display_full_name") if " " in str(v).strip()] if model == PEOPLE else []
    return frozenset(name_key(text) for text in (*whole, *(f"{one} {other}" for one in first for other in last))) - {""}


def _fit(context: QuestionContext, one: Record, other: Record) -> bool:
    """Did the employee begin when the candidate was hired?"""
    employee, candidate = (one, other) if one.model == PEOPLE else (other, one)
    begun = [day for path in ("start_date", "hire_date") for v in values_at(employee, path) if (day := _day(v)) is not None]
    return any(first <= day <= last for first, last in _hires(context, candidate) for day in begun)


def _hires(context: QuestionContext, candidate: Record) -> Iterator[tuple[date, date]]:
    """The times in which somebody hired by this candidate's applications may have begun."""
    applications = [r for r in _shared(context, "ats/Application", {"candidate_id": candidate.id}) if candidate.id in ids_in(r, "candidate")]
    for offer in (offer for each in applications for offer in _signed(context, each)):
        yield from ((day - AROUND_OFFER, day + AROUND_OFFER) for v in values_at(offer, "start_date") if (day := _day(v)) is not None)
    hired = COMPUTED["ats/Application.hired"](context, applications, None)
    for each in (each for each in applications if each.id in hired):
        yield from ((day, day + AFTER_APPLYING) for v in values_at(each, "applied_at") if (day := _day(v)) is not None)


def _signed(context: QuestionContext, application: Record) -> Sequence[Record]:
    found = _shared(context, "ats/Offer", {"application_id": application.id})
    return [r for r in found if application.id in ids_in(r, "application") and r.values.get("status") == _SIGNED]


def _shared(context: QuestionContext, model: str, filters: Mapping[str, object]) -> Sequence[Record]:
    """The records, none of a model that the app does not share. Raises Declined where they could not be read."""
    try:
        return context.live.records(model, filters)
    except Declined as declined:
        if declined.reason is Reason.NOT_CONNECTED:
            return ()
        raise


def _day(value: object) -> date | None:
    return value.date() if isinstance(value, datetime) else value if isinstance(value, date) else None
