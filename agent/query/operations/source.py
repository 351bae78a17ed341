"""All records of a model as the source has them now; those of derived models are made here, out of the documents they come from.

A derived record keeps model and id of its document, so that what an answer cites is there to be looked at. Rows that lie inside documents
are made by agent/query/operations/rows.py.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from agent.catalogue import Catalogue
from agent.query.operations.enums import one_of
from agent.query.operations.node_records import PEOPLE
from agent.query.operations.rows import rows
from agent.query.operations.values import decimal, in_places, own_currency, today
from agent.question.context import QuestionContext
from agent.question.notes import Weight
from ingest.records import Record, ids_in, values_at

# Pay periods in a year; the hours of a year are the company's own.
PERIODS = {"DAY": 260, "WEEK": 52, "EVERY_TWO_WEEKS": 26, "SEMIMONTHLY": 24, "MONTH": 12, "QUARTER": 4, "EVERY_SIX_MONTHS": 2, "YEAR": 1}


def listed(context: QuestionContext, model: str, filters: Mapping[str, object] | None = None) -> tuple[Record, ...]:
    """All records of a model, without some of those that do not meet the API's own filters: whoever asks looks again. Raises Declined.

    A derived model has no filters of the API; where the whole list is at hand they would only cost a call.
    """
    if model in MADE:
        return context.once(model, lambda: MADE[model](context))
    if context.catalogue.models[model].rows_of:
        return context.once(model, lambda: rows(context, context.catalogue.models[model]))
    expand = expand_of(context.catalogue, model)
    return context.live.narrowed(model, filters or {}, expand=expand)


def by_ids(context: QuestionContext, model: str, ids: Sequence[str]) -> tuple[Record, ...]:
    """The records of those ids, in that order; those that are gone are left out. Raises Declined."""
    if not context.catalogue.models[model].derived and not expand_of(context.catalogue, model):
        return context.live.by_ids(model, ids)
    there = {r.id: r for r in listed(context, model)} if ids else {}
    return tuple(there[i] for i in dict.fromkeys(ids) if i in there)


def expand_of(catalogue: Catalogue, model: str) -> tuple[str, ...]:
    """The relations that the model's own fields lie behind: a conversation's kind is its type's."""
    paths = (f.path for f in catalogue.models[model].fields.values() if not f.derived)
    return tuple(sorted({p.partition(".")[0] for p in paths if "." in p and "[]" not in p}))


# ---------------------------------------------------------------- pay


def _pay(context: QuestionContext) -> tuple[Record, ...]:
    """A year's base pay by each employment that an active employee holds now: the latest begun ones that state a rate."""
    active = {r.id for r in one_of(context, context.live.records(PEOPLE), f"{PEOPLE}.employment_status", ["ACTIVE"])}
    jobs: dict[str, list[Record]] = {}
    for job in listed(context, "hris/Employment"):
        for person in ids_in(job, "employee"):
            if person in active and job.values.get("pay_rate") is not None and _day(job.values.get("effective_date")) <= today(context):
                jobs.setdefault(person, []).append(job)
    current = [job for held in jobs.values() for job in held if _begun(job) == max(map(_begun, held))]
    current = one_of(context, current, "hris/Employment.pay_period")
    hours = _plain(context.company.definitions.hours_per_year)
    context.notes.assume(f"A year's base pay is the current rate times its periods in a year ({hours} hours, 260 days, 52 weeks, 12 months).",
                         hours, *PERIODS.values(), weight=Weight.DEFINED)
    return tuple(made for job in current if (made := _yearly(context, job)) is not None)


