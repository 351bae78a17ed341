"""The questions of Kaveri Consult about slips of fingers."""

from tests.companies import readings as r
from tests.companies.expect import Quiz


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    for part in (_typos, _typos_more):
        part(quiz)


def _typos(quiz: Quiz) -> None:
    quiz.about("hris", "typo")
    quiz.pair(r.my_days, ("Anjali Gupta", "how many vacaton days do i hvae left"), ("Hannah Lee", "remianing vacation dyas?"))
    quiz.pair(
        r.pending,
        ("Meena Iyer", "pendng time off reqests for my team membrs in Banglore", "Bangalore"),
        ("Suresh Patel", "peding leave requests of my tema in Bangalroe", "Bangalore"),
    )
    quiz.pair(
        r.manager, ("Wade Foster", "whos the manger of Kevin Ossei", "Kevin Osei"), ("Deepa Nair", "manegar of Imran Qureshy?", "Imran Qureshi")
    )
    quiz.same(r.per_department, "Nandini Bose", "employes per departmnt", "heacount by deprtment")
    quiz.about("ticketing", "typo")
    quiz.pair(
        lambda f, me: r.sla_share(f, me, "Defect", "Sev-1"),
        ("Arvind Rao", "fraction of Sev-1 defcts fixed wihtin SLA"),
        ("Leela Krishnan", "shrae of sev-1 defects fxied within SLA"),
    )
    quiz.pair(r.my_open, ("Priyanka Das", "how many opne tickest do i have"), ("Luis Romero", "numbr of my open tikets"))


def _typos_more(quiz: Quiz) -> None:
    quiz.about("accounting", "typo")
    quiz.same(
        lambda f, me: r.top_customers(f, me, 10), "Ellen Brooks", "how much revnue do the top 10 cusotmers bring in", "reveneu of our top 10 custmers"
    )
    quiz.about("cross", "typo")
    quiz.pair(
        r.tickets_and_rounds,
        ("Meena Iyer", "for my team in Bangalor, tikets assigned to each and interveiw rounds they each had", "Bangalore"),
        ("Suresh Patel", "tickts asigned and intervew rounds for each of my reports in Bengalur", "Bangalore"),
    )
    quiz.about("ats", "typo")
    quiz.pair(
        r.active_applications_for,
        ("Suresh Patel", "how many actve aplications for Tunnel Enginer", "Tunnel Engineer"),
        ("Kiran Joshi", "active applicatons for Senoir Bridge Engineer, count", "Senior Bridge Engineer"),
    )
