"""Escaping of text for display: text of records and requests is shown literally and can trigger nothing. Pure.

`shown` is for every text that leaves; `escape` and `defused` are for Markdown.
"""

import re
from typing import Any

_LINE = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
# Control characters; those that turn the direction of text around, so that it reads as another; what no XML may hold.
_UNSEEN = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]")
_HALF = re.compile("[\ud800-\udfff]")           # half of a character: no encoding has it
_NUMBERS = "|".join(rf"(?<=^\d{{{digits}}})[.)]" for digits in range(1, 10))       # so many digits may begin a list
# What could begin markup, a link or (at the start of a line) a heading, list or rule; written as entities it begins nothing.
_MARKUP = re.compile(rf"[\\`*_\[\]|~<>&]|(?<=www)\.|:(?=//)|^[#+=\-]|{_NUMBERS}")
_LEADS_AWAY = re.compile(r"[<\[\]]|(?<=www)\.|:(?=//)")


def shown(text: str) -> str:
    """The text without control and direction characters, line ends as `\\n`, halves of characters as U+FFFD. Tabs stay."""
    return whole(_UNSEEN.sub("", _LINE.sub("\n", text)))


def whole(text: str) -> str:
    """The text with U+FFFD for each half of a character, so that it can be encoded."""
    return text if text.isascii() else _HALF.sub("\ufffd", text)


def is_whole(text: str) -> bool:
    """Can the text be encoded? Not where it holds half of a character, as JSON can write one."""
    return text.isascii() or _HALF.search(text) is None


def escape(text: Any) -> str:
    """Any text as Markdown that shows exactly it, on one line."""
    return _MARKUP.sub(_as_entity, " ".join(shown(str(text)).split()))


def defused(markdown: str) -> str:
    """An answer's text, whose words may be a record's, without what could begin a tag, a link or a picture."""
    return _LEADS_AWAY.sub(_as_entity, shown(markdown))


def _as_entity(found: re.Match[str]) -> str:
    return f"&#{ord(found[0])};"
