"""What `status` and `doctor` say about one thing."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `text` says what was found and, unless it is fine, what to do."""

    subject: str
    verdict: Literal["fine", "note", "wrong"]
    text: str
    is_setting: bool = False       # a setting has to be changed


@dataclass(frozen=True, slots=True)
class Row:
    """One service as `status` shows it. `state`: up, not answering, crashed, stopped, elsewhere (a setting names your own).

    Or one tenant that is out, `damaged`.
    """

    name: str
    title: str
    state: str
    address: str = ""
    pid: int | None = None
    since: str = ""            # ISO, UTC
    log: str = ""
    note: str = ""             # where the password lies, which setting replaces it
