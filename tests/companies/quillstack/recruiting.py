"""The questions of Quillstack about the recruiting app: openings, candidates, interviews."""


from tests.companies import readings as r
from tests.companies.expect import (
    Quiz,
    counts,
    counts2,
    listed,
    number,
)
from tests.companies.truth import full


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    for part in (_lookup_filter, _aggregate_group, _order_time_not_permitted):
        part(quiz)


def _lookup_filter(quiz: Quiz) -> None:
    quiz.about("ats", "lookup")
    quiz.pair(
        lambda f, me, n: listed("hiring manager", [full(f.get(u)) for u in r.job_named(f, n)["hiring_managers"]]),
        ("Caio Nunes", "hiring manager for the Product Designer opening?", "Product Designer"),
        ("Ana Lima", "Who is the hiring manager of Account Executive?", "Account Executive"),
    )
    quiz.pair(
        lambda f, me, n: listed("recruiter", [full(f.get(u)) for u in r.job_named(f, n)["recruiters"]]),
        ("Monica Reyes", "Who recruits for Support Engineer, i.e. who is the recruiter?", "Support Engineer"),
        ("Rui Almeida", "recruiter of the Senior Software Engineer opening", "Senior Software Engineer"),
    )
    quiz.about("ats", "filter")
    quiz.pair(
        lambda f, me, c: listed("job", [j["name"] for j in f.rows("ats/Job") if j["status"] == "OPEN" and f.get(j["offices"][0])["name"] == c]),
        ("Bianca Rossi", "Which openings are open in Lisbon?", "Lisbon"),
        ("Owen Bell", "open jobs in New York", "New York"),
    )
    quiz.same(
        lambda f, me: listed("job", [j["name"] for j in f.rows("ats/Job") if j["status"] == "CLOSED"]),
        "Ivy Tran",
        "which openings are closed?",
        "closed jobs, list",
    )
    quiz.pair(
        lambda f, me, n: listed("candidate", dict.fromkeys(a.candidate for a in f.applications if a.job == n and a.active)),
        ("Rui Almeida", "Who is still in the running for Senior Software Engineer?", "Senior Software Engineer"),
        ("Monica Reyes", "active candidates for the Support Engineer opening", "Support Engineer"),
    )
    quiz.pair(
        lambda f, me, s: listed("candidate", dict.fromkeys(a.candidate for a in f.applications if a.source == s and a.active)),
        ("Ivy Tran", "candidates with an active application that came through a meetup", "Meetup"),
        ("Miles Everett", "active applications from an agency: which candidates?", "Agency"),
    )


def _aggregate_group(quiz: Quiz) -> None:
    quiz.about("ats", "aggregate")
    quiz.pair(
        r.active_applications_for,
        ("Katherine Bell", "How many active applications does Product Designer have?", "Product Designer"),
        ("Miles Everett", "active applications for Account Executive, number", "Account Executive"),
    )
    quiz.pair(
        r.interviews_held_in,
        ("Ivy Tran", "interviews completed in August", "2026-08"),
        ("Miles Everett", "How many interviews were completed in September?", "2026-09"),
    )
    quiz.same(
        lambda f, me: number({a.candidate for a in f.applications if a.rejected}),
        "Ivy Tran",
        "How many different candidates have had an application rejected?",
        "number of distinct candidates with at least one rejected application",
    )
    quiz.about("ats", "group")
    quiz.same(
        lambda f, me: counts("job", [a.job for a in f.applications if a.active]),
        "Miles Everett",
        "active applications per opening",
        "For each job: number of active applications",
    )
    quiz.same(
        lambda f, me: counts("stage", [a.stage for a in f.applications if a.active]),
        "Ivy Tran",
        "active applications by stage",
        "How many active applications are in each stage?",
    )
    quiz.same(
        lambda f, me: counts2("job|source", [(a.job, a.source) for a in f.applications if a.active]),
        "Ivy Tran",
        "active applications by job and source",
        "number of active applications for every opening and source",
    )


def _order_time_not_permitted(quiz: Quiz) -> None:
    quiz.about("ats", "order")
    quiz.same(
        r.most_wanted_job,
        "Ivy Tran",
        "Which opening has the most active applications?",
        "job with most active applications?",
    )
    quiz.about("ats", "time")
    quiz.same(
        lambda f, me: number(v for v in f.interviews if v.status == "SCHEDULED" and f.week()[0] <= v.day <= f.week()[1]),
        "Ivy Tran",
        "How many interviews are scheduled for this week?",
        "interviews still scheduled this week, count",
    )
    quiz.pair(
        r.applied_within,
        ("Miles Everett", "How many applications did we receive in the last 30 days?", 30),
        ("Ivy Tran", "applications of the last 40 days, count", 40),
    )
    quiz.about("ats", "not_permitted")
    quiz.pair(
        r.refused, ("Owen Bell", "Which candidates applied for Product Designer?"), ("Hana Kim", "who applied for the Account Executive opening")
    )
    quiz.pair(r.refused, ("Gwen Foster", "How many interview rounds did Peter Stone have?"), ("Tom Whelan", "interview rounds of Hana Kim?"))
    quiz.about("ats", "absent")
    quiz.pair(
        r.nothing, ("Ivy Tran", "Who is the recruiter for the Lighthouse Keeper job?"), ("Miles Everett", "hiring manager of the Zookeeper opening?")
    )
