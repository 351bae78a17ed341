"""How a message is put to a planning model: one builder of prompts, whose parameters are a row of this table.

"full" is for models that plan well and read thousands of tokens in a second. "compact" is for small models and slow servers: instructions without
the catalogue, which are the same for everybody so that a server reads them once, and a short part of the message's own.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from agent.llm.port import PromptSize


@dataclass(frozen=True, slots=True)
class ContextLimits:
    """How much of what is known around a message is told: stretches with candidates, candidates of each, earlier turns, examples."""

    words: int = 14
    each: int = 6
    turns: int = 6
    examples: int = 3


USUAL = ContextLimits()


@dataclass(frozen=True, slots=True)
class Profile:
    """A row of the table.

    `instructions`: the file of prompts; `is_narrow`: the message brings the parts of the catalogue that it may be about, and the answer may hold
    nothing else; `repairs`, `look_ups`: calls more for one message; `is_sampled`: a doubted plan is asked for once more; `grammar_first`: what the
    grammar reads is not asked of the model; `is_confirmed`: where much caution is asked for, every plan that the grammar does not read too is put to
    the person; `most_tokens`: of one answer, None for the server's limit.
    """

    instructions: str
    is_narrow: bool = False
    repairs: int = 2
    look_ups: int = 3
    is_sampled: bool = True
    grammar_first: bool = False
    is_confirmed: bool = False
    most_tokens: int | None = None
    room: ContextLimits = USUAL


PROFILES: Mapping[PromptSize, Profile] = {
    "full": Profile("plan"),
    "compact": Profile("compact", is_narrow=True, repairs=0, look_ups=0, is_sampled=False, grammar_first=True, is_confirmed=True,
                       most_tokens=300, room=ContextLimits(words=6, each=3, turns=2)),
}
