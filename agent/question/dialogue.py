"""What was said before a question, in its session and in others, as far as the question may go on from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agent.plan.algebra import Goal
from agent.question.entries import Entry
from agent.question.rows import Listing


@dataclass(frozen=True, slots=True)
class Dialogue:
    """The dialogue that a question is asked in; empty where it begins one."""

    is_first: bool = True               # nothing was said before in this session
    follows: str | None = None          # the entry of this session that it comes after, by its id; None: it is a first one
    last: Goal | None = None            # what the last answer of this session was to, or what is taken for it: the goal that a question edits
    last_entry: Entry | None = None     # that answer
    last_said: Entry | None = None      # that answer, or the refusal that came after it
    after_unread: bool = False          # the message before this one had no reading: nothing can go on from it
    earlier: Mapping[str, Sequence[Entry]] = field(default_factory=dict)        # the person's last sessions, by id
    listed: tuple[Listing, ...] = ()    # what earlier answers told in rows, when this was asked

    def in_session(self, session: str) -> Sequence[Entry]:
        """What was said before in a session."""
        return self.earlier.get(session, ())
