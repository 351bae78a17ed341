"""Who may read what, written a second time: slowly, over the rows of a drawn company, from the policy's own text and nothing of the product.

Answers one question: may this person read this field of this record? What is not written down here is denied.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.integration.drawn_company import Drawn
from tests.integration.small_company import Row

# Merge's fields that hold words in drawn companies, by who may read them; a field that stands nowhere is denied.
DIRECTORY: Mapping[str, frozenset[str]] = {
    "hris/Employee": frozenset({"display_full_name", "first_name", "last_name", "work_email"}),
    "hris/Employment": frozenset({"job_title"}),
    "hris/Team": frozenset({"name"}),
    "hris/Group": frozenset({"name"}),
    "crm/User": frozenset({"name", "email"}),
    "crm/Account": frozenset({"name", "industry"}),
    "crm/Contact": frozenset({"first_name", "last_name", "email_addresses"}),
    "crm/Opportunity": frozenset({"name"}),
    "crm/Lead": frozenset({"first_name", "last_name", "company"}),
    "crm/EngagementType": frozenset({"name"}),
    "ticketing/User": frozenset({"name", "email_address"}),
    "ticketing/Account": frozenset({"name"}),
    "ticketing/Team": frozenset({"name"}),
    "ats/RemoteUser": frozenset({"first_name", "last_name", "email"}),
    "ats/RejectReason": frozenset({"name"}),
    "ats/JobInterviewStage": frozenset({"name"}),
}
PRIVATE = frozenset({"personal_email", "mobile_phone_number", "marital_status"})


@dataclass(frozen=True)
class Again:
    """The policy for one person, an active employee."""

    drawn: Drawn
    email: str

    def may_read(self, model: str, row: Row, field: str) -> bool:
        """May the person read that field of the record?"""
        if f"{model}.{field}".replace("/", ".", 1) in self.drawn.never:
            return False
        return self.may_know(model, row) and self._opens(model, row, field)

    def may_know(self, model: str, row: Row) -> bool:
        """May the person know of just this record?"""
        if model.startswith("accounting/"):
            return "finance" in self.roles
        return _KNOWS[model](self, row) if model in _KNOWS else model in DIRECTORY

    def _opens(self, model: str, row: Row, field: str) -> bool:
        if model in DIRECTORY:
            return field in DIRECTORY[model] or (model == "hris/Employee" and field in PRIVATE and self._reads_private(row))
        return (model, field) != ("hris/TimeOff", "employee_note") or self._reads_private(self._of("hris/Employee", row["employee"]))

    def is_of_asker(self, row: Row) -> bool:
        """Is a record of HR the person's own?"""
        return bool(row["employee"] == self._me["id"])

    def owns(self, row: Row) -> bool:
        """Does a record of the CRM belong to the person, or to somebody below?"""
        return self._takes_part(row, ())

    # ---------------------------------------------------------------- people

    @property
    def _me(self) -> Row:
        return next(p for p in self._all("hris/Employee") if p["work_email"] == self.email)

    @property
    def _right(self) -> Mapping[str, Any]:
        return next(p for p in self.drawn.people if p["email"] == self.email)

    @property
    def roles(self) -> Sequence[str]:
        """The person's roles."""
        return list(self._right["roles"])

    def _reads_private(self, person: Row) -> bool:
        """Class B: oneself, and HR partners within their scope."""
        if person["id"] == self._me["id"]:
            return True
        scope = self._right.get("scope") if "hr_partner" in self.roles else None
        city = next((p["city"] for p in self._all("hris/Location") if p["id"] == person["work_location"]), None)
        return scope is not None and scope.get("location", city) == city

    def _knows_dependent(self, row: Row) -> bool:
        return self._reads_private(self._of("hris/Employee", row["employee"]))

    def _knows_timeoff(self, row: Row) -> bool:
        person = self._of("hris/Employee", row["employee"])
        return self._reads_private(person) or person["manager"] == self._me["id"]

    def _knows_location(self, row: Row) -> bool:
        """A place of work; somebody's home for whom it is no secret."""
        homes = [p for p in self._all("hris/Employee") if p["home_location"] == row["id"]]
        return row["location_type"] == "WORK" or any(self._reads_private(p) for p in homes)

    def _is_above(self, email: str) -> bool:
        """Does the person stand above that colleague?"""
        people = {p["id"]: p for p in self._all("hris/Employee")}
        one = next((p for p in people.values() if p["work_email"] == email), None)
        chain: list[str] = []
        while one is not None and one["manager"] and one["manager"] not in chain:
            chain.append(one["manager"])
            one = people.get(one["manager"])
        return self._me["id"] in chain

    # ---------------------------------------------------------------- CRM

    def _knows_engagement(self, row: Row) -> bool:
        return self._takes_part(row, row["contacts"])

    def _knows_note(self, row: Row) -> bool:
        return self._takes_part(row, ())

    def _takes_part(self, row: Row, contacts: Sequence[str]) -> bool:
        owner = self._of("crm/User", row["owner"])["email"]
        there = [a["email_address"] for c in contacts for a in self._of("crm/Contact", c)["email_addresses"]]
        return self.email in (owner, *there) or self._is_above(owner)

    # ---------------------------------------------------------------- tickets

    def _knows_ticket(self, row: Row) -> bool:
        if row["access_level"] in (None, "COMPANY"):
            return True
        return (row["access_level"] == "PRIVATE" and self._is_on(row)) or self._is_granted(row)

    def _is_on(self, row: Row) -> bool:
        return any(u["id"] in [row.get("creator"), *(row.get("assignees") or ())] for u in self._own("ticketing/User", "email_address"))

    def _is_granted(self, row: Row) -> bool:
        mine = list(self._own("ticketing/User", "email_address"))
        effects = [p["effect"] for p in row.get("permissions") or () for u in mine if u["id"] in p["applied_to_users"]]
        has_role = any(role in (row.get("roles") or ()) for u in mine for role in u["roles"])
        return "DENY" not in effects and ("ALLOW" in effects or has_role)

    def _knows_comment(self, row: Row) -> bool:
        ticket = self._of("ticketing/Ticket", row["ticket"])
        return self._knows_ticket(ticket) and (not row["is_private"] or self._is_on(ticket))

    # ---------------------------------------------------------------- recruiting

    def _hires(self, job: Row) -> bool:
        return any(u["id"] in [*job["hiring_managers"], *job["recruiters"]] for u in self._own("ats/RemoteUser", "email"))

    def _knows_job(self, row: Row) -> bool:
        return not row["confidential"] or self._hires(row)

    def _knows_candidate(self, row: Row) -> bool:
        jobs = [self._of("ats/Job", self._of("ats/Application", a)["job"]) for a in row["applications"]]
        kept = row["is_private"] or any(job["confidential"] for job in jobs)
        return any(self._hires(job) for job in jobs) or ("recruiter" in self.roles and not kept)

    def _knows_application(self, row: Row) -> bool:
        return self._knows_candidate(self._of("ats/Candidate", row["candidate"]))

    def _knows_offer(self, row: Row) -> bool:
        return self._knows_application(self._of("ats/Application", row["application"]))

    def _knows_scheduledinterview(self, row: Row) -> bool:
        application = self._of("ats/Application", row["application"])
        address = [a["value"] for a in self._of("ats/Candidate", application["candidate"])["email_addresses"]]
        people = [self._me, *(p for p in self._all("hris/Employee") if p["manager"] == self._me["id"])]
        own = row["status"] == "COMPLETE" and any(a in (p["work_email"], p["personal_email"]) for p in people for a in address)
        return own or self._knows_application(application)

    # ---------------------------------------------------------------- rows

    def _all(self, model: str) -> Sequence[Row]:
        return self.drawn.rows.get(model, ())

    def _of(self, model: str, merge_id: str) -> Row:
        return next(r for r in self._all(model) if r["id"] == merge_id)

    def _own(self, model: str, mail: str) -> Iterator[Row]:
        yield from (u for u in self._all(model) if u[mail] == self.email)


# The records that are not everybody's by themselves.
_KNOWS: Mapping[str, Callable[[Again, Row], bool]] = {
    "hris/Dependent": Again._knows_dependent, "hris/TimeOff": Again._knows_timeoff, "hris/Location": Again._knows_location,
    "crm/Engagement": Again._knows_engagement, "crm/Note": Again._knows_note, "crm/Task": Again._knows_note,
    "ticketing/Ticket": Again._knows_ticket, "ticketing/Collection": Again._knows_ticket, "ticketing/Comment": Again._knows_comment,
    "ats/Job": Again._knows_job, "ats/Candidate": Again._knows_candidate, "ats/Application": Again._knows_application,
    "ats/Offer": Again._knows_offer, "ats/ScheduledInterview": Again._knows_scheduledinterview,
}
