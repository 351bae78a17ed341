"""The sealed half about work: callouts, deadlines, recruiting."""

from tests.companies import readings as r
from tests.companies.birchwood import sights as s
from tests.companies.common import Company, Row
from tests.companies.expect import Cell, best, counts, counts2, either, listed, names, no_record, number, share, status, table, value
from tests.companies.truth import Facts, Person


def lines(company: Company) -> s.Lines:
    """This part, by group and skill."""
    return _callouts(company) | _figures() | _recruiting() | _across()


def _priority(f: Facts, key: str) -> Row:
    """A callout's priority in the house's, the provider's or Merge's word."""
    found = f.ticket(key)
    return either(*(value("priority", w) for w in (found.priority, found.record["priority_native"], found.record["priority"])))


def _callouts(company: Company) -> dict[tuple[str, str], list[s.Line]]:
    one, two, three = s.open_keys(company)[3:6]
    return {
        ("ticketing", "lookup"): [
            ("Patricia Onyango", f"Where are we with {one}? Just the status", lambda f, me: status(f.ticket(one))),
            ("Ravi Chandran", f"{two} is with whom?", lambda f, me: r.assignees(f, me, two)),
            ("Gareth Lloyd", f"by when must {three} be done, due date", lambda f, me: r.due(f, me, three)),
            ("Leonie Baxter", f"What priority does {two} have?", lambda f, me: _priority(f, two)),
            (
                "Declan Roche",
                f"is {one} a breakdown, a fault, a complaint or a service request? its type pls",
                lambda f, me: value("type", f.ticket(one).kind),
            ),
        ],
        ("ticketing", "filter"): [
            (
                "Leonie Baxter",
                "list Amber service requests not closed yet",
                s.tickets(lambda t: t.kind == "Service Request" and t.priority == "Amber" and t.is_open),
            ),
            ("Nina Petersen", "which of the callouts assigned to me are still open?", r.my_open_names),
            (
                "Ravi Chandran",
                "Depot Systems: open callouts without an assignee",
                s.tickets(lambda t: t.project == "Depot Systems" and t.is_open and not t.people),
            ),
            (
                "Declan Roche",
                "What callouts on the Dispatch Desk contract are overdue?",
                lambda f, me: r.ticket_names(t for t in f.tickets if t.project == "Dispatch Desk" and s.late(f, t)),
            ),
            (
                "Patricia Onyango",
                "open callouts that belong to a customer and are Red or Amber",
                s.tickets(lambda t: t.is_open and t.customer and t.priority in ("Red", "Amber")),
            ),
            (
                "Bernadette Walsh",
                "HGV Fleet callouts reported since 1 September 2026 that are not breakdowns",
                s.tickets(lambda t: t.project == "HGV Fleet" and t.created >= "2026-09-01" and t.kind != "Breakdown"),
            ),
            (
                "Gareth Lloyd",
                "Which open callouts are due between 16 October and 31 October 2026?",
                s.tickets(lambda t: t.is_open and t.due and "2026-10-16" <= t.due <= "2026-10-31"),
            ),
            ("Leonie Baxter", "open callouts for Elbe Kühlhaus", s.tickets(lambda t: t.is_open and t.customer == "Elbe Kühlhaus GmbH")),
        ],
        ("ticketing", "absent"): [
            ("Ines Brandt", "who's working on OAK-9876?", r.nothing),
            ("Stefan Vogt", "number of callouts assigned to me", r.mine),
        ],
        ("ticketing", "typo"): [
            (
                "Rosalind Tate",
                "opne callouts on teh Oakridge Campus contract, how many",
                s.ticket_count(lambda t: t.is_open and t.project == "Oakridge Campus"),
            ),
            ("Samuel Adeyemi", "how mnay callouts are asigned to me", r.mine),
        ],
    }


