"""Earlier lines of a person's dialogues, found again for a question."""

from memory.recall.index import Line, LineIndex
from memory.recall.ranking import Hit, Question, Vectors, recall, worth_showing

__all__ = ["Hit", "Line", "LineIndex", "Question", "Vectors", "recall", "worth_showing"]
