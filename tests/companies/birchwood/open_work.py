"""The open half about work: callouts, deadlines, recruiting."""

from tests.companies import comparisons as c
from tests.companies import readings as r
from tests.companies.birchwood import sights as s
from tests.companies.common import Company, Row
from tests.companies.expect import best, counts, counts2, declined, either, listed, names, number, share, status, table, value
from tests.companies.truth import Facts, Person


def lines(company: Company) -> s.Lines:
    """This part, by group and skill."""
    return _callouts(company) | _recruiting()


def _callouts(company: Company) -> dict[tuple[str, str], list[s.Line]]:
    one, two, three = s.open_keys(company)[:3]
    return {
        ("ticketing", "lookup"): [
            ("Leonie Baxter", f"status of {one}?", lambda f, me: status(f.ticket(one))),
            ("Gareth Lloyd", f"Who's assigned to {two}?", lambda f, me: r.assignees(f, me, two)),
            ("Declan Roche", f"{three}: when is that due", lambda f, me: r.due(f, me, three)),
            ("Sunil Shetty", f"Under which contract does callout {one} run?", lambda f, me: value("contract", f.ticket(one).project)),
        ],
        ("ticketing", "filter"): [
            ("Patricia Onyango", "Which Red faults are still open?", s.tickets(lambda t: t.kind == "Fault" and t.priority == "Red" and t.is_open)),
            ("Yusuf Demir", "show me my open callouts", r.my_open_names),
            (
                "Bernadette Walsh",
                "open callouts on the HGV Fleet contract that nobody is assigned to",
                s.tickets(lambda t: t.project == "HGV Fleet" and t.is_open and not t.people),
            ),
            (
                "Rosalind Tate",
                "Which callouts of the Oakridge Campus contract are overdue?",
                lambda f, me: r.ticket_names(t for t in f.tickets if t.project == "Oakridge Campus" and s.late(f, t)),
            ),
            (
                "Gareth Lloyd",
                "all open breakdowns except the Green ones",
                s.tickets(lambda t: t.kind == "Breakdown" and t.is_open and t.priority != "Green"),
            ),
            ("Declan Roche", "open callouts with two assignees", s.tickets(lambda t: t.is_open and len(t.people) == 2)),
            ("Leonie Baxter", "Complaints reported in September 2026", s.tickets(lambda t: t.kind == "Complaint" and t.created[:7] == "2026-09")),
        ],
        ("ticketing", "aggregate"): [
            ("Owen Pugh", "how many callouts are assigned to me", r.mine),
            (
                "Patricia Onyango",
                "What fraction of Red faults in my organization has been fixed within SLA?",
                lambda f, me: r.sla_share(f, me, "Fault", "Red"),
            ),
            ("Declan Roche", "number of open breakdowns", s.ticket_count(lambda t: t.kind == "Breakdown" and t.is_open)),
            ("Gareth Lloyd", "How many open callouts don't have a due date?", s.ticket_count(lambda t: t.is_open and not t.due)),
            (
                "Leonie Baxter",
                "how many callouts are Red or Amber and still open",
                s.ticket_count(lambda t: t.is_open and t.priority in ("Red", "Amber")),
            ),
        ],
        ("ticketing", "group"): [
            ("Declan Roche", "open callouts per contract", s.tickets_by(lambda t: t.project, lambda t: t.is_open)),
            ("Patricia Onyango", "count open callouts by type", s.tickets_by(lambda t: t.kind, lambda t: t.is_open)),
            (
                "Leonie Baxter",
                "Open callouts by contract and type",
                lambda f, me: counts2("contract|type", [(t.project, t.kind) for t in f.tickets if t.is_open]),
            ),
            ("Jürgen Möller", "How many open callouts does each of my direct reports have?", lambda f, me: r.tickets_each(f, me, f.reports(me))),
            (
                "Patricia Onyango",
                "complaints per customer, leave out those without a customer",
                s.tickets_by(lambda t: t.customer, lambda t: t.kind == "Complaint"),
            ),
        ],
        ("ticketing", "order"): [
            (
                "Gareth Lloyd",
                "the three oldest open breakdowns",
                lambda f, me: r.ticket_names(sorted(r.tickets(f, kind="Breakdown", is_open=True), key=lambda t: t.record["remote_created_at"])[:3]),
            ),
            (
                "Declan Roche",
                "Which contract has the most callouts, open or closed?",
                lambda f, me: best("contract", [(p, sum(t.project == p for t in f.tickets)) for p in {t.project for t in f.tickets}]),
            ),
            ("Jürgen Möller", "who of my direct reports has the most open callouts", lambda f, me: r.busiest(f, me, f.reports(me))),
        ],
        ("ticketing", "time"): [
            (
                "Patricia Onyango",
                "How many callouts were reported last month?",
                lambda f, me: number(t for t in f.tickets if f.months(-1)[0] <= t.created <= f.months(-1)[1]),
            ),
            (
                "Declan Roche",
                "breakdowns closed in August, count",
                s.ticket_count(lambda t: t.kind == "Breakdown" and not t.is_open and str(t.done)[:7] == "2026-08"),
            ),
            (
                "Leonie Baxter",
                "callouts created this fiscal year - how many?",
                lambda f, me: number(t for t in f.tickets if t.created >= f.fiscal_year()[0]),
            ),
            (
                "Gareth Lloyd",
                "how many callouts came in last week",
                lambda f, me: number(t for t in f.tickets if f.week(-1)[0] <= t.created <= f.week(-1)[1]),
            ),
            (
                "Owen Lloyd",
                "Number of callouts reported per month in 2026",
                lambda f, me: r.by_month(t.created for t in f.tickets if t.created >= "2026"),
            ),
        ],
        ("ticketing", "derive"): [
            (
                "Gareth Lloyd",
                "On average, how many hours does it take us to close a Red breakdown?",
                lambda f, me: s.hours_to_fix(f, lambda t: t.kind == "Breakdown" and t.priority == "Red"),
            ),
            (
                "Patricia Onyango",
                "what percentage of all callouts are complaints",
                lambda f, me: share(sum(t.kind == "Complaint" for t in f.tickets), len(f.tickets)),
            ),
            ("Declan Roche", "Contracts with more open callouts than the average contract", c.above_open_average),
        ],
        ("ticketing", "hop"): [
            (
                "Patricia Onyango",
                "open callouts assigned to people in Hamburg",
                lambda f, me: r.ticket_names(r.assigned_to(f, (p for p in f.staff if p.city == "Hamburg"))),
            ),
            (
                "Declan Roche",
                "How many open callouts are assigned to the Building Services crew?",
                lambda f, me: number(r.assigned_to(f, (p for p in f.staff if p.team == "Building Services"))),
            ),
        ],
        ("ticketing", "absent"): [
            ("Leonie Baxter", "status of HGV-9999", r.nothing),
            ("Farhan Ali", "How many callouts are assigned to me?", r.mine),
        ],
        ("ticketing", "typo"): [
            ("Michael Byrne", "how meny calouts are open", s.ticket_count(lambda t: t.is_open)),
        ],
    }