def _figures() -> dict[tuple[str, str], list[s.Line]]:
    return {
        ("ticketing", "aggregate"): [
            ("Katja Brüning", "how many callouts do I have in total, open and closed", r.mine),
            ("Declan Roche", "share of Red faults fixed within SLA, whole company", lambda f, me: r.sla_share(f, me, "Fault", "Red")),
            ("Gareth Lloyd", "Of the Red faults we get, what part do we fix within SLA?", lambda f, me: r.sla_share(f, me, "Fault", "Red")),
            ("Patricia Onyango", "number of faults that are still open", s.ticket_count(lambda t: t.kind == "Fault" and t.is_open)),
            ("Declan Roche", "How many callouts are overdue right now?", lambda f, me: number(t for t in f.tickets if s.late(f, t))),
            ("Leonie Baxter", "how many open callouts have nobody assigned", s.ticket_count(lambda t: t.is_open and not t.people)),
        ],
        ("ticketing", "group"): [
            (
                "Gareth Lloyd",
                "Overdue callouts per contract, only those with any",
                lambda f, me: counts("contract", [t.project for t in f.tickets if s.late(f, t)]),
            ),
            ("Declan Roche", "all callouts by type, open and closed together", s.tickets_by(lambda t: t.kind)),
            (
                "Patricia Onyango",
                "how many complaints did each contract get, and split them into open and closed",
                lambda f, me: _open_or_closed(f),
            ),
            ("Alan Whitcombe", "open callouts for each of my direct reports?", lambda f, me: r.tickets_each(f, me, f.reports(me))),
        ],
        ("ticketing", "order"): [
            (
                "Leonie Baxter",
                "two oldest open faults",
                lambda f, me: r.ticket_names(sorted(r.tickets(f, kind="Fault", is_open=True), key=lambda t: t.record["remote_created_at"])[:2]),
            ),
            (
                "Gareth Lloyd",
                "Who of my direct reports has the most callouts assigned, any status?",
                lambda f, me: best("name", [(p.name, len(f.of(p))) for p in f.reports(me)]),
            ),
            (
                "Patricia Onyango",
                "which customer has had the most callouts so far",
                lambda f, me: best("customer", [(c, sum(t.customer == c for t in f.tickets)) for c in {t.customer for t in f.tickets if t.customer}]),
            ),
        ],
        ("ticketing", "time"): [
            (
                "Declan Roche",
                "How many faults came in during August 2026?",
                s.ticket_count(lambda t: t.kind == "Fault" and t.created[:7] == "2026-08"),
            ),
            (
                "Gareth Lloyd",
                "callouts closed this month, count",
                lambda f, me: number(t for t in f.tickets if not t.is_open and str(t.done)[:7] == "2026-10"),
            ),
            (
                "Leonie Baxter",
                "how many callouts were created in the last 30 days",
                lambda f, me: number(t for t in f.tickets if t.created >= f.days_ago(30)),
            ),
            (
                "Patricia Onyango",
                "Callouts reported last quarter - number",
                lambda f, me: number(t for t in f.tickets if f.quarter(-1)[0] <= t.created <= f.quarter(-1)[1]),
            ),
        ],
        ("ticketing", "derive"): [
            (
                "Patricia Onyango",
                "mean time in hours from report to close for Amber faults",
                lambda f, me: s.hours_to_fix(f, lambda t: t.kind == "Fault" and t.priority == "Amber"),
            ),
            (
                "Declan Roche",
                "What share of open callouts is unassigned?",
                lambda f, me: share(sum(t.is_open and not t.people for t in f.tickets), sum(t.is_open for t in f.tickets)),
            ),
            (
                "Gareth Lloyd",
                "How many more open faults than open breakdowns are there?",
                lambda f, me: value("difference", sum(t.is_open * ((t.kind == "Fault") - (t.kind == "Breakdown")) for t in f.tickets)),
            ),
        ],
        ("ticketing", "hop"): [
            (
                "Declan Roche",
                "open callouts that are assigned to people of Night Dispatch",
                lambda f, me: r.ticket_names(r.assigned_to(f, (p for p in f.staff if p.team == "Night Dispatch"))),
            ),
            (
                "Marion Ashdown",
                "how many open callouts sit with people in Leeds?",
                lambda f, me: number(r.assigned_to(f, (p for p in f.staff if p.city == "Leeds"))),
            ),
        ],
    }


def _open_or_closed(f: Facts) -> Row:
    """Complaints per contract and whether they are open: by word, or a column each."""
    found = [t for t in f.tickets if t.kind == "Complaint"]
    each: list[list[Cell]] = [
        [c, sum(t.project == c and t.is_open for t in found), sum(t.project == c and not t.is_open for t in found)]
        for c in dict.fromkeys(t.project for t in found)
    ]
    long = counts2("contract|state", [(t.project, "open" if t.is_open else "closed") for t in found])
    return either(
        table("contract|open|closed", each),
        long,
        *(counts2("contract|status", [(t.project, str(getattr(t, w))) for t in found]) for w in ("status", "status_word")),
    )


