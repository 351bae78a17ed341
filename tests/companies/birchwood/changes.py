"""The questions of Birchwood Group about what happened at the source after the graph was built."""

from tests.companies import readings as r
from tests.companies.common import midnight
from tests.companies.expect import Quiz, status, value


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    c = quiz.company
    moved = quiz.change(
        "update",
        "hris/Employee",
        c.record("hris/Employee", "Owen Pugh"),
        manager=c.id_of("hris/Employee", "Declan Roche"),
        team=c.id_of("hris/Team", "team Transport Planning"),
    )
    left = quiz.change(
        "update",
        "hris/Employee",
        c.record("hris/Employee", "Elif Kaya"),
        employment_status="INACTIVE",
        termination_date=midnight("2026-10-14"),
        delivered=True,
    )
    callouts = [t for t in c.rows("ticketing/Ticket") if t["status"] == "OPEN" and t["assignees"]]
    keys = [str(t["remote_id"]) for t in callouts[:2]]
    fixed = [
        quiz.change("update", "ticketing/Ticket", t, status="CLOSED", status_native="Done", completed_at="2026-10-15T02:00:00.000000Z")
        for t in callouts[:2]
    ]
    due = next(x for x in c.rows("accounting/Invoice") if x["status"] == "PARTIALLY_PAID" and x["number"].startswith("INV"))
    number = str(due["number"])
    paid = quiz.change("update", "accounting/Invoice", due, status="PAID", balance=0.0, delivered=True)
    owner = quiz.change("update", "crm/Account", c.record("crm/Account", "Bramley Toys Ltd"), owner=c.id_of("crm/User", "Imogen Price"))
    quiz.about("hris", "stale")
    quiz.pair(
        lambda f, me: r.manager(f, me, "Owen Pugh"),
        ("Leonie Baxter", "Who is Owen Pugh's manager?"),
        ("Aled Bevan", "and whom does Owen Pugh answer to these days?"),
        [moved],
    )
    quiz.pair(
        r.my_reports,
        ("Bernadette Walsh", "who reports directly to me"),
        ("Bernadette Walsh", "names of my direct reports as of this morning"),
        [moved],
    )
    quiz.pair(
        lambda f, me: r.how_many_in(f, me, "Hamburg"),
        ("Helen Yardley", "How many people do we have in Hamburg?"),
        ("Declan Roche", "Hamburg headcount as of now"),
        [left],
    )
    quiz.about("ticketing", "stale")
    quiz.pair(
        lambda f, me, k: status(f.ticket(k)),
        ("Patricia Onyango", f"Where does {keys[0]} stand now, status?", keys[0]),
        ("Leonie Baxter", f"{keys[1]} - current status please", keys[1]),
        fixed,
    )
    quiz.about("accounting", "stale")
    quiz.pair(
        lambda f, me: value("balance", f.invoice(number).balance),
        ("Sabine Kluge", f"open balance on {number}?"),
        ("Rekha Iyer", f"how much do we still have to get for {number}"),
        [paid],
    )
    quiz.about("crm", "stale")
    quiz.pair(
        lambda f, me: r.account_owner(f, me, "Bramley Toys Ltd"),
        ("Vikram Rao", "Who looks after the Bramley Toys account now? Owner I mean"),
        ("Gwen Tully", "account owner Bramley Toys"),
        [owner],
    )
