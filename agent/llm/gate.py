"""What may leave for a model: every message passes here, and nothing else decides it.

Classes C, D, E and what has no class never leave, whatever a tenant allows. Prompts, the catalogue and the person's own words do. A trace shows
what left, but for private values, which are masked in it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from agent.llm.port import MayNotLeave, Message

ASKED = "asked"                         # texts that the person asked to be told in short
_EVER = frozenset({"A", "B"})           # classes of which a tenant may decide


@dataclass(frozen=True, slots=True)
class Gate:
    """A tenant's rule (`definitions.policy.model_may_see`), and the secrets of the installation, which are in no message."""

    may_see: frozenset[str] = frozenset({"A", ASKED})
    secrets: tuple[str, ...] = field(default=(), repr=False)

    def check(self, messages: Iterable[Message]) -> None:
        """Raises MayNotLeave."""
        for message in messages:
            self.check_classes(message.privacy, message.is_asked_about)
            if any(secret and secret in message.text for secret in self.secrets):
                raise MayNotLeave("The message holds a key or a token.")

    def check_classes(self, privacy: frozenset[str], is_asked_about: bool = False) -> None:
        """May data of these classes leave? Raises MayNotLeave."""
        allowed = _EVER if is_asked_about and ASKED in self.may_see else _EVER & self.may_see
        if privacy - allowed:
            raise MayNotLeave(f"Data of class {', '.join(sorted(privacy - allowed))} may not be sent to a model.")


def masked(messages: Sequence[Message]) -> tuple[dict[str, str], ...]:
    """The messages as a trace may show them."""
    return tuple({"speaker": m.speaker, "text": _masked(m)} for m in messages)


def _masked(message: Message) -> str:
    private = sorted(message.privacy - {"A"})
    return f"[{len(message.text)} characters with data of class {', '.join(private)}]" if private else message.text
