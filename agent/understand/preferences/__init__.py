"""What people say of how they want things: heard in their words, learned, used for defaults, told and corrected."""

from agent.understand.preferences.changing import bases, field_of, with_value
from agent.understand.preferences.choices import values
from agent.understand.preferences.hearing import definition
from agent.understand.preferences.learning import CONFIRM, Learner, is_said
from agent.understand.preferences.wording import SENTENCES, as_told, in_words, told

__all__ = ["CONFIRM", "SENTENCES", "Learner", "as_told", "bases", "definition", "field_of", "in_words", "is_said", "told", "values",
           "with_value"]
