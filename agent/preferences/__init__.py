"""What people say of how they want things: heard in their words, learned, used for defaults, told and corrected."""

from agent.preferences.choices import values
from agent.preferences.learning import CONFIRM, Learner
from agent.preferences.telling import in_words

__all__ = ["CONFIRM", "Learner", "in_words", "values"]
