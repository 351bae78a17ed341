"""Speed of the local model, measured by one short call, and what questions it suffices for."""

from collections.abc import Mapping
from dataclasses import dataclass

import httpx
from pydantic import BaseModel, Field

from agent.llm.port import PromptSize
from workers.services.errors import ServiceFailed

WAIT_SECONDS = 120.0

_ASKED = "Name the twelve months, and what people in the north of Europe do in each of them, in the garden, at sea and at home, in one line a month."
_MEASURED = 12                                  # tokens: enough to measure by, few enough to wait for
_GOOD_FOR = (                                   # by the seconds of a later question
    (6.0, "fast enough for people who wait for an answer"), (40.0, "for people with patience, or a few questions at a time"),
)
_TOO_SLOW = "too slow for people who wait: good for trying it out; a smaller model, more cores or a server elsewhere is faster"


@dataclass(frozen=True, slots=True)
class Tokens:
    """Of a question: what a server reads that keeps nothing yet, what it reads beside what it keeps, what it writes."""

    first: int
    later: int
    written: int


TOKENS: Mapping[PromptSize, Tokens] = {"full": Tokens(7_700, 1_800, 200), "compact": Tokens(2_000, 600, 60)}


@dataclass(frozen=True, slots=True)
class Speed:
    """Tokens a second, as a server reads and writes them."""

    read: float
    written: float

    def seconds(self, read: int, written: int) -> float:
        """How long a question takes of which so many tokens are read anew, and written."""
        return read / self.read + written / self.written

    def first(self, prompt: PromptSize) -> float:
        """Seconds of a question where the server keeps nothing yet."""
        return self.seconds(TOKENS[prompt].first, TOKENS[prompt].written)

    def later(self, prompt: PromptSize) -> float:
        """Seconds of each question after that."""
        return self.seconds(TOKENS[prompt].later, TOKENS[prompt].written)

    def good_for(self, prompt: PromptSize) -> str:
        """What a model of this speed is good for, in words."""
        return next((words for most, words in _GOOD_FOR if self.later(prompt) <= most), _TOO_SLOW)


class _Timings(BaseModel):
    prompt_per_second: float = Field(gt=0)
    predicted_per_second: float = Field(gt=0)


class _Answer(BaseModel):
    timings: _Timings


def measured(base_url: str, key: str) -> Speed:
    """How fast a running server is, by one call that takes nothing from its cache. Raises ServiceFailed."""
    asked = {"messages": [{"role": "user", "content": _ASKED}], "max_tokens": _MEASURED, "temperature": 0, "cache_prompt": False}
    try:
        answer = httpx.post(f"{base_url}/chat/completions", json=asked, headers={"Authorization": f"Bearer {key}"}, timeout=WAIT_SECONDS)
        timings = _Answer.model_validate_json(answer.raise_for_status().content).timings
        return Speed(timings.prompt_per_second, timings.predicted_per_second)
    except httpx.TimeoutException as error:
        raise ServiceFailed(f"It took longer than {WAIT_SECONDS:.0f} seconds for {_MEASURED} tokens: {_TOO_SLOW}.") from error
    except (httpx.HTTPError, ValueError) as error:
        raise ServiceFailed("It gave no answer to a short call. `evergraph down` and `evergraph up` start it anew.") from error