def _yearly(context: QuestionContext, job: Record) -> Record | None:
    period, rate = str(job.values.get("pay_period")), decimal(job.values.get("pay_rate"))
    hours = Decimal(str(context.company.definitions.hours_per_year))
    periods = hours if period == "HOUR" else Decimal(PERIODS.get(period, 0))
    if rate is None or not periods:
        return None
    annual = rate * periods
    parts = {"annual": annual, "monthly": in_places(annual / PERIODS["MONTH"]), "hourly": in_places(annual / hours)}
    own = {**parts, "currency": job.values.get("pay_currency"), "rate": rate, "period": period}
    return replace(job, values={**job.values, **own})


def _begun(job: Record) -> date:
    return _day(job.values.get("effective_date"))


def _day(value: Any) -> date:
    """A day; one that is not known has not come yet."""
    return value.date() if isinstance(value, datetime) else value if isinstance(value, date) else date.max


def _plain(number: float) -> str:
    return f"{number:g}"


# ---------------------------------------------------------------- revenue


def _revenue(context: QuestionContext) -> tuple[Record, ...]:
    """The documents that revenue is made of, by the company's own definition; credit notes count against it."""
    rule = context.company.definitions.customer_revenue
    documents = _BASES[rule.basis](context)
    notes = _credit_notes(context) if rule.less_credit_notes and rule.basis != "booked" else ()
    less = ", less credit notes" if notes or (rule.less_credit_notes and rule.basis != "booked") else ""
    context.notes.assume(f"Revenue is what was {rule.basis}{less}{f', in {rule.currency}' if rule.currency else ''}.")
    return tuple(r for r in (*documents, *notes))


def _invoiced(context: QuestionContext) -> Sequence[Record]:
    ours = one_of(context, listed(context, "accounting/Invoice"), "accounting/Invoice.type", ["ACCOUNTS_RECEIVABLE"])
    issued = one_of(context, ours, "accounting/Invoice.status", other_than=["DRAFT", "VOID"])
    return [_row(context, r, "total_amount", "issue_date") for r in issued]


def _paid(context: QuestionContext) -> Sequence[Record]:
    ours = one_of(context, listed(context, "accounting/Payment"), "accounting/Payment.type", ["ACCOUNTS_RECEIVABLE"])
    return [_row(context, r, "total_amount", "transaction_date") for r in ours]


def _booked(context: QuestionContext) -> Sequence[Record]:
    won = one_of(context, listed(context, "crm/Opportunity"), "crm/Opportunity.status", ["WON"])
    return [_row(context, r, "amount", "close_date") for r in won]


def _credit_notes(context: QuestionContext) -> Sequence[Record]:
    return [_row(context, r, "total_amount", "transaction_date", sign=-1) for r in listed(context, "accounting/CreditNote")
            if r.values.get("status") not in ("DRAFT", "VOID")]


_BASES: Mapping[str, Callable[[QuestionContext], Sequence[Record]]] = {"invoiced": _invoiced, "paid": _paid, "booked": _booked}


def _row(context: QuestionContext, document: Record, amount: str, day: str, sign: int = 1) -> Record:
    """One row of revenue; in the currency that the company counts it in, where it names one and the document states its own and its rate.

    What is of a kind that states no currency, such as a deal, is in the company's.
    """
    number = next((d for v in values_at(document, amount) if (d := decimal(v)) is not None), None)
    currency = document.values.get("currency") if "currency" in context.catalogue.models[document.model].fields else own_currency(context)
    wanted = context.company.definitions.customer_revenue.currency
    stated = next((d for v in values_at(document, "exchange_rate") if (d := decimal(v))), None) if currency else None
    rate = Decimal(1) if wanted is None or currency == wanted else stated
    known = number is not None and rate is not None
    made = {"amount": sign * number * rate if number is not None and rate is not None else None, "date": document.values.get(day),
            "currency": wanted if wanted and known else currency, "customer": document.values.get("contact")}
    return replace(document, values={**document.values, "exchange_rate": None, **made})


MADE: Mapping[str, Callable[[QuestionContext], tuple[Record, ...]]] = {"hris/Pay": _pay, "accounting/Revenue": _revenue}
