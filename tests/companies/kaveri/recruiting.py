"""The questions of Kaveri Consult about the recruiting app: vacancies, candidates, interviews."""

from typing import Any

from tests.companies import readings as r
from tests.companies.common import Row
from tests.companies.expect import (
    Quiz,
    counts,
    listed,
    number,
    value,
)
from tests.companies.truth import Facts, Person, full


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    for part in (_lookup_filter, _aggregate_group, _order_time_not_permitted, _absent_follow_up):
        part(quiz)


def _lookup_filter(quiz: Quiz) -> None:
    quiz.about("ats", "lookup")
    quiz.pair(
        lambda f, me, n: listed("hiring manager", [full(f.get(u)) for u in r.job_named(f, n)["hiring_managers"]]),
        ("Emma Clark", "Who is the hiring manager for Grid Analyst?", "Grid Analyst"),
        ("Amit Kulkarni", "hiring manager of the Tunnel Engineer vacancy", "Tunnel Engineer"),
    )
    quiz.pair(
        lambda f, me, n: listed("recruiter", [full(f.get(u)) for u in r.job_named(f, n)["recruiters"]]),
        ("Arvind Rao", "recruiter for the Transport Modeller job?", "Transport Modeller"),
        ("Carlos Ortega", "Which recruiter handles Hydraulic Engineer?", "Hydraulic Engineer"),
    )
    quiz.pair(
        lambda f, me, n: value("status", r.job_named(f, n)["status"]),
        ("Sneha Kulkarni", "status of the BIM Coordinator vacancy", "BIM Coordinator"),
        ("Pooja Shah", "Is Senior Bridge Engineer open or closed? status please", "Senior Bridge Engineer"),
    )
    quiz.about("ats", "filter")
    quiz.pair(
        _open_jobs,
        ("Meena Iyer", "Which vacancies are open in Bangalore?", ("Bangalore", "Bengaluru")),
        ("Nikhil Jain", "open jobs in Gurugram", ("Gurgaon", "Gurugram")),
    )
    quiz.pair(
        _open_jobs,
        ("Dana Whitman", "open positions in Houston?", ("Houston",)),
        ("Suresh Patel", "jobs that are open in Bengaluru", ("Bangalore", "Bengaluru")),
    )
    quiz.pair(
        _in_the_running,
        ("Meena Iyer", "Which candidates are still in the running for Senior Bridge Engineer?", "Senior Bridge Engineer"),
        ("Tessa Boyd", "active candidates for Grid Analyst", "Grid Analyst"),
    )
    quiz.pair(
        lambda f, me, n, s: listed("candidate", dict.fromkeys(a.candidate for a in f.applications if a.job == n and a.active and (a.stage == s))),
        ("Kiran Joshi", "candidates of Tunnel Engineer with an active application in the stage Phone Screen", "Tunnel Engineer", "Phone Screen"),
        (
            "Kiran Joshi",
            "active applications for Transport Modeller that are in Technical Interview: which candidates",
            "Transport Modeller",
            "Technical Interview",
        ),
    )
    quiz.pair(
        lambda f, me, n: listed(
            "candidate", dict.fromkeys(a.candidate for a in f.applications if a.job == n and (not any(v.application == a.id for v in f.interviews)))
        ),
        ("Kiran Joshi", "Who applied for Tunnel Engineer and has not had any interview, scheduled ones included?", "Tunnel Engineer"),
        ("Tessa Boyd", "applicants for Hydraulic Engineer without a single interview, planned or past", "Hydraulic Engineer"),
    )


def _aggregate_group(quiz: Quiz) -> None:
    quiz.about("ats", "aggregate")
    quiz.pair(
        r.active_applications_for,
        ("Suresh Patel", "How many active applications are there for Tunnel Engineer?", "Tunnel Engineer"),
        ("Kiran Joshi", "number of active applications, Senior Bridge Engineer", "Senior Bridge Engineer"),
    )
    quiz.pair(
        lambda f, me: number(a for a in f.applications if a.rejected),
        ("Tessa Boyd", "How many applications were rejected?"),
        ("Tessa Boyd", "rejected applications, count"),
    )
    quiz.pair(
        r.interviews_held_in,
        ("Tessa Boyd", "How many interviews were completed in June 2026?", "2026-06"),
        ("Tessa Boyd", "completed interviews in May 2026", "2026-05"),
    )
    quiz.about("ats", "group")
    quiz.same(
        lambda f, me: counts("source", [a.source for a in f.applications if a.applied >= "2026-01-01"]),
        "Tessa Boyd",
        "applications this year by source",
        "For each source: number of applications received in 2026",
    )
    quiz.same(
        lambda f, me: counts("job", [a.job for a in f.applications if a.applied >= "2026-04-01"]),
        "Tessa Boyd",
        "How many applications did we get per job since April?",
        "applications by vacancy from 1 April 2026 on",
    )
    quiz.same(
        lambda f, me: counts("reason", [f.get(a["reject_reason"])["name"] for a in f.rows("ats/Application") if a["rejected_at"]]),
        "Tessa Boyd",
        "rejected applications by reject reason",
        "How many applications were rejected for each reason?",
    )


def _order_time_not_permitted(quiz: Quiz) -> None:
    quiz.about("ats", "order")
    quiz.same(
        r.most_wanted_job,
        "Tessa Boyd",
        "Which vacancy has the most active applications?",
        "job with the highest number of active applications",
    )
    quiz.about("ats", "time")
    quiz.same(
        lambda f, me: number(v for v in f.interviews if v.status == "SCHEDULED" and f.week(1)[0] <= v.day <= f.week(1)[1]),
        "Tessa Boyd",
        "How many interviews are scheduled for next week?",
        "number of interviews planned next week",
    )
    quiz.pair(
        r.applied_within,
        ("Tessa Boyd", "applications received in the last 45 days, count", 45),
        ("Tessa Boyd", "How many applications came in during the last 60 days?", 60),
    )
    quiz.about("ats", "not_permitted")
    quiz.pair(
        r.refused, ("Amit Kulkarni", "Which candidates applied for Tunnel Engineer?"), ("Harpreet Singh", "list the candidates for Grid Analyst")
    )
    quiz.pair(
        r.refused,
        ("Kavya Bhat", "What source did the applications for Transport Modeller come from?"),
        ("Dana Whitman", "how many interview rounds did Luis Romero have?"),
    )


def _absent_follow_up(quiz: Quiz) -> None:
    quiz.about("ats", "absent")
    quiz.pair(
        r.nothing, ("Kiran Joshi", "Who is the recruiter for the Astronaut job?"), ("Meena Iyer", "hiring manager of the Submarine Pilot vacancy?")
    )
    quiz.about("ats", "follow_up")
    quiz.pair(
        [_open_jobs, lambda f, me, c: _open_jobs(f, me, ("Houston",))],
        ("Meena Iyer", ["Which jobs are open in Bangalore?", "and in Houston?"], ("Bangalore", "Bengaluru")),
        ("Suresh Patel", ["open vacancies in Gurgaon", "Houston?"], ("Gurgaon", "Gurugram")),
    )




def _open_jobs(f: Facts, me: Person, c: Any) -> Row:
    return listed(
        "job", [j["name"] for j in f.rows("ats/Job") if j["status"] == "OPEN" and (not j["confidential"]) and (f.get(j["offices"][0])["name"] in c)]
    )


def _in_the_running(f: Facts, me: Person, n: Any) -> Row:
    return listed("candidate", dict.fromkeys(a.candidate for a in f.applications if a.job == n and a.active))