def _recruiting() -> dict[tuple[str, str], list[s.Line]]:
    return {
        ("ats", "lookup"): [
            ("Beatriz Lopes", "Who is the hiring manager for the Cleaning Supervisor job?", lambda f, me: value("hiring manager", "Rosalind Tate")),
            ("Elif Kaya", "is the Bid Writer job still open, what's its status", lambda f, me: value("status", "CLOSED")),
        ],
        ("ats", "filter"): [
            ("Asha Pillai", "any open vacancies in Bengaluru?", s.jobs(lambda f, j: j["status"] == "OPEN" and s.office(f, j) == "Bengaluru")),
            (
                "Dominic Shaw",
                "Which candidates of HVAC Engineer are still in the running, i.e. have an active application?",
                lambda f, me: listed("candidate", [a.candidate for a in f.applications if a.active and a.job == "HVAC Engineer"]),
            ),
            (
                "Sunil Shetty",
                "candidates with an active application for Night Dispatcher",
                lambda f, me: listed("candidate", [a.candidate for a in f.applications if a.active and a.job == "Night Dispatcher"]),
            ),
            (
                "Dominic Shaw",
                "active applications that came via Agency: candidate and job",
                lambda f, me: table("candidate|job", [[a.candidate, a.job] for a in f.applications if a.active and a.source == "Agency"]),
            ),
        ],
        ("ats", "aggregate"): [
            (
                "Dominic Shaw",
                "how many applications did we receive since 1 July 2026?",
                lambda f, me: number(a for a in f.applications if a.applied >= "2026-07-01"),
            ),
            (
                "Dominic Shaw",
                "interviews completed in August, count",
                lambda f, me: number(v for v in f.interviews if v.status == "COMPLETE" and v.day[:7] == "2026-08"),
            ),
        ],
        ("ats", "group"): [
            ("Dominic Shaw", "rejected applications per job", lambda f, me: counts("job", [a.job for a in f.applications if a.rejected])),
            (
                "Dominic Shaw",
                "count of active applications by office",
                lambda f, me: counts("office", [a.office for a in f.applications if a.active]),
            ),
        ],
        ("ats", "order"): [
            (
                "Dominic Shaw",
                "the job with the most active applications?",
                lambda f, me: best("job", [(j, sum(a.active and a.job == j for a in f.applications)) for j in {a.job for a in f.applications}]),
            ),
        ],
        ("ats", "derive"): [
            (
                "Dominic Shaw",
                "Which fraction of all applications came through Jobcentre?",
                lambda f, me: share(sum(a.source == "Jobcentre" for a in f.applications), len(f.applications)),
            ),
        ],
        ("ats", "not_permitted"): [
            ("Grace Okafor", "who has applied for the Cleaning Supervisor job so far? names", r.refused),
            ("Thomas Bexley", "list the interviews of the HVAC Engineer candidates", r.refused),
        ],
        ("ats", "absent"): [("Dominic Shaw", "who's the recruiter for the Crane Operator vacancy?", r.nothing)],
    }


def _across() -> dict[tuple[str, str], list[s.Line]]:
    return {
        ("cross", "cross_app"): [
            (
                "Sunil Shetty",
                "callouts assigned and rounds of interview for each of my people in Bengaluru",
                lambda f, me: r.tickets_and_rounds(f, me, "Bangalore"),
            ),
            (
                "Rosalind Tate",
                "For my team in Birmingham: number of callouts each has been assigned, and how many interview rounds each went through",
                lambda f, me: r.tickets_and_rounds(f, me, "Birmingham"),
            ),
            ("Emeka Obi", "how many rounds of interview did I have?", lambda f, me: value("rounds", f.rounds(me))),
            (
                "Gareth Lloyd",
                "How many interview rounds did Elif Kaya have before joining?",
                lambda f, me: value("rounds", f.rounds(f.person("Elif Kaya"))),
            ),
            ("Bernadette Walsh", "interview rounds of Colin Marsh", lambda f, me: no_record()),
            (
                "Declan Roche",
                "Who in the Building Services crew has no open callout at the moment? Only those the callout app knows.",
                lambda f, me: names(p for p in f.staff if p.team == "Building Services" and f.in_tracker(p) and not any(t.is_open for t in f.of(p))),
            ),
            (
                "Patricia Onyango",
                "callouts per city of the assignee: how many open ones? only assignees with a city",
                lambda f, me: either(_per_city(f, f.everybody), _per_city(f, f.staff)),
            ),
        ],
    }


def _per_city(f: Facts, people: list[Person]) -> Row:
    """Open callouts per city of those assignees."""
    return counts("city", [c for t in f.tickets if t.is_open for c in {str(p.city) for p in people if p.mail in t.people and p.city}])