def _recruiting() -> dict[tuple[str, str], list[s.Line]]:
    return {
        ("ats", "lookup"): [
            ("Anke Möller", "who is the recruiter for the Disponent Nahverkehr job?", lambda f, me: value("recruiter", "Svenja Ott")),
            ("Michael Byrne", "Is the HVAC Engineer vacancy open or closed? What's the status", lambda f, me: value("status", "OPEN")),
        ],
        ("ats", "filter"): [
            ("Leonie Baxter", "Which vacancies are open in Hamburg?", s.jobs(lambda f, j: j["status"] == "OPEN" and s.office(f, j) == "Hamburg")),
            (
                "Dominic Shaw",
                "Candidates with an active application for HGV Class 1 Driver",
                lambda f, me: listed("candidate", [a.candidate for a in f.applications if a.active and a.job == "HGV Class 1 Driver"]),
            ),
            (
                "Dominic Shaw",
                "who applied for Night Dispatcher and was rejected?",
                lambda f, me: listed("candidate", [a.candidate for a in f.applications if a.rejected and a.job == "Night Dispatcher"]),
            ),
        ],
        ("ats", "aggregate"): [
            ("Dominic Shaw", "how many applications are active right now", lambda f, me: number(a for a in f.applications if a.active)),
            (
                "Dominic Shaw",
                "How many interviews were completed in September?",
                lambda f, me: number(v for v in f.interviews if v.status == "COMPLETE" and v.day[:7] == "2026-09"),
            ),
        ],
        ("ats", "group"): [
            ("Dominic Shaw", "applications per source", lambda f, me: counts("source", [a.source for a in f.applications])),
            ("Dominic Shaw", "Number of active applications per stage", lambda f, me: counts("stage", [a.stage for a in f.applications if a.active])),
        ],
        ("ats", "order"): [
            (
                "Dominic Shaw",
                "Which source has brought us the most applications?",
                lambda f, me: best("source", [(x, sum(a.source == x for a in f.applications)) for x in {a.source for a in f.applications}]),
            ),
        ],
        ("ats", "derive"): [
            (
                "Dominic Shaw",
                "what share of applications has been rejected?",
                lambda f, me: share(sum(bool(a.rejected) for a in f.applications), len(f.applications)),
            ),
        ],
        ("ats", "time"): [
            (
                "Dominic Shaw",
                "applications received in the last 90 days, number",
                lambda f, me: number(a for a in f.applications if a.applied >= f.days_ago(90)),
            ),
        ],
        ("ats", "not_permitted"): [
            ("Ines Brandt", "Why was the last candidate for Night Dispatcher rejected?", r.refused),
            ("Owen Pugh", "list the candidates for HGV Class 1 Driver", r.refused),
        ],
        ("ats", "absent"): [
            ("Dominic Shaw", "open jobs in Rotterdam?", s.jobs(lambda f, j: j["status"] == "OPEN" and s.office(f, j) == "Rotterdam")),
        ],
        ("cross", "cross_app"): [
            (
                "Sunil Shetty",
                "For my team in Bangalore, the count of callouts assigned to each and how many rounds of interview they each had",
                lambda f, me: r.tickets_and_rounds(f, me, "Bangalore"),
            ),
            (
                "Gareth Lloyd",
                "interview rounds each of my direct reports had when they were hired",
                lambda f, me: table("employee|rounds", [[p.name, f.rounds(p)] for p in f.reports(me)]),
            ),
            (
                "Declan Roche",
                "Open callouts by department of the assignee; leave out the unassigned ones",
                lambda f, me: either(_by_department(f, f.everybody), _by_department(f, f.staff)),
            ),
            (
                "Helen Yardley",
                "Who in Leeds has no open callouts? Only people the callout app knows.",
                lambda f, me: names(p for p in f.staff if p.city == "Leeds" and f.in_tracker(p) and not any(t.is_open for t in f.of(p))),
            ),
            ("Bernadette Walsh", "how many rounds of interview did Priya Nair have", lambda f, me: value("rounds", f.rounds(f.person("Priya Nair")))),
            ("Rosalind Tate", "Interview rounds of Beatriz Lopes?", lambda f, me: declined("no_record")),
            ("Meghna Rao", "how many interview rounds did I go through before I was hired?", lambda f, me: value("rounds", f.rounds(me))),
        ],
    }


def _by_department(f: Facts, people: list[Person]) -> Row:
    """Open callouts per department of those assignees."""
    return counts("department", [d for t in f.tickets if t.is_open for d in {p.department for p in people if p.mail in t.people}])
