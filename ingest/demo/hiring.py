"""The recruiting app of the demo company: jobs, candidates, interviews, offers; among them today's colleagues as they once applied."""

from datetime import datetime, timedelta

from ingest.demo.people import COLLEAGUES, DOMAIN, Colleague
from ingest.demo.register import Register, fold, identity, moment, nested, number, pick, table

# name | department | office | status | hiring manager | opened | confidential
_JOBS = """
Optical Engineer              | Engineering | Hamilton  | OPEN   | Wen-Li Chao          | 2026-08-10 | no
Controls Engineer             | Engineering | Bengaluru | OPEN   | Meenakshi Sundaram   | 2026-09-01 | no
Account Manager, Hospitality  | Sales       | Hamilton  | OPEN   | Marguerite Dunlop    | 2026-09-07 | no
Glassblower                   | Operations  | Hamilton  | OPEN   | Radmila Petrović     | 2026-10-05 | no
Support Engineer, Lisbon      | Sales       | Lisbon    | CLOSED | Philippa Ravensworth | 2026-03-02 | no
Firmware Engineer             | Engineering | Hamilton  | CLOSED | Graham Oduya         | 2025-11-10 | no
VP Marketing                  | Marketing   | Hamilton  | OPEN   | Odette Marchand      | 2026-10-19 | yes
Payroll Assistant             | Finance     | Hamilton  | DRAFT  | Winifred Osei        | 2026-11-16 | no
"""
_STAGES = ("Application", "Phone call", "Task", "On site", "Offer", "Hired")
_ONCE = (
    "Vasant Kamath",
    "Roopa Hegde",
    "Imtiaz Baig",
    "Lavanya Murthy",
    "Harvir Gill",
    "Zawadi Mbeki",
    "Camille Rousseau",
    "Ewan Macleish",
)
_FIRST = ("Imogen", "Ravi", "Adaeze", "Lorenzo", "Hyun-woo", "Patience", "Mateus", "Freya", "Sanjana", "Oskar", "Aaliyah", "Benoît")
_LAST = (
    "Castellano",
    "Menon",
    "Okoro",
    "Lindholm",
    "Park",
    "Farrow",
    "Silveira",
    "Dubé",
    "Krishnamurthy",
    "Zielinski",
    "Rahman",
    "Whitlock",
)
_RECRUITERS = ("Barnaby Quill",)


def recruiting_user_id(name: str) -> str:
    """The recruiting app's id of a colleague."""
    return identity("ats/RemoteUser", fold(name))


def job_id(name: str) -> str:
    """The id of a job by its name."""
    return identity("ats/Job", fold(name))


def add_hiring(register: Register) -> None:
    """Everything of the recruiting app."""
    jobs = list(table(_JOBS))
    _add_setup(register, jobs)
    for cells in jobs:
        _add_job(register, cells)
    for name in _ONCE:
        _add_colleague(register, next(c for c in COLLEAGUES if c.name == name))
    for n in range(30):
        _add_candidate(register, n, jobs)


def _add_setup(register: Register, jobs: list[tuple[str, ...]]) -> None:
    for department in dict.fromkeys(cells[1] for cells in jobs):
        register.add("ats/Department", department, "2025-03-03", name=department)
    for office in ("Hamilton", "Bengaluru", "Lisbon"):
        register.add("ats/Office", office, "2025-03-03", name=office, location=office)
    for reason in ("Not enough experience", "Withdrew", "Position filled"):
        register.add("ats/RejectReason", reason, "2025-03-03", name=reason)
    for tag in ("referral", "returning"):
        register.add("ats/Tag", tag, "2025-03-03", name=tag)
    for name in dict.fromkeys(
        [*_RECRUITERS, *(cells[4] for cells in jobs), "Dmitri Halloran", "Theo Lindgren", "Vasant Kamath", "Anouk Beaulieu"]
    ):
        first, last = name.split(" ", 1)
        register.add(
            "ats/RemoteUser",
            fold(name),
            "2025-03-03",
            first_name=first,
            last_name=last,
            email=f"{fold(name)}@{DOMAIN}",
            disabled=False,
            remote_created_at=moment("2022-01-10"),
            access_role="ADMIN" if name in _RECRUITERS else "TEAM_MEMBER",
        )


def _add_job(register: Register, cells: tuple[str, ...]) -> None:
    name, department, office, status, manager, opened, confidential = cells
    register.add(
        "ats/Job",
        fold(name),
        opened,
        name=name,
        status=status,
        type="REQUISITION",
        code=f"FN-{number(name, low=100, high=999)}",
        description=f"{name} in {office}, reporting to {manager}.",
        confidential=confidential == "yes",
        remote_created_at=moment(opened),
        remote_updated_at=moment(opened),
        departments=[identity("ats/Department", department)],
        offices=[identity("ats/Office", office)],
        hiring_managers=[recruiting_user_id(manager)],
        recruiters=[recruiting_user_id(r) for r in _RECRUITERS],
    )
    for order, stage in enumerate(_STAGES):
        register.add("ats/JobInterviewStage", f"{fold(name)} {stage}", opened, name=stage, job=job_id(name), stage_order=order)


def _add_colleague(register: Register, c: Colleague) -> None:
    """A colleague as the candidate of years ago; the address is the private one, typed in another case."""
    applied = moment(c.started) - timedelta(days=70)
    job = "Controls Engineer" if c.team == "Controls" else "Firmware Engineer" if c.team == "Firmware" else "Optical Engineer"
    job = "Account Manager, Hospitality" if c.team in ("Key Accounts", "Inside Sales") else job
    address = f"{c.key.replace('.', '').capitalize()}@Mail.example"
    _add_application(register, (c.name, address, job), applied, (number(c.key, "rounds", low=2, high=4), "Hired"))


