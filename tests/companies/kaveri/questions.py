"""The questions of Kaveri Consult, part by part; a module per part."""

from tests.companies.common import Company
from tests.companies.expect import Quiz, ask_parts
from tests.companies.kaveri import across, books, changes, compared, dialogues, leave_and_pay, people, recruiting, refusals, tracker, typos

PARTS = (people, leave_and_pay, dialogues, tracker, recruiting, books, across, compared, typos, refusals, changes)


def ask(company: Company) -> Quiz:
    """Both halves."""
    return ask_parts(company, PARTS)
