"""What the tracker and the recruiting app of an evaluation company say, read by plain loops."""

from collections.abc import Iterable
from functools import cached_property

from tests.companies.common import Row, parse
from tests.companies.flat import Application, Interview, Person, Ticket, full
from tests.companies.records import Records


class Work(Records):
    """Tickets and who works on them; applications and interviews."""

    @cached_property
    def tickets(self) -> list[Ticket]:
        """Every ticket."""
        return [self._ticket(t) for t in self.rows("ticketing/Ticket")]

    def ticket(self, key: str) -> Ticket:
        """The ticket of that key."""
        return next(t for t in self.tickets if t.key == key)

    def in_tracker(self, person: Person) -> bool:
        """Does the tracker know this person?"""
        return any(u["email_address"].lower() == person.mail for u in self.rows("ticketing/User"))

    def of(self, person: Person) -> list[Ticket]:
        """The tickets that are assigned to somebody."""
        return [t for t in self.tickets if person.mail in t.people]

    def priority_word(self, native: str) -> str:
        """The house word of a provider's priority, the provider's own where there is none."""
        house = self.about["definitions"].get("priorities", {})
        return next((word for word, rule in house.items() if rule["equals"] == native), native)

    def within_sla(self, tickets: Iterable[Ticket]) -> tuple[int, int]:
        """(fixed in time, fixed or past the deadline)."""
        sla, good, all_counted = self.about["definitions"]["sla"], 0, 0
        for t in tickets:
            if sla["by"] == "hours":
                limit = sla["hours"][t.priority]
                in_time, past = t.hours is not None and t.hours <= limit, t.age_hours > limit
            elif t.due is None:
                continue
            else:
                in_time, past = t.done is not None and t.done <= t.due, t.due < self.today
            good += not t.is_open and in_time
            all_counted += not t.is_open or past
        return good, all_counted

    def _ticket(self, t: Row) -> Ticket:
        mails = tuple(self.get(u)["email_address"].lower() for u in t["assignees"])
        created, done = parse(t["remote_created_at"]), parse(t["completed_at"]) if t["completed_at"] else None
        return Ticket(
            id=t["id"],
            key=t["remote_id"],
            name=t["name"],
            kind=t["ticket_type"],
            status=t["status"],
            status_word=t["status_native"],
            priority=self.priority_word(t["priority_native"]),
            project=self.get(t["collections"][0])["name"],
            people=mails,
            creator=self.get(t["creator"])["email_address"].lower(),
            customer=self.get(t["account"]).get("name"),
            created=str(self.day(t["remote_created_at"])),
            done=self.day(t["completed_at"]),
            due=(t["due_date"] or "")[:10] or None,
            hours=(done - created).total_seconds() / 3600 if done else None,
            age_hours=(self.now - created).total_seconds() / 3600,
            record=t,
        )

    @cached_property
    def applications(self) -> list[Application]:
        """Every application."""
        return [self._application(a) for a in self.rows("ats/Application")]

    @cached_property
    def interviews(self) -> list[Interview]:
        """Every interview."""
        found = []
        for v in self.rows("ats/ScheduledInterview"):
            application = self.get(v["application"])
            found.append(
                Interview(
                    full(self.get(application["candidate"])),
                    v["application"],
                    self.get(application["job"])["name"],
                    self.get(v["job_interview_stage"])["name"],
                    v["status"],
                    str(self.day(v["start_at"])),
                    tuple(self.get(u)["email"] for u in v["interviewers"]),
                )
            )
        return found

    def rounds(self, person: Person) -> int | None:
        """Completed interviews of an employee as a candidate, over all applications; None where the app does not know the person."""
        known = {person.mail, (person.record["personal_email"] or "").lower()}
        mine = {a.id for a in self.applications if known & set(a.mails)}
        return sum(v.status == "COMPLETE" and v.application in mine for v in self.interviews) if mine else None

    def _application(self, a: Row) -> Application:
        candidate, job, stage = self.get(a["candidate"]), self.get(a["job"]), self.get(a["current_stage"])["name"]
        return Application(
            a["id"],
            full(candidate),
            tuple(m["value"].lower() for m in candidate["email_addresses"]),
            job["name"],
            self.get(job["offices"][0])["name"],
            stage,
            a["source"],
            str(self.day(a["applied_at"])),
            self.day(a["rejected_at"]),
            not a["rejected_at"] and stage != "Hired",
        )
