"""Long invented dialogues between an employee and the assistant, with questions whose evidence is known."""

from benchmarks.dialogues.story import Dialogue, Line, Question, dialogues

__all__ = ["Dialogue", "Line", "Question", "dialogues"]
