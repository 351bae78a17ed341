"""What the CRM and the books of an evaluation company say, read by plain loops."""

from functools import cached_property

from tests.companies.common import Row, parse
from tests.companies.flat import Deal, Invoice, Lead, Person, Talk, full
from tests.companies.records import Records


class Trade(Records):
    """Deals, leads and conversations; invoices, bills and revenue."""

    @cached_property
    def deals(self) -> list[Deal]:
        """Every opportunity."""
        return [
            Deal(
                o["name"],
                o["amount"],
                self.get(o["owner"])["email"],
                self.get(o["account"])["name"],
                self.get(o["stage"])["name"],
                o["status"],
                o["close_date"][:10],
            )
            for o in self.rows("crm/Opportunity")
        ]

    @cached_property
    def talks(self) -> list[Talk]:
        """Every engagement, oldest first."""
        found = [self._talk(g) for g in self.rows("crm/Engagement")]
        return sorted(found, key=lambda g: g.start)

    def talks_of(self, me: Person, account: str | None = None, kind: str | None = None) -> list[Talk]:
        """My past conversations, oldest first."""
        return [g for g in self.talks if g.past and g.owner == me.mail and account in (None, g.account) and kind in (None, g.kind)]

    @cached_property
    def leads(self) -> list[Lead]:
        """Every lead."""
        return [self._lead(x) for x in self.rows("crm/Lead")]

    def in_crm(self, person: Person) -> bool:
        """Does the CRM know this person as a user?"""
        return any(u["email"].lower() == person.mail for u in self.rows("crm/User"))

    def owner_of(self, account: str) -> str:
        """The name of an account's owner."""
        return str(self.get(next(a for a in self.rows("crm/Account") if a["name"] == account)["owner"])["name"])

    def accounts_of(self, me: Person) -> list[Row]:
        """The accounts that somebody owns."""
        return [a for a in self.rows("crm/Account") if self.get(a["owner"])["email"] == me.mail]

    def contacts_at(self, account: str) -> list[str]:
        """The names of an account's contacts."""
        return [full(c) for c in self.rows("crm/Contact") if self.get(c["account"])["name"] == account]

    def _talk(self, g: Row) -> Talk:
        names = tuple(full(self.get(c)) for c in g["contacts"] if self.get(c))
        return Talk(
            g["id"],
            self.get(g["owner"])["email"],
            self.get(g["account"])["name"],
            names,
            self.get(g["engagement_type"])["activity_type"],
            g["subject"],
            g["content"],
            g["start_time"],
            str(self.day(g["start_time"])),
            parse(g["start_time"]) <= self.now,
        )

    def _lead(self, x: Row) -> Lead:
        mails = [m["email_address"].lower() for m in x["email_addresses"]]
        met = any(self._meets(g, x["converted_contact"], mails) for g in self.rows("crm/Engagement"))
        waits = not x["converted_date"] and x["status"] not in ("CLOSED", "UNQUALIFIED")
        return Lead(full(x), x["company"], x["lead_source"], x["status"], self.get(x["owner"])["email"], mails[0] if mails else None, waits, met)

    def _meets(self, g: Row, contact: str | None, mails: list[str]) -> bool:
        if parse(g["start_time"]) > self.now or self.get(g["engagement_type"])["activity_type"] != "MEETING":
            return False
        addresses = {m["email_address"].lower() for c in g["contacts"] for m in self.get(c).get("email_addresses", ())}
        return contact in g["contacts"] or any(m in addresses for m in mails)

    @cached_property
    def papers(self) -> list[Invoice]:
        """Invoices and bills."""
        return [
            Invoice(
                x["number"],
                self.get(x["contact"])["name"],
                x["type"] == "ACCOUNTS_RECEIVABLE",
                x["status"],
                x["status"] not in ("DRAFT", "VOID"),
                x["currency"],
                float(x["exchange_rate"]),
                x["total_amount"],
                x["balance"],
                x["issue_date"][:10],
                x["due_date"][:10],
            )
            for x in self.rows("accounting/Invoice")
        ]

    @property
    def invoices(self) -> list[Invoice]:
        """What customers were invoiced: no drafts, nothing void."""
        return [x for x in self.papers if x.sold and x.counts]

    def overdue(self) -> list[Invoice]:
        """Customer invoices with a balance that were due before today."""
        return [x for x in self.invoices if x.balance > 0 and x.due < self.today]

    def invoice(self, number: str) -> Invoice:
        """The invoice of that number."""
        return next(x for x in self.papers if x.number == number)

    def revenue(self, first: str = "1900-01-01", last: str = "2999-12-31") -> dict[tuple[str, str], float]:
        """(customer, currency) → what it brought between two days, by the company's own basis; currencies apart unless converted."""
        rule = self.about["definitions"]["customer_revenue"]
        total: dict[tuple[str, str], float] = {}
        if rule["basis"] == "booked":
            sums = [((d.account, self.about["currency"]), d.amount, d.close) for d in self.deals if d.status == "WON"]
        else:
            sums = self._money(rule)
        for key, amount, day in sums:
            if first <= day <= last:
                total[key] = total.get(key, 0) + amount
        return total

    def _money(self, rule: Row) -> list[tuple[tuple[str, str], float, str]]:
        """((customer, currency), amount, day) of every document that counts."""
        found = []
        if rule["basis"] == "paid":
            found += [(p, p["total_amount"], p["transaction_date"]) for p in self.rows("accounting/Payment") if p["type"] == "ACCOUNTS_RECEIVABLE"]
        else:
            found += [
                (x, x["total_amount"], x["issue_date"])
                for x in self.rows("accounting/Invoice")
                if x["type"] == "ACCOUNTS_RECEIVABLE" and x["status"] not in ("DRAFT", "VOID")
            ]
        if rule["less_credit_notes"]:
            found += [(c, -c["total_amount"], c["transaction_date"]) for c in self.rows("accounting/CreditNote")]
        into = rule.get("in")
        return [
            ((self.get(x["contact"])["name"], into or x["currency"]), amount * (float(x["exchange_rate"]) if into else 1), day[:10])
            for x, amount, day in found
        ]
