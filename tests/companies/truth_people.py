"""What the HRIS of an evaluation company says, read by plain loops."""

from collections.abc import Iterable
from functools import cached_property

from tests.companies.common import Row
from tests.companies.flat import Person
from tests.companies.records import Records

PERIODS = {"DAY": 260, "WEEK": 52, "EVERY_TWO_WEEKS": 26, "SEMIMONTHLY": 24, "MONTH": 12, "QUARTER": 4, "EVERY_SIX_MONTHS": 2, "YEAR": 1}
SAME_CITY = {"Bengaluru": "Bangalore", "Gurugram": "Gurgaon", "Zürich": "Zurich"}


class People(Records):
    """People, their managers, jobs, pay and leave."""

    @cached_property
    def everybody(self) -> list[Person]:
        """Leavers too."""
        return [self._person(e) for e in self.rows("hris/Employee")]

    @cached_property
    def staff(self) -> list[Person]:
        """Active people."""
        return [p for p in self.everybody if p.active]

    def person(self, called: str) -> Person:
        """Exactly one: by name, or by the local part of the address for a namesake."""
        found = [p for p in self.everybody if called in (p.name, p.mail.split("@")[0])]
        if len(found) != 1:
            raise LookupError(f"{called} is {len(found)} people; write the local part of the address")
        return found[0]

    def reports(self, boss: Person) -> list[Person]:
        """Active direct reports."""
        return [p for p in self.staff if p.boss == boss.id]

    def tree(self, boss: Person) -> list[Person]:
        """Everybody active below."""
        found, todo = [], [boss]
        while todo:
            below = self.reports(todo.pop())
            found += below
            todo += below
        return found

    def managers(self, boss: Person) -> list[Person]:
        """Active direct reports who have some themselves."""
        return [p for p in self.reports(boss) if self.reports(p)]

    def all_managers(self) -> list[Person]:
        """Everybody with an active direct report."""
        return [p for p in self.staff if self.reports(p)]

    def team(self, me: Person) -> list[Person]:
        """My direct reports, or my HRIS team where I have none."""
        return self.reports(me) or [p for p in self.staff if p.team == me.team]

    def boss(self, person: Person) -> Person | None:
        """The manager."""
        return next((p for p in self.everybody if p.id == person.boss), None)

    def _person(self, e: Row) -> Person:
        place = self.get(e["work_location"])
        groups = [self.get(g) for g in e["groups"]]
        held, paid = self._jobs(e["id"], False), self._jobs(e["id"], True)
        return Person(
            id=e["id"],
            name=e["display_full_name"],
            mail=e["work_email"],
            city=SAME_CITY.get(place.get("city") or "", place.get("city")),
            place=place.get("name"),
            team=self.get(e["team"]).get("name", ""),
            department=next((g["name"] for g in groups if g["type"] == "DEPARTMENT"), ""),
            titles=tuple(j["job_title"] for j in held),
            pays=tuple((j["pay_rate"] * self._periods(j["pay_period"]), j["pay_currency"]) for j in paid),
            start=e["start_date"][:10],
            end=(e["termination_date"] or "")[:10] or None,
            active=e["employment_status"] == "ACTIVE",
            boss=e["manager"],
            record=e,
        )

    def _periods(self, period: str) -> float:
        hours: float = self.about["definitions"].get("hours_per_year", 2080)
        return hours if period == "HOUR" else PERIODS[period]

    def _jobs(self, employee: str, with_pay: bool) -> list[Row]:
        """The employments with the latest effective date not after today."""
        jobs = [
            j
            for j in self.rows("hris/Employment")
            if j["employee"] == employee and j["effective_date"][:10] <= self.today and (j["pay_rate"] is not None or not with_pay)
        ]
        latest = max((j["effective_date"] for j in jobs), default=None)
        return [j for j in jobs if j["effective_date"] == latest]

    def cost(self, people: Iterable[Person]) -> dict[str, float]:
        """A year's base pay of these people, by currency."""
        total: dict[str, float] = {}
        for p in people:
            for amount, currency in p.pays:
                total[currency] = total.get(currency, 0) + amount
        return total

    def balance_hours(self, person: Person, kind: str = "VACATION") -> float | None:
        """The sum of somebody's balances of a kind, None where there is none."""
        found = [b["balance"] for b in self.rows("hris/TimeOffBalance") if b["employee"] == person.id and b["policy_type"] == kind]
        return sum(found) if found else None

    def balance_days(self, person: Person, kind: str = "VACATION") -> float | None:
        """The same in working days."""
        hours = self.balance_hours(person, kind)
        return None if hours is None else hours / self.about["definitions"]["working_day_hours"]

    def leave(self, people: Iterable[Person], status: str, kind: str | None = None) -> list[tuple[Person, str, str, Row]]:
        """(person, first day, last day, record) of the leave of these people."""
        by_id = {p.id: p for p in people}
        return [
            (by_id[x["employee"]], x["start_time"][:10], x["end_time"][:10], x)
            for x in self.rows("hris/TimeOff")
            if x["employee"] in by_id and x["status"] == status and kind in (None, x["request_type"])
        ]

    def off(self, people: Iterable[Person], first: str, last: str) -> list[Person]:
        """Who of them is off on some day between."""
        return list({p.id: p for p, begin, end, _ in self.leave(people, "APPROVED") if begin <= last and end >= first}.values())
