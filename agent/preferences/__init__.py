"""What people say of how they want things: heard in their words, learned, used for defaults, told and corrected."""

from agent.preferences.learning import Learner

__all__ = ["Learner"]
