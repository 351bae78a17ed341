"""What happens at the demo company's apps after the graph was built; nearly all of it without anybody being told.

Each entry edits the records as they were at first; no two touch the same record.
"""

import copy
from collections.abc import Callable
from typing import Any

from ingest.demo.customers import account_id, contact_id, email_addresses, user_id
from ingest.demo.people import DOMAIN, employee_id
from ingest.demo.register import NOW, SYNCED_AT, RawRecord, Register, complete, identity, moment, stamp
from ingest.demo.tickets import ticket_id, ticketing_user_id

Made = tuple[str, str, RawRecord]  # category, resource, record


def all_changes(register: Register) -> list[dict[str, Any]]:
    """The entries of changes.jsonl, in the order in which they happen, between the sync and now."""
    entries = []
    step = (NOW - SYNCED_AT) / (len(_CHANGES) + 1)
    for n, (op, delivered, make) in enumerate(_CHANGES, 1):
        category, resource, record = make(register)
        at = (SYNCED_AT + n * step).replace(microsecond=0)
        entry: dict[str, Any] = {"id": f"c{n:02}", "at": stamp(at), "op": op, "category": category, "resource": resource}
        if op == "delete":
            entry["record_id"] = record["id"]
        else:
            times = {"modified_at": stamp(at)} | ({"created_at": stamp(at)} if op == "create" else {})
            entry["record"] = record | times
        entries.append(entry | {"delivered": delivered})
    return entries


def _edited(register: Register, place: tuple[str, str], record_id: str, **values: Any) -> Made:
    record = copy.deepcopy(register.get(*place, record_id))
    unknown = set(values) - set(record)
    if unknown:
        raise ValueError(f"{place} has no {unknown}")
    return (*place, record | values)


def _new(place: tuple[str, str], model: str, key: str, **values: Any) -> Made:
    return (*place, complete(model, key, ("2026-11-20 07:00", "2026-11-20 07:00"), values))


def _camille_takes_another_name(r: Register) -> Made:
    return _edited(
        r, ("hris", "employees"), employee_id("Camille Rousseau"), last_name="Desrosiers", display_full_name="Camille Desrosiers"
    )


def _gwen_changes_her_employer(r: Register) -> Made:
    return _edited(r, ("crm", "contacts"), contact_id("Gwen Fairweather"), account=account_id("Thornbury Yachts"))


def _fern_is_deleted(r: Register) -> Made:
    return _edited(r, ("crm", "contacts"), contact_id("Fern Abbott"))


def _theo_books_leave(r: Register) -> Made:
    return _edited(r, ("hris", "time_off_balances"), identity("hris/TimeOffBalance", "theo.valcourt 0"), balance=44.0, used=116.0)


def _analyser_goes_to_vasant(r: Register) -> Made:
    return _edited(r, ("ticketing", "tickets"), ticket_id("CTL-2204"), assignees=[ticketing_user_id("Vasant Kamath")])


def _invoice_is_paid_in_part(r: Register) -> Made:
    return _edited(r, ("accounting", "invoices"), identity("accounting/Invoice", "FL-2610"), balance=4944.5, status="PARTIALLY_PAID")


def _brewery_is_renamed(r: Register) -> Made:
    return _edited(r, ("crm", "accounts"), account_id("Kettle Harbor Brewing"), name="Kettle Harbor Cider House")


def _dario_calls_this_morning(_: Register) -> Made:
    return _new(
        ("crm", "engagements"),
        "crm/Engagement",
        "dario this morning",
        owner=user_id("Ewan Macleish"),
        account=account_id("Juniper Row Restaurants"),
        contacts=[contact_id("Dario Conti")],
        engagement_type=identity("crm/EngagementType", "CALL"),
        direction="INBOUND",
        subject="Warranty settled",
        content="Dario takes the five-year warranty and orders for 46,650 CAD. He wants the first dining room ready on 12 March 2027.",
        start_time=stamp("2026-11-20 12:40"),
        end_time=stamp("2026-11-20 12:55"),
    )


def _second_priscilla_joins(r: Register) -> Made:
    model = r.get("hris", "employees", employee_id("Keziah Morrow"))
    copied = {name: model[name] for name in ("company", "groups", "team", "manager", "work_location", "pay_group", "employment_status")}
    return _new(
        ("hris", "employees"),
        "hris/Employee",
        "priscilla.vane",
        first_name="Priscilla",
        last_name="Vane",
        display_full_name="Priscilla Vane",
        work_email=f"priscilla.vane@{DOMAIN}",
        username="priscilla.vane",
        start_date=stamp("2026-11-16"),
        hire_date=stamp("2026-11-16"),
        employments=[identity("hris/Employment", "priscilla.vane 0")],
        remote_created_at=stamp("2026-11-20 07:00"),
        **copied,
    )


def _and_has_a_job(_: Register) -> Made:
    return _new(
        ("hris", "employments"),
        "hris/Employment",
        "priscilla.vane 0",
        employee=identity("hris/Employee", "priscilla.vane"),
        job_title="Events Coordinator",
        pay_rate=4900.0,
        pay_period="MONTH",
        pay_frequency="MONTHLY",
        pay_currency="CAD",
        effective_date=stamp("2026-11-16"),
        employment_type="FULL_TIME",
    )


def _third_bill_appears(_: Register) -> Made:
    return _new(
        ("crm", "contacts"),
        "crm/Contact",
        "bill.ferreira",
        first_name="Bill",
        last_name="Ferreira",
        account=account_id("Bellweather Theatres"),
        owner=user_id("Marguerite Dunlop"),
        email_addresses=email_addresses("bill.ferreira", "bill.ferreira@bellweather.example"),
        remote_created_at=stamp(moment("2026-11-20 07:00")),
    )


def _harvir_moves_to_lisbon_sales(r: Register) -> Made:
    return _edited(r, ("hris", "employees"), employee_id("Harvir Gill"), manager=employee_id("Beatriz Carvalho"))


_CHANGES: tuple[tuple[str, bool, Callable[[Register], Made]], ...] = (  # what, is anybody told, the record
    ("update", False, _camille_takes_another_name),
    ("update", False, _gwen_changes_her_employer),
    ("delete", False, _fern_is_deleted),
    ("update", False, _theo_books_leave),
    ("update", False, _analyser_goes_to_vasant),
    ("update", False, _invoice_is_paid_in_part),
    ("update", False, _brewery_is_renamed),
    ("create", False, _dario_calls_this_morning),
    ("create", False, _second_priscilla_joins),
    ("create", False, _and_has_a_job),
    ("create", False, _third_bill_appears),
    ("update", True, _harvir_moves_to_lisbon_sales),
)
