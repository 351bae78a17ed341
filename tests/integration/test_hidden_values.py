"""What an asker may not see has no part in what they are told: two companies that differ in nothing else answer everything alike.

Companies, rights and plans are drawn as in test_disclosure.py. That there is a hidden record, and what it is tied to, stays the same.
"""

import re
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.plan.algebra import Goal
from tests.integration.drawn_company import Drawn, draw, served
from tests.integration.policy_again import Again
from tests.integration.small_company import Row
from tests.integration.test_disclosure import PLANS, UNSHRUNK, goals, leaving

# What of a hidden record is another: texts, times, enums and figures. Merge's enums have these values.
ENUMS: Mapping[str, tuple[str, ...]] = {
    "ticketing/Ticket.status": ("OPEN", "CLOSED", "IN_PROGRESS"), "crm/Task.status": ("OPEN", "CLOSED", "WAITING_ON_BOARD"),
    "ats/Job.status": ("OPEN", "CLOSED"),
    "hris/TimeOff.status": ("APPROVED", "REQUESTED", "DECLINED"), "hris/TimeOff.request_type": ("VACATION", "SICK"),
    "ats/ScheduledInterview.status": ("COMPLETE", "SCHEDULED"), "ats/Offer.status": ("SENT", "DRAFT", "SIGNED"),
    "hris/Dependent.relationship": ("CHILD", "SPOUSE"), "hris/Employee.marital_status": ("SINGLE", "MARRIED_FILING_JOINTLY"),
    "accounting/Invoice.status": ("OPEN", "PAID", "DRAFT"),
}
OTHERS: Mapping[str, tuple[str, ...]] = {
    "hris/Employee": ("personal_email", "mobile_phone_number", "ssn", "marital_status"), "hris/Employment": ("pay_rate",),
    "hris/Location": ("name", "city", "street_1"), "hris/TimeOff": ("employee_note", "status", "request_type", "amount", "start_time", "end_time"),
    "hris/Dependent": ("first_name", "last_name", "relationship"), "crm/Opportunity": ("amount",), "crm/Engagement": ("subject", "content"),
    "crm/Note": ("content", "remote_created_at"), "crm/Task": ("content", "due_date", "status"),
    "ticketing/Ticket": ("name", "remote_id", "description", "ticket_type", "tags", "status", "remote_created_at", "ticket_url"),
    "ticketing/Comment": ("body",), "ticketing/Collection": ("name", "description"), "ats/Job": ("name", "code", "status"),
    "ats/Candidate": ("first_name", "last_name", "company", "title", "tags"), "ats/ScheduledInterview": ("status", "start_at", "location"),
    "ats/Offer": ("status", "sent_at"), "accounting/Invoice": ("number", "total_amount", "balance", "status", "issue_date", "due_date"),
}
EFFORT = re.compile(r'"(seconds|merge_calls)": [^,}]+')      # what an answer cost
PAY_ROLES = frozenset({"pay_specialist", "payroll", "finance", "hr_partner"})


@pytest.mark.long
def test_what_the_asker_may_not_see_changes_nothing_that_they_are_told(full: bool) -> None:
    told = dict.fromkeys(("changed", "answered", "why"), 0)

    @settings(max_examples=600 if full else 20, deadline=None, suppress_health_check=list(HealthCheck), phases=UNSHRUNK)
    @given(st.integers(0, 2**32 - 1), st.integers(0, 5), st.lists(goals, min_size=PLANS, max_size=PLANS))
    def holds(seed: int, asker: int, asked: list[Goal]) -> None:
        one = draw(seed)
        email = one.people[asker]["email"]
        other = _with_other_secrets(one, email, Random(seed))
        told["changed"] += other.rows != one.rows
        with TemporaryDirectory() as first, TemporaryDirectory() as second, served(one, Path(first)) as here, served(other, Path(second)) as there:
            for goal in asked:
                said, again = ([EFFORT.sub("", text) for text in leaving(world, email, goal, seed)] for world in (here, there))
                assert said == again, f"{email} {one.people[asker]} asked {goal}\n{said[:2]}\n{again[:2]}"
                told["answered"] += len(said) > 1
                told["why"] += '"type": "refused"' in said[0]

    holds()
    assert all(told.values()), f"nothing that was told could have differed: {told}"


def _with_other_secrets(drawn: Drawn, email: str, chance: Random) -> Drawn:
    """The same company, but for what that person may not see; what they may see stays, and what opens it."""
    other = deepcopy(drawn)
    policy, after = Again(drawn, email), Again(other, email)
    for model, names in OTHERS.items():
        for row, its in zip(drawn.rows.get(model, ()), other.rows.get(model, ()), strict=True):
            kept = dict(its)
            for name in names:
                if not _may_use(policy, model, row, name):
                    its[name] = _another(other, chance, model, name, row[name])
            if any(_may_use(after, model, its, name) for name in names if its[name] != row[name]):
                its.update(kept)
    return other


def _may_use(policy: Again, model: str, row: Row, name: str) -> bool:
    if (model, name) == ("hris/Employment", "pay_rate"):
        return bool(PAY_ROLES & set(policy.roles)) or policy.is_of_asker(row)
    if (model, name) == ("crm/Opportunity", "amount"):
        return policy.owns(row)
    return policy.may_read(model, row, name) or row.get("location_type") == "WORK"      # the city of work opens what HR partners see


def _another(drawn: Drawn, chance: Random, model: str, name: str, value: Any) -> Any:
    if f"{model}.{name}" in ENUMS:
        return chance.choice(ENUMS[f"{model}.{name}"])
    if isinstance(value, list):
        return [drawn.word() for _ in value]
    if isinstance(value, int | float) or name == "pay_rate":
        return type(value)(chance.randint(1, 90_000))
    if name.endswith(("_at", "_time", "_date")):
        return drawn.day()
    return drawn.word()
