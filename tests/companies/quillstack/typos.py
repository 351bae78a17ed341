"""The questions of Quillstack about slips of fingers."""

from tests.companies import readings as r
from tests.companies.expect import Quiz


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    for part in (_typos, _typos_more):
        part(quiz)


def _typos(quiz: Quiz) -> None:
    quiz.about("hris", "typo")
    quiz.pair(r.my_days, ("Caio Nunes", "how amny vacation days do i ahve left"), ("Theo Marsh", "vactaion days remainign?"))
    quiz.pair(r.manager, ("Owen Bell", "who manges Tiago Mendez", "Tiago Mendes"), ("Ivy Tran", "maneger of Katherin Bell?", "Katherine Bell"))
    quiz.pair(
        r.pending,
        ("Samir Patel", "pendnig time off requests for my tema in Lisbn", "Lisbon"),
        ("Rui Almeida", "pending leav reqests of my poeple in Lisbon", "Lisbon"),
    )
    quiz.same(r.per_department, "Ada Lindgren", "headcont by departement", "how many poeple per deparment")
    quiz.about("ticketing", "typo")
    quiz.pair(
        lambda f, me: r.sla_share(f, me, "Bug", "P0"),
        ("Gwen Foster", "what fractoin of P0 bugs was fixed witin SLA"),
        ("Theo Marsh", "shaer of P0 bugs fixd in SLA"),
    )
    quiz.pair(r.my_open, ("Ines Almeida", "how many open tiketcs do i have"), ("sam.carter2", "my opne issues, count"))


def _typos_more(quiz: Quiz) -> None:
    quiz.about("crm", "typo")
    quiz.same(r.leads_not_met, "Jack Osborne", "how many leads have we not mte yet", "numer of laeds not met yet")
    quiz.pair(
        r.account_owner, ("Ada Lindgren", "who owns Orchd Health", "Orchid Health"), ("Monica Reyes", "ownr of Pinacle Books?", "Pinnacle Books")
    )
    quiz.same(
        lambda f, me: r.top_customers(f, me, 10), "Ada Lindgren", "revenu of the top 10 custmers", "how much reveune do the top 10 cutsomers bring in"
    )
    quiz.about("ats", "typo")
    quiz.pair(
        r.active_applications_for,
        ("Katherine Bell", "how many active aplications for Product Desginer", "Product Designer"),
        ("Miles Everett", "actvie applications for Acount Executive, number", "Account Executive"),
    )
