"""An answer's words on a page without scripts: as their Markdown means them, and nothing in them is markup of ours."""

import pytest

from kg.leaving import escape
from ui.answers.prose import prose


@pytest.mark.parametrize("markdown, drawn", [
    ("You have **12** days.\n\n*As of today.*", "<p>You have <strong>12</strong> days.</p><p><em>As of today.</em></p>"),
    ("Two deals:\n- **Roof**\n- Lobby", "<p>Two deals:</p><ul><li><strong>Roof</strong></li><li>Lobby</li></ul>"),
    ("1. one\n2. two", "<ul><li>one</li><li>two</li></ul>"),
    ("Before\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nafter", "<p>Before</p><p>after</p>"),
    ("2 * 3 * 4 and a_b", "<p>2 * 3 * 4 and a_b</p>"),
    ("", ""),
])
def test_words_are_drawn_as_they_are_marked(markdown: str, drawn: str) -> None:
    assert "".join(prose(markdown)) == drawn


def test_what_a_record_holds_is_text() -> None:
    hostile = "<img src=x onerror=alert(1)> **bold** [a](javascript:alert(1))"
    drawn = "".join(prose(f"Called **{escape(hostile)}**, {hostile}"))
    assert "<img" not in drawn and "href" not in drawn and drawn.count("<strong>") == 2
    assert "&lt;img src=x onerror=alert(1)&gt; **bold**" in drawn
