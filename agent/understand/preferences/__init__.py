"""What people say of how they want things: heard in their words, learned, used for defaults, told and corrected."""

from agent.understand.preferences.choices import values
from agent.understand.preferences.learning import CONFIRM, Learner, is_said
from agent.understand.preferences.wording import in_words

__all__ = ["CONFIRM", "Learner", "in_words", "is_said", "values"]
