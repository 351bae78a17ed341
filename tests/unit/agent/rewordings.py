"""Other wordings of a question, made wrong by one change each: what a model that does not listen might make of it, named by the kind of wrong."""

import re
from collections.abc import Iterator, Mapping

from agent.language import tokens, words
from tests.unit.agent.directory import KEYS, PEOPLE

# A question in words that the rules do not read, and the same in words that they do: the question says each part of it.
SAID: tuple[tuple[str, str], ...] = (
    ("Tell me how many of the tickets that sit in Lighthouse nobody has picked up", "How many unassigned tickets are there in Lighthouse?"),
    ("Of our people in Porto, how many have Ana Ruiz as their manager?", "How many employees in Porto report to Ana Ruiz?"),
    ("What does the headcount look like from department to department?", "headcount by department"),
    ("When was it that Cleo Diaz came on board?", "When did Cleo Diaz start?"),
    ("How much does INV-77 still have outstanding?", "What is the balance of INV-77?"),
    ("Invoices that went past their due date, all of them above 10k EUR", "overdue invoices above 10,000 EUR"),
    ("Which accounts from the Shipbuilding industry do we have open deals with?", "accounts in Shipbuilding with open deals"),
    ("Give me the tickets that Pia Lindqvist opened and Tomas Okafor has now", "tickets reported by Pia Lindqvist that are assigned to Tomas Okafor"),
    ("What was it that I last discussed with Juniper?", "Summarize my last conversation with Juniper"),
    ("On average, what are the deals worth that we won this year?", "average amount of deals won this year"),
    ("Does Ben Cole happen to be a manager?", "Is Ben Cole a manager?"),
    ("Show the deals belonging to Ana Ruiz along with what stage each is in", "deals of Ana Ruiz with stage"),
    ("I'd need the phone numbers for all contacts that Juniper has", "phone numbers of contacts at Juniper"),
    ("How many of the leads got in through the Webinar?", "How many leads have source Webinar?"),
    ("What's ATL-12's current priority, please, and thanks", "What is the priority of ATL-12?"),
    ("Who is it that ATL-12 is assigned to at the moment?", "Who is assigned to ATL-12?"),
    ("Who was the one to report ATL-12?", "Who reported ATL-12?"),
    ("What did we invoice Juniper for in total this year?", "total amount of invoices of Juniper this year"),
    ("Who are the people managed by someone other than Ana Ruiz?", "employees not managed by Ana Ruiz"),
    ("List for me each welder we've got in Porto", "welders in Porto"),
    ("Who all belongs to the Rigging team?", "people in the Rigging team"),
    ("Which of our accounts have no open deals whatsoever?", "accounts without open deals"),
    ("So has INV-77 been settled in the meantime?", "Has INV-77 been paid?"),
)

# The same, where some word of the question may say more, or none says a part of it: only the person can tell.
UNSAID: tuple[tuple[str, str], ...] = (
    ("What's on Pia Lindqvist's plate right now?", "open tickets of Pia Lindqvist"),
    ("Which of the tickets in Lighthouse still need someone's attention?", "open tickets in Lighthouse"),
    ("Ana Ruiz's dotted line manager would be whom?", "Who is Ana Ruiz's manager?"),
    ("For Kenmore Freight, I need everybody we know there", "contacts at Kenmore Freight"),
    ("Is there anything overdue left in Lighthouse?", "Are there any overdue tickets in Lighthouse?"),
    ("How many tickets were opened and how many were closed in Lighthouse last month?", "How many tickets in Lighthouse were opened last month?"),
    ("How much has Juniper still got to pay us?", "total balance of open invoices of Juniper"),
    ("What did we invoice Juniper for in total this year?", "amount of invoices of Juniper this year"),
    ("Leads fished from Trade Fair and owned by Ana Ruiz", "leads from Trade Fair owned by Ana Ruiz"),
    ("Tell me which tickets in Lighthouse are open", "my open tickets in Lighthouse"),
    ("List for me the accounts in Forestry", "my accounts in Forestry"),
    ("The defects that Tomas Okafor raised last month", "defects of Tomas Okafor last month"),
    ("I'd like to see the open deals and who owns each", "the owners of the open deals"),
)

# Words that stand for each other in a sentence and mean something else.
_FAMILIES: Mapping[str, tuple[str, ...]] = {
    "person or thing": (),              # see _names
    "condition": ("open", "closed", "overdue", "unassigned", "won", "lost", "paid", "unpaid", "Sev1", "Sev2", "defects", "tickets", "contractors"),
    "time": ("last month", "this month", "last quarter", "this year", "last year", "next week", "this week", "today", "in October", "in September"),
    "number": ("two", "three", "five", "3", "5", "10", "20k", "50k", "10k", "30,000", "50,000", "10,000"),
    "figure": ("How many", "total amount of", "average amount of", "What share of", "highest amount of"),
    "direction": ("reports to", "report to", "manages", "is managed by"),
    "relation": ("reported by", "assigned to", "created by", "owned by", "closed by", "of", "at", "in"),
    "order": ("oldest", "newest", "top", "bottom", "most", "fewest", "highest first", "lowest first"),
    "comparison": ("more than", "less than", "at least", "at most", "over", "above", "below"),
    "currency": ("EUR", "USD", "GBP"),
    "group": ("by department", "by account", "by priority", "by owner", "per month", "per quarter", "by team"),
    "field": ("email", "phone number", "industry", "job title", "start date", "city", "balance", "due date", "stage", "amount", "priority"),
    "place or kind": ("Lisbon", "Porto", "Shipbuilding", "Forestry", "Webinar", "Trade Fair"),
    "negation": ("not", "with", "without"),
}
_AROUND = ("not {}", "{} last month", "{} in Lisbon", "my {}", "{} of Ben Cole", "How many {}", "Are there {}", "open {}", "overdue {}", "{} by team",
           "{} that are not closed", "{} in EUR", "top 3 {}", "{} assigned to me", "{} without an owner", "{} in Seawall", "last {}")


def misread(text: str) -> Iterator[tuple[str, str]]:
    """Every wrong wording, with its kind. Some of them say the same after all, or nothing that can be read."""
    for kind, family in (*_FAMILIES.items(), *(("person or thing", names) for names in (*PEOPLE.values(), tuple(KEYS)))):
        yield from ((kind, wrong) for wrong in _exchanged(text, family))
    said = tokens(text)
    yield from (("left out", f"{text[:t.first]}{text[t.last:]}") for t in said if t.plain not in words().licensed)
    yield from (("negation", f"{text[:t.first]}{word} {text[t.first:]}") for t in said for word in ("not", "without"))
    yield from (("added", around.format(text[:1].lower() + text[1:])) for around in _AROUND)
    yield from (("added", f"{text[:t.first]}{word} {text[t.first:]}") for t in said for word in ("open", "overdue", "closed", "my", "won"))


def _exchanged(text: str, family: tuple[str, ...]) -> Iterator[str]:
    for one in family:
        for place in re.finditer(rf"\b{re.escape(one)}\b", text):
            yield from (f"{text[:place.start()]}{other}{text[place.end():]}" for other in family if other != one)