def _add_candidate(register: Register, n: int, jobs: list[tuple[str, ...]]) -> None:
    first, last = _FIRST[n % 12], _LAST[(n * 5 + n // 12) % 12]
    job = pick([cells for cells in jobs if cells[3] in ("OPEN", "CLOSED")], "candidate", n)
    applied = moment(job[5]) + timedelta(days=number("candidate", n, high=min(35, (moment("2026-11-12") - moment(job[5])).days)), hours=14)
    stage = pick(
        ("Application", "Phone call", "Task", "On site", "Offer")
        if job[3] == "OPEN"
        else ("Application", "Phone call", "Rejected", "Rejected"),
        "stage",
        n,
    )
    rounds = {"Application": 0, "Phone call": 1, "Task": 2, "On site": 3, "Offer": 3, "Rejected": 1}[stage]
    _add_application(register, (f"{first} {last}", f"{fold(first)}.{fold(last)}@mail.example", job[0]), applied, (rounds, stage))


def _add_application(register: Register, who: tuple[str, str, str], applied: datetime, progress: tuple[int, str]) -> None:
    name, address, job = who
    rounds, stage = progress
    key = f"{fold(name)} {fold(job)}"
    rejected = applied + timedelta(days=20) if stage == "Rejected" else None
    made = max(applied, moment("2019-01-01"))
    _add_card(register, (key, name, address), made)
    offers = [_add_offer(register, key, applied, stage)] if stage in ("Offer", "Hired") else []
    register.add(
        "ats/Application",
        key,
        made,
        rejected or made,
        candidate=identity("ats/Candidate", key),
        job=job_id(job),
        applied_at=applied,
        rejected_at=rejected,
        reject_reason=identity("ats/RejectReason", "Not enough experience") if rejected else None,
        offers=offers,
        source=pick(("Web site", "Referral", "Job board"), key),
        credited_to=recruiting_user_id(_RECRUITERS[0]),
        current_stage=identity("ats/JobInterviewStage", f"{fold(job)} {'Phone call' if stage == 'Rejected' else stage}"),
    )
    for n in range(rounds):
        _add_interview(register, (key, job), n, applied)
    _add_first_look(register, key, name, made)


def _add_card(register: Register, who: tuple[str, str, str], made: datetime) -> None:
    key, name, address = who
    first, last = name.split(" ", 1)
    attachment = register.add(
        "ats/Attachment", key, made, file_name=f"{fold(name)}.pdf", candidate=identity("ats/Candidate", key), attachment_type="RESUME"
    )
    register.add(
        "ats/Candidate",
        key,
        made,
        first_name=first,
        last_name=last,
        company=pick(("Glow & Co", "Studio Halo", "City College"), key),
        title="Engineer",
        email_addresses=[nested("ats/EmailAddress", key, made, value=address, email_address_type="PERSONAL")],
        is_private=False,
        can_email=True,
        remote_created_at=made,
        remote_updated_at=made,
        last_interaction_at=made,
        locations=[pick(("Hamilton", "Toronto", "Bengaluru"), key)],
        applications=[identity("ats/Application", key)],
        attachments=[attachment],
    )


def _add_offer(register: Register, key: str, applied: datetime, stage: str) -> str:
    sent = min(applied + timedelta(days=40), moment("2026-11-18"))
    return register.add(
        "ats/Offer",
        key,
        sent,
        application=identity("ats/Application", key),
        creator=recruiting_user_id(_RECRUITERS[0]),
        remote_created_at=sent,
        sent_at=sent,
        status="SIGNED" if stage == "Hired" else "SENT",
    )


def _add_first_look(register: Register, key: str, name: str, made: datetime) -> None:
    register.add(
        "ats/Activity",
        key,
        made,
        user=recruiting_user_id(_RECRUITERS[0]),
        remote_created_at=made,
        activity_type="NOTE",
        subject="First look",
        body=f"Portfolio read. {name.split(' ', 1)[0]} sounds keen; salary expectation to be asked.",
        visibility="PRIVATE",
        candidate=identity("ats/Candidate", key),
    )
    register.add("ats/Eeoc", key, made, candidate=identity("ats/Candidate", key), submitted_at=made)


def _add_interview(register: Register, which: tuple[str, str], n: int, applied: datetime) -> None:
    application, job = which
    key, starts = f"{application} {n}", applied.replace(hour=15) + timedelta(days=6 * (n + 1))
    past = starts < moment("2026-11-20 14:00")
    who = pick(("Dmitri Halloran", "Theo Lindgren", "Vasant Kamath", "Anouk Beaulieu"), key)
    made = min(starts - timedelta(days=3), moment("2026-11-19"))
    register.add(
        "ats/ScheduledInterview",
        key,
        made,
        starts if past else made,
        application=identity("ats/Application", application),
        job_interview_stage=identity("ats/JobInterviewStage", f"{fold(job)} {_STAGES[n + 1]}"),
        organizer=recruiting_user_id(_RECRUITERS[0]),
        interviewers=[recruiting_user_id(who)],
        location="Video",
        start_at=starts,
        end_at=starts + timedelta(minutes=45),
        remote_created_at=made,
        remote_updated_at=made,
        status="COMPLETE" if past else "SCHEDULED",
    )
    if past:
        said = starts + timedelta(hours=2)
        register.add(
            "ats/Scorecard",
            key,
            min(said, moment("2026-11-20 06:00")),
            application=identity("ats/Application", application),
            interview=identity("ats/ScheduledInterview", key),
            interviewer=recruiting_user_id(who),
            remote_created_at=said,
            submitted_at=said,
            overall_recommendation=pick(("YES", "STRONG_YES", "NO", "NO_DECISION"), key),
        )
