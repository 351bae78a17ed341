"""The door to `regex`: patterns over what people write, each match bounded by the time that the text has.

Python's own engine cannot be stopped, and holds the interpreter for all threads while it goes back over a text. This one takes a timeout, and
lets other threads run meanwhile. For wide patterns ("anything, then …"), as the tables of wordings have them; small ones need neither.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

import regex

from agent.language import effort

IGNORECASE, DOTALL = re.IGNORECASE, re.DOTALL
_FLAGS = {re.IGNORECASE: regex.IGNORECASE, re.DOTALL: regex.DOTALL}


class Pattern:
    """As re.Pattern, as far as it is needed. Every method raises effort.TooComplex once the time is over."""

    __slots__ = ("_compiled", "pattern")

    def __init__(self, pattern: str, flags: re.RegexFlag) -> None:
        self.pattern = pattern
        self._compiled: Any = regex.compile(pattern, sum(ours for theirs, ours in _FLAGS.items() if theirs in flags))

    def search(self, text: str) -> re.Match[str] | None:
        """The first match anywhere."""
        return self._found(self._compiled.search, text)

    def match(self, text: str) -> re.Match[str] | None:
        """A match that begins where the text does."""
        return self._found(self._compiled.match, text)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """A match of the whole text."""
        return self._found(self._compiled.fullmatch, text)

    def sub(self, put: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        """The text with matches replaced, at most `count` of them unless that is 0."""
        return str(self._timed(self._compiled.sub, put, text, count=count))

    def subn(self, put: str, text: str) -> tuple[str, int]:
        """The text with all matches replaced, and how many there were."""
        replaced, number = self._timed(self._compiled.subn, put, text)
        return str(replaced), int(number)

    def split(self, text: str) -> list[str]:
        """The text between the matches, with what groups hold, None for a group without a part in its match."""
        return list(self._timed(self._compiled.split, text))

    def finditer(self, text: str) -> Sequence[re.Match[str]]:
        """All matches, one after another."""
        found: Sequence[re.Match[str]] = self._timed(lambda *given, **named: list(self._compiled.finditer(*given, **named)), text)
        return found

    def _found(self, match: Callable[..., Any], text: str) -> re.Match[str] | None:
        found: re.Match[str] | None = self._timed(match, text)      # the same in all that is used of it
        return found

    def _timed(self, match: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        try:
            return match(*arguments, **named, timeout=effort.seconds(), concurrent=True)
        except TimeoutError:
            raise effort.TooComplex from None


def compiled(pattern: str, flags: re.RegexFlag = re.NOFLAG) -> Pattern:
    """A pattern in the syntax of re. Flags: IGNORECASE, DOTALL."""
    return Pattern(pattern, flags)
