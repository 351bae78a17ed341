"""How answers read: results of every shape (results.py) against their texts (results.md), which people have read.

After a change of wording: `pytest tests/unit/agent/test_results.py --rewrite`, then read what has changed.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from agent.answer import notes_of
from tests.unit.agent.results import cases, told

FILE = Path(__file__).with_name("results.md")


def test_every_result_reads_as_it_was_read_by_people(request):
    said = "".join(_entries())
    if request.config.getoption("--rewrite"):
        FILE.write_text(said, "utf-8")
    assert FILE.read_text("utf-8") == said


def test_no_answer_shows_more_than_one_line_of_notes():
    assert all(len(re.findall(r"^\*[^*].*\*$", told(case).text, re.MULTILINE)) <= 1 for case in cases())


def _entries() -> Iterator[str]:
    for case in cases():
        answer = told(case)
        folded = "".join(f"\n> {note}" for note in notes_of(answer.as_json(), folded=True))
        yield f"## {case.asked}\n\n{answer.text}\n{folded and folded + chr(10)}\n"
