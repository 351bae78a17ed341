"""What the doctor says about one thing."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `text` says what was found and, unless it is fine, what to do."""

    subject: str
    verdict: Literal["fine", "note", "wrong"]
    text: str
