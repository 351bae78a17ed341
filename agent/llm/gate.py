"""What may leave for a model: every message passes here, and nothing else decides it.

Classes C, D, E and what has no class never leave, whatever a tenant allows. Texts with rules of their own (conversations, notes, tickets …)
count as class B. Prompts, the catalogue and the person's own words always may. A trace shows what left, but for private values, which are masked.
"""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field

from agent.llm.port import MayNotLeave, Message

ASKED = "asked"                         # texts that the person asked to be told in short
ANSWERS = "answers"                     # what an answer tells, for its first line to be written; beside the classes of what it tells
# The classes of which a tenant may decide, and what each counts as. Any other never leaves: pay, protected and secret data, candidates, offers.
_TEXTS = ("engagement", "note", "ticket", "comment", "activity", "interview", "article", "file")
_COUNTS_AS = {"A": "A", ANSWERS: ANSWERS} | dict.fromkeys(("B", "B-dates", *_TEXTS), "B")


@dataclass(frozen=True, slots=True)
class Gate:
    """A tenant's rule (`definitions.policy.model_may_see`), and the secrets of the installation, which are in no message."""

    may_see: frozenset[str] = frozenset({"A", ASKED})
    secrets: tuple[str, ...] = field(default=(), repr=False)

    def check(self, messages: Iterable[Message]) -> None:
        """Raises MayNotLeave."""
        for message in messages:
            self.check_classes(message.privacy, message.is_asked_about)
            if any(_is_secret(secret) and secret in message.text for secret in self.secrets):
                raise MayNotLeave("The message holds a key or a token.")

    def lets(self, privacy: frozenset[str]) -> bool:
        """May data of these classes leave?"""
        return not self._kept(privacy, self.may_see)

    def check_classes(self, privacy: frozenset[str], is_asked_about: bool = False) -> None:
        """May data of these classes leave? Raises MayNotLeave."""
        allowed = {"A", "B"} if is_asked_about and ASKED in self.may_see else self.may_see
        kept = self._kept(privacy, allowed)
        if kept:
            raise MayNotLeave(f"Data of class {', '.join(kept)} may not be sent to a model.")

    def _kept(self, privacy: frozenset[str], allowed: Set[str]) -> list[str]:
        return sorted(c for c in privacy if _COUNTS_AS.get(c) not in allowed)


def _is_secret(key: str) -> bool:
    """Not a bare word: who runs a local server sets "none" or "ollama" as its key, and such words stand in prompts."""
    return bool(key) and not key.isalpha()


def masked(messages: Sequence[Message]) -> tuple[dict[str, str], ...]:
    """The messages as a trace may show them: it names the prompt, whose words are nobody's business but ours."""
    return tuple({"speaker": m.speaker, "text": _masked(m)} for m in messages)


def _masked(message: Message) -> str:
    if message.speaker == "system":
        return f"[the prompt, {len(message.text)} characters]"
    private = sorted(message.privacy - {"A"})
    return f"[{len(message.text)} characters with data of class {', '.join(private)}]" if private else message.text
