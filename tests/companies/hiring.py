"""The recruiting app of an evaluation company: jobs, candidates, applications, interviews; some candidates are today's employees."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from tests.companies.common import Company, Row, parse, stamp

STAGES = ("Application Review", "Phone Screen", "Technical Interview", "Final Round", "Hired")


@dataclass(frozen=True)
class Opening:
    """A job; people by name."""

    name: str
    office: str
    department: str
    hiring_manager: str
    recruiter: str
    status: str = "OPEN"
    confidential: bool = False


@dataclass(frozen=True)
class Hiring:
    """How a company recruits. `hired` gives the candidate's rounds for employees whom the app knows."""

    openings: Sequence[Opening]
    sources: Sequence[str]
    first_names: Sequence[str]
    last_names: Sequence[str]
    count: int
    first: date
    hired: Mapping[str, int]
    interviewers: Sequence[str] = ()


def recruit(company: Company, hiring: Hiring) -> None:
    """Make users, jobs, today's candidates, and those who became employees."""
    known = [o.hiring_manager for o in hiring.openings] + [o.recruiter for o in hiring.openings] + list(hiring.interviewers)
    for name in dict.fromkeys(known):
        _user(company, company.record("hris/Employee", name), name in {o.recruiter for o in hiring.openings})
    for place in dict.fromkeys(o.office for o in hiring.openings):
        company.add("ats/Office", place, name=place, location=place)
    for name in dict.fromkeys(o.department for o in hiring.openings):
        company.add("ats/Department", name, name=name)
    for reason in ("Not enough experience", "Withdrew", "Salary"):
        company.add("ats/RejectReason", reason, name=reason)
    for opening in hiring.openings:
        _job(company, opening, hiring.first)
    names = [(f, n) for f in hiring.first_names for n in hiring.last_names]
    company.random.shuffle(names)
    for n in range(hiring.count):
        _candidate(company, hiring, names[n])
    for name, rounds in hiring.hired.items():
        _became_colleague(company, hiring, company.record("hris/Employee", name), rounds)


def _user(company: Company, employee: Row, recruits: bool) -> None:
    company.add(
        "ats/RemoteUser",
        employee["display_full_name"],
        first_name=employee["first_name"],
        last_name=employee["last_name"],
        email=employee["work_email"],
        disabled=False,
        access_role="TEAM_MEMBER" if recruits else "INTERVIEWER",
    )


def _job(company: Company, opening: Opening, first: date) -> None:
    of = company.id_of
    company.add(
        "ats/Job",
        opening.name,
        name=opening.name,
        description=f"We look for a {opening.name} in {opening.office}.",
        status=opening.status,
        confidential=opening.confidential,
        departments=[of("ats/Department", opening.department)],
        offices=[of("ats/Office", opening.office)],
        hiring_managers=[of("ats/RemoteUser", opening.hiring_manager)],
        recruiters=[of("ats/RemoteUser", opening.recruiter)],
        remote_created_at=stamp(company.moment(first, first + timedelta(days=60))),
    )
    for order, stage in enumerate(STAGES):
        company.add("ats/JobInterviewStage", f"{opening.name} {stage}", name=stage, job=of("ats/Job", opening.name), stage_order=order)


def _person(company: Company, first: str, last: str, mail: str, kind: str) -> str:
    address = company.part("ats/EmailAddress", f"mail of {mail}", value=mail, email_address_type=kind)
    return company.add(
        "ats/Candidate", f"{first} {last}", first_name=first, last_name=last, is_private=False, can_email=True, email_addresses=[address]
    )


def _candidate(company: Company, hiring: Hiring, name: tuple[str, str]) -> None:
    """A candidate with one application, sometimes two; interviews up to the stage reached."""
    draw = company.random
    candidate = _person(company, *name, f"{name[0]}.{name[1]}@mail.example".lower(), "PERSONAL")
    for opening in draw.sample(list(hiring.openings), draw.choice([1, 1, 1, 1, 2])):
        applied = company.moment(hiring.first + timedelta(days=65), company.today)
        reached = draw.choice([0, 0, 1, 1, 2, 2, 3])
        rejected = applied + timedelta(days=3 + 6 * reached) if draw.random() < 0.45 else None
        if rejected and rejected > company.now - timedelta(days=1):
            rejected = None
        application = _application(company, candidate, opening, applied, STAGES[reached], draw.choice(list(hiring.sources)))
        if rejected:
            reason = company.id_of("ats/RejectReason", draw.choice(["Not enough experience", "Withdrew", "Salary"]))
            application |= {"rejected_at": stamp(rejected), "reject_reason": reason}
        for rank in range(1, reached + 1):
            _interview(company, hiring, application, opening, rank, applied + timedelta(days=6 * rank))


def _became_colleague(company: Company, hiring: Hiring, employee: Row, rounds: int) -> None:
    """Somebody who was hired after so many completed rounds, known to the app by the private address."""
    candidate = _person(company, employee["first_name"], employee["last_name"], employee["personal_email"], "PERSONAL")
    opening, started = hiring.openings[-1], parse(employee["start_date"])
    application = _application(company, candidate, opening, started - timedelta(days=80), "Hired", company.random.choice(list(hiring.sources)))
    for rank in range(1, rounds + 1):
        _interview(company, hiring, application, opening, 1 + rank % 3, started - timedelta(days=76 - 6 * rank))


def _application(company: Company, candidate: str, opening: Opening, applied: datetime, stage: str, source: str) -> Row:
    called = f"{candidate} for {opening.name}"
    company.add(
        "ats/Application",
        called,
        candidate=candidate,
        job=company.id_of("ats/Job", opening.name),
        applied_at=stamp(applied),
        source=source,
        current_stage=company.id_of("ats/JobInterviewStage", f"{opening.name} {stage}"),
    )
    application = company.record("ats/Application", called)
    next(c for c in company.rows("ats/Candidate") if c["id"] == candidate)["applications"].append(application["id"])
    return application


def _interview(company: Company, hiring: Hiring, application: Row, opening: Opening, rank: int, day: datetime) -> None:
    start = day.replace(hour=8 + rank, minute=15)
    while start.weekday() > 4:
        start += timedelta(days=1)
    if application["rejected_at"] and stamp(start) > application["rejected_at"]:
        return
    past = start < company.now - timedelta(hours=9)
    people = [company.id_of("ats/RemoteUser", n) for n in company.random.sample(list(hiring.interviewers), 2)] if hiring.interviewers else []
    count = len(company.rows("ats/ScheduledInterview"))
    company.add(
        "ats/ScheduledInterview",
        f"interview {count}",
        application=application["id"],
        job_interview_stage=company.id_of("ats/JobInterviewStage", f"{opening.name} {STAGES[rank]}"),
        organizer=company.id_of("ats/RemoteUser", opening.recruiter),
        interviewers=people,
        location="Video call",
        start_at=stamp(start),
        end_at=stamp(start + timedelta(minutes=45)),
        status=("COMPLETE" if company.random.random() < 0.9 else "AWAITING_FEEDBACK") if past else "SCHEDULED",
    )
