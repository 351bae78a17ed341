"""The questions of Birchwood Group: two halves, written apart; a module per half and part."""

from tests.companies.birchwood import changes, open_people, open_talk, open_trade, open_work, sealed_people, sealed_talk, sealed_trade, sealed_work
from tests.companies.common import Company
from tests.companies.expect import Quiz

HALVES = ((open_people, open_work, open_trade, open_talk), (sealed_people, sealed_work, sealed_trade, sealed_talk))


def ask(company: Company) -> Quiz:
    """Both halves, in the order of the parts: what changes at the source comes last."""
    quiz = Quiz(company)
    for half, parts in enumerate(HALVES):
        for part in parts:
            for (group, skill), lines in part.lines(company).items():
                quiz.about(group, skill)
                for who, asks, expected in lines:
                    quiz.one(half, expected, (who, asks))
    changes.ask(quiz)
    return quiz
