"""What an evaluation company's records say, read by plain loops: the independent side of every expectation.

The conventions are those of the evaluation format: active people, the company's time zone, a status as the source has it. Knows no
question and nothing of the product.
"""

from tests.companies.flat import Invoice, Lead, Person, Talk, Ticket, full
from tests.companies.truth_people import People
from tests.companies.truth_trade import Trade
from tests.companies.truth_work import Work

__all__ = ["Facts", "Invoice", "Lead", "Person", "Talk", "Ticket", "full"]


class Facts(People, Work, Trade):
    """Everything that the records say, as flat rows; made anew after a change."""
