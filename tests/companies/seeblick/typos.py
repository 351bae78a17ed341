"""The questions of Seeblick Kliniken about slips of fingers."""

from tests.companies import readings as r
from tests.companies import readings_trade as rt
from tests.companies.expect import Quiz, listed, number


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    for part in (_typos, _typo_follow_up):
        part(quiz)


def _typos(quiz: Quiz) -> None:
    quiz.about("hris", "typo")
    quiz.pair(r.my_days, ("Nora Winkler", "how mnay vaction days do i have left"), ("Andreas Hess", "remainig vacatoin days?"))
    quiz.pair(r.manager, ("Eva Hofer", "who is Corine Aebi's manger", "Corinne Aebi"), ("Tim Schuster", "mangaer of Yvone Lutz?", "Yvonne Lutz"))
    quiz.same(r.per_department, "Regula Ammann", "headcuont by deparment", "nubmer of employes per departmnet")
    quiz.pair(
        r.pending,
        ("Beat Zimmermann", "pendign time off requsts of my team in Zurich", "Zurich"),
        ("Anja Kessler", "pending leave reqeusts for my team memebers in Konstnaz", "Konstanz"),
    )
    quiz.about("ticketing", "typo")
    quiz.pair(
        lambda f, me: r.sla_share(f, me, "Incident", "Critical"),
        ("Stefan Huber", "fracton of Critcal incidents fixed within SLA"),
        ("Eva Hofer", "share of critical incidnets fixd within sla"),
    )
    quiz.pair(r.my_open, ("Tim Schuster", "how many opne tikets are assinged to me"), ("Sophie Lang", "my open tickts, how mnay"))


def _typo_follow_up(quiz: Quiz) -> None:
    quiz.about("crm", "typo")
    quiz.same(r.leads_not_met, "Daniel Fischer", "how many laeds have we not met yet", "numbr of leads we have nto met yet")
    quiz.pair(
        r.account_owner, ("Regula Ammann", "who owns Helvtia Pharma", "Helvetia Pharma"), ("Urs Wyss", "onwer of Alpina Sprots?", "Alpina Sports")
    )
    quiz.about("accounting", "typo")
    quiz.same(rt.overdue_count, "Urs Wyss", "how many custmer invoices are overdeu", "nr of overdue custmer invocies")
    quiz.about("crm", "follow_up")
    quiz.pair(
        [
            r.leads_not_met,
            lambda f, me: number(r.not_met(f, f.person("Julia Brandt").mail)),
            lambda f, me: listed("name", [x.name for x in r.not_met(f, f.person("Julia Brandt").mail)]),
        ],
        ("Daniel Fischer", ["How many leads have we not met yet?", "only those of Julia Brandt", "who are they?"]),
        ("Regula Ammann", ["number of leads not met yet", "just Julia Brandt's", "names please"]),
    )
    quiz.about("ticketing", "follow_up")
    quiz.pair(
        [
            lambda f, me, p: r.sla_share(f, me, "Incident", "Critical"),
            lambda f, me, p: r.sla_share(f, me, "Incident", "Major"),
            lambda f, me, p: r.sla_share(f, me, "Incident", "Major", p),
        ],
        ("Stefan Huber", ["What fraction of Critical incidents has been fixed within SLA?", "and Major?", "the same only for Network"], "Network"),
        ("Sandra Meier", ["share of Critical incidents fixed within SLA", "for Major?", "only in Patient Records"], "Patient Records"),
    )
    quiz.pair(
        [r.mine, r.my_open, r.my_open_names],
        ("Nina Caduff", ["How many tickets are assigned to me?", "how many of them are open?", "which ones?"]),
        ("Yvonne Lutz", ["count of my tickets", "and open?", "list those"]),
    )
    quiz.about("accounting", "follow_up")
    quiz.pair(
        [
            rt.overdue_count,
            rt.overdue_count_in_euros,
            rt.overdue_in_euros,
        ],
        ("Karin Schmid", ["How many customer invoices are overdue?", "only those in euros", "which ones"]),
        ("Urs Wyss", ["number of overdue customer invoices", "in EUR only", "list them"]),
    )
