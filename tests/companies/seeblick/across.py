"""The questions of Seeblick Kliniken about questions that need two apps."""

from tests.companies import readings as r
from tests.companies import readings_trade as rt
from tests.companies.common import Row
from tests.companies.expect import Quiz, counts, listed, number, table
from tests.companies.truth import Facts, Person


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    _cross_app_aggregate(quiz)


def _cross_app_aggregate(quiz: Quiz) -> None:
    quiz.about("cross", "cross_app")
    quiz.pair(
        lambda f, me, t: number(r.assigned_to(f, (p for p in f.staff if p.team == t))),
        ("Claudia Steiner", "How many open tickets are assigned to people of the Cardiology team?", "Cardiology"),
        ("Ruth Baumann", "open tickets assigned to somebody on Ward North, count", "Ward North"),
    )
    quiz.pair(
        r.team_tickets_each,
        ("Lukas Meier", "How many open tickets does each person in the Medical Devices team have?", "Medical Devices"),
        ("Stefan Huber", "open tickets per person for everyone in the Service Desk team", "Service Desk"),
    )
    quiz.pair(
        lambda f, me: table("employee|city|tickets", [[p.name, p.city, sum(t.is_open for t in f.of(p))] for p in f.reports(me)]),
        ("Claudia Steiner", "my direct reports with work city and number of open tickets each"),
        ("Anja Kessler", "For each of my direct reports: city and open tickets"),
    )
    quiz.same(
        _late_per_owner,
        "Karin Schmid",
        "For each account owner: how many of their customers have at least one overdue invoice? Leave out owners with none",
        "number of customers with an overdue invoice per account owner",
    )
    quiz.pair(
        lambda f, me, o: _owner_revenue(f, o),
        ("Karin Schmid", "How much revenue do we have from accounts owned by Laura Bianchi? per currency", "Laura Bianchi"),
        ("Urs Wyss", "revenue from Michael Sturm's accounts, by currency", "Michael Sturm"),
    )
    quiz.pair(
        rt.open_deals_of_city,
        ("Daniel Fischer", "How many open deals belong to owners who work in Konstanz?", "Konstanz"),
        ("Regula Ammann", "open deals owned by people based in Freiburg, number", "Freiburg"),
    )
    quiz.pair(
        rt.reports_with_start_and_deals,
        ("Daniel Fischer", "each of my people with start date and number of open deals"),
        ("Daniel Fischer", "For every direct report of mine: when they started, and how many open deals they own"),
    )
    quiz.same(
        lambda f, me: listed("name", [p.name for p in f.staff if p.team == "Referral Relations" and (not f.in_crm(p))]),
        "Daniel Fischer",
        "Who in Referral Relations has no user in the CRM?",
        "people of the Referral Relations team that the CRM does not know",
    )
    quiz.about("cross", "aggregate")
    quiz.same(
        lambda f, me: listed(
            "employee",
            [
                p.name
                for p in f.staff
                if p.team == "Service Desk"
                and len(f.of(p)) > r.mean([float(len(f.of(x))) for x in f.staff if x.team == "Service Desk" and f.in_tracker(x)])
            ],
        ),
        "Stefan Huber",
        "Who in the Service Desk team has more tickets than the average of that team?",
        "people in the Service Desk team with more tickets assigned than the team's average",
    )


def _late_per_owner(f: Facts, me: Person) -> Row:
    return counts("owner", [f.owner_of(c) for c in {x.customer for x in f.overdue()}])


def _owner_revenue(f: Facts, owner: str) -> Row:
    total: dict[str, float] = {}
    for (customer, currency), amount in f.revenue().items():
        if f.owner_of(customer) == owner:
            total[currency] = total.get(currency, 0) + amount
    return table("currency|amount", [[c, a] for c, a in total.items()])
