"""What an evaluation's answers are worth against the expectations of its folder, turn by turn, and a report of it for people.

Runs after everything was asked: nobody who answers can see what is right.
"""

from workers.evaluation.grading.report import report
from workers.evaluation.grading.turns import Graded, grade

__all__ = ["Graded", "grade", "report"]
